package annotate

import (
	"cmp"
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
	// until unlock is called or the process ends. It does not wait: ok is false where
	// another has it.
	Lock() (unlock func(), ok bool, err error)
	// Get returns the record of a key, whose bytes are the caller's; false where none is
	// whole.
	Get(key string) (record []byte, ok bool)
	// Put keeps a record, in place of the one that the key has. It is on the disk when
	// Put returns nil.
	Put(key string, record []byte) error
	// All returns all keys with their records, in the order of the keys. The record is nil
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

// ModelNotes are the notes that one model has written by one prompt. They are found by the text of a
// chunk, so that a file that only moved has its notes, and a chunk that was edited
// has none until they are made anew. Any number of goroutines may use them.
type ModelNotes struct {
	store Store
	model string
	made  string // goes into every key: by whom and how notes are made
}

// notesForm is a part of each key: notes of another form are not found any more.
const notesForm = "notes 1"

// NewModelNotes returns the notes of a model, which the prompt's template asks for, in a store.
func NewModelNotes(s Store, model, prompt string) *ModelNotes {
	return &ModelNotes{s, model, strings.Join([]string{notesForm, model, prompt}, "\x00")}
}

// Of returns the notes about a chunk, nil where the model has written none. The slice is the
// caller's.
func (s *ModelNotes) Of(c notes.Chunk) []notes.Note {
	var all []notes.Note
	if r, ok := s.get(c.Content); ok {
		for k := range notes.Kind(notes.Kinds) {
			for _, said := range r.Notes[k.String()] {
				all = append(all, notes.Note{Kind: k, Text: said})
			}
		}
	}
	return all
}

// missing are the nodes of a file that have no notes, without those with a text that was seen
// before. Notes that are lost, nil for none, do not count.
func (s *ModelNotes) missing(o *outline, seen map[file.Hash]bool, isLost func(record) bool) []int {
	var missing []int
	for i, c := range o.chunks {
		if seen[c.Content] {
			continue
		}
		seen[c.Content] = true
		if r, ok := s.get(c.Content); !ok || isLost != nil && isLost(r) {
			missing = append(missing, i)
		}
	}
	return missing
}

func (s *ModelNotes) key(content file.Hash) string {
	sum := sha256.Sum256([]byte(s.made + "\x00" + string(content[:])))
	return hex.EncodeToString(sum[:16])
}

func (s *ModelNotes) get(content file.Hash) (record, bool) {
	raw, ok := s.store.Get(s.key(content))
	if !ok {
		return record{}, false
	}
	r, err := decodeRecord(raw)
	return r, err == nil && r.Content == content.String()
}

// keep keeps the notes that were made about a chunk, whose text is known to be in some
// places.
func (s *ModelNotes) keep(c notes.Chunk, made []notes.Note, places []Source, now time.Time) error {
	r := record{
		Model: s.model, Content: c.Content.String(), Time: now.UTC().Truncate(time.Second),
		Notes: map[string][]string{}, MadeIn: Origin{c.URI, c.Hash.String()}, Sources: places,
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

// A record is what is kept of one text: the notes about it, and where it is.
type record struct {
	Model   string              `json:"model"`
	Content string              `json:"content"` // the hash of the text, as file.Hash writes it
	Time    time.Time           `json:"time"`
	Notes   map[string][]string `json:"notes"`   // by the names of kinds
	MadeIn  Origin              `json:"made_in"` // zero where nobody knows
	Sources []Source            `json:"sources"`
}

// An Origin is the file that a model was shown when it wrote notes. What else it contained
// may be in them.
type Origin struct {
	URI  file.URI `json:"uri"`
	Hash string   `json:"hash"` // of its text, as far as that is known, as file.Hash writes it
}

func decodeRecord(raw []byte) (record, error) {
	var r record
	err := json.Unmarshal(raw, &r)
	return r, err
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

// equal reports whether two sources are the same but for their paths.
func (s Source) equal(other Source) bool {
	return s.URI == other.URI && s.Info == other.Info && slices.Equal(s.Titles, other.Titles)
}

// Kept is the notes that a model wrote about a text.
type Kept struct {
	Model   string              `json:"model"`
	Content string              `json:"content"` // the hash of the text
	Time    time.Time           `json:"time"`
	Notes   map[string][]string `json:"notes"`   // by the names of kinds
	MadeIn  Origin              `json:"made_in"` // the file that the model was shown
	Sources []Source            `json:"sources"`
	// Unreadable is true where the record cannot be read, so that nothing else is known.
	Unreadable bool `json:"unreadable,omitempty"`

	key string
}

// List returns all notes in a store, by whichever model, that have a source in a part of the
// files, with those sources alone; in the order of these. A nil part is everything that is
// kept, with what cannot be read in front.
func List(s Store, in func(file.URI) bool) []Kept {
	var all []Kept
	for key, raw := range s.All() {
		if key == probe {
			continue
		}
		r, err := decodeRecord(raw)
		if in != nil {
			r.Sources = slices.DeleteFunc(r.Sources, func(s Source) bool { return !in(s.URI) })
		}
		if in == nil || len(r.Sources) > 0 {
			all = append(all, Kept{r.Model, r.Content, r.Time, r.Notes, r.MadeIn, r.Sources, err != nil, key})
		}
	}
	slices.SortFunc(all, func(a, b Kept) int {
		var x, y Source // the first of each
		if len(a.Sources) > 0 {
			x = a.Sources[0]
		}
		if len(b.Sources) > 0 {
			y = b.Sources[0]
		}
		return cmp.Or(cmp.Compare(x.Path, y.Path), slices.Compare(x.Titles, y.Titles), cmp.Compare(a.Model, b.Model), cmp.Compare(a.key, b.key))
	})
	return all
}

// Delete removes notes that were listed, and no others. A text that is also elsewhere
// has none then, either. The errors are ErrBusy, and the store's.
func Delete(s Store, listed []Kept) error {
	if len(listed) == 0 {
		return nil
	}
	return locked(s, func() error {
		var keys []string
		for _, k := range listed {
			keys = append(keys, k.key)
		}
		return s.Drop(keys...)
	})
}

// locked changes a store while nobody else writes notes.
func locked(s Store, change func() error) error {
	unlock, err := lock(s)
	if err == nil {
		defer unlock()
		err = change()
	}
	if err != nil {
		return fmt.Errorf("nothing is removed: %w", err)
	}
	return nil
}

// An Account is what notes cost on one day.
type Account struct {
	Day string `json:"day"` // such as "20260301", where the user is
	Cost
}

// Accounts are those of all days, in order, of all folders together. The error is the
// store's.
func Accounts(s Store) ([]Account, error) {
	days, err := s.Days()
	var all []Account
	for _, day := range days {
		spent, failure := s.Spent(day)
		err = cmp.Or(err, failure)
		all = append(all, Account{day, costOf(spent)})
	}
	return all, err
}

// IsKept reports whether an account is that of now, which DeleteAccounts leaves.
func (a Account) IsKept(now time.Time) bool { return a.Day == dayOf(now) }

// DeleteAccounts removes the accounts of all days but that of now, whose limits
// need it, and returns how many there were. The errors are ErrBusy, and the store's.
func DeleteAccounts(s Store, now time.Time) (deleted int, err error) {
	days, err := s.Days()
	days = slices.DeleteFunc(days, func(day string) bool { return day == dayOf(now) })
	if err != nil || len(days) == 0 {
		return 0, err
	}
	return len(days), locked(s, func() error { return s.Forget(days...) })
}
