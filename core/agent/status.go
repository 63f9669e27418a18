package agent

import (
	"context"
	"fmt"
	"path"
	"slices"

	"docuquest/core/answer/replies"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
)

// Status is what the agent knows and what it works with.
func (a *Agent) Status() Status {
	a.Settle()
	sizes := a.library.Sizes()
	s := Status{
		IndexState: a.indexState(),
		Writer:     a.preferences().Writer,
		Version:    a.options.Version,
		Vectors:    a.vectors.Status(),
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
		s.Writer = a.defaultWriter(a.mode(""))
	}
	if web := a.options.Web; web != nil {
		s.Web = &WebState{web.Services(), a.options.WebOn}
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

// Paths are the paths of the indexed files, in order, as answers and filters call
// them. The caller owns the slice.
func (a *Agent) Paths() []string {
	var paths []string
	for e := range a.library.Snapshot().All {
		paths = append(paths, e.Path)
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// FileTypes returns what a filter like type:code may name: the families of types, and
// the extensions of some paths, in order. The caller owns the slice.
func FileTypes(paths []string) []string {
	types := question.Families()
	for _, p := range paths {
		if extension := path.Ext(p); len(extension) > 1 && extension != path.Base(p) {
			types = append(types, extension[1:])
		}
	}
	slices.Sort(types)
	return slices.Compact(types)
}

// defaultPagedPassages is how many passages of a single file with pages are read.
const defaultPagedPassages = 5

// paged gives the document that a question is limited to, if it has pages.
func (a *asking) paged(ctx context.Context) *document.Document {
	u, err := file.ParseURI(a.question.URI)
	if a.question.URI == "" || err != nil {
		return nil
	}
	d, err := a.Document(ctx, u)
	if err != nil || !replies.HasPages(d) {
		return nil
	}
	return d
}

// A PageDrawer draws pages of files that have them. It may be used by several
// goroutines at once.
type PageDrawer interface {
	// Draw gives a page, from 1, of a file's content as PNG, so many pixels wide,
	// with places on it marked.
	Draw(ctx context.Context, content string, page int, marks []document.Mark, width int) ([]byte, error)
}

// DrawPage draws a page, from 1, of the file at path as PNG, so many pixels wide,
// with places on it marked. Errors: no such file or page, or a file of a kind
// that has no pages.
func (a *Agent) DrawPage(ctx context.Context, path string, page int, marks []document.Mark, width int) ([]byte, error) {
	f, err := a.view().ByPath(ctx, path)
	if err != nil {
		return nil, err
	}
	if a.options.Pages == nil || f.Language != "pdf" {
		return nil, fmt.Errorf("%s has no pages that can be drawn", path)
	}
	return a.options.Pages.Draw(ctx, f.Content, page, marks, width)
}

// ExtractedText is the text that a URI of [replies.TextURI] names: what was taken out of
// a file, or out of one of its pages. Errors are those of Extracted.
func (a *Agent) ExtractedText(ctx context.Context, u file.URI) (string, error) {
	d, span, err := a.Extracted(ctx, u)
	if err != nil {
		return "", err
	}
	return span.Of(d.Text), nil
}

// Extracted is the document that a URI of [replies.TextURI] names, and which part of its
// text: all of it, or that of one page. Errors are those of [view.View.Extracted].
func (a *Agent) Extracted(ctx context.Context, u file.URI) (*document.Document, text.Span, error) {
	return a.view().Extracted(ctx, u)
}
