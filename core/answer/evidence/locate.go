package evidence

import (
	"context"
	"fmt"
	"strings"

	"docuquest/core/agent/fault"
	"docuquest/core/agent/view"
	"docuquest/core/answer/replies"
	"docuquest/core/language/text"
)

// A Located is the place of a citation now.
type Located struct {
	Range replies.Range
	// Holds reports that the quote is at Range; else the file has changed
	// and Range is the nearest place to where it was.
	Holds bool
	// Context is the paragraph around Range, as the file has it, and Quote
	// the quote's place in it.
	Context string
	Quote   text.Span
}

// Locate finds a citation of an earlier answer in what its file says now: where
// it was or, if the text has moved, the place of the quote nearest to that. from
// is the encoding of the citation's range, to that of the result. The error
// says that the file cannot be read any more or is being read, or is that of ctx.
func Locate(ctx context.Context, v *view.View, c replies.Citation, from, to text.Encoding) (Located, error) {
	if replies.OnWeb(c.URI) {
		// The page is not asked for again, so that it is as it was read.
		return Located{Range: c.Range, Holds: true, Context: c.Quote, Quote: text.Span{End: len(c.Quote)}}, nil
	}
	content, err := v.TextAt(ctx, c.URI)
	switch {
	case fault.KindOf(err) == fault.Busy:
		return Located{}, fmt.Errorf("%s %w", c.Path, err)
	case err != nil && ctx.Err() == nil:
		return Located{}, fault.New(fault.NotFound, "%s cannot be read any more", c.Path)
	case err != nil:
		return Located{}, err
	}
	lines := text.NewLines(content)
	was := lines.Span(c.Range.TextRange(), from)
	now, holds := nearest(content, c.Quote, was)
	around := text.Span{End: len(content)} // the paragraph, up to blank lines
	if start := strings.LastIndex(content[:now.Start], "\n\n"); start >= 0 {
		around.Start = start + len("\n\n")
	}
	if end := strings.Index(content[now.End:], "\n\n"); end >= 0 {
		around.End = now.End + end
	}
	return Located{
		Range:   replies.NewRange(lines.Range(now, to)),
		Holds:   holds,
		Context: around.Of(content),
		Quote:   now.Shift(-around.Start),
	}, nil
}

// nearest finds a quote at the place where it was or, failing that, nearest to it.
func nearest(content, quote string, was text.Span) (text.Span, bool) {
	if was.Of(content) == quote {
		return was, true
	}
	best, found := was, false
	distance := func(a, b int) int { return max(a-b, b-a) }
	for at := 0; quote != "" && at <= len(content); at++ {
		next := strings.Index(content[at:], quote)
		if next < 0 {
			break
		}
		at += next
		if !found || distance(at, was.Start) < distance(best.Start, was.Start) {
			best, found = text.Span{Start: at, End: at + len(quote)}, true
		}
	}
	return best, found
}
