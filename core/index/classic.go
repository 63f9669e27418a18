package index

import (
	"io/fs"
	"slices"
	"strings"

	"docuquest/core/index/splay"
	"docuquest/core/language/text"
)

// Classic is the inverted index of the course project that gave DocuQuest its
// name, in its own contract: whole files, classic tokens, names as values. It is
// what the boolean rule is checked against. The zero value is not usable; a
// Classic may be read from many goroutines, also while documents are added.
type Classic struct {
	names *splay.Multimap[string]
}

// NewClassic makes an empty index.
func NewClassic() *Classic {
	return &Classic{names: splay.New(strings.Compare)}
}

// BuildIndex adds every regular file directly in the folder and below it, and
// returns how many it added. The first file that cannot be read ends it with
// that error; what was added before stays.
func (c *Classic) BuildIndex(folder fs.FS) (int, error) {
	n := 0
	err := fs.WalkDir(folder, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		if err := c.AddDoc(folder, name); err != nil {
			return err
		}
		n++
		return nil
	})
	return n, err
}

// AddDoc adds one file under its name. Adding it again adds the tokens that are
// new.
func (c *Classic) AddDoc(folder fs.FS, name string) error {
	content, err := fs.ReadFile(folder, name)
	if err != nil {
		return err
	}
	for token := range text.Classic(string(content)) {
		c.names.Put(token, name)
	}
	return nil
}

// Query returns the names of the documents that contain all terms, sorted by their
// bytes, without duplicates; nothing without terms. A term is compared as it is:
// tokens are lower-case.
func (c *Classic) Query(terms []string) []string {
	if len(terms) == 0 {
		return nil
	}
	var names []string
	c.names.View(func(v splay.View[string]) {
		names = slices.Clone(v.Values([]byte(terms[0])))
		for _, t := range terms[1:] {
			held := v.Values([]byte(t))
			names = slices.DeleteFunc(names, func(name string) bool {
				_, ok := slices.BinarySearch(held, name)
				return !ok
			})
		}
	})
	return names
}
