package history

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"
	"time"

	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
)

// A Turn is one question of a conversation with its answer.
type Turn struct {
	ID         string      `json:"id"` // of the answer
	Time       time.Time   `json:"time"`
	Question   string      `json:"question"`
	Answer     string      `json:"answer"` // Markdown that may be rendered anywhere
	Refused    bool        `json:"refused,omitempty"`
	Carried    []string    `json:"carried,omitempty"` // as Answer.Carried
	References []Reference `json:"references"`
	// OfHistory says that the answer speaks of earlier answers, see Answer.Before. No later
	// question goes on with it, and no model gets it.
	OfHistory bool `json:"ofHistory,omitempty"`
}

// A Reference is a place that an answer cites.
type Reference struct {
	Number int      `json:"number"`
	URI    file.URI `json:"uri"`
	Path   string   `json:"path"`
	Line   int      `json:"line"` // from 1
	Page   int      `json:"page,omitempty"`
	Quote  string   `json:"quote"`
}

// ConversationStore keeps conversations between sessions; *store.Conversations is one,
// and says what its methods promise.
type ConversationStore interface {
	Append(id string, record []byte, document string) error
	Load(id string) (records [][]byte, err error)
	Replace(id string, old, record []byte, document string) error
	Recent(most int) (ids []string, err error)
	File(id string) string
	Cut(id string, record []byte) error
	Remove(id string) error
}

// The names of conversations in a Request that are no ids.
const (
	NoConversation   = "none" // the question is asked by itself
	LastConversation = "last" // the one that was kept last
)

// keptTurns is how many turns of a conversation are at hand. Only the last few say
// anything of what is meant now.
const keptTurns = 100

// talks are the conversations of this session. The zero value has none.
type talks struct {
	mu      sync.Mutex // guards all below
	current string     // the id of the one that questions belong to; "" before the first
	turns   map[string][]Turn
	loaded  map[string]bool // the ones that were read from the store
}

// Converse goes on with a conversation that was kept: its id, or [LastConversation].
// "" begins a new one with the next question. It returns how many turns of it are at
// hand, the last 100 at most; the error wraps fs.ErrNotExist where there is no such
// conversation.
func (h *History) Converse(name string) (turns int, err error) {
	id, known := name, []Turn(nil)
	if name != "" {
		if id, known, err = h.Conversation(name); err != nil {
			return 0, err
		}
	}
	h.talks.mu.Lock()
	defer h.talks.mu.Unlock()
	h.talks.current = id
	return len(known), nil
}

// Turns are the turns of this session's conversation that are at hand, the oldest first,
// the last 100 at most. The slice is never written again.
func (h *History) Turns() []Turn {
	h.talks.mu.Lock()
	defer h.talks.mu.Unlock()
	return h.talks.turns[h.talks.current]
}

// Conversation finds what a question belongs to: the id of a conversation and its turns,
// the oldest first, which are never written again. The id is "" for none. Errors: a name
// that no conversation has.
func (h *History) Conversation(name string) (id string, turns []Turn, err error) {
	if name == NoConversation {
		return "", nil, nil
	}
	if name == LastConversation {
		var kept []string
		if h.Conversations != nil {
			if kept, err = h.Conversations.Recent(1); err != nil {
				return "", nil, err
			}
		}
		if len(kept) == 0 {
			return "", nil, fmt.Errorf("no conversation is kept: %w", fs.ErrNotExist)
		}
		name = kept[0]
	}
	t := &h.talks
	t.mu.Lock()
	defer t.mu.Unlock()
	if name == "" {
		t.current = cmp.Or(t.current, NewID())
		name = t.current
	}
	if t.turns[name] == nil && name != t.current && !t.loaded[name] {
		if err := t.load(name, h.Conversations); err != nil {
			return "", nil, err
		}
	}
	return name, t.turns[name], nil
}

// load reads a conversation that was kept. What cannot be read in it is left out.
func (t *talks) load(id string, from ConversationStore) error {
	missing := fmt.Errorf("there is no conversation %.80q: %w", id, fs.ErrNotExist)
	if from == nil {
		return missing
	}
	records, err := from.Load(id)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return missing
	case err != nil:
		return err
	}
	var turns []Turn
	for _, record := range records {
		var one Turn
		if json.Unmarshal(record, &one) == nil && one.Question != "" {
			turns = append(turns, one)
		}
	}
	t.set(id, turns)
	t.loaded[id] = true
	return nil
}

func (t *talks) set(id string, turns []Turn) {
	if t.turns == nil {
		t.turns, t.loaded = map[string][]Turn{}, map[string]bool{}
	}
	t.turns[id] = turns[max(0, len(turns)-keptTurns):]
}

// AddTurn makes an answer the last turn of a conversation, or puts it in the place of its own
// turn where its question was asked again.
func (h *History) AddTurn(conversation string, r *replies.Answer) {
	t, turn := &h.talks, turnOf(r)
	t.mu.Lock()
	defer t.mu.Unlock()
	turns := slices.Clone(t.turns[conversation])
	if at := slices.IndexFunc(turns, func(before Turn) bool { return before.ID == turn.ID }); at >= 0 {
		turns[at] = turn
	} else {
		turns = append(turns, turn)
	}
	t.set(conversation, turns)
}

// forget takes turns out of the conversations of this session, and gives the ids of
// their answers.
func (t *talks) forget(f Forgetting) (ids []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for id, turns := range t.turns {
		t.turns[id] = slices.DeleteFunc(slices.Clone(turns), func(turn Turn) bool {
			goes := f.All || f.Conversation == id || f.Answer == turn.ID
			if goes {
				ids = append(ids, turn.ID)
			}
			return goes
		})
	}
	return ids
}

// Past is a turn as retrieval sees it.
func (t Turn) Past() retrieve.Past {
	p := retrieve.Past{Question: question.Parse(t.Question), Carried: t.Carried}
	for i, r := range t.References {
		if i == 0 {
			p.Said = r.Quote
		}
		if !slices.Contains(p.Documents, r.URI) {
			p.Documents = append(p.Documents, r.URI)
		}
	}
	return p
}

// turnOf is an answer as a turn, at this moment.
func turnOf(r *replies.Answer) Turn {
	t := Turn{
		ID: r.ID, Time: time.Now().UTC().Truncate(time.Second),
		Question: r.Question, Answer: r.Markdown, Refused: r.Refused, Carried: r.Carried, References: []Reference{},
		OfHistory: r.Writer == replies.HistoryWriter,
	}
	for _, c := range r.Citations {
		t.References = append(t.References, Reference{c.Number, c.URI, c.Path, c.Range.Start.Line + 1, c.Page, c.Quote})
	}
	return t
}

// KeepTurn writes an answer into the file of its conversation, in the place of the one that
// its question had before.
func (h *History) KeepTurn(r *replies.Answer) error {
	if r.Conversation == "" || h.Conversations == nil {
		return nil
	}
	record, err := json.Marshal(turnOf(r))
	if err != nil {
		return err
	}
	kept, err := h.Conversations.Load(r.Conversation)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, old := range kept {
		if answerIn(old) == r.ID {
			return h.Conversations.Replace(r.Conversation, old, record, r.Document)
		}
	}
	return h.Conversations.Append(r.Conversation, record, r.Document)
}
