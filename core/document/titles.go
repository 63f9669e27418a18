package document

import (
	"strings"
	"unicode/utf8"
)

// maxTitle is how long a title may be, in bytes. All below a title
// carries it: a heading of a megabyte would be repeated a thousand times.
const maxTitle = 1000

const cutMark = "…"

// withShortTitles cuts the titles of a document that are too long. A document
// without any is not written, since its readers may share it.
func withShortTitles(d *Document) *Document {
	if len(d.Title) > maxTitle {
		d.Title = cutTitle(d.Title)
	}
	cutTitles(d.Blocks)
	return d
}

func cutTitles(blocks []Block) {
	for i := range blocks {
		if b := &blocks[i]; len(b.Title) > maxTitle {
			b.Title = cutTitle(b.Title)
		}
		cutTitles(blocks[i].Children)
	}
}

// cutTitle returns the beginning of a title that is too long, of less than maxTitle
// bytes with the mark of the cut.
func cutTitle(title string) string {
	end := maxTitle - len(cutMark)
	for end > 0 && !utf8.RuneStart(title[end]) {
		end--
	}
	return strings.TrimRight(title[:end], " ") + cutMark
}
