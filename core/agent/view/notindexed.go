package view

import (
	"path"
	"strings"

	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/search/question"
)

// A Scope is the part of a workspace that a question is limited to.
type Scope struct {
	Within func(*index.Entry) bool // nil for the whole workspace
	Filter question.Filter         // of the question and of its request, which Within knows, too
	URI    file.URI                // the file or folder that Within is limited to, "" for none
}

// A Disk reports whether a file exists.
type Disk interface {
	Holds(u file.URI) (bool, error)
}

// notReadable is a kind of reason for which a file or a folder is not indexed.
const notReadable file.Reason = "not readable"

// mayHoldWords reports whether what was left out for a kind of reason could have been
// counted, had it been read. All other reasons are rules of the workspace, or that a file has
// no text.
func mayHoldWords(kind file.Reason) bool {
	return kind == notReadable || kind == TooLarge || kind == "minified" || strings.HasPrefix(string(kind), "no reader for ")
}

// NotIndexed returns what the last walk over the workspace left out though it may contain
// words, and the question may be about: its words are not known. kinds are the files that the
// question names within its scope. Of very many files not all are known by their path; the others
// count in any scope.
func (v *View) NotIndexed(disk Disk, s Scope, kinds question.Filter) replies.Skipped {
	indexed := map[string]bool{}
	for e := range v.Snapshot.All {
		indexed[e.Path] = true // since the walk, perhaps
	}
	counts := map[file.Reason]int{}
	for kind, n := range v.Report.Reasons {
		if mayHoldWords(kind) {
			counts[kind] = n
		}
	}
	skipped := replies.Skipped{Reasons: map[string]int{}, First: []replies.SkippedFile{}}
	for _, skip := range v.Report.Skipped {
		kind := skip.Reason.Kind()
		switch {
		case !mayHoldWords(kind):
		case indexed[skip.Path] || !v.mayBeMeant(disk, skip, s, kinds):
			counts[kind]--
		case len(skipped.First) < replies.MaxSkipped:
			skipped.First = append(skipped.First, replies.SkippedFile{Path: skip.Path, Reason: string(skip.Reason)})
		}
	}
	for kind, n := range counts {
		if n > 0 {
			skipped.Count += n
			skipped.Reasons[string(kind)] = n
		}
	}
	return skipped
}

// mayBeMeant reports whether a file that was left out, or one in a folder that was, may be
// one that the question is about. A file that has gone since is not.
func (v *View) mayBeMeant(disk Disk, skip file.Skip, s Scope, kinds question.Filter) bool {
	// With several folders the path begins with the name of one.
	var u file.URI
	_, inFolder, _ := strings.Cut(skip.Path, "/")
	for _, folder := range v.Folders {
		for _, rest := range []string{skip.Path, inFolder} {
			if named := file.FromPath(path.Join(folder, rest)); u == "" && v.Name(named) == skip.Path {
				u = named
			}
		}
	}
	isFile, err := disk.Holds(u)
	switch {
	case err == nil && !isFile && skip.Reason.Kind() != notReadable:
		return false
	case err == nil && !isFile: // a folder
		if s.URI != "" && !Below(u, s.URI) && !Below(s.URI, u) {
			return false
		}
		return s.Filter.MayAdmitBelow(skip.Path) && kinds.MayAdmitBelow(skip.Path)
	}
	e := &index.Entry{Identity: file.Identity{URI: u}, Path: skip.Path, Language: file.LanguageOf(skip.Path)}
	return (s.Within == nil || s.Within(e)) && kinds.Admits(e.Path, e.Language)
}
