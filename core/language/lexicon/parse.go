package lexicon

import (
	"fmt"
	"strings"

	"docuquest/core/language/text"
)

// Parse reads the file of a language. It reads on after a line that it cannot read, and
// returns a problem for each of them.
func Parse(language, data string) (l *Lexicon, problems []string) {
	l = &Lexicon{language: language, sections: map[string]Section{}}
	section, key, number := "", "", 0
	for line := range strings.Lines(data) {
		number++
		problem := func(format string, args ...any) {
			problems = append(problems, fmt.Sprintf("%s.txt:%d: ", language, number)+fmt.Sprintf(format, args...))
		}
		line = strings.TrimRight(line, " \t\r\n")
		isContinued := strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t")
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if name, ok := strings.CutPrefix(line, "["); ok && !isContinued {
			name, closed := strings.CutSuffix(name, "]")
			_, again := l.sections[name]
			if !closed || name == "" || again {
				problem("%q is no new section", line)
			}
			section, key = name, ""
			if !again {
				l.sections[section] = Section{}
			}
			continue
		}
		rest := line
		if !isContinued {
			before, behind, ok := strings.Cut(line, ":")
			if !ok || strings.TrimSpace(before) == "" {
				problem("a line is a key, a colon and words")
				continue
			}
			key, rest = strings.TrimSpace(before), behind
		}
		if section == "" || key == "" {
			problem("words without a section or a key")
			continue
		}
		words, ok := fields(rest)
		if !ok {
			problem("a quotation mark is not closed")
		}
		s := l.sections[section]
		s.add(key, words...)
		l.sections[section] = s
	}
	return l, problems
}

// fields returns the words of a line. What is between quotation marks is one word,
// with single spaces, and what follows a # is a comment.
func fields(line string) (words []string, ok bool) {
	for line = strings.TrimSpace(line); line != "" && line[0] != '#'; line = strings.TrimSpace(line) {
		if quoted, isQuoted := strings.CutPrefix(line, `"`); isQuoted {
			word, behind, closed := strings.Cut(quoted, `"`)
			if !closed {
				return words, false
			}
			if word = text.OneLine(word); word != "" {
				words = append(words, word)
			}
			line = behind
			continue
		}
		end := strings.IndexAny(line, " \t")
		if end < 0 {
			end = len(line)
		}
		words, line = append(words, line[:end]), line[end:]
	}
	return words, true
}
