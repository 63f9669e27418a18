package answer

import (
	"fmt"
	"slices"
	"strings"

	"docuquest/core/language/text"
)

// A limiter adds statements to a draft, and calls Request.Each with them, within the limits
// of the request; see Request.Words and Request.Citations. It is for one goroutine.
type limiter struct {
	request Request
	draft   *Draft

	words int            // of the statements up to here
	cited map[Quote]bool // the quotes that have a place
	held  []Statement    // wait for the places that the first quotes of others leave
	over  string         // the limit that a statement exceeded, "" while there is room
}

func newLimiter(q Request, d *Draft) *limiter {
	return &limiter{request: q, draft: d, cited: map[Quote]bool{}}
}

// add adds the next statement, and reports whether there may be room for more. The caller
// calls flush after the last one.
func (l *limiter) add(s Statement) (more bool) {
	if l.over != "" {
		return false
	}
	words := wordsIn(s.Text)
	if l.request.Words > 0 && l.words > 0 && isOver(l.words+words, l.request.Words) {
		l.over = fmt.Sprintf("it was cut at the limit of %s", text.Counted(l.request.Words, "word"))
		return false
	}
	if len(s.Quotes) > 0 && !l.place(s.Quotes[0]) {
		l.over = fmt.Sprintf("it was cut at the limit of %s", text.Counted(l.request.Citations, "citation"))
		return false
	}
	l.words += words
	l.held = append(l.held, s)
	if l.request.Citations > 0 && len(l.cited) == l.request.Citations {
		l.flush()
		return true
	}
	waits := func(q Quote) bool { return l.request.Citations > 0 && !l.cited[q] }
	for len(l.held) > 0 && !slices.ContainsFunc(l.held[0].Quotes, waits) {
		l.pass(l.held[0])
		l.held = l.held[1:]
	}
	return true
}

// place gives a quote a place, unless it has one, and reports whether it has one now.
func (l *limiter) place(q Quote) bool {
	switch {
	case l.request.Citations <= 0 || l.cited[q]:
		return true
	case len(l.cited) == l.request.Citations:
		return false
	}
	l.cited[q] = true
	return true
}

// flush passes on the statements that wait, with as many further quotes as there are places.
func (l *limiter) flush() {
	for _, s := range l.held {
		var kept []Quote
		for _, q := range s.Quotes {
			if l.place(q) {
				kept = append(kept, q)
			}
		}
		s.Quotes = kept
		l.pass(s)
	}
	l.held = nil
}

// pass adds a statement to the draft.
func (l *limiter) pass(s Statement) {
	l.draft.Statements = append(l.draft.Statements, s)
	if l.request.Each != nil {
		l.request.Each(s)
	}
}

// isOver reports whether an answer exceeds its limit of words by more than a quarter.
func isOver(words, limit int) bool { return 4*words > 5*limit }

// note returns the effect of the limits in a sentence or two, "" where they changed nothing.
func (l *limiter) note() string { return text.OneLine(incomplete(l.over) + " " + l.unkept()) }

// unkept returns a sentence for a limit of words that the first statement exceeds by itself,
// "" where the limit is kept.
func (l *limiter) unkept() string {
	if l.request.Words <= 0 || !isOver(l.words, l.request.Words) {
		return ""
	}
	return unkeptAt(l.request.Words)
}

func unkeptAt(words int) string {
	return fmt.Sprintf("The limit of %s is not kept: one statement is always given, and whole.", text.Counted(words, "word"))
}

// Within returns a draft that keeps to the limits of a request, as its writer did before
// statements of it were replaced. Its note reports whether it had to be cut, and whether the
// first statement exceeds the limit; such a sentence about a statement that was replaced is
// removed. It does not call Each.
func (d Draft) Within(q Request) Draft {
	q.Each = nil
	cut := d
	cut.Statements = nil
	limits := newLimiter(q, &cut)
	for _, s := range d.Statements {
		if !limits.add(s) {
			break
		}
	}
	limits.flush()
	if strings.Contains(d.Note, limits.over) {
		limits.over = "" // part of the note already
	}
	cut.Note = text.OneLine(strings.ReplaceAll(d.Note, unkeptAt(q.Words), "") + " " + limits.note())
	return cut
}

// incomplete returns a sentence with the reasons why an answer may not be whole; reasons that
// are "" do not count.
func incomplete(reasons ...string) string {
	reasons = slices.DeleteFunc(reasons, func(reason string) bool { return reason == "" })
	if len(reasons) == 0 {
		return ""
	}
	return "The answer may be incomplete: " + strings.Join(reasons, ", and ") + "."
}

// wordsIn counts the words of a statement; two characters of a script without spaces
// count as one.
func wordsIn(s string) int {
	count, pairs := 0, 0
	for w := range text.Words(s) {
		if w.Bigram {
			pairs++
		} else {
			count++
		}
	}
	return count + (pairs+1)/2
}
