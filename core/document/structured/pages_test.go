package structured_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/document"
	"docuquest/core/document/documenttest"
	"docuquest/core/file"
)

// What was printed of a PDF is the document that the PDF is.
func TestPages(t *testing.T) {
	const printed = `{"pages": [
		{"page_number": 1, "blocks": [
			{"text": "Örk\n", "vertices": [[0.1, 0.2], [0.9, 0.2], [0.9, 0.3], [0.1, 0.3]]},
			{"text": "", "vertices": []},
			{"text": "A dam.\n", "vertices": [[7, 0.2], [0.9, 0.2], [0.9, 0.3], [0.1, 0.3]]}]},
		{"page_number": 2, "blocks": []},
		{"page_number": 4, "blocks": [{"text": "The end.\n"}]}]}`
	d := parse(t, file.File{Path: "report.json", Language: "json", Content: printed})
	if want := "Örk\n A dam.\n The end.\n "; d.Text != want || !d.Extracted {
		t.Errorf("the text is %q, extracted: %v", d.Text, d.Extracted)
	}
	want := `page 0-14
  paragraph 0-5 "Örk\n"
  paragraph 6-13 "A dam.\n"
page 14-24
  paragraph 14-23 "The end.\n"
`
	if diff := cmp.Diff(want, documenttest.Outline(d)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	boxes := []document.Box{*d.Blocks[0].Children[0].Box, *d.Blocks[0].Children[1].Box, *d.Blocks[1].Box}
	wantBoxes := []document.Box{
		{Page: 1, Vertices: [4][2]float64{{0.1, 0.2}, {0.9, 0.2}, {0.9, 0.3}, {0.1, 0.3}}},
		{Page: 1, Vertices: [4][2]float64{{0, 0}, {1, 0}, {1, 1}, {0, 1}}},
		{Page: 4, Vertices: [4][2]float64{{0, 0}, {1, 0}, {1, 1}, {0, 1}}},
	}
	if diff := cmp.Diff(wantBoxes, boxes); diff != "" {
		t.Errorf("boxes (-want +got):\n%s", diff)
	}
}

// What only looks like pages is read by its keys.
func TestNoPages(t *testing.T) {
	for _, content := range []string{
		`{"pages": [{"page_number": 2, "blocks": [{"text": "a"}]}, {"page_number": 1, "blocks": [{"text": "b"}]}]}`,
		`{"pages": [{"page_number": "one", "blocks": [{"text": "a"}]}]}`,
		`{"pages": [{"blocks": "a"}]}`,
		`{"pages": [{"number": 1}]}`,
		`{"pages": []}`,
	} {
		if d := parse(t, file.File{Path: "a.json", Language: "json", Content: content}); d.Extracted {
			t.Errorf("%s is taken for pages", content)
		}
	}
}
