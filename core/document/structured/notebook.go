package structured

import (
	"strings"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// isNotebook reports whether a file is a Jupyter notebook of version 4: an object with
// nbformat and a list of cells.
func isNotebook(top []node) bool {
	if len(top) != 1 {
		return false
	}
	cells, format := top[0].member("cells"), top[0].member("nbformat")
	return cells != nil && cells.kind == list && format != nil && format.kind == literal
}

// readNotebook makes d what a person reads in a notebook: the texts of its cells, and
// their code in the language of the notebook. What code printed is left out, with all
// that is written for the program alone.
//
// The blocks are those of the cells as one Markdown text, in which code is fenced. That
// text exists here alone: the spans of blocks lead back to the file, and the reading of
// the document has no fences.
func readNotebook(f file.File, d *document.Document, notebook *node, markdown document.Parser) {
	var fenced, read document.ReadingMaker
	language := notebookLanguage(d.Text, notebook)
	sources := notebook.member("cells").children
	for i := range sources {
		cell := &sources[i]
		source, kind := cell.member("source"), cell.member("cell_type")
		if source == nil || kind == nil {
			continue
		}
		lines := []node{*source}
		if source.kind == list {
			lines = source.children
		}
		isCode := decode(d.Text, kind.value) == "code"
		longest := 2 // the fence is longer than any run of its sign in the code
		for i := range lines {
			for run := range strings.FieldsFuncSeq(lines[i].value.Of(d.Text), func(r rune) bool { return r != '`' }) {
				longest = max(longest, len(run))
			}
		}
		fence := strings.Repeat("`", longest+1)
		if isCode {
			fenced.Gap(fence + language + "\n")
		}
		for i := range lines {
			if lines[i].kind == quoted {
				for source, made := range pieces(d.Text, lines[i].value) {
					fenced.Add(made, source)
					read.Add(made, source)
				}
			}
		}
		if isCode {
			fenced.Gap("\n" + fence)
		}
		fenced.Gap("\n\n")
		read.Gap("\n\n")
	}
	cells := fenced.Reading()
	f.Content, f.Language = cells.Text, "markdown"
	made := markdown.Parse(f)
	d.Title, d.Language = made.Title, made.Language
	d.Blocks = inSource(cells, made.Blocks, 0)
	d.Reading = read.Reading()
	for _, p := range made.Problems {
		p.Span, _ = cells.Source(p.Span)
		d.Problems = append(d.Problems, p)
	}
}

// notebookLanguage is that of the code in a notebook, "" if it does not say.
func notebookLanguage(s string, notebook *node) string {
	metadata := notebook.member("metadata")
	if metadata == nil {
		return ""
	}
	for _, at := range [][2]string{{"language_info", "name"}, {"kernelspec", "language"}} {
		if about := metadata.member(at[0]); about != nil {
			if name := about.member(at[1]); name != nil && name.kind == quoted {
				return strings.ToLower(strings.Join(strings.Fields(decode(s, name.value)), "-"))
			}
		}
	}
	return ""
}

// inSource returns blocks of a reading as blocks of the document that it was made of, those
// left out of which nothing occurs there. Before is where the last one ended.
func inSource(r *document.Reading, blocks []document.Block, before int) []document.Block {
	var found []document.Block
	for _, b := range blocks {
		span, ok := r.Source(b.Span)
		switch {
		case b.Kind == document.Cell && !ok: // an empty one keeps its place in the row
			span = text.Span{Start: before, End: before}
		case !ok:
			continue
		}
		b.Span, before = span, span.End
		b.Children = inSource(r, b.Children, span.Start)
		found = append(found, b)
	}
	return found
}
