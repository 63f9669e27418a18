package main

import (
	"cmp"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// The shapes in which "docuquest parse" prints documents for programs.

// A pagesShape is a file by its pages. It is the same as what is read again as a
// document of pages.
type pagesShape struct {
	Pages []pageShape `json:"pages"`
}

// A pageShape is a page that has text.
type pageShape struct {
	Number int             `json:"page_number"` // from 1
	Blocks []pageTextShape `json:"blocks"`
}

// A pageTextShape is a text with its four corners, from the top left one
// clockwise, in shares of the page.
type pageTextShape struct {
	Text     string        `json:"text"`
	Vertices [4][2]float64 `json:"vertices"`
}

func newPages(d *document.Document) pagesShape {
	pages := pagesShape{Pages: []pageShape{}}
	for _, page := range d.Blocks {
		if page.Kind != document.Page {
			continue
		}
		shape := pageShape{Number: page.Box.Page, Blocks: []pageTextShape{}}
		for _, b := range page.Children {
			shape.Blocks = append(shape.Blocks, pageTextShape{
				Text:     d.Read(b.Span),
				Vertices: cmp.Or(b.Box, page.Box).Vertices,
			})
		}
		pages.Pages = append(pages.Pages, shape)
	}
	return pages
}

// A treeShape is any other file.
type treeShape struct {
	Path     string         `json:"path"`
	Language string         `json:"language"` // an LSP language identifier, "" if unknown
	Title    string         `json:"title"`
	Blocks   []blockShape   `json:"blocks"`
	Problems []problemShape `json:"problems"`
}

// A placeShape is where something starts and ends, in bytes of the text.
type placeShape struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// A blockShape is a block with those below it, or with its text.
type blockShape struct {
	Kind  string `json:"kind"`
	Title string `json:"title,omitempty"`
	Level int    `json:"level,omitempty"`
	Info  string `json:"info,omitempty"`
	placeShape
	Text     *string      `json:"text,omitempty"` // nil where there are children
	Children []blockShape `json:"children,omitempty"`
}

// A problemShape is something that could not be read; its place is empty and at
// the very start if it is the file as a whole.
type problemShape struct {
	Message string `json:"message"`
	placeShape
}

func newTree(d *document.Document, path string) treeShape {
	tree := treeShape{
		Path: path, Language: d.Language, Title: d.Title,
		Blocks: newBlocks(d, d.Blocks), Problems: []problemShape{},
	}
	for _, p := range d.Problems {
		tree.Problems = append(tree.Problems, problemShape{p.Message, newPlace(p.Span)})
	}
	return tree
}

func newBlocks(d *document.Document, blocks []document.Block) []blockShape {
	shapes := make([]blockShape, 0, len(blocks))
	for _, b := range blocks {
		shape := blockShape{Kind: b.Kind.String(), Title: b.Title, Level: b.Level, Info: b.Info, placeShape: newPlace(b.Span)}
		if len(b.Children) > 0 {
			shape.Children = newBlocks(d, b.Children)
		} else {
			text := d.Read(b.Span)
			shape.Text = &text
		}
		shapes = append(shapes, shape)
	}
	return shapes
}

func newPlace(s text.Span) placeShape { return placeShape{s.Start, s.End} }

// A passageShape is a chunk: its text, and the chunk as it is searched and shown
// to a model.
type passageShape struct {
	Text   string   `json:"text"`
	Kind   string   `json:"kind"` // "text", "table" or "code"
	Titles []string `json:"titles"`
	Path   string   `json:"path"`
	placeShape
	Page  int    `json:"page,omitempty"` // from 1, where there are pages
	Chunk string `json:"chunk"`
}
