package answer

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
	"docuquest/core/services/llm"
	"docuquest/prompts"
)

// Classic asks a model for a summary of the complete texts of the found
// documents. The reply is the answer, byte for byte.
type Classic struct {
	Model  llm.Model // must be set
	Prompt string    // the template prompts.Set.Summarize
}

// Name is the model's.
func (c Classic) Name() string { return c.Model.Name() }

// Write asks the model once, under the category summarize, with the documents in the order in
// which they were found. The statements of the draft are the sentences of the reply. Their
// quotes are the texts in quotation marks, and the whole sentence where a document contains it.
func (c Classic) Write(ctx context.Context, q Request) (Draft, error) {
	var documents strings.Builder
	var sources []llm.Source
	for _, d := range q.Found.Documents {
		documents.WriteString(d.Text)
		documents.WriteByte('\n')
		sources = append(sources, llm.Source{Path: d.Path, End: len(d.Text)})
	}
	prompt := prompts.Render(c.Prompt, map[string]string{
		"query":     q.Question.Text,
		"documents": documents.String(),
	})
	reply, err := llm.Ask(ctx, c.Model, llm.Request{
		Category: llm.Summarize,
		Messages: []llm.Message{{Role: llm.User, Text: prompt}},
		Sources:  sources,
	}, nil)
	if err != nil {
		return Draft{}, err
	}
	draft := Draft{Writer: c.Name(), Form: Verbatim, Text: reply}
	statements := newLimiter(Request{Each: q.Each}, &draft)
	for _, s := range sentencesOf(reply, q.Found.Documents) {
		statements.add(s)
	}
	return draft, nil
}

// sentencesOf returns the sentences of a reply with their quotes.
func sentencesOf(reply string, documents []retrieve.Document) []Statement {
	texts := make([]string, len(documents))
	for i, d := range documents {
		texts[i] = text.OneLine(d.Text)
	}
	quotations := quotationsIn(reply)
	var all []Statement
	for span := range text.Sentences(reply) {
		s := Statement{Text: span.Of(reply)}
		if !hasLetter(s.Text) {
			continue
		}
		for _, q := range quotations {
			if touches(q, span) {
				s.Quotes = append(s.Quotes, Quote{Text: q.Of(reply), Hit: NoHit})
			}
		}
		line := text.OneLine(s.Text)
		if leastQuotation <= utf8.RuneCountInString(line) && slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(t, line) }) {
			s.Quotes = append(s.Quotes, Quote{Text: s.Text, Hit: NoHit})
		}
		all = append(all, s)
	}
	return all
}

// The lengths of quotations. Shorter ones are names or words that the text is about; longer
// ones have lost their closing marks.
const (
	leastQuotation   = 12      // characters
	longestQuotation = 4 << 10 // bytes
)

// quotationMarks that open, each with the one that closes.
var quotationMarks = map[string]string{`"`: `"`, "“": "”", "„": "“", "«": "»"}

// quotationsIn returns the stretches between double quotation marks, without the
// marks. A quotation does not cross a blank line.
func quotationsIn(s string) []text.Span {
	var all []text.Span
	for at := 0; at < len(s); {
		_, size := utf8.DecodeRuneInString(s[at:])
		closing, opens := quotationMarks[s[at:at+size]]
		at += size
		if !opens {
			continue
		}
		paragraph, _, _ := strings.Cut(s[at:min(len(s), at+longestQuotation)], "\n\n")
		length := strings.Index(paragraph, closing)
		if length < 0 {
			continue
		}
		if leastQuotation <= utf8.RuneCountInString(paragraph[:length]) {
			all = append(all, text.Span{Start: at, End: at + length})
		}
		at += length + len(closing)
	}
	return all
}
