package main

import (
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"docuquest/core/agent"
	"docuquest/core/answer/render"
	"docuquest/core/answer/replies"
	"docuquest/core/file"
)

// The forms in which an answer is printed, besides the one for a person at a terminal.
const (
	formMarkdown = "md"
	formJSON     = "json"
	formHTML     = "html"
	formText     = "text"
)

// A printed answer is one with what printing needs.
type printed struct {
	*replies.Answer
	verbatim bool // its text is the reply of a model, as it came
	kept     bool // its pages can be drawn
	plain    bool // its text is printed without marks of Markdown
	// source is what was read for it, so that its places can be opened; the zero target
	// prints them as paths in the folder that was asked.
	source target
	// again is the command line that asks another question as this one was asked; nil where
	// questions are typed by themselves.
	again func(question string) string
}

// writeReply prints an answer in the form that was asked for.
func (c *call) writeReply(answer printed) error {
	switch {
	case c.json:
		return writeJSON(c.out, answer.Answer)
	case c.form == formMarkdown || c.form == formHTML:
		write := render.Markdown
		if c.form == formHTML {
			write = render.HTML
		}
		document, links := answer.relinked(c.form)
		text := write(document, func(destination string) bool { return links[destination] })
		_, err := io.WriteString(c.out, strings.TrimSuffix(text, "\n")+"\n")
		return err
	case c.form == formText:
		answer.plain = true
		return writeAnswer(c.out, answer, math.MaxInt)
	case !c.screens.stdout:
		answer.source = target{} // paths like those of --json
	}
	return writeAnswer(c.out, answer, c.screens.width)
}

// relinked is the document of an answer in which each link to a place leads to where a
// program other than an editor can go, and the set of these links. Editors, which read
// Markdown, know lines; browsers know only pages of PDFs.
func (a printed) relinked(form string) (document string, links map[string]bool) {
	links = map[string]bool{}
	var pairs []string
	link := func(uri file.URI, path string, r replies.Range, page int) {
		to := string(uri)
		if name := file.FromPath(a.source.pathOf(uri, path)); !replies.OnWeb(uri) {
			switch {
			case page > 0 && file.LanguageOf(name.Path()) == "pdf":
				to = string(name) + "#page=" + strconv.Itoa(page)
			case page > 0 || form == formHTML:
				to = string(name)
			default:
				to = replies.LineURI(name, r.Start.Line)
			}
		}
		links[to] = true
		pairs = append(pairs, "]("+replies.LineURI(uri, r.Start.Line)+")", "]("+to+")")
	}
	for _, c := range a.Citations {
		link(c.URI, c.Path, c.Range, c.Page)
	}
	for _, n := range a.Nearest {
		link(n.URI, n.Path, n.Range, n.Page)
	}
	return strings.NewReplacer(pairs...).Replace(a.Document), links
}

// itemTitle matches the title of a document at the start of what was taken from it, and leading a
// value in the line that an answer begins with.
var (
	itemTitle = regexp.MustCompile(`(?m)^- \*\*((?:[^*\\\n]|\\.)+)\*\*: `)
	leading   = regexp.MustCompile(`\*\*(.+?)\*\*( \[\d+\])`)
)

// text is the answer as a person reads it. Our own words are Markdown, and printed without
// escapes; those of a model and a refusal are printed as they are.
func (a printed) text() string {
	switch {
	case a.plain:
		return render.Text(a.Markdown, nil)
	case a.verbatim || a.Refused:
		return a.Answer.Answer
	case a.Writer == "extractive":
		lead, rest := "", a.Answer.Answer
		if a.Lead != "" {
			first, others, _ := strings.Cut(rest, "\n")
			lead, rest = leading.ReplaceAllString(first, "$1$2")+"\n", others
		}
		return render.Unescaped(lead + itemTitle.ReplaceAllString(rest, "- $1: "))
	}
	return render.Unescaped(a.Answer.Answer)
}

// writeAnswer prints an answer for people: its text, then its places.
func writeAnswer(to io.Writer, a printed, width int) error {
	var b strings.Builder
	if a.Doubt != "" && !a.plain { // which is Markdown, where the doubt is in front
		b.WriteString(render.Wrap(printable(a.Doubt), width, "") + "\n\n")
	}
	b.WriteString(render.Wrap(printable(a.text()), width, "") + "\n")
	if len(a.Citations) > 0 {
		b.WriteByte('\n')
	}
	for _, c := range replies.OncePerEntry(a.Citations) {
		place := a.source.placeOf(c)
		if remark := c.Remark(); remark != "" {
			place += " (" + printableLine(remark) + ")"
		}
		if c.Entry == "" {
			fmt.Fprintf(&b, "[%d] %s  %q\n", c.Number, place, quotable(c.Quote))
			continue
		}
		const indent, mostCharacters = "    ", 200 // of a line
		fmt.Fprintf(&b, "[%d] %s\n", c.Number, place)
		for _, context := range c.Context {
			b.WriteString(indent + cut(quotable(context.Text), mostCharacters) + "\n")
		}
		isCode := file.IsCode(file.LanguageOf(c.Path))
		for line := range strings.Lines(printable(c.Entry)) {
			if line = strings.TrimRight(line, " \n"); isCode || utf8.RuneCountInString(line) <= width {
				b.WriteString(strings.TrimRight(indent+cut(line, mostCharacters), " ") + "\n")
			} else {
				b.WriteString(render.Wrap(line, width, indent) + "\n")
			}
		}
	}
	remarks := a.Remarks()
	if a.verbatim { // the reply of the model is printed as it came, but which documents it was given is ours to say
		remarks = slices.DeleteFunc([]string{a.Cut()}, func(s string) bool { return s == "" })
	}
	for _, remark := range remarks {
		b.WriteString("\n" + render.Wrap(printable(remark), width, "") + "\n")
	}
	if a.Suggested != "" && a.again != nil {
		fmt.Fprintf(&b, "\nDid you mean: %s\n", printableLine(a.again(a.Suggested)))
	} else if a.Suggested != "" {
		fmt.Fprintf(&b, "\nDid you mean: %s\n", printableLine(a.Suggested))
	}
	if a.Otherwise != "" && a.again != nil {
		fmt.Fprintf(&b, "\nTo search the texts instead: %s\n", printableLine(a.again(a.Otherwise)))
	} else if a.Otherwise != "" {
		fmt.Fprintf(&b, "\nTo search the texts instead: %s\n", printableLine(a.Otherwise))
	}
	if a.kept {
		fmt.Fprintf(&b, "\nTo see a page with its quotes marked: docuquest page --mark %s --png OUT FILE N\n", a.ID)
	}
	// What is printed verbatim still has the statements that no quote supports, so that
	// their number will do; from any other answer they were left out.
	switch n := len(a.Unsupported); {
	case n == 0 || a.Refused:
	case !a.verbatim:
		b.WriteString("\nLeft out, since no file says it:\n")
		for _, s := range a.Unsupported {
			b.WriteString(render.Wrap("- "+printableLine(s), width, "") + "\n")
		}
	case n == 1:
		b.WriteString("\nUnchecked: for one of these statements there is no quote.\n")
	default:
		fmt.Fprintf(&b, "\nUnchecked: for %d of these statements there is no quote.\n", n)
	}
	_, err := io.WriteString(to, b.String())
	return err
}

// An early answer is what the text answers while the model has not replied. It is printed
// for a person, who may read it meanwhile; programs get one answer.
type early struct {
	*call
	line    *progressLine
	isShown bool // a person reads what is printed
	source  target

	answer *replies.Answer // that was printed, nil for none
}

func (c *call) newEarly(isShown bool, source target) *early {
	return &early{call: c, line: c.progress(), isShown: isShown, source: source}
}

// stage shows a stage on the progress line, and the early answer above it.
func (e *early) stage(s agent.Stage) {
	if s.Meanwhile != nil && e.isShown {
		e.answer = s.Meanwhile
		e.line.clear()
		_ = writeAnswer(e.out, printed{Answer: e.answer, source: e.source}, e.screens.width) // the output keeps its error
		fmt.Fprint(e.out, "\nThe model has not replied yet: this answer is taken from the text.\n\n")
		_ = e.out.finish()
	}
	e.line.say(s.Message)
}

// isAll reports whether the early answer is all that there is, since the model failed.
func (e *early) isAll(a *replies.Answer) bool {
	return e.answer != nil && a.ModelFailure() != "" && a.Answer == e.answer.Answer
}
