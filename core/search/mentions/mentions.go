// Package mentions finds where a word occurs in a workspace: how many files contain it, and the
// best places. It knows no question.
package mentions

import (
	"cmp"
	"context"
	"iter"
	"path"
	"slices"
	"strings"
	"unicode"

	"docuquest/core/agent/view"
	"docuquest/core/answer/replies"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
	"docuquest/core/search/rank"
)

// WordHits is what the index knows of one word at one moment. It serves one request.
type WordHits struct {
	view *view.View // its buffers are those of the look-up
	sync func(ctx context.Context) *view.View
	word string
	form string
	list index.List
	snap *index.Snapshot
}

// Lookup finds the files that contain a word as it is, without regard to case and accents, in
// well under a millisecond. sync is nil, or brings the index up to date where files have
// changed that are worth waiting for: what waits calls it, and looks the word up once more.
func Lookup(v *view.View, word string, sync func(ctx context.Context) *view.View) *WordHits {
	w := &WordHits{view: v, sync: sync, word: word, form: analysis.Exact(word)}
	w.collect()
	return w
}

func (w *WordHits) collect() {
	lists, snap := w.view.Library.CollectExact([]string{w.form})
	w.list, w.snap = lists[0], snap
}

// Found reports whether a file contains the word and it is no stop word. Like Mentions it waits
// for files that had changed on the disk, as a question does, and looks the word up once more.
func (w *WordHits) Found(ctx context.Context) bool {
	w.catchUp(ctx)
	return !w.list.Empty() && !analysis.IsStop(w.form)
}

// catchUp brings the index up to date. The buffers stay as they were at the look-up.
func (w *WordHits) catchUp(ctx context.Context) {
	if w.sync == nil {
		return
	}
	now := *w.sync(ctx)
	now.Files = w.view.Files
	w.view, w.sync = &now, nil
	w.collect()
}

// Frequent reports whether so many files have the word that to show some of its places says
// nothing: more than a quarter of all, and more than a few.
func (w *WordHits) Frequent() bool {
	return max(fewHolding, w.snap.Len()/4) < w.list.Holding()
}

// fewHolding are so few files that a word which they have is not frequent, however small
// the folder is.
const fewHolding = 10

// fewPlaces are so few that each is of another file.
const fewPlaces = 10

// Mentions reads the best files until it has limit places, each file's first
// place before any second one. A place is where the word occurs in the buffers
// that were open at the look-up, and in the other files now. The error is that of
// ctx.
func (w *WordHits) Mentions(ctx context.Context, limit int, e text.Encoding) (*Mentions, error) {
	return w.mentions(ctx, limit, e, func(places []Place) []Place { return places })
}

// Samples are Mentions without repetitions: one of the lines that are the same, in whatever format
// and wherever a long one is broken, and one of the lines that differ only in numbers between two editions of a file. Places that are known are
// left out, and places that only resemble them are not.
func (w *WordHits) Samples(ctx context.Context, limit int, e text.Encoding, known func(Place) bool) (*Mentions, error) {
	var seen []line
	return w.mentions(ctx, limit, e, func(places []Place) []Place {
		return slices.DeleteFunc(places, func(p Place) bool {
			if known(p) {
				return true
			}
			this := newLine(p)
			repeats := slices.ContainsFunc(seen, func(other line) bool {
				isEdition := this.file != other.file && this.edition == other.edition
				return this.repeats(other) || isEdition && this.unnumbered == other.unnumbered
			})
			seen = append(seen, this) // what is left out, too: others may be copies of that
			return repeats
		})
	})
}

// mentions gives Mentions with the places that keep leaves of each file's.
func (w *WordHits) mentions(ctx context.Context, limit int, e text.Encoding, keep func([]Place) []Place) (*Mentions, error) {
	w.catchUp(ctx)
	postings := w.list.Merged()
	m := &Mentions{Word: w.word, Documents: len(postings), Places: w.list.Count(), Reading: w.view.Reading}
	inEach := limit
	if limit <= fewPlaces && len(postings) >= limit {
		inEach = 1 // there will be no room for a second one
	}
	locator := replies.NewLocator(e)
	var firsts, others []Place
	for _, entry := range w.best(postings, limit) {
		if len(firsts) >= limit || limit > fewPlaces && len(firsts)+len(others) >= limit {
			break
		}
		f, err := view.Quick{View: w.view}.Read(ctx, entry.URI)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			continue
		}
		places := keep(w.places(w.view.Parser.Parse(f).AsRead(), inEach, locator))
		if len(places) > 0 {
			firsts = append(firsts, places[0])
			others = append(others, places[1:]...)
		}
	}
	places := append(firsts, others...)
	m.Best = places[:min(limit, len(places))]
	return m, nil
}

// A line is what is compared of a place's line: its words, folded, with numbers and without,
// and the name that other editions of its file may have.
type line struct {
	file              file.URI
	edition           string
	words, unnumbered string
}

// repeats reports whether two lines have the same words, or one is a longer piece of the other.
func (l line) repeats(other line) bool {
	const leastWords = 5 // that are more than a phrase which many texts have
	short, long := l.words, other.words
	if len(long) < len(short) {
		short, long = long, short
	}
	return short == long || l.file != other.file && strings.Count(short, " ") >= leastWords && strings.Contains(long+" ", short+" ")
}

// longestCompared is how much of a line is compared, around the word, in bytes.
const longestCompared = 500

func newLine(p Place) line {
	start := max(0, p.Word.Start-longestCompared/2)
	near := p.Line[start:min(len(p.Line), start+longestCompared)]
	var all, unnumbered []byte
	for w := range text.Words(near) {
		word := text.Fold(w.Span.Of(near))
		all = append(append(all, ' '), word...)
		if strings.IndexFunc(word, unicode.IsDigit) < 0 {
			unnumbered = append(append(unnumbered, ' '), word...)
		}
	}
	edition := strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, path.Base(p.Path))
	return line{p.URI, edition, string(all), string(unnumbered)}
}

// best returns the entries in which limit places are searched: first the ones with the word in
// their titles, then by BM25, and behind all of them the files that copy others or stand for them. They are more than are needed, since files may be gone.
func (w *WordHits) best(postings []index.Posting, limit int) []*index.Entry {
	average := w.snap.AverageLength()
	top := rank.NewTop(2*limit, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.entry.Path, b.entry.Path))
	})
	for _, p := range postings {
		entry := w.snap.Entry(p.Entry())
		score := rank.BM25(float64(p.Count()), float64(entry.Length), average)
		for range w.occurrences(entry.Title, entry.Code) {
			score += rank.Best // more than any text can have
			break
		}
		top.Add(candidate{entry, score})
	}
	var entries []*index.Entry
	var editions []rank.Edition
	for _, c := range top.Sorted() {
		entries = append(entries, c.entry)
		editions = append(editions, rank.Edition{Path: c.entry.Path, Title: c.entry.Title})
	}
	secondHand := map[*index.Entry]int{} // 1 for what comes behind the others
	for i, isOlder := range rank.OlderOf(editions) {
		if isOlder || rank.SourceOf(entries[i].Path, "", entries[i].Code) != rank.Original {
			secondHand[entries[i]] = 1
		}
	}
	slices.SortStableFunc(entries, func(a, b *index.Entry) int { return cmp.Compare(secondHand[a], secondHand[b]) })
	return entries
}

type candidate struct {
	entry *index.Entry
	score float64
}

// occurrences are the spans of the word in a text.
func (w *WordHits) occurrences(s string, code bool) func(yield func(text.Span) bool) {
	return func(yield func(text.Span) bool) {
		for word := range (text.Options{Underscores: code}).Words(s) {
			if span := word.Span; analysis.IsExact(span.Of(s), w.form) && !yield(span) {
				return
			}
		}
	}
}

// places finds the word in a document, headings first.
func (w *WordHits) places(d *document.Document, limit int, locator *replies.Locator) (places []Place) {
	lines := locator.Lines(d)
	add := func(span text.Span) (full bool) {
		line := lines.Line(lines.Range(span, text.UTF8).Start.Line)
		raw := line.Of(d.Text)
		indent := len(raw) - len(strings.TrimLeftFunc(raw, unicode.IsSpace))
		at := locator.Locate(d, span)
		title, _ := headingAt(d, span.Start)
		places = append(places, Place{
			URI: at.URI, Path: d.Path, Range: at.Range, Title: title,
			Line: strings.TrimSpace(raw), Word: span.Shift(-line.Start - indent),
		})
		return len(places) == limit
	}
	code := file.IsCode(d.Language)
	for heading := range headings(d.Blocks) {
		for span := range w.occurrences(heading.Of(d.Text), code) {
			if add(span.Shift(heading.Start)) {
				return places
			}
		}
	}
	for span := range w.occurrences(d.Text, code) {
		if _, inHeading := headingAt(d, span.Start); !inHeading && add(span) {
			break
		}
	}
	return places
}

// headings are the spans of the headings among blocks and below them, in their
// order.
func headings(blocks []document.Block) iter.Seq[text.Span] {
	return func(yield func(text.Span) bool) {
		for _, b := range blocks {
			if b.Kind == document.Heading && !yield(b.Span) {
				return
			}
			for heading := range headings(b.Children) {
				if !yield(heading) {
					return
				}
			}
		}
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

// Mentions is how often a word occurs in the workspace, and the best places.
type Mentions struct {
	Word      string
	Documents int
	Places    int // as counted in the index
	Reading   int // as in IndexState
	Best      []Place
}

// A Place is one occurrence of a word or passage.
type Place struct {
	URI   file.URI
	Path  string
	Range replies.Range // of the word
	Line  string        // the line or sentence that has it, trimmed
	Word  text.Span     // the word in Line
	Title string        // the innermost heading above it
}
