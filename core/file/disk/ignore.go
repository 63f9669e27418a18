package disk

import (
	"strings"

	"docuquest/core/file"
)

// The names of the files that hold ignore rules. A `.ignore` file has the same
// syntax as a `.gitignore` file and has the last word.
const (
	gitIgnoreName = ".gitignore"
	ownIgnoreName = ".ignore"
	gitName       = ".git"
	excludeName   = ".git/info/exclude"
)

// Reasons why something is left out by a rule.
const (
	byGitIgnore file.Reason = "ignored by .gitignore"
	byExclude   file.Reason = "ignored by .git/info/exclude"
	byOwnIgnore file.Reason = "ignored by .ignore"
)

// ignores are the rules that hold in one directory: its own and, through
// parent, those of all directories above it. They are immutable, and nil stands
// for no rules. A directory without rules of its own has those of its parent.
//
// Paths are counted from the top of the git repository that holds the
// workspace folder, since rules above the folder hold in it too.
type ignores struct {
	parent *ignores
	base   int // length of this directory's path with its slash

	own, git []rule
	// repository is set for the top directory of a git repository. The rules
	// of git above it do not hold below it, those in exclude do, last.
	repository bool
	exclude    []rule
}

// under gives the rules of a directory below ig. Directory is its path with a
// slash at its end, or "" for the top; read gives the text of a file in it, and
// false for one that is missing or may not be read.
func (ig *ignores) under(directory string, isRepository bool, read func(name string) (string, bool)) *ignores {
	next := &ignores{parent: ig, base: len(directory), repository: isRepository}
	load := func(name string) []rule {
		text, _ := read(name)
		return parseRules(text)
	}
	next.own, next.git = load(ownIgnoreName), load(gitIgnoreName)
	if isRepository {
		next.exclude = load(excludeName)
	}
	if !isRepository && len(next.own) == 0 && len(next.git) == 0 {
		return ig
	}
	return next
}

// verdict gives the reason to leave path out, or "". Of the rules in one
// directory the last that matches decides, and a deeper directory before one
// above it. The caller asks for the directories on the way first: nothing in an
// ignored directory can be taken back.
func (ig *ignores) verdict(path string, isDirectory bool) file.Reason {
	for level := ig; level != nil; level = level.parent {
		if ignored, decided := decide(level.own, path[level.base:], isDirectory); decided {
			return reasonIf(ignored, byOwnIgnore)
		}
	}
	for level := ig; level != nil; level = level.parent {
		if ignored, decided := decide(level.git, path[level.base:], isDirectory); decided {
			return reasonIf(ignored, byGitIgnore)
		}
		if !level.repository {
			continue
		}
		ignored, _ := decide(level.exclude, path[level.base:], isDirectory)
		return reasonIf(ignored, byExclude)
	}
	return ""
}

func reasonIf(ignored bool, r file.Reason) file.Reason {
	if ignored {
		return r
	}
	return ""
}

// decide gives what the last matching rule says, and false if none matches.
func decide(rules []rule, path string, isDirectory bool) (ignored, decided bool) {
	if r := deciding(rules, path, isDirectory); r != nil {
		return !r.negated, true
	}
	return false, false
}

// deciding gives the last rule that matches, nil if none does.
func deciding(rules []rule, path string, isDirectory bool) *rule {
	if len(rules) == 0 {
		return nil
	}
	name := path[strings.LastIndexByte(path, '/')+1:]
	for i := len(rules) - 1; i >= 0; i-- {
		if rules[i].matches(path, name, isDirectory) {
			return &rules[i]
		}
	}
	return nil
}

// A rule is one line of an ignore file.
type rule struct {
	line        string // as it was written
	text        string // the pattern, or the end of the name for aSuffix
	glob        glob   // for aGlob
	form        form
	negated     bool
	directories bool // matches directories alone
	anchored    bool // is matched with the path, not with the name alone
}

// A form says how a rule is matched. Nearly all rules are a plain name or an
// extension, which cost one comparison.
type form uint8

const (
	aName form = iota
	aSuffix
	aGlob
)

func (r *rule) matches(path, name string, isDirectory bool) bool {
	if r.directories && !isDirectory {
		return false
	}
	subject := name
	if r.anchored {
		subject = path
	}
	switch r.form {
	case aName:
		return subject == r.text
	case aSuffix:
		return strings.HasSuffix(subject, r.text)
	}
	return r.glob.match(subject)
}

// parseRules reads an ignore file. Lines that can match nothing are left out.
func parseRules(text string) []rule {
	var rules []rule
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "#") {
			continue
		}
		line = trimSpaces(strings.TrimSuffix(line, "\r"))
		if r, ok := parseRule(line); ok {
			rules = append(rules, r)
		}
	}
	return rules
}

func parseRule(line string) (r rule, ok bool) {
	r.line = line
	line, r.negated = strings.CutPrefix(line, "!")
	line, r.directories = strings.CutSuffix(line, "/")
	r.anchored = strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if line == "" || strings.IndexByte(line, 0) >= 0 {
		return rule{}, false
	}
	r.text = line
	if !strings.ContainsAny(line, `*?[\`) {
		return r, true
	}
	if tail, star := strings.CutPrefix(line, "*"); star && !r.anchored && !strings.ContainsAny(tail, `*?[\`) {
		r.form, r.text = aSuffix, tail
		return r, true
	}
	r.form = aGlob
	r.glob, ok = compileGlob(line)
	return r, ok
}

// trimSpaces takes the spaces at the end of a line away, but not one behind a
// backslash.
func trimSpaces(line string) string {
	end := len(line)
	for end > 0 && line[end-1] == ' ' {
		end--
	}
	if end == len(line) {
		return line
	}
	backslashes := end - len(strings.TrimRight(line[:end], `\`))
	if backslashes%2 == 1 {
		end++
	}
	return line[:end]
}
