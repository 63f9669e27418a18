package structured

import (
	"strings"

	"docuquest/core/language/text"
)

// cuts shares a text out among entries that follow one another, as the keys of
// YAML and TOML do: an entry reaches from where it begins to where the next one
// does. Comments above an entry belong to it, so that nothing but white space
// lies in none.
type cuts struct {
	text    string
	starts  []int // of the entries by their numbers, ascending
	reached int   // where the last entry is, below its comments
}

// begin adds an entry that is at an offset, or where the one before is
// if that is later, and gives its number. The first one gets all that is there
// above it.
func (c *cuts) begin(at int) int {
	floor := c.reached
	at = min(max(at, floor), len(c.text))
	c.reached = at
	if len(c.starts) == 0 {
		at = len(c.text) - len(strings.TrimLeft(c.text, byteOrderMark+" \t\r\n"))
		c.reached = max(c.reached, at)
	} else if line := floor + 1 + strings.LastIndexAny(c.text[floor:at], "\r\n"); floor < line {
		if isMarker(c.text[line:at]) {
			at = line
		}
		// The comments above belong to the entry. A line that begins with # and is indented
		// more may be text of the entry before.
		for indent, isComment := at-line, true; isComment && floor < line; {
			above := strings.TrimRight(c.text[floor:line], "\r\n")
			line = floor + 1 + strings.LastIndexAny(above, "\r\n")
			written := c.text[line : floor+len(above)]
			trimmed := strings.TrimLeft(written, " \t")
			switch {
			case trimmed == "":
			case trimmed[0] == '#' && len(written)-len(trimmed) <= indent, isMarker(written):
				at = line + len(written) - len(trimmed)
			default:
				isComment = false
			}
		}
	}
	c.starts = append(c.starts, at)
	return len(c.starts) - 1
}

// isMarker reports whether a line is between two documents of YAML, or in front
// of one on the same line. In TOML no line above an entry begins so.
func isMarker(line string) bool {
	return strings.HasPrefix(line, "---") || strings.HasPrefix(line, "...") || strings.HasPrefix(line, "%")
}

// setSpans fills in the spans of nodes and all below them, once all entries have begun:
// each is its entry without white space at its ends. The entry of a key with something
// below it is its head.
func (c *cuts) setSpans(nodes []node) {
	for i := range nodes {
		n := &nodes[i]
		n.span = text.Span{Start: c.starts[n.entry], End: len(c.text)}
		if n.entry+1 < len(c.starts) {
			n.span.End = c.starts[n.entry+1]
		}
		n.span = n.span.Trim(c.text)
		if len(n.children) == 0 {
			if !n.plain {
				n.head = n.span
			}
			continue
		}
		if n.children[0].entry != n.entry {
			n.head = n.span
		}
		c.setSpans(n.children)
		n.span.End = n.children[len(n.children)-1].span.End
	}
}
