package lsp

import (
	"context"
	"fmt"
	"strings"

	"go.lsp.dev/protocol"

	"docuquest/core/answer/render"
	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/search/mentions"
)

const (
	// hoverPassages is how many passages a hover on a word shows.
	hoverPassages = 5
	// hoverLine is the greatest length of a passage in a hover, in bytes.
	hoverLine = 240
)

// hover describes the word or answers the question at a position; null where neither is.
func (s *server) hover(ctx context.Context, p *protocol.HoverParams) (*protocol.Hover, error) {
	if c, isAnswer := s.citationAt(p.TextDocumentPositionParams); isAnswer {
		release(ctx)
		if c == nil {
			return nil, nil
		}
		return s.preview(ctx, c)
	}
	at, ok, err := s.placeOf(ctx, p.TextDocumentPositionParams)
	if err != nil || !ok {
		return nil, err
	}
	if question, where, ok := at.question(); ok && (s.serves(at.file) || at.isMarked()) {
		return s.hoverQuestion(ctx, at, question, where)
	}
	if where, ok := at.word(); ok && s.hoversWords(at.file) {
		return s.hoverWord(ctx, at, where)
	}
	return nil, nil
}

// placeOf finds the place of a request, and reports false for a document that is
// neither a file nor the text of one, or no longer exists. Where the file is
// open it stays on the reader, so that the text is the one at the request's place
// on the wire; all else is read after [release].
func (s *server) placeOf(ctx context.Context, p protocol.TextDocumentPositionParams) (place, bool, error) {
	if e, ok := parseExtracted(string(p.TextDocument.URI)); ok {
		release(ctx)
		content, err := s.agent.ExtractedText(ctx, e.uri())
		if err != nil {
			return place{}, false, ctx.Err()
		}
		f := file.File{Identity: file.Identity{URI: e.uri()}, Path: e.path, Content: content, Language: "plaintext"}
		return placeAt(f, textPosition(p.Position), s.encoding), true, nil
	}
	u, ok := fileURI(string(p.TextDocument.URI))
	if !ok {
		return place{}, false, nil
	}
	f, open := s.agent.Buffer(u)
	if !open {
		release(ctx)
		var err error
		if f, err = s.agent.Read(ctx, u); err != nil {
			return place{}, false, ctx.Err() // a file that is gone is no error of the user's
		}
	}
	return placeAt(f, textPosition(p.Position), s.encoding), true, nil
}

// hoverWord shows where a word occurs, if it occurs on any other line, and not in every other
// file.
func (s *server) hoverWord(ctx context.Context, at place, where text.Span) (*protocol.Hover, error) {
	hits := s.agent.Lookup(at.of(where))
	release(ctx)
	if !hits.Found(ctx) || hits.Frequent() {
		return nil, nil
	}
	m, err := hits.Samples(ctx, hoverPassages, s.encoding, func(p mentions.Place) bool {
		return p.URI == at.file.URI && p.Range.Start.Line == at.number
	})
	if err != nil || len(m.Best) == 0 {
		return nil, err
	}
	return s.hoverReply(at, where, wordMarkdown(at.of(where), m)), nil
}

// wordMarkdown writes the hover on a word.
func wordMarkdown(word string, m *mentions.Mentions) string {
	var out strings.Builder
	fmt.Fprintf(&out, "**%s** occurs at %s in %s.\n", escape(word),
		text.Counted(m.Places, "place", "places"), text.Counted(m.Documents, "document", "documents"))
	for _, p := range m.Best {
		line, word := clip(p.Line, p.Word, hoverLine)
		at := link(p.URI, p.Path, p.Range.Start.Line)
		if language := file.LanguageOf(p.Path); file.IsCode(language) {
			fmt.Fprintf(&out, "\n- %s\n  %s", at, strings.ReplaceAll(fenced(line, language), "\n", "\n  "))
		} else {
			fmt.Fprintf(&out, "\n- %s  \n  %s", at, render.LiteralLine(emphasize(line, word)))
		}
	}
	return out.String() + beingRead(m.Reading)
}

// hoverQuestion answers a question that is only pointed at: by an earlier answer
// of a model, if it is still valid, else from the text of the files.
func (s *server) hoverQuestion(ctx context.Context, at place, question string, where text.Span) (*protocol.Hover, error) {
	s.agent.Settle()
	release(ctx)
	leave, err := s.glances.enter(ctx, patiently)
	if err != nil {
		return nil, err
	}
	defer leave()
	a, err := s.agent.Glance(ctx, question, s.encoding)
	if err != nil {
		return nil, err
	}
	return s.hoverReply(at, where, answerMarkdown(a)), nil
}

// answerMarkdown writes the hover on a question: the answer, whose marks of
// citations become links, and the citations below it.
func answerMarkdown(a *replies.Answer) string {
	var out strings.Builder
	out.WriteString(strings.TrimSpace(linked(a.Markdown, a.Citations, lineOf)))
	out.WriteByte('\n')
	for _, c := range a.Citations {
		quote, _ := clip(c.Said(), text.Span{}, hoverLine)
		at := link(c.URI, c.Path, c.Range.Start.Line)
		if remark := c.Remark(); remark != "" {
			at += " (" + render.LiteralLine(escape(remark)) + ")"
		}
		fmt.Fprintf(&out, "\n%d. %s  \n   %s", c.Number, at, render.LiteralLine(escape(quote)))
	}
	for _, link := range replies.NonEmpty(a.SuggestionMarkdown(), a.OtherwiseMarkdown()) {
		out.WriteString("\n\n" + link + "\n")
	}
	if a.Refused { // which says so itself
		return out.String()
	}
	return out.String() + beingRead(a.Indexed.Reading)
}

// beingRead is the paragraph of a hover on files that have changed and were not searched as
// they are now; "" if there are none.
func beingRead(files int) string {
	if files == 0 {
		return ""
	}
	return "\n\n" + text.Counted(files, "file is", "files are") + " being read.\n"
}

// hoverReply wraps Markdown about a stretch of a file.
func (s *server) hoverReply(at place, where text.Span, markdown string) *protocol.Hover {
	r := protocolRange(at.lines.Range(where, s.encoding))
	return &protocol.Hover{Contents: s.markup(markdown), Range: &r}
}

// markup gives our Markdown in the form that the client shows.
func (s *server) markup(markdown string) *protocol.MarkupContent {
	if s.abilities.plainHovers {
		return &protocol.MarkupContent{Kind: protocol.MarkupKindPlainText, Value: plainLines(markdown)}
	}
	return &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: markdown}
}

// clip shortens a line to about limit bytes around a word in it, and gives the
// word's place in what is left.
func clip(line string, word text.Span, limit int) (string, text.Span) {
	if len(line) <= limit {
		return line, word
	}
	start := max(0, min(word.Start-limit/2, len(line)-limit))
	end := min(len(line), max(start+limit, word.End))
	start, end = runeBoundary(line, start), runeBoundary(line, end)
	clipped, word := line[start:end], word.Shift(-start)
	if 0 < start {
		clipped, word = "…"+clipped, word.Shift(len("…"))
	}
	if end < len(line) {
		clipped += "…"
	}
	return clipped, word
}

// runeBoundary gives the start of the character at offset.
func runeBoundary(s string, offset int) int {
	for 0 < offset && offset < len(s) && s[offset]&0xC0 == 0x80 {
		offset--
	}
	return offset
}
