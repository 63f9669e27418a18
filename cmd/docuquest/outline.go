package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// writeOutline prints a document for people: a line for each block, indented by
// its depth, and then what could not be read.
func (d *parsed) writeOutline(context.Context) error {
	o := outline{Document: d.Document, lines: text.NewLines(d.Text), width: d.screens.width}
	o.head(d.name)
	o.blocks(d.Blocks, "")
	o.problems()
	_, err := io.WriteString(d.out, o.String())
	return err
}

// An outline of a document in the making.
type outline struct {
	strings.Builder
	*document.Document
	lines *text.Lines
	width int
}

func (o *outline) head(name string) {
	o.WriteString(oneLine(name))
	if o.Language != "" {
		fmt.Fprintf(o, " (%s)", o.Language)
	}
	if o.Title != "" {
		o.WriteString(": " + oneLine(o.Title))
	}
	o.WriteByte('\n')
}

func (o *outline) blocks(blocks []document.Block, indent string) {
	for _, b := range blocks {
		o.block(b, indent)
		if b.Kind != document.Row { // the line of a row holds its cells
			o.blocks(b.Children, indent+"  ")
		}
	}
}

// block writes the line of one block: what it is, where, and its title or else
// how it begins.
func (o *outline) block(b document.Block, indent string) {
	line := indent + b.Kind.String()
	if b.Info != "" {
		line += " (" + oneLine(b.Info) + ")"
	}
	line += o.place(b)
	if says := o.says(b); says != "" {
		line += ": " + cut(says, max(o.width-utf8.RuneCountInString(line)-len(": "), leastExcerpt))
	}
	o.WriteString(line + "\n")
}

// leastExcerpt is how many characters of a block are shown however deep it lies.
const leastExcerpt = 20

// place says where a block stands: the number of a page, or lines. What stands
// on a page needs no more.
func (o *outline) place(b document.Block) string {
	switch {
	case b.Kind == document.Page:
		return fmt.Sprintf(" %d", b.Box.Page)
	case b.Box != nil:
		return ""
	}
	return ", " + o.lineNumbers(b.Span)
}

func (o *outline) lineNumbers(span text.Span) string {
	r := o.lines.Range(span, text.UTF8)
	if r.Start.Line == r.End.Line {
		return fmt.Sprintf("line %d", r.Start.Line+1)
	}
	return fmt.Sprintf("lines %d-%d", r.Start.Line+1, r.End.Line+1)
}

// says is the title of a block, the cells of a row, or the text of what has no
// blocks below it.
func (o *outline) says(b document.Block) string {
	switch {
	case b.Title != "":
		return oneLine(b.Title)
	case b.Kind == document.Row:
		var cells []string
		for _, cell := range b.Children {
			cells = append(cells, oneLine(o.Read(cell.Span)))
		}
		return strings.Join(cells, " | ")
	case len(b.Children) == 0:
		return oneLine(o.Read(b.Span))
	}
	return ""
}

// problems writes what could not be read, with its line if it has one.
func (o *outline) problems() {
	if len(o.Problems) == 0 {
		return
	}
	o.WriteString("\nNot everything could be read:\n")
	for _, p := range o.Problems {
		line := "- " + oneLine(p.Message)
		if p.Span != (text.Span{}) && !o.Extracted {
			line = "- " + o.lineNumbers(p.Span) + ": " + oneLine(p.Message)
		}
		o.WriteString(wrap(line, o.width, "") + "\n")
	}
}
