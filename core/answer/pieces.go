package answer

import (
	"slices"
	"strings"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
)

// A piece is a stretch of a document that can stand alone: a sentence, a row of
// a table, a record of data, or a line of a program.
type piece struct {
	span text.Span // in the document's text
	line bool      // a line of a program that is no comment
}

// pieces are those of a passage, in the order of the text.
func pieces(h retrieve.Hit) []piece {
	var all []piece
	for _, source := range searched(h) {
		all = append(all, piecesOf(h.Document, h.Chunk.Kind, source)...)
	}
	return all
}

// SentencesAt gives the sentences of a document that a span touches, whole, in
// the order of the text: in tables its rows, in data its lines, in programs its
// lines and the sentences of its comments. No more than 16 KiB on either side of
// the span are looked at.
func SentencesAt(d *document.Document, span text.Span) []text.Span {
	around := span
	kind := kindAt(d.Blocks, span.Start)
	switch {
	case isData(d.Language):
		around = widened(d.Text, span, longestRecord)
	case kind == chunk.Table:
		around = wholeLines(d.Text, span)
	case kind == chunk.Code:
		around = leaves(d, span)
	}
	var all []text.Span
	for _, p := range piecesOf(d, kind, around) {
		if touches(p.span, span) {
			all = append(all, p.span)
		}
	}
	return all
}

func touches(a, b text.Span) bool { return a.Start < b.End && b.Start < a.End }

// kindAt is what a chunk of the block at an offset would be.
func kindAt(blocks []document.Block, offset int) chunk.Kind {
	at := slices.IndexFunc(blocks, func(b document.Block) bool { return b.Span.Contains(offset) })
	switch {
	case at < 0:
		return chunk.Prose
	case blocks[at].Kind == document.Table:
		return chunk.Table
	case blocks[at].Kind == document.Code:
		return chunk.Code
	}
	return kindAt(blocks[at].Children, offset)
}

// openingBytes of a program hold what it says of itself as a whole.
const openingBytes = 4 << 10

// opening is the head of a hit's document as a passage. Whatever part of a
// program was found, the comment on top says what it is a part of.
func opening(h retrieve.Hit) retrieve.Hit {
	s := h.Document.Text
	span := text.Span{End: min(openingBytes, len(s))}
	span.End += lineEnd(s[span.End:])
	h.Chunk = chunk.Chunk{Kind: chunk.Code, Span: span, Text: span.Of(s)}
	return h
}

// withoutLines are the pieces that are no lines of a program: the sentences of its
// comments.
func withoutLines(all []piece) []piece {
	return slices.DeleteFunc(all, func(p piece) bool { return p.line })
}

// searched are the stretches of a passage that pieces are looked for in. Rows were
// made from their cells, and a cell alone says nothing.
func searched(h retrieve.Hit) []text.Span {
	if h.Chunk.Kind == chunk.Table {
		return []text.Span{h.Chunk.Span}
	}
	return sourcesOf(h)
}

// sourcesOf are the stretches of the document that a passage was made from.
func sourcesOf(h retrieve.Hit) []text.Span {
	if len(h.Chunk.Parts) == 0 {
		return []text.Span{h.Chunk.Span}
	}
	spans := make([]text.Span, len(h.Chunk.Parts))
	for i, p := range h.Chunk.Parts {
		spans[i] = p.Source
	}
	return spans
}

func piecesOf(d *document.Document, kind chunk.Kind, source text.Span) []piece {
	switch {
	case isData(d.Language):
		return records(d.Text, source)
	case kind == chunk.Table:
		return lines(d.Text, source)
	case kind == chunk.Code, file.IsCode(d.Language):
		return codeSentences(d.Text, wholeLines(d.Text, source))
	}
	return sentences(d, source)
}

// sentences are those that lie in source or run across an end of it: a passage
// that was cut from a long paragraph may begin in the middle of one.
func sentences(d *document.Document, source text.Span) []piece {
	around := leaves(d, source)
	var all []piece
	for s := range text.Sentences(around.Of(d.Text)) {
		if s = s.Shift(around.Start); touches(s, source) {
			all = append(all, piece{span: s})
		}
	}
	return all
}

// widestLeaf bounds in bytes how far a passage is widened to whole paragraphs.
const widestLeaf = 16 << 10

// leaves widens a span to the innermost blocks at its ends, as far as
// [widestLeaf] reaches.
func leaves(d *document.Document, span text.Span) text.Span {
	widest := widened(d.Text, span, widestLeaf)
	first, last := leafAt(d.Blocks, span.Start, span), leafAt(d.Blocks, span.End-1, span)
	return text.Span{Start: max(first.Start, widest.Start), End: min(last.End, widest.End)}
}

// leafAt is the innermost block at an offset, together with a span.
func leafAt(blocks []document.Block, offset int, span text.Span) text.Span {
	at := slices.IndexFunc(blocks, func(b document.Block) bool { return b.Span.Contains(offset) })
	switch {
	case at < 0:
		return span
	case len(blocks[at].Children) > 0:
		return leafAt(blocks[at].Children, offset, span)
	}
	leaf := blocks[at].Span
	return text.Span{Start: min(span.Start, leaf.Start), End: max(span.End, leaf.End)}
}

// widened is a span with up to so many bytes more on both sides, on the borders
// of characters.
func widened(s string, span text.Span, by int) text.Span {
	span.Start, span.End = max(span.Start-by, 0), min(span.End+by, len(s))
	for 0 < span.Start && span.Start < len(s) && !utf8.RuneStart(s[span.Start]) {
		span.Start--
	}
	for span.End < len(s) && !utf8.RuneStart(s[span.End]) {
		span.End++
	}
	return span
}

// wholeLines widens a span to whole lines, as far as [widestLeaf] reaches.
func wholeLines(s string, span text.Span) text.Span {
	widest := widened(s, span, widestLeaf)
	start := widest.Start
	if at := strings.LastIndexByte(s[widest.Start:span.Start], '\n'); at >= 0 {
		start += at + 1
	}
	return text.Span{Start: start, End: span.End + lineEnd(s[span.End:widest.End])}
}

// lines are those of a span that are not blank, without white space around them.
func lines(s string, span text.Span) []piece {
	var all []piece
	for at := span.Start; at < span.End; {
		end := min(at+lineEnd(s[at:]), span.End)
		if line := (text.Span{Start: at, End: end}).Trim(s); !line.Empty() {
			all = append(all, piece{span: line})
		}
		at = end + 1
	}
	return all
}

// codeSentences are the pieces of a program that lie in a span of whole lines. A passage
// may begin or end within a comment, whose sentences are read whole.
func codeSentences(s string, span text.Span) []piece {
	return slices.DeleteFunc(codePieces(s, withComments(s, span)), func(p piece) bool { return !touches(p.span, span) })
}

// withComments widens a span of whole lines, within [widestLeaf], by the comments that it
// cuts.
func withComments(s string, span text.Span) text.Span {
	widest := widened(s, span, widestLeaf)
	for at := lineAt(s, span.Start); isCommentLine(s, at) && widest.Start < at.Start; {
		if at = lineAt(s, at.Start-1); isCommentLine(s, at) {
			span.Start = at.Start
		}
	}
	for at := lineAt(s, span.End); isCommentLine(s, at) && at.End < widest.End; {
		if at = lineAt(s, at.End+1); isCommentLine(s, at) {
			span.End = at.End
		}
	}
	return span
}

func lineAt(s string, offset int) text.Span {
	return wholeLines(s, text.Span{Start: offset, End: offset})
}

func isCommentLine(s string, line text.Span) bool { return isComment(strings.TrimSpace(line.Of(s))) }

// codePieces are the sentences of the comments in a span of whole lines, and
// each line of the program itself.
func codePieces(s string, span text.Span) []piece {
	var all []piece
	var comment text.Span // the comment that is being read, empty between two
	block := isInBlockComment(s[:span.Start])
	for _, l := range lines(s, span) {
		line := l.span.Of(s)
		starts := strings.HasPrefix(line, "/*")
		inside := block || starts
		block = inside && !strings.Contains(line, "*/")
		if inside || isComment(line) {
			if comment.Empty() {
				comment.Start = l.span.Start
			}
			comment.End = l.span.End
			continue
		}
		all = append(all, commentSentences(s, comment)...)
		comment = text.Span{}
		all = append(all, piece{span: l.span, line: true})
	}
	return append(all, commentSentences(s, comment)...)
}

// isInBlockComment says whether a program that goes on after before is in a
// comment between /* and */ there. Only those at the start of a line are looked
// at, as the comments of whole declarations are: elsewhere it may be a string. One
// that began more than [widestLeaf] before is not seen.
func isInBlockComment(before string) bool {
	before = before[max(0, len(before)-widestLeaf):]
	opened := strings.LastIndex(before, "\n/*")
	if opened < 0 && strings.HasPrefix(before, "/*") {
		opened = 0
	}
	return 0 <= opened && !strings.Contains(before[opened:], "*/")
}

func isComment(line string) bool {
	for _, start := range []string{"//", "/*", "*/", "* ", "# ", "-- ", ";; ", "; ", "% "} {
		if strings.HasPrefix(line, start) {
			return true
		}
	}
	return line == "*" || line == "#" || line == "--"
}

// commentSentences are the sentences of a comment without its marks.
func commentSentences(s string, comment text.Span) []piece {
	var all []piece
	for sentence := range text.Sentences(withoutMarks(comment.Of(s))) {
		all = append(all, piece{span: sentence.Shift(comment.Start)})
	}
	return all
}
