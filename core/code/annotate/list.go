package annotate

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"docuquest/core/file"
)

// Kept is the notes that a model wrote about a text.
type Kept struct {
	Model   string              `json:"model"`
	Content string              `json:"content"` // the hash of the text
	Time    time.Time           `json:"time"`
	Notes   map[string][]string `json:"notes"`   // by the names of kinds
	MadeIn  Origin              `json:"made_in"` // the file that the model was shown
	Sources []Source            `json:"sources"`
	// Unreadable says that the record cannot be read, by which nothing else is known.
	Unreadable bool `json:"unreadable,omitempty"`

	key string
}

// List gives all notes in a store, by whichever model, that have a source in a part of the
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
		x, y := a.first(), b.first()
		return cmp.Or(cmp.Compare(x.Path, y.Path), slices.Compare(x.Titles, y.Titles), cmp.Compare(a.Model, b.Model), cmp.Compare(a.key, b.key))
	})
	return all
}

// first is the first source, the zero one where there is none.
func (k Kept) first() Source {
	if len(k.Sources) == 0 {
		return Source{}
	}
	return k.Sources[0]
}

// Delete removes notes that were listed, and no others. A text that also stands elsewhere
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
func (a Account) IsKept(now time.Time) bool { return isToday(a.Day, now) }

func isToday(day string, now time.Time) bool { return day == dayOf(now) }

// DeleteAccounts removes the accounts of all days but that of now, to which its limits
// hold, and gives how many there were. The errors are ErrBusy, and the store's.
func DeleteAccounts(s Store, now time.Time) (deleted int, err error) {
	days, err := s.Days()
	days = slices.DeleteFunc(days, func(day string) bool { return isToday(day, now) })
	if err != nil || len(days) == 0 {
		return 0, err
	}
	return len(days), locked(s, func() error { return s.Forget(days...) })
}
