package agent

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"docuquest/core/analysis"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/rank"
	"docuquest/core/text"
)

// WordHits is what the library knows of one word at one moment. It is immutable
// and may be used by several goroutines.
type WordHits struct {
	agent *Agent
	word  string
	form  string
	list  index.List
	snap  *index.Snapshot
}

// Lookup finds the files that hold a word as it stands, without regard to case
// and accents. It sees every change made before, and takes well under a
// millisecond when no large file has changed.
func (a *Agent) Lookup(word string) *WordHits {
	a.Settle()
	form := analysis.Exact(word)
	lists, snap := a.library.CollectExact([]string{form})
	return &WordHits{agent: a, word: word, form: form, list: lists[0], snap: snap}
}

// Found reports whether the word stands anywhere and is worth talking of: stop
// words are not.
func (w *WordHits) Found() bool { return !w.list.Empty() && !analysis.IsStop(w.form) }

// Mentions reads the best files until it has limit places, each file's first
// place before any second one. A place is where the word stands in the files
// now. The error is that of ctx.
func (w *WordHits) Mentions(ctx context.Context, limit int, e text.Encoding) (*Mentions, error) {
	postings := w.list.Merged()
	m := &Mentions{Word: w.word, Documents: len(postings), Places: w.list.Count()}
	var firsts, others []Place
	for _, entry := range w.best(postings) {
		if len(firsts) >= limit || limit > defaultHits && len(firsts)+len(others) >= limit {
			break
		}
		f, err := w.agent.files.Read(ctx, entry.URI)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			continue
		}
		places := w.places(w.agent.options.Parsers.Parse(f), limit, e)
		if len(places) > 0 {
			firsts = append(firsts, places[0])
			others = append(others, places[1:]...)
		}
	}
	places := append(firsts, others...)
	m.Best = places[:min(limit, len(places))]
	return m, nil
}

// best orders the entries: those that name the word in their titles first, then
// by BM25.
func (w *WordHits) best(postings []index.Posting) []*index.Entry {
	type candidate struct {
		entry  *index.Entry
		titled bool
		score  float64
	}
	average := w.snap.AverageLength()
	all := make([]candidate, 0, len(postings))
	for _, p := range postings {
		entry := w.snap.Entry(p.Entry())
		score := rank.BM25(float64(p.Count()), float64(entry.Length), average)
		all = append(all, candidate{entry, w.in(entry.Title, entry.Code), score})
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		switch {
		case a.titled && !b.titled:
			return -1
		case b.titled && !a.titled:
			return 1
		}
		return cmp.Compare(b.score, a.score)
	})
	entries := make([]*index.Entry, len(all))
	for i, c := range all {
		entries[i] = c.entry
	}
	return entries
}

func (w *WordHits) in(s string, code bool) bool {
	for range w.occurrences(s, code) {
		return true
	}
	return false
}

// occurrences are the spans of the word in a text.
func (w *WordHits) occurrences(s string, code bool) func(yield func(text.Span) bool) {
	return func(yield func(text.Span) bool) {
		for word := range (text.Options{Underscores: code}).Words(s) {
			if span := word.Span; analysis.Exact(span.Of(s)) == w.form && !yield(span) {
				return
			}
		}
	}
}

// places finds the word in a document, headings first.
func (w *WordHits) places(d *document.Document, limit int, e text.Encoding) []Place {
	lines := text.NewLines(d.Text)
	var headed, others []Place
	for span := range w.occurrences(d.Text, file.IsCode(d.Language)) {
		title, inHeading := headingAt(d, span.Start)
		p := newPlace(d, lines, span, e)
		p.Title = title
		if inHeading {
			headed = append(headed, p)
		} else {
			others = append(others, p)
		}
		if len(headed)+len(others) == limit {
			break
		}
	}
	return append(headed, others...)
}

func newPlace(d *document.Document, lines *text.Lines, span text.Span, e text.Encoding) Place {
	r := lines.Range(span, e)
	line := lines.Line(r.Start.Line)
	raw := line.Of(d.Text)
	indent := len(raw) - len(strings.TrimLeft(raw, " \t"))
	return Place{
		URI:   d.URI,
		Path:  d.Path,
		Range: newRange(r),
		Line:  strings.TrimSpace(raw),
		Word:  span.Shift(-line.Start - indent),
	}
}

// headingAt is the innermost section's title at an offset, and whether the
// offset lies in a heading itself.
func headingAt(d *document.Document, offset int) (title string, inHeading bool) {
	title = d.Title
	blocks := d.Blocks
	for {
		i := slices.IndexFunc(blocks, func(b document.Block) bool { return b.Span.Contains(offset) })
		if i < 0 {
			return title, false
		}
		switch b := blocks[i]; b.Kind {
		case document.Heading:
			return title, true
		case document.Section:
			title = b.Title
			blocks = b.Children
		default:
			blocks = b.Children
		}
	}
}
