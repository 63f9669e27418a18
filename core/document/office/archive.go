package office

import (
	"archive/zip"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"docuquest/core/language/charset"
)

// The limits of an archive. They are far above what documents have, and low
// enough that no archive takes more memory than a few times maxUnpacked.
const (
	maxUnpacked = 64 << 20 // bytes of all parts that are read
	maxParts    = 20_000   // names in the archive
	maxRatio    = 200      // how many times larger than packed a large part may be
	largePart   = 16 << 20 // bytes; a part below this may be packed as well as it can
	maxListing  = 8 << 20  // bytes of a part that only lists things, such as styles
	maxDepth    = 1000     // elements in one another
)

// What is wrong with an archive, in the words of its reader.
var (
	errProtected = errors.New("it is protected by a password, or a file of another kind under a new name")
	errNoArchive = errors.New("it is damaged, or a file of another kind under a new name")
	errTooMany   = fmt.Errorf("it claims to hold more than %d parts", maxParts)
	errTooLarge  = fmt.Errorf("it unpacks to more than %d MiB", maxUnpacked>>20)
	errBomb      = fmt.Errorf("a part of it unpacks to more than %d times its size", maxRatio)
	errListing   = fmt.Errorf("a list in it is longer than %d MiB", maxListing>>20)
	errMissing   = errors.New("a part of it is missing")
	errLocked    = errors.New("a part of it is protected by a password")
	errDamaged   = errors.New("a part of it is damaged")
	errTooDeep   = fmt.Errorf("it nests deeper than %d elements", maxDepth)
)

// An archive is a file full of parts. It counts what was unpacked of it.
type archive struct {
	parts map[string]*zip.File
	left  int64 // bytes that may still be unpacked
}

// oleHead begins the files of old office programs, which is also how new ones
// wrap a document that has a password.
const oleHead = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"

func openArchive(content string) (*archive, error) {
	if strings.HasPrefix(content, oleHead) {
		return nil, errProtected
	}
	r, err := zip.NewReader(strings.NewReader(content), int64(len(content)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, errNoArchive
	}
	if maxParts < len(r.File) {
		return nil, errTooMany
	}
	a := &archive{parts: make(map[string]*zip.File, len(r.File)), left: maxUnpacked}
	for _, part := range r.File {
		if _, ok := a.parts[part.Name]; !ok {
			a.parts[part.Name] = part
		}
	}
	return a, nil
}

// read unpacks a part and decodes it. With an error it gives what could be read,
// which is nothing where that would be too much.
func (a *archive) read(name string) (string, error) {
	part, ok := a.parts[name]
	switch {
	case !ok:
		return "", errMissing
	case part.Flags&1 != 0:
		return "", errLocked
	case largePart < part.UncompressedSize64 && part.CompressedSize64 < part.UncompressedSize64/maxRatio:
		return "", errBomb
	case a.left < int64(min(part.UncompressedSize64, maxUnpacked+1)):
		return "", errTooLarge
	}
	r, err := part.Open()
	if err != nil {
		return "", errDamaged
	}
	defer r.Close()
	var content strings.Builder
	n, damage := io.Copy(&content, io.LimitReader(r, a.left+1)) // the size that a part claims may be wrong
	if a.left -= n; a.left < 0 {
		a.left = 0
		return "", errTooLarge
	}
	decoded, _, err := charset.Decode(content.String())
	switch {
	case err != nil:
		return "", errDamaged
	case damage != nil:
		return decoded, errDamaged
	}
	return decoded, nil
}

// unmarshal reads a small part into a value. What the part does not say, or does
// not say rightly, is left as it is.
func (a *archive) unmarshal(name string, value any) error {
	content, err := a.read(name)
	if maxListing < len(content) {
		return errListing
	}
	if content != "" && xmlDecoder(content).Decode(value) != nil {
		err = errDamaged
	}
	return err
}

// xmlDecoder reads XML that is decoded already, whatever it says of its encoding.
func xmlDecoder(content string) *xml.Decoder {
	decoder := xml.NewDecoder(strings.NewReader(content))
	decoder.Strict = false
	decoder.Entity = xml.HTMLEntity
	decoder.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil }
	return decoder
}
