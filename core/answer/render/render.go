// Package render writes an answer out again: as Markdown, as a page of HTML, or as
// plain text.
//
// What it is given was written by a model, or is taken from files, and may
// hold anything: images that a preview would load, raw HTML, links to commands,
// addresses that a renderer makes links of, text that a terminal obeys. None of it
// is passed through. The text is parsed, kept as a small tree of headings, lists,
// tables, code, quotes and emphasis, and written anew from that tree alone, so that
// what is not in the tree cannot be in the output. A link stays only if the caller
// allows its destination.
//
// The Markdown that it writes uses little of the language, and in it every character
// that could mean something is escaped. That is so since programs differ in how they
// read Markdown: what one takes for code must not be a link to another.
//
// The time is linear in the length of the text, whatever it holds. Everything here is
// pure and may run any number of times at once.
package render

import "strings"

// MaxCharacters is how many characters Markdown returns at most, counted as editors
// count them, in units of UTF-16. VS Code cuts longer texts, wherever that may be.
const MaxCharacters = 99_999

// Markdown writes Markdown out again as Markdown that may be shown anywhere: with no
// image, no HTML, and no link but those whose destination links allows; nil allows
// none. An image gives way to its alternative text, a link to its text, and HTML
// is seen as it was typed.
//
// A text that would be longer than MaxCharacters ends after a block, an item, a row or
// a word, with a line that says so. Marks such as [1] stay as they are, and escaped
// ones escaped. Doing it twice changes nothing.
func Markdown(md string, links func(destination string) bool) string {
	return markdownOf(read(md, links))
}

// HTML writes Markdown as a whole page of HTML, under the same rules as Markdown.
// The page has no script and loads nothing, and says so to the browser. Its title
// is the first heading.
func HTML(md string, links func(destination string) bool) string {
	return pageOf(read(md, links))
}

// Text writes Markdown as plain text for terminals and files, under the same rules as
// Markdown. Emphasis has no marks there, a paragraph is one line, the columns
// of a table are below one another, and an allowed link is its text with the
// destination behind it.
func Text(md string, links func(destination string) bool) string {
	return textOf(read(md, links), 0, "\n\n")
}

// Terminal writes Markdown as Text does, with lines of at most width columns and without
// links. Code and tables, and words that are longer than a line, may be wider.
func Terminal(md string, width int) string {
	return textOf(read(md, nil), width, "\n\n")
}

// longestRead is how many bytes of a text are looked at. What is written has fewer, so
// that it is read to its end when it is written again.
const longestRead = 4 * (MaxCharacters + 1)

// read returns the blocks of the part of a text that will be shown. Where something is
// missing, also since the text was not read to its end, a line says so.
func read(md string, links func(destination string) bool) []block {
	md, whole := beginning(md)
	blocks := blocksOf(newBlockParser(), visible(md), links)
	if whole && units(markdownOf(blocks)) <= MaxCharacters {
		return blocks
	}
	blocks = shortened(blocks, MaxCharacters-len(tooLong)-2)
	return append(blocks, block{kind: paragraph, runs: []run{{text: tooLong}}})
}

// beginning is the part of a text that is read, to the end of a line if that is near,
// and whether it is all of it.
func beginning(md string) (part string, whole bool) {
	if len(md) <= longestRead {
		return md, true
	}
	const nearest = longestRead / 10
	part = md[:longestRead]
	if end := strings.LastIndexByte(part, '\n'); nearest < end {
		part = part[:end]
	}
	return part, false
}
