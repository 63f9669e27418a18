package store

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// A Consent is what a person has said about sending to a host.
type Consent struct {
	Host string    `json:"host"` // in lower case, without a port
	Use  string    `json:"use"`  // what for: a word such as "answers"
	Said string    `json:"said"` // what was chosen: a word such as "allow"
	Time time.Time `json:"time"`
}

// Consents keeps what a person has said, by host and use, in one file of theirs. Its
// methods may be called from any number of goroutines; of two processes that write at
// once one may lose what it kept, and asks again.
type Consents struct {
	path string
	mu   sync.Mutex // held while the file is read and written anew
}

// NewConsents keeps consents in a file, which is made with the first of them.
func NewConsents(path string) *Consents { return &Consents{path: path} }

// All returns all consents, by host and use; none where there is no file. The error says
// why the file cannot be read, and wraps ErrDamaged where that is its content.
func (c *Consents) All() ([]Consent, error) {
	raw, err := os.ReadFile(c.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []Consent
	if err := json.Unmarshal(raw, &all); err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w: %w", c.path, ErrDamaged, err)
	}
	return all, nil
}

// ErrDamaged says that a file of consents has something else.
var ErrDamaged = errors.New("it holds no list of consents")

// Said is what was said for a host and a use, "" if nothing was or it is unknown.
func (c *Consents) Said(host, use string) string {
	all, err := c.All()
	if err != nil {
		return ""
	}
	for _, one := range all {
		if one.is(host) && one.Use == use {
			return one.Said
		}
	}
	return ""
}

// Keep keeps what was said in the place of what was said before. A damaged file, in which
// nothing counted, is set aside under its name with damagedEnding behind, and begun
// anew; one that cannot be read at the moment stays as it is, and that is the error.
func (c *Consents) Keep(host, use, said string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	all, err := c.All()
	if errors.Is(err, ErrDamaged) {
		err = os.Rename(c.path, c.path+damagedEnding)
	}
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(one Consent) bool { return one.is(host) && one.Use == use })
	return c.write(append(all, Consent{Host: strings.ToLower(host), Use: use, Said: said, Time: time.Now().UTC().Truncate(time.Second)}))
}

// damagedEnding is what the name of a damaged file gets.
const damagedEnding = ".damaged"

// is says whether a consent is for a host. Names of hosts know no case.
func (c Consent) is(host string) bool { return strings.EqualFold(c.Host, host) }

// Forget takes back what was said for a host, whatever the use, and returns of how many
// uses that was.
func (c *Consents) Forget(host string) (forgotten int, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	all, err := c.All()
	if err != nil {
		return 0, err
	}
	left := slices.DeleteFunc(slices.Clone(all), func(one Consent) bool { return one.is(host) })
	if len(left) == len(all) {
		return 0, nil
	}
	return len(all) - len(left), c.write(left)
}

func (c *Consents) write(all []Consent) error {
	slices.SortFunc(all, func(a, b Consent) int {
		return cmp.Or(strings.Compare(a.Host, b.Host), strings.Compare(a.Use, b.Use))
	})
	raw, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	folder := filepath.Dir(c.path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	return write(folder, filepath.Base(c.path), append(raw, '\n'))
}
