package agent

import (
	"container/list"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"docuquest/core/file"
	"docuquest/core/ground"
)

// AnswerStore keeps answers between sessions; *store.Answers is one, and says
// what its methods promise.
type AnswerStore interface {
	Keep(id string, record []byte, document string) error
	Load(id string) (record []byte, document string, err error)
	File(id string) string
}

// NewID makes an id for a question that will be asked.
func NewID() string { return strings.ToLower(rand.Text()[:12]) }

// Keep remembers an answer as a document that people can return to, in this
// session and, where there is a store, in later ones. The error is that of the
// store; this session has the answer all the same.
func (a *Agent) Keep(r *Answer) error {
	a.kept.add(r)
	if a.options.Answers == nil {
		return nil
	}
	record, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return a.options.Answers.Keep(r.ID, record, r.Document)
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

// place names the file of a citation, and the page or else the line, from 1.
func (c Citation) place() string {
	if c.Page > 0 {
		return fmt.Sprintf("%s, page %d", c.Path, c.Page)
	}
	return fmt.Sprintf("%s:%d", c.Path, c.Range.Start.Line+1)
}

// asDocument writes an answer as Markdown: the question, the text with its numbers,
// and the sources, each a link to its line with the quote below it. Everything
// that comes from a file or a model is written so that it stands for itself.
func asDocument(r *Answer, text string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n", ground.Inline(r.Question), strings.TrimSpace(text))
	if len(r.Citations) > 0 {
		b.WriteString("\n## Sources\n")
	}
	for _, c := range r.Citations {
		fmt.Fprintf(&b, "\n%d. [%s](%s)", c.Number, ground.Inline(c.place()), LineURI(c.URI, c.Range.Start.Line))
		if len(c.Titles) > 0 {
			fmt.Fprintf(&b, " in %s", ground.Inline(strings.Join(c.Titles, " › ")))
		}
		b.WriteString("\n\n")
		for line := range strings.Lines(c.Quote) {
			b.WriteString(strings.TrimRight("   > "+ground.Inline(strings.TrimSpace(line)), " ") + "\n")
		}
	}
	for _, remark := range r.Remarks() {
		fmt.Fprintf(&b, "\n%s\n", ground.Inline(remark))
	}
	if len(r.Unsupported) > 0 {
		b.WriteString("\n## Without support in your files\n\n")
		for _, s := range r.Unsupported {
			fmt.Fprintf(&b, "- %s\n", ground.Inline(s))
		}
	}
	return b.String()
}

// AlsoLookedFor is a sentence on the words that were added to the question's own,
// as plain text; "" if there are none.
func (r *Answer) AlsoLookedFor() string {
	const most = 12
	shown := r.Added[:min(most, len(r.Added))]
	switch more := len(r.Added) - len(shown); {
	case len(shown) == 0:
		return ""
	case more > 0:
		return fmt.Sprintf("Also looked for: %s and %d more.", strings.Join(shown, ", "), more)
	}
	return "Also looked for: " + strings.Join(shown, ", ") + "."
}
