package answer

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"docuquest/core/llm"
	"docuquest/core/retrieve"
	"docuquest/core/text"
	"docuquest/prompts"
)

// Generative asks a model for statements with quotes. What it replies is data:
// it is read however it is written, and believed nowhere.
type Generative struct {
	Model  llm.Model // must be set
	Prompt string    // the template prompts.Set.Statements
	// Budget is the greatest length of the passages in the prompt, in
	// characters; 0 means 24,000. The first passage always goes.
	Budget int
}

// StatementsCategory is the category of requests for statements.
const StatementsCategory = "statements"

const defaultBudget = 24_000

// Name is the model's.
func (g Generative) Name() string { return g.Model.Name() }

// Write asks the model once. An empty list of statements is a refusal, and the
// Note then says what the model missed. A reply that is not what was asked for
// becomes statements without quotes.
func (g Generative) Write(ctx context.Context, q Request) (Draft, error) {
	draft := Draft{Writer: g.Name(), Form: Report}
	if len(q.Found.Hits) == 0 {
		draft.Refused = true
		return draft, ctx.Err()
	}
	shown := g.choosePassages(q.Found.Hits)
	reply, err := llm.Ask(ctx, g.Model, g.request(q, shown), nil)
	if err != nil {
		return Draft{}, err
	}
	parsed := parseReply(reply)
	draft.Statements = statementsOf(parsed, shown)
	draft.Refused = len(draft.Statements) == 0
	draft.Note = notes(parsed, len(q.Found.Hits)-len(shown))
	return draft, nil
}

// A passage is a hit as the model sees it: its number is its place from 1.
type passage struct {
	hit  int
	text string
}

// choosePassages takes the best hits, whole, as long as there is room.
func (g Generative) choosePassages(hits []retrieve.Hit) []passage {
	room := g.Budget
	if room <= 0 {
		room = defaultBudget
	}
	var shown []passage
	for i, h := range hits {
		content := passageText(len(shown)+1, h)
		length := utf8.RuneCountInString(content)
		if len(shown) > 0 && room < length {
			continue
		}
		room -= length
		shown = append(shown, passage{i, content})
	}
	return shown
}

// passageText is "[1] path > titles" above the text of the passage.
func passageText(number int, h retrieve.Hit) string {
	names := append([]string{h.Document.Path}, h.Chunk.Titles...)
	for i, name := range names {
		names[i] = strings.Join(strings.Fields(name), " ")
	}
	return fmt.Sprintf("[%d] %s\n%s\n\n", number, strings.Join(names, " > "), h.Chunk.Text)
}

func (g Generative) request(q Request, shown []passage) llm.Request {
	var documents strings.Builder
	var sources []llm.Source
	for _, p := range shown {
		documents.WriteString(p.text)
		h := q.Found.Hits[p.hit]
		for _, span := range sourcesOf(h) {
			sources = append(sources, llm.Source{Path: h.Document.Path, Start: span.Start, End: span.End})
		}
	}
	prompt := prompts.Render(g.Prompt, map[string]string{
		"query":     q.Question,
		"documents": strings.TrimSuffix(documents.String(), "\n\n"),
	})
	return llm.Request{
		Category: StatementsCategory,
		Messages: []llm.Message{{Role: llm.User, Text: prompt}},
		Sources:  sources,
		JSON:     true,
	}
}

// statementsOf gives the quotes of a reply the hits that their passages are.
func statementsOf(r reply, shown []passage) []Statement {
	var statements []Statement
	for _, claim := range r.claims {
		s := Statement{Text: claim.text}
		for _, q := range claim.quotes {
			hit := NoHit
			if 0 < q.passage && q.passage <= len(shown) {
				hit = shown[q.passage-1].hit
			}
			s.Quotes = append(s.Quotes, Quote{Text: q.text, Hit: hit})
		}
		statements = append(statements, s)
	}
	return statements
}

// notes says in one or two sentences what a reader of the answer should know: what
// the model found missing, and what of the passages or of the reply was lost.
func notes(r reply, leftOut int) string {
	var lost []string
	if r.cut {
		lost = append(lost, "the model's reply broke off")
	}
	switch {
	case leftOut == 1:
		lost = append(lost, "1 passage did not fit into the request")
	case leftOut > 1:
		lost = append(lost, fmt.Sprintf("%d passages did not fit into the request", leftOut))
	}
	note := firstSentence(r.missing)
	if len(lost) > 0 {
		note += " The answer may be incomplete: " + strings.Join(lost, ", and ") + "."
	}
	return strings.TrimSpace(note)
}

// longestNote is the length in characters to which a model's remark is cut.
const longestNote = 300

// firstSentence is the first sentence of what a model wrote that says anything, on
// one line.
func firstSentence(s string) string {
	for span := range text.Sentences(s) {
		sentence := []rune(Display(span.Of(s)))
		if !hasLetter(string(sentence)) {
			continue
		}
		if longestNote < len(sentence) {
			return strings.TrimSpace(string(sentence[:longestNote])) + " …"
		}
		return string(sentence)
	}
	return ""
}
