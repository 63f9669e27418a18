package lsp

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"docuquest/core/answer/render"
	"docuquest/core/answer/replies"
	"docuquest/core/code/languages"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// An answer that is inserted below a question is lines that start with "!!", as
// questions start with "??":
//
//	?? When was the temple dug out?
//
//	> !! It was dug out in 1931. [\[1\]](temple.md#L3)
//
// In Markdown they are a quotation whose numbers are links, in code comments like
// that of the question, with a line for each source. The lines below a question that
// have the mark are its answer: asked again, they are replaced, and whatever the
// user has written above, below or instead of them stays. Without their marks they
// are the user's own. What has the mark counts for nothing where passages are judged;
// see [text.WithoutQuestions].

// answerMark starts each line of an inserted answer; see [text.MarkedAnswer].
const answerMark = "!! "

// insertedWidth is the length in characters beyond which a line is wrapped, where
// editors do not wrap it as a paragraph.
const insertedWidth = 100

// mostGap is how many empty lines may be between a question and its answer, or
// between two lines of that.
const mostGap = 2

// An insertion is how an answer is written below the last line of a question.
type insertion struct {
	place  place  // on that line
	before string // what each line starts with
	behind string // what each line ends with
	lead   string // a line above the answer, if lead is set
	apart  bool   // paragraphs are parted by empty lines
}

// insertionBelow reports how an answer is written below a question, and reports false
// where no line can be added that means nothing to a program.
func insertionBelow(f file.File, q placedQuestion, e text.Encoding) (insertion, bool) {
	lines := text.NewLines(f.Content)
	p := placeAt(f, lines.Position(q.where.End, e), e)
	switch {
	case file.IsCode(f.Language):
		return p.inComment()
	case f.Language == "markdown":
		in := insertion{place: p, before: p.margin() + "> ", apart: true}
		if strings.HasPrefix(strings.TrimLeft(p.of(p.line), " \t"), ">") { // it goes on with the quotation of the question
			in.lead = strings.TrimRight(in.before, " ")
		}
		return in, true
	}
	// In other languages, such as YAML, a line of text is not allowed everywhere.
	isProse := slices.Contains([]string{"", "plaintext", "asciidoc", "restructuredtext", "org"}, f.Language)
	return insertion{place: p, before: p.margin()}, isProse || !q.selected
}

// margin is the white space in front of what is added to the block of a line: its
// own, and the width of the marks of its items.
func (p place) margin() string {
	line := p.line
	for p.startsItem(line) {
		line.Start += len(itemMark.FindString(p.of(line)))
	}
	items := p.of(text.Span{Start: p.line.Start, End: line.Start})
	own := p.indent()
	if len(items) <= len(own) {
		return own
	}
	return own + strings.Repeat(" ", utf8.RuneCountInString(items[len(own):]))
}

// indent is the white space that a line starts with.
func (p place) indent() string {
	content := p.of(p.line)
	return content[:len(content)-len(strings.TrimLeft(content, " \t"))]
}

// inComment writes comments like the one that the line has or, where it has none, as
// the language has them.
func (p place) inComment() (insertion, bool) {
	mark, at, ok := p.comment(p.line)
	own, has := lineComment(p.file.Language)
	// The % of a division and the # of a colour begin no comment.
	if begins := mark == "/*" || mark == "*" || has && own != "" && ok && own[0] == mark[0]; !ok || !begins {
		return insertion{place: p, before: p.indent() + own + " "}, has
	}
	rest := p.of(p.line)[at:]
	closed := strings.Contains(rest, "*/")
	switch {
	case closed && (mark == "/*" || mark == "*"):
		return insertion{place: p, before: strings.TrimSuffix(p.indent(), " ") + "/* ", behind: " */"}, true
	case mark == "/*":
		return insertion{place: p, before: p.indent() + " * "}, true
	case mark != "*":
		mark = rest[:len(rest)-len(strings.TrimLeft(rest, mark[:1]+"!"))] // as in /// and ;;
	}
	return insertion{place: p, before: p.indent() + mark + " "}, true
}

// lineComment is what comments start with in a language that has some which end with
// their line. In pages, only their scripts have such.
func lineComment(language string) (mark string, ok bool) {
	l := languages.Of(language)
	switch {
	case !l.IsProgram:
		return "//", true
	case len(l.Line) == 0, language == "svelte", language == "vue":
		return "", false
	case l.Line[0] == ";":
		return ";;", true
	}
	return l.Line[0], true
}

// edit puts lines below the question, in the place of an answer that is there
// already.
func (in insertion) edit(lines []string) (replaced text.Span, with string) {
	newline := in.newline()
	block := in.block(lines, newline)
	if old, ok := in.earlier(); ok {
		return old, block
	}
	lead, trail := "", ""
	if in.apart {
		lead = in.lead + newline
		next := "" // the line below the question
		if n := in.place.number + 1; n < in.place.lines.Count() {
			next = in.place.of(in.place.lines.Line(n))
		}
		if strings.TrimSpace(next) != "" {
			trail = newline
		}
		if strings.HasPrefix(strings.TrimLeft(next, " \t"), ">") {
			trail += strings.TrimRight(in.before, " ")
		}
	}
	end := in.place.line.End
	return text.Span{Start: end, End: end}, newline + lead + block + trail
}

// block writes the lines of an answer.
func (in insertion) block(lines []string, newline string) string {
	between := newline
	if in.apart {
		between += strings.TrimRight(in.before, " ") + newline
	}
	marked := make([]string, len(lines))
	for i, said := range lines {
		if file.IsCode(in.place.file.Language) { // a line neither ends its comment nor takes the next one into it
			if strings.HasSuffix(in.before, "* ") {
				said = strings.ReplaceAll(said, "*/", "* /")
			}
			said = strings.TrimRight(said, `\ `)
		}
		marked[i] = in.before + answerMark + said + in.behind
	}
	return strings.Join(marked, between)
}

// earlier finds the answer that is below the question.
func (in insertion) earlier() (text.Span, bool) {
	p := in.place
	var found text.Span
	gap := 0
	for n := p.number + 1; n < p.lines.Count() && gap <= mostGap; n++ {
		line := p.lines.Line(n)
		switch said := p.of(line); {
		case in.isAnswer(line):
			if found.Empty() {
				found.Start = line.Start
			}
			found.End, gap = line.End, 0
		case trimmed(said) == "" || trimmed(said) == trimmed(in.before):
			gap++
		default:
			return found, !found.Empty()
		}
	}
	return found, !found.Empty()
}

// trimmed is a line without what looks empty in every editor: a form feed, or another
// sign that is no letter either, is somebody's own.
func trimmed(line string) string { return strings.Trim(line, " \t\r") }

// isAnswer reports whether a line is one of an inserted answer; in code it has to be a
// comment.
func (in insertion) isAnswer(line text.Span) bool {
	if !text.MarkedAnswer(in.place.of(line)) {
		return false
	}
	_, _, isComment := in.place.comment(line)
	return isComment || !file.IsCode(in.place.file.Language)
}

// newline is how lines end where the answer goes.
func (in insertion) newline() string {
	behind := in.place.file.Content[in.place.line.End:]
	if strings.HasPrefix(behind, "\r\n") || behind == "" && strings.Contains(in.place.file.Content, "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// lines returns an answer as it is written there: the lines of linked, which is the
// answer as Markdown with its links, or plain text with the sources below.
func (in insertion) lines(a *replies.Answer, linked string) []string {
	if in.apart {
		return statements(linked)
	}
	var all []string
	width := insertedWidth - utf8.RuneCountInString(in.before+answerMark+in.behind)
	for _, said := range statements(a.Markdown) {
		all = append(all, strings.Split(render.Wrap(plainText(said), width, ""), "\n")...)
	}
	for _, c := range a.Citations {
		all = append(all, fmt.Sprintf("[%d] %s", c.Number, visible(placeName(c))))
	}
	return all
}

// statements are the lines of an answer, without the marks of a list.
func statements(markdown string) []string {
	var all []string
	for line := range strings.Lines(markdown) {
		if line = strings.TrimPrefix(strings.TrimSpace(line), "- "); line != "" {
			all = append(all, line)
		}
	}
	return all
}

// placeName names the line or the page of a citation, as people write it.
func placeName(c replies.Citation) string {
	if replies.OnWeb(c.URI) {
		return string(c.URI)
	}
	return c.Place()
}

// italics matches the start of a stretch in italics, with its end.
var italics = regexp.MustCompile(`^\*(?:[^\s*\\/]|\\.)(?:[^*\\]|\\.)*\*`)

// plainText takes a line of our Markdown for what it shows.
func plainText(markdown string) string {
	var out strings.Builder
	italic := false
	s := render.WithoutAddresses(visible(markdown))
	for at := 0; at < len(s); at++ {
		switch {
		case strings.HasPrefix(s[at:], "**"):
			at++
			continue
		case s[at] == '*' && (italic || italics.MatchString(s[at:])):
			italic = !italic
			continue
		case s[at] == '`':
			rest := strings.TrimLeft(s[at:], "`")
			marks := s[at : len(s)-len(rest)]
			code := marks + rest[:text.CodeLength(rest, marks)]
			out.WriteString(code)
			at += len(code) - 1
			continue
		case s[at] == '\\' && at+1 < len(s) && strings.IndexByte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", s[at+1]) >= 0:
			at++
		}
		out.WriteByte(s[at])
	}
	return strings.TrimSpace(out.String())
}
