package code

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

const (
	// maxDepth is how deep definitions may lie in one another. What lies deeper
	// is a part of the innermost one.
	maxDepth = 16

	// minInside is the length in bytes from which on a definition inside a
	// function is one of its own. A shorter one is only a line of that function.
	minInside = 400
)

// A definition is what a reader found, before comments are added to it.
type definition struct {
	name, info string

	// span holds the declaration with the decorators above it. The comment above
	// it, and one behind it on its last line, are added by the builder.
	span text.Span
	// signature is the declaration without its body, inside span.
	signature text.Span
	// doc is the documentation that stands inside of span; empty if there is none.
	doc text.Span

	inside []definition
}

// count says how many definitions there are in a list, and in those.
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
	text, language string
	style          style
}

// blocks makes the top level of a document.
func (b builder) blocks(definitions []definition) []document.Block {
	whole := text.Span{End: len(b.text)}
	var all []document.Block
	at := 0
	for _, block := range b.level(definitions, place{within: whole}) {
		all = append(append(all, b.between(at, block.Span.Start)...), block)
		at = block.Span.End
	}
	return append(all, b.between(at, len(b.text))...)
}

// between makes blocks of the code that defines nothing.
func (b builder) between(start, end int) []document.Block {
	blocks := document.Paragraphs(b.text[start:end], document.Code)
	for i := range blocks {
		blocks[i].Span = blocks[i].Span.Shift(start)
		blocks[i].Info = b.language
	}
	return blocks
}

// A place is where the definitions of one level stand.
type place struct {
	within text.Span
	parent string // the info of the definition that they are inside of, "" at the top
	depth  int
}

// level makes blocks of definitions that follow one another.
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
		block := b.block(d, free, p.depth)
		blocks = append(blocks, block)
		free.Start = block.Span.End
	}
	return blocks
}

// block makes the block of a definition and of what lies inside of it. Its
// comments may take what is free around it.
func (b builder) block(d definition, free text.Span, depth int) document.Block {
	start, doc := b.style.above(b.text, free.Start, d.span.Start)
	span := text.Span{Start: start, End: b.style.behind(b.text, d.span.End, free.End)}
	if !d.doc.Empty() {
		doc = b.cut(d.doc, span)
	}
	block := document.Block{
		Kind: document.Definition, Span: span, Title: d.name, Info: d.info,
		Code: &document.Symbol{Doc: doc, Signature: b.cut(d.signature, d.span)},
	}
	if len(d.inside) > 0 {
		body := text.Span{Start: max(d.span.Start, min(d.signature.End, d.inside[0].span.Start)), End: span.End}
		block.Children = b.level(d.inside, place{within: body, parent: d.info, depth: depth + 1})
	}
	return block
}

// cut gives what of a span lies within another, without white space around it
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

// isFunction says whether a definition is a function, whose inside nobody sees.
func isFunction(info string) bool { return info == "function" || info == "method" }

// isType says whether functions inside a definition are its methods.
func isType(info string) bool {
	switch info {
	case "class", "struct", "interface", "trait", "impl", "enum", "union", "record", "object",
		"protocol", "extension", "actor", "mixin", "annotation":
		return true
	}
	return false
}

// heading gives the declaration that begins a span: up to the body if it has
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
