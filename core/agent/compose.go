package agent

import (
	"cmp"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strings"

	"docuquest/core/answer"
	"docuquest/core/answer/ground"
	"docuquest/core/answer/render"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
	"docuquest/core/services/outside"
)

// reply puts the parts of an answer together.
func (a *asking) reply(d answer.Draft, c ground.Checked, found *retrieve.Result) *Answer {
	r := a.newAnswer(d, c, found)
	for _, s := range a.replaced {
		r.Unsupported = append(r.Unsupported, s.Text)
	}
	if a.prefer.DropUnsupported {
		r.Dropped, r.Unsupported = len(r.Unsupported), []string{}
	}
	if !r.Indexed.Complete || r.Indexed.Reading > 0 {
		r.Missing = []string{} // what was not read yet may hold them
	}
	for _, d := range found.Documents {
		r.Documents = append(r.Documents, d.Path)
	}
	r.Markdown = c.Text
	switch {
	case r.Refused:
		if a.looksForWords() {
			r.Nearest = nearestOf(found, a.question.Encoding)
		}
		refusal := a.refusal(r, found, d.Note)
		r.Answer, r.Markdown = refusal.plain(), refusal.markdown()
	case d.Form == answer.Verbatim:
		r.Markdown = render.Foreign(c.Text)
	case d.Note != "":
		r.Answer += "\n\n" + ground.Inline(d.Note)
		r.Markdown = r.Answer
	}
	r.Document = asDocument(r)
	return r
}

func (a *asking) newAnswer(d answer.Draft, c ground.Checked, found *retrieve.Result) *Answer {
	indexed := a.indexState()
	indexed.Reading = a.reading
	indexed.Complete = indexed.Complete && !a.partial
	return &Answer{
		ID:          a.question.ID,
		Question:    a.question.Text,
		URI:         a.question.URI,
		Folders:     a.options.Workspace.Folders(),
		Answer:      c.Text,
		Writer:      d.Writer,
		Refused:     c.Text == "",
		Stopped:     a.stopped,
		Confidence:  shortened(found.Confidence()),
		Floor:       shortened(found.Floor),
		Citations:   citations(c.Citations, a.question.Encoding),
		Documents:   []string{},
		Groups:      orEmpty(found.Groups),
		Added:       orEmpty(found.Added),
		Missing:     orEmpty(found.Missing),
		Unsupported: orEmpty(c.Unsupported),
		Partly:      partlyHeld(c.Statements),
		Unchecked:   unchecked(c.Statements),
		Indexed:     indexed,
		Encoding:    a.question.Encoding.String(),
		Steps:       a.steps,
		Sent:        sent(a.ledger, a.found),
		Rejected:    found.Rejected,
		LeftOut:     found.LeftOut,
		Taken:       a.taken(found),
		Research:    a.researched(c, found),
	}
}

// shortened leaves as many places of a share as say something.
func shortened(share float64) float64 { return math.Round(share*1000) / 1000 }

// plural counts: "1 file", "2 files". The plural is made with an s where it is
// not given.
func plural(n int, one string, many ...string) string {
	if n == 1 {
		return "1 " + one
	}
	if many != nil {
		return fmt.Sprintf("%d %s", n, many[0])
	}
	return fmt.Sprintf("%d %ss", n, one)
}

// partlyHeld are the statements that are not wholly held by their quotes.
func partlyHeld(statements []ground.Statement) []Partly {
	var all []Partly
	for _, s := range statements {
		if len(s.Lacks) > 0 {
			all = append(all, Partly{Statement: s.Text, Numbers: s.Numbers, Lacks: s.Lacks})
		}
	}
	return all
}

// unchecked are the statements that could not be compared with their quotes.
func unchecked(statements []ground.Statement) []Unchecked {
	var all []Unchecked
	for _, s := range statements {
		if s.Unchecked {
			all = append(all, Unchecked{Statement: s.Text, Numbers: s.Numbers})
		}
	}
	return all
}

// citations converts places to ranges in the reader's encoding.
func citations(cs []ground.Citation, e text.Encoding) []Citation {
	spots := newSpots(e)
	out := make([]Citation, 0, len(cs))
	for _, c := range cs {
		at := spots.of(c.Document, c.Span)
		out = append(out, Citation{
			Number:   c.Number,
			URI:      at.URI,
			Path:     c.Document.Path,
			Range:    at.Range,
			Quote:    at.Text,
			Ratio:    c.Ratio,
			Titles:   orEmpty(titlesOf(c)),
			Page:     at.Page,
			Vertices: at.Vertices,
		})
	}
	return out
}

func newRange(r text.Range) Range {
	return Range{
		Start: Position{r.Start.Line, r.Start.Character},
		End:   Position{r.End.Line, r.End.Character},
	}
}

// within limits a search to one file or to the files below one folder.
func within(uri string) (func(*index.Entry) bool, error) {
	if uri == "" {
		return nil, nil
	}
	u, err := file.ParseURI(uri)
	if err != nil {
		return nil, err
	}
	folder := strings.TrimSuffix(string(u), "/") + "/"
	return func(e *index.Entry) bool {
		return e.URI == u || strings.HasPrefix(string(e.URI), folder)
	}, nil
}

// sent is what a question's ledger holds, by host, with the lines of the files
// that went along.
func sent(l *outside.Ledger, found *retrieve.Result) []Sent {
	out := []Sent{}
	for _, e := range l.Entries() {
		host := (&url.URL{Host: e.Host}).Hostname()
		i := slices.IndexFunc(out, func(s Sent) bool { return s.Host == host })
		if i < 0 {
			i = len(out)
			out = append(out, Sent{Host: host, Ranges: []string{}})
		}
		out[i].Bytes += said(e.Bytes, e.Target())
		for _, r := range e.Ranges {
			out[i].Ranges = append(out[i].Ranges, sentLines(r, found))
		}
	}
	slices.SortFunc(out, func(a, b Sent) int { return cmp.Compare(a.Host, b.Host) })
	return out
}

// sentLines is "path:first-last", lines from 1.
func sentLines(r outside.Range, found *retrieve.Result) string {
	for _, d := range found.Documents {
		if d.Path != r.Path || r.End > len(d.Text) {
			continue
		}
		last := max(r.Start, r.End-1) // a range that ends a line does not reach into the next
		in, span, _ := d.InFile(text.Span{Start: r.Start, End: last})
		lines := text.NewLines(in.Text).Range(span, text.UTF8)
		return fmt.Sprintf("%s:%d-%d", r.Path, lines.Start.Line+1, lines.End.Line+1)
	}
	return r.Path
}

func orEmpty[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}
