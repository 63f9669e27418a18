package counting

import (
	"context"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/document"
	"docuquest/core/document/markdown"
	"docuquest/core/document/plain"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/search/question"
)

// shelf is a workspace in memory.
type shelf map[file.URI]file.File

func (s shelf) Read(_ context.Context, u file.URI) (file.File, error) {
	f, ok := s[u]
	if !ok {
		return file.File{}, fs.ErrNotExist
	}
	return f, nil
}

func fileOf(name, content string) file.File {
	return file.File{
		Identity: file.Identity{URI: file.FromPath("/" + name), Hash: file.HashOf(content)},
		Path:     name,
		Content:  content,
		Language: file.LanguageOf(name),
	}
}

// newCounter indexes texts by name.
func newCounter(texts map[string]string) (Counter, shelf) {
	s := shelf{}
	c := Counter{
		Library: index.New(),
		Source:  s,
		Parsers: document.Parsers{
			ByLanguage: map[string]document.Parser{"markdown": markdown.New()},
			Fallback:   plain.Parser{},
		},
	}
	for name, content := range texts {
		f := fileOf(name, content)
		s[f.URI] = f
		c.Library.Put(c.Parsers.Parse(f))
	}
	return c, s
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
func TestCountUnread(t *testing.T) {
	r, files := newCounter(map[string]string{"a.txt": "The jade.", "closed.txt": "The jade.", "gone.txt": "The jade.", "d.txt": "Gold."})
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
		ask := question.Of(test.question).Collection
		if ask == nil {
			t.Errorf("%s: not understood", test.question)
			continue
		}
		got, err := r.Count(t.Context(), *ask, Options{Rows: 10})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, described(got)) + cmp.Diff(test.unread, got.Unread); diff != "" || got.AtLeast {
			t.Errorf("%s at least: %t (-want +got):\n%s", test.question, got.AtLeast, diff)
		}
	}
}

func described(r *Result) string {
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
func TestCountCountsInTheIndex(t *testing.T) {
	texts := map[string]string{}
	for i := range verifiedFiles + 1 {
		texts[fmt.Sprintf("%05d.txt", i)] = "jade and jade"
	}
	r, files := newCounter(texts)
	for name := range texts {
		if name != "00000.txt" {
			delete(files, fileOf(name, "").URI)
		}
	}
	for typed, want := range map[string]int{
		"How many files mention jade?":  verifiedFiles + 1,
		"How often is jade mentioned?":  2 * (verifiedFiles + 1),
		"How many files mention ruby?":  0,
		"Which files never mention it?": 0,
	} {
		ask := question.Of(typed).Collection
		if ask == nil {
			ask = &question.FileQuery{None: []question.Wording{{Text: "jade"}}}
		}
		got, err := r.Count(t.Context(), *ask, Options{Rows: 2})
		if err != nil {
			t.Fatal(err)
		}
		if got.Count != want || got.AtLeast || got.ByIndex == strings.Contains(typed, "ruby") {
			t.Errorf("%s %d, want %d; at least: %t, by the index: %t", typed, got.Count, want, got.AtLeast, got.ByIndex)
		}
		if len(got.Rows) != min(1, want) {
			t.Errorf("%s %d rows, want %d", typed, len(got.Rows), min(1, want))
		}
	}
}
