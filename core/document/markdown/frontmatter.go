package markdown

import (
	"strconv"
	"strings"

	"docuquest/core/language/text"
)

// frontMatter is the block of settings at the very top of a file.
type frontMatter struct {
	span  text.Span // fences and the last line end included; empty if there is none
	title string
}

// readFrontMatter finds YAML between two lines of --- (the second may be ...)
// or TOML between two lines of +++. Two rules with a paragraph between them
// look almost the same: YAML must name at least one key, and begin at once.
func readFrontMatter(s string) frontMatter {
	fence, rest := cutLine(s)
	body := len(s) - len(rest)
	switch fence {
	case "---":
		if end, after := findFence(s, body, "---", "..."); after > 0 {
			if title, ok := readYAML(s[body:end]); ok {
				return frontMatter{text.Span{End: after}, title}
			}
		}
	case "+++":
		end, after := findFence(s, body, "+++", "+++")
		if after == 0 {
			return frontMatter{}
		}
		front := frontMatter{span: text.Span{End: after}}
		for body := s[body:end]; body != ""; {
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
	return frontMatter{}
}

// readYAML reports whether a text is YAML with a key on its first line that is no
// comment: prose between two rules begins with a blank line or a sentence. It returns
// the title at the top level: plain, quoted, or as a block of indented lines after > or |.
func readYAML(body string) (title string, ok bool) {
	for body != "" {
		var line string
		line, body = cutLine(body)
		if !ok {
			if strings.HasPrefix(line, "#") {
				continue
			}
			key, _, isKey := strings.Cut(line, ":")
			if ok = isKey && key != "" && !strings.ContainsAny(key, " \t`*[]()"); !ok {
				return "", false
			}
		}
		value, isTitle := strings.CutPrefix(line, "title:")
		if !isTitle {
			continue
		}
		value = strings.TrimSpace(value)
		if value == "" || strings.Trim(value, ">|+-0123456789") != "" || !strings.ContainsAny(value[:1], ">|") {
			return unquote(value), true
		}
		var words []string
		for body != "" {
			line, body = cutLine(body)
			if line != "" && line[0] != ' ' && line[0] != '\t' {
				break
			}
			words = append(words, strings.Fields(line)...)
		}
		return strings.Join(words, " "), true
	}
	return "", ok
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

// findFence returns where the line that closes the front matter begins and where
// the text goes on below it; 0 if no line does.
func findFence(s string, from int, fences ...string) (start, after int) {
	for rest := s[from:]; rest != ""; {
		start = len(s) - len(rest)
		var line string
		line, rest = cutLine(rest)
		for _, fence := range fences {
			if line == fence {
				return start, len(s) - len(rest)
			}
		}
	}
	return 0, 0
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
