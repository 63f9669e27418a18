package graph_test

import (
	"fmt"
	"strings"
	"testing"

	"docuquest/core/code/graph"
)

// Each case is files, each with its number of lines, and the rooms of them, each with its
// number of files where it is no file itself.
var roomCases = []struct{ files, rooms string }{
	{"a.py:1 b.py:1", "a.py b.py"},
	{"a/a.py:5 b/b.py:5", "a=1 b=1"},
	{"pkg/a.py:1 pkg/b.py:1", "pkg/a.py pkg/b.py"},
	{"setup.py:2 pkg/a.py:5 pkg/b.py:5 pkg/c.py:1 pkg/d.py:1 pkg/sub/e.py:1", "=1 pkg/a.py pkg/b.py pkg/c.py pkg/d.py pkg/sub=1"},
	{"setup.py:2 pkg/a.py:5 pkg/b.py:5 pkg/c.py:1", "=1 pkg=3"},
	{"setup.py:2 pkg/a.py:5 pkg/b/b.py:5 pkg/c/c.py:5", "=1 pkg=1 pkg/b=1 pkg/c=1"},
	{"a/b/c/d/e/f/g/h/i/x/1.go:1 a/b/c/d/e/f/g/h/i/y/2.go:1", "a/b/c/d/e/f/g/h/i/x=1 a/b/c/d/e/f/g/h/i/y=1"},
	{"src/a/1.go:9 src/a/x/2.go:9 src/b/3.go:7 tools/4.go:3", "src/a=1 src/a/x=1 src/b=1 tools=1"},
	{"a/x/1.go:2 a/y/2.go:2 b/3.go:3 c/4.go:3", "a=2 b=1 c=1"},
	{"a/empty.py:0 b/empty.py:0", "a=1 b=1"},
	{"a/b/empty.py:0", "a/b/empty.py"},
}

func TestRooms(t *testing.T) {
	for _, c := range roomCases {
		if got := roomsOf(t, strings.Fields(c.files)); got != c.rooms {
			t.Errorf("%s: the rooms are %q, not %q", c.files, got, c.rooms)
		}
	}
}

// Of a folder with very many files only the largest are rooms.
func TestRoomsOfManyFiles(t *testing.T) {
	var files []string
	for i := range 200 {
		files = append(files, fmt.Sprintf("pkg/m%03d.py:%d", i, i))
	}
	got := roomsOf(t, files)
	if !strings.HasPrefix(got, "pkg=80 pkg/m080.py ") || !strings.HasSuffix(got, " pkg/m199.py") {
		t.Errorf("the rooms are %.40q...%q", got, got[len(got)-20:])
	}
}

// However deep a folder lies that holds all, the rooms are those in it.
func TestRoomsOfDeepFolders(t *testing.T) {
	const deep, files = 600, 200
	var all []string
	for i := range files {
		all = append(all, strings.Repeat("d/", deep)+fmt.Sprintf("m%d/a.py:1", i))
	}
	if got := strings.Count(roomsOf(t, all), "=1"); got != files {
		t.Errorf("there are %d rooms", got)
	}
}

func roomsOf(t *testing.T, files []string) string {
	var all []graph.File
	for _, f := range files {
		path, lines, _ := strings.Cut(f, ":")
		facts := emptyFacts("python")
		if _, err := fmt.Sscan(lines, &facts.Lines); err != nil {
			t.Fatal(err)
		}
		all = append(all, fileOf(path, facts))
	}
	s, err := newGraph(t, all).Survey("")
	if err != nil {
		t.Fatal(err)
	}
	var rooms []string
	for _, r := range s.Rooms {
		if r.IsFile {
			rooms = append(rooms, r.Path)
		} else {
			rooms = append(rooms, fmt.Sprintf("%s=%d", r.Path, r.Files))
		}
	}
	return strings.Join(rooms, " ")
}
