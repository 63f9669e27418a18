package why

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"docuquest/core/search/question"

	lru "github.com/hashicorp/golang-lru/v2"
)

// keptAccounts is how many accounts are at hand without the store.
const keptAccounts = 16

// A Store keeps accounts by the ids of their answers.
type Store interface {
	KeepAccount(id string, record []byte) error
	LoadAccount(id string) (record []byte, err error)
}

// Accounts are those of the last answers, and of the answers that are kept. Any number of
// goroutines may use them at once.
type Accounts struct {
	store Store // nil for none
	last  *lru.Cache[string, *Account]
}

// NewAccounts returns the accounts in a store, which may be nil.
func NewAccounts(s Store) *Accounts {
	last, _ := lru.New[string, *Account](keptAccounts) // fails for sizes below 1 alone
	return &Accounts{s, last}
}

// Add adds the account of an answer.
func (a *Accounts) Add(x *Account) { a.last.Add(x.Answer, x) }

// Last returns the account of an answer of this session; nil if it is not at hand.
func (a *Accounts) Last(id string) *Account {
	x, _ := a.last.Get(id)
	return x
}

// Load returns the account of an answer that is kept; nil if none can be read.
func (a *Accounts) Load(id string) *Account {
	if a.store == nil {
		return nil
	}
	x, err := LoadAccount(a.store, id)
	if err != nil {
		return nil
	}
	a.last.Add(id, x)
	return x
}

// Keep writes the account of an answer to the store, if it is at hand.
func (a *Accounts) Keep(id string) error {
	x, ok := a.last.Get(id)
	if !ok || a.store == nil {
		return nil
	}
	raw, err := json.Marshal(x)
	if err != nil {
		return err
	}
	return a.store.KeepAccount(id, raw)
}

// Forget drops accounts that are at hand.
func (a *Accounts) Forget(ids ...string) {
	for _, id := range ids {
		a.last.Remove(id)
	}
}

// ForgetAll drops all accounts that are at hand.
func (a *Accounts) ForgetAll() { a.last.Purge() }

// LoadAccount is the kept account of an answer, for whoever has the store and no agent.
// The error wraps fs.ErrNotExist where none is kept.
func LoadAccount(kept Store, id string) (*Account, error) {
	raw, err := kept.LoadAccount(id)
	if err != nil {
		return nil, err
	}
	x := &Account{}
	err = json.Unmarshal(raw, x)
	if err == nil && (x.Search == nil && x.Exact == nil || x.Files == nil) {
		err = errors.New("it tells of no search, or names no files")
	}
	if err != nil {
		return nil, fmt.Errorf("how the answer %s came about cannot be read: %w", id, err)
	}
	return x, nil
}

// Limited returns a typed question with all its filters written in it, also filters that were
// chosen beside it.
func Limited(typed string, filters []string) string {
	return strings.Join(append([]string{question.Parse(typed).Text}, filters...), " ")
}
