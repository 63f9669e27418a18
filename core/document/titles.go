package document

import (
	"strings"
	"unicode/utf8"
)

// maxTitle is how long a title may be, in bytes. All that stands below a title
// carries it: a heading of a megabyte would be repeated a thousand times.
const maxTitle = 1000

func cutTitles(blocks []Block) {
	for i := range blocks {
		blocks[i].Title = cutTitle(blocks[i].Title)
		cutTitles(blocks[i].Children)
	}
}

// cutTitle gives a title, or the beginning of one that is too long.
func cutTitle(title string) string {
	if len(title) <= maxTitle {
		return title
	}
	end := maxTitle
	for end > 0 && !utf8.RuneStart(title[end]) {
		end--
	}
	return strings.TrimRight(title[:end], " ") + "…"
}
