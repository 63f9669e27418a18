package annotate

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"docuquest/core/code/notes"
	"docuquest/core/file"
)

// A Store keeps what a model wrote, and what that cost; *store.Notes is one. Keys and days
// are made of lower-case letters and digits. Its methods may be called by any number of
// goroutines.
type Store interface {
	// Lock keeps every other caller, in whichever process, from locking the same store
	// until unlock is called or the process ends. It waits for nobody: ok is false where
	// another has it.
	Lock() (unlock func(), ok bool, err error)
	// Get gives the record of a key, whose bytes are the caller's; false where there is
	// none, or none that is whole.
	Get(key string) (record []byte, ok bool)
	// Put keeps a record, in place of the one that the key has. It is on the disk when
	// Put returns nil.
	Put(key string, record []byte) error
	// All gives all keys with their records, in the order of the keys. The record is nil
	// where it is not whole.
	All() iter.Seq2[string, []byte]
	// Drop removes the records of keys; those that are not there are ignored.
	Drop(keys ...string) error
	// Spend adds to the account of a day: calls, tokens sent, tokens received, money.
	Spend(day string, amounts [4]int64) error
	// Spent is the account of a day.
	Spent(day string) ([4]int64, error)
	// Days are those that have an account, in order, and Forget removes the accounts of
	// some.
	Days() ([]string, error)
	Forget(days ...string) error
}

// A Shelf is the notes that one model has written by one prompt. It finds them by what a
// chunk says, so that a file that only moved has its notes, and a chunk that was edited
// has none until they are made anew. Any number of goroutines may use it.
type Shelf struct {
	store Store
	model string
	made  string // goes into every key: by whom and how notes are made
}

// notesForm is a part of each key: notes that were asked for in another form are not
// looked at any more.
const notesForm = "notes 1"

// NewShelf gives the notes of a model, which the prompt's template asks for, in a store.
func NewShelf(s Store, model, prompt string) *Shelf {
	return &Shelf{s, model, strings.Join([]string{notesForm, model, prompt}, "\x00")}
}

// Of gives the notes about a chunk, nil where the model has written none. The slice is the
// caller's.
func (s *Shelf) Of(c notes.Chunk) []notes.Note {
	r, ok := s.get(c.Content)
	if !ok {
		return nil
	}
	return r.notes()
}

func (s *Shelf) key(content file.Hash) string {
	sum := sha256.Sum256([]byte(s.made + "\x00" + string(content[:])))
	return hex.EncodeToString(sum[:16])
}

func (s *Shelf) get(content file.Hash) (record, bool) {
	raw, ok := s.store.Get(s.key(content))
	if !ok {
		return record{}, false
	}
	r, err := decodeRecord(raw)
	return r, err == nil && r.Content == content.String()
}

// keep keeps the notes that were made about a chunk, whose text is known to stand in some
// places.
func (s *Shelf) keep(c notes.Chunk, made []notes.Note, places []Source, now time.Time) error {
	r := record{
		Model: s.model, Content: c.Content.String(), Time: now.UTC().Truncate(time.Second),
		Notes: map[string][]string{}, MadeIn: originOf(c.Identity), Sources: places,
	}
	for _, n := range made {
		r.Notes[n.Kind.String()] = append(r.Notes[n.Kind.String()], n.Text)
	}
	if here := sourceOf(c); !slices.ContainsFunc(places, here.equal) { // the file was edited meanwhile
		r.Sources = append(slices.Clone(places), here)
	}
	return put(s.store, s.key(c.Content), r)
}

func put(s Store, key string, r record) error {
	raw, err := json.Marshal(r)
	if err == nil {
		err = s.Put(key, raw)
	}
	if err != nil {
		return fmt.Errorf("notes cannot be kept: %w", err)
	}
	return nil
}

// A record is what is kept of one text: the notes about it, and where it stands.
type record struct {
	Model   string              `json:"model"`
	Content string              `json:"content"` // the hash of the text, as file.Hash writes it
	Time    time.Time           `json:"time"`
	Notes   map[string][]string `json:"notes"`   // by the names of kinds
	MadeIn  Origin              `json:"made_in"` // zero where nobody knows
	Sources []Source            `json:"sources"`
}

// An Origin is the file that a model was shown when it wrote notes. What else stood there
// may be in them.
type Origin struct {
	URI  file.URI `json:"uri"`
	Hash string   `json:"hash"` // of what it says, as far as that is known, as file.Hash writes it
}

func originOf(id file.Identity) Origin { return Origin{id.URI, id.Hash.String()} }

func decodeRecord(raw []byte) (record, error) {
	var r record
	err := json.Unmarshal(raw, &r)
	return r, err
}

// notes are those of a record in the order of the kinds.
func (r record) notes() []notes.Note {
	var all []notes.Note
	for k := range notes.Kind(notes.Kinds) {
		for _, said := range r.Notes[k.String()] {
			all = append(all, notes.Note{Kind: k, Text: said})
		}
	}
	return all
}

// A Source is a chunk that notes were written about.
type Source struct {
	URI    file.URI `json:"uri"`
	Path   string   `json:"path"` // of the file, relative to the folder that was read then
	Titles []string `json:"titles"`
	Info   string   `json:"info"` // what it is, as in notes.Chunk
}

func sourceOf(c notes.Chunk) Source {
	return Source{c.URI, c.Path, append([]string{}, c.Titles...), c.Info}
}

// equal says whether two sources are one as far as anybody looks for it.
func (s Source) equal(other Source) bool {
	return s.URI == other.URI && s.Info == other.Info && slices.Equal(s.Titles, other.Titles)
}
