package keys

import (
	"context"
	"fmt"
	"io/fs"
	"strings"
	"sync/atomic"
	"testing"

	"docuquest/core/document"
	"docuquest/core/document/plain"
	"docuquest/core/document/structured"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/search/question"
	"docuquest/core/search/tables"
)

// files is a source that counts what is read.
type files struct {
	byURI map[file.URI]file.File
	reads atomic.Int64
}

func (f *files) Read(_ context.Context, u file.URI) (file.File, error) {
	f.reads.Add(1)
	found, ok := f.byURI[u]
	if !ok {
		return found, fs.ErrNotExist
	}
	return found, nil
}

// readerOf makes a reader over files by their paths.
func readerOf(contents map[string]string) (Reader, *files) {
	source := &files{byURI: map[file.URI]file.File{}}
	r := Reader{
		Library: index.New(), Source: source, Folders: []string{"/home/ann/site"},
		Parsers: document.Parsers{ByLanguage: structured.Parsers(), Fallback: plain.Parser{}, Keys: structured.Records{}},
	}
	var documents []*document.Document
	for name, content := range contents {
		f := file.File{Identity: file.Identity{URI: file.FromPath("/" + name), Hash: file.HashOf(content)}, Path: name, Language: file.LanguageOf(name), Content: content}
		source.byURI[f.URI] = f
		documents = append(documents, r.Parsers.Parse(f))
	}
	r.Library.Put(documents...)
	return r, source
}

// posts are files with front matter, of which the last says nothing of a colour.
func posts(n int) map[string]string {
	contents := map[string]string{"posts/broken.md": "No front matter is here, and nothing is blue."}
	for i := range n {
		colour := []string{"red", "green", "blue"}[i%3]
		contents[fmt.Sprintf("posts/%d/post-%d.md", i%7, i)] = fmt.Sprintf("---\ntitle: Post %d\ncolour: %s\nyear: %d\n---\nText on memory.\n", i, colour, 2000+i%5)
	}
	return contents
}

// A question reads a few files to know their keys, and further ones only where each word of it is a key
// or may be a value.
func TestReadsFewFiles(t *testing.T) {
	const all = 300
	r, source := readerOf(posts(all))
	for _, test := range []struct {
		question string
		rows     int // -1 for no answer
		most     int64
	}{
		{"How does memory work?", -1, 0},
		{"Which cities are large?", -1, sampled},
		{"Which posts are about memory leaks?", -1, sampled},
		{"What do posts say about memory?", -1, sampled + all},
		{"Which posts have the colour red?", all / 3, sampled + all/3},
		{"Which posts have the colour violet?", -1, sampled},
		{"Which posts are blue?", all / 3, sampled + all/3 + 1},
		{"Which posts are not red?", all - all/3, sampled + all + 1},
		{"How many posts are there per colour?", 3, sampled + all + 1},
		{"Which posts are red or blue?", all - all/3, sampled + all},
		{"What is the colour of Post 7?", 1, sampled + all + mostNamed + 1},
	} {
		source.reads.Store(0)
		a, ok := r.Ask(t.Context(), question.Of(test.question), nil)
		rows := -1
		if ok {
			rows = len(a.Rows)
		}
		if rows != test.rows {
			t.Errorf("%s: %d rows, want %d (%+v)", test.question, rows, test.rows, a.Query)
		}
		if n := source.reads.Load(); n > test.most {
			t.Errorf("%s: %d files were read, at most %d", test.question, n, test.most)
		}
	}
}

// Where too many files would have to be read, and where ctx ends, nothing is answered.
func TestLimits(t *testing.T) {
	r, source := readerOf(posts(mostRead + 100))
	if a, ok := r.Ask(t.Context(), question.Of("How many posts are there per colour?"), nil); ok {
		t.Errorf("answered from %s", a.Grid.Source)
	}
	if n := source.reads.Load(); n > sampled {
		t.Errorf("%d files were read", n)
	}
	if a, ok := r.Ask(t.Context(), question.Of("Which posts are blue?"), nil); !ok || a.Grid.Files != mostRead+100 {
		t.Errorf("from %d files, %v", a.Grid.Files, ok)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, ok := r.Ask(ctx, question.Of("Which posts are blue?"), nil); ok {
		t.Error("answered although ctx has ended")
	}
}

// Only the files of the scope are asked, and they are called by their folder, by the beginning of their
// names, by the folder of the workspace, or by what one of their values is.
func TestCollections(t *testing.T) {
	r, _ := readerOf(map[string]string{
		"docs/rfc-1.md":       "---\ntitle: One\nstatus: draft\nby: Ann\n---\n",
		"docs/rfc-2.md":       "---\ntitle: Two\nstatus: final\nby: Bob\n---\n",
		"data/people.yaml":    "- name: Ann\n  role: editor\n- name: Bob\n  role: writer\n",
		"old/docs/rfc-1.md":   "---\ntitle: Old one\nstatus: draft\nby: Cara\n---\n",
		"old/docs/rfc-9.md":   "---\ntitle: Old nine\nstatus: draft\nby: Cara\n---\n",
		"src/main.go":         "package main // status: draft\n",
		"kinds/a.yaml":        "kind: Service\nport: 80\n",
		"kinds/b.yaml":        "kind: Volume\nsize: 8\n",
		"cities.csv":          "City,Country\nOslo,Norway\nRiga,Latvia\n",
		"notes/meeting.md":    "---\ntype: meeting\n---\n# Weekly\n",
		"notes/book.md":       "---\ntype: book\n---\n# Emma\n",
		"empty/without-keys/": "",
	})
	isNew := func(e *index.Entry) bool { return !strings.HasPrefix(e.Path, "old/") }
	for _, test := range []struct {
		question string
		within   func(*index.Entry) bool
		want     string
	}{
		{"Which RFCs are drafts?", isNew, "the front matter of 2 files: One"},
		{"Which RFCs are drafts?", nil, "-"}, // of two folders, which do not agree
		{"Who wrote the RFC Two?", isNew, "the front matter of 2 files: Bob"},
		{"Which docs are final?", isNew, "the front matter of 2 files: Two"},
		{"Which people are editors?", nil, "the keys of 2 records in data/people.yaml: Ann"},
		{"What is the role of Bob?", nil, "-"}, // for what a search finds, see Samples
		{"Which services have the port 80?", nil, "the keys of 3 YAML files: a"},
		{"Which cities are in Latvia?", nil, "cities.csv: Riga"},
		{"What is the country of Oslo?", nil, "cities.csv: Norway"}, // its words are in the table alone
		{"How many notes are meetings?", nil, "the front matter of 2 files: meeting"},
		{"Which drafts are good?", nil, "-"},
	} {
		got := "-"
		if a, ok := r.Ask(t.Context(), question.Of(test.question), test.within); ok {
			from := a.Grid.Source
			if from == "" {
				from = a.Grid.Document.Path
			}
			got = from + ": " + said(a)
		}
		if got != test.want {
			t.Errorf("%s\n\tgot  %s\n\twant %s", test.question, got, test.want)
		}
	}
}

func said(a tables.Answer) string {
	var cells []string
	for _, c := range a.Cells {
		cells = append(cells, c.Text)
	}
	return strings.Join(cells, ", ")
}
