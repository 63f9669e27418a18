package markdown

import "bytes"

// canvas is the copy of a text that goldmark sees. Every byte stands where it
// stands in the text, so that offsets in one are offsets in the other, but
//
//   - the front matter, the first front bytes, is blank;
//   - all lines end with \n: goldmark knows no lone \r, and takes "-\r\n" for
//     a paragraph where "-\n" is an empty item;
//   - of several blank lines two are left, the second as long as all the
//     others: goldmark keeps a record for each blank line of each open block,
//     1.5 GB for a megabyte of them at the end of a deep list.
func canvas(s string, front int) []byte {
	c := []byte(s)
	blank(c[:front])
	endLinesAlike(c)
	joinBlankLines(c)
	return c
}

// blank leaves one empty line of a front matter.
func blank(front []byte) {
	for i := range front {
		front[i] = ' '
	}
	if len(front) > 0 {
		front[len(front)-1] = '\n'
	}
}

func endLinesAlike(c []byte) {
	for at := 0; ; {
		n := bytes.IndexByte(c[at:], '\r')
		if n < 0 {
			return
		}
		at += n
		c[at] = '\n'
		if at+1 < len(c) && c[at+1] == '\n' {
			c[at] = ' '
		}
	}
}

// joinBlankLines takes away the line end in front of each blank line that
// follows two others.
func joinBlankLines(c []byte) {
	run := 0 // blank lines above
	for at := 0; at < len(c); {
		end := len(c)
		if n := bytes.IndexByte(c[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		if !isBlank(c[at:end]) {
			run = 0
		} else if run++; run > 2 {
			c[at-1] = ' '
		}
		at = end
	}
}

// isBlank says whether goldmark takes a line for a blank one.
func isBlank(line []byte) bool {
	for _, c := range line {
		if c != ' ' && c != '\t' && c != '\n' {
			return false
		}
	}
	return true
}
