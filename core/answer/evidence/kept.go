package evidence

import (
	"context"
	"slices"

	"docuquest/core/agent/view"
	"docuquest/core/answer/ground"
	"docuquest/core/answer/replies"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// OfKept checks the citations of all kept answers, at most of the newest 1000,
// the newest first. Files that are none of the workspace are left out. e is the
// encoding of the ranges. The error is that of ctx.
func OfKept(ctx context.Context, v *view.View, answers Citing, e text.Encoding) ([]replies.Evidence, error) {
	c := NewChecking(ctx, v, e)
	all := []replies.Evidence{}
	for _, r := range answers() {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for _, one := range r.Citations {
			if found, ok := c.Kept(r, one); ok {
				all = append(all, found)
			}
		}
	}
	return all, ctx.Err()
}

// Kept checks one citation of an answer; false if its file is none of the workspace.
func (c *Checking) Kept(r *replies.Answer, one replies.Citation) (replies.Evidence, bool) {
	at, ok := c.resolve("", ground.Cited{IsLink: true, Target: string(one.URI)})
	if !ok {
		return replies.Evidence{}, false
	}
	from, _ := text.ParseEncoding(r.Encoding)
	found := c.check(cite{uri: at.uri, path: at.path, page: at.page, quote: one.Quote, near: func(lines *text.Lines) (text.Span, bool) {
		start := lines.Offset(text.Position(one.Range.Start), from) // a quote has to begin on its line
		return text.Span{Start: start, End: start}, one.Range.Start.Line < lines.Count()
	}})
	found.First, found.Last = one.Range.Start.Line+1, one.Range.End.Line+1
	found.Answer, found.Question, found.Number = r.ID, r.Question, one.Number
	return found, true
}

// A Rest is a citation by which a kept answer rests on a passage.
type Rest struct {
	Answer string // its id
	Number int    // of the citation in it
}

// AnswersOn are the kept answers that rest on the passage at a position of a file, or,
// where that is in a heading, on its whole section: those whose quotes occur in it as
// they did. The file is as it was when somebody pointed at it. The newest answer comes
// first. The error is that of ctx.
func AnswersOn(ctx context.Context, v *view.View, answers Citing, f file.File, at replies.Position, e text.Encoding) ([]Rest, error) {
	d := v.Parser.Parse(f)
	anchorage := ground.NewAnchorage(d.Text)
	lines := text.NewLines(d.Text)
	passage := passageAt(d, lines.Offset(text.Position(at), e))
	var all []Rest
	for _, r := range answers() {
		from, _ := text.ParseEncoding(r.Encoding)
		for _, one := range r.Citations {
			if one.URI != f.URI {
				continue
			}
			found := anchorage.Find(one.Quote, lines.Span(one.Range.TextRange(), from))
			if found.Ratio == 1 && passage.Contains(found.Span.Start) {
				all = append(all, Rest{r.ID, one.Number})
			}
		}
	}
	return all, ctx.Err()
}

// passageAt is the section whose heading has an offset, or else the innermost block.
func passageAt(d *document.Document, offset int) text.Span {
	var passage text.Span
	for blocks := d.Blocks; ; {
		at := slices.IndexFunc(blocks, func(b document.Block) bool { return b.Span.Contains(offset) })
		if at < 0 || blocks[at].Kind == document.Heading {
			return passage
		}
		if b := blocks[at]; b.Kind == document.Section && len(b.Children) > 0 && b.Children[0].Span.Contains(offset) {
			return b.Span
		}
		passage, blocks = blocks[at].Span, blocks[at].Children
	}
}
