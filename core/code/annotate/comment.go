package annotate

import (
	"strings"
	"unicode"

	"docuquest/core/language/text"
)

// openers are what the lines of comments begin with, in the languages in wide use; of two
// that begin alike the longer one stands first.
var openers = [...]string{
	"///", "//!", "//", "/**", "/*!", "/*", "<!--", `"""`, "'''", `r"""`, "=begin", "##", "#", "--|", "--", ";;;", ";;", ";", "%",
}

// closers are what the last lines of comments end with.
var closers = [...]string{"*/", "-->", `"""`, "'''", "=end"}

// unmarked is what a comment says, line by line, without its marks. It ends with the
// first line that only names parameters and the like, of which no summary is made.
func unmarked(comment string) string {
	var said []string
	for line := range strings.Lines(comment) {
		line = unmarkedLine(line)
		if isField(line) {
			break
		}
		if !isDirective(line) {
			said = append(said, line)
		}
	}
	return strings.TrimSpace(strings.Join(said, "\n"))
}

func unmarkedLine(line string) string {
	line = strings.TrimSpace(line)
	for _, mark := range openers {
		if rest, ok := strings.CutPrefix(line, mark); ok {
			line = rest
			break
		}
	}
	for _, mark := range closers {
		line = strings.TrimSuffix(line, mark)
	}
	line = strings.TrimSpace(line)
	if rest, ok := strings.CutPrefix(line, "*"); ok && (rest == "" || rest[0] == ' ') {
		line = rest
	}
	return strings.TrimSpace(line)
}

// isField says whether a line of a comment tells of a parameter, a result or an author.
func isField(line string) bool {
	for _, mark := range [...]string{"@param", "@return", "@throws", "@author", "@since", "@see", ":param", ":return", ":type", "Args:", "Arguments:", "Parameters:", "Returns:", "Raises:"} {
		if strings.HasPrefix(line, mark) {
			return true
		}
	}
	return false
}

// isDirective says whether a line of a comment is meant for programs.
func isDirective(line string) bool {
	for _, mark := range [...]string{"go:", "+build", "eslint", "@ts-", "-*-", "nolint", "lint:", "pylint:", "noinspection", "!/", "frozen_string_literal", "coding:"} {
		if strings.HasPrefix(line, mark) {
			return true
		}
	}
	return false
}

// headComment is what the first comment of a program says that tells of the program, and
// not of rights in it; "" if there is none above the first line of code.
func headComment(s string) string {
	var comment strings.Builder
	closing := "" // what ends the comment that a line is in the midst of
	for line := range strings.Lines(s) {
		code := strings.TrimSpace(line)
		inside := closing != ""
		isComment := inside || startsComment(code)
		if isComment {
			var said string
			said, code, closing = splitComment(code, closing)
			comment.WriteString(said + "\n")
		}
		if closing != "" || isComment && !inside && code == "" {
			continue
		}
		if said := tellsOf(comment.String()); said != "" {
			return said
		}
		comment.Reset()
		if !isPreamble(code) {
			return ""
		}
	}
	return tellsOf(comment.String())
}

// tellsOf is what a comment says, "" if it speaks of rights or to programs.
func tellsOf(comment string) string {
	if said := unmarked(comment); hasLetter(said) && !text.SpeaksOfRights(said) {
		return said
	}
	return ""
}

// startsComment says whether a trimmed line begins one. What C includes is none.
func startsComment(line string) bool {
	if strings.HasPrefix(line, "#") {
		return !strings.HasPrefix(line, "#include") && !strings.HasPrefix(line, "#[") && !strings.HasPrefix(line, "#def") &&
			!strings.HasPrefix(line, "#if") && !strings.HasPrefix(line, "#pragma") && !strings.HasPrefix(line, "#import")
	}
	for _, mark := range openers {
		if strings.HasPrefix(line, mark) {
			return true
		}
	}
	return false
}

// blockMarks are what stands around comments of several lines.
var blockMarks = [...][2]string{{"/*", "*/"}, {"<!--", "-->"}, {`"""`, `"""`}, {`r"""`, `"""`}, {"'''", "'''"}, {"=begin", "=end"}}

// splitComment cuts a trimmed line that begins with a comment, or inside of the one that
// closing ends, into the comment and what stands behind it. It gives what ends the comment
// where that goes on in the next line.
func splitComment(line, closing string) (comment, behind, open string) {
	start := 0
	for _, m := range blockMarks {
		if closing == "" && strings.HasPrefix(line, m[0]) {
			start, closing = len(m[0]), m[1]
		}
	}
	end := strings.Index(line[start:], closing)
	if closing == "" || end < 0 {
		return line, "", closing
	}
	end += start + len(closing)
	return line[:end], strings.TrimSpace(line[end:]), ""
}

// isPreamble says whether a line may stand above the comment that tells of a program.
func isPreamble(line string) bool {
	return line == "" || strings.HasPrefix(line, "package ") || strings.HasPrefix(line, "<?php") || strings.HasPrefix(line, "namespace ") ||
		strings.HasPrefix(line, "'use strict'") || strings.HasPrefix(line, `"use strict"`) || strings.HasPrefix(line, "#!")
}

func hasLetter(s string) bool { return strings.ContainsFunc(s, unicode.IsLetter) }
