package structured

import (
	"strings"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// remainderSize is about how long a paragraph of lines is that did not become
// records, in bytes.
const remainderSize = 1000

// remainder makes paragraphs of the lines from an offset on, behind the last
// record that became a block: as many lines each as make up remainderSize.
func (o *outliner) remainder(at int, of string) []document.Block {
	rest := text.Span{Start: at, End: len(o.text)}
	if rest.Trim(o.text).Empty() {
		return nil
	}
	o.problems.add(rest, "more than %d %s: what follows is read as plain text", maxRecords, of)
	var blocks []document.Block
	for at < len(o.text) {
		lines := text.Span{Start: at, End: at}
		for lines.End < len(o.text) && lines.Len() < remainderSize {
			lines.End = lineAt(o.text, lines.End).End
		}
		at = lines.End
		if lines = lines.Trim(o.text); !lines.Empty() {
			if o.writer != nil {
				o.writer.made.Copy(lines, o.text)
				o.writer.made.Gap("\n")
			}
			blocks = append(blocks, document.Block{Kind: document.Paragraph, Span: lines})
		}
	}
	return blocks
}

// lineAt is the line that begins at an offset, with its end: \n, \r\n or \r.
func lineAt(s string, at int) text.Span {
	n := strings.IndexAny(s[at:], "\r\n")
	if n < 0 {
		return text.Span{Start: at, End: len(s)}
	}
	end := at + n + 1
	if strings.HasPrefix(s[end-1:], "\r\n") {
		end++
	}
	return text.Span{Start: at, End: end}
}
