// Package documenttest holds what the tests of all parsers share: a checker of
// the promises that a document makes, an outline to compare it by, and a runner
// for golden files.
package documenttest

import (
	"errors"
	"fmt"
	"testing"
	"unicode"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// Check fails tb if d breaks a promise of [document.Document]: spans lie inside
// the text on character borders, blocks of one level come in order and do not
// overlap, children lie inside their parent, and each kind has the fields and
// children that it must have.
func Check(tb testing.TB, d *document.Document) {
	tb.Helper()
	if err := Broken(d); err != nil {
		tb.Fatalf("%s: %v", d.Path, err)
	}
}

// CheckCovered fails tb if a character of d that is not white space lies in no
// block. It holds for the text formats, whose parsers drop nothing.
func CheckCovered(tb testing.TB, d *document.Document) {
	tb.Helper()
	at := 0
	for _, b := range d.Blocks {
		failUncovered(tb, d, text.Span{Start: at, End: b.Span.Start})
		at = b.Span.End
	}
	failUncovered(tb, d, text.Span{Start: at, End: len(d.Text)})
}

func failUncovered(tb testing.TB, d *document.Document, gap text.Span) {
	tb.Helper()
	for i, r := range d.Text[gap.Start:gap.End] {
		if !unicode.IsSpace(r) {
			tb.Fatalf("%s: no block holds %q at %d", d.Path, r, gap.Start+i)
		}
	}
}

// Broken returns the first broken promise of a document, nil if it keeps all.
func Broken(d *document.Document) error {
	if !utf8.ValidString(d.Text) {
		return fmt.Errorf("the text is not UTF-8")
	}
	for _, p := range d.Problems {
		if err := brokenSpan(d.Text, p.Span, text.Span{End: len(d.Text)}); err != nil {
			return fmt.Errorf("problem %q: %w", p.Message, err)
		}
	}
	return errors.Join(brokenReading(d), brokenLevel(d.Text, d.Blocks, text.Span{End: len(d.Text)}))
}

func brokenLevel(s string, blocks []document.Block, within text.Span) error {
	for _, b := range blocks {
		if err := brokenSpan(s, b.Span, within); err != nil {
			return fmt.Errorf("%v: %w", b.Kind, err)
		}
		if err := brokenShape(b); err != nil {
			return fmt.Errorf("%v at %d: %w", b.Kind, b.Span.Start, err)
		}
		if err := brokenLevel(s, b.Children, b.Span); err != nil {
			return fmt.Errorf("%v at %d > %w", b.Kind, b.Span.Start, err)
		}
		within.Start = b.Span.End
	}
	return nil
}

func brokenSpan(s string, span, within text.Span) error {
	switch {
	case span.Start < within.Start || within.End < span.End || span.End < span.Start:
		return fmt.Errorf("span [%d,%d) is not inside [%d,%d)", span.Start, span.End, within.Start, within.End)
	case !onBorder(s, span.Start) || !onBorder(s, span.End):
		return fmt.Errorf("span [%d,%d) cuts a character", span.Start, span.End)
	}
	return nil
}

func onBorder(s string, at int) bool {
	return at == len(s) || utf8.RuneStart(s[at])
}

// brokenShape checks what the kind of one block asks of its fields.
func brokenShape(b document.Block) error {
	for i, child := range b.Children {
		switch {
		case b.Kind == document.Section && i > 0 && child.Kind == document.Heading:
			return fmt.Errorf("has a heading that is not its first child")
		case !mayHold(b.Kind, child.Kind):
			return fmt.Errorf("holds a %v", child.Kind)
		}
	}
	isSection, isDefinition := b.Kind == document.Section, b.Kind == document.Definition
	switch {
	case isSection && len(b.Children) == 0:
		return fmt.Errorf("holds nothing")
	case isSection && (b.Level < 1 || 6 < b.Level):
		return fmt.Errorf("level %d", b.Level)
	case !isSection && b.Level != 0:
		return fmt.Errorf("has the level of a section")
	case !isSection && !isDefinition && b.Title != "":
		return fmt.Errorf("has the title of a section")
	case b.Kind != document.Code && !isDefinition && b.Info != "" && (b.Kind != document.Table || b.Info != document.HeaderLast):
		return fmt.Errorf("has the info of a block of code")
	case isDefinition != (b.Code != nil):
		return fmt.Errorf("a symbol belongs to a definition")
	case b.Kind == document.Page && b.Box == nil:
		return fmt.Errorf("has no box")
	case b.Kind != document.Cell && b.Span.Start == b.Span.End:
		return fmt.Errorf("is empty")
	}
	return errors.Join(brokenSymbol(b), brokenBox(b.Box))
}

func brokenSymbol(b document.Block) error {
	if b.Code == nil {
		return nil
	}
	for _, span := range []text.Span{b.Code.Doc, b.Code.Signature} {
		if !span.Empty() && (span.Start < b.Span.Start || b.Span.End < span.End || span.End < span.Start) {
			return fmt.Errorf("has a symbol at [%d,%d) outside of it", span.Start, span.End)
		}
	}
	return nil
}

func brokenBox(box *document.Box) error {
	if box == nil {
		return nil
	}
	if box.Page < 1 {
		return fmt.Errorf("stands on page %d", box.Page)
	}
	for _, v := range box.Vertices {
		for _, x := range v {
			if !(0 <= x && x <= 1) {
				return fmt.Errorf("has a vertex at %v", v)
			}
		}
	}
	return nil
}

// brokenReading checks that the parts of a reading come in order and that those
// of one length are the same bytes.
func brokenReading(d *document.Document) error {
	if d.Reading == nil {
		return nil
	}
	if !utf8.ValidString(d.Reading.Text) {
		return fmt.Errorf("the reading is not UTF-8")
	}
	made, source := text.Span{End: len(d.Reading.Text)}, text.Span{End: len(d.Text)}
	for _, p := range d.Reading.Parts {
		if err := errors.Join(brokenSpan(d.Reading.Text, p.Made, made), brokenSpan(d.Text, p.Source, source)); err != nil {
			return fmt.Errorf("reading: %w", err)
		}
		if p.Made.Len() == p.Source.Len() && p.Made.Of(d.Reading.Text) != p.Source.Of(d.Text) {
			return fmt.Errorf("reading: %q is not %q", p.Made.Of(d.Reading.Text), p.Source.Of(d.Text))
		}
		made.Start, source.Start = p.Made.End, p.Source.End
	}
	return nil
}

func mayHold(parent, child document.Kind) bool {
	part := child == document.Item || child == document.Row || child == document.Cell
	switch parent {
	case document.List:
		return child == document.Item
	case document.Table:
		return child == document.Row
	case document.Row:
		return child == document.Cell
	case document.Section, document.Page:
		return !part
	case document.Definition:
		return child == document.Definition || child == document.Code || child == document.Paragraph
	case document.Item, document.Quote:
		return !part && child != document.Section
	}
	return false
}
