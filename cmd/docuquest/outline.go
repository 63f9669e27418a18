package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"docuquest/core/answer/render"
	"docuquest/core/document"
	"docuquest/core/language/text"
)

// An outline is a document for people: a line for each block, indented by its depth.
type outline struct {
	strings.Builder
	*document.Document
	lines *text.Lines
	width int
}

// outlineOf writes the outline of a document, and below it what could not be read.
func outlineOf(d *document.Document, name string, width int) string {
	o := outline{Document: d, lines: text.NewLines(d.Text), width: width}
	o.WriteString(printableLine(name))
	if o.Language != "" {
		fmt.Fprintf(&o, " (%s)", o.Language)
	}
	if o.Title != "" {
		o.WriteString(": " + printableLine(o.Title))
	}
	o.WriteByte('\n')
	o.blocks(d.Blocks, "")
	if len(o.Problems) > 0 {
		o.WriteString("\nNot everything could be read:\n")
	}
	for _, p := range o.Problems {
		line := "- " + printableLine(p.Message)
		if p.Span != (text.Span{}) && !o.Extracted {
			line = "- " + o.lineNumbers(p.Span) + ": " + printableLine(p.Message)
		}
		o.WriteString(render.Wrap(line, width, "") + "\n")
	}
	return o.String()
}

// blocks writes the lines of blocks: what each is, where, and its title or else how it
// begins. The line of a row contains its cells.
func (o *outline) blocks(blocks []document.Block, indent string) {
	const leastExcerpt = 20 // characters, however deep the block lies
	for _, b := range blocks {
		line := indent + b.Kind.String()
		if b.Info != "" {
			line += " (" + printableLine(b.Info) + ")"
		}
		switch {
		case b.Kind == document.Page:
			line += fmt.Sprintf(" %d", b.Box.Page)
		case b.Box == nil: // a block of a page needs no place but the page
			line += ", " + o.lineNumbers(b.Span)
		}
		content := ""
		switch {
		case b.Title != "":
			content = printableLine(b.Title)
		case b.Kind == document.Row:
			var cells []string
			for _, cell := range b.Children {
				cells = append(cells, printableLine(o.Read(cell.Span)))
			}
			content = strings.Join(cells, " | ")
		case len(b.Children) == 0:
			content = printableLine(o.Read(b.Span))
		}
		if content != "" {
			line += ": " + cut(content, max(o.width-utf8.RuneCountInString(line)-len(": "), leastExcerpt))
		}
		o.WriteString(line + "\n")
		if b.Kind != document.Row {
			o.blocks(b.Children, indent+"  ")
		}
	}
}

func (o *outline) lineNumbers(span text.Span) string {
	r := o.lines.Range(span, text.UTF8)
	if r.Start.Line == r.End.Line {
		return fmt.Sprintf("line %d", r.Start.Line+1)
	}
	return fmt.Sprintf("lines %d-%d", r.Start.Line+1, r.End.Line+1)
}
