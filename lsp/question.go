package lsp

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"docuquest/core/agent"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// shortestQuestion is the number of words below which a sentence with a
// question mark is not taken for something to be answered.
const shortestQuestion = 2

// longestQuestion is how many lines a question may go over.
const longestQuestion = 10

// question finds the question that a position points at, and where it is:
//
//   - a line that starts with ??, in code one of a comment;
//   - a line of Markdown that starts with > ?;
//   - any other sentence, if the position is on the question mark at its end;
//     in code only within a comment.
//
// Question marks are those of any script in questionMarks.
func (p place) question() (question string, where text.Span, ok bool) {
	body := p.prose(p.line)
	if body.Empty() {
		return "", text.Span{}, false
	}
	if marked, ok := p.marked(body); ok {
		return worthAsking(marked, body)
	}
	mark, ok := p.sentenceEnd()
	if !ok || !body.Contains(p.at) {
		return "", text.Span{}, false
	}
	where = text.Span{Start: p.sentenceStart(body), End: mark.End}
	return worthAsking(p.plain(where), where)
}

// isMarked reports whether the line starts with the marks of a question.
func (p place) isMarked() bool {
	body := p.prose(p.line)
	_, ok := p.marked(body)
	return ok && !body.Empty()
}

// marked gives the question of a line whose prose starts with the marks of one; it
// may say nothing.
func (p place) marked(body text.Span) (question string, ok bool) {
	if question, marks := cutQuestionMarks(p.of(body)); 2 <= marks {
		return question, true
	}
	if quoted, ok := strings.CutPrefix(p.of(body), ">"); ok && p.file.Language == "markdown" {
		if question, marks := cutQuestionMarks(strings.TrimSpace(quoted)); 1 <= marks {
			return question, true
		}
	}
	return "", false
}

const (
	// fullWidthMark needs no space behind it: its scripts are written without.
	fullWidthMark = "？"
	questionMarks = "?؟" + fullWidthMark
)

// cutQuestionMarks takes the question marks off the start of a line and counts
// them.
func cutQuestionMarks(line string) (rest string, marks int) {
	rest = strings.TrimLeft(line, questionMarks)
	return rest, utf8.RuneCountInString(line[:len(line)-len(rest)])
}

// worthAsking trims a question and refuses one that says nothing, or is longer
// than one may be.
func worthAsking(question string, where text.Span) (string, text.Span, bool) {
	question = text.OneLine(question)
	words := 0
	for range text.Words(question) {
		words++
	}
	if words < shortestQuestion || agent.MaxQuestionWords < words {
		return "", text.Span{}, false
	}
	return question, where, true
}

// sentenceEnd gives the question mark at the position, if nothing but a closing
// mark, white space or the end of the line follows it. The question marks
// of addresses and of programs have something else there.
func (p place) sentenceEnd() (text.Span, bool) {
	rest := p.of(text.Span{Start: p.at, End: p.line.End})
	first, size := utf8.DecodeRuneInString(rest)
	if rest == "" || !strings.ContainsRune(questionMarks, first) {
		return text.Span{}, false
	}
	mark := text.Span{Start: p.at, End: p.at + size}
	rest = strings.TrimLeft(rest[size:], questionMarks+`!"')]*_”’»`)
	ends := string(first) == fullWidthMark || rest == "" || rest[0] == ' ' || rest[0] == '\t'
	return mark, ends
}

// sentenceStart gives where the sentence that ends at the position starts. body
// is the prose of its line. A sentence may go over several lines, but over no
// empty one.
func (p place) sentenceStart(body text.Span) int {
	for n := p.number; ; n-- {
		before := text.Span{Start: body.Start, End: min(body.End, p.at)}
		if at, ok := afterSentence(p.of(before)); ok {
			return body.Start + at
		}
		if n == 0 || n+longestQuestion == p.number+1 || p.startsItem(p.lines.Line(n)) {
			return body.Start
		}
		above := p.prose(p.lines.Line(n - 1))
		if above.Empty() || strings.IndexByte("#>|", p.of(above)[0]) >= 0 { // a heading, an item or a quote
			return body.Start
		}
		body = above
	}
}

// sentenceEnds matches what is between two sentences.
var sentenceEnds = regexp.MustCompile(`[.!?:؟] +|[。！？] *`)

// afterSentence gives where the last sentence of s starts, if one ends in front
// of it.
func afterSentence(s string) (int, bool) {
	all := sentenceEnds.FindAllStringIndex(s, -1)
	for i := len(all) - 1; 0 <= i; i-- {
		if start, end := all[i][0], all[i][1]; 0 < start && end < len(s) {
			return end, true
		}
	}
	return 0, false
}

// itemMark matches the mark of a list's item at the start of a line.
var itemMark = regexp.MustCompile(`^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+`)

// mostItems bounds the items that begin one inside the other in one line.
const mostItems = 20

// startsItem reports whether an item of a list begins with a line of prose.
func (p place) startsItem(line text.Span) bool {
	return !file.IsCode(p.file.Language) && itemMark.MatchString(p.of(line))
}

// prose gives the part of a line that people read: in code the text of its
// comment, elsewhere all of it without the marks of lists. It is empty if there
// is none.
func (p place) prose(line text.Span) text.Span {
	if !file.IsCode(p.file.Language) {
		for n := 0; n < mostItems && p.startsItem(line); n++ {
			line.Start += len(itemMark.FindString(p.of(line)))
		}
		return p.trim(line, " \t-*+")
	}
	_, at, ok := p.comment(line)
	if !ok {
		return text.Span{}
	}
	said := text.Span{Start: line.Start + at, End: line.End}
	if end := strings.LastIndex(p.of(said), "*/"); 0 < end && end+len("*/") == len(strings.TrimRight(p.of(said), " \t")) {
		said.End = said.Start + end
	}
	return p.trim(said, " \t/*#-;%")
}

// comment gives the mark of the comment in a line of code, and where it occurs in the
// line.
func (p place) comment(line text.Span) (mark string, at int, ok bool) {
	content := p.of(line)
	for _, mark := range []string{"//", "#", "--", ";", "%", "/*", "*"} {
		at := strings.Index(content, mark)
		if at < 0 || at != 0 && !strings.HasSuffix(content[:at], " ") && !strings.HasSuffix(content[:at], "\t") {
			continue
		}
		if mark == "*" && strings.TrimSpace(content[:at]) != "" { // a product
			continue
		}
		return mark, at, true
	}
	return "", 0, false
}

// trim takes the given characters off the start of a span, and white space off
// its end.
func (p place) trim(s text.Span, cutset string) text.Span {
	content := p.of(s)
	s.Start += len(content) - len(strings.TrimLeft(content, cutset))
	s.End -= len(content) - len(strings.TrimRight(content, " \t"))
	if s.End < s.Start {
		return text.Span{}
	}
	return s
}

// plain gives the prose of a span that may go over several lines.
func (p place) plain(s text.Span) string {
	var out strings.Builder
	for n := p.lines.Position(s.Start, text.UTF8).Line; n <= p.number; n++ {
		body := p.prose(p.lines.Line(n))
		out.WriteString(p.of(text.Span{Start: max(body.Start, s.Start), End: min(body.End, s.End)}))
		out.WriteByte(' ')
	}
	return out.String()
}
