package codemap

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"docuquest/core/answer/replies"
	"docuquest/core/code/graph"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// How much is looked up in the files.
const (
	mostEnds   = 500 // callers or callees of one definition
	mostCalled = 20  // definitions, where several are asked for
)

// A Callable is a definition of a code base, or a file as a whole, which calls what is
// in it outside of all definitions.
type Callable struct {
	Name   string        `json:"name"` // with that of its type: "Library.Put"
	Kind   string        `json:"kind"` // "function", "struct" and so on, or "file"
	URI    file.URI      `json:"uri"`
	Path   string        `json:"path"`
	Range  replies.Range `json:"range"`  // of all of it; empty for a file
	Select replies.Range `json:"select"` // of its name
}

// A Call is one end of a call from a definition or to it.
type Call struct {
	Callable
	// At are the places of the call, in the file of the definition that calls. There are
	// none where that has changed since.
	At []replies.Range `json:"at"`
	// Among is how many definitions the call may mean; 1 where it is sure, or the only
	// one of its name in reach.
	Among int `json:"among"`
	// Guess says that the name alone speaks for it, since it is not known on what it is
	// called.
	Guess bool `json:"guess,omitempty"`
	// Mention says that a type is mentioned, and not called.
	Mention bool `json:"mention,omitempty"`
}

// Remark says in a few words how sure a call is, "" where it is.
func (c Call) Remark() string {
	switch {
	case c.Among > 1:
		return fmt.Sprintf("may mean %d definitions", c.Among)
	case c.Guess:
		return "by its name"
	}
	return ""
}

// Calls are who calls one definition, and whom that calls.
type Calls struct {
	Callable
	Callers []Call `json:"callers"` // by path and line, tests behind others
	Callees []Call `json:"callees"` // in the order of the first places
	// More are how many further callers and callees there are, which were not looked up.
	More int `json:"more,omitempty"`
}

// A CallList is the calls of several definitions.
type CallList struct {
	Definitions []Calls `json:"definitions"` // in the order of their paths and lines
	// More is how many further definitions were meant, which were not looked up.
	More int `json:"more,omitempty"`
}

// CallsNamed are those of the definitions of a name, which may have that of its type or of
// its folder in front, or the path of that: "Put", "Library.Put", "core/index.New". Of a
// name that many have only the first twenty are looked up. The error is that of ctx.
func (c *CodeBase) CallsNamed(ctx context.Context, name string, e text.Encoding) (*CallList, error) {
	return c.calling(ctx, e).list(c.graph.Named(name))
}

// CallsAt are those of what a place of a file calls or defines, or, where that is none of
// these, of the definition around it. Nothing is found in a file that is no program. The
// error is that of reading the file or of ctx, or that the file has no such line.
func (c *CodeBase) CallsAt(ctx context.Context, u file.URI, at replies.Position, e text.Encoding) (*CallList, error) {
	calling := c.calling(ctx, e)
	if err := calling.checkLine(u, at.Line); err != nil {
		return nil, err
	}
	var ids []graph.ID
	s := calling.program(u)
	offset := s.lines.Offset(text.Position(at), e)
	if site, ok := s.siteAt(offset); ok {
		ids = idsOf(s.meanings(site.Reference))
	}
	if id, ok := c.graph.At(u, offset); ok && len(ids) == 0 { // what is defined there, or around it
		ids = []graph.ID{id}
	}
	return calling.list(ids)
}

// Callables are the definitions that a place of a file names, by calling or by defining
// them; none where it names nothing. The file is as it was when somebody pointed at it: what
// was there is meant, and is located again in what the code base knows of the file by now.
// The error is that of ctx.
func (c *CodeBase) Callables(ctx context.Context, f file.File, at replies.Position, e text.Encoding) ([]Callable, error) {
	if !file.IsCode(f.Language) {
		return nil, nil
	}
	// before knows this one file, as it is given; now knows all of them.
	d := c.view.Parser.Parse(f)
	own, err := graph.New(ctx, []graph.File{{URI: f.URI, Path: f.Path, Hash: f.Hash, Facts: graph.Read(d)}})
	if err != nil {
		return nil, err
	}
	now, before := c.calling(ctx, e), (&CodeBase{c.view, own}).calling(ctx, e)
	s := before.programOf(f.URI, d)
	before.programs[f.URI] = s

	var ids []graph.ID
	offset := s.lines.Offset(text.Position(at), e)
	if site, ok := s.siteAt(offset); ok {
		// The definition that refers has another number by now, or that of the file as a whole
		// where it is gone.
		in, isThere := now.again(before.callable(before.first(f.URI) + graph.ID(site.In)))
		site.In = 0
		if isThere {
			site.In = uint32(in - now.first(f.URI))
		}
		ids = idsOf(now.graph.Meanings(f.URI)(site.Reference))
	} else if id, ok := before.graph.At(f.URI, offset); ok && holds(before.nameOf(s, id), offset) {
		if id, ok = now.again(before.callable(id)); ok {
			ids = []graph.ID{id}
		}
	}
	return replies.Each(ids, func(id graph.ID) Callable {
		one := now.callable(id)
		if was, ok := before.again(one); ok && one.URI == f.URI { // it has the places of that file
			old := before.callable(was)
			one.Range, one.Select = old.Range, old.Select
		}
		return one
	}), ctx.Err()
}

// CallsOf are those of a definition that Callables gave, located again where its name is
// or, where lines were put in above or taken out, by the name: the one of that name which
// is nearest in its file. There are none where that has no more such. The error is that of
// reading its file or of ctx.
func (c *CodeBase) CallsOf(ctx context.Context, one Callable, e text.Encoding) (*Calls, error) {
	calling := c.calling(ctx, e)
	if err := calling.program(one.URI).err; err != nil {
		return nil, err
	}
	id, ok := calling.again(one)
	if !ok {
		return nil, nil
	}
	all, err := calling.all([]graph.ID{id})
	if err != nil {
		return nil, err
	}
	return &all[0], nil
}

// again finds a definition in the file that it was in. One without a name is found by its
// place alone.
func (c *calling) again(one Callable) (graph.ID, bool) {
	if one.Kind == graph.FileKind.String() {
		return c.graph.Whole(one.URI)
	}
	lines := c.program(one.URI).lines
	at, ok := c.graph.At(one.URI, lines.Offset(text.Position(one.Select.Start), c.encoding))
	if !ok || one.Name == "" || c.graph.Definition(at).Title() == one.Name {
		return at, ok
	}
	best, found := graph.ID(0), false
	distance := func(id graph.ID) int {
		return max(int(c.graph.Definition(id).Line)-one.Select.Start.Line, one.Select.Start.Line-int(c.graph.Definition(id).Line))
	}
	for _, id := range c.graph.In(one.URI) {
		if c.graph.Definition(id).Title() == one.Name && (!found || distance(id) < distance(best)) {
			best, found = id, true
		}
	}
	return best, found
}

// A calling is one look at calls. It reads each file once, and is used by one goroutine.
type calling struct {
	*CodeBase
	ctx      context.Context
	encoding text.Encoding
	programs map[file.URI]*program
}

// A program is a file in which calls are looked up.
type program struct {
	err   error // of reading it
	doc   *document.Document
	lines *text.Lines
	sites []graph.Site
	means map[graph.Reference][]graph.Edge // of the sites, as far as asked for
	find  func(graph.Reference) []graph.Edge
}

func (c *CodeBase) calling(ctx context.Context, e text.Encoding) *calling {
	return &calling{c, ctx, e, map[file.URI]*program{}}
}

func (c *calling) program(u file.URI) *program {
	s, known := c.programs[u]
	if known {
		return s
	}
	d, err := c.view.Document(c.ctx, u)
	if err != nil {
		s = &program{err: err, lines: text.NewLines(""), doc: &document.Document{}}
		c.programs[u] = s
		return s
	}
	s = c.programOf(u, d)
	c.programs[u] = s
	return s
}

// programOf is the program of a file that says what a document does.
func (c *calling) programOf(u file.URI, d *document.Document) *program {
	s := &program{doc: d, lines: text.NewLines(d.Text), means: map[graph.Reference][]graph.Edge{}, find: c.graph.Meanings(u)}
	if id, ok := c.graph.Whole(u); ok && c.graph.Definition(id).Hash == d.Hash {
		s.sites = graph.Sites(d)
	}
	return s
}

// siteAt is the place where something is referred to that contains an offset.
func (s *program) siteAt(offset int) (graph.Site, bool) {
	at := slices.IndexFunc(s.sites, func(site graph.Site) bool { return holds(site.Span, offset) })
	if at < 0 {
		return graph.Site{}, false
	}
	return s.sites[at], true
}

func idsOf(edges []graph.Edge) []graph.ID {
	return replies.Each(edges, func(e graph.Edge) graph.ID { return e.ID })
}

// meanings are the definitions that a site of the file may mean.
func (s *program) meanings(r graph.Reference) []graph.Edge {
	edges, known := s.means[r]
	if !known {
		edges = s.find(r)
		s.means[r] = edges
	}
	return edges
}

// checkLine says what is wrong with a line of a file, counted from 0.
func (c *calling) checkLine(u file.URI, line int) error {
	s := c.program(u)
	if s.err != nil {
		return s.err
	}
	if line < s.lines.Count() {
		return nil
	}
	lines := s.lines.Count()
	if strings.HasSuffix(s.doc.Text, "\n") {
		lines--
	}
	return fmt.Errorf("there is no line %d in %s: it has %s", line+1, c.view.Name(u), counted(lines, "line"))
}

// holds reports whether a place is in a name or at its end, where text cursors are.
func holds(name text.Span, offset int) bool {
	return !name.Empty() && (name.Contains(offset) || name.End == offset)
}

func (c *calling) nameOf(s *program, id graph.ID) text.Span {
	return graph.NameSpan(s.doc.Text, *c.graph.Definition(id).Definition)
}

func (c *calling) callable(id graph.ID) Callable {
	d := c.graph.Definition(id)
	s := c.program(d.URI)
	one := Callable{Name: d.Title(), Kind: d.Kind.String(), URI: d.URI, Path: d.Path}
	if d.Kind == graph.FileKind {
		return one
	}
	span := text.Span{Start: int(d.Start), End: int(d.End)}
	one.Range = replies.NewRange(s.lines.Range(span, c.encoding))
	one.Select = replies.NewRange(s.lines.Range(c.nameOf(s, id), c.encoding))
	return one
}

// list are the calls of some definitions, as many as are looked up, each once. The error
// is that of ctx.
func (c *calling) list(ids []graph.ID) (*CallList, error) {
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	first := ids[:min(mostCalled, len(ids))]
	all, err := c.all(first)
	if err != nil {
		return nil, err
	}
	return &CallList{all, len(ids) - len(first)}, nil
}

// all are the calls of some definitions. The error is that of ctx.
func (c *calling) all(ids []graph.ID) ([]Calls, error) {
	all := []Calls{}
	for _, id := range ids {
		if c.ctx.Err() != nil {
			return nil, c.ctx.Err()
		}
		one := Calls{Callable: c.callable(id)}
		var more [2]int
		one.Callers, more[0] = c.callers(id)
		one.Callees, more[1] = c.callees(id)
		one.More = more[0] + more[1]
		all = append(all, one)
	}
	return all, c.ctx.Err()
}

// callers looks up where a definition is called.
func (c *calling) callers(id graph.ID) (calls []Call, more int) {
	edges := c.graph.Callers(id)
	c.testsLast(edges)
	calls = []Call{}
	for _, e := range edges[:min(mostEnds, len(edges))] {
		calls = append(calls, Call{c.callable(e.ID), c.ranges(e.ID, id), e.Among, e.Guess, !e.Call})
	}
	return calls, len(edges) - len(calls)
}

// testsLast sorts edges by their other ends, those of tests behind others.
func (c *CodeBase) testsLast(edges []graph.Edge) {
	slices.SortStableFunc(edges, func(a, b graph.Edge) int {
		if isTest := c.graph.Definition(a.ID).Test; isTest != c.graph.Definition(b.ID).Test {
			if isTest {
				return 1
			}
			return -1
		}
		return cmp.Compare(a.ID, b.ID)
	})
}

// callees looks up what a definition calls, and where in it.
func (c *calling) callees(id graph.ID) (calls []Call, more int) {
	edges := c.graph.Callees(id)
	calls = []Call{}
	for _, e := range edges[:min(mostEnds, len(edges))] {
		calls = append(calls, Call{c.callable(e.ID), c.ranges(id, e.ID), e.Among, e.Guess, !e.Call})
	}
	slices.SortStableFunc(calls, func(a, b Call) int {
		if len(a.At) == 0 || len(b.At) == 0 {
			return cmp.Compare(len(b.At), len(a.At))
		}
		first, second := a.At[0].Start, b.At[0].Start
		return cmp.Or(cmp.Compare(first.Line, second.Line), cmp.Compare(first.Character, second.Character))
	})
	return calls, len(edges) - len(calls)
}

// ranges are the places where one definition refers to another one.
func (c *calling) ranges(from, to graph.ID) []replies.Range {
	lines := c.program(c.graph.Definition(from).URI).lines
	return replies.Each(c.places(from, to), func(at text.Span) replies.Range {
		return replies.NewRange(lines.Range(at, c.encoding))
	})
}

// places are where one definition refers to another one.
func (c *calling) places(from, to graph.ID) []text.Span {
	d := c.graph.Definition(from)
	s := c.program(d.URI)
	in := from - c.first(d.URI)
	var places []text.Span
	for _, site := range s.sites {
		if graph.ID(site.In) != in {
			continue
		}
		if slices.ContainsFunc(s.meanings(site.Reference), func(e graph.Edge) bool { return e.ID == to }) {
			places = append(places, site.Span)
		}
	}
	return places
}

// first is the definition of a file as a whole, with which its own begin.
func (c *calling) first(u file.URI) graph.ID {
	id, _ := c.graph.Whole(u)
	return id
}

// CallsInLine is CallsAt for a line of a file, from 0: the first thing in it that the code
// base defines, or else those that it calls, or else what is defined around it.
func (c *CodeBase) CallsInLine(ctx context.Context, u file.URI, line int, e text.Encoding) (*CallList, error) {
	calling := c.calling(ctx, e)
	if err := calling.checkLine(u, line); err != nil {
		return nil, err
	}
	s := calling.program(u)
	content := s.lines.Line(line).Trim(s.doc.Text)
	if id, ok := c.graph.At(u, content.Start); ok && c.graph.Definition(id).Kind != graph.FileKind {
		if name := calling.nameOf(s, id); content.Start <= name.Start && name.End <= content.End {
			return calling.list([]graph.ID{id})
		}
	}
	var ids []graph.ID
	for _, site := range s.sites {
		if content.Contains(site.Span.Start) {
			ids = append(ids, idsOf(s.meanings(site.Reference))...)
		}
	}
	if id, ok := c.graph.At(u, s.lines.Line(line).Start); ok && len(ids) == 0 {
		ids = []graph.ID{id}
	}
	return calling.list(ids)
}
