// Package codemap returns the map of a code base, who calls whom in it and what imports what,
// and the definitions that lie near the passages of a search. It is made of the programs of a
// [view.View]; a [Cache] keeps what was read of them.
package codemap

import (
	"context"
	"log/slog"
	"maps"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"

	"docuquest/core/agent/view"
	"docuquest/core/code/graph"
	"docuquest/core/file"
	"docuquest/core/index"
)

// A CodeBase is the programs of a workspace at one moment: what they define, and who calls
// whom. Any number of goroutines may use it at once. Files are read as they are now where
// more than the graph is needed of them.
type CodeBase struct {
	view  *view.View
	graph *graph.Graph
}

// Cache keeps the facts of files by what they say, and the code base of them.
type Cache struct {
	mu         sync.Mutex // guards all below; nothing slow happens under it
	facts      map[factsKey]*graph.Facts
	of         []wantedFacts // what last was made of
	generation uint64        // of the library, of which last is true
	last       *graph.Graph
	making     chan struct{} // closed when the one is made that is being made; nil if none is
}

// factsKey is what the facts of a file depend on.
type factsKey struct {
	hash     file.Hash
	language string
}

// CodeBase is that of the library as it is now. It is made once for each state of the
// programs, of those alone that have changed: the first one reads all programs, which takes
// seconds for 10,000 of them. Who asks while it is made waits for it. One that is given up
// keeps what it has read. The error is that of ctx.
func (c *Cache) CodeBase(ctx context.Context, v *view.View) (*CodeBase, error) {
	for {
		snap := v.Library.Snapshot()
		known, others := c.begin(snap.Generation)
		switch {
		case known != nil:
			return &CodeBase{v, known}, nil
		case others == nil:
			return c.make(ctx, v, snap)
		}
		select {
		case <-others:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// begin gives the code base of a generation of the library if there is one, or else what
// is closed when another request has made one. Where both are nil it is the caller's turn,
// until it calls end.
func (c *Cache) begin(generation uint64) (known *graph.Graph, others <-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.last != nil && c.generation == generation:
		return c.last, nil
	case c.making != nil:
		return nil, c.making
	}
	c.making = make(chan struct{})
	return nil, nil
}

// end lets others have their turn.
func (c *Cache) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.making)
	c.making = nil
}

// make makes the code base of a state of the library, whose turn it is.
func (c *Cache) make(ctx context.Context, v *view.View, snap *index.Snapshot) (*CodeBase, error) {
	defer c.end()
	var wanted []wantedFacts
	for e := range snap.All {
		if file.IsCode(e.Language) {
			wanted = append(wanted, wantedFacts{e.URI, e.Path, factsKey{e.Hash, e.Language}})
		}
	}
	gathered := NewGathering(v.Parser, v.Log)
	c.mu.Lock()
	last := c.last
	isSame := last != nil && slices.Equal(c.of, wanted) // the new generation differs in other files alone
	if isSame {
		c.generation = snap.Generation
	}
	gathered.known = c.facts
	c.mu.Unlock()
	if isSame {
		return &CodeBase{v, last}, nil
	}
	gathered.run(ctx, v.Files, wanted)
	facts := map[factsKey]*graph.Facts{}
	for key, one := range gathered.reading {
		if one.facts != nil {
			facts[key] = one.facts
		}
	}
	made, err := graph.New(ctx, gathered.files)
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil { // what was read is kept for the next one
		all := map[factsKey]*graph.Facts{}
		maps.Copy(all, c.facts)
		maps.Copy(all, facts)
		c.facts = all
		return nil, err
	}
	c.facts, c.of, c.generation, c.last = facts, wanted, snap.Generation, made
	return &CodeBase{v, made}, nil
}

// A Gathering collects the facts of files.
type Gathering struct {
	parser *view.Parser
	log    *slog.Logger
	known  map[factsKey]*graph.Facts // is not written any more

	mu      sync.Mutex // guards all below
	reading map[factsKey]*reading
	files   []graph.File
}

// A reading is the facts of files with one content, which are made once.
type reading struct {
	once  sync.Once
	facts *graph.Facts // nil until they are made, and where that failed
}

// wantedFacts are the facts of a file that the library knows, as far as they are needed.
type wantedFacts struct {
	uri  file.URI
	path string
	key  factsKey
}

// NewGathering begins to gather the facts of programs.
func NewGathering(p *view.Parser, log *slog.Logger) *Gathering {
	return &Gathering{parser: p, log: log, reading: map[factsKey]*reading{}}
}

// run takes files in, those that are known without reading them, until ctx is done.
func (g *Gathering) run(ctx context.Context, from file.Source, all []wantedFacts) {
	next := make(chan wantedFacts)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for w := range next {
				if facts := g.known[w.key]; facts != nil {
					one := g.one(w.key)
					one.once.Do(func() { one.facts = facts })
					g.add(graph.File{URI: w.uri, Path: w.path, Hash: w.key.hash, Facts: facts})
				} else if f, err := from.Read(ctx, w.uri); err == nil { // else it is gone, and left out
					f.Path = w.path
					g.Take(f)
				}
			}
		})
	}
	for _, w := range all {
		if ctx.Err() != nil {
			break
		}
		next <- w
	}
	close(next)
	workers.Wait()
}

// Take reads one file, unless one with its content was read. A fault of ours costs the
// files with that content alone.
func (g *Gathering) Take(f file.File) {
	defer view.Contain(g.log, "reading a program")
	one := g.one(factsKey{f.Hash, f.Language})
	one.once.Do(func() { one.facts = graph.Read(g.parser.ParseOnce(f)) })
	if one.facts != nil {
		g.add(graph.File{URI: f.URI, Path: f.Path, Hash: f.Hash, Facts: one.facts})
	}
}

// one is the reading of a content.
func (g *Gathering) one(key factsKey) *reading {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.reading[key] == nil {
		g.reading[key] = &reading{}
	}
	return g.reading[key]
}

func (g *Gathering) add(f graph.File) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.files = append(g.files, f)
}

// CodeBase is made of all files that were taken in. The error is that of ctx.
func (g *Gathering) CodeBase(ctx context.Context, v *view.View) (*CodeBase, error) {
	made, err := graph.New(ctx, g.files)
	if err != nil {
		return nil, err
	}
	return &CodeBase{v, made}, nil
}

// FolderOf is the folder of the code base that a URI names, or that has the file that it
// names, as Map wants it. The error says that it lies in no folder of the workspace.
func (c *CodeBase) FolderOf(u file.URI) (string, error) {
	if id, ok := c.graph.Whole(u); ok {
		return strings.TrimPrefix(path.Dir("/"+c.graph.Definition(id).Path), "/"), nil
	}
	return c.view.PathOf(u)
}
