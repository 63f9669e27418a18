package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"docuquest/core/answer/replies"
	"docuquest/core/document"
	"docuquest/core/document/chunk"
)

// parseFile prints one file as it is understood, in one of four forms.
func (c *call) parseFile(ctx context.Context) error {
	c.jsonFlag()
	layout := c.flags.Bool("layout", false, "print only the text, that of a PDF as it is laid out on its pages")
	chunks := c.flags.Bool("chunks", false, "print the passages that are searched, one JSON object a line")
	if err := c.parse(1); err != nil {
		return err
	}
	name, err := c.one("which file?")
	if err != nil {
		return err
	}
	if c.json && *layout || c.json && *chunks || *layout && *chunks {
		return usageError{"of --json, --layout and --chunks there can be one"}
	}
	c.file = name
	s, err := c.openPlain()
	if err != nil {
		return err
	}
	defer s.agent.Close()
	f, err := s.agent.Read(ctx, s.file)
	if err != nil {
		return err
	}
	d, err := s.agent.Document(ctx, s.file)
	if err != nil {
		return err
	}
	if len(d.Blocks) == 0 && len(d.Problems) > 0 {
		return fmt.Errorf("%s: %s", name, d.Problems[0].Message)
	}
	name = filepath.ToSlash(name)
	inPages := d.Language == "pdf" || replies.HasPages(d)
	if *layout || *chunks || c.json && inPages { // a form without a place for problems
		c.warnOfProblems(d, name)
	}
	switch {
	case *layout && d.Language == "pdf":
		for i, page := range d.Blocks {
			laidOut, err := c.formats().pages.Layout(ctx, f.Content, page.Box.Page)
			if err != nil {
				return fmt.Errorf("%s: page %d: %w", name, page.Box.Page, err)
			}
			if i > 0 {
				fmt.Fprintln(c.out)
			}
			_, err = fmt.Fprintf(c.out, "--- page %d ---\n%s\n", page.Box.Page, strings.TrimRight(printable(laidOut), "\n"))
			if err != nil {
				return err
			}
		}
	case *layout:
		_, err = io.WriteString(c.out, strings.TrimRight(printable(d.Readable()), "\n")+"\n")
	case *chunks:
		return writeChunks(c.out, d, name, f.Content)
	case c.json && inPages:
		err = writeJSON(c.out, newPages(d))
	case c.json:
		err = writeJSON(c.out, newTree(d, name))
	default:
		_, err = io.WriteString(c.out, outlineOf(d, name, c.screens.width))
	}
	return err
}

// writeChunks prints the chunks of a file, one a line. Their places count the byte order
// mark of the file, which its text is without.
func writeChunks(out *output, d *document.Document, name, content string) error {
	const mark = "\ufeff"
	shift := 0
	if !d.Extracted && strings.HasPrefix(content, mark) {
		shift = len(mark)
	}
	for _, c := range chunk.Split(d, chunk.Options{}) {
		kind := c.Kind.String()
		if c.Kind == chunk.Prose {
			kind = "text"
		}
		err := writeJSONLine(out, passageShape{
			Text: c.Text, Kind: kind, Titles: append([]string{}, c.Titles...), Path: name,
			placeShape: newPlace(c.Span.Shift(shift)), Page: c.Page, Chunk: c.WithTitles(),
		})
		if err != nil {
			return err
		}
	}
	return nil
}
