package structured

import (
	"encoding/json"
	"slices"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// A pagedFile is what "docuquest parse --json" prints of a PDF: its pages with
// their blocks. Read again, it is the document that the PDF is.
type pagedFile struct {
	Pages []struct {
		Number int `json:"page_number"`
		Blocks []struct {
			Text     string      `json:"text"`
			Vertices [][]float64 `json:"vertices"`
		} `json:"blocks"`
	} `json:"pages"`
}

// readPages makes d the document of a pagedFile, and reports false for values that have
// another shape. Its text is that of the blocks, each followed by one space, as the text
// of a PDF is.
func readPages(d *document.Document, top []node) bool {
	if len(top) != 1 {
		return false
	}
	pages := top[0].member("pages")
	if pages == nil || pages.kind != list || len(pages.children) == 0 || pages.children[0].member("blocks") == nil {
		return false
	}
	var f pagedFile
	if json.Unmarshal([]byte(d.Text), &f) != nil {
		return false
	}
	var full []byte
	var blocks []document.Block
	last := 0
	for _, p := range f.Pages {
		if p.Number <= last {
			return false // pages that are not in their order are no pages
		}
		last = p.Number
		page := document.Block{Kind: document.Page, Span: text.Span{Start: len(full)}, Box: wholePage(p.Number)}
		for _, b := range p.Blocks {
			if b.Text == "" {
				continue
			}
			span := text.Span{Start: len(full), End: len(full) + len(b.Text)}
			full = append(append(full, b.Text...), ' ')
			page.Children = append(page.Children, document.Block{Kind: document.Paragraph, Span: span, Box: boxOf(p.Number, b.Vertices)})
		}
		if page.Span.End = len(full); !page.Span.Empty() {
			blocks = append(blocks, page)
		}
	}
	d.Text, d.Blocks, d.Extracted = string(full), blocks, true
	d.Language = "" // what it says is no JSON any more
	return true
}

func wholePage(number int) *document.Box {
	return &document.Box{Page: number, Vertices: [4][2]float64{{0, 0}, {1, 0}, {1, 1}, {0, 1}}}
}

// boxOf is the place of a block, the whole page where its corners make no sense.
func boxOf(page int, corners [][]float64) *document.Box {
	box := wholePage(page)
	outside := func(c []float64) bool {
		return len(c) != 2 || slices.ContainsFunc(c, func(x float64) bool { return x < 0 || 1 < x })
	}
	if len(corners) != len(box.Vertices) || slices.ContainsFunc(corners, outside) {
		return box
	}
	for i, c := range corners {
		box.Vertices[i] = [2]float64(c)
	}
	return box
}
