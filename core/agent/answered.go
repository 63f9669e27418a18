package agent

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"docuquest/core/language/text"
)

// Glance answers a question that somebody only points at, with positions in e. That
// should cost nothing and send nothing: it is what a model has said before, if
// [Agent.Answered] has it, else an answer that is taken from the text. Where
// Preferences.ModelHovers says so, the configured writer answers in its place, and what
// it says is kept for the next time. Errors are those of Ask.
func (a *Agent) Glance(ctx context.Context, question string, e text.Encoding) (*Answer, error) {
	if r, ok := a.Answered(ctx, question, e); ok {
		return r, nil
	}
	if !a.preferences().ModelHovers {
		return a.Ask(ctx, Question{Text: question, Encoding: e, Writer: extractive, Notes: "off", Conversation: NoConversation}, nil)
	}
	r, err := a.Ask(ctx, Question{Text: question, Encoding: e, Notes: "off", Conversation: NoConversation}, nil)
	if err == nil && isModels(r) {
		if err := a.Keep(r); err != nil {
			a.log.Warn("an answer could not be kept", "err", err)
		}
	}
	return r, err
}

// Answered is the newest answer that a model gave to a question, in this session or
// in an earlier one, if all its evidence still stands: each citation's quote is
// looked for in what its file says now. The citations are where the quotes stand
// now, with positions in e. Case, white space and the marks at the end make no
// other question of one.
func (a *Agent) Answered(ctx context.Context, question string, e text.Encoding) (*Answer, bool) {
	for _, id := range a.answered.ids(a.options.Answers, question) {
		r, err := a.Answer(id)
		if err != nil || !a.isGeneral(r, question) {
			continue
		}
		if current, ok := a.current(ctx, r, e); ok {
			return current, true
		}
	}
	return nil, false
}

// isGeneral reports whether an answer may stand for a question that is asked without
// anything beside its text: its search was limited by nothing else.
func (a *Agent) isGeneral(r *Answer, question string) bool {
	s, err := newScope(request{what: "question", text: question})
	return err == nil && r.URI == "" && r.Paged == nil && len(r.Carried) == 0 && slices.Equal(r.Filters, s.filter.Strings())
}

// current is an answer whose citations are where their quotes stand now; false if
// one of them is gone.
func (a *Agent) current(ctx context.Context, r *Answer, e text.Encoding) (*Answer, bool) {
	from, ok := text.ParseEncoding(r.Encoding)
	if !ok {
		return nil, false
	}
	now := *r
	now.Encoding = e.String()
	now.Citations = slices.Clone(r.Citations)
	for i, c := range now.Citations {
		if OnWeb(c.URI) {
			return nil, false // what the page says now nobody knows without asking for it
		}
		at, err := a.Locate(ctx, c, from, e)
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

// isModels reports whether a model wrote an answer to its end, which shows where it has
// it from.
func isModels(r *Answer) bool {
	// What was counted, and what was asked before, holds only as long as nothing changes it.
	return !r.Refused && !r.Stopped && r.Writer != extractive && r.Writer != historyWriter && r.Exact == nil && len(r.Citations) > 0
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
func (s *answered) add(r *Answer) {
	if !isModels(r) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byQuestion == nil {
		s.byQuestion = map[string][]string{}
	}
	key := questionKey(r.Question)
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
func (s *answered) ids(store AnswerStore, question string) []string {
	s.earlier.Do(func() { s.append(earlierAnswers(store)) })
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.byQuestion[questionKey(question)]
}

// append puts answers of earlier sessions, the newest first, behind those of this one.
func (s *answered) append(earlier []*Answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byQuestion == nil {
		s.byQuestion = map[string][]string{}
	}
	for _, r := range earlier {
		key := questionKey(r.Question)
		if ids := s.byQuestion[key]; !slices.Contains(ids, r.ID) {
			s.byQuestion[key] = append(slices.Clone(ids), r.ID)
		}
	}
}

// earlierAnswers are those of models that a store holds, the newest first. What
// cannot be read was no answer to return to.
func earlierAnswers(store AnswerStore) []*Answer {
	if store == nil {
		return nil
	}
	ids, err := store.Recent(answeredBefore)
	if err != nil {
		return nil
	}
	var all []*Answer
	for _, id := range ids {
		record, _, err := store.Load(id)
		r := &Answer{}
		if err == nil && json.Unmarshal(record, r) == nil && isModels(r) {
			all = append(all, &Answer{ID: id, Question: r.Question})
		}
	}
	return all
}

// questionKey is the same for questions that differ in case, in white space and in
// the marks at their ends alone.
func questionKey(question string) string {
	return strings.Trim(strings.ToLower(strings.Join(strings.Fields(question), " ")), "?؟？.!… ")
}
