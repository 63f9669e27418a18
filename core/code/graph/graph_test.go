package graph_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"docuquest/core/code/graph"
	"docuquest/core/document/code"
	"docuquest/core/file"
)

var update = flag.Bool("update", false, "rewrite the wanted edges in testdata")

// Each archive in testdata holds the files of a workspace and, in "want", the edges of
// their graph.
func TestGraph(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("there are no cases: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) { checkGraph(t, name) })
	}
}

func checkGraph(t *testing.T, name string) {
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	files, want := archive.Files, ""
	if last := len(files) - 1; files[last].Name == "want" {
		files, want = files[:last], string(files[last].Data)
	}
	got := edgesOf(newGraph(t, factsOf(files)))
	if *update {
		archive.Files = append(files, txtar.File{Name: "want", Data: []byte(got)})
		if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("the edges differ (-want +got):\n%s", d)
	}
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
