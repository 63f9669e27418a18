package render

import "regexp"

// Foreign is Markdown for a text that cites nothing of ours and may link to nothing: what
// looks like the mark of a citation in it, such as [1], is escaped too.
func Foreign(md string) string {
	blocks := read(md, nil)
	disown(blocks)
	return markdownOf(blocks)
}

var anyMark = regexp.MustCompile(`\[[0-9]{1,4}\]`)

// disown makes text of the marks in blocks that nobody else has yet.
func disown(blocks []block) {
	for _, b := range blocks {
		disownRuns(b.runs)
		for _, row := range b.table.rows {
			for _, cell := range row {
				disownRuns(cell)
			}
		}
		disown(b.blocks)
	}
}

func disownRuns(runs []run) {
	for i, r := range runs {
		if r.style&verbatim == 0 {
			runs[i].text = anyMark.ReplaceAllStringFunc(r.text, asText)
		}
	}
}
