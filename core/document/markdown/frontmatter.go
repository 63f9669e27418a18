package markdown

import (
	"strconv"
	"strings"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// frontMatter is the block of settings at the very top of a file.
type frontMatter struct {
	span  text.Span // fences and the last line end included; empty if there is none
	title string
}

// readFrontMatter finds the front matter and the title in it.
func readFrontMatter(s string) frontMatter {
	found, ok := document.FindFront(s)
	if !ok {
		return frontMatter{}
	}
	front := frontMatter{span: found.Span}
	if found.Language == "yaml" {
		front.title = titleInYAML(found.Body.Of(s))
		return front
	}
	for body := found.Body.Of(s); body != ""; {
		var line string
		line, body = cutLine(body)
		if strings.HasPrefix(line, "[") { // the root table ends
			break
		}
		if key, value, ok := strings.Cut(line, "="); ok && strings.Trim(key, " \t\"'") == "title" {
			front.title = unquote(strings.TrimSpace(value))
			break
		}
	}
	return front
}

// titleInYAML returns the title at the top level of YAML: plain, quoted, or as a block of
// indented lines after > or |.
func titleInYAML(body string) string {
	for body != "" {
		var line string
		line, body = cutLine(body)
		value, isTitle := strings.CutPrefix(line, "title:")
		if !isTitle {
			continue
		}
		value = strings.TrimSpace(value)
		if value == "" || strings.Trim(value, ">|+-0123456789") != "" || !strings.ContainsAny(value[:1], ">|") {
			return unquote(value)
		}
		var words []string
		for body != "" {
			line, body = cutLine(body)
			if line != "" && line[0] != ' ' && line[0] != '\t' {
				break
			}
			words = append(words, strings.Fields(line)...)
		}
		return strings.Join(words, " ")
	}
	return ""
}

// cutLine returns the first line of s without its end and without trailing white
// space, and what follows it.
func cutLine(s string) (line, rest string) {
	end := strings.IndexAny(s, "\r\n")
	if end < 0 {
		return strings.TrimRight(s, " \t"), ""
	}
	line, rest = s[:end], s[end+1:]
	if s[end] == '\r' && strings.HasPrefix(rest, "\n") {
		rest = rest[1:]
	}
	return strings.TrimRight(line, " \t"), rest
}

// unquote reads a value on one line: "double quoted" with escapes, 'single
// quoted' with doubled quotes, or plain up to a comment.
func unquote(value string) string {
	switch {
	case strings.HasPrefix(value, `"`):
		if quoted, err := strconv.QuotedPrefix(value); err == nil {
			if plain, err := strconv.Unquote(quoted); err == nil {
				return strings.TrimSpace(plain)
			}
		}
		return strings.TrimSpace(strings.Trim(value, `"`))
	case strings.HasPrefix(value, "'"):
		inner := strings.ReplaceAll(value[1:], "''", "\x00")
		inner, _, _ = strings.Cut(inner, "'")
		return strings.TrimSpace(strings.ReplaceAll(inner, "\x00", "'"))
	}
	value, _, _ = strings.Cut(value, " #")
	return strings.TrimSpace(value)
}
