package thesaurus

import (
	"errors"
	"fmt"
	"strings"
)

// Decode makes a thesaurus of what [Encode] wrote. It reads all of data once, so that no
// look-up can fail later, and returns an error, never half a thesaurus, when a byte is
// not as it has to be. It keeps data and copies none of it.
func Decode(data string) (*Thesaurus, error) {
	rest, ok := strings.CutPrefix(data, magic)
	if !ok {
		return nil, errors.New("thesaurus: not a thesaurus")
	}
	c := &cursor{data: rest}
	t := &Thesaurus{notice: c.take(c.uvarint())}
	// What the lists of entries point to comes later in data, so that the numbers are
	// read under the widest limit and compared when the limit is known.
	t.lemmas = readDictionary(c)
	t.exceptions = readDictionary(c)
	t.synsets = readSynsets(c, t.lemmas.count)
	if c.bad || c.left() > 0 || t.lemmas.above >= t.synsets.count || t.exceptions.above >= t.lemmas.count {
		return nil, fmt.Errorf("thesaurus: damaged at byte %d of %d", len(magic)+c.at, len(data))
	}
	return t, nil
}
