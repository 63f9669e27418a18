package chunk

import (
	"sort"

	"docuquest/core/document"
)

// leafStarts adds where the innermost blocks begin, in the order of the text.
func (s *splitter) leafStarts(starts []int, blocks []document.Block) []int {
	for _, b := range blocks {
		if len(b.Children) > 0 {
			starts = s.leafStarts(starts, b.Children)
		} else if span := s.readable(b.Span); !span.Empty() {
			starts = append(starts, span.Start)
		}
	}
	return starts
}

// pageAt is the number of the page that an offset of the document is on, 0
// if there are no pages.
func (s *splitter) pageAt(offset int) int {
	behind := sort.Search(len(s.pages), func(i int) bool { return offset < s.pages[i].Span.Start })
	if behind == 0 {
		return 0
	}
	return s.pages[behind-1].Box.Page
}
