package answer

import (
	"context"
	"fmt"
	"strings"

	"docuquest/core/language/text"
	"docuquest/core/services/llm"
	"docuquest/prompts"
)

// Generative asks a model for statements with quotes. The reply is data: it is read in
// whatever form it comes, and nothing in it counts as true. Generative is a Reviser too.
type Generative struct {
	Model        llm.Model // must be set
	Prompt       string    // the template prompts.Set.Statements
	RevisePrompt string    // the template prompts.Set.Revise
	// Budget is the number of tokens that the passages in a prompt have at most, as estimated
	// without the model's vocabulary; 0 means DefaultBudget. Passages go whole, the best
	// first, and the very first always goes.
	Budget int
}

// StatementsCategory is the category of requests for statements.
const StatementsCategory = "statements"

// Name is the model's.
func (g Generative) Name() string { return g.Model.Name() }

// Write asks the model once, and takes the statements out of its reply while it
// comes. An empty list of statements is a refusal, and the Note then gives what the
// model missed. What cannot be read becomes statements without quotes. A reply that
// breaks off behind its first statement is a draft whose Note reports that.
//
// The prompt contains both limits of the request; the connection is closed once a
// statement exceeds one. With a limit of citations, a statement of several quotes
// waits, with those behind it, until it is known how many of these have room.
func (g Generative) Write(ctx context.Context, q Request) (Draft, error) {
	draft := Draft{Writer: g.Name(), Form: Report}
	if len(q.Found.Hits) == 0 {
		draft.Refused = true
		return draft, ctx.Err()
	}
	rules := "" // for the length of the answer, each on a line of its own behind the other rules
	if q.Words > 0 {
		rules += fmt.Sprintf("\n- All statements together have at most %s: say what matters most.", text.Counted(q.Words, "word"))
	}
	if q.Citations > 0 {
		rules += fmt.Sprintf("\n- All statements together have at most %s.", text.Counted(q.Citations, "quote"))
	}
	passages := pack(q.Found.Hits, g.Budget)
	request := newRequest(StatementsCategory, g.Prompt, q, passages, map[string]string{"limits": rules, "history": q.History})
	limits := newLimiter(q, &draft)
	reply, err := listen(ctx, g.Model, request, func(c claim) bool {
		return !c.isFilled() || limits.add(statementOf(c, passages))
	})
	limits.flush()
	switch {
	case err != nil && len(draft.Statements) == 0:
		return Draft{}, err
	case err != nil:
		return draft, err
	}
	draft.Table = runFilter(reply.table, passages, q.Found.Hits)
	draft.Refused = len(draft.Statements) == 0 && draft.Table == nil
	draft.Note = text.OneLine(notes(reply, limits.over, len(q.Found.Hits)-len(passages)) + " " + limits.unkept())
	return draft, nil
}

// newRequest fills a template with the question, the passages and further values.
func newRequest(category, template string, q Request, passages []passage, values map[string]string) llm.Request {
	values["query"] = q.Question.Text
	values["documents"] = textOf(passages)
	return llm.Request{
		Category: category,
		Messages: []llm.Message{{Role: llm.User, Text: prompts.Render(template, values)}},
		Sources:  sourcesIn(passages, q.Found.Hits),
		JSON:     true,
	}
}

// statementOf replaces the numbers of passages in a claim by the indexes of their hits.
func statementOf(c claim, passages []passage) Statement {
	s := Statement{Text: c.text}
	for _, q := range c.quotes {
		hit := NoHit
		for _, p := range passages {
			if p.number == q.passage {
				hit = p.hit
			}
		}
		s.Quotes = append(s.Quotes, Quote{Text: q.text, Hit: hit})
	}
	return s
}

// notes returns what a reader of the answer should know, in a few sentences: the first
// sentence of what the model found missing, and how much of the passages or of the reply was lost.
func notes(r reply, over string, leftOut int) string {
	const longest = 300 // characters of the model's remark
	missing, broken, unsent, aside := "", "", "", ""
	for span := range text.Sentences(r.missing) {
		sentence := []rune(Display(span.Of(r.missing)))
		if !hasLetter(string(sentence)) {
			continue
		}
		missing = string(sentence)
		if longest < len(sentence) {
			missing = strings.TrimSpace(string(sentence[:longest])) + " …"
		}
		break
	}
	if r.cut && over == "" {
		broken = "the model's reply broke off"
	}
	if leftOut > 0 {
		unsent = text.Counted(leftOut, "passage") + " did not fit into the request"
	}
	if r.aside > 0 {
		aside = fmt.Sprintf("Besides its statements the model wrote %s, which are not shown.", text.Counted(r.aside, "word"))
	}
	return text.OneLine(strings.Join([]string{missing, incomplete(broken, over, unsent), aside}, " "))
}
