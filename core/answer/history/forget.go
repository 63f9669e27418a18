package history

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"docuquest/core/answer/replies"
)

// MaxHistory is how many questions a history lists at most.
const MaxHistory = 1000

// List lists the questions of a store, which may be nil, that
// were asked of one of these folders or of one in them, of any where none is given. They are
// among the newest MaxHistory.
func List(kept AnswerStore, most int, of []string) ([]replies.PastQuestion, error) {
	past := []replies.PastQuestion{}
	if kept == nil {
		return past, nil
	}
	ids, err := kept.Recent(MaxHistory)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		if len(past) == most {
			break
		}
		record, _, err := kept.Load(id)
		if err != nil {
			continue
		}
		one := replies.PastQuestion{}
		if json.Unmarshal(record, &one) != nil || one.Question == "" {
			continue
		}
		isOf := len(of) == 0 || slices.ContainsFunc(of, func(folder string) bool {
			inside := strings.TrimSuffix(folder, string(filepath.Separator)) + string(filepath.Separator)
			return slices.ContainsFunc(one.Folders, func(in string) bool { return in == folder || strings.HasPrefix(in, inside) })
		})
		if !isOf {
			continue
		}
		if one.ID = id; find(&one, kept) == nil {
			past = append(past, one)
		}
	}
	return past, nil
}

// find says where the answer with the id of a question is kept, and since when. The error is
// that of the store.
func find(p *replies.PastQuestion, kept AnswerStore) error {
	since, err := kept.Kept(p.ID)
	p.Path, p.Time = kept.File(p.ID), since.UTC().Truncate(time.Second)
	return err
}

// A Forgetting names what is to be forgotten: one of the three.
type Forgetting struct {
	Answer       string `json:"answer"`       // an id
	Conversation string `json:"conversation"` // an id, with all its answers
	All          bool   `json:"all"`          // every answer and every conversation
}

// Check refuses what names none of the three, or several.
func (f Forgetting) Check() error {
	named := 0
	for _, is := range []bool{f.Answer != "", f.Conversation != "", f.All} {
		if is {
			named++
		}
	}
	if named != 1 {
		return errors.New("what is to be forgotten? The id of an answer, the id of a conversation, or all")
	}
	return nil
}

// Forget removes what is kept, from this session as well, and returns how many answers
// that were. The files are gone then; what was sent for an answer stays listed. The
// error wraps fs.ErrNotExist where there is no such answer or conversation; any other
// one says what is still there, and the rest is gone.
func (h *History) Forget(f Forgetting) (ids []string, err error) {
	if err := f.Check(); err != nil {
		return nil, err
	}
	ids, err = Memory{h.Answers, h.Conversations}.Forget(f)
	here := h.talks.forget(f)
	for _, r := range h.kept.drop(func(r *replies.Answer) bool {
		return f.All || f.Answer == r.ID || f.Conversation != "" && f.Conversation == r.Conversation
	}) {
		here = append(here, r.ID)
	}
	if errors.Is(err, fs.ErrNotExist) && len(here) > 0 {
		err = nil // it was not kept, and this session knew it
	}
	ids = append(ids, here...)
	slices.Sort(ids)
	ids = slices.Compact(ids)
	h.kept.drop(func(r *replies.Answer) bool { return slices.Contains(ids, r.ID) })
	h.modelAnswers.drop(func(id string) bool { return f.All || slices.Contains(ids, id) })
	for _, id := range ids {
		h.cited.forget(id)
	}
	return ids, err
}

// A Memory is what outlives a session. Either part may be nil.
type Memory struct {
	Answers       AnswerStore
	Conversations ConversationStore
}

// Forget removes what f names, which [Forgetting.Check] finds no fault with, and gives
// the ids of the answers that it removed. The errors are those of Agent.Forget.
func (m Memory) Forget(f Forgetting) (ids []string, err error) {
	switch {
	case f.Answer != "":
		if err := m.forgetAnswer(f.Answer); err != nil {
			return nil, err
		}
		return []string{f.Answer}, nil
	case f.Conversation != "":
		return m.forgetConversation(f.Conversation)
	}
	// Everything goes. One thing that cannot be removed does not keep the rest.
	talks, err := m.talks()
	for _, talk := range talks {
		forgotten, failed := m.forgetConversation(talk)
		ids, err = append(ids, forgotten...), cmp.Or(err, failed)
	}
	if m.Answers == nil {
		return ids, err
	}
	rest, failed := m.Answers.Recent(everything)
	err = cmp.Or(err, failed)
	for _, id := range rest {
		found, failed := m.remove(id)
		err = cmp.Or(err, failed)
		if found {
			ids = append(ids, id)
		}
	}
	return ids, err
}

// forgetAnswer removes an answer, and its turn in any conversation.
func (m Memory) forgetAnswer(id string) error {
	found, err := m.remove(id)
	talks, failed := m.talks()
	err = cmp.Or(err, failed)
	for _, talk := range talks {
		records, failed := m.Conversations.Load(talk)
		if !errors.Is(failed, fs.ErrNotExist) { // else it was removed meanwhile
			err = cmp.Or(err, failed)
		}
		for _, record := range records {
			if answerIn(record) == id {
				found = true
				err = cmp.Or(err, m.Conversations.Cut(talk, record))
			}
		}
	}
	if err == nil && !found {
		return fmt.Errorf("no answer %.80q is kept: %w", id, fs.ErrNotExist)
	}
	return err
}

// remove removes an answer from the store, and says whether it was there.
func (m Memory) remove(id string) (found bool, err error) {
	if m.Answers == nil {
		return false, nil
	}
	switch err := m.Answers.Remove(id); {
	case err == nil:
		return true, nil
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	default:
		return false, fmt.Errorf("answer %.80q cannot be removed: %w", id, err)
	}
}

// forgetConversation removes a conversation with its answers. One of them that cannot be
// removed does not keep the rest.
func (m Memory) forgetConversation(id string) (ids []string, err error) {
	missing := fmt.Errorf("no conversation %.80q is kept: %w", id, fs.ErrNotExist)
	if m.Conversations == nil {
		return nil, missing
	}
	records, err := m.Conversations.Load(id)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, missing
	case err != nil:
		return nil, err
	}
	for _, record := range records {
		answer := answerIn(record)
		found, failed := m.remove(answer)
		err = cmp.Or(err, failed)
		if found || m.Answers == nil {
			ids = append(ids, answer)
		}
	}
	return ids, cmp.Or(err, m.Conversations.Remove(id))
}

// everything is more than anybody keeps.
const everything = 1 << 30

// talks are the ids of all conversations.
func (m Memory) talks() ([]string, error) {
	if m.Conversations == nil {
		return nil, nil
	}
	return m.Conversations.Recent(everything)
}

// answerIn is the id of the answer of a turn; "" where it cannot be read.
func answerIn(record []byte) string {
	var turn Turn
	_ = json.Unmarshal(record, &turn) // What cannot be read names no answer.
	return turn.ID
}
