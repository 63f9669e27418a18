package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"docuquest/core/agent"
	"docuquest/core/answer"
	"docuquest/core/answer/render"
	"docuquest/core/answer/replies"
)

// writeHits prints passages for people, best first.
func writeHits(to io.Writer, r *agent.SearchReply, width int) error {
	var b strings.Builder
	if len(r.Hits) == 0 {
		b.WriteString("Not in your files.\n\n")
	}
	for i, h := range r.Hits {
		fmt.Fprintf(&b, "[%d] %s", i+1, place(h.Path, h.Range, h.Page))
		if len(h.Titles) > 0 {
			b.WriteString("  " + printableLine(strings.Join(h.Titles, " > ")))
		}
		const mostCopies = 3
		named := h.CopiesIn[:min(mostCopies, len(h.CopiesIn))]
		switch more := h.Copies - len(named); {
		case h.Copies == 0:
		case more > 0:
			fmt.Fprintf(&b, "  (also in %s and %d more)", printableLine(strings.Join(named, ", ")), more)
		default:
			fmt.Fprintf(&b, "  (also in %s)", printableLine(strings.Join(named, ", ")))
		}
		if h.Beside != "" {
			b.WriteString("  (" + printableLine(h.Beside) + ")")
		}
		b.WriteByte('\n')
		writeAround(&b, "above", h.Above, width)
		writeAround(&b, "before", h.Before, width)
		b.WriteString(excerpt(h, width) + "\n")
		writeAround(&b, "after", h.After, width)
		b.WriteByte('\n')
	}
	writeMissing(&b, r, width)
	_, err := io.WriteString(to, b.String())
	return err
}

// writePassages prints passages whole: their titles, their text in the file, and what is
// searched.
func writePassages(to io.Writer, r *agent.SearchReply, width int) error {
	indented := func(text string) string {
		var b strings.Builder
		for line := range strings.Lines(printable(text)) {
			b.WriteString(strings.TrimRight("        "+line, " \t\n") + "\n")
		}
		return b.String()
	}
	var b strings.Builder
	if len(r.Hits) == 0 {
		b.WriteString("Not in this file.\n\n")
	}
	for i, h := range r.Hits {
		fmt.Fprintf(&b, "[%d] %s  score %.3f\n", i+1, place(h.Path, h.Range, h.Page), h.Score)
		if len(h.Titles) > 0 {
			fmt.Fprintf(&b, "    Context: %s\n", printableLine(strings.Join(h.Titles, " > ")))
		}
		if h.Beside != "" {
			fmt.Fprintf(&b, "    Beside: %s\n", printableLine(h.Beside))
		}
		writeAround(&b, "above", h.Above, width)
		writeAround(&b, "before", h.Before, width)
		fmt.Fprintf(&b, "    Original content:\n%s    Chunk:\n%s", indented(h.Original), indented(h.Chunk))
		writeAround(&b, "after", h.After, width)
		b.WriteByte('\n')
	}
	writeMissing(&b, r, width)
	_, err := io.WriteString(to, b.String())
	return err
}

// writeAround prints how the texts around a passage begin, each after a word for its place.
func writeAround(b *strings.Builder, where string, texts []string, width int) {
	const indent, mostCharacters = "    ", 200
	for _, text := range texts {
		b.WriteString(render.Wrap("("+where+") "+cut(quotable(text), mostCharacters), width, indent) + "\n")
	}
}

// writeMissing prints how a query was interpreted, what was sent for it, and which of its
// words no file contains.
func writeMissing(b *strings.Builder, r *agent.SearchReply, width int) {
	for _, remark := range append(r.Remarks(), r.SentLines()...) {
		b.WriteString(render.Wrap(printable(remark), width, "") + "\n")
	}
	if len(r.Missing) > 0 {
		b.WriteString(render.Wrap("No file contains these words: "+printableLine(strings.Join(r.Missing, ", "))+".", width, "") + "\n")
	}
}

// excerpt is the first part of a passage, or the part around the match if that is further
// behind: lines of code as they are, anything else as running text. The place of the
// passage says where the rest is.
func excerpt(h agent.Hit, width int) string {
	const indent, mostLines, mostCharacters = "    ", 6, 300
	if h.Kind != "code" {
		return render.Wrap(cut(quotable(fromMatch(h.Text, h.Match, mostCharacters)), mostCharacters), width, indent)
	}
	lines := strings.Split(strings.TrimRight(h.Text, "\n"), "\n")
	line := min(strings.Count(h.Text[:h.Match], "\n"), len(lines)-1)
	inLine := h.Match - (strings.LastIndexByte(h.Text[:h.Match], '\n') + 1)
	lines[line] = fromMatch(lines[line], min(inLine, len(lines[line])), mostCharacters)
	if line >= mostLines {
		const above = 2
		lines = append([]string{"…"}, lines[line-above:]...)
	}
	if len(lines) > mostLines {
		lines = append(lines[:mostLines:mostLines], "…")
	}
	for i, line := range lines {
		lines[i] = strings.TrimRight(indent+cut(printable(line), mostCharacters), " ")
	}
	return strings.Join(lines, "\n")
}

// fromMatch is a text from some words before the byte of a match, if its first characters
// do not contain that.
func fromMatch(text string, match, most int) string {
	const before, longestWord = 60, 40 // bytes
	if match < most-longestWord {
		return text
	}
	start := match - before
	if space := strings.IndexAny(text[start:match], " \n"); space >= 0 {
		start += space + 1
	}
	for start < match && !utf8.RuneStart(text[start]) {
		start++
	}
	return "…" + text[start:]
}

// place is where a range begins, as editors and compilers write it: with lines and columns
// from 1. On a page, whose lines are not counted, the page is enough.
func place(path string, r replies.Range, page int) string {
	if page > 0 {
		return fmt.Sprintf("%s, page %d", printableLine(path), page)
	}
	return fmt.Sprintf("%s:%d:%d", printableLine(path), r.Start.Line+1, r.Start.Character+1)
}

// quotable is a piece of a file on one line, without marks of layout.
func quotable(raw string) string { return printableLine(answer.Display(raw)) }
