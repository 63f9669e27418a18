package main

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"docuquest/core/agent"
)

// A completer finds what a person who has typed the beginning may want to type: the
// commands of a conversation, the ids of its answers, and what filters name.
type completer struct {
	paths func() []string // of the indexed files, in order
	ids   func() []string // of the answers of the conversation
}

// A completion is what became of a line.
type completion struct {
	line    string
	at      int      // bytes in front of the cursor
	choices []string // what it may go on with, where there are several; in order
}

var (
	commandAtEnd = regexp.MustCompile(`^:(\w*)$`)
	answerAtEnd  = regexp.MustCompile(`^:show +(\w*)$`)
	// filterAtEnd matches a filter up to the cursor: its key, and of its values the one
	// that is being typed, which may have begun with a quote.
	filterAtEnd = regexp.MustCompile(`(?i)(?:^|\s)-?(in|file|type):(?:(?:"[^"]*"|[^\s",]*),)*("[^"]*|[^\s",]*)$`)
)

// complete completes the word in front of the cursor as far as all candidates agree. A line
// without a candidate stays as it is.
func (c completer) complete(line string, at int) completion {
	typed := line[:at]
	if m := commandAtEnd.FindStringSubmatch(typed); m != nil {
		var names []string
		for _, command := range talkCommands() {
			names = append(names, command.name)
		}
		slices.Sort(names)
		return insert(line, at, m[1], beginningWith(names, m[1]))
	}
	if m := answerAtEnd.FindStringSubmatch(typed); m != nil {
		return insert(line, at, m[1], beginningWith(c.ids(), m[1]))
	}
	m := filterAtEnd.FindStringSubmatch(typed)
	if m == nil {
		return completion{line: line, at: at}
	}
	var choices []string
	value := strings.TrimPrefix(m[2], `"`)
	switch paths := c.paths(); strings.ToLower(m[1]) {
	case "type":
		choices = beginningWith(agent.FileTypes(paths), value)
	case "file":
		names := make([]string, len(paths))
		for i, p := range paths {
			names[i] = path.Base(p)
		}
		slices.Sort(names)
		choices = beginningWith(slices.Compact(names), value)
	default: // folders, with a slash at the end, and files, one step further than what was typed
		top := ""
		if rooted, is := strings.CutPrefix(value, "/"); is {
			top, value = "/", rooted
		}
		for _, p := range beginningWith(paths, value) {
			if folder := strings.IndexByte(p[len(value):], '/'); folder >= 0 {
				p = p[:len(value)+folder+1]
			}
			choices = append(choices, top+p)
		}
		choices = slices.Compact(choices)
	}
	return insert(line, at, m[2], choices)
}

// beginningWith are those of some words that begin so, in any case of their letters.
func beginningWith(words []string, typed string) []string {
	var all []string
	for _, w := range words {
		if len(w) >= len(typed) && strings.EqualFold(w[:len(typed)], typed) {
			all = append(all, w)
		}
	}
	return all
}

// insert puts what some choices have in common in the place of what was typed of them
// in front of the cursor. A name with a space or a comma needs quotes.
func insert(line string, at int, typed string, choices []string) completion {
	if len(choices) == 0 {
		return completion{line: line, at: at}
	}
	word := choices[0] // as far as all begin with it
	for _, w := range choices[1:] {
		n := 0
		for i := range word + "\x00" {
			if i > len(w) || !strings.EqualFold(word[:min(i, len(word))], w[:i]) {
				break
			}
			n = i
		}
		word = word[:n]
	}
	after := line[at:]
	whole := len(choices) == 1 && !strings.HasSuffix(word, "/")
	isQuoted := strings.HasPrefix(typed, `"`)
	if isQuoted || strings.ContainsAny(word, " ,") {
		word = `"` + word
		if whole {
			word += `"`
		}
	}
	if whole && isQuoted {
		after = strings.TrimPrefix(after, `"`) // which the word has now
	}
	if whole {
		word += " "
		after = strings.TrimPrefix(after, " ")
	}
	if len(choices) == 1 {
		choices = nil // nothing to choose
	}
	before := line[:at-len(typed)] + word
	return completion{line: before + after, at: len(before), choices: choices}
}
