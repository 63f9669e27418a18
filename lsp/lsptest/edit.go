package lsptest

import (
	"encoding/json"
	"maps"
	"slices"
)

// A TextEdit is one that the server asks for.
type TextEdit struct {
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
}

// A WorkspaceEdit is what the server asks for, in one of its two forms.
type WorkspaceEdit struct {
	Changes         map[string][]TextEdit `json:"changes"`
	DocumentChanges []struct {
		TextDocument struct {
			URI     string `json:"uri"`
			Version *int   `json:"version"`
		} `json:"textDocument"`
		Edits []TextEdit `json:"edits"`
	} `json:"documentChanges"`
}

// An Applied is the reply to a wish for an edit.
type Applied struct {
	Applied       bool   `json:"applied"`
	FailureReason string `json:"failureReason,omitempty"`
}

// obey does what a call of the server asks for, and gives the result; nil for a call
// of which nothing is known.
func (e *Editor) obey(m Message) any {
	switch {
	case m.Method == "window/showMessageRequest" && e.choose != nil:
		return e.chosen(m)
	case m.Method != "workspace/applyEdit":
		return nil
	}
	if e.before != nil {
		e.before(e)
	}
	var p struct{ Edit WorkspaceEdit }
	if err := json.Unmarshal(m.Params, &p); err != nil {
		return Applied{FailureReason: err.Error()}
	}
	return e.applyEdit(p.Edit)
}

// chosen asks the person; nil where they close the question.
func (e *Editor) chosen(m Message) any {
	var p struct {
		Message string
		Actions []struct{ Title string }
	}
	if err := json.Unmarshal(m.Params, &p); err != nil {
		e.t.Errorf("showMessageRequest: %v", err)
	}
	var titles []string
	for _, action := range p.Actions {
		titles = append(titles, action.Title)
	}
	if title := e.choose(p.Message, titles); title != "" {
		return map[string]any{"title": title}
	}
	return nil
}

// Apply makes an edit that the server offered, as a person who chooses it does.
func (e *Editor) Apply(edit WorkspaceEdit) Applied { return e.applyEdit(edit) }

// applyEdit changes open files as a person would, and informs the server. A text of
// another version than the edit was made for stays as it is.
func (e *Editor) applyEdit(edit WorkspaceEdit) Applied {
	for _, change := range edit.DocumentChanges {
		path, version, open := e.opened(change.TextDocument.URI)
		switch wanted := change.TextDocument.Version; {
		case !open:
			return Applied{FailureReason: "not open"}
		case wanted == nil || *wanted != version:
			return Applied{FailureReason: "the text is another version"}
		}
		e.applyTextEdits(path, change.Edits)
	}
	for _, uri := range slices.Sorted(maps.Keys(edit.Changes)) {
		path, _, open := e.opened(uri)
		if !open {
			return Applied{FailureReason: "not open"}
		}
		e.applyTextEdits(path, edit.Changes[uri])
	}
	return Applied{Applied: true}
}

// applyTextEdits makes edits that all refer to the present text: from the last one
// on, so that none moves another.
func (e *Editor) applyTextEdits(path string, edits []TextEdit) {
	for _, edit := range slices.Backward(edits) {
		e.Edit(path, Edit{Range: &edit.Range, Text: edit.NewText})
	}
}

// opened finds an open file by its URI.
func (e *Editor) opened(uri string) (path string, version int, open bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for path, b := range e.buffers {
		if e.URI(path) == uri {
			return path, b.version, true
		}
	}
	return "", 0, false
}

// Forget makes the editor act as if a file were not open, without a word to the server.
func (e *Editor) Forget(path string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.buffers, path)
}
