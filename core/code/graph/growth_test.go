package graph_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unique"

	"docuquest/core/code/graph"
	"docuquest/core/document"
	"docuquest/core/file"
)

// The sizes here are such that a time that grows faster than they do would not end.

// A line as long as its file is read once.
func TestReadOneLongLine(t *testing.T) {
	const calls = 1 << 20
	for _, call := range []string{`f("b");`, `f('a');`} {
		facts := graph.Read(&document.Document{Language: "go", Text: strings.Repeat(call, calls)})
		if len(facts.References) != 1 {
			t.Errorf("%d calls of %s are %d references", calls, call, len(facts.References))
		}
	}
}

// Exports that lead around in circles are followed once.
func TestNewOfCircularExports(t *testing.T) {
	const exports = 3000
	var files []graph.File
	for i := range 3 {
		facts := emptyFacts("javascript")
		for to := range exports {
			facts.Imports = append(facts.Imports, graph.Import{Path: fmt.Sprintf("./b%d", to%3)})
		}
		facts.References = []graph.Reference{call("nowhere", 0), call("there", 0)}
		files = append(files, fileOf(fmt.Sprintf("src/b%d.js", i), facts))
	}
	far := emptyFacts("javascript")
	far.Definitions = append(far.Definitions, function("there"), function("unseen"))
	files = append(files, fileOf("lib/far.js", far))
	if got := edgesOf(newGraph(t, files)); got != "" {
		t.Errorf("what no export leads to is called:\n%s", got)
	}
	files[2].Facts.Imports = append(files[2].Facts.Imports, graph.Import{Path: "../lib/far"})
	if got := strings.Count(edgesOf(newGraph(t, files)), "calls lib/far.js:1 there"); got != 3 {
		t.Errorf("what an export leads to is called %d times", got)
	}
}

// Names that are handed on from file to file, and back, are followed as far as it is said.
func TestNewOfHandedNames(t *testing.T) {
	const handed = 3000
	var files []graph.File
	for i := range handed {
		facts := emptyFacts("typescript")
		facts.Imports = []graph.Import{
			{Path: fmt.Sprintf("./m%d", (i+1)%handed), Name: "there", Of: "there"},
			{Path: fmt.Sprintf("./m%d", (i+7)%handed), Name: "there", Of: "there"},
		}
		facts.References = []graph.Reference{call("there", 0)}
		files = append(files, fileOf(fmt.Sprintf("src/m%d.ts", i), facts))
	}
	files[0].Facts.Definitions = append(files[0].Facts.Definitions, function("there"))
	got := edgesOf(newGraph(t, files))
	if !strings.Contains(got, fmt.Sprintf("src/m%d.ts calls src/m0.ts:1 there\n", handed-1)) || strings.Contains(got, "src/m1.ts calls") {
		t.Errorf("the name is called by\n%.400s", got)
	}
}

// A file that hands a name on to itself is asked once for it.
func TestNewOfNamesHandedBack(t *testing.T) {
	const handed = 5000
	facts := emptyFacts("typescript")
	for range handed {
		facts.Imports = append(facts.Imports, graph.Import{Path: "./index", Name: "there", Of: "there"})
	}
	facts.References = []graph.Reference{call("there", 0)}
	far := emptyFacts("typescript")
	far.Definitions = append(far.Definitions, function("there"))
	if got := edgesOf(newGraph(t, []graph.File{fileOf("src/index.ts", facts), fileOf("lib/far.ts", far)})); got != "" {
		t.Errorf("the name is called by\n%s", got)
	}
}

// Headers that include one another do not make each unknown call dear.
func TestNewOfManyIncludes(t *testing.T) {
	const headers, calls = 300, 2000
	var files []graph.File
	for i := range headers {
		facts := emptyFacts("c")
		for to := range headers {
			facts.Imports = append(facts.Imports, graph.Import{Path: fmt.Sprintf("h%d.h", to)})
		}
		facts.Definitions = append(facts.Definitions, function(fmt.Sprint("f", i)))
		files = append(files, fileOf(fmt.Sprintf("inc/h%d.h", i), facts))
	}
	main := emptyFacts("c")
	main.Imports = []graph.Import{{Path: "h0.h"}}
	for i := range calls {
		main.References = append(main.References, call(fmt.Sprint("unknown", i), 0), call(fmt.Sprint("f", i), 0))
	}
	files = append(files, fileOf("src/main.c", main))
	if got := strings.Count(edgesOf(newGraph(t, files)), "src/main.c calls inc/"); got != headers {
		t.Errorf("%d of %d calls were found", got, headers)
	}
}

// Calls of a name that very many have are looked up once.
func TestNewOfNamesakes(t *testing.T) {
	const namesakes = 200_000
	facts := emptyFacts("c")
	for i := range namesakes {
		facts.Definitions = append(facts.Definitions, function("f"))
		facts.References = append(facts.References, call("f", uint32(i+1)))
	}
	g := newGraph(t, []graph.File{fileOf("a.c", facts)})
	if g.Dropped() != namesakes || len(g.Callees(1)) != 0 {
		t.Errorf("%d calls are dropped of %d", g.Dropped(), namesakes)
	}
}

// A ring of very many rooms is one circle, and a chain is none.
func TestCirclesOfManyRooms(t *testing.T) {
	const rooms = 100_000
	ring := graph.Survey{Rooms: make([]graph.Room, rooms)}
	for i := range rooms {
		ring.Rooms[i].Needs = []graph.Need{{Room: (i + 1) % rooms}}
	}
	if circles := ring.Circles(); len(circles) != 1 || len(circles[0]) != rooms || circles[0][0] != 0 {
		t.Errorf("a ring has %d circles", len(circles))
	}
	ring.Rooms[rooms-1].Needs = nil
	if circles := ring.Circles(); len(circles) != 0 {
		t.Errorf("a chain has %d circles", len(circles))
	}
}

// Who gives up gets no graph.
func TestNewIsStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if g, err := graph.New(ctx, []graph.File{fileOf("a.c", emptyFacts("c"))}); !errors.Is(err, context.Canceled) || g != nil {
		t.Errorf("%v, %v", g, err)
	}
}

// Facts by hand, for more of them than there is time to read.

func emptyFacts(language string) *graph.Facts {
	none := unique.Make("")
	return &graph.Facts{Language: language, Lines: 1, Definitions: []graph.Definition{{Name: none, Owner: none}}}
}

func fileOf(path string, facts *graph.Facts) graph.File {
	return graph.File{URI: file.FromPath("/" + path), Path: path, Facts: facts}
}

func function(name string) graph.Definition {
	return graph.Definition{Name: unique.Make(name), Owner: unique.Make(""), Kind: functionKind}
}

func call(name string, in uint32) graph.Reference {
	return graph.Reference{Name: unique.Make(name), On: unique.Make(""), In: in, IsCall: true}
}

// functionKind is that of functions, which only a parse tree names.
var functionKind = read("go", "package a\n\nfunc F() {}\n").Definitions[1].Kind
