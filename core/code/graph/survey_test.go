package graph_test

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"docuquest/core/code/graph"
)

// house has rooms in one another: most of it is src, where app needs store and text, store
// needs text, and left and right need one another.
const house = `
-- go.mod --
module house
-- src/app/main.go --
package main

import (
	"house/src/store"
	"house/src/text"
)

func main() {
	s := store.Open()
	s.Put(text.Fold("a"))
	store.Open()
}
-- src/store/doc.go --
// Package store keeps things.
package store
-- src/store/store.go --
package store

import "house/src/text"

type Store struct{}

func Open() *Store { return &Store{} }

func (s *Store) Put(x string) { text.Fold(x) }
-- src/store/store_test.go --
package store

import "house/src/app"

func TestOpen() { Open(); Open() }
-- src/text/text.go --
package text

func Fold(s string) string { return s }
-- src/left/left.go --
package left

import "house/src/right"

func L() { right.R() }
-- src/right/right.go --
package right

import "house/src/left"

func R() { left.L() }
-- tools/gen.go --
package tools

import "house/src/text"

func Gen() { text.Fold("") }
`

var surveyCases = []struct{ folder, want string }{
	{"", `
"": 8 files, 1 test, 46 lines
src/app needs [src/store 2 src/text 2] and is needed by 0, begins at "src/app/main.go"
src/left needs [src/right 2] and is needed by 1, begins at "src/left/left.go"
  function L 1
src/right needs [src/left 2] and is needed by 1, begins at "src/right/right.go"
  function R 1
src/store needs [src/text 2] and is needed by 1, begins at "src/store/doc.go"
  type Store 2
  function Open 1
  function Store.Put 1
src/text needs [] and is needed by 3, begins at "src/text/text.go"
  function Fold 3
tools needs [src/text 2] and is needed by 0, begins at "tools/gen.go"
drawn: src/app-src/store src/left-src/right src/right-src/left src/store-src/text tools-src/text, 1 implied, 0 hidden
circles: [[1 2]]
`},
	{"src/store/", `
"src/store": 3 files, 1 test, 16 lines
src/store/doc.go needs [] and is needed by 0, begins at "src/store/doc.go"
src/store/store.go needs [] and is needed by 0, begins at "src/store/store.go"
  type Store 2
  function Open 1
  function Store.Put 1
src/store/store_test.go needs [] and is needed by 0, begins at ""
needs src/text 2
needed by src/app 2
drawn: , 0 implied, 0 hidden
circles: []
`},
}

func TestSurvey(t *testing.T) {
	g := newGraph(t, factsOf(txtar.Parse([]byte(house)).Files))
	for _, c := range surveyCases {
		s, err := g.Survey(c.folder)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(strings.TrimPrefix(c.want, "\n"), written(g, s)); d != "" {
			t.Errorf("the survey of %q differs (-want +got):\n%s", c.folder, d)
		}
	}
	if _, err := g.Survey("nowhere"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is not there gives %v", err)
	}
}

// written is a survey as text.
func written(g *graph.Graph, s *graph.Survey) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q: %d files, %d test, %d lines\n", s.Folder, s.Files, s.Tests, s.Lines)
	for _, r := range s.Rooms {
		var needs []string
		for _, n := range r.Needs {
			needs = append(needs, fmt.Sprint(s.Rooms[n.Room].Path, " ", n.References))
		}
		fmt.Fprintf(&b, "%s needs %v and is needed by %d, begins at %q\n", orQuotes(r.Path), needs, r.NeededBy, r.Entry.Path)
		for _, one := range r.Types {
			fmt.Fprintf(&b, "  type %s %d\n", g.Definition(one.ID).Title(), one.Callers)
		}
		for _, one := range r.Functions {
			fmt.Fprintf(&b, "  function %s %d\n", g.Definition(one.ID).Title(), one.Callers)
		}
	}
	for _, o := range s.Needs {
		fmt.Fprintf(&b, "needs %s %d\n", o.Folder, o.References)
	}
	for _, o := range s.NeededBy {
		fmt.Fprintf(&b, "needed by %s %d\n", o.Folder, o.References)
	}
	d := s.Drawing(6)
	var arrows []string
	for _, a := range d.Arrows {
		arrows = append(arrows, s.Rooms[a.From].Path+"-"+s.Rooms[a.To].Path)
	}
	fmt.Fprintf(&b, "drawn: %s, %d implied, %d hidden\ncircles: %v\n", strings.Join(arrows, " "), d.Implied, d.Hidden, s.Circles())
	return b.String()
}

func orQuotes(s string) string {
	if s == "" {
		return `""`
	}
	return s
}

// Where the files of a folder are rooms, an import of the folder leads to none of them.
func TestSurveyOfFlatFolder(t *testing.T) {
	const flat = `
-- go.mod --
module m
-- main.go --
package main

import "m/flat"

func main() { flat.C() }
-- flat/a.go --
package flat

func A() {}
-- flat/b.go --
package flat

func B() { A() }
-- flat/c.go --
package flat

func C() { B(); A() }
-- flat/d.go --
package flat

func D() {}
`
	g := newGraph(t, factsOf(txtar.Parse([]byte(flat)).Files))
	s, err := g.Survey("")
	if err != nil {
		t.Fatal(err)
	}
	const want = `"": 5 files, 0 test, 17 lines
"" needs [flat/c.go 1] and is needed by 0, begins at "main.go"
flat/a.go needs [] and is needed by 2, begins at "flat/a.go"
  function A 2
flat/b.go needs [flat/a.go 1] and is needed by 1, begins at "flat/b.go"
  function B 1
flat/c.go needs [flat/a.go 1 flat/b.go 1] and is needed by 1, begins at "flat/c.go"
  function C 1
flat/d.go needs [] and is needed by 0, begins at "flat/d.go"
drawn: -flat/c.go flat/b.go-flat/a.go flat/c.go-flat/b.go, 1 implied, 0 hidden
circles: []
`
	if d := cmp.Diff(want, written(g, s)); d != "" {
		t.Errorf("the survey differs (-want +got):\n%s", d)
	}
}
