package retrieve

import (
	"context"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/document"
	"docuquest/core/file"
)

var stones = map[string]string{
	"a.txt":      "Jade here. More JADES there.\n",
	"b.txt":      "Gold rings, a gold-ring and a gold\nring; no stone.\n",
	"c.md":       "# Stones\n\nThe jade and the gold.\n",
	"docs/d.txt": "Silver. The ring of gold.\n",
	"docs/e.go":  "package jade\n\nvar jade_ring, jadeRing = \"gold ring\", 1\n",
	"asks.md":    "# Notes\n\n?? How many files mention jade?\n\n!! Exactly 3 files mention jade.\n",
	"empty.txt":  "\n",
	"f.txt":      "All nodes are one, and nodesizes another.\n",
	"g.txt":      "The nodes.\n",
}

// TestExact asks questions of stones. What is wanted is the count, "of" how many, the
// forms that were counted, and the rows: a path, how often, and what stands at the
// place.
func TestExact(t *testing.T) {
	r, _ := newRetriever(stones)
	for _, test := range []struct{ question, want string }{
		{"How many files mention jade?", "3 of 9 [jade jades]: a.txt 2 Jade, c.md 1 jade, docs/e.go 2 jade"},
		{"How many files mention \"jades\"?", "1 of 9 [jades]: a.txt 1 JADES"},
		{"Which files mention gold ring?", "2 of 9 [gold ring gold rings gold-ring]: b.txt 3 Gold rings, docs/e.go 1 gold ring"},
		{"Which files contain \"gold ring\"?", "2 of 9 [gold ring]: b.txt 1 gold\nring, docs/e.go 1 gold ring"},
		{"Which files mention both jade and gold?", "2 of 9 [jade jades] [gold]: c.md 2 jade, docs/e.go 3 jade"},
		{"Which files mention jade but not gold?", "1 of 9 [jade jades] [gold]: a.txt 2 Jade"},
		{"Which files mention silver or jade?", "4 of 9 [silver] [jade jades]: a.txt 2 Jade, c.md 1 jade, docs/d.txt 1 Silver, docs/e.go 2 jade"},
		{"Which files never mention jade or gold?", "4 of 9 [jade jades] [gold]: asks.md 0 # Notes, empty.txt 0 , f.txt 0 All nodes are one, and nodesizes another., g.txt 0 The nodes."},
		{"Which Go files mention jade?", "1 of 1 [jade]: docs/e.go 2 jade"},
		{"Which files in the docs folder mention gold?", "2 of 2 [gold]: docs/d.txt 1 gold, docs/e.go 1 gold"},
		{"How often is jade mentioned?", "5 of 9 [jade jades]: a.txt 2 Jade, c.md 1 jade, docs/e.go 2 jade"},
		{"How many files mention nodesizes?", "1 of 9 [nodesizes]: f.txt 1 nodesizes"},
		{"How many files mention basalt?", "0 of 9 []: "},
		{"How many Markdown files are there?", "2 of 2: asks.md 0 # Notes, c.md 0 # Stones"},
	} {
		ask, ok := AskExact(test.question)
		if !ok {
			t.Errorf("%s: not understood", test.question)
			continue
		}
		got, err := r.Exact(t.Context(), Query{Limit: 10}, ask)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, described(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.question, diff)
		}
	}
}

// failingShelf is a shelf of which some files cannot be read.
type failingShelf struct {
	shelf
	failing map[string]error // by path
}

func (s failingShelf) Read(ctx context.Context, u file.URI) (file.File, error) {
	f, err := s.shelf.Read(ctx, u)
	if failed := s.failing[f.Path]; failed != nil {
		return file.File{}, failed
	}
	return f, err
}

// A file that cannot be read neither holds a word nor lacks it: it is named, and not
// counted, unless it was read when it was indexed and the index rules it out. One that
// has gone is no file any more.
func TestExactUnread(t *testing.T) {
	r, files := newRetriever(map[string]string{"a.txt": "The jade.", "closed.txt": "The jade.", "gone.txt": "The jade.", "d.txt": "Gold."})
	delete(files, fileOf("gone.txt", "").URI)
	r.Source = failingShelf{files, map[string]error{"closed.txt": fs.ErrPermission}}
	blank := fileOf("blank.pdf", "")
	r.Library.Put(&document.Document{Identity: blank.Identity, Path: blank.Path, Problems: []document.Problem{{Message: "is encrypted"}}})
	for _, test := range []struct {
		question, want string
		unread         []string
	}{
		{"How many files mention jade?", "1 of 2 [jade]: a.txt 1 jade", []string{"blank.pdf", "closed.txt"}},
		{"Which files never mention jade?", "1 of 2 [jade]: d.txt 0 Gold.", []string{"blank.pdf", "closed.txt"}},
		{"Which files never mention \"the jade\"?", "1 of 2 [the jade]: d.txt 0 Gold.", []string{"blank.pdf", "closed.txt"}},
		{"Which files never mention gold?", "3 of 4 [gold]: a.txt 0 The jade.", []string{"blank.pdf"}},
		{"How often is jade mentioned?", "1 of 2 [jade]: a.txt 1 jade", []string{"blank.pdf", "closed.txt"}},
		{"How many Text files are there?", "4 of 4: a.txt 0 The jade., d.txt 0 Gold.", nil},
	} {
		ask, ok := AskExact(test.question)
		if !ok {
			t.Errorf("%s: not understood", test.question)
			continue
		}
		got, err := r.Exact(t.Context(), Query{Limit: 10}, ask)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, described(got)) + cmp.Diff(test.unread, got.Unread); diff != "" || got.AtLeast {
			t.Errorf("%s at least: %t (-want +got):\n%s", test.question, got.AtLeast, diff)
		}
	}
}

func described(r *ExactResult) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d", r.Count, r.Of)
	for _, forms := range r.Counted {
		fmt.Fprintf(&b, " %v", forms)
	}
	var rows []string
	for _, row := range r.Rows {
		rows = append(rows, fmt.Sprintf("%s %d %s", row.Document.Path, row.Count, row.Place.Of(row.Document.Text)))
	}
	return b.String() + ": " + strings.Join(rows, ", ")
}

// A word that more files hold than are read is counted in the index, which is said: the
// files need not be there any more but for the rows.
func TestExactCountsInTheIndex(t *testing.T) {
	texts := map[string]string{}
	for i := range verifiedFiles + 1 {
		texts[fmt.Sprintf("%05d.txt", i)] = "jade and jade"
	}
	r, files := newRetriever(texts)
	for name := range texts {
		if name != "00000.txt" {
			delete(files, fileOf(name, "").URI)
		}
	}
	for question, want := range map[string]int{
		"How many files mention jade?":  verifiedFiles + 1,
		"How often is jade mentioned?":  2 * (verifiedFiles + 1),
		"How many files mention ruby?":  0,
		"Which files never mention it?": 0,
	} {
		ask, ok := AskExact(question)
		if !ok {
			ask = ExactQuestion{None: []Wording{{Text: "jade"}}}
		}
		got, err := r.Exact(t.Context(), Query{Limit: 2}, ask)
		if err != nil {
			t.Fatal(err)
		}
		if got.Count != want || got.AtLeast || got.ByIndex == strings.Contains(question, "ruby") {
			t.Errorf("%s %d, want %d; at least: %t, by the index: %t", question, got.Count, want, got.AtLeast, got.ByIndex)
		}
		if len(got.Rows) != min(1, want) {
			t.Errorf("%s %d rows, want %d", question, len(got.Rows), min(1, want))
		}
	}
}

// A folder of which nothing but its path is known may hold files and folders of any name,
// so that only what is excluded, or begins at the top, leads past it.
func TestMayAdmitBelow(t *testing.T) {
	for filter, want := range map[string]bool{
		"":                             true,
		"type:go file:main":            true,
		"in:b":                         true,
		"in:elsewhere":                 true,
		"in:/a":                        true,
		"in:/A/b":                      true,
		"in:/a/b/c":                    true,
		"in:/*/b":                      true,
		"in:/b":                        false,
		"in:/a/c":                      false,
		"in:/b in:./a":                 true,
		"in:/b in:/c type:go":          false,
		"-in:a":                        false,
		"-in:a/b":                      false,
		"-in:a/b/c -type:go":           true,
		"in:/a -in:b":                  false,
		"in:/a -in:/b -file:x type:md": true,
	} {
		_, f := Filters(filter)
		if got := f.MayAdmitBelow("a/b"); got != want {
			t.Errorf("%q may admit a file below a/b: %t", filter, got)
		}
	}
}
