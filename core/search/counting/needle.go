package counting

import (
	"maps"
	"slices"
	"sort"
	"strings"
	"unicode"

	"docuquest/core/index"
	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
)

// A needle is a wording that is searched for: what it is in the index, and what it is in a
// text. It is not written while files are read.
type needle struct {
	question.Wording
	number int // among the needles of a question
	words  []needleWord
	gaps   []string // between the words, of a literal one; see matches

	candidates []index.Posting // of the files that may contain it, in their order
	certain    bool            // the candidates are taken to contain it, as too many to be read
	held       []string        // of a single word, the forms that occur in the files that were asked
}

// A needleWord is one word of a needle.
type needleWord struct {
	form  string
	exact bool            // no other form counts for it
	lists []index.Form    // of the forms that count for it
	forms map[string]bool // the same by their texts
}

// needles looks up all words of some wordings at one moment.
func (c Counter) needles(wordings []question.Wording) ([]*needle, *index.Snapshot) {
	analyzer := analysis.NewAnalyzer()
	var all []*needle
	var keys []string
	for i, w := range wordings {
		n := &needle{Wording: w, number: i}
		end := 0
		for word := range text.Words(w.Text) {
			if len(n.words) > 0 {
				n.gaps = append(n.gaps, w.Text[min(end, word.Span.Start):word.Span.Start])
			}
			end = word.Span.End
			form := analysis.Exact(word.Span.Of(w.Text))
			isExact := w.Literal || analysis.IsStop(form)
			n.words = append(n.words, needleWord{form: form, exact: isExact, forms: map[string]bool{}})
			if !isExact {
				form = analyzer.Stem(form)
			}
			keys = append(keys, form)
		}
		all = append(all, n)
	}
	lists, snapshot := c.Library.Collect(keys)
	for _, n := range all {
		for i := range n.words {
			w := &n.words[i]
			// A form that occurs twice in a list is a figure the second time. The index also returns
			// the word that is written as the stem is, whatever its own stem: "nodes" for "nodesizes".
			for _, f := range lists[0].Forms {
				counts := f.Text == w.form || !w.exact && !analysis.IsStop(f.Text) && analyzer.Stem(f.Text) == analyzer.Stem(w.form)
				if counts && !f.Part && !w.forms[f.Text] {
					w.forms[f.Text] = true
					w.lists = append(w.lists, f)
				}
			}
			lists = lists[1:]
		}
	}
	return all, snapshot
}

// keep reduces the candidates to files of the universe, which is in the order of their numbers.
func (n *needle) keep(universe []*index.Entry) {
	held := map[string]bool{}
	for i, w := range n.words {
		for _, f := range w.lists {
			if len(within(f.Postings, universe)) > 0 {
				held[f.Text] = true
			}
		}
		postings := within(index.List{Forms: w.lists}.Merged(), universe)
		if i == 0 {
			n.candidates = postings
			continue
		}
		n.candidates = slices.DeleteFunc(n.candidates, func(p index.Posting) bool {
			postings = postings[seek(postings, p.Entry()):]
			return len(postings) == 0 || postings[0].Entry() != p.Entry()
		})
	}
	if n.isInIndex() {
		n.certain = len(n.candidates) > verifiedFiles
		n.held = slices.Sorted(maps.Keys(held))
	}
}

// within returns the postings of some entries; both are in the order of the numbers.
func within(postings []index.Posting, entries []*index.Entry) []index.Posting {
	var kept []index.Posting
	for _, e := range entries {
		if postings = postings[seek(postings, e.Number):]; len(postings) == 0 {
			break
		}
		if postings[0].Entry() == e.Number {
			kept = append(kept, postings[0])
		}
	}
	return kept
}

// seek returns the index of the first posting with a number or a greater one. It looks near
// the front first, since most steps are short.
func seek(postings []index.Posting, number uint32) int {
	step := 1
	for step < len(postings) && postings[step].Entry() < number {
		step *= 2
	}
	low, high := step/2, min(step+1, len(postings))
	return low + sort.Search(high-low, func(i int) bool { return number <= postings[low+i].Entry() })
}

// of returns the posting of an entry among the candidates.
func (n *needle) of(e *index.Entry) (index.Posting, bool) {
	at := sort.Search(len(n.candidates), func(i int) bool { return e.Number <= n.candidates[i].Entry() })
	if at < len(n.candidates) && n.candidates[at].Entry() == e.Number {
		return n.candidates[at], true
	}
	return 0, false
}

// verdict returns whether a file contains the needle, as far as the index knows. A word in a
// file that only a parser can read is believed at once: nobody asks questions there.
func (n *needle) verdict(e *index.Entry) verdict {
	_, isCandidate := n.of(e)
	switch {
	case !isCandidate:
		return no
	case n.certain, e.Marked && n.isInIndex():
		return yes
	}
	return unknown
}

// isInIndex reports whether the index has counted the needle itself: whether it is a single
// word. A figure is in the index in many forms.
func (n *needle) isInIndex() bool {
	return len(n.words) == 1 && !strings.ContainsAny(n.words[0].form, "0123456789")
}

// orMore is the count of a posting that stands for any greater one, too.
const orMore = 255

// postings counts the needle's places in a file by the index, if it can.
func (n *needle) postings(e *index.Entry) (places int, isExact bool) {
	p, _ := n.of(e)
	return int(p.Count()), p.Count() < orMore
}

// A reading is what one text contains of the needles.
type reading struct {
	places []places // by the numbers of the needles
	failed error    // why the file could not be read: what it contains is not known
}

// places are those of a needle in one text.
type places struct {
	count int
	first text.Span
	forms map[string]bool // of more than one word, with single spaces
}

// readingOf finds the needles in a text. In a text that people write, their questions to the
// workspace are no mentions; hasQuestions reports that it may contain some.
func readingOf(needles []*needle, s string, hasQuestions bool) *reading {
	r := &reading{places: make([]places, len(needles))}
	if hasQuestions {
		s = text.WithoutQuestions(s)
	}
	var words []text.Span
	for w := range text.Words(s) {
		words = append(words, w.Span)
	}
	for i, n := range needles {
		p := &r.places[i]
		for at := range words {
			span, ok := n.matches(s, words[at:])
			if !ok {
				continue
			}
			if p.count++; p.count == 1 {
				p.first = span
			}
			if len(n.words) > 1 {
				if p.forms == nil {
					p.forms = map[string]bool{}
				}
				p.forms[text.Fold(text.OneLine(span.Of(s)))] = true
			}
		}
	}
	return r
}

// matches reports whether the first of some words of a text are the needle, and where they are.
// Between its words the text has the same gaps as a literal needle, but for white space, and
// no more than blanks and hyphens otherwise.
func (n *needle) matches(s string, words []text.Span) (text.Span, bool) {
	if len(n.words) == 0 || len(words) < len(n.words) {
		return text.Span{}, false
	}
	for i, w := range n.words {
		if word := words[i].Of(s); !w.forms[word] && !w.forms[analysis.Exact(word)] {
			return text.Span{}, false
		}
		if i == 0 {
			continue
		}
		start, end := words[i-1].End, words[i].Start
		gap := text.Span{Start: min(start, end), End: end}.Of(s) // pairs out of a script without spaces overlap
		if n.Literal && squeezed(gap) != squeezed(n.gaps[i-1]) || !n.Literal && strings.Trim(gap, "- \t\r\n\u00a0") != "" {
			return text.Span{}, false
		}
	}
	return text.Span{Start: words[0].Start, End: words[len(n.words)-1].End}, true
}

// squeezed returns a text with one space for each run of white space.
func squeezed(s string) string {
	if s == "" || s == " " {
		return s
	}
	var b strings.Builder
	wasSpace := false
	for _, r := range s {
		isSpace := unicode.IsSpace(r)
		switch {
		case !isSpace:
			b.WriteRune(r)
		case !wasSpace:
			b.WriteByte(' ')
		}
		wasSpace = isSpace
	}
	return b.String()
}

// count adds up the places of some needles.
func (r *reading) count(needles []*needle) int {
	sum := 0
	for _, n := range needles {
		sum += r.places[n.number].count
	}
	return sum
}
