package answer

import (
	"strings"

	"docuquest/core/chunk"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/retrieve"
	"docuquest/core/text"
)

// A piece is a stretch of a document that can stand alone: a sentence, a row of
// a table, or a line of a program.
type piece struct {
	span text.Span // in the document's text
	line bool      // a line of a program that is no comment
}

// pieces are those of a passage, in the order of the text.
func pieces(h retrieve.Hit) []piece {
	var all []piece
	for _, source := range sources(h) {
		all = append(all, piecesOf(h, source)...)
	}
	return all
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

// sources are the stretches of the document that a passage was made from.
func sources(h retrieve.Hit) []text.Span {
	if len(h.Chunk.Parts) == 0 {
		return []text.Span{h.Chunk.Span}
	}
	spans := make([]text.Span, len(h.Chunk.Parts))
	for i, p := range h.Chunk.Parts {
		spans[i] = p.Source
	}
	return spans
}

func piecesOf(h retrieve.Hit, source text.Span) []piece {
	switch {
	case h.Chunk.Kind == chunk.Table:
		return lines(h.Document.Text, source)
	case h.Chunk.Kind == chunk.Code, file.IsCode(h.Document.Language):
		return codePieces(h.Document.Text, wholeLines(h.Document.Text, source))
	}
	return sentences(h.Document, source)
}

// sentences are those that lie in source or run across an end of it: a passage
// that was cut from a long paragraph may begin in the middle of one.
func sentences(d *document.Document, source text.Span) []piece {
	start, _ := leafAt(d.Blocks, source.Start, source)
	_, end := leafAt(d.Blocks, source.End-1, source)
	around := text.Span{Start: start, End: end}
	var all []piece
	for s := range text.Sentences(around.Of(d.Text)) {
		s = s.Shift(start)
		if source.Start < s.End && s.Start < source.End {
			all = append(all, piece{span: s})
		}
	}
	return all
}

// widestLeaf bounds in bytes how far a passage is widened to whole paragraphs.
const widestLeaf = 16 << 10

// leafAt gives the start of the innermost block at offset, and its end, but
// never less than within has.
func leafAt(blocks []document.Block, offset int, within text.Span) (start, end int) {
	start, end = within.Start, within.End
	for _, b := range blocks {
		if !b.Span.Contains(offset) {
			continue
		}
		if len(b.Children) > 0 {
			return leafAt(b.Children, offset, within)
		}
		if b.Span.Len() <= widestLeaf {
			return min(start, b.Span.Start), max(end, b.Span.End)
		}
	}
	return start, end
}

// wholeLines widens a span to whole lines.
func wholeLines(s string, span text.Span) text.Span {
	start := strings.LastIndexByte(s[:span.Start], '\n') + 1
	return text.Span{Start: start, End: span.End + lineEnd(s[span.End:])}
}

// lines are those of a span that are not blank, without white space around them.
func lines(s string, span text.Span) []piece {
	var all []piece
	for at := span.Start; at < span.End; {
		end := min(at+lineEnd(s[at:]), span.End)
		if trimmed := trim(s, text.Span{Start: at, End: end}); !trimmed.Empty() {
			all = append(all, piece{span: trimmed})
		}
		at = end + 1
	}
	return all
}

// trim takes white space off both ends of a span.
func trim(s string, span text.Span) text.Span {
	inside := span.Of(s)
	left := strings.TrimSpace(inside)
	if left == "" {
		return text.Span{Start: span.Start, End: span.Start}
	}
	start := span.Start + strings.Index(inside, left)
	return text.Span{Start: start, End: start + len(left)}
}

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
// at, as the comments of whole declarations are: elsewhere it may be a string.
func isInBlockComment(before string) bool {
	return strings.LastIndex(before, "*/") < strings.LastIndex("\n"+before, "\n/*")
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
