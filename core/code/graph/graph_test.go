package graph_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"docuquest/core/code/graph"
	"docuquest/core/document/code"
	"docuquest/core/document/documenttest"
	"docuquest/core/file"
)

// Each archive in testdata holds the files of a workspace and, in "want", the edges of
// their graph.
func TestGraph(t *testing.T) {
	documenttest.GoldenArchives(t, "testdata/*.txtar", func(t *testing.T, files []txtar.File) string {
		return edgesOf(newGraph(t, factsOf(files)))
	})
}

// newGraph makes a graph that nobody stops.
func newGraph(t *testing.T, files []graph.File) *graph.Graph {
	t.Helper()
	g, err := graph.New(t.Context(), files)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// factsOf parses the files of an archive.
func factsOf(files []txtar.File) []graph.File {
	parser := code.New(code.Options{})
	var all []graph.File
	for _, f := range files {
		u := file.FromPath("/" + f.Name)
		d := parser.Parse(file.File{Identity: file.Identity{URI: u}, Path: f.Name, Language: file.LanguageOf(f.Name), Content: string(f.Data)})
		all = append(all, graph.File{URI: u, Path: f.Name, Facts: graph.Read(d)})
	}
	return all
}

// edgesOf writes all edges of a graph, a line each, by the definitions that they begin at.
func edgesOf(g *graph.Graph) string {
	var b strings.Builder
	for id := range graph.ID(g.Len()) {
		for _, e := range g.Callees(id) {
			fmt.Fprintf(&b, "%s %s %s%s\n", title(g, id), arrow(e), title(g, e.ID), remark(e))
		}
	}
	return b.String()
}

func title(g *graph.Graph, id graph.ID) string {
	d := g.Definition(id)
	if d.Kind == graph.FileKind {
		return d.Path
	}
	return fmt.Sprintf("%s:%d %s", d.Path, d.Line+1, d.Title())
}

func arrow(e graph.Edge) string {
	if e.Call {
		return "calls"
	}
	return "mentions"
}

// remark says how sure an edge is.
func remark(e graph.Edge) string {
	var all []string
	if e.Among > 1 {
		all = append(all, fmt.Sprintf("one of %d", e.Among))
	}
	if e.Guess {
		all = append(all, "by its name")
	}
	if all == nil {
		return ""
	}
	return " (" + strings.Join(all, ", ") + ")"
}
