package agent

import (
	"context"
	"fmt"

	"docuquest/core/answer/replies"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

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
