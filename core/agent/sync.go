package agent

import (
	"context"

	"docuquest/core/agent/view"
	"docuquest/core/file"
)

// Sync brings the index up to date, as far as that does not take long, and returns the
// workspace as it is then. All that was typed before is indexed, and so is what has changed on
// the disk, but for files that take longer than a question waits; the view says how many these
// are. Sync may wait for a disk, so the reader of the protocol calls [Agent.Settle] in its
// place.
func (a *Agent) Sync(ctx context.Context) *view.View {
	a.Settle()
	a.backlog.await(ctx)
	return a.view()
}

// view is the workspace at this moment.
func (a *Agent) view() *view.View {
	a.state.mu.Lock()
	report, complete := a.state.report, a.state.loaded && !a.state.loading
	a.state.mu.Unlock()
	return &view.View{
		Files: a.files.Snapshot(), Snapshot: a.library.Snapshot(), Library: a.library, Parser: a.parser,
		Folders: a.options.Workspace.Folders(), Name: a.nameOf, AtHand: a.isAtHand, Report: report,
		Lexicon: a.lexicon, Weights: a.meaning, Log: a.log,
		Reading: a.backlog.size(), Complete: complete,
	}
}

// nameOf names a file for people.
func (a *Agent) nameOf(u file.URI) string {
	if namer, ok := a.options.Workspace.(file.Namer); ok {
		return namer.NameOf(u)
	}
	return u.Path()
}
