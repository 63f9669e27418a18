package codemap

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"testing"

	"docuquest/core/agent/view"
	"docuquest/core/code/graph"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/index"
)

// Who waits for a code base that somebody else has made can give up meanwhile, and has
// his turn when that one gives up.
func TestCodeBaseTurns(t *testing.T) {
	v := &view.View{
		Files: file.NewOverlay(nil).Snapshot(), Library: index.New(),
		Parser: view.NewParser(document.Parsers{}, slog.New(slog.DiscardHandler)),
	}
	c := &Cache{}
	if known, others := c.begin(0); known != nil || others != nil {
		t.Fatal("the first one has no turn")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.CodeBase(ctx, v); !errors.Is(err, context.Canceled) {
		t.Errorf("who gives up while waiting gets %v", err)
	}
	_, others := c.begin(0)
	c.end()
	<-others
	if _, err := c.CodeBase(t.Context(), v); err != nil {
		t.Error(err)
	}
}

// An edit of a note leaves the graph as it is, and one of a program does not.
func TestCodeBaseWithoutNotes(t *testing.T) {
	overlay := file.NewOverlay(nowhere{})
	library := index.New()
	c := &Cache{}
	change := func(name, language, content string) *graph.Graph {
		t.Helper()
		u := file.URI("file:///w/" + name)
		overlay.Open(u, name, language, 1, content)
		f, _ := overlay.Get(u)
		library.Put(&document.Document{Identity: f.Identity, Path: name, Language: language, Text: content})
		v := &view.View{Files: overlay.Snapshot(), Library: library, Parser: view.NewParser(document.Parsers{Fallback: programs{}}, slog.New(slog.DiscardHandler))}
		base, err := c.CodeBase(t.Context(), v)
		if err != nil {
			t.Fatal(err)
		}
		return base.graph
	}
	first := change("rope.go", "go", "package rope\n")
	if change("notes.txt", "plaintext", "Other words.\n") != first {
		t.Error("a note makes another graph")
	}
	if change("rope.go", "go", "package rope\n\nfunc Let() {}\n") == first {
		t.Error("a program makes no other graph")
	}
}

// nowhere has no file.
type nowhere struct{}

func (nowhere) Read(context.Context, file.URI) (file.File, error) {
	return file.File{}, fs.ErrNotExist
}

// programs reads a program as a text without definitions.
type programs struct{}

func (programs) Parse(f file.File) *document.Document {
	return &document.Document{Identity: f.Identity, Path: f.Path, Language: f.Language, Text: f.Content}
}
