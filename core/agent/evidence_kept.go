package agent

import (
	"context"
	"encoding/json"
	"path"
	"slices"
	"strings"
	"sync"

	"docuquest/core/answer/ground"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// mostChecked is how many kept answers are looked at, the newest of them.
const mostChecked = 1000

// cited remembers what kept answers cite, so that their records are read once.
type cited struct {
	mu   sync.Mutex         // guards byID
	byID map[string]*Answer // with the fields alone that citations need
}

// keptCiting are the kept answers that cite something, the newest first.
func (a *Agent) keptCiting() []*Answer {
	ids := a.kept.ids()
	if a.options.Answers != nil {
		stored, err := a.options.Answers.Recent(mostChecked)
		if err != nil {
			a.log.Warn("the kept answers cannot be listed", "err", err)
		}
		ids = stored
	}
	var all []*Answer
	for _, id := range ids {
		if r := a.citations(id); r != nil && len(r.Citations) > 0 {
			all = append(all, r)
		}
	}
	return all
}

// citations is what a kept answer cites; nil if it cannot be read.
func (a *Agent) citations(id string) *Answer {
	a.cited.mu.Lock()
	defer a.cited.mu.Unlock()
	if r, ok := a.cited.byID[id]; ok {
		return r
	}
	r, err := a.record(id)
	if err != nil {
		return nil
	}
	if a.cited.byID == nil {
		a.cited.byID = map[string]*Answer{}
	}
	r = &Answer{ID: id, Question: r.Question, Citations: r.Citations, Encoding: r.Encoding}
	a.cited.byID[id] = r
	return r
}

// forget has the citations of an answer be read anew.
func (c *cited) forget(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.byID, id)
}

// record is a kept answer, read past those that are at hand.
func (a *Agent) record(id string) (*Answer, error) {
	if a.options.Answers == nil {
		return a.Answer(id)
	}
	record, document, err := a.options.Answers.Load(id)
	if err != nil {
		return nil, err
	}
	r := &Answer{}
	err = json.Unmarshal(record, r)
	r.Document = document
	return r, err
}

// ids are those of the answers at hand, the one used last first.
func (k *kept) ids() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	var ids []string
	for e := k.order.Front(); e != nil; e = e.Next() {
		ids = append(ids, e.Value.(*Answer).ID)
	}
	return ids
}

// KeptEvidence checks the citations of all kept answers, at most of the newest 1000,
// the newest first. Files that are none of the workspace are left out. e is the
// encoding of the ranges. The error is that of ctx.
func (a *Agent) KeptEvidence(ctx context.Context, e text.Encoding) ([]Evidence, error) {
	a.catchUp(ctx)
	c := a.checking(ctx, e)
	all := []Evidence{}
	for _, r := range a.keptCiting() {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for _, one := range r.Citations {
			if found, ok := c.kept(r, one); ok {
				all = append(all, found)
			}
		}
	}
	return all, ctx.Err()
}

// kept checks one citation of an answer; false if its file is none of the workspace.
func (c *checking) kept(r *Answer, one Citation) (Evidence, bool) {
	at, ok := c.resolve("", ground.Cited{IsLink: true, Target: string(one.URI)})
	if !ok {
		return Evidence{}, false
	}
	from, _ := text.ParseEncoding(r.Encoding)
	found := c.check(cite{uri: at.uri, path: at.path, page: at.page, quote: one.Quote, near: func(lines *text.Lines) (text.Span, bool) {
		start := lines.Offset(text.Position(one.Range.Start), from) // a quote has to begin on its line
		return text.Span{Start: start, End: start}, one.Range.Start.Line < lines.Count()
	}})
	found.First, found.Last = one.Range.Start.Line+1, one.Range.End.Line+1
	found.Answer, found.Question, found.Number = r.ID, r.Question, one.Number
	return found, true
}

// An insertedQuote is what an inserted answer quotes.
type insertedQuote struct{ id, quote string }

// inserted finds the quote of a citation in an answer that was inserted below its
// question: the newest kept answer to that question knows it. nil if there is none.
func (c *checking) inserted(at resolved, cited ground.Cited) *insertedQuote {
	if cited.Question == "" || cited.Number == 0 {
		return nil
	}
	for _, r := range c.citing() {
		if questionKey(r.Question) != questionKey(cited.Question) {
			continue
		}
		for _, one := range r.Citations {
			if one.Number == cited.Number && path.Base(one.Path) == path.Base(at.path) {
				return &insertedQuote{r.ID, one.Quote}
			}
		}
		return nil
	}
	return nil
}

// A Rest is a citation by which a kept answer rests on a passage.
type Rest struct {
	Answer string // its id
	Number int    // of the citation in it
}

// AnswersOn are the kept answers that rest on the passage at a position of a file, or,
// where that is in a heading, on its whole section: those whose quotes stand in it as
// they did. The file is as it was when somebody pointed at it. The newest answer comes
// first. The error is that of ctx.
func (a *Agent) AnswersOn(ctx context.Context, f file.File, at Position, e text.Encoding) ([]Rest, error) {
	c := a.checking(ctx, e)
	d := a.reader.Parse(f)
	s := &sheet{document: d, anchorage: ground.NewAnchorage(d.Text), lines: map[text.Span]*text.Lines{}}
	offset := s.linesOf(text.Span{End: len(s.document.Text)}).Offset(text.Position(at), e)
	passage := passageAt(s.document, offset)
	var all []Rest
	for _, r := range a.keptCiting() {
		for _, one := range r.Citations {
			if one.URI == f.URI && c.standsIn(s, passage, r, one) {
				all = append(all, Rest{r.ID, one.Number})
			}
		}
	}
	return all, ctx.Err()
}

// standsIn says whether the quote of a citation stands in a passage.
func (c *checking) standsIn(s *sheet, passage text.Span, r *Answer, one Citation) bool {
	from, _ := text.ParseEncoding(r.Encoding)
	was := s.linesOf(text.Span{End: len(s.document.Text)}).Span(one.Range.text(), from)
	found := s.anchorage.Find(one.Quote, was)
	return found.Ratio == 1 && passage.Contains(found.Span.Start)
}

// passageAt is the section whose heading holds an offset, or else the innermost block.
func passageAt(d *document.Document, offset int) text.Span {
	var passage text.Span
	for blocks := d.Blocks; ; {
		at := slices.IndexFunc(blocks, func(b document.Block) bool { return b.Span.Contains(offset) })
		if at < 0 || blocks[at].Kind == document.Heading {
			return passage
		}
		if b := blocks[at]; b.Kind == document.Section && len(b.Children) > 0 && b.Children[0].Span.Contains(offset) {
			return b.Span
		}
		passage, blocks = blocks[at].Span, blocks[at].Children
	}
}

// Renamed has the kept answers follow files that have other names now, so that they
// cite them there. The error is the first of the store.
func (a *Agent) Renamed(renames []Renaming) error {
	for _, r := range renames {
		a.Touch(r.Old, r.New)
	}
	var first error
	for _, cites := range a.keptCiting() {
		if slices.ContainsFunc(cites.Citations, func(c Citation) bool { return follow(renames, c.URI) != c.URI }) {
			if err := a.rewrite(cites.ID, renames); first == nil {
				first = err
			}
		}
	}
	return first
}

// rewrite keeps an answer anew that cites files with other names.
func (a *Agent) rewrite(id string, renames []Renaming) error {
	r, err := a.record(id)
	if err != nil {
		return err
	}
	next := *r
	next.Citations = slices.Clone(r.Citations)
	for i := range next.Citations {
		old, c := next.Citations[i], &next.Citations[i]
		if c.URI = follow(renames, old.URI); c.URI == old.URI {
			continue
		}
		c.Path = a.nameOf(c.URI)
		next.Document = strings.ReplaceAll(next.Document, old.source(), c.source())
	}
	defer a.cited.forget(id)
	defer a.kept.add(&next) // after the store has it, so that nobody reads the old one again
	if a.options.Answers == nil {
		return nil
	}
	record, err := json.Marshal(&next)
	if err != nil {
		return err
	}
	return a.options.Answers.Keep(id, record, next.Document)
}

// source is a citation as a document lists it.
func (c Citation) source() string {
	return "[" + ground.Inline(c.place()) + "](" + LineURI(c.URI, c.Range.Start.Line) + ")"
}

// nameOf names a file for people.
func (a *Agent) nameOf(u file.URI) string {
	if namer, ok := a.options.Workspace.(file.Namer); ok {
		return namer.NameOf(u)
	}
	return u.Path()
}
