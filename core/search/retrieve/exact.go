package retrieve

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/language/text"
)

// An ExactQuestion asks about all files rather than for the best of them: how many hold
// some words, which ones do, which do not. The answer is set algebra and no guess. A
// file is meant that holds each wording of All, one of Any where there is any, and
// none of None; without any wording, every file is.
type ExactQuestion struct {
	Asks   ExactAim
	All    []Wording
	Any    []Wording
	None   []Wording
	Filter Filter // of the kind of files that is named: "which Go files"
}

// ExactAim is what an ExactQuestion wants to know.
type ExactAim uint8

// What is asked.
const (
	CountFiles  ExactAim = iota // how many files
	ListFiles                   // which files
	CountPlaces                 // how often, in all files that are meant
)

// A Wording is a word, or some words in a row, that a file holds or does not.
//
// Case and accents never matter. A Literal one stands as it is written, white space
// aside; of any other each word stands for all words of its stem, as "jade" does for
// "jades", and the words have nothing but white space or hyphens between them. Parts
// of an identifier are words only where underscores part them.
type Wording struct {
	Text    string
	Literal bool
}

// Wordings are all of the question, in the order All, Any, None.
func (q ExactQuestion) Wordings() []Wording { return slices.Concat(q.All, q.Any, q.None) }

// An ExactResult is the answer to an ExactQuestion, true of the files as they were when
// the snapshot was made.
type ExactResult struct {
	Asked ExactQuestion
	// Count is the number of files, or of places where CountPlaces was asked.
	Count   int
	AtLeast bool // Count is a lower bound: too many files would have to be read, or some cannot be
	// ByIndex says that so many files hold a word that the index was believed, which
	// takes a question to the workspace that stands in a file for a mention.
	ByIndex bool
	Files   int      // that are meant
	Of      int      // that were looked through: all that filters admit and that can be read
	Partly  int      // of these, the ones whose parser could not read all
	Unread  []string // the paths of those that cannot be read, sorted: nobody can tell what they hold
	// LeftOut are files and folders that were never indexed and may well be meant. The
	// index knows nothing of them: whoever does adds them, and sets AtLeast.
	LeftOut []LeftOut
	// Counted are, for each of Asked.Wordings, the folded forms that were counted for
	// it, sorted; none where no file holds it.
	Counted  [][]string
	Rows     []ExactRow // the first files that are meant, by path
	Snapshot *index.Snapshot
}

// An ExactRow is one file that is meant.
type ExactRow struct {
	Document *document.Document // as it reads now, see [document.Document.AsRead]
	Count    int                // how often the wordings of All and Any stand in it
	// Place in Document.Text is the first of these, or the first line that says
	// something where none is asked for; empty in a file that says nothing.
	Place text.Span
}

// A LeftOut is what was left out for one reason.
type LeftOut struct {
	Reason file.Reason // its kind
	Count  int
	Paths  []string // of the first of them
}

// How much is read for an exact question.
const (
	// MaxExactRows is the most rows that a result has.
	MaxExactRows = 1000
	// verifiedFiles is up to how many files that hold a word are read, so that a
	// question to the workspace that stands in one of them does not count as a
	// mention: one second's work. Of more the index is believed, and that is told.
	verifiedFiles = 10_000
	// mostRead is how many files are read for what the index does not tell, such
	// as words in a row.
	mostRead = 20_000
)

// Exact answers an exact question. Of q it takes Within, and Limit as the number of
// rows, 1 to MaxExactRows. Files that the index rules out are not read, so that a
// question over 100,000 files mostly reads few of them. The only error is that of ctx.
func (r *Retriever) Exact(ctx context.Context, q Query, ask ExactQuestion) (*ExactResult, error) {
	c := r.newCensus(q, ask)
	if err := c.take(ctx); err != nil {
		return nil, err
	}
	if err := c.describe(ctx, min(max(q.Limit, 1), MaxExactRows)); err != nil {
		return nil, err
	}
	return c.result, nil
}

// A census goes through all files for one exact question.
type census struct {
	*Retriever
	ask      ExactQuestion
	needles  []*needle // of ask.Wordings
	universe []*index.Entry
	result   *ExactResult
	found    []*index.Entry             // that are meant
	looks    map[*index.Entry]*textLook // at those that were read
}

func (r *Retriever) newCensus(q Query, ask ExactQuestion) *census {
	c := &census{Retriever: r, ask: ask, result: &ExactResult{Asked: ask}, looks: map[*index.Entry]*textLook{}}
	c.needles, c.result.Snapshot = r.needles(ask.Wordings())
	for e := range c.result.Snapshot.All {
		if q.Within != nil && !q.Within(e) || !ask.Filter.Admits(e) {
			continue
		}
		c.universe = append(c.universe, e)
	}
	for _, n := range c.needles {
		n.keep(c.universe)
		c.result.ByIndex = c.result.ByIndex || n.certain
	}
	return c
}

// take decides which files are meant: by the index where it knows, else by reading.
func (c *census) take(ctx context.Context) error {
	c.result.Of = len(c.universe)
	var unsure []*index.Entry
	for _, e := range c.universe {
		if len(c.needles) > 0 && isBlank(e) {
			c.result.Unread = append(c.result.Unread, e.Path)
			continue
		}
		if e.Problem != "" {
			c.result.Partly++
		}
		switch c.meant(func(n *needle) verdict { return n.verdict(e) }) {
		case yes:
			c.found = append(c.found, e)
		case unknown:
			unsure = append(unsure, e)
		}
	}
	unsure, err := c.read(ctx, unsure)
	if err != nil {
		return err
	}
	for _, e := range unsure {
		c.takeRead(e, c.looks[e])
	}
	slices.SortFunc(c.found, byPath)
	slices.Sort(c.result.Unread)
	c.result.Of -= len(c.result.Unread)
	c.result.Files, c.result.Count = len(c.found), len(c.found)
	c.result.Counted = c.forms()
	return c.count(ctx)
}

// isBlank says whether nothing of a file could be read when it was indexed.
func isBlank(e *index.Entry) bool { return e.Problem != "" && e.Size == 0 }

// read looks at files, up to as many as are read at most, and gives these by their paths.
func (c *census) read(ctx context.Context, entries []*index.Entry) ([]*index.Entry, error) {
	slices.SortFunc(entries, byPath)
	if len(entries) > mostRead {
		c.result.AtLeast, entries = true, entries[:mostRead]
	}
	looks, err := c.lookAt(ctx, entries)
	for i, e := range entries {
		c.looks[e] = looks[i]
	}
	return entries, err
}

// takeRead takes a file that was read, if it is meant. One that has gone since is none
// of the files any more, and of one that cannot be read nobody can tell.
func (c *census) takeRead(e *index.Entry, look *textLook) {
	switch {
	case errors.Is(look.failed, fs.ErrNotExist):
		c.result.Of--
	case look.failed != nil:
		c.result.Unread = append(c.result.Unread, e.Path)
	case c.meant(look.verdict) == yes:
		c.found = append(c.found, e)
	}
}

func byPath(a, b *index.Entry) int {
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Number, b.Number))
}

// A verdict says whether something holds, as far as it is known.
type verdict uint8

const (
	no verdict = iota
	unknown
	yes
)

// meant says whether a file is, by what it holds of each needle.
func (c *census) meant(holds func(*needle) verdict) verdict {
	all, any := c.needles[:len(c.ask.All)], c.needles[len(c.ask.All):len(c.ask.All)+len(c.ask.Any)]
	meant, one := yes, no
	for _, n := range all {
		meant = min(meant, holds(n))
	}
	for _, n := range any {
		one = max(one, holds(n))
	}
	if len(any) > 0 {
		meant = min(meant, one)
	}
	for _, n := range c.needles[len(all)+len(any):] {
		meant = min(meant, yes-holds(n)) // the contrary, of what is unknown as well
	}
	return meant
}

// wanted are the needles that a file that is meant holds.
func (c *census) wanted() []*needle { return c.needles[:len(c.ask.All)+len(c.ask.Any)] }

// count adds up the places, where they are asked for.
func (c *census) count(ctx context.Context) error {
	if c.ask.Asks != CountPlaces {
		return nil
	}
	sum := 0
	var unsure []*index.Entry
	for _, e := range c.found {
		if look := c.looks[e]; look != nil {
			sum += look.count(c.wanted())
		} else if n, known := c.placesIn(e); known {
			sum += n
		} else {
			unsure = append(unsure, e)
		}
	}
	unsure, err := c.read(ctx, unsure)
	if err != nil {
		return err
	}
	for _, e := range unsure {
		look := c.looks[e]
		sum += look.count(c.wanted())
		c.result.AtLeast = c.result.AtLeast || look.failed != nil
	}
	c.result.Count = sum
	return nil
}

// placesIn counts the wanted needles in a file by the index, if that knows.
func (c *census) placesIn(e *index.Entry) (sum int, known bool) {
	for _, n := range c.wanted() {
		if n.verdict(e) == unknown {
			return 0, false
		}
		places, exact := n.postings(e)
		if !exact {
			return 0, false
		}
		sum += places
	}
	return sum, true
}

// forms are those of each needle that were counted.
func (c *census) forms() [][]string {
	all := make([][]string, len(c.needles))
	for i, n := range c.needles {
		all[i] = n.formsHeld(maps.Values(c.looks))
	}
	return all
}

// describe makes the rows: it reads the first files that are meant as a whole.
func (c *census) describe(ctx context.Context, most int) error {
	entries := c.found[:min(most, len(c.found))]
	rows := make([]ExactRow, len(entries))
	spread(ctx, len(entries), func() func(int) {
		return func(i int) { rows[i] = c.row(ctx, entries[i]) }
	})
	for _, row := range rows {
		if row.Document != nil {
			c.result.Rows = append(c.result.Rows, row)
		}
	}
	return ctx.Err()
}

// row reads one file. Its document is nil where the file has gone.
func (c *census) row(ctx context.Context, e *index.Entry) ExactRow {
	f, err := c.Source.Read(ctx, e.URI)
	if err != nil {
		return ExactRow{}
	}
	row := ExactRow{Document: c.Parsers.Parse(f).AsRead()}
	look := lookFor(c.needles, row.Document.Text, !e.Marked)
	row.Count = look.count(c.wanted())
	row.Place = look.first(c.wanted())
	if row.Place.Empty() {
		row.Place = firstLine(row.Document.Text)
	}
	return row
}

// firstLine is the first line of a text that holds more than white space and marks.
func firstLine(s string) text.Span {
	lines := text.NewLines(s)
	for i := range lines.Count() {
		if line := lines.Line(i).Trim(s); !line.Empty() && saysSomething(line.Of(s)) {
			return line
		}
	}
	return text.Span{}
}

// MayAdmitBelow reports whether a filter may admit a file that lies somewhere below a
// folder, of which nothing but its path is known.
func (f Filter) MayAdmitBelow(folder string) bool {
	parts := strings.Split(text.Fold(folder), "/")
	asked, met := false, false
	for _, c := range f.clauses {
		switch {
		case c.kind != inFolder: // files of any name may lie there
		case c.not && c.holds(parts, ""):
			return false
		case !c.not:
			asked, met = true, met || c.mayHoldBelow(parts)
		}
	}
	return asked == met
}

// mayHoldBelow reports whether a clause may hold for a file below a folder. Folders of any
// name may lie there, too: only a path that begins at the top can lead past it.
func (c clause) mayHoldBelow(parts []string) bool {
	return !c.anchored || matchAll(c.segments[:min(len(c.segments), len(parts))], parts)
}
