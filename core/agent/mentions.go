package agent

import (
	"cmp"
	"context"
	"iter"
	"path"
	"slices"
	"strings"
	"unicode"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
	"docuquest/core/search/rank"
)

// WordHits is what the library knows of one word at one moment. It serves one request.
type WordHits struct {
	agent *Agent
	word  string
	form  string
	list  index.List
	snap  *index.Snapshot
	files *file.View // the open buffers as they were

	behind bool // files had changed on the disk that are worth waiting for
}

// Lookup finds the files that hold a word as it stands, without regard to case
// and accents. It sees every change made before in an editor, and takes well under a
// millisecond when no large buffer has changed.
func (a *Agent) Lookup(word string) *WordHits {
	a.Settle()
	_, left := a.backlog.young()
	w := &WordHits{agent: a, word: word, form: analysis.Exact(word), files: a.files.Snapshot(), behind: left > 0}
	w.collect()
	return w
}

func (w *WordHits) collect() {
	lists, snap := w.agent.library.CollectExact([]string{w.form})
	w.list, w.snap = lists[0], snap
}

// Found reports whether the word stands anywhere and is worth talking of: stop
// words are not. Like Mentions it waits for files that had changed on the disk, as a
// question does, and looks the word up once more.
func (w *WordHits) Found(ctx context.Context) bool {
	w.catchUp(ctx)
	return !w.list.Empty() && !analysis.IsStop(w.form)
}

func (w *WordHits) catchUp(ctx context.Context) {
	if w.behind {
		w.agent.catchUp(ctx)
		w.behind = false
		w.collect()
	}
}

// Frequent reports whether so many files hold the word that to show some of its places says
// nothing: more than a quarter of all, and more than a few.
func (w *WordHits) Frequent() bool {
	return max(fewHolding, w.snap.Len()/4) < w.list.Holding()
}

// fewHolding are so few files that a word which they hold is not frequent, however small
// the folder is.
const fewHolding = 10

// Mentions reads the best files until it has limit places, each file's first
// place before any second one. A place is where the word stands in the buffers
// that were open at the look-up, and in the other files now. The error is that of
// ctx.
func (w *WordHits) Mentions(ctx context.Context, limit int, e text.Encoding) (*Mentions, error) {
	return w.mentions(ctx, limit, e, func(places []Place) []Place { return places })
}

// Samples are Mentions of which none says what one before it does: of lines that read the
// same, and of those that differ in numbers alone between two editions of a file, there is one.
// Places that are known are left out, and what reads like them is not: it stands elsewhere.
func (w *WordHits) Samples(ctx context.Context, limit int, e text.Encoding, known func(Place) bool) (*Mentions, error) {
	var seen []line
	return w.mentions(ctx, limit, e, func(places []Place) []Place {
		return slices.DeleteFunc(places, func(p Place) bool {
			if known(p) {
				return true
			}
			this := newLine(p)
			repeats := slices.ContainsFunc(seen, this.repeats)
			seen = append(seen, this) // what is left out, too: others may be copies of that
			return repeats
		})
	})
}

// mentions gives Mentions with the places that keep leaves of each file's.
func (w *WordHits) mentions(ctx context.Context, limit int, e text.Encoding, keep func([]Place) []Place) (*Mentions, error) {
	w.catchUp(ctx)
	postings := w.list.Merged()
	m := &Mentions{Word: w.word, Documents: len(postings), Places: w.list.Count(), Reading: w.agent.backlog.size()}
	inEach := limit
	if limit <= defaultHits && len(postings) >= limit {
		inEach = 1 // there will be no room for a second one
	}
	spots := newSpots(e)
	var firsts, others []Place
	for _, entry := range w.best(postings, limit) {
		if len(firsts) >= limit || limit > defaultHits && len(firsts)+len(others) >= limit {
			break
		}
		f, err := atHand{w.files, w.agent}.Read(ctx, entry.URI)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			continue
		}
		places := keep(w.places(w.agent.reader.Parse(f).AsRead(), inEach, spots))
		if len(places) > 0 {
			firsts = append(firsts, places[0])
			others = append(others, places[1:]...)
		}
	}
	places := append(firsts, others...)
	m.Best = places[:min(limit, len(places))]
	return m, nil
}

// A line is what is compared of a place's line: its words, folded, with and without those that
// are numbers, and by what name other editions of its file may go.
type line struct {
	file              file.URI
	edition           string
	words, unnumbered string
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

// repeats reports whether two lines say the same.
func (l line) repeats(other line) bool {
	isEdition := l.file != other.file && l.edition == other.edition
	return l.words == other.words || isEdition && l.unnumbered == other.unnumbered
}

// best gives the entries that limit places are sought in: those that name the
// word in their titles first, then by BM25. Some more are given than are needed,
// for files that have gone.
func (w *WordHits) best(postings []index.Posting, limit int) []*index.Entry {
	average := w.snap.AverageLength()
	top := rank.NewTop(2*limit, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.entry.Path, b.entry.Path))
	})
	for _, p := range postings {
		entry := w.snap.Entry(p.Entry())
		score := rank.BM25(float64(p.Count()), float64(entry.Length), average)
		if w.in(entry.Title, entry.Code) {
			score += rank.Best // more than any text can have
		}
		top.Add(candidate{entry, score})
	}
	var entries []*index.Entry
	for _, c := range top.Sorted() {
		entries = append(entries, c.entry)
	}
	return entries
}

type candidate struct {
	entry *index.Entry
	score float64
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
			if span := word.Span; analysis.IsExact(span.Of(s), w.form) && !yield(span) {
				return
			}
		}
	}
}

// places finds the word in a document, headings first.
func (w *WordHits) places(d *document.Document, limit int, spots *spots) (places []Place) {
	lines := spots.linesOf(leaf{document: d}, d.Text)
	full := func(span text.Span) bool {
		p := newPlace(d, lines, span, spots)
		p.Title, _ = headingAt(d, span.Start)
		places = append(places, p)
		return len(places) == limit
	}
	code := file.IsCode(d.Language)
	for heading := range headings(d.Blocks) {
		for span := range w.occurrences(heading.Of(d.Text), code) {
			if full(span.Shift(heading.Start)) {
				return places
			}
		}
	}
	for span := range w.occurrences(d.Text, code) {
		if _, inHeading := headingAt(d, span.Start); !inHeading && full(span) {
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

// newPlace is one occurrence, on its line of what there is to read.
func newPlace(d *document.Document, lines *text.Lines, span text.Span, spots *spots) Place {
	line := lines.Line(lines.Range(span, text.UTF8).Start.Line)
	raw := line.Of(d.Text)
	indent := len(raw) - len(strings.TrimLeftFunc(raw, unicode.IsSpace))
	at := spots.of(d, span)
	return Place{
		URI:   at.URI,
		Path:  d.Path,
		Range: at.Range,
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
