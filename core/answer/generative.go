package answer

import (
	"context"
	"fmt"
	"strings"

	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
	"docuquest/core/services/llm"
	"docuquest/prompts"
)

// Generative asks a model for statements with quotes. What it replies is data:
// it is read however it is written, and believed nowhere. It is a Reviser too.
type Generative struct {
	Model        llm.Model // must be set
	Prompt       string    // the template prompts.Set.Statements
	RevisePrompt string    // the template prompts.Set.Revise
	// Budget is how many tokens the passages in a prompt have at most, as estimated
	// without the model's vocabulary; 0 means DefaultBudget. Passages go whole, the best
	// first, and the very first always goes.
	Budget int
}

// StatementsCategory is the category of requests for statements.
const StatementsCategory = "statements"

// Name is the model's.
func (g Generative) Name() string { return g.Model.Name() }

// Write asks the model once, and takes the statements out of its reply while it
// comes. An empty list of statements is a refusal, and the Note then says what the
// model missed. What cannot be read becomes statements without quotes. A reply that
// breaks off behind its first statement is a draft whose Note says so.
//
// The model is told of both limits of the request; its connection is closed once a
// statement goes beyond one. With a limit of citations, a statement of several quotes
// waits, with those behind it, until it is known how many of these have room.
func (g Generative) Write(ctx context.Context, q Request) (Draft, error) {
	draft := Draft{Writer: g.Name(), Form: Report}
	if len(q.Found.Hits) == 0 {
		draft.Refused = true
		return draft, ctx.Err()
	}
	shown := pack(q.Found.Hits, g.Budget)
	limits := newLimiter(q, &draft)
	reply, err := listen(ctx, g.Model, g.request(q, shown), func(c claim) bool {
		return !c.says() || limits.add(statementOf(c, shown))
	})
	limits.flush()
	if err != nil {
		return draft.unfinished(), err
	}
	draft.Table = runFilter(reply.table, shown, q.Found.Hits)
	draft.Refused = len(draft.Statements) == 0 && draft.Table == nil
	draft.Note = oneSpaced(notes(reply, limits.over, len(q.Found.Hits)-len(shown)) + " " + limits.unkept())
	return draft, nil
}

// unfinished is a draft whose writing failed: nothing where it had not begun.
func (d Draft) unfinished() Draft {
	if len(d.Statements) == 0 {
		return Draft{}
	}
	return d
}

func (g Generative) request(q Request, shown []passage) llm.Request {
	prompt := prompts.Render(g.Prompt, map[string]string{
		"query":     q.Question,
		"documents": textOf(shown),
		"limits":    limitLines(q),
		"history":   q.History,
	})
	return llm.Request{
		Category: StatementsCategory,
		Messages: []llm.Message{{Role: llm.User, Text: prompt}},
		Sources:  sourcesIn(shown, q.Found.Hits),
		JSON:     true,
	}
}

// limitLines are the rules for the length of an answer, each on a line of its own
// behind the other rules, "" if there are none.
func limitLines(q Request) string {
	lines := ""
	if q.Words > 0 {
		lines += fmt.Sprintf("\n- All statements together have at most %s: say what matters most.", counted(q.Words, "word"))
	}
	if q.Citations > 0 {
		lines += fmt.Sprintf("\n- All statements together have at most %s.", counted(q.Citations, "quote"))
	}
	return lines
}

// textOf is what a prompt holds of the passages.
func textOf(shown []passage) string {
	var b strings.Builder
	for _, p := range shown {
		b.WriteString(p.text)
	}
	return strings.TrimSuffix(b.String(), "\n\n")
}

// sourcesIn are the parts of files that stand in the passages.
func sourcesIn(shown []passage, hits []retrieve.Hit) []llm.Source {
	var sources []llm.Source
	for _, p := range shown {
		h := hits[p.hit]
		for _, span := range sourcesOf(h) {
			sources = append(sources, llm.Source{Path: h.Document.Path, Start: span.Start, End: span.End})
		}
		if noteLine(h) != "" { // a summary may tell of all that was summed up
			sources = append(sources, llm.Source{Path: h.Document.Path, Start: h.Lead.Span.Start, End: h.Lead.Span.End})
		}
	}
	return sources
}

// statementOf gives the quotes of a claim the hits that their passages are.
func statementOf(c claim, shown []passage) Statement {
	s := Statement{Text: c.text}
	for _, q := range c.quotes {
		hit := NoHit
		for _, p := range shown {
			if p.number == q.passage {
				hit = p.hit
			}
		}
		s.Quotes = append(s.Quotes, Quote{Text: q.text, Hit: hit})
	}
	return s
}

// notes says in a few sentences what a reader of the answer should know: what the model
// found missing, and what of the passages or of the reply was lost.
func notes(r reply, over string, leftOut int) string {
	broken, unsent, aside := "", "", ""
	if r.cut && over == "" {
		broken = "the model's reply broke off"
	}
	if leftOut > 0 {
		unsent = counted(leftOut, "passage") + " did not fit into the request"
	}
	if r.aside > 0 {
		aside = fmt.Sprintf("Besides its statements the model wrote %s, which are not shown.", counted(r.aside, "word"))
	}
	return oneSpaced(strings.Join([]string{firstSentence(r.missing), incomplete(broken, over, unsent), aside}, " "))
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
