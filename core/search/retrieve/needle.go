package retrieve

import (
	"context"
	"iter"
	"maps"
	"math"
	"slices"
	"sort"
	"strings"
	"unicode"

	"docuquest/core/index"
	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
)

// A needle is a wording on its way: what it is in the index, and what it is in a
// text. It is not written once the files are gone through.
type needle struct {
	Wording
	words []needleWord
	gaps  []string // between the words, of a literal one; see gapFits

	candidates []index.Posting // of the files that may hold it, in their order
	certain    bool            // the candidates are taken to hold it, as too many to be read
	held       []string        // of a single word, the forms that stand in the files that were asked
}

// A needleWord is one word of a needle.
type needleWord struct {
	form  string
	lists []index.Form    // of the forms that count for it
	forms map[string]bool // the same by their texts
}

// needles looks all words of some wordings up at one moment.
func (r *Retriever) needles(wordings []Wording) ([]*needle, *index.Snapshot) {
	var all []*needle
	var keys []string
	a := analysis.NewAnalyzer()
	for _, w := range wordings {
		n := newNeedle(w)
		all = append(all, n)
		for _, word := range n.words {
			keys = append(keys, n.key(word.form, a))
		}
	}
	lists, snap := r.Library.Collect(keys)
	for _, n := range all {
		for i := range n.words {
			n.take(&n.words[i], lists[0], a)
			lists = lists[1:]
		}
	}
	return all, snap
}

func newNeedle(w Wording) *needle {
	n := &needle{Wording: w}
	end := 0
	for word := range text.Words(w.Text) {
		if len(n.words) > 0 {
			n.gaps = append(n.gaps, w.Text[min(end, word.Span.Start):word.Span.Start])
		}
		end = word.Span.End
		n.words = append(n.words, needleWord{form: analysis.Exact(word.Span.Of(w.Text))})
	}
	return n
}

// key is what a word of the needle is collected by.
func (n *needle) key(form string, a *analysis.Analyzer) string {
	if n.isFixed(form) {
		return form
	}
	return a.Stem(form)
}

// isFixed says whether a word stands for itself alone.
func (n *needle) isFixed(form string) bool { return n.Literal || analysis.IsStop(form) }

// take notes the forms that count for a word: those in which it stands by itself. What
// comes twice is a figure the second time.
func (n *needle) take(w *needleWord, list index.List, a *analysis.Analyzer) {
	w.forms = map[string]bool{}
	for _, f := range list.Forms {
		if f.Part || w.forms[f.Text] || !n.counts(f.Text, w.form, a) {
			continue
		}
		w.forms[f.Text] = true
		w.lists = append(w.lists, f)
	}
}

// counts says whether a form of the index stands for a word of the needle. The index also
// gives the word that is written as the stem is, whatever its own one: "nodes" for
// "nodesizes".
func (n *needle) counts(form, word string, a *analysis.Analyzer) bool {
	return form == word || !n.isFixed(word) && !analysis.IsStop(form) && a.Stem(form) == a.Stem(word)
}

// keep reduces the candidates to files that are asked, which are in the order of
// their numbers.
func (n *needle) keep(universe []*index.Entry) {
	held := map[string]bool{}
	for i, w := range n.words {
		postings := within(w.merged(held, universe), universe)
		if i > 0 {
			postings = common(n.candidates, postings)
		}
		n.candidates = postings
	}
	if n.isInIndex() {
		n.certain = len(n.candidates) > verifiedFiles
		n.held = slices.Sorted(maps.Keys(held))
	}
}

// merged are the postings of all forms of a word; held takes those forms that one of
// the files holds.
func (w needleWord) merged(held map[string]bool, universe []*index.Entry) []index.Posting {
	for _, f := range w.lists {
		if len(within(f.Postings, universe)) > 0 {
			held[f.Text] = true
		}
	}
	return index.List{Forms: w.lists}.Merged()
}

// within are the postings of some entries; both are in the order of the numbers.
func within(postings []index.Posting, entries []*index.Entry) []index.Posting {
	var kept []index.Posting
	for _, e := range entries {
		at := seek(postings, e.Number)
		if postings = postings[at:]; len(postings) == 0 {
			break
		}
		if postings[0].Entry() == e.Number {
			kept = append(kept, postings[0])
		}
	}
	return kept
}

// common are the postings of a whose entries b has, too.
func common(a, b []index.Posting) []index.Posting {
	var kept []index.Posting
	for _, p := range a {
		if b = b[seek(b, p.Entry()):]; len(b) == 0 {
			break
		}
		if b[0].Entry() == p.Entry() {
			kept = append(kept, p)
		}
	}
	return kept
}

// seek is the place of the first posting at or behind a number. It looks near the
// front first, since most steps are short.
func seek(postings []index.Posting, number uint32) int {
	step := 1
	for step < len(postings) && postings[step].Entry() < number {
		step *= 2
	}
	low, high := step/2, min(step+1, len(postings))
	return low + sort.Search(high-low, func(i int) bool { return number <= postings[low+i].Entry() })
}

// of is the posting of an entry among the candidates.
func (n *needle) of(e *index.Entry) (index.Posting, bool) {
	at := sort.Search(len(n.candidates), func(i int) bool { return e.Number <= n.candidates[i].Entry() })
	if at < len(n.candidates) && n.candidates[at].Entry() == e.Number {
		return n.candidates[at], true
	}
	return 0, false
}

// verdict says whether a file holds the needle, as far as the index knows. A word in
// a text that only a parser can read is believed at once: nobody asks questions there.
func (n *needle) verdict(e *index.Entry) verdict {
	_, held := n.of(e)
	switch {
	case !held:
		return no
	case n.certain, e.Marked && n.isInIndex():
		return yes
	}
	return unknown
}

// isInIndex says whether the index has counted the needle itself: it is a single word. A
// figure stands there in several forms.
func (n *needle) isInIndex() bool { return len(n.words) == 1 && !hasDigit(n.words[0].form) }

// orMore is the count of a posting that stands for any greater one, too.
const orMore = 255

// postings counts the needle's places in a file by the index, if it can.
func (n *needle) postings(e *index.Entry) (places int, exact bool) {
	p, _ := n.of(e)
	return int(p.Count()), p.Count() < orMore
}

// formsHeld are the forms that were counted: of a single word those of the index, else
// those that were met in texts.
func (n *needle) formsHeld(looks iter.Seq[*textLook]) []string {
	if len(n.words) == 1 {
		return n.held
	}
	met := map[string]bool{}
	for l := range looks {
		for form := range l.at(n).forms {
			met[form] = true
		}
	}
	return slices.Sorted(maps.Keys(met))
}

// A textLook is what one text holds of the needles.
type textLook struct {
	needles []*needle
	found   []foundNeedle // by needle
	failed  error         // to read it: what it holds is not known
}

// A foundNeedle is a needle in one text.
type foundNeedle struct {
	count int
	first text.Span
	forms map[string]bool // of more than one word, with single spaces
}

// lookAt reads files. What ctx ends early has no look.
func (c *census) lookAt(ctx context.Context, entries []*index.Entry) ([]*textLook, error) {
	looks := make([]*textLook, len(entries))
	spread(ctx, len(entries), func() func(int) {
		return func(i int) { looks[i] = c.lookInto(ctx, entries[i]) }
	})
	return looks, ctx.Err()
}

func (c *census) lookInto(ctx context.Context, e *index.Entry) *textLook {
	f, err := c.Source.Read(ctx, e.URI)
	if err != nil {
		return &textLook{needles: c.needles, found: make([]foundNeedle, len(c.needles)), failed: err}
	}
	said := c.said(e, f, math.MaxInt)
	if f.Hash == e.Hash && text.WithoutQuestions(said) == said {
		if look := c.counted(e); look != nil {
			return look
		}
	}
	return lookFor(c.needles, said, !e.Marked)
}

// counted is what the index has counted in a file, which holds for a text without questions
// to the workspace; nil where it cannot tell. It saves taking the words apart again,
// which is most of the work.
func (c *census) counted(e *index.Entry) *textLook {
	look := &textLook{needles: c.needles, found: make([]foundNeedle, len(c.needles))}
	for i, n := range c.needles {
		places, exact := n.postings(e)
		if !n.isInIndex() || !exact {
			return nil
		}
		look.found[i].count = places
	}
	return look
}

// lookFor finds the needles in a text. In a text that people write, their questions to
// the workspace are no mentions.
func lookFor(needles []*needle, s string, asked bool) *textLook {
	l := &textLook{needles: needles, found: make([]foundNeedle, len(needles))}
	if asked {
		s = text.WithoutQuestions(s)
	}
	var words []text.Span
	for w := range text.Words(s) {
		words = append(words, w.Span)
	}
	for i, n := range needles {
		for at := range words {
			if span, ok := n.matches(s, words[at:]); ok {
				l.found[i].add(n, s, span)
			}
		}
	}
	return l
}

func (f *foundNeedle) add(n *needle, s string, span text.Span) {
	if f.count++; f.count == 1 {
		f.first = span
	}
	if len(n.words) > 1 {
		if f.forms == nil {
			f.forms = map[string]bool{}
		}
		f.forms[text.Fold(strings.Join(strings.Fields(span.Of(s)), " "))] = true
	}
}

// matches says whether the first of some words of a text begin the needle, and where
// that stands.
func (n *needle) matches(s string, words []text.Span) (text.Span, bool) {
	if len(n.words) == 0 || len(words) < len(n.words) {
		return text.Span{}, false
	}
	for i, w := range n.words {
		if !w.is(words[i].Of(s)) || i > 0 && !n.gapFits(i-1, s, words[i-1].End, words[i].Start) {
			return text.Span{}, false
		}
	}
	return text.Span{Start: words[0].Start, End: words[len(n.words)-1].End}, true
}

// is says whether a word of a text is one of the forms.
func (w needleWord) is(word string) bool {
	return w.forms[word] || w.forms[analysis.Exact(word)]
}

// gapFits compares what stands between two words of a text with what the needle has
// there. Pairs out of a script without spaces overlap.
func (n *needle) gapFits(at int, s string, start, end int) bool {
	gap := text.Span{Start: min(start, end), End: end}.Of(s)
	if n.Literal {
		return squeezed(gap) == squeezed(n.gaps[at])
	}
	return strings.Trim(gap, "- \t\r\n\u00a0") == ""
}

// squeezed is a text with one space for each run of white space.
func squeezed(s string) string {
	if s == "" || s == " " {
		return s
	}
	var b strings.Builder
	blank := false
	for _, r := range s {
		if unicode.IsSpace(r) {
			blank = true
			continue
		}
		if blank {
			b.WriteByte(' ')
		}
		blank = false
		b.WriteRune(r)
	}
	if blank {
		b.WriteByte(' ')
	}
	return b.String()
}

// at is what the text holds of a needle.
func (l *textLook) at(n *needle) foundNeedle { return l.found[slices.Index(l.needles, n)] }

func (l *textLook) verdict(n *needle) verdict {
	if l.at(n).count > 0 {
		return yes
	}
	return no
}

// count adds up the places of some needles.
func (l *textLook) count(of []*needle) int {
	sum := 0
	for _, n := range of {
		sum += l.at(n).count
	}
	return sum
}

// first is the earliest place of any of them, empty if there is none.
func (l *textLook) first(of []*needle) text.Span {
	var first text.Span
	for _, n := range of {
		if f := l.at(n); f.count > 0 && (first.Empty() || f.first.Start < first.Start) {
			first = f.first
		}
	}
	return first
}

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

// saysSomething reports whether s holds a letter or a digit.
func saysSomething(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) >= 0
}
