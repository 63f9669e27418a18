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

// complete completes the word in front of the cursor as far as all that begins so
// agrees. A line that it knows nothing for stays as it is.
func (c completer) complete(line string, at int) completion {
	typed := line[:at]
	if m := commandAtEnd.FindStringSubmatch(typed); m != nil {
		return insert(line, at, m[1], beginningWith(commandNames(), m[1]))
	}
	if m := answerAtEnd.FindStringSubmatch(typed); m != nil {
		return insert(line, at, m[1], beginningWith(c.ids(), m[1]))
	}
	if m := filterAtEnd.FindStringSubmatch(typed); m != nil {
		return insert(line, at, m[2], c.values(strings.ToLower(m[1]), strings.TrimPrefix(m[2], `"`)))
	}
	return completion{line: line, at: at}
}

// values are what the filter of a key may name that begins as typed.
func (c completer) values(key, typed string) []string {
	switch paths := c.paths(); key {
	case "type":
		return beginningWith(agent.FileTypes(paths), typed)
	case "file":
		names := make([]string, len(paths))
		for i, p := range paths {
			names[i] = path.Base(p)
		}
		slices.Sort(names)
		return beginningWith(slices.Compact(names), typed)
	default:
		return stepsFrom(paths, typed)
	}
}

// stepsFrom are the folders, with a slash at the end, and the files that are one step
// further than what was typed.
func stepsFrom(paths []string, typed string) []string {
	top := ""
	if rooted, is := strings.CutPrefix(typed, "/"); is {
		top, typed = "/", rooted
	}
	var steps []string
	for _, p := range beginningWith(paths, typed) {
		if folder := strings.IndexByte(p[len(typed):], '/'); folder >= 0 {
			p = p[:len(typed)+folder+1]
		}
		steps = append(steps, top+p)
	}
	return slices.Compact(steps)
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
	word := commonStart(choices)
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

// commonStart is what all of some words begin with, as the first has it.
func commonStart(words []string) string {
	common := words[0]
	for _, w := range words[1:] {
		n := 0
		for i := range common + "\x00" {
			if i > len(w) || !strings.EqualFold(common[:min(i, len(common))], w[:i]) {
				break
			}
			n = i
		}
		common = common[:n]
	}
	return common
}

func commandNames() []string {
	var names []string
	for _, c := range talkCommands() {
		names = append(names, c.name)
	}
	slices.Sort(names)
	return names
}
