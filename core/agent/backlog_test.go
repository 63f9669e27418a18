package agent

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"docuquest/core/agent/view"
	"docuquest/core/document"
	"docuquest/core/document/plain"
	"docuquest/core/file"
	"docuquest/core/file/disk"
	"docuquest/core/language/text"
	"docuquest/prompts"
)

// A document that was copied in is read in the background, once, though the editor and the
// disk both say that it is there. What is asked meanwhile is answered from all other files,
// and says that a file is being read.
func TestChangedDocumentIsReadInTheBackground(t *testing.T) {
	folder := folderOf(t, map[string]string{"a.txt": "opal\n"})
	d, err := disk.Open([]string{folder}, disk.Options{Accept: func(string) (bool, file.Reason) { return true, "" }})
	if err != nil {
		t.Fatal(err)
	}
	held := heldParser{begun: make(chan string, 3), ends: make(chan struct{})}
	a := New(Options{Workspace: d, Prompts: prompts.Default(), Parsers: document.Parsers{
		ByLanguage: map[string]document.Parser{"pdf": held}, Fallback: plain.Parser{},
	}})
	a.backlog.extracts.patience = 0
	t.Cleanup(a.Close)
	if err := a.Load(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{"long.pdf": "jade\n", "b.txt": "ruby\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	long := uriOf(folder, "long.pdf")
	f, err := d.Read(t.Context(), long)
	if err != nil {
		t.Fatal(err)
	}
	a.Touch(long, uriOf(folder, "b.txt"))
	a.Settle()
	<-held.begun
	a.follow([]file.Change{{Kind: file.Written, File: f}})

	const said = "1 file is being read: ask again in a moment."
	hits, err := a.Search(t.Context(), Search{Query: "jade"})
	if err != nil || hits.Reading != 1 || !slices.Contains(hits.Remarks(), said) {
		t.Errorf("search: %v, %+v", err, hits)
	}
	for _, question := range []string{"Where is the jade?", "What is opal?", "How many files are there?"} {
		answer, err := a.Ask(t.Context(), Request{Text: question}, nil)
		if err != nil || answer.Indexed.Reading != 1 || !slices.Contains(append(answer.Remarks(), unsearched(answer.Indexed)...), said) {
			t.Errorf("%s: %v, %+v", question, err, answer)
		}
	}
	mentions, err := a.Lookup("opal").Mentions(t.Context(), 5, text.UTF8)
	if err != nil || mentions.Reading != 1 || mentions.Documents != 1 {
		t.Errorf("mentions: %v, %+v", err, mentions)
	}
	if s := a.Status(); s.Reading != 1 {
		t.Errorf("status: %+v", s.IndexState)
	}

	close(held.ends)
	a.backlog.extracts.patience = time.Hour
	if !a.Lookup("jade").Found(t.Context()) || !a.Lookup("ruby").Found(t.Context()) || a.Status().Reading != 0 {
		t.Errorf("when it was read: %+v", a.Status().IndexState)
	}
	if len(held.begun) > 0 {
		t.Errorf("it was read again: %s", <-held.begun)
	}
}

// While the new text of a document that has changed is read, nobody waits for it who asks for
// a word of the old one, also where nobody has said that it has changed.
func TestNobodyWaitsForTheNewTextOfADocument(t *testing.T) {
	folder := folderOf(t, map[string]string{"a.txt": "the opal lies in the barn\n", "long.pdf": "the opal lies in the tower\n"})
	d, err := disk.Open([]string{folder}, disk.Options{Accept: func(string) (bool, file.Reason) { return true, "" }})
	if err != nil {
		t.Fatal(err)
	}
	held := heldParser{begun: make(chan string, 2), ends: make(chan struct{}, 1)}
	held.ends <- struct{}{}
	a := New(Options{Workspace: d, Prompts: prompts.Default(), Parsers: document.Parsers{
		ByLanguage: map[string]document.Parser{"pdf": heldExtractor{held}}, Fallback: plain.Parser{},
	}})
	a.backlog.extracts.patience = 0
	t.Cleanup(a.Close)
	if err := a.Load(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	<-held.begun
	old, err := a.Ask(t.Context(), Request{Text: "Where does the opal lie? in:long.pdf"}, nil)
	if err != nil || len(old.Citations) != 1 {
		t.Fatalf("%v, %+v", err, old)
	}
	long := filepath.Join(folder, "long.pdf")
	if err := os.WriteFile(long, []byte("the opal lies in the new tower\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, noticed := range []bool{false, true} {
		if noticed {
			a.Touch(uriOf(folder, "long.pdf"))
			a.Settle()
			<-held.begun
		}
		answer, err := a.Ask(t.Context(), Request{Text: "Where does the opal lie?"}, nil)
		if err != nil || len(answer.Documents) != 1 || answer.Documents[0] != "a.txt" {
			t.Errorf("noticed %v: %v, %+v", noticed, err, answer)
		}
		mentions, err := a.Lookup("opal").Mentions(t.Context(), 5, text.UTF8)
		if err != nil || len(mentions.Best) != 1 || mentions.Best[0].Path != "a.txt" {
			t.Errorf("noticed %v: %v, %+v", noticed, err, mentions)
		}
		if _, err := a.Locate(t.Context(), old.Citations[0], text.UTF16, text.UTF16); !errors.Is(err, view.ErrBehind) {
			t.Errorf("noticed %v: a citation of the old text: %v", noticed, err)
		}
	}
	close(held.ends)
	a.backlog.extracts.patience = time.Hour
	hits, err := a.Search(t.Context(), Search{Query: "new tower"})
	if err != nil || len(hits.Hits) == 0 || hits.Hits[0].Path != "long.pdf" {
		t.Errorf("when it was read: %v, %+v", err, hits)
	}
}

// A heldExtractor takes texts out of files as a heldParser parses them.
type heldExtractor struct{ heldParser }

func (p heldExtractor) Parse(f file.File) *document.Document {
	d := p.heldParser.Parse(f)
	d.Extracted = true
	return d
}
