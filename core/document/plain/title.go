package plain

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// The greatest lengths of a title in characters. A line by itself has
// shown that it is no wrapped line of a paragraph and may be longer.
const (
	maxTitleAlone = 250
	maxTitleAbove = 80
	maxTitleName  = 40 // the name of "Name: subtitle"
)

// titleOf returns the first line of a text if it is its title, and "" if it is the
// beginning of the text itself, or all of it. With text directly below it, a title looks
// like "Name: subtitle" or is a short line that does not end as a sentence does; it begins
// with no lower-case letter, no digit (of a time) and no mark.
func titleOf(s string, blocks []document.Block) string {
	if len(blocks) == 0 {
		return ""
	}
	line, rest := blocks[0].Span.Of(s), ""
	if at := strings.IndexAny(line, "\r\n"); at >= 0 {
		line, rest = line[:at], strings.TrimLeft(line[at:], "\r\n")
	}
	line = strings.TrimSpace(line)
	length := utf8.RuneCountInString(line)
	if rest == "" {
		if len(blocks) > 1 && length <= maxTitleAlone && strings.IndexFunc(line, unicode.IsLetter) >= 0 {
			return line
		}
		return ""
	}
	first, _ := utf8.DecodeRuneInString(line)
	last, _ := utf8.DecodeLastRuneInString(line)
	below, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(rest, unicode.IsSpace))
	isEnd := strings.ContainsRune(".,;:!?…。，；：！？", last)
	if name, subtitle, ok := strings.Cut(line, ": "); ok {
		isEnd = maxTitleName < utf8.RuneCountInString(name) || strings.TrimSpace(subtitle) == ""
	}
	if isEnd || maxTitleAbove < length || !unicode.IsLetter(first) || unicode.IsLower(first) || unicode.IsLower(below) {
		return "" // in lower case, the text below continues the line
	}
	return line
}

// headerTitle is the title in a header of fields at the top of a text, such as "PEP: 8" and
// "Title: Style Guide" on lines of their own; "" without such a header.
func headerTitle(s string) string {
	for _, f := range document.HeaderFields(s) {
		if strings.EqualFold(f.Key, "title") && len(f.Values) > 0 {
			return text.OneLine(f.Values[0].Text)
		}
	}
	return ""
}
