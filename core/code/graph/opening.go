package graph

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// longestOpening is how many bytes of a file's opening are kept.
const longestOpening = 200

// opening is the first sentence of the comment that a program begins with, without its
// marks; "" where it says nothing of the program. What stands in front of it for lawyers
// and tools is passed over.
func opening(program string, t *traits) string {
	l := lexer{text: program, traits: t}
	if strings.HasPrefix(program, "#!") {
		l.at = lineLength(program)
	}
	found := ""
	for l.at < len(program) {
		l.at += len(program[l.at:]) - len(strings.TrimLeft(program[l.at:], " \t\r\n\f\ufeff"))
		comment := l.commentBlock()
		if comment == "" {
			break
		}
		if said := firstSentence(withoutMarks(comment, t)); said != "" && !isBoilerplate(comment) {
			found = said
		}
	}
	if first := l.next(); first.kind == quoted && strings.HasPrefix(program[first.Start:], `"""`) {
		found = firstSentence(strings.Trim(first.Of(program), `"`))
	}
	return strings.Clone(found)
}

// commentBlock passes over a comment and those in the lines right below it.
func (l *lexer) commentBlock() string {
	start := l.at
	for l.at < len(l.text) && l.traits.classes[l.text[l.at]]&beginsComment != 0 {
		n := l.comment()
		if n == 0 {
			break
		}
		l.at += n
		rest := l.text[l.at:]
		next := strings.TrimLeft(rest, " \t\r\n")
		if strings.Count(rest[:len(rest)-len(next)], "\n") != 1 {
			break
		}
		l.at += len(rest) - len(next)
	}
	return l.text[start:l.at]
}

// withoutMarks is a comment as it reads.
func withoutMarks(comment string, t *traits) string {
	for _, m := range t.block {
		if inside, ok := strings.CutPrefix(strings.TrimSpace(comment), m.open); ok {
			comment = strings.TrimSuffix(inside, m.close)
		}
	}
	var b strings.Builder
	for line := range strings.Lines(comment) {
		line = strings.TrimSpace(line)
		line = strings.TrimLeft(line, "/*#-;!%{(")
		b.WriteString(strings.TrimSpace(line) + "\n")
	}
	return b.String()
}

// firstSentence is that of the first paragraph of a text, on one line.
func firstSentence(s string) string {
	paragraph, _, _ := strings.Cut(strings.TrimSpace(s), "\n\n")
	line := strings.Join(strings.Fields(paragraph), " ")
	if at := sentenceEnd.FindStringIndex(line); at != nil {
		line = line[:at[0]+1]
	}
	if len(line) <= longestOpening {
		return line
	}
	end := longestOpening
	for !utf8.RuneStart(line[end]) {
		end--
	}
	return line[:end] + "…"
}

var sentenceEnd = regexp.MustCompile(`[.!?] +[A-Z]`)

// isBoilerplate says whether a comment is for lawyers or tools.
func isBoilerplate(comment string) bool {
	const enough = 400
	comment = strings.ToLower(comment[:min(len(comment), enough)])
	return slices.ContainsFunc(boilerplate, func(mark string) bool { return strings.Contains(comment, mark) })
}

var boilerplate = []string{
	"copyright", "licence", "license", "spdx", "rights reserved", "go:build", "+build", "code generated",
	"eslint", "@ts-", "coding:", "coding=", "use strict", "prettier", "pragma", "vim:",
}
