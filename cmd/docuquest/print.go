package main

import (
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"docuquest/core/agent"
	"docuquest/core/answer"
	"docuquest/core/answer/render"
	"docuquest/core/file"
)

// A printed answer is one with what has to be known to print it.
type printed struct {
	*agent.Answer
	verbatim bool // its text is the reply of a model, as it came
	kept     bool // its pages can be drawn
	plain    bool // its text is shown without marks of Markdown
	// source is what was read for it, so that its places can be opened; the zero target
	// shows them as paths in the folder that was asked.
	source target
}

// text is the answer as a person reads it. What we write is Markdown; the words
// of a model and a refusal are shown as they are.
func (a printed) text() string {
	switch {
	case a.plain:
		return render.Text(a.Markdown, nil)
	case a.verbatim || a.Refused:
		return a.Answer.Answer
	case a.Writer == "extractive":
		return unescaped(itemTitle.ReplaceAllString(a.Answer.Answer, "- $1: "))
	}
	return unescaped(a.Answer.Answer)
}

// itemTitle matches the title of a document at the start of what was taken from
// it.
var itemTitle = regexp.MustCompile(`(?m)^- \*\*((?:[^*\\\n]|\\.)+)\*\*: `)

// writeAnswer prints an answer for people: its text, then where it stands.
func writeAnswer(to io.Writer, a printed, width int) error {
	var b strings.Builder
	b.WriteString(wrap(printable(a.text()), width, "") + "\n")
	if len(a.Citations) > 0 {
		b.WriteByte('\n')
	}
	for _, c := range a.Citations {
		fmt.Fprintf(&b, "[%d] %s  %q\n", c.Number, a.source.placeOf(c), quotable(c.Quote))
	}
	remarks := a.Remarks()
	if a.verbatim { // the words of the model stand as they came; which documents it was given is ours to say
		remarks = slices.DeleteFunc([]string{a.Cut()}, func(s string) bool { return s == "" })
	}
	for _, remark := range remarks {
		b.WriteString("\n" + wrap(printable(remark), width, "") + "\n")
	}
	if a.kept {
		fmt.Fprintf(&b, "\nTo see a page with its quotes marked: docuquest page --mark %s --png OUT FILE N\n", a.ID)
	}
	if !a.Refused {
		writeUnsupported(&b, a, width)
	}
	_, err := io.WriteString(to, b.String())
	return err
}

// An early answer is what the text says while the model that was asked has not replied. It
// is shown to a person, who may read it meanwhile; programs get one answer.
type early struct {
	*program
	out    *output
	line   *progressLine
	shows  bool // a person reads what is printed
	source target

	shown *agent.Answer // nil for none
}

// stage shows a stage on the progress line, and the early answer above it.
func (e *early) stage(s agent.Stage) {
	if s.Meanwhile != nil && e.shows {
		e.shown = s.Meanwhile
		e.line.clear()
		_ = writeAnswer(e.out, printed{Answer: e.shown, source: e.source}, e.screens.width) // the output keeps its error
		fmt.Fprint(e.out, "\nThe model has not replied yet: this answer is taken from the text.\n\n")
		_ = e.out.finish()
	}
	e.line.stage(s)
}

// isAll reports whether the early answer is all that there is, since the model failed.
func (e *early) isAll(a *agent.Answer) bool {
	return e.shown != nil && a.ModelFailure() != "" && a.Answer == e.shown.Answer
}

// writeUnsupported tells of the statements that no quote holds. The words of a
// model that are shown as they came hold them still, so that their number will
// do; from any other answer they were left out.
func writeUnsupported(b *strings.Builder, a printed, width int) {
	switch n := len(a.Unsupported); {
	case n == 0:
	case !a.verbatim:
		b.WriteString("\nLeft out, since no file holds it:\n")
		for _, s := range a.Unsupported {
			b.WriteString(wrap("- "+oneLine(s), width, "") + "\n")
		}
	case n == 1:
		b.WriteString("\nUnchecked: for one of these statements there is no quote.\n")
	default:
		fmt.Fprintf(b, "\nUnchecked: for %d of these statements there is no quote.\n", n)
	}
}

// writeHits prints passages for people, best first.
func writeHits(to io.Writer, r *agent.SearchReply, width int) error {
	var b strings.Builder
	if len(r.Hits) == 0 {
		b.WriteString("Not in your files.\n\n")
	}
	for i, h := range r.Hits {
		fmt.Fprintf(&b, "[%d] %s", i+1, place(h.Path, h.Range, h.Page))
		if len(h.Titles) > 0 {
			b.WriteString("  " + oneLine(strings.Join(h.Titles, " > ")))
		}
		b.WriteString(copies(h))
		if h.Beside != "" {
			b.WriteString("  (" + oneLine(h.Beside) + ")")
		}
		b.WriteString("\n" + beside("above", h.Above, width) + beside("before", h.Before, width))
		b.WriteString(excerpt(h, width) + "\n" + beside("after", h.After, width) + "\n")
	}
	writeMissing(&b, r, width)
	_, err := io.WriteString(to, b.String())
	return err
}

// beside is how the texts beside a passage begin, each below a word that says where it
// stands.
func beside(where string, texts []string, width int) string {
	const indent, mostCharacters = "    ", 200
	var b strings.Builder
	for _, text := range texts {
		b.WriteString(wrap("("+where+") "+cut(quotable(text), mostCharacters), width, indent) + "\n")
	}
	return b.String()
}

// copies names the first of the files that say the same as a passage.
func copies(h agent.Hit) string {
	const most = 3
	named := h.CopiesIn[:min(most, len(h.CopiesIn))]
	switch more := h.Copies - len(named); {
	case h.Copies == 0:
		return ""
	case more > 0:
		return fmt.Sprintf("  (also in %s and %d more)", oneLine(strings.Join(named, ", ")), more)
	}
	return fmt.Sprintf("  (also in %s)", oneLine(strings.Join(named, ", ")))
}

// writePassages prints passages whole: the titles on the way to each, what stands
// in the file, and what is searched.
func writePassages(to io.Writer, r *agent.SearchReply, width int) error {
	var b strings.Builder
	if len(r.Hits) == 0 {
		b.WriteString("Not in this file.\n\n")
	}
	for i, h := range r.Hits {
		fmt.Fprintf(&b, "[%d] %s  score %.3f\n", i+1, place(h.Path, h.Range, h.Page), h.Score)
		if len(h.Titles) > 0 {
			fmt.Fprintf(&b, "    Context: %s\n", oneLine(strings.Join(h.Titles, " > ")))
		}
		if h.Beside != "" {
			fmt.Fprintf(&b, "    Beside: %s\n", oneLine(h.Beside))
		}
		b.WriteString(beside("above", h.Above, width) + beside("before", h.Before, width))
		fmt.Fprintf(&b, "    Original content:\n%s    Chunk:\n%s", indented(h.Original), indented(h.Chunk))
		b.WriteString(beside("after", h.After, width) + "\n")
	}
	writeMissing(&b, r, width)
	_, err := io.WriteString(to, b.String())
	return err
}

// indented is a text with its own lines, below the heading of a part.
func indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(printable(text)) {
		b.WriteString(strings.TrimRight("        "+line, " \t\n") + "\n")
	}
	return b.String()
}

// writeMissing tells how a query was taken, what was sent for it, and of its words that
// stand nowhere.
func writeMissing(b *strings.Builder, r *agent.SearchReply, width int) {
	for _, remark := range append(r.Remarks(), r.SentLines()...) {
		b.WriteString(wrap(printable(remark), width, "") + "\n")
	}
	if len(r.Missing) > 0 {
		b.WriteString(wrap("These words stand nowhere: "+oneLine(strings.Join(r.Missing, ", "))+".", width, "") + "\n")
	}
}

// excerpt is the first part of a passage, or the part around the words that were found
// if these are further behind: lines of code as they are, anything else as running text.
// The place says where the rest is.
func excerpt(h agent.Hit, width int) string {
	const indent, mostLines, mostCharacters = "    ", 6, 300
	if h.Kind != "code" {
		return wrap(cut(quotable(fromMatch(h.Text, h.Match, mostCharacters)), mostCharacters), width, indent)
	}
	lines := strings.Split(strings.TrimRight(h.Text, "\n"), "\n")
	line := min(strings.Count(h.Text[:h.Match], "\n"), len(lines)-1)
	inLine := h.Match - (strings.LastIndexByte(h.Text[:h.Match], '\n') + 1)
	lines[line] = fromMatch(lines[line], min(inLine, len(lines[line])), mostCharacters)
	if line >= mostLines {
		const above = 2
		lines = append([]string{"…"}, lines[line-above:]...)
	}
	if len(lines) > mostLines {
		lines = append(lines[:mostLines:mostLines], "…")
	}
	for i, line := range lines {
		lines[i] = strings.TrimRight(indent+cut(printable(line), mostCharacters), " ")
	}
	return strings.Join(lines, "\n")
}

// fromMatch is a text from some words before the byte where something was found, if
// the first characters of it do not hold that.
func fromMatch(text string, match, most int) string {
	const before, longestWord = 60, 40 // bytes
	if match < most-longestWord {
		return text
	}
	start := match - before
	if space := strings.IndexAny(text[start:match], " \n"); space >= 0 {
		start += space + 1
	}
	for start < match && !utf8.RuneStart(text[start]) {
		start++
	}
	return "…" + text[start:]
}

// writeIndex prints for people what is searched and what is not.
func writeIndex(to io.Writer, s agent.Status, elapsed time.Duration, width int) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Indexed %d of %d files in %.2f s: %d different terms, %d words, %s of text.\n",
		s.Files, s.Of, elapsed.Seconds(), s.Sizes["terms"], s.Sizes["tokens"], amount(s.Sizes["bytes"]))
	b.WriteString(vectorLine(s.Vectors))
	if s.Skipped.Count > 0 {
		fmt.Fprintf(&b, "\nLeft out, files and whole folders: %d\n", s.Skipped.Count)
	}
	for _, reason := range slices.Sorted(maps.Keys(s.Skipped.Reasons)) {
		line := fmt.Sprintf("- %s: %d", reason, s.Skipped.Reasons[reason])
		if paths := firstPaths(s.Skipped, reason); paths != "" {
			line += " (" + paths + ")"
		}
		b.WriteString(wrap(oneLine(line), width, "") + "\n")
	}
	_, err := io.WriteString(to, b.String())
	return err
}

// amount is a number of bytes as people say it.
func amount(bytes int64) string {
	if bytes < 1<<20 {
		return fmt.Sprintf("%.1f KiB", float64(bytes)/(1<<10))
	}
	return fmt.Sprintf("%.1f MiB", float64(bytes)/(1<<20))
}

// firstPaths names a few of the files that were left out for a reason, each with what
// its own reason says besides.
func firstPaths(s agent.Skipped, reason string) string {
	const most = 4
	var paths []string
	between := ", "
	for _, f := range s.First {
		if string(file.Reason(f.Reason).Kind()) != reason {
			continue
		}
		if len(paths) == most {
			break
		}
		path := f.Path
		if own, ok := strings.CutPrefix(f.Reason, reason+": "); ok {
			path, between = path+": "+own, "; "
		}
		paths = append(paths, path)
	}
	if len(paths) > 0 && len(paths) < s.Reasons[reason] {
		paths = append(paths, "...")
	}
	return strings.Join(paths, between)
}

// place is where a range begins, as editors and compilers write it: with lines
// and columns from 1. On a page, whose lines nobody counts, the page is enough.
func place(path string, r agent.Range, page int) string {
	if page > 0 {
		return fmt.Sprintf("%s, page %d", oneLine(path), page)
	}
	return fmt.Sprintf("%s:%d:%d", oneLine(path), r.Start.Line+1, r.Start.Character+1)
}

// quotable is a piece of a file on one line, without marks of layout.
func quotable(raw string) string { return oneLine(answer.Display(raw)) }
