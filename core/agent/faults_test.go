package agent

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"docuquest/core/answer/replies"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/file/disk"
	"docuquest/core/language/text"
	"docuquest/core/services/llm/llmtest"
	"docuquest/prompts"
)

func uriOf(folder, name string) file.URI {
	return file.FromPath(filepath.ToSlash(filepath.Join(folder, name)))
}

// Who asks in a file is not answered with the question.
func TestQuestionIsNoEvidence(t *testing.T) {
	const question = "What is the flurbozzle quotient?"
	for name, content := range map[string]string{
		"a.txt": "?? " + question + "\n",
		"b.md":  "# Notes\n\n> ? " + question + "\n",
		"c.go":  "package c\n\n// ?? " + question + "\n",
	} {
		folder := folderOf(t, map[string]string{name: content, "other.txt": "Nothing of the kind.\n"})
		a := start(t, folder, Options{})
		r, err := a.Ask(t.Context(), Request{Text: question}, nil)
		if err != nil || !r.Refused {
			t.Errorf("%s: %v, %+v", name, err, r)
		}
	}
}

// A file that goes while the model writes is no evidence any more.
func TestFileGoes(t *testing.T) {
	folder := folderOf(t, map[string]string{"a.txt": "The lamp was made of jade.\n"})
	gate := llmtest.NewGate()
	model := llmtest.NewModel(llmtest.Script{
		"terms":      {llmtest.Say("lamp")},
		"statements": {{Text: `{"statements":[{"text":"It was made of jade.","quotes":["The lamp was made of jade."]}]}`, Before: gate}},
	})
	a := start(t, folder, Options{Model: model, TermsModel: model})
	answers := make(chan *replies.Answer, 1)
	go func() {
		r, _ := a.Ask(context.Background(), Request{Text: "What is the lamp made of?"}, nil)
		answers <- r
	}()
	<-gate.Arrived()
	if err := os.Remove(filepath.Join(folder, "a.txt")); err != nil {
		t.Fatal(err)
	}
	gate.Open()
	if r := <-answers; len(r.Citations) > 0 || len(r.Unsupported) != 1 {
		t.Errorf("%+v", r)
	}
}

// What is hidden is asked again when the workspace was looked through.
func TestHiddenAgain(t *testing.T) {
	folder := folderOf(t, map[string]string{"a.txt": "jade\n", ".gitignore": ""})
	other := folderOf(t, map[string]string{"b.txt": "opal\n"})
	a := start(t, folder, Options{})
	found := func(word string) bool { return a.Lookup(word).Found(t.Context()) }
	a.Open(uriOf(folder, "a.txt"), "plaintext", 1, "jade typed\n")
	a.Open(uriOf(other, "b.txt"), "plaintext", 1, "opal typed\n")
	checkSame(t, "at first", []bool{true, false}, []bool{found("jade"), found("opal")})
	if err := a.AddFolder(t.Context(), other); err != nil {
		t.Fatal(err)
	}
	checkSame(t, "with its folder", []bool{true, true}, []bool{found("jade"), found("opal")})
	if err := a.RemoveFolder(t.Context(), other); err != nil {
		t.Fatal(err)
	}
	checkSame(t, "without it", []bool{true, false}, []bool{found("jade"), found("opal")})
	if err := os.WriteFile(filepath.Join(folder, ".gitignore"), []byte("a.txt\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Reindex(t.Context()); err != nil {
		t.Fatal(err)
	}
	checkSame(t, "ignored", false, found("jade"))
}

// A new file that would be ignored is not searched before it is saved, nor is a
// buffer that is larger than any file may be.
func TestBuffersThatAreNoFiles(t *testing.T) {
	folder := folderOf(t, map[string]string{"a.txt": "a\n", ".gitignore": "build/\n"})
	a := start(t, folder, Options{})
	a.Open(uriOf(folder, "build/new.txt"), "plaintext", 1, "secretword\n")
	a.Open(uriOf(folder, "new.txt"), "plaintext", 1, "newword\n")
	a.Open(uriOf(folder, "large.txt"), "plaintext", 1, "largeword "+strings.Repeat("x ", disk.DefaultMaxBytes/2))
	for word, want := range map[string]bool{"secretword": false, "newword": true, "largeword": false} {
		if got := a.Lookup(word).Found(t.Context()); got != want {
			t.Errorf("%s: found is %v", word, got)
		}
	}
}

// Edits of one buffer from many goroutines are all there in the end.
func TestEditsTogether(t *testing.T) {
	a := New(Options{Workspace: nowhere{}})
	u := file.FromPath("/a.txt")
	a.files.Open(u, "a.txt", "plaintext", 1, "")
	var group sync.WaitGroup
	for range 200 {
		group.Go(func() {
			at := &text.Range{}
			if err := a.Edit(u, 1, []text.Edit{{Range: at, Text: "x"}}, text.UTF8); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	a.Close()
	if f, _ := a.Buffer(u); len(f.Content) != 200 {
		t.Errorf("%d of 200 edits are there", len(f.Content))
	}
}

// nowhere is a workspace without files.
type nowhere struct{ Workspace }

func (nowhere) Read(context.Context, file.URI) (file.File, error) { return file.File{}, os.ErrNotExist }
func (nowhere) MaxBytes() int64                                   { return 1 << 20 }
func (nowhere) Folders() []string                                 { return nil }

// The places of a word are those of the moment of the look-up.
func TestLookupIsAMoment(t *testing.T) {
	folder := folderOf(t, map[string]string{"a.txt": "a\n"})
	a := start(t, folder, Options{})
	u := uriOf(folder, "a.txt")
	for i := range 200 {
		a.Open(u, "plaintext", int32(2*i), fmt.Sprintf("word%d\n", i))
		hits := a.Lookup(fmt.Sprintf("word%d", i))
		if err := a.Edit(u, int32(2*i+1), []text.Edit{{Text: "gone\n"}}, text.UTF8); err != nil {
			t.Fatal(err)
		}
		m, err := hits.Mentions(t.Context(), 5, text.UTF8)
		if err != nil || len(m.Best) != 1 {
			t.Fatalf("%d: %v, %+v", i, err, m)
		}
	}
}

// A parser that falls over costs one file.
func TestParserFallsOver(t *testing.T) {
	folder := folderOf(t, map[string]string{"a.txt": "jade\n", "b.txt": "opal\n"})
	d, err := disk.Open([]string{folder}, disk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a := New(Options{Workspace: d, Parsers: document.Parsers{Fallback: fragile{}}, Prompts: prompts.Default()})
	t.Cleanup(a.Close)
	if err := a.Load(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	checkSame(t, "found", []bool{false, true}, []bool{a.Lookup("jade").Found(t.Context()), a.Lookup("opal").Found(t.Context())})
}

type fragile struct{}

func (fragile) Parse(f file.File) *document.Document {
	if strings.Contains(f.Content, "jade") {
		panic("jade")
	}
	return &document.Document{Identity: f.Identity, Path: f.Path, Text: f.Content}
}

// What takes long to read, as a PDF of many pages does, holds up neither what is asked
// meanwhile nor the text of the editor, which wins over it.
func TestSlowFileHoldsUpNothing(t *testing.T) {
	folder := folderOf(t, map[string]string{"a.txt": "opal\n", "slow.txt": "jade\n"})
	d, err := disk.Open([]string{folder}, disk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	slow := slowly{begun: make(chan struct{}), ends: make(chan struct{})}
	a := New(Options{Workspace: d, Parsers: document.Parsers{Fallback: slow}, Prompts: prompts.Default()})
	t.Cleanup(a.Close)
	loaded := make(chan error)
	go func() { loaded <- a.Load(t.Context(), nil) }()
	<-slow.begun
	u := uriOf(folder, "slow.txt")
	a.Open(u, "plaintext", 1, "ruby\n")
	if err := os.WriteFile(filepath.Join(folder, "slow.txt"), []byte("pearl\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	a.CloseBuffer(u)
	checkSame(t, "found while it is read", []bool{false, true}, []bool{a.Lookup("jade").Found(t.Context()), a.Lookup("pearl").Found(t.Context())})
	if a.Status().Complete {
		t.Error("the status says that all is read")
	}
	close(slow.ends)
	if err := <-loaded; err != nil {
		t.Fatal(err)
	}
	checkSame(t, "found at last", []bool{false, true, true}, []bool{a.Lookup("jade").Found(t.Context()), a.Lookup("pearl").Found(t.Context()), a.Lookup("opal").Found(t.Context())})
}

// slowly reads what holds jade until it is told to end.
type slowly struct{ begun, ends chan struct{} }

func (p slowly) Parse(f file.File) *document.Document {
	if strings.Contains(f.Content, "jade") {
		close(p.begun)
		<-p.ends
	}
	return document.New(f)
}

// While the files are being read nothing is said to stand nowhere.
func TestNothingIsMissingYet(t *testing.T) {
	folder := folderOf(t, map[string]string{"a.txt": "a\n"})
	a := start(t, folder, Options{})
	a.state.begin()
	r, err := a.Ask(t.Context(), Request{Text: "Where is chrysoprase?"}, nil)
	if err != nil || len(r.Missing) > 0 || strings.Contains(r.Answer, "No file contains") || !strings.Contains(r.Answer, "still being read") {
		t.Errorf("%v, %+v", err, r)
	}
}

// A model's own words are given as they came, and once more so that they may be
// rendered.
func TestVerbatimIsDisarmed(t *testing.T) {
	const evil = "See ![x](https://evil.example/?q=1) <b>gold</b>"
	model := llmtest.NewModel(llmtest.Script{"terms": {llmtest.Say("gold")}, "summarize": {llmtest.Say(evil)}})
	a := start(t, sites, Options{Model: model, TermsModel: model, Preferences: Preferences{Retrieval: "boolean"}})
	r, err := a.Ask(t.Context(), Request{Text: "Where was gold found?"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	checkSame(t, "answer", evil, r.Answer)
	for link := range linksOf(r.Markdown) {
		t.Errorf("it links to %q: %s", link, r.Markdown)
	}
}

// A line that begins with a space of another kind keeps its word in place.
func TestWordInIndentedLine(t *testing.T) {
	folder := folderOf(t, map[string]string{"a.txt": "\u00a0\u00a0quokka\n"})
	m, err := start(t, folder, Options{}).Lookup("quokka").Mentions(t.Context(), 1, text.UTF8)
	if err != nil || len(m.Best) != 1 || m.Best[0].Word.Of(m.Best[0].Line) != "quokka" {
		t.Errorf("%v, %+v", err, m)
	}
}

// A model that answers in prose proves nothing: the text answers, and what the
// model said is listed.
func TestModelTalks(t *testing.T) {
	const prose = "Gold was found at Halrun Barrow, I believe."
	model := llmtest.NewModel(llmtest.Script{"terms": {llmtest.Say("gold")}, "statements": {llmtest.Say(prose)}})
	a := start(t, sites, Options{Model: model, TermsModel: model})
	r, err := a.Ask(t.Context(), Request{Text: "Where was gold found?"}, nil)
	if err != nil || r.Refused || r.Writer != "extractive" || len(r.Citations) == 0 {
		t.Errorf("%v, %+v", err, r)
	}
	checkSame(t, "unsupported", []string{prose}, r.Unsupported)
	checkCitations(t, a, r)
}
