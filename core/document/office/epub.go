package office

import (
	"fmt"
	"net/url"
	"path"
	"strings"

	"golang.org/x/net/html"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
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
	switch {
	case lost.locked == lost.of && lost.of > 0:
		complain(d, "it is locked by the shop that sold it: no chapter can be read")
	case lost.locked > 0:
		complain(d, fmt.Sprintf("%d of %d chapters are locked by the shop that sold it", lost.locked, lost.of))
	case lost.others > 0:
		complain(d, fmt.Sprintf("%d of %d chapters could not be read whole: %v", lost.others, lost.of, lost.first))
	}
	return d
}

// An epubPackage is what the package of an electronic book says of it.
type epubPackage struct {
	title    string
	chapters []string        // names of parts
	locked   map[string]bool // parts that only a shop's reader can read
}

func readPackage(a *archive) (epubPackage, error) {
	var container struct {
		Roots []struct {
			Path string `xml:"full-path,attr"`
		} `xml:"rootfiles>rootfile"`
	}
	err := a.unmarshal("META-INF/container.xml", &container)
	if len(container.Roots) == 0 {
		return epubPackage{}, firstOf(err, errMissing)
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
		return epubPackage{}, firstOf(err, errMissing)
	}
	parts := make(map[string]string, len(p.Items))
	for _, item := range p.Items {
		parts[item.ID] = partName(path.Dir(root), item.Href)
	}
	var encryption struct {
		References []struct {
			URI string `xml:"URI,attr"`
		} `xml:"EncryptedData>CipherData>CipherReference"`
	}
	b := epubPackage{locked: map[string]bool{}}
	if a.unmarshal("META-INF/encryption.xml", &encryption) == nil {
		for _, reference := range encryption.References {
			b.locked[partName("", reference.URI)] = true
		}
	}
	if len(p.Titles) > 0 {
		b.title = text.OneLine(p.Titles[0])
	}
	for _, itemref := range p.Spine {
		b.chapters = append(b.chapters, parts[itemref.ID])
	}
	return b, nil
}

// partName returns the name of the part that an address in a folder leads to.
func partName(folder, address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return path.Join(folder, address)
	}
	return path.Join(folder, u.Path)
}

// A loss counts the chapters that could not be read.
type loss struct {
	of, locked, others int
	first              error // of the others
}

// writeChapters reads each chapter once, wherever the book names it again.
func (b epubPackage) writeChapters(a *archive, w *writer) loss {
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
		(&chapter{writer: w, tags: html.NewTokenizer(strings.NewReader(content))}).read()
	}
	return lost
}
