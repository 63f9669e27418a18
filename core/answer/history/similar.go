package history

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"docuquest/core/agent/fault"
	"docuquest/core/agent/view"
	"docuquest/core/answer/evidence"
	"docuquest/core/answer/render"
	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
)

// SimilarQuestions finds the earlier questions that are like one, by words and meaning, among the
// newest 1000 whose answers are kept: the nearest first, and of one that was asked several
// times the last. Of at most so many of them it looks up what has become of the citations.
// Those of other folders come last, without what their answers say.
// Nothing is sent for it. e is the encoding of ranges. Errors: a question that says
// nothing, a number that is not 1 to MaxRemembered, those of the store and of ctx.
func (h *History) SimilarQuestions(ctx context.Context, v *view.View, asked *question.Question, most int, e text.Encoding) ([]replies.Remembered, error) {
	if most < 1 || replies.MaxRemembered < most {
		return nil, fault.New(fault.Invalid, "limit is %d: it may be 1 to %d questions", most, replies.MaxRemembered)
	}
	found, _, err := h.Similar(ctx, v, asked, "", most, e)
	return found, err
}

// Similar returns the earlier questions that are like one, up to most of them, and how many
// earlier questions there are. The answer with the id except is left out. Errors are those of
// the store and of ctx.
func (h *History) Similar(ctx context.Context, v *view.View, asked *question.Question, except string, most int, e text.Encoding) (found []replies.Remembered, of int, err error) {
	past, err := h.answersBefore(except)
	if err != nil {
		return nil, 0, err
	}
	near := h.nearness(asked, replies.Each(past, func(p pastAnswer) exchange {
		if p.answer.Refused { // it only lists passages that are near, whatever these are on
			return exchange{question: p.past.Question}
		}
		return exchange{p.past.Question, p.answer.Answer}
	}))
	best := slices.DeleteFunc(indices(len(past)), func(i int) bool {
		if replies.QuestionKey(past[i].past.Question) == replies.QuestionKey(asked.Text) {
			near[i] = 1
		}
		return near[i] < leastNear
	})
	slices.SortStableFunc(best, func(i, j int) int { return cmp.Compare(near[j], near[i]) })
	c := evidence.NewChecking(ctx, v, e)
	here, elsewhere := []replies.Remembered{}, []replies.Remembered{}
	for _, i := range best {
		if len(here) == most || ctx.Err() != nil {
			break
		}
		if r := remembered(c, past[i], near[i]); r.Elsewhere {
			elsewhere = append(elsewhere, r)
		} else {
			here = append(here, r)
		}
	}
	all := append(here, elsewhere...)
	return all[:min(most, len(all))], len(past), ctx.Err()
}

// A pastAnswer is one of an earlier question, the last of those to the same one.
type pastAnswer struct {
	past   replies.PastQuestion
	answer *replies.Answer
	times  int
}

// answersBefore are the answers that are kept, the newest first, one to each question. That
// with an id is left out, and so are those on the history itself. What cannot be read is
// none. The error is that of the store.
func (h *History) answersBefore(except string) ([]pastAnswer, error) {
	kept := h.Answers
	if kept == nil {
		return nil, nil
	}
	ids, err := kept.Recent(MaxHistory)
	if err != nil {
		return nil, err
	}
	var all []pastAnswer
	at := map[string]int{}
	for _, id := range ids {
		if id == except {
			continue
		}
		r, err := h.record(id)
		if err != nil || r.Question == "" || r.Writer == replies.HistoryWriter {
			continue
		}
		key := replies.QuestionKey(r.Question)
		if i, known := at[key]; known {
			all[i].times++
			continue
		}
		one := replies.PastQuestion{ID: id, Question: r.Question, Conversation: r.Conversation}
		if find(&one, kept) == nil {
			at[key] = len(all)
			all = append(all, pastAnswer{one, r, 1})
		}
	}
	return all, nil
}

// remembered looks up the citations of an earlier answer.
func remembered(c *evidence.Checking, p pastAnswer, near float64) replies.Remembered {
	r := replies.Remembered{
		PastQuestion: p.past, URI: file.FromPath(p.past.Path), Nearness: replies.Round(near), Times: p.times,
		Refused: p.answer.Refused, Evidence: []replies.Evidence{},
		Standing: replies.CitationStates{Cited: len(p.answer.Citations)},
	}
	for line := range strings.Lines(render.Text(replies.Clip(p.answer.Answer, readForSaid), nil)) {
		if line = strings.Trim(citationMark.ReplaceAllString(line, ""), "-•* \t\n"); line != "" {
			r.Says = replies.Beginning(text.OneLine(line), longestSaid)
			break
		}
	}
	for _, one := range p.answer.Citations {
		found, ok := c.Kept(p.answer, one)
		if !ok {
			r.Standing.Skip(one)
			continue
		}
		r.Standing.Add(found.State)
		r.Evidence = append(r.Evidence, found)
	}
	if s := r.Standing; s.Unknown == s.Cited && s.OnWeb < s.Cited {
		r.Elsewhere, r.Says = true, ""
	}
	return r
}

// longestSaid is how many characters of an answer are shown, and readForSaid how many bytes
// of it are read for that.
const (
	longestSaid = 200
	readForSaid = 2000
)

// citationMark is what leads to a citation in the text of an answer.
var citationMark = regexp.MustCompile(` ?\[\d+\]`)
