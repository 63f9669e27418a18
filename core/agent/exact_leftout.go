package agent

import (
	"maps"
	"path"
	"slices"
	"strings"

	"docuquest/core/agent/view"
	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/search/counting"
	"docuquest/core/search/question"
)

// Kinds of reasons for which a file is not indexed though it is wanted and may hold words.
// All others are rules of the workspace, or say that there is no text in it.
const (
	notReadable file.Reason = "not readable" // of a folder, too
	isMinified  file.Reason = "minified"
	noReader                = "no reader for " // begins the kind
)

// mayHoldWords reports whether what was left out for a kind of reason could have been
// counted, had it been read.
func mayHoldWords(kind file.Reason) bool {
	return kind == notReadable || kind == view.TooLarge || kind == isMinified || strings.HasPrefix(string(kind), noReader)
}

// notIndexed is what the last walk over the workspace left out and the question may be about,
// kinds being the files that it names besides its scope: nobody can tell what it holds. Of
// very much not all is known by its path, and what is not is counted in any scope.
func (a *asking) notIndexed(kinds question.Filter) replies.Skipped {
	listed, unlisted := a.unread()
	s := replies.Skipped{Reasons: map[string]int{}, First: []replies.SkippedFile{}}
	for _, skip := range listed {
		if !a.mayBeMeant(skip, kinds) {
			continue
		}
		unlisted[skip.Reason.Kind()]++
		if len(s.First) < replies.MaxSkipped {
			s.First = append(s.First, replies.SkippedFile{Path: skip.Path, Reason: string(skip.Reason)})
		}
	}
	for kind, n := range unlisted {
		if n > 0 {
			s.Count += n
			s.Reasons[string(kind)] = n
		}
	}
	return s
}

// unread are the files and folders that the last walk over the workspace left out though
// they may hold words, and how many more there are by the kind of the reason. One that was
// read since is none.
func (a *Agent) unread() (listed []file.Skip, unlisted map[file.Reason]int) {
	unlisted = map[file.Reason]int{}
	a.state.mu.Lock()
	defer a.state.mu.Unlock()
	for kind, n := range a.state.report.Reasons {
		if mayHoldWords(kind) {
			unlisted[kind] = n
		}
	}
	if len(unlisted) == 0 {
		return nil, unlisted
	}
	indexed := map[string]bool{}
	for e := range a.library.Snapshot().All {
		indexed[e.Path] = true
	}
	for _, s := range a.state.report.Skipped {
		if kind := s.Reason.Kind(); mayHoldWords(kind) {
			unlisted[kind]--
			if !indexed[s.Path] {
				listed = append(listed, s)
			}
		}
	}
	return listed, unlisted
}

// mayBeMeant reports whether a file that was left out, or one in a folder that was, may be
// one of those that the question is about. A file that has gone since is none.
func (a *asking) mayBeMeant(skip file.Skip, kinds question.Filter) bool {
	u := a.uriNamed(skip.Path)
	isFile, err := a.options.Workspace.Holds(u)
	switch {
	case err == nil && !isFile && skip.Reason.Kind() != notReadable:
		return false
	case err == nil && !isFile:
		return a.mayBeMeantBelow(u, skip.Path, kinds)
	}
	e := &index.Entry{Identity: file.Identity{URI: u}, Path: skip.Path, Language: file.LanguageOf(skip.Path)}
	return (a.scope.within == nil || a.scope.within(e)) && kinds.Admits(e.Path, e.Language)
}

// mayBeMeantBelow reports whether a file below a folder may be one of those that the
// question is about.
func (a *asking) mayBeMeantBelow(u file.URI, folder string, kinds question.Filter) bool {
	if limit, err := file.ParseURI(a.question.URI); err == nil && !view.Below(u, limit) && !view.Below(limit, u) {
		return false
	}
	return a.scope.filter.MayAdmitBelow(folder) && kinds.MayAdmitBelow(folder)
}

// uriNamed is the URI of what the workspace calls by a path, "" where nothing is. With several
// folders the path begins with the name of one.
func (a *Agent) uriNamed(name string) file.URI {
	_, inFolder, _ := strings.Cut(name, "/")
	for _, folder := range a.options.Workspace.Folders() {
		for _, rest := range []string{name, inFolder} {
			if u := file.FromPath(path.Join(folder, rest)); a.nameOf(u) == name {
				return u
			}
		}
	}
	return ""
}

// byReason returns what was left out by its reasons, in their order.
func byReason(s replies.Skipped) []counting.LeftOut {
	var all []counting.LeftOut
	for _, reason := range slices.Sorted(maps.Keys(s.Reasons)) {
		l := counting.LeftOut{Reason: file.Reason(reason), Count: s.Reasons[reason]}
		for _, f := range s.First {
			if file.Reason(f.Reason).Kind() == l.Reason {
				l.Paths = append(l.Paths, f.Path)
			}
		}
		all = append(all, l)
	}
	return all
}
