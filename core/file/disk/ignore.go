package disk

import (
	"strings"

	"docuquest/core/file"
)

// The names of the files that hold ignore rules. A `.ignore` file has the same
// syntax as a `.gitignore` file and takes precedence over it.
const (
	gitIgnoreName = ".gitignore"
	ownIgnoreName = ".ignore"
	gitName       = ".git"
	excludeName   = ".git/info/exclude"
)

// ignoredBy are the reasons to leave something out by a rule, by the name of the
// rule's file.
var ignoredBy = map[string]file.Reason{
	gitIgnoreName: "ignored by .gitignore",
	excludeName:   "ignored by .git/info/exclude",
	ownIgnoreName: "ignored by .ignore",
}

// ignores are the rules that apply in one directory: its own and, through
// parent, the rules of all directories above it. They are immutable, and nil
// means no rules. A directory without rules of its own has the rules of its
// parent.
//
// Paths begin at the top of the git repository that contains the workspace
// folder, since rules above the folder apply in it too.
type ignores struct {
	parent *ignores
	base   int // length of this directory's path with its slash

	own, git []rule
	// repository is set for the top directory of a git repository. Rules of
	// git from above it do not apply below it; the rules of exclude do, last.
	repository bool
	exclude    []rule
}

// under returns the rules of a directory below ig. Directory is its path with a
// slash at its end, or "" for the top; read returns the text of a file in it, and
// false for a file that is missing or may not be read.
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

// verdict returns the reason to leave path out, or "". The caller asks for the
// directories on the way first: nothing in an ignored directory can be let in
// again.
func (ig *ignores) verdict(path string, isDirectory bool) file.Reason {
	if r, _, source := ig.deciding(path, isDirectory); r != nil && !r.negated {
		return ignoredBy[source]
	}
	return ""
}

// deciding returns the rule that decides on a path, with its level and the name
// of its file, or nil. The last rule of a directory that matches decides, and a
// deeper directory decides before the directories above it.
func (ig *ignores) deciding(path string, isDirectory bool) (r *rule, level *ignores, source string) {
	for level := ig; level != nil; level = level.parent {
		if r := lastMatch(level.own, path[level.base:], isDirectory); r != nil {
			return r, level, ownIgnoreName
		}
	}
	for level := ig; level != nil; level = level.parent {
		if r := lastMatch(level.git, path[level.base:], isDirectory); r != nil {
			return r, level, gitIgnoreName
		}
		if level.repository {
			return lastMatch(level.exclude, path[level.base:], isDirectory), level, excludeName
		}
	}
	return nil, nil, ""
}

// lastMatch returns the last rule that matches, or nil.
func lastMatch(rules []rule, path string, isDirectory bool) *rule {
	if len(rules) == 0 {
		return nil
	}
	name := path[strings.LastIndexByte(path, '/')+1:]
	for i := len(rules) - 1; i >= 0; i-- {
		r := &rules[i]
		if r.directories && !isDirectory {
			continue
		}
		subject := name
		if r.anchored {
			subject = path
		}
		var matches bool
		switch r.form {
		case aName:
			matches = subject == r.text
		case aSuffix:
			matches = strings.HasSuffix(subject, r.text)
		case aGlob:
			matches = r.glob.match(subject)
		}
		if matches {
			return r
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
	directories bool // matches only directories
	anchored    bool // is matched with the path, not only with the name
}

// A form is the way to match a rule. Nearly all rules are a plain name or an
// extension, which cost one comparison.
type form uint8

const (
	aName form = iota
	aSuffix
	aGlob
)

// parseRules reads an ignore file. Lines that can match nothing are left out.
func parseRules(text string) []rule {
	const special = `*?[\`
	var rules []rule
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "#") {
			continue
		}
		line = strings.TrimSuffix(line, "\r")
		trimmed := strings.TrimRight(line, " ")
		if backslashes := len(trimmed) - len(strings.TrimRight(trimmed, `\`)); backslashes%2 == 1 && len(trimmed) < len(line) {
			trimmed += " " // A space after a backslash belongs to the name.
		}
		r := rule{line: trimmed}
		line, r.negated = strings.CutPrefix(trimmed, "!")
		line, r.directories = strings.CutSuffix(line, "/")
		r.anchored = strings.Contains(line, "/")
		line = strings.TrimPrefix(line, "/")
		if line == "" || strings.IndexByte(line, 0) >= 0 {
			continue
		}
		tail, starred := strings.CutPrefix(line, "*")
		switch {
		case !strings.ContainsAny(line, special):
			r.text = line
		case starred && !r.anchored && !strings.ContainsAny(tail, special):
			r.form, r.text = aSuffix, tail
		default:
			glob, ok := compileGlob(line)
			if !ok {
				continue
			}
			r.form, r.text, r.glob = aGlob, line, glob
		}
		rules = append(rules, r)
	}
	return rules
}

// IgnoredBy returns the rule that leaves a file out, as the line of an ignore file and the
// path of that file: `*.log in logs/.gitignore`. It is "" for a file that no rule leaves
// out; the path begins at the top of the git repository, or else of the folder.
func (d *Disk) IgnoredBy(u file.URI) string {
	rules := newRulebook(*d.folders.Load(), &d.options)
	defer rules.close()
	f, rel, ok := rules.folders.locate(u.Path())
	if !ok || rel == "" {
		return ""
	}
	root, err := rules.root(f)
	if err != nil {
		return ""
	}
	names := strings.Split(rel, "/")
	for i := range names {
		above := place{f, strings.Join(names[:i], "/")}
		ignores, reason := rules.in(root, above)
		if reason != "" {
			return ""
		}
		path := rules.tops[f].prefix + strings.Join(names[:i+1], "/")
		if r, level, source := ignores.deciding(path, i < len(names)-1); r != nil && !r.negated {
			return r.line + " in " + path[:level.base] + source
		}
	}
	return ""
}
