package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"docuquest/core/agent"
	"docuquest/core/code/annotate"
	"docuquest/core/code/notes"
	"docuquest/core/file"
)

func notesCommand() command {
	return command{
		name:    "notes",
		summary: "list the notes about the files of a folder, or delete those of a model",
		args:    "[FOLDER]",
		about: []string{
			"Lists what is noted about each file of a folder and each piece in it: a summary, keywords, tags, synonyms and what it depends on, and whether rules or a model made that. Where a model has noted something, it stands in the place of what the rules say of the same kind. With --json everything is printed for programs, and with it what is kept of models: by whom and when it was written, and of which texts, those among them that no file holds any more.",
			"With --delete the notes that a model wrote about the texts of the folder are removed, on a terminal after a question; those of the rules are made anew whenever they are needed, and nothing is kept of them. A folder that is not there any more can be named to list and to remove what is kept of it. While notes are being written, nothing is removed. Making notes removes those of a file that is gone by itself, but not where the folder above it is empty, as where a disk or a submodule belongs that is away: name it here, or remove the folder.",
			"With --all everything is listed that is kept of models, or removed: of whichever folder, what cannot be read, and what notes cost day by day. The account of this day stays, since the limits of the day hold to it.",
		},
		examples: []string{"docuquest notes", "docuquest notes --of core/agent/ask.go", "docuquest notes --json > notes.json", "docuquest notes --delete --of vendor", "docuquest notes --all --json"},
		prepare: func(flags *flag.FlagSet) action {
			var n listing
			n.folderFlag(flags)
			n.jsonFlag(flags)
			flags.BoolVar(&n.delete, "delete", false, "remove the notes that a model wrote")
			flags.BoolVar(&n.all, "all", false, "list or remove everything that is kept of models, of whichever folder")
			flags.StringVar(&n.of, "of", "", "list or remove those of the file or folder `PATH` alone, as seen from the folder that is read")
			return func(ctx context.Context, p *program, out *output, args []string) error {
				if err := n.oneFolder(args); err != nil {
					return err
				}
				if n.all && (n.folder != "" || n.of != "") {
					return usageError{"--all means every folder: name none, and no --of"}
				}
				h, err := p.openNotes(ctx, n)
				if err != nil {
					return err
				}
				defer h.close()
				switch {
				case n.delete:
					return p.deleteNotes(ctx, out, h, n.json)
				case n.json:
					return exportNotes(ctx, out, h)
				}
				return p.listNotes(ctx, out, h)
			}
		},
	}
}

// listing is what the flags ask for.
type listing struct {
	common
	of     string // "" for the whole folder
	delete bool
	all    bool
}

// path is the part of the folder that is meant, "" for all of it. The error says that
// nothing is there. The files are read by then.
func (n listing) path(t target, a *agent.Agent) (string, error) {
	path := t.pathIn(n.of)
	if err := a.CheckNotesOf(path); err != nil {
		return "", fmt.Errorf("--of: %w", err)
	}
	return path, nil
}

// A holding is the notes that a command is about.
type holding struct {
	agent    *agent.Agent // that has read the folder; nil where none is read
	path     string       // the part of the folder that is meant
	store    annotate.Store
	kept     []annotate.Kept    // what models wrote
	accounts []annotate.Account // of whichever folder, where all is meant
}

func (h *holding) close() {
	if h.agent != nil {
		h.agent.Close()
	}
}

// openNotes finds out what the flags mean. A folder that is gone is not read, where
// anything is kept of it.
func (p *program) openNotes(ctx context.Context, n listing) (*holding, error) {
	h := &holding{store: p.noteStore()}
	if n.all {
		return h, h.takeAll()
	}
	t, err := n.target()
	if err != nil {
		return nil, err
	}
	if h.takeGone(t, n.of); len(h.kept) > 0 {
		return h, nil
	}
	if h.agent, h.path, err = p.notesOf(ctx, n); err != nil {
		return nil, err
	}
	// Where nothing can be kept, nothing is: that is for whoever deletes to know alone.
	if h.kept, err = h.agent.KeptNotes(h.path); err != nil && n.delete {
		h.close()
		return nil, err
	}
	return h, nil
}

// takeAll takes everything that is kept.
func (h *holding) takeAll() (err error) {
	if h.store == nil {
		return errNoNoteStore
	}
	h.kept = annotate.List(h.store, nil)
	h.accounts, err = annotate.Accounts(h.store)
	return err
}

var errNoNoteStore = errors.New("there is no folder to keep notes in: set DOCUQUEST_HOME")

// takeGone takes what is kept of a folder that is not there any more.
func (h *holding) takeGone(t target, of string) {
	if _, err := os.Lstat(t.folder); h.store == nil || !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
		return
	}
	top := t.folder
	if path := filepath.FromSlash(t.pathIn(of)); of != "" && filepath.IsLocal(path) {
		top = filepath.Join(top, path)
	}
	uri := string(file.FromPath(top))
	h.kept = annotate.List(h.store, func(u file.URI) bool { return string(u) == uri || strings.HasPrefix(string(u), uri+"/") })
}

// notesOf makes an agent that has read the folder, and gives the part of it that is meant.
func (p *program) notesOf(ctx context.Context, n listing) (a *agent.Agent, path string, err error) {
	a, t, err := p.aim(&n.common)
	if err != nil {
		return nil, "", err
	}
	if err = p.read(ctx, t, a); err == nil {
		path, err = n.path(t, a)
	}
	if err != nil {
		a.Close()
		return nil, "", err
	}
	return a, path, nil
}

// listNotes shows the notes about the files, or where none are read what is kept.
func (p *program) listNotes(ctx context.Context, out *output, h *holding) error {
	if h.agent == nil {
		_, err := io.WriteString(out, h.text(p.screens.width))
		return err
	}
	return h.agent.ListNotes(ctx, h.path, func(c agent.ChunkNotes) bool {
		_, broken := io.WriteString(out, noteText(c, p.screens.width))
		return broken == nil
	})
}

// text is what is kept, for people: at the place of each text what is noted about it.
func (h *holding) text(width int) string {
	var b strings.Builder
	for _, k := range h.kept {
		if k.Unreadable {
			b.WriteString("a record that cannot be read\n")
		}
		for _, s := range k.Sources {
			b.WriteString(noteText(agent.ChunkNotes{Path: s.URI.Path(), Titles: s.Titles, Info: s.Info, By: byModel, Notes: k.Notes}, width))
		}
	}
	for _, a := range h.accounts {
		fmt.Fprintf(&b, "%s  %s, %d tokens sent and %d received, for %v\n", a.Day, counted(a.Calls, "request", "requests"), a.TokensIn, a.TokensOut, a.Money)
	}
	if b.Len() == 0 {
		return "Nothing is kept.\n"
	}
	return b.String()
}

// exported is all notes for programs.
type exported struct {
	Notes    []agent.ChunkNotes `json:"notes"`          // about what the files say now
	Kept     []annotate.Kept    `json:"kept,omitempty"` // what models wrote, as it is kept
	Accounts []annotate.Account `json:"accounts,omitempty"`
}

func exportNotes(ctx context.Context, out *output, h *holding) error {
	all := exported{[]agent.ChunkNotes{}, h.kept, h.accounts}
	if h.agent == nil {
		return writeJSON(out, all)
	}
	err := h.agent.ListNotes(ctx, h.path, func(c agent.ChunkNotes) bool {
		all.Notes = append(all.Notes, c)
		return true
	})
	if err != nil {
		return err
	}
	return writeJSON(out, all)
}

// noteText is what is noted about a chunk, for people.
func noteText(c agent.ChunkNotes, width int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s  (by %s)\n", oneLine(c.Path), oneLine(c.Info+" "+strings.Join(c.Titles, " > ")), makerOf(c))
	for k := range notes.Kind(notes.Kinds) {
		if said := c.Notes[k.String()]; len(said) > 0 {
			b.WriteString(wrap(k.String()+": "+oneLine(strings.Join(said, ", ")), width, "    ") + "\n")
		}
	}
	return b.String()
}

// byModel is who made notes that a model made.
const byModel = "model"

// makerOf is who made notes, in words.
func makerOf(c agent.ChunkNotes) string {
	if c.By == byModel {
		return "a model"
	}
	return "rules"
}

// deleteNotes removes what is kept, and nothing that has come since it was shown.
func (p *program) deleteNotes(ctx context.Context, out *output, h *holding, asJSON bool) error {
	if isWanted, err := p.confirmDeletion(ctx, out, h.loss(time.Now())); err != nil || !isWanted {
		return err
	}
	done := deletedNotes{Deleted: len(h.kept)}
	err := annotate.Delete(h.store, h.kept)
	if err == nil && h.accounts != nil {
		done.Accounts, err = annotate.DeleteAccounts(h.store, time.Now())
	}
	if err != nil {
		return err
	}
	if asJSON {
		return writeJSON(out, done)
	}
	_, err = io.WriteString(out, done.text())
	return err
}

// deletedNotes is the reply for programs.
type deletedNotes struct {
	Deleted  int `json:"deleted"`
	Accounts int `json:"accounts,omitempty"` // of days
}

func (d deletedNotes) text() string {
	said := "No model has written notes there.\n"
	if d.Deleted > 0 {
		said = counted(d.Deleted, "piece has", "pieces have") + " no notes of a model any more.\n"
	}
	if d.Accounts > 0 {
		said += "What notes cost on " + counted(d.Accounts, "day", "days") + " is forgotten.\n"
	}
	return said
}

// loss asks whether to lose what deleting would remove, "" for nothing.
func (h *holding) loss(now time.Time) string {
	var questions []string
	if len(h.kept) > 0 {
		questions = append(questions, "Remove what a model wrote about "+counted(len(h.kept), "piece", "pieces")+"? It was paid for.")
	}
	days := 0
	for _, a := range h.accounts {
		if !a.IsKept(now) {
			days++
		}
	}
	if days > 0 {
		questions = append(questions, "Forget what notes cost on "+counted(days, "day", "days")+"?")
	}
	return strings.Join(questions, " ")
}

// confirmDeletion asks a person at a terminal; where nothing is lost, nobody is asked.
func (p *program) confirmDeletion(ctx context.Context, out *output, loss string) (bool, error) {
	if !p.screens.stdin || !p.screens.stdout || loss == "" {
		return true, nil
	}
	fmt.Fprintf(out, "%s (yes or no): ", loss)
	if err := out.finish(); err != nil {
		return false, err
	}
	said := newLineReader(p.stdin).next(ctx)
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	if !strings.EqualFold(strings.TrimSpace(said.text), "yes") {
		_, err := fmt.Fprintln(out, "Nothing is removed.")
		return false, err
	}
	return true, nil
}
