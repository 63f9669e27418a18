package answer

import (
	"fmt"
	"slices"
	"strings"

	"docuquest/core/language/text"
)

// A limiter puts statements into a draft, and tells Request.Each of them, as far as
// the limits of the request go; see Request.Words and Request.Citations. It is for
// one goroutine.
type limiter struct {
	request Request
	draft   *Draft

	said  int            // words of what was let through
	cited map[Quote]bool // the quotes that have their place
	held  []Statement    // wait for what places the first quotes of others leave
	over  string         // the limit that a statement went beyond, "" while there is room
}

func newLimiter(q Request, d *Draft) *limiter {
	return &limiter{request: q, draft: d, cited: map[Quote]bool{}}
}

// add takes the next statement, and says whether there may be room for more. flush has
// to be called behind the last one.
func (l *limiter) add(s Statement) (more bool) {
	words := wordsIn(s.Text)
	switch {
	case l.over != "":
	case l.request.Words > 0 && l.said > 0 && isOver(l.said+words, l.request.Words):
		l.over = fmt.Sprintf("it was cut at the limit of %s", counted(l.request.Words, "word"))
	case !l.place(s):
		l.over = fmt.Sprintf("it was cut at the limit of %s", counted(l.request.Citations, "citation"))
	default:
		l.said += words
		l.held = append(l.held, s)
		l.release()
	}
	return l.over == ""
}

// isOver says whether an answer goes beyond its limit of words by more than a quarter.
func isOver(words, limit int) bool { return 4*words > 5*limit }

// note says in a sentence or two what the limits came to, "" where they changed nothing.
func (l *limiter) note() string { return oneSpaced(incomplete(l.over) + " " + l.unkept()) }

// unkept is a sentence for a limit of words that the first statement goes beyond by itself,
// "" where the limit is kept.
func (l *limiter) unkept() string {
	if l.request.Words <= 0 || !isOver(l.said, l.request.Words) {
		return ""
	}
	return unkeptAt(l.request.Words)
}

func unkeptAt(words int) string {
	return fmt.Sprintf("The limit of %s is not kept: one statement is always given, and whole.", counted(words, "word"))
}

// place gives the first quote of a statement its place, and says whether there was one.
func (l *limiter) place(s Statement) bool {
	if len(s.Quotes) == 0 || l.isPlaced(s.Quotes[0]) {
		return true
	}
	if len(l.cited) == l.request.Citations {
		return false
	}
	l.cited[s.Quotes[0]] = true
	return true
}

// pass lets a statement through.
func (l *limiter) pass(s Statement) {
	l.draft.Statements = append(l.draft.Statements, s)
	if l.request.Each != nil {
		l.request.Each(s)
	}
}

// isPlaced says whether a quote needs no place any more.
func (l *limiter) isPlaced(q Quote) bool { return l.request.Citations <= 0 || l.cited[q] }

// release passes on the statements whose quotes are decided.
func (l *limiter) release() {
	if l.request.Citations > 0 && len(l.cited) == l.request.Citations {
		l.flush()
		return
	}
	waits := func(q Quote) bool { return !l.isPlaced(q) }
	for len(l.held) > 0 && !slices.ContainsFunc(l.held[0].Quotes, waits) {
		l.pass(l.held[0])
		l.held = l.held[1:]
	}
}

// flush passes on the rest, with those further quotes for which there are places.
func (l *limiter) flush() {
	for _, s := range l.held {
		s.Quotes = l.fitting(s.Quotes)
		l.pass(s)
	}
	l.held = nil
}

func (l *limiter) fitting(quotes []Quote) []Quote {
	var kept []Quote
	for _, q := range quotes {
		if !l.isPlaced(q) {
			if len(l.cited) == l.request.Citations {
				continue
			}
			l.cited[q] = true
		}
		kept = append(kept, q)
	}
	return kept
}

// Within is a draft that keeps to the limits of a request, as its writer did before
// statements of it were replaced. Its note says whether it had to be cut, and whether the
// limit is less than its first statement; what it said of a first one that was replaced is
// no longer true. Each is not told.
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
		limits.over = "" // said already
	}
	cut.Note = oneSpaced(strings.ReplaceAll(d.Note, unkeptAt(q.Words), "") + " " + limits.note())
	return cut
}

// incomplete is a sentence for the reasons why an answer may not be whole, those that
// are not "".
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

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
