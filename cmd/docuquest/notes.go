package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"docuquest/core/agent"
	"docuquest/core/answer/render"
	"docuquest/core/code/annotate"
	"docuquest/core/code/notebook"
	"docuquest/core/code/notes"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// A holding is the notes that a command is about.
type holding struct {
	agent    *agent.Agent // that has read the folder; nil where none is read
	path     string       // the part of the folder that is meant
	store    annotate.Store
	kept     []annotate.Kept    // what models wrote
	accounts []annotate.Account // of all folders, where --all is given
}

// exported is all notes for programs.
type exported struct {
	Notes    []notebook.ChunkNotes `json:"notes"`          // about what the files contain now
	Kept     []annotate.Kept       `json:"kept,omitempty"` // what models wrote, as it is kept
	Accounts []annotate.Account    `json:"accounts,omitempty"`
}

// byModel is the maker of the notes of a model.
const byModel = "model"

// listNotes lists the notes about the files of a folder, or removes those of a model.
func (c *call) listNotes(ctx context.Context) error {
	c.folderFlag()
	c.jsonFlag()
	remove := c.flags.Bool("delete", false, "remove the notes that a model wrote")
	all := c.flags.Bool("all", false, "list or remove everything that is kept of models, of all folders")
	of := c.flags.String("of", "", "list or remove only the notes of the file or folder `PATH`, as seen from the folder that is read")
	if err := cmp.Or(c.parse(1), c.oneFolder()); err != nil {
		return err
	}
	if *all && (c.folder != "" || *of != "") {
		return usageError{"--all means every folder: name none, and no --of"}
	}
	h := &holding{store: c.noteStore()}
	err := c.find(ctx, h, *of, *all)
	if h.agent != nil {
		defer h.agent.Close()
	}
	switch {
	case err != nil && (h.agent == nil || *remove):
		return err // without --delete, a store that cannot be read has no notes
	case *remove:
		return c.deleteNotes(ctx, h)
	}
	found := exported{[]notebook.ChunkNotes{}, h.kept, h.accounts}
	if h.agent == nil {
		if c.json {
			return writeJSON(c.out, found)
		}
		_, err := c.out.Write([]byte(h.text(c.screens.width)))
		return err
	}
	err = h.agent.ListNotes(ctx, h.path, func(n notebook.ChunkNotes) bool {
		if c.json {
			found.Notes = append(found.Notes, n)
			return true
		}
		_, broken := c.out.Write([]byte(noteText(n, c.screens.width)))
		return broken == nil
	})
	if err == nil && c.json {
		err = writeJSON(c.out, found)
	}
	return err
}

// find finds the notes that the flags mean. A folder that is gone is not read, if anything
// is kept of it. Where the agent is set, an error is that of what is kept alone.
func (c *call) find(ctx context.Context, h *holding, of string, all bool) (err error) {
	if all {
		if h.store == nil {
			return errors.New("there is no folder to keep notes in: set DOCUQUEST_HOME")
		}
		h.kept = annotate.List(h.store, nil)
		h.accounts, err = annotate.Accounts(h.store)
		return err
	}
	t, err := c.target()
	if err != nil {
		return err
	}
	// The path as the target calls it: one in the folder, or else as it was named.
	path := of
	if within, err := filepath.Rel(t.folder, of); filepath.IsAbs(of) && err == nil && filepath.IsLocal(within) {
		path = within
	}
	if path = filepath.ToSlash(filepath.Clean(path)); path == "." {
		path = ""
	}
	if _, err := os.Lstat(t.folder); h.store != nil && (errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)) {
		top := t.folder
		if of != "" && filepath.IsLocal(filepath.FromSlash(path)) {
			top = filepath.Join(top, filepath.FromSlash(path))
		}
		uri := string(file.FromPath(top))
		h.kept = annotate.List(h.store, func(u file.URI) bool { return string(u) == uri || strings.HasPrefix(string(u), uri+"/") })
		if len(h.kept) > 0 {
			return nil
		}
	}
	s, err := c.reading(ctx, c.openPlain)
	if err != nil {
		return err
	}
	if err := s.agent.CheckNotesOf(path); err != nil {
		s.agent.Close()
		return fmt.Errorf("--of: %w", err)
	}
	h.agent, h.path = s.agent, path
	h.kept, err = h.agent.KeptNotes(path)
	return err
}

// text is what is kept, for people: at the place of each text what is noted about it.
func (h *holding) text(width int) string {
	var b strings.Builder
	for _, k := range h.kept {
		if k.Unreadable {
			b.WriteString("a record that cannot be read\n")
		}
		for _, s := range k.Sources {
			b.WriteString(noteText(notebook.ChunkNotes{Path: s.URI.Path(), Titles: s.Titles, Info: s.Info, By: byModel, Notes: k.Notes}, width))
		}
	}
	for _, a := range h.accounts {
		fmt.Fprintf(&b, "%s  %s, %d tokens sent and %d received, for %v\n", a.Day, text.Counted(a.Calls, "request", "requests"), a.TokensIn, a.TokensOut, a.Money)
	}
	if b.Len() == 0 {
		return "Nothing is kept.\n"
	}
	return b.String()
}

// noteText is what is noted about a chunk, for people.
func noteText(c notebook.ChunkNotes, width int) string {
	maker := "rules"
	if c.By == byModel {
		maker = "a model"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s  (by %s)\n", printableLine(c.Path), printableLine(c.Info+" "+strings.Join(c.Titles, " > ")), maker)
	for k := range notes.Kind(notes.Kinds) {
		if of := c.Notes[k.String()]; len(of) > 0 {
			b.WriteString(render.Wrap(k.String()+": "+printableLine(strings.Join(of, ", ")), width, "    ") + "\n")
		}
	}
	return b.String()
}

// deletedNotes is the reply for programs.
type deletedNotes struct {
	Deleted  int `json:"deleted"`
	Accounts int `json:"accounts,omitempty"` // of days
}

// deleteNotes removes what is kept, and nothing that was added since it was listed. It asks
// a person at a terminal, unless nothing would be lost.
func (c *call) deleteNotes(ctx context.Context, h *holding) error {
	days := 0
	for _, a := range h.accounts {
		if !a.IsKept(time.Now()) {
			days++
		}
	}
	var questions []string
	if len(h.kept) > 0 {
		questions = append(questions, "Remove what a model wrote about "+text.Counted(len(h.kept), "piece", "pieces")+"? It was paid for.")
	}
	if days > 0 {
		questions = append(questions, "Forget what notes cost on "+text.Counted(days, "day", "days")+"?")
	}
	if len(questions) > 0 && c.screens.stdin && c.screens.stdout {
		if agreed, err := c.confirm(ctx, c.out, strings.Join(questions, " "), "Nothing is removed."); err != nil || !agreed {
			return err
		}
	}
	done := deletedNotes{Deleted: len(h.kept)}
	err := annotate.Delete(h.store, h.kept)
	if err == nil && h.accounts != nil {
		done.Accounts, err = annotate.DeleteAccounts(h.store, time.Now())
	}
	switch {
	case err != nil:
		return err
	case c.json:
		return writeJSON(c.out, done)
	case done.Deleted > 0:
		fmt.Fprintln(c.out, text.Counted(done.Deleted, "piece has", "pieces have")+" no notes of a model any more.")
	default:
		fmt.Fprintln(c.out, "No model has written notes there.")
	}
	if done.Accounts > 0 {
		fmt.Fprintln(c.out, "What notes cost on "+text.Counted(done.Accounts, "day", "days")+" is forgotten.")
	}
	return nil
}
