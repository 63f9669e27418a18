package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"docuquest/core/file"
)

// A rulebook says what is let in. It reads each ignore file once, so it is good
// for one look at the folders. Only admit, readRules and display may be called by
// several goroutines at once.
type rulebook struct {
	folders folders
	options *Options
	roots   map[folder]*os.Root
	tops    map[folder]top
	known   map[place]ruling
}

// A top is where the paths of rules are counted from: the git repository that a
// folder lies in, or else the folder itself.
type top struct {
	prefix string   // of the folder in its repository, with a slash at its end, or ""
	rules  *ignores // of the directories above the folder
}

// A ruling is what holds in a directory: its rules, or the reason why nothing in
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

// in gives the rules that hold in a directory, or the reason why it is left
// out. Root is that of the folder.
func (b *rulebook) in(root *os.Root, at place) (*ignores, file.Reason) {
	if r, ok := b.known[at]; ok {
		return r.rules, r.reason
	}
	rules, reason := b.above(root, at)
	if reason == "" {
		rules, reason = b.below(root, at, rules)
	}
	b.known[at] = ruling{rules, reason}
	return rules, reason
}

// above gives the rules that hold for a directory as an entry of the one above
// it, or the reason why it is left out.
func (b *rulebook) above(root *os.Root, at place) (*ignores, file.Reason) {
	if at.rel == "" {
		return b.top(at.folder).rules, ""
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

// top finds the rules above a folder, once. Every look at the folder begins with
// them, so tops is not written any more when several goroutines read it.
func (b *rulebook) top(f folder) top {
	found, ok := b.tops[f]
	if !ok {
		if !b.options.Unruled {
			found = findTop(f.native)
		}
		b.tops[f] = found
	}
	return found
}

// below adds the rules of a directory to those above it.
func (b *rulebook) below(root *os.Root, at place, above *ignores) (*ignores, file.Reason) {
	dir, err := root.OpenRoot(at.inRoot())
	if err != nil {
		return nil, readError(err)
	}
	defer dir.Close()
	return b.readRules(dir, at, ruleFilesIn(dir), above), ""
}

// readRules adds the rules of an open directory, which has these rule files, to
// those above it.
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

// ruleFiles says which sources of rules a directory has. Nearly all have none,
// and the listing of a directory tells that without another look at the disk.
type ruleFiles struct{ own, git, repository bool }

func ruleFilesAmong(entries []fs.DirEntry) (has ruleFiles) {
	for _, entry := range entries {
		has.add(entry.Name())
	}
	return has
}

func ruleFilesIn(dir *os.Root) (has ruleFiles) {
	for _, name := range []string{ownIgnoreName, gitIgnoreName, gitName} {
		if _, err := dir.Lstat(name); err == nil {
			has.add(name)
		}
	}
	return has
}

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

// admit gives the reason to leave an entry of a directory out, or "". Rules are
// those of the directory; root is that of the folder, for symbolic links.
func (b *rulebook) admit(root *os.Root, at place, kind fs.FileMode, rules *ignores) file.Reason {
	if versionControl[at.name()] {
		return versions
	}
	if kind.IsDir() && b.isOtherFolder(at) {
		return elsewhere
	}
	path := b.tops[at.folder].prefix + at.rel
	if reason := rules.verdict(path, kind.IsDir()); reason != "" {
		return reason
	}
	switch {
	case !kind.IsDir() && at.holdsSecrets() && !rules.takesBack(path):
		return bySecretName
	case kind.IsDir():
		return ownFolders[at.name()]
	case kind.IsRegular():
		return b.options.byName(b.display(at))
	case kind&fs.ModeSymlink != 0:
		return linkReason(root, at)
	}
	return notRegular
}

// judge gives the reason to leave a place out, or "", with all rules on the way
// to it.
func (b *rulebook) judge(root *os.Root, at place, info fs.FileInfo) file.Reason {
	if info.IsDir() {
		return IsDirectory
	}
	rules, reason := b.in(root, at.parent())
	if reason != "" {
		return reason
	}
	return b.admit(root, at, info.Mode().Type(), rules)
}

// judgeMissing says whether a file that is not there would be left out. Its
// directories may not be there either; they bring no rules then.
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

// isOtherFolder says whether a directory is a workspace folder inside another
// one, which is looked at by itself.
func (b *rulebook) isOtherFolder(at place) bool {
	if len(b.folders) < 2 || at.rel == "" {
		return false
	}
	_, rel, _ := b.folders.locate(at.folder.slash + "/" + at.rel)
	return rel == ""
}

// display gives File.Path for a place.
func (b *rulebook) display(at place) string { return b.folders.display(at.folder, at.rel) }

// linkReason says why a symbolic link is left out, which it always is.
func linkReason(root *os.Root, at place) file.Reason {
	_, err := root.Stat(at.inRoot())
	switch {
	case err == nil:
		return link
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ELOOP):
		return linkBroken
	}
	return linkOut
}

// findTop looks for the git repository that a folder lies in and collects the
// rules above the folder. A folder that its repository ignores was opened on
// purpose, so those rules do not hold in it.
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
	return topOf(native, between)
}

// topOf reads the rules of the directories between a folder and the top of its
// repository, which is the last of them.
func topOf(native string, between []string) top {
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

// Reasons that a path alone can give.
const (
	Outside      file.Reason = "outside of what is read" // with the folders in parentheses
	gone         file.Reason = "no such file"
	elsewhere    file.Reason = "in a folder of its own"
	IsDirectory  file.Reason = "a directory" // of what was named as a file
	notDirectory file.Reason = "not a directory"
	link         file.Reason = "symbolic link"
	linkOut      file.Reason = "symbolic link out of the folder"
	linkBroken   file.Reason = "broken symbolic link"
	versions     file.Reason = "version control"
)

// ownFolders are directories that are left out by their names even where no
// rule names them.
var ownFolders = map[string]file.Reason{
	"node_modules": "dependency folder",
	".docuquest":   "our own state",
}

var versionControl = setOf(".git", ".hg", ".svn", ".jj", ".bzr", "CVS")

// isRule says whether a reason means that a file is ignored, rather than that
// it is wanted and cannot be had.
func isRule(r file.Reason) bool {
	return r == byGitIgnore || r == byExclude || r == byOwnIgnore || r == bySecretName || r == versions
}
