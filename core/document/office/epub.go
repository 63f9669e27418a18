package office

import (
	"fmt"
	"net/url"
	"path"

	"docuquest/core/document"
	"docuquest/core/file"
)

// Epub reads electronic books. Its zero value is ready to use, by any number of
// goroutines at once.
type Epub struct{}

// Parse reads the chapters of f in the order in which they are to be read. The
// title is that of the book, else the first heading of the highest rank.
// Chapters that are missing, damaged or locked by a shop are left out, and one
// Problem says so.
func (Epub) Parse(f file.File) *document.Document {
	d := newDocument(f)
	a, err := openArchive(f.Content)
	if err != nil {
		complain(d, "cannot be read as a book: "+err.Error())
		return d
	}
	b, err := readPackage(a)
	if err != nil {
		complain(d, "cannot be read as a book: "+err.Error())
		return d
	}
	var w writer
	lost := b.writeChapters(a, &w)
	d.Title = b.title
	w.finish(d)
	if message := lost.message(); message != "" {
		complain(d, message)
	}
	return d
}

// A book is what the package of an electronic book says of it.
type book struct {
	title    string
	chapters []string        // names of parts
	locked   map[string]bool // parts that only a shop's reader can read
}

func readPackage(a *archive) (book, error) {
	var container struct {
		Roots []struct {
			Path string `xml:"full-path,attr"`
		} `xml:"rootfiles>rootfile"`
	}
	err := a.unmarshal("META-INF/container.xml", &container)
	if len(container.Roots) == 0 {
		return book{}, firstOf(err, errMissing)
	}
	root := path.Clean(container.Roots[0].Path)
	var p struct {
		Titles []string `xml:"metadata>title"`
		Items  []struct {
			ID   string `xml:"id,attr"`
			Href string `xml:"href,attr"`
		} `xml:"manifest>item"`
		Spine []struct {
			ID string `xml:"idref,attr"`
		} `xml:"spine>itemref"`
	}
	err = a.unmarshal(root, &p)
	if len(p.Spine) == 0 {
		return book{}, firstOf(err, errMissing)
	}
	parts := make(map[string]string, len(p.Items))
	for _, item := range p.Items {
		parts[item.ID] = partName(path.Dir(root), item.Href)
	}
	b := book{locked: lockedParts(a)}
	if len(p.Titles) > 0 {
		b.title = oneLine(p.Titles[0])
	}
	for _, itemref := range p.Spine {
		b.chapters = append(b.chapters, parts[itemref.ID])
	}
	return b, nil
}

// partName gives the name of the part that an address in a folder leads to.
func partName(folder, address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return path.Join(folder, address)
	}
	return path.Join(folder, u.Path)
}

func lockedParts(a *archive) map[string]bool {
	var encryption struct {
		References []struct {
			URI string `xml:"URI,attr"`
		} `xml:"EncryptedData>CipherData>CipherReference"`
	}
	if a.unmarshal("META-INF/encryption.xml", &encryption) != nil {
		return nil
	}
	locked := make(map[string]bool, len(encryption.References))
	for _, reference := range encryption.References {
		locked[partName("", reference.URI)] = true
	}
	return locked
}

// A loss counts the chapters that could not be read.
type loss struct {
	of, locked, others int
	first              error // of the others
}

func (l loss) message() string {
	switch {
	case l.locked == l.of && l.of > 0:
		return "it is locked by the shop that sold it: no chapter can be read"
	case l.locked > 0:
		return fmt.Sprintf("%d of %d chapters are locked by the shop that sold it", l.locked, l.of)
	case l.others > 0:
		return fmt.Sprintf("%d of %d chapters could not be read whole: %v", l.others, l.of, l.first)
	}
	return ""
}

// writeChapters reads each chapter once, wherever the book names it again.
func (b book) writeChapters(a *archive, w *writer) loss {
	var lost loss
	seen := map[string]bool{}
	for _, name := range b.chapters {
		if seen[name] || w.isFull() {
			continue
		}
		seen[name] = true
		lost.of++
		if b.locked[name] {
			lost.locked++
			continue
		}
		content, err := a.read(name)
		if err != nil {
			lost.others++
			lost.first = firstOf(lost.first, err)
		}
		newChapter(content, w).read()
	}
	return lost
}
