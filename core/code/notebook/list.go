package notebook

import (
	"context"
	"errors"
	"fmt"

	"docuquest/core/agent/view"
	"docuquest/core/code/annotate"
)

// ChunkNotes are the notes about a chunk of a file.
type ChunkNotes struct {
	Path   string              `json:"path"`
	Titles []string            `json:"titles"` // on the way down from the file, its own last
	Info   string              `json:"info"`   // "file", "section", "function" and so on
	By     string              `json:"by"`     // "rules", or "model" where one has written any of them
	Notes  map[string][]string `json:"notes"`  // by the names of kinds
}

// The makers of notes.
const (
	byRules = "rules"
	byModel = "model"
)

// List returns the notes about all chunks of the files in a folder, as they are when it
// is called: notes of a model where it has written some, and notes of the rules. each is
// called with one chunk after the other, by path and place, until it is false. The error
// reports that no notes can be made, or is that of ctx.
func (n *Notebook) List(ctx context.Context, v *view.View, folder string, each func(ChunkNotes) bool) error {
	made := n.newNoted(v)
	if made == nil {
		return errors.New("the rules need the built-in vectors to make notes, and there are none")
	}
	for d := range documentsOf(ctx, v.Parser, v.Entries(folder, nil), n.Present) {
		for _, noted := range made.rules.Annotate(d) {
			c := ChunkNotes{
				Path: noted.Path, Titles: append([]string{}, noted.Titles...), Info: noted.Info,
				By: byRules, Notes: map[string][]string{},
			}
			if n.ModelNotes != nil && len(n.ModelNotes(noted.Chunk)) > 0 {
				c.By = byModel
			}
			for _, note := range n.noteByModel(noted) {
				kind := note.Kind.String()
				c.Notes[kind] = append(c.Notes[kind], note.Text)
			}
			if !each(c) {
				return nil
			}
		}
	}
	return ctx.Err()
}

// CheckPath is an error where a path names no file and no folder of the workspace, and
// nothing that notes of models are kept of. It is known when all files are.
func (n *Notebook) CheckPath(v *view.View, path string) error {
	if path == "" || len(v.Entries(path, nil)) > 0 {
		return nil
	}
	if kept, err := n.Kept(v, path); err == nil && len(kept) > 0 {
		return nil
	}
	return fmt.Errorf("%q names no file that is read, and none that notes are kept of: name a file or a folder as the notes do, such as \"core/agent\"", path)
}

// Kept are the notes that models wrote about texts in a folder, with all sources of
// these there. They are kept by the content of a text, so that some may be about texts that no
// file has any more, until the next run.
func (n *Notebook) Kept(v *view.View, folder string) ([]annotate.Kept, error) {
	if n.Options.Annotate.Store == nil {
		return nil, errNoNoteStore
	}
	return annotate.List(n.Options.Annotate.Store, isIn(v, folder)), nil
}

var errNoNoteStore = errors.New("there is no folder to keep notes in: set DOCUQUEST_HOME")
