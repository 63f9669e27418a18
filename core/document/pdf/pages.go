package pdf

import (
	"fmt"
	"strings"
)

// A pageSet is page numbers that were added in their order, as ranges.
type pageSet []pageRange

type pageRange struct{ first, last int }

func (s *pageSet) add(page int) {
	if n := len(*s); n > 0 && (*s)[n-1].last == page-1 {
		(*s)[n-1].last = page
		return
	}
	*s = append(*s, pageRange{page, page})
}

// say makes a sentence about the pages: "page 3 is damaged" or "pages 2, 5-9 and
// 12 more are damaged". It says nothing about no pages.
func (s pageSet) say(one, many string) string {
	const named = 6 // ranges
	var names []string
	more := 0
	for i, r := range s {
		if i < named {
			names = append(names, r.name())
		} else {
			more += r.last - r.first + 1
		}
	}
	list := strings.Join(names, ", ")
	switch {
	case len(s) == 0:
		return ""
	case len(s) == 1 && s[0].first >= s[0].last:
		return fmt.Sprintf("page %s %s", list, one)
	case more > 0:
		list = fmt.Sprintf("%s and %d more", list, more)
	}
	return fmt.Sprintf("pages %s %s", list, many)
}

func (r pageRange) name() string {
	if r.first >= r.last {
		return fmt.Sprint(r.first)
	}
	return fmt.Sprintf("%d-%d", r.first, r.last)
}
