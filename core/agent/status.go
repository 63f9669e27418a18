package agent

import (
	"strings"

	"docuquest/core/index"
)

// maxSkipped is how many skipped files a reply names.
const maxSkipped = 20

// Status says what the agent knows and with what it works.
func (a *Agent) Status() Status {
	a.Settle()
	sizes := a.library.Sizes()
	s := Status{
		IndexState: a.indexState(),
		Writer:     a.preferences().Writer,
		Version:    a.options.Version,
		Vectors:    a.vectors.status(),
		Web:        a.webState(),
		Sizes: map[string]int64{
			"terms":    int64(sizes.Terms),
			"postings": int64(sizes.Postings),
			"tokens":   sizes.Tokens,
			"bytes":    sizes.Bytes,
		},
	}
	a.state.mu.Lock()
	s.Watching = a.state.watching
	a.state.mu.Unlock()
	if s.Writer == "" {
		mode, _ := a.mode("")
		s.Writer = a.defaultWriter(mode)
	}
	if a.options.Model != nil {
		s.Model = a.options.Model.Name()
	}
	return s
}

func (a *Agent) indexState() IndexState {
	a.state.mu.Lock()
	defer a.state.mu.Unlock()
	r := a.state.report
	snap := a.library.Snapshot()
	files := snap.Len()
	left, _ := a.options.Workspace.Left()
	s := IndexState{
		Files:    files,
		Of:       max(a.state.found, files+left, files+r.Of-r.Files), // what the walk could not take is what cannot be taken now
		Complete: a.state.loaded && !a.state.loading,
		Reading:  a.backlog.size(),

		OutOfStep: a.files.AllOutOfStep(),
		Skipped:   Skipped{Reasons: map[string]int{}, First: []SkippedFile{}},
	}
	for reason, n := range r.Reasons {
		s.Skipped.Count += n
		s.Skipped.Reasons[string(reason)] = n
	}
	for _, skip := range r.Skipped[:min(maxSkipped, len(r.Skipped))] {
		s.Skipped.First = append(s.Skipped.First, SkippedFile{skip.Path, string(skip.Reason)})
	}
	s.Skipped.addPartly(snap)
	return s
}

// beingRead is a sentence on files that have changed and were not searched as they are now,
// "" if there are none.
func beingRead(files int) string {
	if files == 0 {
		return ""
	}
	return plural(files, "file is", "files are") + " being read: ask again in a moment."
}

// outOfStep is a sentence on files of which the editor may show another text, "" if there
// are none.
func outOfStep(paths []string) string {
	if len(paths) == 0 {
		return ""
	}
	return "What the editor shows of " + strings.Join(paths, ", ") + " may be another text than the one that was searched: save it."
}

// partly is the reason of files of which something could not be read: pages
// without text, for example. They are indexed by all that could.
const partly = "partly read"

// addPartly names the files that could be read in part alone, in front of those
// that were left out as a whole: they are what a person looks for in vain.
func (s *Skipped) addPartly(snap *index.Snapshot) {
	first := []SkippedFile{}
	for e := range snap.All {
		if e.Problem == "" {
			continue
		}
		s.Count++
		s.Reasons[partly]++
		if len(first) < maxSkipped {
			first = append(first, SkippedFile{e.Path, partly + ": " + e.Problem})
		}
	}
	s.First = append(first, s.First...)
	s.First = s.First[:min(maxSkipped, len(s.First))]
}
