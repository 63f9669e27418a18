package disk

import (
	"strings"

	"docuquest/core/file"
)

// IgnoredBy names the rule that has a file left out, as the line of an ignore file and
// where that lies: `*.log in logs/.gitignore`. It is "" for a file that no rule leaves
// out; the path is counted from the top of the git repository, or else of the folder.
func (d *Disk) IgnoredBy(u file.URI) string {
	book := newRulebook(*d.folders.Load(), &d.options)
	defer book.close()
	f, rel, ok := book.folders.locate(u.Path())
	if !ok || rel == "" {
		return ""
	}
	root, err := book.root(f)
	if err != nil {
		return ""
	}
	names := strings.Split(rel, "/")
	for i := range names {
		above := place{f, strings.Join(names[:i], "/")}
		rules, reason := book.in(root, above)
		if reason != "" {
			return ""
		}
		path := book.tops[f].prefix + strings.Join(names[:i+1], "/")
		if rule := rules.ruleFor(path, i < len(names)-1); rule != "" {
			return rule
		}
	}
	return ""
}

// ruleFor is the rule by which verdict leaves a path out; "" where it does not.
func (ig *ignores) ruleFor(path string, isDirectory bool) string {
	by := func(level *ignores, rules []rule, name string) (said string, decided bool) {
		r := deciding(rules, path[level.base:], isDirectory)
		if r == nil || r.negated {
			return "", r != nil
		}
		return r.line + " in " + path[:level.base] + name, true
	}
	for level := ig; level != nil; level = level.parent {
		if said, decided := by(level, level.own, ownIgnoreName); decided {
			return said
		}
	}
	for level := ig; level != nil; level = level.parent {
		if said, decided := by(level, level.git, gitIgnoreName); decided {
			return said
		}
		if level.repository {
			said, _ := by(level, level.exclude, excludeName)
			return said
		}
	}
	return ""
}
