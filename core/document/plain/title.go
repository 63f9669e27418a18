package plain

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// The greatest lengths of a title in characters. A line that stands alone has
// shown that it is no wrapped line of a paragraph and may be longer.
const (
	maxTitleAlone = 250
	maxTitleAbove = 80
	maxTitleName  = 40 // the name of "Name: subtitle"
)

// titleOf gives the first line of a text if it is its title, and "" if it is
// the beginning of the text itself, or all of it.
func titleOf(s string, blocks []document.Block) string {
	if len(blocks) == 0 {
		return ""
	}
	first := blocks[0].Span.Of(s)
	line, rest, _ := cutLine(first)
	line = strings.TrimSpace(line)
	if rest == "" {
		if len(blocks) > 1 && standsAsTitle(line) {
			return line
		}
		return ""
	}
	if readsAsTitle(line) && !continues(rest) {
		return line
	}
	return ""
}

// headerTitle is the title in a header of fields at the top of a text, such as "PEP: 8" and
// "Title: Style Guide" on lines of their own; "" without such a header. A field goes on in the
// indented lines below it.
func headerTitle(s string) string {
	var title []string
	fields, isTitle := 0, false
	l := linesOf(s)
	for at := 0; at < len(s); {
		var line text.Span
		line, at = l.at(at)
		said := line.Of(s)
		if said == "" {
			break
		}
		value := strings.TrimSpace(said)
		if goesOn := value != said; !goesOn {
			name, rest, ok := strings.Cut(strings.TrimPrefix(said, ":"), ":")
			if !ok || !isFieldName(name) || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
				return ""
			}
			fields++
			isTitle, value = strings.EqualFold(name, "title"), strings.TrimSpace(rest)
		}
		if isTitle {
			title = append(title, value)
		}
	}
	if fields < 2 { // one line may be a sentence
		return ""
	}
	return strings.TrimSpace(strings.Join(title, " "))
}

// isFieldName says whether a word may name a field of a header.
func isFieldName(name string) bool {
	return name != "" && strings.IndexFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' }) < 0
}

func cutLine(s string) (line, rest string, found bool) {
	if at := strings.IndexAny(s, "\r\n"); at >= 0 {
		return s[:at], strings.TrimLeft(s[at:], "\r\n"), true
	}
	return s, "", false
}

// standsAsTitle judges a line with nothing directly below it.
func standsAsTitle(line string) bool {
	return utf8.RuneCountInString(line) <= maxTitleAlone && strings.IndexFunc(line, unicode.IsLetter) >= 0
}

// readsAsTitle judges a line that has text directly below it: it must look like
// "Name: subtitle" or be a short line that does not end as a sentence does.
func readsAsTitle(line string) bool {
	if maxTitleAbove < utf8.RuneCountInString(line) || !startsAsTitle(line) {
		return false
	}
	if name, subtitle, ok := strings.Cut(line, ": "); ok {
		return utf8.RuneCountInString(name) <= maxTitleName && strings.TrimSpace(subtitle) != ""
	}
	last, _ := utf8.DecodeLastRuneInString(line)
	return !strings.ContainsRune(".,;:!?…。，；：！？", last)
}

// startsAsTitle refuses lower-case letters, digits (time stamps) and marks.
func startsAsTitle(line string) bool {
	first, _ := utf8.DecodeRuneInString(line)
	return unicode.IsLetter(first) && !unicode.IsLower(first)
}

// continues says whether the text below a line goes on with its sentence, as
// the second line of a wrapped paragraph does.
func continues(rest string) bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(rest, unicode.IsSpace))
	return unicode.IsLower(first)
}
