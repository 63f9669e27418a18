// Package evidence reports what has become of citations: in Markdown that people write, and in
// kept answers. A quote may be where it was, elsewhere, changed or gone. The package returns
// the edits that have a text cite what is there now, and that follow renamed files.
//
// Everything is a function of a [view.View] and of the kept answers, which it is given.
package evidence

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"sync"

	"docuquest/core/agent/view"
	"docuquest/core/answer/ground"
	"docuquest/core/answer/replies"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// OfText checks every citation of a Markdown text that is, or will be, the file at
// u: links to a line and paths with one, with what they quote. Places in addresses that
// are no files of the workspace are left out, and so are files that it leaves out. e is
// the encoding of the ranges. The error is that of ctx.
func OfText(ctx context.Context, v *view.View, answers Citing, u file.URI, markdown string, e text.Encoding) ([]replies.Evidence, error) {
	c := NewChecking(ctx, v, e)
	c.citing = sync.OnceValue(answers)
	d := v.Parser.ParseOnce(file.File{Identity: file.Identity{URI: u}, Path: u.Path(), Language: "markdown", Content: markdown, Open: true})
	lines := text.NewLines(d.Text)
	all := []replies.Evidence{}
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
		found.Range = replies.NewRange(lines.Range(cited.Span, e))
		if found.Now != nil && found.State != replies.StateOK {
			found.Fix = c.fix(correction{document: d, lines: lines, cited: cited, at: at, now: *found.Now})
		}
		all = append(all, found)
	}
	return all, ctx.Err()
}

// Citing returns the kept answers that cite something, the newest first. They have their id,
// their question, their citations and the encoding of these.
type Citing func() []*replies.Answer

// A Checking is one look at citations. It reads each file once.
type Checking struct {
	*view.View
	ctx     context.Context
	locator *replies.Locator
	sources map[file.URI]*source
	citing  Citing // nil where no answer is inserted in what is checked
}

// A source is a file in which quotes are searched.
type source struct {
	document  *document.Document
	anchorage *ground.Anchorage
	err       error // of reading it

	lines map[text.Span]*text.Lines // of its parts, once each
}

// NewChecking begins to look at citations in the files of a view.
func NewChecking(ctx context.Context, v *view.View, e text.Encoding) *Checking {
	return &Checking{View: v, ctx: ctx, locator: replies.NewLocator(e), sources: map[file.URI]*source{}}
}

func (c *Checking) source(u file.URI) *source {
	s, known := c.sources[u]
	if !known {
		s = &source{lines: map[text.Span]*text.Lines{}}
		if s.document, s.err = c.Document(c.ctx, u); s.err == nil {
			s.anchorage = ground.NewAnchorage(s.document.Text)
		}
		c.sources[u] = s
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
func (c *Checking) written(at resolved, cited ground.Cited) replies.Evidence {
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
	// An answer that was inserted below its question is the newest kept one to that question,
	// which knows what it quoted.
	inserted := ""
	if cited.Question != "" && cited.Number > 0 {
		answers, key := c.citing(), replies.QuestionKey(cited.Question)
		i := slices.IndexFunc(answers, func(r *replies.Answer) bool { return replies.QuestionKey(r.Question) == key })
		if i >= 0 {
			for _, quoted := range answers[i].Citations {
				if inserted == "" && quoted.Number == cited.Number && path.Base(quoted.Path) == path.Base(at.path) {
					inserted, one.quote = answers[i].ID, quoted.Quote
				}
			}
		}
	}
	e := c.check(one)
	e.First, e.Last, e.Number, e.Question, e.Answer = cited.First, cited.Last, cited.Number, cited.Question, inserted
	return e
}

// check finds what has become of a citation.
func (c *Checking) check(one cite) replies.Evidence {
	e := replies.Evidence{URI: one.uri, Path: one.path, Page: one.page, Quote: one.quote, State: replies.StateGone}
	s := c.source(one.uri)
	switch {
	case errors.Is(s.err, fs.ErrNotExist):
		c.elsewhere(&e)
		return e
	case s.err != nil:
		return e
	}
	part, ok := view.PartOf(s.document, one.page)
	if !ok {
		return e
	}
	if s.lines[part] == nil {
		s.lines[part] = text.NewLines(part.Of(s.document.Text))
	}
	near, holds := one.near(s.lines[part])
	if one.page > 0 && near.Start == 0 {
		near.End = part.Len()
	}
	if one.quote == "" {
		if holds {
			e.State, e.Ratio = replies.StateOK, 1
		}
		return e
	}
	found := s.anchorage.Find(one.quote, near.Shift(part.Start))
	found.Here = found.Here && holds // the text may end before the line
	c.take(&e, s, found)
	return e
}

// take notes what was found in the file of the citation.
func (c *Checking) take(e *replies.Evidence, s *source, found ground.Anchor) {
	switch {
	case found.Ratio == 0:
		return
	case found.Ratio < 1:
		e.State = replies.StateChanged
	case found.Here && s.document.URI == e.URI:
		e.State = replies.StateOK
	default:
		e.State = replies.StateMoved
	}
	e.Ratio = found.Ratio
	at := c.locator.Locate(s.document, found.Span)
	e.Now = &replies.EvidencePlace{URI: at.URI, Path: s.document.Path, Range: at.Range, Page: at.Page, Text: at.Text}
}
