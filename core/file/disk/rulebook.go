package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"docuquest/core/file"
	"docuquest/core/language/text"
)

// A rulebook decides what is let in. It reads each ignore file once, so it is
// valid for one walk over the folders. Only admit, readRules and display may be
// called by several goroutines at once.
type rulebook struct {
	folders folders
	options *Options
	roots   map[folder]*os.Root
	tops    map[folder]top
	known   map[place]ruling
}

// A top is where the paths of rules begin: the git repository that contains a
// folder, or else the folder itself.
type top struct {
	prefix string   // of the folder in its repository, with a slash at its end, or ""
	rules  *ignores // of the directories above the folder
}

// A ruling is the result for a directory: its rules, or the reason why nothing in
// it is let in.
type ruling struct {
	rules  *ignores
	reason file.Reason
}

func newRulebook(all folders, o *Options) rulebook {
	return rulebook{
		folders: all,
		options: o,
		roots:   map[folder]*os.Root{},
		tops:    map[folder]top{},
		known:   map[place]ruling{},
	}
}

// close closes the folders that root opened.
func (b *rulebook) close() {
	for _, root := range b.roots {
		root.Close()
	}
}

// root opens a folder, once.
func (b *rulebook) root(f folder) (*os.Root, error) {
	if root, ok := b.roots[f]; ok {
		return root, nil
	}
	root, err := os.OpenRoot(f.native)
	if err != nil {
		return nil, err
	}
	b.roots[f] = root
	return root, nil
}

// in returns the rules that apply in a directory, or the reason why it is left
// out. Root is the root of the folder.
func (b *rulebook) in(root *os.Root, at place) (*ignores, file.Reason) {
	if r, ok := b.known[at]; ok {
		return r.rules, r.reason
	}
	rules, reason := b.above(root, at)
	if reason == "" {
		dir, err := root.OpenRoot(at.inRoot())
		if err != nil {
			rules, reason = nil, readError(err)
		} else {
			var has ruleFiles
			for _, name := range []string{ownIgnoreName, gitIgnoreName, gitName} {
				if _, err := dir.Lstat(name); err == nil {
					has.add(name)
				}
			}
			rules = b.readRules(dir, at, has, rules)
			dir.Close()
		}
	}
	b.known[at] = ruling{rules, reason}
	return rules, reason
}

// above returns the rules that apply to a directory as an entry of its parent,
// or the reason why it is left out.
func (b *rulebook) above(root *os.Root, at place) (*ignores, file.Reason) {
	if at.rel == "" {
		// Every walk of a folder begins here, so tops is no longer written when
		// several goroutines read it.
		found, ok := b.tops[at.folder]
		if !ok {
			if !b.options.Unruled {
				found = findTop(at.folder.native)
			}
			b.tops[at.folder] = found
		}
		return found.rules, ""
	}
	rules, reason := b.in(root, at.parent())
	if reason != "" {
		return nil, reason
	}
	info, err := root.Lstat(at.inRoot())
	switch {
	case err != nil:
		return nil, readError(err)
	case info.Mode().IsRegular():
		return nil, notDirectory
	}
	return rules, b.admit(root, at, info.Mode().Type(), rules)
}

// readRules adds the rules of an open directory, which has these rule files, to
// the rules above it.
func (b *rulebook) readRules(dir *os.Root, at place, has ruleFiles, above *ignores) *ignores {
	if b.options.Unruled || !has.own && !has.git && !has.repository {
		return above
	}
	base := b.tops[at.folder].prefix
	if at.rel != "" {
		base += at.rel + "/"
	}
	return above.under(base, has.repository, func(name string) (string, bool) {
		return readSmall(dir, name)
	})
}

// ruleFiles are the sources of rules that a directory has. Nearly all directories
// have none, as their listings show without another system call.
type ruleFiles struct{ own, git, repository bool }

func (has *ruleFiles) add(name string) {
	switch name {
	case ownIgnoreName:
		has.own = true
	case gitIgnoreName:
		has.git = true
	case gitName:
		has.repository = true
	}
}

// admit returns the reason to leave an entry of a directory out, or "". Rules are
// the rules of the directory; root is the root of the folder, for symbolic links.
func (b *rulebook) admit(root *os.Root, at place, kind fs.FileMode, rules *ignores) file.Reason {
	if versionControl[at.name()] {
		return versions
	}
	if kind.IsDir() && len(b.folders) > 1 && at.rel != "" {
		// A workspace folder inside another one is walked by itself.
		if _, rel, _ := b.folders.locate(at.folder.slash + "/" + at.rel); rel == "" {
			return elsewhere
		}
	}
	path := b.tops[at.folder].prefix + at.rel
	rule, _, source := rules.deciding(path, kind.IsDir())
	if rule != nil && !rule.negated {
		return ignoredBy[source]
	}
	wanted := rule != nil && source == ownIgnoreName
	switch {
	case !kind.IsDir() && at.holdsSecrets() && !wanted:
		return bySecretName
	case kind.IsDir():
		return ownFolders[at.name()]
	case kind.IsRegular():
		return b.options.byName(b.display(at))
	case kind&fs.ModeSymlink == 0:
		return notRegular
	}
	switch _, err := root.Stat(at.inRoot()); {
	case err == nil:
		return link
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ELOOP):
		return linkBroken
	}
	return linkOut
}

// judgeMissing returns the reason why a missing file would be left out, or "".
// Its directories may be missing too; they add no rules then.
func (b *rulebook) judgeMissing(root *os.Root, at place) file.Reason {
	rules, reason := b.in(root, place{folder: at.folder})
	if reason != "" {
		return reason
	}
	names := strings.Split(at.rel, "/")
	for i := range names[1:] {
		dir := place{at.folder, strings.Join(names[:i+1], "/")}
		below, reason := b.in(root, dir)
		if reason == gone {
			below, reason = rules, b.admit(root, dir, fs.ModeDir, rules)
		}
		if reason != "" {
			return reason
		}
		rules = below
	}
	return b.admit(root, at, 0, rules)
}

// display returns File.Path for a place.
func (b *rulebook) display(at place) string { return b.folders.display(at.folder, at.rel) }

// findTop finds the git repository that contains a folder and collects the rules
// above the folder. A folder that its repository ignores was opened on purpose,
// so these rules do not apply in it.
func findTop(native string) top {
	var between []string // directories above the folder, the nearest first
	for dir := native; ; {
		if _, err := os.Lstat(filepath.Join(dir, gitName)); err == nil {
			break
		}
		above := filepath.Dir(dir)
		if above == dir {
			return top{}
		}
		dir = above
		between = append(between, dir)
	}
	if len(between) == 0 {
		return top{}
	}
	repository := between[len(between)-1]
	within := func(dir string) string {
		rel := strings.TrimPrefix(filepath.ToSlash(dir[len(repository):]), "/")
		if rel == "" {
			return ""
		}
		return rel + "/"
	}
	t := top{prefix: within(native)}
	for i := len(between) - 1; i >= 0; i-- {
		dir, err := os.OpenRoot(between[i])
		if err != nil {
			continue
		}
		t.rules = t.rules.under(within(between[i]), i == len(between)-1, func(name string) (string, bool) {
			return readSmall(dir, name)
		})
		dir.Close()
		next := native
		if i > 0 {
			next = between[i-1]
		}
		if t.rules.verdict(strings.TrimSuffix(within(next), "/"), true) != "" {
			return top{}
		}
	}
	return t
}

// The reasons to leave a file out for its path.
const (
	Outside      file.Reason = "outside of what is read" // with the folders in parentheses
	gone         file.Reason = "no such file"
	elsewhere    file.Reason = "in a folder of its own"
	IsDirectory  file.Reason = "a directory" // that was named as a file
	notDirectory file.Reason = "not a directory"
	link         file.Reason = "symbolic link"
	linkOut      file.Reason = "symbolic link out of the folder"
	linkBroken   file.Reason = "broken symbolic link"
	versions     file.Reason = "version control"
)

// ownFolders are directories that are left out by their names, without any rule.
var ownFolders = map[string]file.Reason{
	"node_modules": "dependency folder",
	".docuquest":   "our own state",
}

var versionControl = text.WordSet(".git .hg .svn .jj .bzr CVS")

// isRule reports whether a reason means that a file is ignored, and not that it
// is wanted but cannot be read.
func isRule(r file.Reason) bool {
	return r == bySecretName || r == versions ||
		r == ignoredBy[gitIgnoreName] || r == ignoredBy[excludeName] || r == ignoredBy[ownIgnoreName]
}
