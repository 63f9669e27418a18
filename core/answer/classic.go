package answer

import (
	"context"
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

// Write asks the model once, under the category summarize. The draft's
// statements are the sentences of the reply; their quotes are what stands in
// quotation marks in them, and they themselves where a document holds them.
func (c Classic) Write(ctx context.Context, q Request) (Draft, error) {
	reply, err := llm.Ask(ctx, c.Model, c.request(q), nil)
	if err != nil {
		return Draft{}, err
	}
	draft := Draft{Writer: c.Name(), Form: Verbatim, Text: reply}
	statements := newLimiter(Request{Each: q.Each}, &draft)
	for _, s := range claimsIn(reply, q.Found.Documents) {
		statements.add(s)
	}
	return draft, nil
}

// request puts the documents into the prompt in the order in which they were
// found, each followed by a newline.
func (c Classic) request(q Request) llm.Request {
	var documents strings.Builder
	var sources []llm.Source
	for _, d := range q.Found.Documents {
		documents.WriteString(d.Text)
		documents.WriteByte('\n')
		sources = append(sources, llm.Source{Path: d.Path, End: len(d.Text)})
	}
	prompt := prompts.Render(c.Prompt, map[string]string{
		"query":     q.Question,
		"documents": documents.String(),
	})
	return llm.Request{
		Category: llm.Summarize,
		Messages: []llm.Message{{Role: llm.User, Text: prompt}},
		Sources:  sources,
	}
}

// claimsIn are the sentences of a reply with the quotes that they hold.
func claimsIn(reply string, documents []retrieve.Document) []Statement {
	texts := make([]string, len(documents))
	for i, d := range documents {
		texts[i] = oneSpaced(d.Text)
	}
	quotations := quotationsIn(reply)
	var claims []Statement
	for span := range text.Sentences(reply) {
		s := Statement{Text: span.Of(reply)}
		if !hasLetter(s.Text) {
			continue
		}
		for _, q := range quotations {
			if q.Start < span.End && span.Start < q.End {
				s.Quotes = append(s.Quotes, Quote{Text: q.Of(reply), Hit: NoHit})
			}
		}
		if isVerbatim(s.Text, texts) {
			s.Quotes = append(s.Quotes, Quote{Text: s.Text, Hit: NoHit})
		}
		claims = append(claims, s)
	}
	return claims
}

func oneSpaced(s string) string { return strings.Join(strings.Fields(s), " ") }

func isVerbatim(sentence string, texts []string) bool {
	sentence = oneSpaced(sentence)
	for _, t := range texts {
		if leastQuotation <= utf8.RuneCountInString(sentence) && strings.Contains(t, sentence) {
			return true
		}
	}
	return false
}

// The lengths of quotations. What is shorter is a name or a word that is spoken
// of; what is longer has lost its closing mark.
const (
	leastQuotation   = 12      // characters
	longestQuotation = 4 << 10 // bytes
)

// quotationMarks that open, each with the one that closes.
var quotationMarks = map[string]string{`"`: `"`, "“": "”", "„": "“", "«": "»"}

// quotationsIn are the stretches between double quotation marks, without the
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
