package code

import (
	"sort"
	"strings"
)

// A skeleton is a program of Go without what stands between braces, which is most of it:
// none of that begins a declaration of the file or ends one. What is left is as right
// as the program, since there may be nothing between any braces of Go.
//
// Of the time that go/parser takes for a file a tenth is left.
type skeleton struct {
	source []byte
	cuts   []cut // by rising places
}

// A cut is a place of the skeleton, and how many bytes of the program were left out in
// front of it and of all before.
type cut struct{ at, before int }

// newSkeleton makes the skeleton of a program. It is false where braces do not match.
func newSkeleton(program string) (skeleton, bool) {
	s := skeleton{source: make([]byte, 0, len(program)/2)}
	kept, depth := 0, 0 // program[:kept] is in the skeleton or left out
	for at := 0; at < len(program); {
		switch program[at] {
		case '{':
			if depth++; depth == 1 {
				s.source = append(s.source, program[kept:at+1]...)
				kept = at + 1
			}
		case '}':
			if depth--; depth < 0 {
				return skeleton{}, false
			}
			if depth == 0 {
				kept = at
				s.cuts = append(s.cuts, cut{len(s.source), kept - len(s.source)})
			}
		}
		at = behindToken(program, at)
	}
	s.source = append(s.source, program[kept:]...)
	return s, depth == 0
}

// offset is the place in the program of a place in the skeleton.
func (s skeleton) offset(at int) int {
	n := sort.Search(len(s.cuts), func(i int) bool { return at < s.cuts[i].at })
	if n == 0 {
		return at
	}
	return at + s.cuts[n-1].before
}

// behindToken is where a comment or a literal ends that begins at an offset, and else
// where the next byte is that may begin one, or that is a brace.
func behindToken(s string, at int) int {
	switch s[at] {
	case '"', '\'':
		return behindQuoted(s, at)
	case '`':
		return behind(s, at+1, "`")
	case '/':
		switch {
		case strings.HasPrefix(s[at:], "//"):
			return behind(s, at, "\n")
		case strings.HasPrefix(s[at:], "/*"):
			return behind(s, at+2, "*/")
		}
	}
	for at++; at < len(s) && !isNotable[s[at]]; at++ {
	}
	return at
}

// isNotable has the bytes that behindToken looks for.
var isNotable = func() (is [256]bool) {
	for _, b := range []byte("{}\"'`/") {
		is[b] = true
	}
	return is
}()

// behind is where the first of the marks from an offset on ends, and the end of s
// without one.
func behind(s string, at int, mark string) int {
	if n := strings.Index(s[at:], mark); n >= 0 {
		return at + n + len(mark)
	}
	return len(s)
}

// behindQuoted is where a literal ends that begins with the mark at an offset. It does
// not go on in the next line.
func behindQuoted(s string, at int) int {
	mark := s[at]
	for at++; at < len(s) && s[at] != '\n'; at++ {
		switch s[at] {
		case mark:
			return at + 1
		case '\\':
			at++
		}
	}
	return min(at, len(s))
}
