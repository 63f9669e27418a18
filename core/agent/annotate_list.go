package agent

import (
	"context"
	"errors"
	"fmt"

	"docuquest/core/code/annotate"
	"docuquest/core/code/notes"
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

// ListNotes gives the notes about all chunks of the files in a folder, as they are when it
// is called: those of a model where it has written some, and those of the rules. each is
// called with one chunk after the other, by path and place, until it is false. The error
// says that no notes can be made, or is that of ctx.
func (a *Agent) ListNotes(ctx context.Context, folder string, each func(ChunkNotes) bool) error {
	a.catchUp(ctx)
	made := a.newNoted(a.library.Snapshot().Len())
	if made == nil {
		return errors.New("the rules need the built-in vectors to make notes, and there are none")
	}
	for d := range a.documentsOf(ctx, a.entriesIn(folder, nil), a.present) {
		for _, noted := range made.rules.Annotate(d) {
			if !each(a.chunkNotes(noted)) {
				return nil
			}
		}
	}
	return ctx.Err()
}

func (a *Agent) chunkNotes(noted notes.Noted) ChunkNotes {
	c := ChunkNotes{
		Path: noted.Path, Titles: append([]string{}, noted.Titles...), Info: noted.Info,
		By: byRules, Notes: map[string][]string{},
	}
	if a.options.ModelNotes != nil && len(a.options.ModelNotes(noted.Chunk)) > 0 {
		c.By = byModel
	}
	for _, n := range a.noteByModel(noted) {
		c.Notes[n.Kind.String()] = append(c.Notes[n.Kind.String()], n.Text)
	}
	return c
}

// CheckNotesOf is an error where a path names no file and no folder of the workspace, and
// nothing that notes of models are kept of. It is known when all files are.
func (a *Agent) CheckNotesOf(path string) error {
	if path == "" || len(a.entriesIn(path, nil)) > 0 {
		return nil
	}
	if kept, err := a.KeptNotes(path); err == nil && len(kept) > 0 {
		return nil
	}
	return fmt.Errorf("%q names no file that is read, and none that notes are kept of: name a file or a folder as the notes do, such as \"core/agent\"", path)
}

// KeptNotes are the notes that models wrote about texts in a folder, with all sources of
// these there. They are kept by what a text says, so that some may be about texts that no
// file holds any more, until the next run.
func (a *Agent) KeptNotes(folder string) ([]annotate.Kept, error) {
	if a.options.Annotate.Store == nil {
		return nil, errNoNoteStore
	}
	return annotate.List(a.options.Annotate.Store, a.isIn(folder)), nil
}

var errNoNoteStore = errors.New("there is no folder to keep notes in: set DOCUQUEST_HOME")
