package answer

import (
	"slices"
	"strings"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/document/entry"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
)

// A piece is a stretch of a document that says something by itself: a sentence, a row of
// a table, a record of data, or a line of a program.
type piece struct {
	span text.Span // in the document's text
	line bool      // a line of a program that is no comment
	// asked reports that it is a row which the question asks for by another name.
	asked bool
}

// pieces returns the pieces of a passage, in the order of the text.
func pieces(h retrieve.Hit) []piece {
	sources := sourcesOf(h)
	if h.Chunk.Kind == chunk.Table { // rows were made from their cells, and a cell alone means nothing
		sources = []text.Span{h.Chunk.Span}
	}
	var all []piece
	for _, source := range sources {
		all = append(all, piecesOf(h.Document, h.Chunk.Kind, source)...)
	}
	return all
}

// SentencesAt returns the sentences of a document that a span touches, whole, in
// the order of the text: in tables its rows, in data its lines, in programs its
// lines and the sentences of its comments. It reads at most 16 KiB on either side of
// the span.
func SentencesAt(d *document.Document, span text.Span) []text.Span {
	around := span
	kind := kindAt(d.Blocks, span.Start)
	switch {
	case IsData(d.Language):
		around = text.Widened(d.Text, span, longestRecord)
	case kind == chunk.Table:
		around = wholeLines(d.Text, span)
	case kind == chunk.Code:
		around = wholeBlocks(d, span)
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

// kindAt returns the kind of a chunk of the block at an offset.
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

// sourcesOf returns the stretches of the document that a passage was made from.
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

// piecesOf returns the pieces of a stretch of a document. Those that run across an end of it
// are whole: a passage that was cut from a long paragraph may begin in the middle of one.
func piecesOf(d *document.Document, kind chunk.Kind, source text.Span) []piece {
	switch {
	case IsData(d.Language):
		return records(d.Text, source)
	case kind == chunk.Table:
		return wholeRows(d.Text, lines(d.Text, source))
	case kind == chunk.Code, file.IsCode(d.Language):
		return codePieces(d.Text, wholeLines(d.Text, source), document.DocsAt(d.Blocks, source))
	}
	around := wholeBlocks(d, source)
	var all []piece
	for s := range text.Sentences(around.Of(d.Text)) {
		if s = s.Shift(around.Start); touches(s, source) {
			all = append(all, piece{span: s})
		}
	}
	return all
}

// widest bounds in bytes how far a passage is widened to whole paragraphs, lines or comments.
const widest = 16 << 10

// wholeBlocks widens a span to the innermost blocks at its ends, as far as [widest] reaches.
func wholeBlocks(d *document.Document, span text.Span) text.Span {
	limit := text.Widened(d.Text, span, widest)
	first, last := blockAt(d.Blocks, span.Start, span), blockAt(d.Blocks, span.End-1, span)
	return text.Span{Start: max(first.Start, limit.Start), End: min(last.End, limit.End)}
}

// blockAt returns the innermost block at an offset, together with a span.
func blockAt(blocks []document.Block, offset int, span text.Span) text.Span {
	at := slices.IndexFunc(blocks, func(b document.Block) bool { return b.Span.Contains(offset) })
	switch {
	case at < 0:
		return span
	case len(blocks[at].Children) > 0:
		return blockAt(blocks[at].Children, offset, span)
	}
	block := blocks[at].Span
	return text.Span{Start: min(span.Start, block.Start), End: max(span.End, block.End)}
}

// wholeLines widens a span to whole lines, as far as [widest] reaches.
func wholeLines(s string, span text.Span) text.Span {
	limit := text.Widened(s, span, widest)
	start := limit.Start
	if at := strings.LastIndexByte(s[limit.Start:span.Start], '\n'); at >= 0 {
		start += at + 1
	}
	return text.Span{Start: start, End: span.End + lineEnd(s[span.End:limit.End])}
}

// lines returns the lines of a span that are not blank, without white space around them.
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

// wholeRows joins what a row is called where that takes two lines, and the cells are on the second one.
func wholeRows(s string, rows []piece) []piece {
	joined := rows[:0]
	for _, row := range rows {
		last := len(joined) - 1
		if last >= 0 && entry.IsLabel(joined[last].span.Of(s), row.span.Of(s)) {
			joined[last].span.End = row.span.End
			continue
		}
		joined = append(joined, row)
	}
	return joined
}

// codePieces returns the sentences of the comments that a span of whole lines touches, and
// each line of the program itself. A comment that the span cuts is read whole.
//
// docs are the comments of definitions, which may be strings of the program.
func codePieces(s string, span text.Span, docs []text.Span) []piece {
	around := withComments(s, span)
	for _, doc := range docs {
		if limit := text.Widened(s, span, widest); limit.Start <= doc.Start && doc.End <= limit.End {
			around = text.Span{Start: min(around.Start, doc.Start), End: max(around.End, doc.End)}
		}
	}
	// Only a comment that opens at the start of a line can be open at the start of the span, as
	// the comments of whole declarations do: elsewhere its mark may be part of a string.
	before := s[max(0, around.Start-widest):around.Start]
	opened := strings.LastIndex(before, "\n/*")
	if opened < 0 && strings.HasPrefix(before, "/*") {
		opened = 0
	}
	isOpen := 0 <= opened && !strings.Contains(before[opened:], "*/")

	var all []piece
	var comment text.Span // the comment up to here, empty between two
	for _, l := range lines(s, around) {
		line := l.span.Of(s)
		inside := isOpen || strings.HasPrefix(line, "/*")
		isOpen = inside && !strings.Contains(line, "*/")
		if inside || text.IsComment(line) || slices.ContainsFunc(docs, func(doc text.Span) bool { return doc.Contains(l.span.Start) }) {
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
	all = append(all, commentSentences(s, comment)...)
	return slices.DeleteFunc(all, func(p piece) bool { return !touches(p.span, span) })
}

// withComments widens a span of whole lines, within [widest], by the comments that it cuts.
func withComments(s string, span text.Span) text.Span {
	limit := text.Widened(s, span, widest)
	lineAt := func(offset int) (line text.Span, inComment bool) {
		line = wholeLines(s, text.Span{Start: offset, End: offset})
		return line, text.IsComment(strings.TrimSpace(line.Of(s)))
	}
	for line, inComment := lineAt(span.Start); inComment && limit.Start < line.Start; {
		if line, inComment = lineAt(line.Start - 1); inComment {
			span.Start = line.Start
		}
	}
	for line, inComment := lineAt(span.End); inComment && line.End < limit.End; {
		if line, inComment = lineAt(line.End + 1); inComment {
			span.End = line.End
		}
	}
	return span
}

// commentSentences returns the sentences of a comment without its marks.
func commentSentences(s string, comment text.Span) []piece {
	var all []piece
	for sentence := range text.Sentences(withoutMarks(comment.Of(s))) {
		all = append(all, piece{span: sentence.Shift(comment.Start)})
	}
	return all
}

// longestRecord in bytes is the longest line of data that is quoted whole. A longer one
// is cut to the stretch with most of what is asked for.
const longestRecord = 400

// IsData reports whether files of a language contain records rather than prose or a program:
// what belongs together is on one line.
func IsData(language string) bool { return dataLanguages[language] }

var dataLanguages = text.WordSet(`json jsonc json5 jsonl jsonlines ndjson csv tsv log yaml dockercompose ini
	toml properties dotenv`)

// records returns the lines of data that a span touches, whole; of a line that is too
// long for a quote only the part in the span.
func records(s string, span text.Span) []piece {
	var all []piece
	for _, l := range lines(s, wholeLines(s, span)) {
		if longestRecord < l.span.Len() {
			l.span = text.Span{Start: max(l.span.Start, span.Start), End: min(l.span.End, span.End)}
			l.span = l.span.Trim(s)
		}
		if !l.span.Empty() {
			all = append(all, l)
		}
	}
	return all
}

// quotable returns the part of a piece that is quoted: all of it, or where it is too long for
// a reader the stretch of the passage with most of what is asked for. Transcripts have
// sentences of many pages.
func (j *judge) quotable(p piece, h retrieve.Hit) text.Span {
	s := h.Document.Text
	switch {
	case IsData(h.Document.Language) && longestRecord < p.span.Len():
		return j.narrow(s, p.span)
	case !p.line && longestSentence < p.span.Len() && longestSentence < utf8.RuneCountInString(p.span.Of(s)):
		near := text.Widened(s, h.Chunk.Span, longestRecord)
		return j.narrow(s, text.Span{Start: max(p.span.Start, near.Start), End: min(p.span.End, near.End)})
	}
	return p.span
}

// narrow cuts a long record to the words in a row with most of what is asked for. Of equal
// stretches it takes the middle one, so that words on both sides are part of it. The span is
// empty if the record has no words.
func (j *judge) narrow(s string, record text.Span) text.Span {
	var best []text.Span
	most := 0.0
	for _, w := range text.Stretches(s, record, longestRecord) {
		c := j.coverage(only(j.contained(w.Of(s), false)))
		if most < c {
			best, most = nil, c
		}
		if c == most {
			best = append(best, w)
		}
	}
	if len(best) == 0 {
		return text.Span{Start: record.Start, End: record.Start}
	}
	chosen := best[len(best)/2]
	if lines := wholeLines(s, chosen); lines.Len() <= 2*longestRecord { // a listing, and not a page of prose in one line
		chosen = text.Span{Start: max(lines.Start, record.Start), End: min(lines.End, record.End)}
	}
	const clause = 200 // bytes, at most, that are added to begin and end at a semicolon
	around := text.Widened(s, chosen, clause)
	before := text.Span{Start: max(around.Start, record.Start), End: chosen.Start}
	if at := strings.LastIndexByte(before.Of(s), ';'); at >= 0 {
		chosen.Start = before.Start + at + 1
	}
	behind := text.Span{Start: chosen.End, End: min(around.End, record.End)}
	if at := strings.IndexByte(behind.Of(s), ';'); at >= 0 {
		chosen.End += at + 1
	} else if behind.End == record.End {
		chosen.End = record.End
	}
	return chosen.Trim(s)
}
