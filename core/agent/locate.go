package agent

import (
	"context"
	"strings"

	"docuquest/core/file"
	"docuquest/core/language/text"
)

// A Located is where a citation stands now.
type Located struct {
	Range Range
	// Holds reports that the quote stands at Range; else the file has changed
	// and Range is the nearest place to where it stood.
	Holds bool
	// Context is the paragraph around Range, as it stands in the file, and Quote
	// the quote's place in it.
	Context string
	Quote   text.Span
}

// Locate finds a citation of an earlier answer in what its file says now: where
// it stood or, if the text has moved, where the quote stands next to that. from
// is the encoding of the citation's range, to that of the result. The error is
// that of reading the file.
func (a *Agent) Locate(ctx context.Context, c Citation, from, to text.Encoding) (Located, error) {
	if OnWeb(c.URI) {
		return locatedOnWeb(c), nil
	}
	content, err := a.textAt(ctx, c.URI)
	if err != nil {
		return Located{}, err
	}
	lines := text.NewLines(content)
	was := lines.Span(c.Range.text(), from)
	now, holds := nearest(content, c.Quote, was)
	around := paragraph(content, now)
	return Located{
		Range:   newRange(lines.Range(now, to)),
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

func distance(a, b int) int { return max(a-b, b-a) }

// paragraph is the run of lines around a span that no blank line parts.
func paragraph(content string, s text.Span) text.Span {
	start := strings.LastIndex(content[:s.Start], "\n\n")
	end := strings.Index(content[s.End:], "\n\n")
	around := text.Span{Start: 0, End: len(content)}
	if start >= 0 {
		around.Start = start + len("\n\n")
	}
	if end >= 0 {
		around.End = s.End + end
	}
	return around
}

// text converts a range of a reply.
func (r Range) text() text.Range {
	return text.Range{Start: text.Position(r.Start), End: text.Position(r.End)}
}

// textAt is the text that a citation's range lies in. The error is ErrBehind where that would
// take long.
func (a *Agent) textAt(ctx context.Context, u file.URI) (string, error) {
	if path, _, err := parseTextURI(u); err == nil {
		if f, err := a.byPath(ctx, path); err == nil && !a.isAtHand(f) {
			return "", ErrBehind
		}
		return a.ExtractedText(ctx, u)
	}
	d, err := a.Document(ctx, u)
	if err != nil {
		return "", err
	}
	return d.Text, nil
}
