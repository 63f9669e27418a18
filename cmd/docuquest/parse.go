package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"docuquest/core/document"
	"docuquest/core/document/chunk"
)

func parseCommand() command {
	return command{
		name:    "parse",
		summary: "show what a file says, as it is understood",
		args:    "FILE",
		about: []string{
			"Reads one file, wherever it lies, and prints its structure: sections, paragraphs, tables, code, definitions or pages, each with its lines and how it begins, and below them what could not be read.",
			"With --json it prints the same for programs, with offsets in bytes of the text in UTF-8. Of a file with pages it prints {\"pages\": [{\"page_number\", \"blocks\": [{\"text\", \"vertices\"}]}]}, the vertices from the top left one clockwise as shares of the page; \"docuquest ask --file\" can be asked of that, too.",
			"With --chunks it prints the passages that are searched, one JSON object a line: the text, the chunk with the titles on the way to it, and where it starts and ends, in bytes of the file, or of the full text of a PDF, docx or epub file; of a file that is not in UTF-8, in bytes of its text in UTF-8.",
		},
		examples: []string{"docuquest parse guide.md", "docuquest parse report.pdf --json", "docuquest parse --chunks guide.json"},
		prepare: func(flags *flag.FlagSet) action {
			var forms formFlags
			flags.BoolVar(&forms.json, "json", false, "print JSON, for programs")
			flags.BoolVar(&forms.layout, "layout", false, "print the text alone, that of a PDF as it is laid out on its pages")
			flags.BoolVar(&forms.chunks, "chunks", false, "print the passages that are searched, one JSON object a line")
			return func(ctx context.Context, p *program, out *output, args []string) error {
				name, err := oneFile(args)
				if err != nil {
					return err
				}
				form, err := forms.chosen()
				if err != nil {
					return err
				}
				return p.parse(ctx, out, name, form)
			}
		},
	}
}

// formFlags are the flags of which one can be chosen.
type formFlags struct{ json, layout, chunks bool }

// A form is the method that writes a parsed file in one way.
type form func(*parsed, context.Context) error

func (f formFlags) chosen() (form, error) {
	switch f {
	case formFlags{}:
		return (*parsed).writeOutline, nil
	case formFlags{json: true}:
		return (*parsed).writeJSON, nil
	case formFlags{layout: true}:
		return (*parsed).writeLayout, nil
	case formFlags{chunks: true}:
		return (*parsed).writeChunks, nil
	}
	return nil, usageError{"of --json, --layout and --chunks there can be one"}
}

// A parsed file is what its forms are written from.
type parsed struct {
	*document.Document
	*program
	name    string // as the user has it
	content string // of the file, as it lies on the disk
	out     *output
}

func (p *program) parse(ctx context.Context, out *output, name string, write form) error {
	t, err := single(name)
	if err != nil {
		return err
	}
	a, err := p.openAlone(t, nil)
	if err != nil {
		return err
	}
	defer a.Close()
	f, err := a.Read(ctx, t.file)
	if err != nil {
		return err
	}
	d, err := a.Document(ctx, t.file)
	if err != nil {
		return err
	}
	if len(d.Blocks) == 0 && len(d.Problems) > 0 {
		return fmt.Errorf("%s: %s", name, d.Problems[0].Message)
	}
	return write(&parsed{Document: d, program: p, name: filepath.ToSlash(name), content: f.Content, out: out}, ctx)
}

// warnOfProblems tells on the standard error what could not be read, where the
// form of the output has no place for it.
func (p *program) warnOfProblems(d *document.Document, name string) {
	for _, problem := range d.Problems {
		p.complain(fmt.Sprintf("warning: %s: %s", name, problem.Message))
	}
}

// writeJSON prints the pages of a file that has them, else the tree.
func (d *parsed) writeJSON(context.Context) error {
	if d.Language == "pdf" || hasPages(d.Document) {
		d.warnOfProblems(d.Document, d.name)
		return writeJSON(d.out, newPages(d.Document))
	}
	return writeJSON(d.out, newTree(d.Document, d.name))
}

// writeChunks prints the chunks of a file, one a line.
func (d *parsed) writeChunks(context.Context) error {
	d.warnOfProblems(d.Document, d.name)
	for _, c := range chunk.Split(d.Document, chunk.Options{}) {
		c.Span = c.Span.Shift(d.markLength())
		if err := writeJSONLine(d.out, newPassage(c, d.name)); err != nil {
			return err
		}
	}
	return nil
}

// markLength is how many bytes of the file stand in front of its text, which
// knows of no byte order mark.
func (d *parsed) markLength() int {
	const mark = "\ufeff"
	if d.Extracted || !strings.HasPrefix(d.content, mark) {
		return 0
	}
	return len(mark)
}

// writeLayout prints the pages of a PDF in their layout, and of any other file
// what it says to a reader.
func (d *parsed) writeLayout(ctx context.Context) error {
	d.warnOfProblems(d.Document, d.name)
	if d.Language != "pdf" {
		_, err := io.WriteString(d.out, strings.TrimRight(printable(d.Readable()), "\n")+"\n")
		return err
	}
	for i, page := range d.Blocks {
		text, err := d.formats().pages.Layout(ctx, d.content, page.Box.Page)
		if err != nil {
			return fmt.Errorf("%s: page %d: %w", d.name, page.Box.Page, err)
		}
		if i > 0 {
			fmt.Fprintln(d.out)
		}
		_, err = fmt.Fprintf(d.out, "--- page %d ---\n%s\n", page.Box.Page, strings.TrimRight(printable(text), "\n"))
		if err != nil {
			return err
		}
	}
	return nil
}

// hasPages reports whether a document is one of pages.
func hasPages(d *document.Document) bool {
	return len(d.Blocks) > 0 && d.Blocks[0].Kind == document.Page
}
