package history

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"docuquest/core/agent/view"
	"docuquest/core/answer/evidence"
	"docuquest/core/answer/replies"
	"docuquest/core/language/text"
)

// Answered is the newest answer that a model gave to a question, in this session or
// in an earlier one, if all its evidence still stands: each citation's quote is
// looked for in what its file says now. The citations are where the quotes stand
// now, with positions in e. Case, white space and the marks at the end make no
// other question of one.
func (h *History) Answered(ctx context.Context, v *view.View, typed string, filters []string, e text.Encoding) (*replies.Answer, bool) {
	for _, id := range h.answered.ids(h.Answers, typed) {
		r, err := h.Answer(id)
		if err != nil || !isGeneral(r, filters) {
			continue
		}
		if current, ok := current(ctx, v, r, e); ok {
			return current, true
		}
	}
	return nil, false
}

// isGeneral reports whether an answer may stand for a question that is asked with these
// filters and without anything beside its text: its search was limited by nothing else.
func isGeneral(r *replies.Answer, filters []string) bool {
	return r.URI == "" && r.Paged == nil && len(r.Carried) == 0 && slices.Equal(r.Filters, filters)
}

// current is an answer whose citations are where their quotes stand now; false if
// one of them is gone.
func current(ctx context.Context, v *view.View, r *replies.Answer, e text.Encoding) (*replies.Answer, bool) {
	from, ok := text.ParseEncoding(r.Encoding)
	if !ok {
		return nil, false
	}
	now := *r
	now.Encoding = e.String()
	now.Citations = slices.Clone(r.Citations)
	for i, c := range now.Citations {
		if replies.OnWeb(c.URI) {
			return nil, false // what the page says now nobody knows without asking for it
		}
		at, err := evidence.Locate(ctx, v, c, from, e)
		if err != nil || !at.Holds {
			return nil, false
		}
		now.Citations[i].Range = at.Range
	}
	if now.Markdown == "" {
		now.Markdown = bodyOf(now.Document)
	}
	return &now, true
}

// bodyOf is what the document of an answer says between the question and the
// sources: the answer as Markdown that may be rendered anywhere.
func bodyOf(document string) string {
	_, body, _ := strings.Cut(document, "\n\n")
	if end := strings.LastIndex(body, "\n## Sources\n"); end >= 0 {
		body = body[:end]
	}
	return strings.TrimSpace(body)
}

// ByModel reports whether a model wrote an answer to its end, which shows where it has
// it from.
func ByModel(r *replies.Answer) bool {
	// What was counted, and what was asked before, holds only as long as nothing changes it.
	return !r.Refused && !r.Stopped && r.Writer != replies.Extractive && r.Writer != replies.HistoryWriter && r.Exact == nil && len(r.Citations) > 0
}

// answeredBefore is among how many of the newest answers of earlier sessions a
// question is looked up.
const answeredBefore = 500

// answered are the questions that models have answered. The zero value is empty.
type answered struct {
	earlier sync.Once // reads those of earlier sessions

	mu         sync.Mutex // guards byQuestion
	byQuestion map[string][]string
}

// add enters an answer of this session, if it is one to return to.
func (s *answered) add(r *replies.Answer) {
	if !ByModel(r) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byQuestion == nil {
		s.byQuestion = map[string][]string{}
	}
	key := replies.QuestionKey(r.Question)
	older := slices.DeleteFunc(slices.Clone(s.byQuestion[key]), func(id string) bool { return id == r.ID })
	s.byQuestion[key] = append([]string{r.ID}, older...)
}

// drop takes an answer out.
func (s *answered) drop(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, ids := range s.byQuestion {
		left := slices.DeleteFunc(slices.Clone(ids), func(other string) bool { return other == id })
		if s.byQuestion[key] = left; len(left) == 0 {
			delete(s.byQuestion, key)
		}
	}
}

// clear takes all out.
func (s *answered) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.byQuestion)
}

// ids are the answers to a question, the newest first. The slice is never written
// again. The first call reads the records of earlier sessions.
func (s *answered) ids(store AnswerStore, typed string) []string {
	s.earlier.Do(func() { s.append(earlierAnswers(store)) })
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.byQuestion[replies.QuestionKey(typed)]
}

// append puts answers of earlier sessions, the newest first, behind those of this one.
func (s *answered) append(earlier []*replies.Answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byQuestion == nil {
		s.byQuestion = map[string][]string{}
	}
	for _, r := range earlier {
		key := replies.QuestionKey(r.Question)
		if ids := s.byQuestion[key]; !slices.Contains(ids, r.ID) {
			s.byQuestion[key] = append(slices.Clone(ids), r.ID)
		}
	}
}

// earlierAnswers are those of models that a store holds, the newest first. What
// cannot be read was no answer to return to.
func earlierAnswers(store AnswerStore) []*replies.Answer {
	if store == nil {
		return nil
	}
	ids, err := store.Recent(answeredBefore)
	if err != nil {
		return nil
	}
	var all []*replies.Answer
	for _, id := range ids {
		record, _, err := store.Load(id)
		r := &replies.Answer{}
		if err == nil && json.Unmarshal(record, r) == nil && ByModel(r) {
			all = append(all, &replies.Answer{ID: id, Question: r.Question})
		}
	}
	return all
}
