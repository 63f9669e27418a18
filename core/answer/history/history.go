// Package history keeps the questions of a session and of those before it, with their answers
// and the conversations that they belong to. It finds an answer again, the earlier questions
// that are like one, and the turns of a conversation that may count for the next question.
//
// It asks nothing and writes no answer.
package history

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"docuquest/core/agent/fault"
	"docuquest/core/agent/view"
	"docuquest/core/answer/evidence"
	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/search/embed"
)

// AnswerStore keeps answers between sessions; *store.Answers is one, and says
// what its methods promise.
type AnswerStore interface {
	Keep(id string, record []byte, document string) error
	Load(id string) (record []byte, document string, err error)
	Recent(most int) (ids []string, err error)
	Kept(id string) (time.Time, error)
	File(id string) string
	Remove(id string) error
	KeepAccount(id string, record []byte) error
	LoadAccount(id string) (record []byte, err error)
}

// A History is the questions of a session and of those before it, with their answers. Any
// number of goroutines may use it at once. Its fields are not written after its first use.
type History struct {
	Answers       AnswerStore       // keeps answers between sessions; nil keeps them for this one
	Conversations ConversationStore // keeps conversations between sessions; nil keeps them for this one
	Lexicon       func() embed.Lexicon
	Log           *slog.Logger

	kept         kept
	modelAnswers modelAnswers
	cited        cited
	talks        talks
}

// Keep remembers an answer as a document that people can return to, in this
// session and, where there is a store, in later ones. The error is that of the
// store; this session has the answer all the same.
func (h *History) Keep(r *replies.Answer) error {
	h.kept.add(r)
	h.modelAnswers.add(r)
	if h.Answers == nil {
		return nil
	}
	record, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return h.Answers.Keep(r.ID, record, r.Document)
}

// Answer is one that was kept. The error is of the kind [fault.NotFound] where there is none.
func (h *History) Answer(id string) (*replies.Answer, error) {
	for _, r := range h.kept.all() {
		if r.ID == id {
			h.kept.add(r)
			return r, nil
		}
	}
	var record []byte
	var document string
	err := fs.ErrNotExist
	if h.Answers != nil {
		record, document, err = h.Answers.Load(id)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fault.New(fault.NotFound, "no answer with the id %.80q is kept", id)
	}
	if err != nil {
		return nil, err
	}
	r := &replies.Answer{}
	if err := json.Unmarshal(record, r); err != nil {
		return nil, fmt.Errorf("answer %s cannot be read: %w", id, err)
	}
	r.Document = document
	h.kept.add(r)
	return r, nil
}

// AnswerFile is the file on the disk that has a kept answer's document, for
// editors that cannot show any other; "" without a store.
func (h *History) AnswerFile(id string) file.URI {
	if h.Answers == nil {
		return ""
	}
	return file.FromPath(h.Answers.File(id))
}

// keptInMemory is how many answers are at hand without the store.
const keptInMemory = 100

// kept are the answers used last.
type kept struct {
	mu      sync.Mutex        // guards answers
	answers []*replies.Answer // the one used last first; the slice is never written again
}

// add puts an answer first.
func (k *kept) add(r *replies.Answer) {
	k.drop(func(old *replies.Answer) bool { return old.ID == r.ID })
	k.mu.Lock()
	defer k.mu.Unlock()
	all := append([]*replies.Answer{r}, k.answers...)
	k.answers = all[:min(keptInMemory, len(all))]
}

// drop takes answers out, and returns them.
func (k *kept) drop(isMeant func(*replies.Answer) bool) (dropped []*replies.Answer) {
	k.mu.Lock()
	defer k.mu.Unlock()
	var left []*replies.Answer
	for _, r := range k.answers {
		if isMeant(r) {
			dropped = append(dropped, r)
		} else {
			left = append(left, r)
		}
	}
	k.answers = left
	return dropped
}

// all returns the answers, the one used last first.
func (k *kept) all() []*replies.Answer {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.answers
}

// mostChecked is how many kept answers are looked at, the newest of them.
const mostChecked = 1000

// cited remembers what kept answers cite, so that their records are read once.
type cited struct {
	mu   sync.Mutex                 // guards byID
	byID map[string]*replies.Answer // with the fields alone that citations need
}

// Citing are the kept answers that cite something, the newest first.
func (h *History) Citing() []*replies.Answer {
	ids := replies.Each(h.kept.all(), func(r *replies.Answer) string { return r.ID })
	if h.Answers != nil {
		stored, err := h.Answers.Recent(mostChecked)
		if err != nil {
			h.Log.Warn("the kept answers cannot be listed", "err", err)
		}
		ids = stored
	}
	var all []*replies.Answer
	h.cited.mu.Lock()
	defer h.cited.mu.Unlock()
	if h.cited.byID == nil {
		h.cited.byID = map[string]*replies.Answer{}
	}
	for _, id := range ids {
		if h.cited.byID[id] == nil {
			r, err := h.record(id)
			if err != nil {
				continue
			}
			h.cited.byID[id] = &replies.Answer{ID: id, Question: r.Question, Citations: r.Citations, Encoding: r.Encoding}
		}
		if r := h.cited.byID[id]; len(r.Citations) > 0 {
			all = append(all, r)
		}
	}
	return all
}

// forget has the citations of an answer be read anew.
func (c *cited) forget(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.byID, id)
}

// record is a kept answer, read past the ones that are at hand.
func (h *History) record(id string) (*replies.Answer, error) {
	if h.Answers == nil {
		return h.Answer(id)
	}
	record, document, err := h.Answers.Load(id)
	if err != nil {
		return nil, err
	}
	r := &replies.Answer{}
	err = json.Unmarshal(record, r)
	r.Document = document
	return r, err
}

// Renamed has the kept answers follow files that have other names now, so that they
// cite them there. The error is the first of the store.
func (h *History) Renamed(v *view.View, renames []evidence.Renaming) error {
	var first error
	for _, cites := range h.Citing() {
		if slices.ContainsFunc(cites.Citations, func(c replies.Citation) bool { return evidence.Renamed(renames, c.URI) != c.URI }) {
			if err := h.rewrite(v, cites.ID, renames); first == nil {
				first = err
			}
		}
	}
	return first
}

// rewrite keeps an answer anew that cites files with other names.
func (h *History) rewrite(v *view.View, id string, renames []evidence.Renaming) error {
	r, err := h.record(id)
	if err != nil {
		return err
	}
	next := *r
	next.Citations = slices.Clone(r.Citations)
	for i := range next.Citations {
		old, c := next.Citations[i], &next.Citations[i]
		if c.URI = evidence.Renamed(renames, old.URI); c.URI == old.URI {
			continue
		}
		c.Path = v.Name(c.URI)
		next.Document = strings.ReplaceAll(next.Document, old.Source(), c.Source())
	}
	defer h.cited.forget(id)
	defer h.kept.add(&next) // after the store has it, so that the old one is not read again
	if h.Answers == nil {
		return nil
	}
	record, err := json.Marshal(&next)
	if err != nil {
		return err
	}
	return h.Answers.Keep(id, record, next.Document)
}
