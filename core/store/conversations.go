package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Conversations keeps each conversation as one Markdown file that people can read, mend
// and delete. A turn is a comment with its record, on a line of its own, and below it the
// answer's document. Files are the user's own: they are added to, never made anew.
//
// The methods may be called from any number of goroutines. Of several processes each may
// add to a conversation while another one does; one that is cut meanwhile may lose a turn
// that another process adds in the same moment.
type Conversations struct {
	folder string
	mu     sync.Mutex // held while a file is written
}

// NewConversations keeps conversations in a folder, which is made with the first turn.
func NewConversations(folder string) *Conversations { return &Conversations{folder: folder} }

// The comment that has a record. HTML knows no comment in a comment, and JSON as we
// write it no ">".
const (
	recordOpens  = "<!-- docuquest "
	recordCloses = " -->"
)

// Append adds a turn to a conversation, which begins with its first: record is JSON on
// one line, document the Markdown for people. Both are written by one call of the system
// and flushed, so that a turn is there as a whole or, where the program ended in the
// midst of it, is left out by Load. Errors: those of the file system, and one for an id
// or a record that is none.
func (c *Conversations) Append(id string, record []byte, document string) error {
	if err := checkTurn(id, record); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := os.MkdirAll(c.folder, 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(c.File(id), os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(separator(f) + turnText(record, document))
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

func checkTurn(id string, record []byte) error {
	switch {
	case !isID(id):
		return badConversation(id)
	case bytes.ContainsAny(record, "<>\n"):
		return errors.New("the record of a turn is no line of JSON without < and >")
	}
	return nil
}

// turnText is a turn as it is in the file. No line of the document can be taken for
// a record.
func turnText(record []byte, document string) string {
	document = strings.ReplaceAll(strings.TrimSpace(document), recordOpens, "<!-- a quoted docuquest ")
	return recordOpens + string(record) + recordCloses + "\n\n" + document + "\n"
}

// separator is what is between a turn and those before it: a blank line, and the end
// of one that was broken off.
func separator(f *os.File) string {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return ""
	}
	last := make([]byte, 1)
	if _, err := f.ReadAt(last, info.Size()-1); err == nil && last[0] == '\n' {
		return "\n"
	}
	return "\n\n"
}

// Load gives the records of a conversation's turns, the oldest first, without what does
// not look like one. They are the caller's. The error wraps fs.ErrNotExist when there is
// no such conversation.
func (c *Conversations) Load(id string) ([][]byte, error) {
	if !isID(id) {
		return nil, badConversation(id)
	}
	content, err := os.ReadFile(c.File(id))
	if err != nil {
		return nil, err
	}
	var records [][]byte
	for line := range bytes.Lines(content) {
		if record, ok := recordIn(line); ok {
			records = append(records, record)
		}
	}
	return records, nil
}

// recordIn is the record that a line holds. A person may have saved the file with other
// ends of lines.
func recordIn(line []byte) ([]byte, bool) {
	rest, opens := bytes.CutPrefix(bytes.TrimRight(line, " \t\r\n"), []byte(recordOpens))
	record, closes := bytes.CutSuffix(rest, []byte(recordCloses))
	return record, opens && closes
}

// Cut takes one turn out of a conversation: from its record up to the next. The file of
// one that has no turn left is removed. No such turn is no error, and no such
// conversation is one that wraps fs.ErrNotExist.
func (c *Conversations) Cut(id string, record []byte) error { return c.put(id, record, "") }

// Replace puts a turn, as Append has it, in the place of one of a conversation. The errors
// are those of Append and Cut.
func (c *Conversations) Replace(id string, old, record []byte, document string) error {
	if err := checkTurn(id, record); err != nil {
		return err
	}
	return c.put(id, old, turnText(record, document)+"\n")
}

// put puts a text in the place of the turn with a record.
func (c *Conversations) put(id string, record []byte, text string) error {
	if !isID(id) {
		return badConversation(id)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	content, err := os.ReadFile(c.File(id))
	if err != nil {
		return err
	}
	var kept []byte
	turns, cutting, cuts := 0, false, false
	for line := range bytes.Lines(content) {
		if found, ok := recordIn(line); ok {
			if cutting = bytes.Equal(found, record); cutting {
				kept = append(kept, text...)
				cuts = true
			} else {
				turns++
			}
		}
		if !cutting {
			kept = append(kept, line...)
		}
	}
	switch {
	case !cuts:
		return nil
	case turns == 0 && len(bytes.TrimSpace(kept)) == 0:
		return os.Remove(c.File(id))
	}
	return write(c.folder, id+documentEnding, kept)
}

// Remove removes a conversation. The error wraps fs.ErrNotExist when there is none.
func (c *Conversations) Remove(id string) error {
	if !isID(id) {
		return badConversation(id)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return os.Remove(c.File(id))
}

// Recent gives the ids of the conversations that were added to last, the newest first, at
// most so many. A folder that is not there yet has none.
func (c *Conversations) Recent(most int) ([]string, error) {
	return recent(c.folder, documentEnding, most)
}

// File is where a conversation lies.
func (c *Conversations) File(id string) string { return filepath.Join(c.folder, id+documentEnding) }

func badConversation(id string) error {
	return fmt.Errorf("conversation %.80q: %w", id, fs.ErrNotExist)
}
