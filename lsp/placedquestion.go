package lsp

import (
	"strings"

	"docuquest/core/file"
	"docuquest/core/language/text"
)

// passageWords is the number of words up to which a selection is a question as it
// is. A longer one without a question mark at its end is a passage that
// somebody wants to know more about.
const passageWords = 16

// longestSelection in bytes is how much may be selected to be asked about: far more than
// the words of the longest question take. What is longer is not read.
const longestSelection = 64 << 10

// aboutPassage is put in front of such a passage. Its words are ones that no search
// looks for.
const aboutPassage = "What more is there about this? "

// A placedQuestion is what somebody asks at a place of a file.
type placedQuestion struct {
	question string
	where    text.Span // the marked line, the sentence or the selection that asks
	said     string    // what is there, by which the place is located later
	selected bool      // it is a selection, and no question by its own looks
}

// questionAt finds what is asked at a range of a file: by the question that its first
// place points at or, if that is none, by what is selected. Some clients have
// one character selected always, and some whole lines with their ends.
func questionAt(f file.File, r text.Range, e text.Encoding) (placedQuestion, bool) {
	p := placeAt(f, r.Start, e)
	selection := p.withoutAnswer(p.lines.Span(r, e).Trim(f.Content))
	switch {
	case selection.Empty():
		return pointedQuestion(p)
	case longestSelection < selection.Len():
		return placedQuestion{}, false
	}
	p = placeAt(f, p.lines.Position(selection.Start, e), e)
	if selection.End <= p.line.End {
		if q, ok := pointedQuestion(p); ok {
			return q, true
		}
	}
	question, where, ok := worthAsking(p.selected(selection), selection)
	if !ok {
		return placedQuestion{}, false
	}
	words := 0
	for range text.Words(question) {
		words++
	}
	if passageWords < words && !strings.ContainsAny(lastRune(question), questionMarks) {
		question = aboutPassage + question
	}
	return placedQuestion{question, where, p.of(where), true}, true
}

// withoutAnswer ends a selection where an inserted answer begins below its first line.
func (p place) withoutAnswer(s text.Span) text.Span {
	first := p.lines.Position(s.Start, text.UTF8).Line
	for n := first + 1; n < p.lines.Count() && p.lines.Line(n).Start < s.End; n++ {
		if text.MarkedAnswer(p.of(p.lines.Line(n))) {
			return text.Span{Start: s.Start, End: p.lines.Line(n).Start}.Trim(p.file.Content)
		}
	}
	return s
}

// pointedQuestion finds the question that a place points at.
func pointedQuestion(p place) (placedQuestion, bool) {
	question, where, ok := p.question()
	return placedQuestion{question: question, where: where, said: p.of(where)}, ok
}

// selected gives the text of a selection that starts on the place's line. Where it
// starts with a comment or with prose, the marks of comments and lists are no part
// of what is asked.
func (p place) selected(s text.Span) string {
	_, at, isComment := p.comment(p.line)
	followsCode := file.IsCode(p.file.Language) && isComment && strings.TrimSpace(p.of(p.line)[:at]) != ""
	if p.prose(p.line).Empty() || s.Start < p.line.Start || followsCode {
		return p.of(s)
	}
	last := p
	last.number = p.lines.Position(s.End, text.UTF8).Line
	if said := strings.TrimSpace(last.plain(s)); said != "" {
		rest, _ := cutQuestionMarks(strings.TrimSpace(strings.TrimPrefix(said, ">")))
		return rest
	}
	return p.of(s)
}

func lastRune(s string) string {
	s = strings.TrimRight(s, `!"')]*_”’»`)
	return s[runeBoundary(s, max(0, len(s)-1)):]
}

// in finds where the same is asked in a later text of the file: at the place that
// is nearest to where it was.
func (q placedQuestion) in(content string) (text.Span, bool) {
	if q.said == "" {
		return text.Span{}, false
	}
	behind, isBehind := q.firstFrom(content, min(q.where.Start, len(content)))
	before, isBefore := q.lastBefore(content, min(q.where.Start, len(content)))
	if isBehind && (!isBefore || distance(behind, q.where) < distance(before, q.where)) {
		return behind, true
	}
	return before, isBefore
}

// firstFrom is the first place at or behind an offset where all of it is asked.
func (q placedQuestion) firstFrom(content string, from int) (text.Span, bool) {
	for {
		next := strings.Index(content[from:], q.said)
		if next < 0 {
			return text.Span{}, false
		}
		here := text.Span{Start: from + next, End: from + next + len(q.said)}
		if q.whole(content, here) {
			return here, true
		}
		from = here.Start + 1
	}
}

// lastBefore is the last place before an offset where all of it is asked.
func (q placedQuestion) lastBefore(content string, offset int) (text.Span, bool) {
	for {
		last := strings.LastIndex(content[:min(offset+len(q.said)-1, len(content))], q.said)
		if last < 0 {
			return text.Span{}, false
		}
		here := text.Span{Start: last, End: last + len(q.said)}
		if q.whole(content, here) {
			return here, true
		}
		offset = last
	}
}

// whole reports whether what was found is all of a question, and not the start of
// one that has become longer.
func (q placedQuestion) whole(content string, at text.Span) bool {
	if q.selected {
		return true
	}
	rest := strings.TrimLeft(content[at.End:], " \t\r")
	return rest == "" || rest[0] == '\n' || strings.HasPrefix(rest, "*/") || strings.ContainsAny(lastRune(q.said), questionMarks)
}

func distance(a, b text.Span) int { return max(a.Start-b.Start, b.Start-a.Start) }
