package agent

import (
	"container/list"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"time"

	"docuquest/core/file"
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

// NewID makes an id for a question that will be asked.
func NewID() string { return strings.ToLower(rand.Text()[:12]) }

// Keep remembers an answer as a document that people can return to, in this
// session and, where there is a store, in later ones. The error is that of the
// store; this session has the answer all the same.
func (a *Agent) Keep(r *Answer) error {
	a.kept.add(r)
	a.answered.add(r)
	if a.options.Answers != nil {
		record, err := json.Marshal(r)
		if err != nil {
			return err
		}
		if err := a.options.Answers.Keep(r.ID, record, r.Document); err != nil {
			return err
		}
		a.keepAccount(r.ID)
	}
	return a.keepTurn(r)
}

// Answer is one that was kept. The error wraps fs.ErrNotExist when there is none.
func (a *Agent) Answer(id string) (*Answer, error) {
	if r := a.kept.get(id); r != nil {
		return r, nil
	}
	if a.options.Answers == nil {
		return nil, fmt.Errorf("answer %.80q: %w", id, fs.ErrNotExist)
	}
	record, document, err := a.options.Answers.Load(id)
	if err != nil {
		return nil, err
	}
	r := &Answer{}
	if err := json.Unmarshal(record, r); err != nil {
		return nil, fmt.Errorf("answer %s cannot be read: %w", id, err)
	}
	r.Document = document
	a.kept.add(r)
	return r, nil
}

// AnswerFile is the file on the disk that holds a kept answer's document, for
// editors that cannot show any other; "" without a store.
func (a *Agent) AnswerFile(id string) file.URI {
	if a.options.Answers == nil {
		return ""
	}
	return file.FromPath(a.options.Answers.File(id))
}

// keptInMemory is how many answers are at hand without the store.
const keptInMemory = 100

// kept are the answers used last.
type kept struct {
	mu    sync.Mutex // guards all below
	byID  map[string]*list.Element
	order list.List // of *Answer, the one used last in front
}

func (k *kept) add(r *Answer) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.byID == nil {
		k.byID = map[string]*list.Element{}
	}
	if old, ok := k.byID[r.ID]; ok {
		k.order.Remove(old)
	}
	k.byID[r.ID] = k.order.PushFront(r)
	if k.order.Len() > keptInMemory {
		last := k.order.Remove(k.order.Back()).(*Answer)
		delete(k.byID, last.ID)
	}
}

func (k *kept) drop(id string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if e, ok := k.byID[id]; ok {
		k.order.Remove(e)
		delete(k.byID, id)
	}
}

// forget takes out what is to be forgotten, and gives the ids of that.
func (k *kept) forget(f Forgetting) (ids []string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for id, e := range k.byID {
		if talk := e.Value.(*Answer).Conversation; f.All || f.Answer == id || f.Conversation != "" && f.Conversation == talk {
			k.order.Remove(e)
			delete(k.byID, id)
			ids = append(ids, id)
		}
	}
	return ids
}

func (k *kept) get(id string) *Answer {
	k.mu.Lock()
	defer k.mu.Unlock()
	e, ok := k.byID[id]
	if !ok {
		return nil
	}
	k.order.MoveToFront(e)
	return e.Value.(*Answer)
}
