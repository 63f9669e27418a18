package lsp

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"

	"docuquest/core/answer/replies"
	"docuquest/core/document"
)

// methodPage asks for a page as a picture.
const methodPage = "docuquest/page"

// The width of a picture in pixels.
const (
	pageWidth     = 1200 // where the request names none
	narrowestPage = 50
	widestPage    = 4000
)

// A pageRequest names a page by the address of its text or by its file, which is
// an address or the path that citations give.
type pageRequest struct {
	URI    string `json:"uri"`
	Path   string `json:"path"`
	Page   int    `json:"page"`   // from 1; 0 is that of uri
	Answer string `json:"answer"` // the id of the answer whose citations are marked, "" for none
	Width  int    `json:"width"`  // in pixels; 0 leaves it to the server
}

// A pageReply is a page as a picture.
type pageReply struct {
	Path string `json:"path"`
	Page int    `json:"page"`
	PNG  []byte `json:"png"` // in base64
}

// page draws a page of a PDF, with the places marked that an answer cites.
func (s *server) page(ctx context.Context, p *pageRequest) (*pageReply, error) {
	release(ctx)
	wanted := extracted{path: p.Path}
	if e, ok := parseExtracted(p.URI); ok {
		wanted = e
	} else if u, ok := fileURI(p.URI); ok {
		d, err := s.agent.Document(ctx, u)
		if err != nil {
			return nil, err
		}
		wanted.path = d.Path
	}
	wanted.page = cmp.Or(p.Page, wanted.page)
	if wanted.path == "" || wanted.page < 1 {
		return nil, invalid("%s needs the uri or the path of a file, and the number of a page from 1", methodPage)
	}
	width := cmp.Or(p.Width, pageWidth)
	if width < narrowestPage || widestPage < width {
		return nil, invalid("%s: width is a number of pixels from %d to %d", methodPage, narrowestPage, widestPage)
	}
	leave, err := s.glances.enter(ctx, patiently)
	if err != nil {
		return nil, err
	}
	defer leave()
	var cited []document.Mark
	// An answer that is not kept any more cites nothing.
	if a, err := s.agent.Answer(p.Answer); p.Answer != "" && err == nil {
		for _, c := range a.Citations {
			if c.Path == wanted.path && c.Page == wanted.page && len(c.Vertices) == len(document.Box{}.Vertices) {
				box := document.Box{Page: c.Page, Vertices: [4][2]float64(c.Vertices)}
				cited = append(cited, document.Mark{Box: box, Quote: c.Quote})
			}
		}
	}
	png, err := s.agent.DrawPage(ctx, wanted.path, wanted.page, cited, width)
	if err != nil {
		return nil, err
	}
	return &pageReply{wanted.path, wanted.page, png}, nil
}

// placeOnPage returns where on its page a citation is, "" without pages.
func placeOnPage(c replies.Citation) string {
	if c.Page == 0 {
		return ""
	}
	parts := []string{fmt.Sprintf("page %d", c.Page)}
	if 0 < len(c.Vertices) {
		parts = append(parts,
			fmt.Sprintf("at %s of the width", extent(c.Vertices, 0)),
			fmt.Sprintf("%s of the height", extent(c.Vertices, 1)))
	}
	return strings.Join(parts, ", ")
}

// extent returns how far corners go along one axis, in per cent: "10-80 %".
func extent(corners [][2]float64, axis int) string {
	least, most := corners[0][axis], corners[0][axis]
	for _, corner := range corners {
		least, most = min(least, corner[axis]), max(most, corner[axis])
	}
	return fmt.Sprintf("%.0f-%.0f %%", math.Round(100*least), math.Round(100*most))
}
