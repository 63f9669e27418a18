package structured_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/document"
	"docuquest/core/document/documenttest"
	"docuquest/core/document/markdown"
	"docuquest/core/document/structured"
)

const notebook = `{
 "cells": [
  {"cell_type": "markdown", "source": ["# Well \u201cK2\u201d\n", "\n", "The pump is \"old\".\n", "\n", "| a | b |\n", "|---|---|\n", "| 1 |   |\n"]},
  {"cell_type": "code", "execution_count": 3, "outputs": [{"output_type": "stream", "text": ["printed only\n"]}],
   "source": ["def depth(x):\n", "    return \"` + "```" + `\" + x"]},
  {"cell_type": "markdown", "source": "## Wear\n\nIt wears out in 2031."},
  {"cell_type": "code", "source": []}
 ],
 "metadata": {"kernelspec": {"language": "python", "name": "python3"}, "language_info": {"name": "Python"}},
 "nbformat": 4, "nbformat_minor": 5
}`

// A notebook is what a person reads in it: text with its headings and tables, and code in
// the language of the notebook, each at its place in the file; no output, no metadata.
func TestNotebook(t *testing.T) {
	d := structured.JSON{Markdown: markdown.New()}.Parse(documenttest.File("a.ipynb", notebook))
	documenttest.Check(t, d)
	want := `title "Well “K2”"
section 54-411 1 "Well “K2”"
  heading 54-75 "# Well “K2”"
  paragraph 87-107 "The pump is \"old\"."
  table 119-158
    row 119-128
      cell 121-122 "a"
      cell 125-126 "b"
    row 149-158
      cell 151-152 "1"
      cell 157-157 ""
  code 294-335 (python) "def depth(x):\n    return \"` + "```" + `\" + x"
  section 379-411 2 "Wear"
    heading 379-386 "## Wear"
    paragraph 390-411 "It wears out in 2031."
`
	if diff := cmp.Diff(want, documenttest.Outline(d)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	read := "# Well “K2”\n\nThe pump is \"old\".\n\n| a | b |\n|---|---|\n| 1 |   |\n\n\ndef depth(x):\n    return \"```\" + x\n\n## Wear\n\nIt wears out in 2031.\n\n\n\n"
	if diff := cmp.Diff(read, d.Reading.Text); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if diff := cmp.Diff(notebook, d.Text); diff != "" || d.Language != "markdown" {
		t.Errorf("language %q, (-want +got)\n%s", d.Language, diff)
	}
}

// What is no notebook, and one that nobody reads the cells of, is other JSON.
func TestNoNotebook(t *testing.T) {
	for _, content := range []string{`{"cells": 1, "nbformat": 4}`, `{"cells": []}`, `[]`} {
		with := structured.JSON{Markdown: markdown.New()}.Parse(documenttest.File("a.json", content))
		without := structured.JSON{}.Parse(documenttest.File("a.json", content))
		if diff := cmp.Diff(without, with); diff != "" {
			t.Errorf("%s (-want +got)\n%s", content, diff)
		}
	}
}

// As in TestHostile, a notebook made to be slow is read in linear time.
func TestHostileNotebooks(t *testing.T) {
	const many = 150_000
	parser := structured.JSON{Markdown: markdown.New()}
	for name, content := range map[string]string{
		"members": "{" + strings.Repeat(`"a":1,`, many) + `"nbformat":4,"cells":[` + strings.Repeat(`{"cell_type":"code","source":"a"},`, many) + "]}",
		"lines":   `{"nbformat":4,"cells":[{"cell_type":"code","source":[` + strings.Repeat(`"a\n",`, many) + "]}]}",
		"fences":  `{"nbformat":4,"cells":[` + strings.Repeat("{\"cell_type\":\"code\",\"source\":\"```\"},", many) + "]}",
		"quotes":  `{"nbformat":4,"cells":[` + strings.Repeat(`{"cell_type":"markdown","source":"> - a"},`, many) + "]}",
	} {
		t.Run(name, func(t *testing.T) { documenttest.Check(t, parser.Parse(documenttest.File("a.ipynb", content))) })
	}
}

// Whatever cells hold, a notebook is a document, and the same each time.
func FuzzNotebook(f *testing.F) {
	parser := structured.JSON{Markdown: markdown.New()}
	f.Add(notebook)
	f.Add(`{"nbformat":4,"cells":[{"cell_type":"code","source":"` + "````" + `\ud83d\n> - # x"},{"cell_type":"markdown","source":["- a\n\n|a|\n|-|\n||\n",1,[]]}]}`)
	f.Fuzz(func(t *testing.T, content string) {
		var last *document.Document
		for range 2 {
			d := parser.Parse(documenttest.File("a.ipynb", content))
			documenttest.Check(t, d)
			if diff := cmp.Diff(last, d); last != nil && diff != "" {
				t.Errorf("(-first +second)\n%s", diff)
			}
			last = d
		}
	})
}
