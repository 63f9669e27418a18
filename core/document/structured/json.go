package structured

import (
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// JSON reads JSON, with comments and trailing commas or without: configuration
// files have them whatever they are called. Comments are read too, but for one
// between a key and its value. The zero value is ready to use, by any number of
// goroutines at once.
//
// An object with a title and any of sections, subsections, content, table and
// code_block, wherever it lies, is a section of a document, see isSection. What
// "docuquest parse --json" printed of a PDF is the document that the PDF is. All
// other objects and lists are sections by their keys.
type JSON struct {
	// Markdown reads the cells of Jupyter notebooks, which are JSON; nil leaves these what
	// other JSON is.
	Markdown document.Parser
}

// Parse reads f. Its title is that of its outermost object, or else its name. A
// file that is not JSON is cut into paragraphs.
func (p JSON) Parse(f file.File) *document.Document {
	return parse(f, func(d *document.Document) {
		r := newJSONReader(d.Text)
		values, err := r.read(text.Span{End: len(d.Text)})
		if err != nil {
			asParagraphs(d, r.placeOf(err), reasonOf(err))
			return
		}
		top := unfold(values)
		if readPages(d, values) {
			return
		}
		if p.Markdown != nil && isNotebook(values) {
			readNotebook(f, d, &values[0], p.Markdown)
			r.problems.addTo(d)
			return
		}
		o := outliner{text: d.Text, writer: &writer{text: d.Text}, problems: r.problems}
		d.Title = titleOf(top)
		d.Blocks = o.blocks(top, 1)
		d.Reading = o.writer.made.Reading()
		o.problems.addTo(d)
	})
}

// JSONLines reads files that have a value of JSON on each line, as logs and sets
// of data have. The zero value is ready to use, by any number of goroutines at
// once.
type JSONLines struct{}

// Parse makes a paragraph of each line of f that is not blank. A line that is
// not JSON is read as it is.
func (JSONLines) Parse(f file.File) *document.Document {
	return parse(f, func(d *document.Document) {
		r := newJSONReader(d.Text)
		o := outliner{text: d.Text, writer: &writer{text: d.Text}}
		at := 0
		for at < len(d.Text) && len(d.Blocks) < maxRecords {
			line := lineAt(d.Text, at)
			at = line.End
			if line = line.Trim(d.Text); line.Empty() {
				continue
			}
			values, err := r.read(line)
			if err != nil {
				r.problems.add(point(r.text, r.placeOf(err)), "a line that is not JSON: %s", reasonOf(err))
				values = []node{{plain: true, value: line}}
			}
			for _, value := range values {
				o.writer.all(&value)
			}
			o.writer.gap("\n")
			d.Blocks = append(d.Blocks, document.Block{Kind: document.Paragraph, Span: line})
		}
		o.problems = r.problems
		d.Blocks = append(d.Blocks, o.remainder(at, "lines")...)
		d.Reading = o.writer.made.Reading()
		o.problems.addTo(d)
	})
}
