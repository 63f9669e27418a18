package agent

import "docuquest/core/answer/replies"

// Status says what the agent knows and with what it works.
func (a *Agent) Status() Status {
	a.Settle()
	sizes := a.library.Sizes()
	s := Status{
		IndexState: a.indexState(),
		Writer:     a.preferences().Writer,
		Version:    a.options.Version,
		Vectors:    a.vectors.Status(),
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

func (a *Agent) indexState() replies.IndexState {
	a.state.mu.Lock()
	defer a.state.mu.Unlock()
	r := a.state.report
	snap := a.library.Snapshot()
	files := snap.Len()
	left, _ := a.options.Workspace.Left()
	s := replies.IndexState{
		Files:    files,
		Of:       max(a.state.found, files+left, files+r.Of-r.Files), // what the walk could not take is what cannot be taken now
		Complete: a.state.loaded && !a.state.loading,
		Reading:  a.backlog.size(),

		OutOfStep: a.files.AllOutOfStep(),
		Skipped:   replies.Skipped{Reasons: map[string]int{}, First: []replies.SkippedFile{}},
	}
	for reason, n := range r.Reasons {
		s.Skipped.Count += n
		s.Skipped.Reasons[string(reason)] = n
	}
	for _, skip := range r.Skipped[:min(replies.MaxSkipped, len(r.Skipped))] {
		s.Skipped.First = append(s.Skipped.First, replies.SkippedFile{Path: skip.Path, Reason: string(skip.Reason)})
	}
	s.Skipped.AddPartly(snap)
	return s
}
