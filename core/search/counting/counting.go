// Package counting answers questions about the files themselves: how many of them mention a
// word, which never do, and how often it occurs. It relies on the index where that knows
// the answer and reads files where it does not, so that a count is exact or says that it
// is not.
package counting

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/language/text"
	"docuquest/core/search/parallel"
	"docuquest/core/search/question"
)

// A Counter counts over all files of an index. Any number of questions may use it at once.
type Counter struct {
	Library *index.Library
	Source  file.Source
	Parsers document.Parsers
}

// Options choose the files that are counted and the rows of the result.
type Options struct {
	Within func(*index.Entry) bool // nil for all files
	Rows   int                     // 1 to MaxRows
}

// A Result is the answer to a question about the files. It is true of the files as they were
// when the snapshot was made.
type Result struct {
	Asked question.FileQuery
	// Count is the number of files, or of places where [question.CountPlaces] was asked.
	Count   int
	AtLeast bool // Count is a lower bound: too many files would have to be read, or some cannot be
	// ByIndex reports that a word is in so many files that the index was believed, which
	// takes a question to the workspace inside a file for a mention.
	ByIndex bool
	Files   int      // that are meant
	Of      int      // that were looked through: all that filters admit and that can be read
	Partly  int      // how many of these the parser could not read in full
	Unread  []string // the paths of those that cannot be read, sorted: nobody knows what they contain
	// LeftOut are files and folders that were never indexed and may well be meant. The
	// index does not know them: the caller adds them, and sets AtLeast.
	LeftOut []LeftOut
	// Counted are, for each of Asked.Wordings, the folded forms that were counted for
	// it, sorted; none where no file contains it.
	Counted  [][]string
	Rows     []Row // the first files that are meant, by path
	Snapshot *index.Snapshot
}

// A Row is one file that is meant.
type Row struct {
	Document *document.Document // as it reads now, see [document.Document.AsRead]
	Count    int                // how often the wordings of All and Any occur in it
	// Place in Document.Text is the first of these, or the first line with a letter or a
	// digit where none is asked for; empty where there is no such line.
	Place text.Span
}

// LeftOut describes the files that were left out for one reason.
type LeftOut struct {
	Reason file.Reason // its kind
	Count  int
	Paths  []string // of the first of them
}

// How much is read for one question.
const (
	// MaxRows is the most rows that a result has.
	MaxRows = 1000
	// verifiedFiles limits how many files with a word are read, so that a question to the
	// workspace inside one of them does not count as a mention: one second's work. Beyond
	// it the index is believed, and the result reports that.
	verifiedFiles = 10_000
	// mostRead limits how many files are read for what the index does not know, such as
	// words in a row.
	mostRead = 20_000
)

// Count answers a question about the files. It does not read files that the index rules out, so
// that a question over 100,000 files mostly reads few of them. The only error is that of ctx.
func (c Counter) Count(ctx context.Context, ask question.FileQuery, o Options) (*Result, error) {
	s := &census{Counter: c, ask: ask, result: &Result{Asked: ask}, readings: map[*index.Entry]*reading{}}
	s.needles, s.result.Snapshot = c.needles(ask.Wordings())
	var universe []*index.Entry
	for e := range s.result.Snapshot.All {
		if (o.Within == nil || o.Within(e)) && ask.Filter.Admits(e.Path, e.Language) {
			universe = append(universe, e)
		}
	}
	for _, n := range s.needles {
		n.keep(universe)
		s.result.ByIndex = s.result.ByIndex || n.certain
	}
	if err := s.choose(ctx, universe); err != nil {
		return nil, err
	}
	if ask.Asks == question.CountPlaces {
		if err := s.countPlaces(ctx); err != nil {
			return nil, err
		}
	}
	if err := s.describe(ctx, min(max(o.Rows, 1), MaxRows)); err != nil {
		return nil, err
	}
	return s.result, nil
}

// A census goes through all files for one question.
type census struct {
	Counter
	ask      question.FileQuery
	needles  []*needle // of ask.Wordings
	result   *Result
	found    []*index.Entry // that are meant
	readings map[*index.Entry]*reading
}

// choose decides which files are meant: by the index where it knows, else by reading.
func (s *census) choose(ctx context.Context, universe []*index.Entry) error {
	r := s.result
	r.Of = len(universe)
	var unsure []*index.Entry
	for _, e := range universe {
		if len(s.needles) > 0 && e.Problem != "" && e.Size == 0 { // nothing of it could be read
			r.Unread = append(r.Unread, e.Path)
			continue
		}
		if e.Problem != "" {
			r.Partly++
		}
		switch s.isMeant(func(n *needle) verdict { return n.verdict(e) }) {
		case yes:
			s.found = append(s.found, e)
		case unknown:
			unsure = append(unsure, e)
		}
	}
	unsure, err := s.read(ctx, unsure)
	if err != nil {
		return err
	}
	for _, e := range unsure {
		switch read := s.readings[e]; {
		case errors.Is(read.failed, fs.ErrNotExist): // deleted since, so that it counts no more
			r.Of--
		case read.failed != nil:
			r.Unread = append(r.Unread, e.Path)
		case s.isMeant(func(n *needle) verdict {
			if read.places[n.number].count > 0 {
				return yes
			}
			return no
		}) == yes:
			s.found = append(s.found, e)
		}
	}
	slices.SortFunc(s.found, byPath)
	slices.Sort(r.Unread)
	r.Of -= len(r.Unread)
	r.Files, r.Count = len(s.found), len(s.found)
	r.Counted = make([][]string, len(s.needles))
	for i, n := range s.needles {
		forms := n.held // of a single word those of the index, else those in the texts
		if len(n.words) != 1 {
			met := map[string]bool{}
			for _, read := range s.readings {
				maps.Copy(met, read.places[n.number].forms)
			}
			forms = slices.Sorted(maps.Keys(met))
		}
		r.Counted[i] = forms
	}
	return nil
}

// A verdict says whether something is so, as far as it is known.
type verdict uint8

const (
	no verdict = iota
	unknown
	yes
)

// isMeant returns whether the question means a file with these verdicts on the needles.
func (s *census) isMeant(has func(*needle) verdict) verdict {
	all, wanted := len(s.ask.All), s.wanted()
	meant, one := yes, no
	for _, n := range wanted[:all] {
		meant = min(meant, has(n))
	}
	for _, n := range wanted[all:] {
		one = max(one, has(n))
	}
	if len(wanted) > all {
		meant = min(meant, one)
	}
	for _, n := range s.needles[len(wanted):] {
		meant = min(meant, yes-has(n)) // the contrary; what is unknown stays so
	}
	return meant
}

// wanted returns the needles that a file that is meant may contain.
func (s *census) wanted() []*needle { return s.needles[:len(s.ask.All)+len(s.ask.Any)] }

// countPlaces adds up the places of the wanted needles: by the index where it knows their number,
// else by reading.
func (s *census) countPlaces(ctx context.Context) error {
	sum := 0
	var unsure []*index.Entry
entries:
	for _, e := range s.found {
		if read := s.readings[e]; read != nil {
			sum += read.count(s.wanted())
			continue
		}
		known := 0
		for _, n := range s.wanted() {
			places, isExact := n.postings(e)
			if !isExact || n.verdict(e) == unknown {
				unsure = append(unsure, e)
				continue entries
			}
			known += places
		}
		sum += known
	}
	unsure, err := s.read(ctx, unsure)
	if err != nil {
		return err
	}
	for _, e := range unsure {
		read := s.readings[e]
		sum += read.count(s.wanted())
		s.result.AtLeast = s.result.AtLeast || read.failed != nil
	}
	s.result.Count = sum
	return nil
}

// read reads files, the first by their paths and mostRead at most, and returns them.
func (s *census) read(ctx context.Context, entries []*index.Entry) ([]*index.Entry, error) {
	slices.SortFunc(entries, byPath)
	if len(entries) > mostRead {
		s.result.AtLeast, entries = true, entries[:mostRead]
	}
	readings := make([]*reading, len(entries))
	parallel.For(ctx, len(entries), func() func(int) {
		return func(i int) { readings[i] = s.readOne(ctx, entries[i]) }
	})
	for i, e := range entries {
		s.readings[e] = readings[i]
	}
	return entries, ctx.Err()
}

func byPath(a, b *index.Entry) int {
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Number, b.Number))
}

// readOne counts the needles in one file. What the index has counted is taken where the text has not
// changed and contains no question to the workspace: finding the words again is most of the
// work.
func (s *census) readOne(ctx context.Context, e *index.Entry) *reading {
	indexed := &reading{places: make([]places, len(s.needles))}
	f, err := s.Source.Read(ctx, e.URI)
	if err != nil {
		indexed.failed = err
		return indexed
	}
	content := s.Parsers.Readable(f, e.Marked, math.MaxInt)
	isIndexed := f.Hash == e.Hash && text.WithoutQuestions(content) == content
	for i, n := range s.needles {
		count, isExact := n.postings(e)
		isIndexed = isIndexed && isExact && n.isInIndex()
		indexed.places[i].count = count
	}
	if isIndexed {
		return indexed
	}
	return readingOf(s.needles, content, !e.Marked)
}

// describe makes the rows: it reads the first files that are meant in full. A file that is gone
// has no row.
func (s *census) describe(ctx context.Context, most int) error {
	isLetterOrNumber := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }
	entries := s.found[:min(most, len(s.found))]
	rows := make([]Row, len(entries))
	parallel.For(ctx, len(entries), func() func(int) {
		return func(i int) {
			f, err := s.Source.Read(ctx, entries[i].URI)
			if err != nil {
				return
			}
			d := s.Parsers.Parse(f).AsRead()
			read := readingOf(s.needles, d.Text, !entries[i].Marked)
			row := Row{Document: d, Count: read.count(s.wanted())}
			for _, n := range s.wanted() {
				if p := read.places[n.number]; p.count > 0 && (row.Place.Empty() || p.first.Start < row.Place.Start) {
					row.Place = p.first
				}
			}
			lines := text.NewLines(d.Text)
			for k := 0; row.Place.Empty() && k < lines.Count(); k++ {
				if line := lines.Line(k).Trim(d.Text); strings.ContainsFunc(line.Of(d.Text), isLetterOrNumber) {
					row.Place = line
				}
			}
			rows[i] = row
		}
	})
	s.result.Rows = slices.DeleteFunc(rows, func(r Row) bool { return r.Document == nil })
	return ctx.Err()
}
