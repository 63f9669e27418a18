package agent

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"docuquest/core/answer/ground"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// A State is what has become of a citation.
type State string

// The states of a citation, from the best to the worst.
const (
	StateOK      State = "ok"      // the quote stands where the citation says
	StateMoved   State = "moved"   // it stands elsewhere in the file, or the file has another name
	StateChanged State = "changed" // something like it stands in the file
	StateGone    State = "gone"    // there is no such text, or no such file or line
)

// Evidence is one citation and what has become of it.
type Evidence struct {
	// Range is where the citation stands in the text that was checked; zero for a
	// citation of a kept answer.
	Range Range `json:"range"`
	// URI and Path are of the file as it is cited. First and Last are the lines of it,
	// from 1, and 0 where a page is cited.
	URI   file.URI `json:"uri"`
	Path  string   `json:"path"`
	First int      `json:"first,omitempty"`
	Last  int      `json:"last,omitempty"`
	Page  int      `json:"page,omitempty"`
	Quote string   `json:"quote,omitempty"` // "" where file and line alone are checked
	State State    `json:"state"`
	// Ratio is how like the quote that is which stands at Now: 1 for all of it, at
	// least 0.75, and 0 where nothing does.
	Ratio float64 `json:"ratio"`
	// Now is where the quote stands, or what is like it; nil where nothing does or
	// nothing is quoted.
	Now *EvidencePlace `json:"now,omitempty"`
	// Answer, Question and Number are of the kept answer that cites, if one does.
	Answer   string `json:"answer,omitempty"`
	Question string `json:"question,omitempty"`
	Number   int    `json:"number,omitempty"`
	// Fix has the text that was checked cite what stands at Now: edits that do not
	// overlap, in their order; nil where there is nothing to mend or to mend it with.
	Fix []Change `json:"-"`
}

// An EvidencePlace is where a quote stands now.
type EvidencePlace struct {
	URI   file.URI `json:"uri"`
	Path  string   `json:"path"`
	Range Range    `json:"range"`
	Page  int      `json:"page,omitempty"`
	Text  string   `json:"text"` // what stands there
}

// A Change replaces a range of a text.
type Change struct {
	Range Range
	Text  string
}

// Evidence checks every citation of a Markdown text that is, or will be, the file at
// u: links to a line and paths with one, with what they quote. Places in addresses that
// are no files of the workspace are left out, and so are files that it leaves out. e is
// the encoding of the ranges. The error is that of ctx.
func (a *Agent) Evidence(ctx context.Context, u file.URI, markdown string, e text.Encoding) ([]Evidence, error) {
	a.catchUp(ctx)
	c := a.checking(ctx, e)
	d := a.options.Parsers.Parse(file.File{Identity: file.Identity{URI: u}, Path: u.Path(), Language: "markdown", Content: markdown, Open: true})
	lines := text.NewLines(d.Text)
	all := []Evidence{}
	for _, cited := range ground.Citations(d) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if !cited.Cites() {
			continue
		}
		at, ok := c.resolve(u, cited)
		if !ok {
			continue
		}
		found := c.written(at, cited)
		found.Range = newRange(lines.Range(cited.Span, e))
		if found.Now != nil && found.State != StateOK {
			found.Fix = c.fix(mending{document: d, lines: lines, cited: cited, at: at, now: *found.Now})
		}
		all = append(all, found)
	}
	return all, ctx.Err()
}

// A checking is one look at citations. It reads each file once.
type checking struct {
	*Agent
	ctx    context.Context
	spots  *spots
	sheets map[file.URI]*sheet
	rooted []string         // the folders of the workspace
	citing func() []*Answer // see keptCiting
}

// A sheet is a file in which quotes are sought.
type sheet struct {
	document  *document.Document
	anchorage *ground.Anchorage
	err       error // of reading it

	lines map[text.Span]*text.Lines // of its parts, once each
}

// linesOf are the lines of a part of the file's text.
func (s *sheet) linesOf(part text.Span) *text.Lines {
	if s.lines[part] == nil {
		s.lines[part] = text.NewLines(part.Of(s.document.Text))
	}
	return s.lines[part]
}

func (a *Agent) checking(ctx context.Context, e text.Encoding) *checking {
	return &checking{a, ctx, newSpots(e), map[file.URI]*sheet{}, a.options.Workspace.Folders(), sync.OnceValue(a.keptCiting)}
}

func (c *checking) sheet(u file.URI) *sheet {
	s, known := c.sheets[u]
	if !known {
		s = &sheet{lines: map[text.Span]*text.Lines{}}
		if s.document, s.err = c.Document(c.ctx, u); s.err == nil {
			s.anchorage = ground.NewAnchorage(s.document.Text)
		}
		c.sheets[u] = s
	}
	return s
}

// A cite is a citation whose file is known.
type cite struct {
	uri   file.URI // of the file
	path  string
	page  int
	quote string
	// near gives the span of the text that is cited; false where it has no such place.
	near func(lines *text.Lines) (text.Span, bool)
}

// written checks a citation that somebody wrote.
func (c *checking) written(at resolved, cited ground.Cited) Evidence {
	one := cite{uri: at.uri, path: at.path, page: at.page, quote: cited.Quote, near: func(lines *text.Lines) (text.Span, bool) {
		if cited.First == 0 {
			return lines.Line(0), true
		}
		span := text.Span{Start: lines.Line(cited.First - 1).Start, End: lines.Line(cited.Last - 1).End}
		if cited.Quote != "" {
			return span, cited.First <= lines.Count()
		}
		return span, cited.Last <= lines.Count()
	}}
	kept := c.inserted(at, cited)
	if kept != nil {
		one.quote = kept.quote
	}
	e := c.check(one)
	e.First, e.Last, e.Number = cited.First, cited.Last, cited.Number
	if e.Question = cited.Question; kept != nil {
		e.Answer = kept.id
	}
	return e
}

// check finds what has become of a citation.
func (c *checking) check(one cite) Evidence {
	e := Evidence{URI: one.uri, Path: one.path, Page: one.page, Quote: one.quote, State: StateGone}
	s := c.sheet(one.uri)
	switch {
	case errors.Is(s.err, fs.ErrNotExist):
		c.elsewhere(&e)
		return e
	case s.err != nil:
		return e
	}
	part, ok := partOf(s.document, one.page)
	if !ok {
		return e
	}
	near, holds := one.near(s.linesOf(part))
	if one.page > 0 && near.Start == 0 {
		near.End = part.Len()
	}
	if one.quote == "" {
		if holds {
			e.State, e.Ratio = StateOK, 1
		}
		return e
	}
	found := s.anchorage.Find(one.quote, near.Shift(part.Start))
	found.Here = found.Here && holds // the text may end before the line
	e.take(c, s, found)
	return e
}

// partOf is the part of a document's text in which lines are counted: a page of it, or
// all for page 0.
func partOf(d *document.Document, page int) (text.Span, bool) {
	if page == 0 {
		return text.Span{End: len(d.Text)}, true
	}
	for _, b := range d.Blocks {
		if b.Kind == document.Page && b.Box.Page == page {
			return b.Span, true
		}
	}
	return text.Span{}, false
}

// take takes over what was found in the file of the citation.
func (e *Evidence) take(c *checking, s *sheet, found ground.Anchor) {
	switch {
	case found.Ratio == 0:
		return
	case found.Ratio < 1:
		e.State = StateChanged
	case found.Here && s.document.URI == e.URI:
		e.State = StateOK
	default:
		e.State = StateMoved
	}
	e.Ratio = found.Ratio
	at := c.spots.of(s.document, found.Span)
	e.Now = &EvidencePlace{at.URI, s.document.Path, at.Range, at.Page, at.Text}
}

// Message tells in one sentence what has become of the citation.
func (e Evidence) Message() string {
	cited := placeName(e.Path, e.Page, e.First)
	switch {
	case e.State == StateOK && e.Quote == "":
		return fmt.Sprintf("%s is there.", cited)
	case e.State == StateOK:
		return fmt.Sprintf("The quote stands at %s.", cited)
	case e.State == StateMoved:
		return fmt.Sprintf("The quote stands at %s now, not at %s.", e.Now.place(), cited)
	case e.State == StateChanged:
		return fmt.Sprintf("The text at %s is not the quote any more, but %d %% like it.", e.Now.place(), int(100*e.Ratio))
	case e.Quote == "":
		return fmt.Sprintf("There is no %s.", cited)
	}
	return fmt.Sprintf("The quote of %s stands there no more, and nothing like it.", cited)
}

func (p *EvidencePlace) place() string { return placeName(p.Path, p.Page, p.Range.Start.Line+1) }

// placeName names a page or else a line of a file.
func placeName(path string, page, line int) string {
	if page > 0 {
		return fmt.Sprintf("%s, page %d", path, page)
	}
	return fmt.Sprintf("%s:%d", path, line)
}

// ChecksCitations reports whether an editor is told what has become of citations.
func (a *Agent) ChecksCitations() bool { return a.preferences().CheckCitations != "off" }

// changes are told to who wants to hear of them.
type changes struct {
	mu   sync.Mutex // guards hear
	hear func()
}

// OnChange has f called after files have changed, each time what is searched follows
// them. It must return at once, and may be called by several goroutines. There is one
// f, the last that was given.
func (a *Agent) OnChange(f func()) {
	a.changes.mu.Lock()
	defer a.changes.mu.Unlock()
	a.changes.hear = f
}

func (c *changes) tell() {
	c.mu.Lock()
	hear := c.hear
	c.mu.Unlock()
	if hear != nil {
		hear()
	}
}

// Buffers are the open buffers, sorted by URI. The slice is the caller's.
func (a *Agent) Buffers() []file.File { return a.files.Buffers() }
