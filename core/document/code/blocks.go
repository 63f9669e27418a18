package code

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/code/languages"
	"docuquest/core/document"
	"docuquest/core/language/text"
)

const (
	// maxDepth is how deep definitions may be nested. What is deeper is a part of the
	// innermost one.
	maxDepth = 16

	// minInside is the length in bytes from which on a definition inside a
	// function is one of its own. A shorter one is only a line of that function.
	minInside = 400

	// maxAttributeLines is how many lines an attribute may have.
	maxAttributeLines = 30
)

// A definition is what a reader found, before comments are added to it.
type definition struct {
	name, info string

	// span has the declaration with the decorators above it. The comment above
	// it, and one behind it on its last line, are added by the builder.
	span text.Span
	// signature is the declaration without its body, inside span.
	signature text.Span

	inside []definition
}

// count returns the number of definitions in a list, and in those.
func count(definitions []definition) int {
	n := len(definitions)
	for _, d := range definitions {
		n += count(d.inside)
	}
	return n
}

// A builder makes the blocks of one text. It trusts no reader: spans are cut to
// the place that is free for them, and to characters.
type builder struct {
	text     string
	name     string // of the language, which may be unknown
	language *languages.Language
}

// blocks makes the top level of a document: the definitions, and blocks of the code between them.
func (b builder) blocks(definitions []definition) []document.Block {
	var all []document.Block
	at := 0
	loose := func(end int) {
		for _, block := range document.Paragraphs(b.text[at:end], document.Code) {
			block.Span, block.Info = block.Span.Shift(at), b.name
			all = append(all, block)
		}
	}
	for _, block := range b.level(definitions, place{within: text.Span{End: len(b.text)}}) {
		loose(block.Span.Start)
		all = append(all, block)
		at = block.Span.End
	}
	loose(len(b.text))
	return all
}

// A place is where the definitions of one level are.
type place struct {
	within text.Span
	parent string // the info of the definition that they are inside of, "" at the top
	depth  int
}

// level makes blocks of definitions that follow one another. Comments of each may take what is
// free around it.
func (b builder) level(definitions []definition, p place) []document.Block {
	if p.depth == maxDepth {
		return nil
	}
	var blocks []document.Block
	free := p.within
	for i, d := range definitions {
		free.End = p.within.End
		if i+1 < len(definitions) {
			free.End = min(free.End, max(definitions[i+1].span.Start, free.Start))
		}
		d.span = b.cut(d.span, free)
		if d.span.Empty() || isFunction(p.parent) && d.span.Len() < minInside {
			continue
		}
		start, doc := b.above(free.Start, d.span.Start)
		span := text.Span{Start: start, End: b.behind(d.span.End, free.End)}
		signature := b.cut(d.signature, d.span)
		if own := b.docstring(d.info, text.Span{Start: signature.End, End: d.span.End}); !own.Empty() {
			doc = own
		}
		block := document.Block{
			Kind: document.Definition, Span: span, Title: d.name, Info: d.info,
			Code: &document.Symbol{Doc: doc, Signature: signature},
		}
		if len(d.inside) > 0 {
			body := text.Span{Start: max(d.span.Start, min(d.signature.End, d.inside[0].span.Start)), End: span.End}
			block.Children = b.level(d.inside, place{within: body, parent: d.info, depth: p.depth + 1})
		}
		blocks = append(blocks, block)
		free.Start = span.End
	}
	return blocks
}

// cut returns the part of a span that lies within another, without white space around it
// and without a broken character.
func (b builder) cut(span, within text.Span) text.Span {
	span.Start = min(max(span.Start, within.Start), within.End)
	span.End = min(max(span.End, span.Start), within.End)
	for span.Start < span.End && !utf8.RuneStart(b.text[span.Start]) {
		span.Start++
	}
	for span.Start < span.End && span.End < len(b.text) && !utf8.RuneStart(b.text[span.End]) {
		span.End--
	}
	return span.Trim(b.text)
}

// above returns where a definition that begins at an offset really begins: with
// the attributes and comments right above it, and not below floor. The span of the comments
// is doc, empty if there are none.
//
// It inspects each line once, and no line of another definition.
func (b builder) above(floor, at int) (start int, doc text.Span) {
	s := b.text
	line := lineStart(s, at)
	if line < floor || !blank(s[line:at]) {
		return at, text.Span{}
	}
	start = at
	for line > floor {
		end := line - 1
		line = max(lineStart(s, end), floor)
		if line == floor && !blank(s[lineStart(s, floor):floor]) {
			break // the rest of a line that belongs to something else
		}
		if opening := b.commentAbove(floor, end, strings.TrimSpace(s[line:end])); opening >= 0 {
			start = opening
			comment := text.Span{Start: start, End: end}.Trim(s)
			if !doc.Empty() {
				comment.End = doc.End
			}
			doc = comment
		} else if begin := b.attributeAbove(floor, line); begin >= 0 {
			start = begin
		} else {
			break
		}
		line = max(lineStart(s, start), floor)
	}
	return start, doc
}

// commentAbove returns where the comment begins that ends at an offset, with a last line that is
// trimmed; -1 if that is no comment with lines of its own.
func (b builder) commentAbove(floor, end int, last string) int {
	if last == "" {
		return -1
	}
	before := b.text[floor:end]
	if startsWithAny(last, b.language.Line) && !startsWithAny(last, b.language.Attributes) {
		return floor + strings.LastIndex(before, last)
	}
	for _, marks := range b.language.Block {
		if !strings.HasSuffix(last, marks.Close) {
			continue
		}
		ending := strings.LastIndex(before, marks.Close)
		at := strings.LastIndex(before[:ending], marks.Open)
		if at >= 0 && blank(before[lineStart(before, at):at]) {
			return floor + at
		}
	}
	return -1
}

// attributeAbove returns where the attribute begins whose last line begins at an offset, -1 if
// that is none.
func (b builder) attributeAbove(floor, line int) int {
	textOf := func(line int) int {
		return line + len(b.text[line:]) - len(strings.TrimLeft(b.text[line:], " \t"))
	}
	begin := textOf(line)
	if startsWithAny(b.text[begin:], b.language.Attributes) {
		return begin
	}
	if !strings.HasPrefix(b.text[begin:], ")") && !strings.HasPrefix(b.text[begin:], "})") {
		return -1
	}
	indent := begin - line
	for range maxAttributeLines {
		if line <= floor {
			break
		}
		line = max(lineStart(b.text, line-1), floor)
		if begin = textOf(line); begin-line <= indent {
			if startsWithAny(b.text[begin:], b.language.Attributes) {
				return begin
			}
			break
		}
	}
	return -1
}

// behind returns where a definition really ends: behind the mark that ends its
// statement and a comment in the rest of the line, but not after limit.
func (b builder) behind(end, limit int) int {
	rest, _, _ := strings.Cut(b.text[end:limit], "\n")
	after := strings.TrimLeft(rest, " \t")
	if after != "" && (after[0] == ';' || after[0] == ',') {
		end += len(rest) - len(after) + 1
		rest = after[1:]
	}
	comment := strings.TrimSpace(rest)
	isComment := startsWithAny(comment, b.language.Line) || slices.ContainsFunc(b.language.Block, func(m languages.Marks) bool {
		return strings.HasPrefix(comment, m.Open) && strings.Index(comment, m.Close) == len(comment)-len(m.Close)
	})
	if isComment {
		return end + len(strings.TrimRight(rest, " \t\r\f\v"))
	}
	return end
}

// docstring returns the string that documents a definition at the beginning of its body, in the
// languages that have such strings. The body begins behind the declaration.
func (b builder) docstring(info string, body text.Span) text.Span {
	if !b.language.Docstrings || !isFunction(info) && !isType(info) {
		return text.Span{}
	}
	rest, ok := strings.CutPrefix(strings.TrimLeft(body.Of(b.text), " \t\r\n\\"), ":")
	for strings.HasPrefix(strings.TrimSpace(rest), "#") { // comments in front of the string
		_, rest, _ = strings.Cut(strings.TrimLeft(rest, " \t\r\n"), "\n")
	}
	rest = strings.TrimLeft(rest, " \t\r\n")
	letters := len(rest) - len(strings.TrimLeft(rest, "rRuUbBfF"))
	if !ok || letters > 2 || letters == len(rest) || strings.IndexByte(b.language.Quotes, rest[letters]) < 0 {
		return text.Span{}
	}
	length := quoted(rest, letters)
	for _, m := range b.language.Long {
		if inside, ok := strings.CutPrefix(rest[letters:], m.Open); ok {
			if length = strings.Index(inside, m.Close); length < 0 {
				return text.Span{}
			}
			length += letters + len(m.Open) + len(m.Close)
			break
		}
	}
	behind, _, _ := strings.Cut(rest[length:], "\n")
	if behind = strings.TrimSpace(behind); behind != "" && behind[0] != ';' && behind[0] != '#' {
		return text.Span{} // a part of an expression
	}
	start := body.End - len(rest)
	return text.Span{Start: start, End: start + length}
}

// isFunction reports whether a definition is a function, whose inside nobody sees.
func isFunction(info string) bool { return info == "function" || info == "method" }

// isType reports whether functions inside a definition are its methods.
func isType(info string) bool {
	switch info {
	case "class", "struct", "interface", "trait", "impl", "enum", "union", "record", "object",
		"protocol", "extension", "actor", "mixin", "annotation":
		return true
	}
	return false
}

// heading returns the declaration that begins a span: up to the body if it has
// one, else its first line, without the marks that open a body.
func heading(s string, span text.Span, body int) text.Span {
	if body <= span.Start || span.End < body {
		body = span.End
		if n := strings.IndexByte(s[span.Start:span.End], '\n'); n >= 0 {
			body = span.Start + n
		}
	}
	line := strings.TrimRightFunc(s[span.Start:body], unicode.IsSpace)
	line = strings.TrimRight(line, "{([:;=,\\")
	line = strings.TrimRightFunc(line, unicode.IsSpace)
	return text.Span{Start: span.Start, End: span.Start + len(line)}
}

func startsWithAny(s string, marks []string) bool {
	return slices.ContainsFunc(marks, func(mark string) bool { return strings.HasPrefix(s, mark) })
}

// lineStart returns where the line begins that contains an offset.
func lineStart(s string, at int) int { return strings.LastIndexByte(s[:at], '\n') + 1 }

func blank(s string) bool { return strings.TrimSpace(s) == "" }
