package lsp

import (
	"cmp"
	"strings"

	"go.lsp.dev/protocol"

	"docuquest/core/language/text"
)

// What the document of an answer is made of: the question, the statements, and the
// sections below them with their items, such as the sources.

// An answerPart is one line with which a part of an answer's document starts.
type answerPart struct {
	level int // 1 for the question, 2 for a section, 3 for what lies in either
	name  string
	line  text.Span
}

const statementLevel = 3

// answerOutline gives the parts of an answer's document as a tree.
func answerOutline(document string, e text.Encoding) protocol.DocumentSymbolSlice {
	lines := text.NewLines(document)
	return append(protocol.DocumentSymbolSlice{}, partSymbols(answerParts(document, lines), len(document), func(s text.Span) protocol.Range {
		return protocolRange(lines.Range(s.Trim(document), e))
	})...)
}

// answerParts finds where the parts start. A quote, and a line that goes on with the
// one above it, belong to a part that has started; so do the lines of code that a model
// may have written.
func answerParts(document string, lines *text.Lines) []answerPart {
	var parts []answerPart
	goesOn, inCode := false, false
	for n := range lines.Count() {
		line := lines.Line(n)
		said := line.Of(document)
		if strings.HasPrefix(said, "```") {
			inCode, goesOn = !inCode, true
			continue
		}
		level := statementLevel
		switch {
		case strings.HasPrefix(said, "# "):
			level = 1
		case strings.HasPrefix(said, "##"): // headings of a model's own are sections, whatever their depth
			level = 2
		}
		starts := level < statementLevel || !goesOn || itemMark.MatchString(said)
		if said != "" && starts && !inCode && said[0] != ' ' && len(parts) < mostSymbols {
			name := nameLine(plainText(strings.TrimPrefix(strings.TrimLeft(said, "# "), "- ")), longestSymbol)
			parts = append(parts, answerPart{level, cmp.Or(name, "(statement)"), line})
		}
		goesOn = said != "" && level == statementLevel
	}
	return parts
}

// partSymbols gives the parts from the first one on as trees. The last of them goes to
// the end.
func partSymbols(parts []answerPart, end int, at func(text.Span) protocol.Range) []protocol.DocumentSymbol {
	var all []protocol.DocumentSymbol
	for len(parts) > 0 {
		first, inside := parts[0], 1
		for inside < len(parts) && first.level < parts[inside].level {
			inside++
		}
		last := end
		if inside < len(parts) {
			last = parts[inside].line.Start
		}
		all = append(all, protocol.DocumentSymbol{
			Name: first.name, Kind: protocol.SymbolKindString,
			Range:          at(text.Span{Start: first.line.Start, End: last}),
			SelectionRange: at(first.line),
			Children:       partSymbols(parts[1:inside], last, at),
		})
		parts = parts[inside:]
	}
	return all
}
