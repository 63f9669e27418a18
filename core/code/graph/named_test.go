package graph_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"docuquest/core/code/graph"
)

const named = `
-- core/index/library.go --
package index

type Library struct{}

func New() *Library { return nil }

func (l *Library) Put() {}
-- core/graph/graph.go --
package graph

func New() {}

func put() {}
-- more/index/new.go --
package index

func New() {}
`

// A name may have that of a type, a folder or a file in front, and a path in front of that.
func TestNamed(t *testing.T) {
	g := newGraph(t, factsOf(txtar.Parse([]byte(named)).Files))
	for _, c := range []struct{ name, want string }{
		{"New", "core/graph/graph.go:3 core/index/library.go:5 more/index/new.go:3"},
		{"new", "core/graph/graph.go:3 core/index/library.go:5 more/index/new.go:3"},
		{"index.New", "core/index/library.go:5 more/index/new.go:3"},
		{"core/index.New", "core/index/library.go:5"},
		{"./core/index.New", "core/index/library.go:5"},
		{"core/index.Library.Put", "core/index/library.go:7"},
		{"core/index/library.New", "core/index/library.go:5"},
		{"core/index::New()", "core/index/library.go:5"},
		{"ore/index.New", ""},
		{"core/New", ""},
		{"/", ""},
		{"", ""},
	} {
		var all []string
		for _, id := range g.Named(c.name) {
			d := g.Definition(id)
			all = append(all, fmt.Sprintf("%s:%d", d.Path, d.Line+1))
		}
		if got := strings.Join(all, " "); got != c.want {
			t.Errorf("%q is %q, not %q", c.name, got, c.want)
		}
	}
}

const importing = `
-- go.mod --
module m
-- a/a.go --
package a

import (
	"fmt"
	"m/b"
	other "m/b"
)
-- a/a_test.go --
package a

import "m/b"
-- b/b.go --
package b

import "m/gone"
-- b/more.go --
package b
-- c/main.py --
from .tools import draw, line
import os
-- c/tools.py --
`

// What a file or the files of a folder import, and who imports them.
func TestDependences(t *testing.T) {
	g := newGraph(t, factsOf(txtar.Parse([]byte(importing)).Files))
	for _, c := range []struct{ path, want string }{
		{"a/a.go", "from a/a.go: fmt, a/a.go: m/b in b b/b.go b/more.go"},
		{"a", "from a/a.go: fmt, a/a.go: m/b in b b/b.go b/more.go, a/a_test.go: m/b in b b/b.go b/more.go"},
		{"b/more.go", "to a/a.go: m/b in b b/b.go b/more.go, a/a_test.go: m/b in b b/b.go b/more.go"},
		{"/b/", "from b/b.go: m/gone to a/a.go: m/b in b b/b.go b/more.go, a/a_test.go: m/b in b b/b.go b/more.go"},
		{"c/tools.py", "to c/main.py: ./tools c/tools.py"},
		{"c", "from c/main.py: os"},
		{"d", "nothing"},
		{"", "nothing"},
	} {
		from, to, ok := g.Dependences(c.path)
		got := strings.TrimSpace(saidOf("from", from) + " " + saidOf("to", to))
		if !ok {
			got = "nothing"
		}
		if got != c.want {
			t.Errorf("the dependences of %q are %q, not %q", c.path, got, c.want)
		}
	}
}

func saidOf(side string, all []graph.Dependence) string {
	var said []string
	for _, d := range all {
		one := d.By.Path + ": " + d.Said
		if d.Whole {
			one += " in " + d.Folder
		}
		for _, f := range d.To {
			one += " " + f.Path
		}
		said = append(said, one)
	}
	if said == nil {
		return ""
	}
	return side + " " + strings.Join(said, ", ")
}
