package agent

import (
	"context"
	"path"
	"runtime"
	"strings"
	"sync"

	"docuquest/core/file"
	"docuquest/core/graph"
)

// A CodeBase is the programs of a workspace at one moment: what they define, and who calls
// whom. Any number of goroutines may use it at once. Files are read as they are now where
// more than the graph is needed of them.
type CodeBase struct {
	agent *Agent
	graph *graph.Graph
}

// coding keeps the facts of files by what they say, and the code base of them.
type coding struct {
	mu         sync.Mutex // guards all below, and is held while a code base is made
	facts      map[factsKey]*graph.Facts
	generation uint64 // of the library, for last
	last       *CodeBase
}

// factsKey is what the facts of a file depend on.
type factsKey struct {
	hash     file.Hash
	language string
}

// CodeBase is that of the library as it is now. It is made once for each state of the
// files, of those alone that have changed: the first one reads all programs, which takes
// seconds for 10,000 of them. The error is that of ctx.
func (a *Agent) CodeBase(ctx context.Context) (*CodeBase, error) {
	a.Settle()
	a.coding.mu.Lock()
	defer a.coding.mu.Unlock()
	snap := a.library.Snapshot()
	if a.coding.last != nil && a.coding.generation == snap.Generation {
		return a.coding.last, nil
	}
	gathered := a.gathering(a.coding.facts)
	for e := range snap.All {
		if file.IsCode(e.Language) {
			gathered.wanted = append(gathered.wanted, wantedFacts{e.URI, e.Path, factsKey{e.Hash, e.Language}})
		}
	}
	if err := gathered.run(ctx); err != nil {
		return nil, err
	}
	a.coding.facts = gathered.kept
	a.coding.generation, a.coding.last = snap.Generation, gathered.codeBase()
	return a.coding.last, nil
}

// ReadCodeBase reads the programs of the workspace past the library, for a command that
// asks for nothing else. progress, which may be nil, is called with the number of files
// read so far, from several goroutines. The error is that of the workspace or of ctx.
func (a *Agent) ReadCodeBase(ctx context.Context, progress func(files int)) (*CodeBase, error) {
	a.state.begin()
	gathered := a.gathering(nil)
	report, err := a.options.Workspace.Scan(ctx, func(batch []file.Change) {
		for _, c := range batch {
			if c.Kind != file.Removed && file.IsCode(c.File.Language) {
				gathered.take(c.File)
			}
		}
		if n := a.state.add(len(batch)); progress != nil {
			progress(n)
		}
	})
	a.state.end(report, err == nil)
	if err != nil {
		return nil, err
	}
	return gathered.codeBase(), nil
}

// A gathering collects the facts of files.
type gathering struct {
	agent  *Agent
	wanted []wantedFacts
	known  map[factsKey]*graph.Facts // is not written any more

	mu    sync.Mutex // guards all below
	kept  map[factsKey]*graph.Facts
	files []graph.File
}

// wantedFacts are those of a file that the library knows.
type wantedFacts struct {
	uri  file.URI
	path string
	key  factsKey
}

func (a *Agent) gathering(known map[factsKey]*graph.Facts) *gathering {
	return &gathering{agent: a, known: known, kept: map[factsKey]*graph.Facts{}}
}

// run takes the wanted files in, those that are known without reading them. The error is
// that of ctx.
func (g *gathering) run(ctx context.Context) error {
	next := make(chan wantedFacts)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for w := range next {
				g.find(ctx, w)
			}
		})
	}
	for _, w := range g.wanted {
		if ctx.Err() != nil {
			break
		}
		next <- w
	}
	close(next)
	workers.Wait()
	return ctx.Err()
}

// find takes one file in. One that cannot be read any more is left out.
func (g *gathering) find(ctx context.Context, w wantedFacts) {
	if facts := g.known[w.key]; facts != nil {
		g.add(graph.File{URI: w.uri, Path: w.path, Hash: w.key.hash, Facts: facts}, w.key)
		return
	}
	if f, err := g.agent.files.Read(ctx, w.uri); err == nil {
		f.Path = w.path
		g.take(f)
	}
}

// take reads one file. A fault of ours costs that file alone.
func (g *gathering) take(f file.File) {
	defer g.agent.contain("reading a program")
	facts := graph.Read(g.agent.parse(f))
	g.add(graph.File{URI: f.URI, Path: f.Path, Hash: f.Hash, Facts: facts}, factsKey{f.Hash, f.Language})
}

func (g *gathering) add(f graph.File, key factsKey) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.kept[key] = f.Facts
	g.files = append(g.files, f)
}

func (g *gathering) codeBase() *CodeBase { return &CodeBase{g.agent, graph.New(g.files)} }

// FolderOf is the folder of the code base that a URI names, or that holds the file that it
// names, as Map wants it.
func (c *CodeBase) FolderOf(u file.URI) string {
	if id, ok := c.graph.Whole(u); ok {
		return strings.TrimPrefix(path.Dir("/"+c.graph.Definition(id).Path), "/")
	}
	folders := c.agent.options.Workspace.Folders()
	if len(folders) == 1 && file.FromPath(folders[0]) == u {
		return ""
	}
	return strings.Trim(c.agent.nameOf(u), "/")
}

// ShowsCalls reports whether an editor is offered who calls what.
func (a *Agent) ShowsCalls() bool { return a.options.CallHierarchy != "off" }
