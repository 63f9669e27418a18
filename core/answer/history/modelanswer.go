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

// ModelAnswer is the newest answer that a model gave to a question, in this session or
// in an earlier one, if all its evidence is still there: each citation's quote is
// searched in what its file says now. The citations are where the quotes are
// now, with positions in e. Case, white space and the marks at the end make no
// other question of one.
func (h *History) ModelAnswer(ctx context.Context, v *view.View, typed string, filters []string, e text.Encoding) (*replies.Answer, bool) {
	for _, id := range h.modelAnswers.ids(h.Answers, typed) {
		r, err := h.Answer(id)
		// It may replace the question only where its search was limited by nothing but the filters.
		isGeneral := err == nil && r.URI == "" && r.Paged == nil && len(r.Carried) == 0 && slices.Equal(r.Filters, filters)
		if !isGeneral {
			continue
		}
		if current, ok := current(ctx, v, r, e); ok {
			return current, true
		}
	}
	return nil, false
}

// current is an answer whose citations are where their quotes are now; false if
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
			return nil, false // what the page says now is unknown without asking for it
		}
		at, err := evidence.Locate(ctx, v, c, from, e)
		if err != nil || !at.Holds {
			return nil, false
		}
		now.Citations[i].Range = at.Range
	}
	if now.Markdown == "" {
		// The document has it between the question and the sources.
		_, body, _ := strings.Cut(now.Document, "\n\n")
		if end := strings.LastIndex(body, "\n## Sources\n"); end >= 0 {
			body = body[:end]
		}
		now.Markdown = strings.TrimSpace(body)
	}
	return &now, true
}

// ByModel reports whether a model wrote an answer to its end, which shows where it has
// it from.
func ByModel(r *replies.Answer) bool {
	// What was counted, and what was asked before, has only as long as nothing changes it.
	return !r.Refused && !r.Stopped && r.Writer != replies.Extractive && r.Writer != replies.HistoryWriter && r.Exact == nil && len(r.Citations) > 0
}

// answeredBefore is among how many of the newest answers of earlier sessions a
// question is looked up.
const answeredBefore = 500

// modelAnswers are the answers of models by their questions. The zero value is empty.
type modelAnswers struct {
	earlier sync.Once // reads those of earlier sessions

	mu         sync.Mutex // guards byQuestion
	byQuestion map[string][]string
}

// add enters an answer of this session, if it is one to return to.
func (m *modelAnswers) add(r *replies.Answer) {
	if !ByModel(r) {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.byQuestion == nil {
		m.byQuestion = map[string][]string{}
	}
	key := replies.QuestionKey(r.Question)
	older := slices.DeleteFunc(slices.Clone(m.byQuestion[key]), func(id string) bool { return id == r.ID })
	m.byQuestion[key] = append([]string{r.ID}, older...)
}

// drop takes answers out.
func (m *modelAnswers) drop(isMeant func(id string) bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for key, ids := range m.byQuestion {
		left := slices.DeleteFunc(slices.Clone(ids), isMeant)
		if m.byQuestion[key] = left; len(left) == 0 {
			delete(m.byQuestion, key)
		}
	}
}

// ids are the answers to a question, the newest first. The slice is never written
// again. The first call reads the records of earlier sessions.
func (m *modelAnswers) ids(store AnswerStore, typed string) []string {
	m.earlier.Do(func() {
		if store == nil {
			return
		}
		ids, err := store.Recent(answeredBefore)
		if err != nil {
			return
		}
		var earlier []*replies.Answer
		for _, id := range ids {
			record, _, err := store.Load(id) // what cannot be read was no answer to return to
			r := &replies.Answer{}
			if err == nil && json.Unmarshal(record, r) == nil && ByModel(r) {
				earlier = append(earlier, &replies.Answer{ID: id, Question: r.Question})
			}
		}
		m.mu.Lock()
		defer m.mu.Unlock()
		if m.byQuestion == nil {
			m.byQuestion = map[string][]string{}
		}
		for _, r := range earlier { // behind the answers of this session
			key := replies.QuestionKey(r.Question)
			if ids := m.byQuestion[key]; !slices.Contains(ids, r.ID) {
				m.byQuestion[key] = append(slices.Clone(ids), r.ID)
			}
		}
	})
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.byQuestion[replies.QuestionKey(typed)]
}
