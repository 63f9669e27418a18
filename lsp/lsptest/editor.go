// Package lsptest is an editor for tests: it talks to a session over a pipe in
// memory, keeps its own copy of every text by its own rules, and takes in what
// the server says in the order in which it came.
//
// Nothing in it waits for a time: a reply is there or the test's own deadline
// ends it. Requests can be sent without waiting for their replies, so that a
// session is tested at the speed at which people type.
package lsptest

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"go.lsp.dev/protocol"
	"golang.org/x/tools/txtar"

	"docuquest/core/agent"
	"docuquest/core/answer/replies"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/services/llm"
	"docuquest/lsp"
)

// Options say what an editor works on and how it behaves.
type Options struct {
	// Files is a txtar archive of the workspace, written to a folder of its
	// own. Without it the editor has no folder open.
	Files string
	// Folder is an existing folder that is the workspace instead; Save must not
	// be called then.
	Folder string
	// Model is the agent's model; nil for none.
	Model llm.Model
	// Encodings are offered for positions; nil offers utf-8 and utf-16.
	Encodings []string
	// Server runs the session; nil is lsp.Serve with an agent for Files.
	Server Server
	// Pipe makes what the session runs over; nil is MemoryPipe.
	Pipe Pipe
	// Behavior is how the editor treats the server's calls.
	Behavior Behavior
	// Wishes are the initializationOptions; nil for none.
	Wishes map[string]any
	// Documents makes the editor one that asks for the text of documents of a
	// server's scheme.
	Documents bool
	// State is the folder in which the agent keeps answers; "" for none.
	State string
	// HoverFormats are the forms in which hovers are shown, the best one first; nil says
	// nothing of it.
	HoverFormats []string
	// Registers are the features of text documents that the server may register by
	// language, such as references.
	Registers []string
	// Texts are where the server puts texts that were taken out of files; nil for
	// nowhere.
	Texts lsp.TextStore
	// Parsers read files of these languages, beside Markdown and plain text.
	Parsers map[string]document.Parser
	// Web searches the web for research; nil for none.
	Web agent.WebSearch
	// Offers are what the editor is given; the zero value is the default.
	Offers agent.Offers
	// Configure is as in lsp.Options.
	Configure func(changed json.RawMessage) (agent.Preferences, []string, error)
	// Pages draws pages; nil for none.
	Pages agent.PageDrawer
	// BeforeEdit is called before the editor makes an edit that the server asks for,
	// as for what a person types at that moment; nil for nothing.
	BeforeEdit func(*Editor)
	// Choose is how the person answers a question with titles to choose from, "" for
	// not at all; nil closes every question.
	Choose func(message string, titles []string) string
}

// A Behavior is how an editor treats the server's calls.
type Behavior uint8

const (
	// Modern editors show progress, send file events when asked, make edits for one
	// version of a text, and pull diagnostics.
	Modern Behavior = iota
	// Plain editors can do none of it. They show symbols as a list, take commands in the
	// place of code actions, and make edits of any version.
	Plain
	// Mute editors claim to be modern and never answer a call.
	Mute
)

// An Editor is a client with open files. Its methods may be called from any
// goroutine; the order of the wire is the order of the calls. What goes wrong on
// the wire fails the test.
type Editor struct {
	t        testing.TB
	wire     *Wire
	behavior Behavior
	before   func(*Editor) // is called before an edit of the server's
	choose   func(message string, titles []string) string
	dir      string

	// Encoding of positions that the server chose.
	Encoding string
	// Capabilities that the server has, as they were written on the wire.
	Capabilities json.RawMessage

	mu      sync.Mutex // guards all below
	heard   *sync.Cond // something was heard
	lastID  int
	replies map[string]*Reply
	buffers map[string]*buffer
	story   []Message // notifications and calls of the server, in their order
	over    bool
}

// A buffer is an open file.
type buffer struct {
	version int
	text    *Text
}

// Start opens an editor and begins a session. With files, it returns when they
// have all been read.
func Start(t testing.TB, o Options) *Editor {
	t.Helper()
	e := &Editor{t: t, behavior: o.Behavior, before: o.BeforeEdit, choose: o.Choose, replies: map[string]*Reply{}, buffers: map[string]*buffer{}}
	e.heard = sync.NewCond(&e.mu)
	if o.Files != "" {
		e.dir = t.TempDir()
		unpack(t, e.dir, o.Files)
	} else if o.Folder != "" {
		e.dir = absolute(t, o.Folder)
	}
	serve, pipe := o.Server, o.Pipe
	if serve == nil {
		serve = lsp.Serve
	}
	if pipe == nil {
		pipe = MemoryPipe
	}
	e.wire = dial(t, serve, lsp.Options{NewAgent: newAgent(o), Configure: o.Configure, Texts: o.Texts, Version: "test"}, pipe)
	go e.listen()
	e.initialize(o)
	e.Notify("initialized", struct{}{})
	if e.dir != "" && o.Server == nil {
		e.awaitFiles()
	}
	return e
}

func absolute(t testing.TB, folder string) string {
	t.Helper()
	abs, err := filepath.Abs(folder)
	if err != nil {
		t.Fatal(err)
	}
	return abs
}

// unpack writes the files of an archive.
func unpack(t testing.TB, dir, archive string) {
	t.Helper()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// initialize agrees with the server on what each side can do.
func (e *Editor) initialize(o Options) {
	e.t.Helper()
	encodings := o.Encodings
	if encodings == nil {
		encodings = []string{"utf-8", "utf-16"}
	}
	able := o.Behavior != Plain
	params := map[string]any{
		"processId": os.Getpid(),
		"rootUri":   nil,
		"capabilities": map[string]any{
			"general":      map[string]any{"positionEncodings": encodings},
			"window":       map[string]any{"workDoneProgress": able, "showDocument": map[string]any{"support": able}},
			"workspace":    workspaceAbilities(o, able),
			"textDocument": textDocumentAbilities(o, able),
		},
	}
	if o.Wishes != nil {
		params["initializationOptions"] = o.Wishes
	}
	if e.dir != "" {
		params["workspaceFolders"] = []any{map[string]any{"uri": file.FromPath(e.dir), "name": filepath.Base(e.dir)}}
	}
	var result struct{ Capabilities json.RawMessage }
	var capabilities struct{ PositionEncoding string }
	raw, err := e.Go("initialize", params).Raw()
	if err == nil {
		err = errors.Join(json.Unmarshal(raw, &result), json.Unmarshal(result.Capabilities, &capabilities))
	}
	if err != nil {
		e.t.Fatalf("initialize: %v", err)
	}
	e.Capabilities, e.Encoding = result.Capabilities, capabilities.PositionEncoding
}

func workspaceAbilities(o Options, able bool) map[string]any {
	abilities := map[string]any{
		"didChangeWatchedFiles": map[string]any{"dynamicRegistration": able},
		"applyEdit":             true,
		"workspaceEdit":         map[string]any{"documentChanges": able},
		"diagnostics":           map[string]any{"refreshSupport": able},
	}
	if o.Documents {
		abilities["textDocumentContent"] = map[string]any{}
	}
	return abilities
}

func textDocumentAbilities(o Options, able bool) map[string]any {
	actions := map[string]any{}
	if able {
		kinds := map[string]any{"valueSet": []string{"", "quickfix", "refactor"}}
		actions["codeActionLiteralSupport"] = map[string]any{"codeActionKind": kinds}
	}
	abilities := map[string]any{
		"documentSymbol":     map[string]any{"hierarchicalDocumentSymbolSupport": able},
		"codeAction":         actions,
		"publishDiagnostics": map[string]any{"relatedInformation": true},
	}
	if o.HoverFormats != nil {
		abilities["hover"] = map[string]any{"contentFormat": o.HoverFormats}
	}
	for _, feature := range o.Registers {
		ability, _ := abilities[feature].(map[string]any)
		if ability == nil {
			ability = map[string]any{}
			abilities[feature] = ability
		}
		ability["dynamicRegistration"] = true
	}
	if able {
		abilities["diagnostic"] = map[string]any{"relatedInformation": true}
	}
	return abilities
}

// awaitFiles asks until all files are read. Their progress does not show that: what
// is over before the client has agreed to see it is never shown.
func (e *Editor) awaitFiles() {
	e.t.Helper()
	for {
		var status struct{ Complete bool }
		if err := e.Command("docuquest.status", nil, &status); err != nil {
			e.t.Fatalf("status: %v", err)
		}
		if status.Complete {
			return
		}
	}
}

// URI names a file of the workspace, or of no folder where there is none. A path
// that is an address already stays as it is.
func (e *Editor) URI(path string) string {
	if strings.Contains(path, ":/") {
		return path
	}
	if filepath.IsAbs(path) || e.dir == "" {
		return string(file.FromPath(filepath.Join("/", path)))
	}
	return string(file.FromPath(filepath.Join(e.dir, path)))
}

// Dir is the workspace's folder, "" for none.
func (e *Editor) Dir() string { return e.dir }

// Open opens a file with the text that the disk has.
func (e *Editor) Open(path string) {
	e.t.Helper()
	content, err := os.ReadFile(filepath.Join(e.dir, path))
	if err != nil {
		e.t.Fatal(err)
	}
	e.OpenText(path, string(content))
}

// OpenText opens a file with another text, as after a restored session.
func (e *Editor) OpenText(path, content string) {
	e.mu.Lock()
	e.buffers[path] = &buffer{version: 1, text: NewText(content, e.Encoding)}
	e.mu.Unlock()
	e.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": e.URI(path), "languageId": file.LanguageOf(path), "version": 1, "text": content,
	}})
}

// An Edit replaces a range, or the whole text if Range is nil.
type Edit struct {
	Range *Range `json:"range,omitempty"`
	Text  string `json:"text"`
}

// Edit changes an open file: each edit refers to the text that the one before it
// left. It does not wait.
func (e *Editor) Edit(path string, edits ...Edit) {
	e.t.Helper()
	e.mu.Lock()
	b := e.buffers[path]
	if b == nil {
		e.mu.Unlock()
		e.t.Fatalf("%s is not open", path)
	}
	for _, edit := range edits {
		b.text.Apply(edit)
	}
	b.version++
	version := b.version
	e.mu.Unlock()
	e.Notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": e.URI(path), "version": version},
		"contentChanges": edits,
	})
}

// Content is the editor's own idea of what an open file holds.
func (e *Editor) Content(path string) string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.buffers[path].text.String()
}

// Find is the position of the first place of a text in an open file.
func (e *Editor) Find(path, text string) Position {
	e.t.Helper()
	content := e.Content(path)
	before, _, found := strings.Cut(content, text)
	if !found {
		e.t.Fatalf("there is no %q in %s", text, path)
	}
	return NewText(content, e.Encoding).Position(NewText(before, e.Encoding).Len())
}

// Save writes an open file to the disk and says so.
func (e *Editor) Save(path string) {
	e.t.Helper()
	if err := os.WriteFile(filepath.Join(e.dir, path), []byte(e.Content(path)), 0o644); err != nil {
		e.t.Fatal(err)
	}
	e.Notify("textDocument/didSave", e.document(path))
}

// Close closes an open file without saving it.
func (e *Editor) Close(path string) {
	e.mu.Lock()
	delete(e.buffers, path)
	e.mu.Unlock()
	e.Notify("textDocument/didClose", e.document(path))
}

func (e *Editor) document(path string) map[string]any {
	return map[string]any{"textDocument": map[string]any{"uri": e.URI(path)}}
}

// At is the parameters of a request about a position.
func (e *Editor) At(path string, line, character int) map[string]any {
	p := e.document(path)
	p["position"] = Position{line, character}
	return p
}

// Hover asks what is known of a position; nil for nothing.
func (e *Editor) Hover(path string, line, character int) (*protocol.Hover, error) {
	var h *protocol.Hover
	err := e.Call("textDocument/hover", e.At(path, line, character), &h)
	return h, err
}

// HoverText is the Markdown of a hover, "" for none. An error fails the test.
func (e *Editor) HoverText(path string, line, character int) string {
	e.t.Helper()
	h, err := e.Hover(path, line, character)
	if err != nil {
		e.t.Fatalf("hover: %v", err)
	}
	if h == nil {
		return ""
	}
	return h.Contents.(*protocol.MarkupContent).Value
}

// Definition asks for the best place of the word at a position.
func (e *Editor) Definition(path string, line, character int) (*protocol.Location, error) {
	var l *protocol.Location
	err := e.Call("textDocument/definition", e.At(path, line, character), &l)
	return l, err
}

// References asks for all places of the word at a position.
func (e *Editor) References(path string, line, character int) ([]protocol.Location, error) {
	p := e.At(path, line, character)
	p["context"] = map[string]any{"includeDeclaration": true}
	var l []protocol.Location
	err := e.Call("textDocument/references", p, &l)
	return l, err
}

// Symbols asks for the structure of a file, as a tree; nil for none.
func (e *Editor) Symbols(path string) (protocol.DocumentSymbolSlice, error) {
	var s protocol.DocumentSymbolSlice
	err := e.Call("textDocument/documentSymbol", e.document(path), &s)
	return s, err
}

// SymbolList is Symbols for an editor that shows a list.
func (e *Editor) SymbolList(path string) (protocol.SymbolInformationSlice, error) {
	var s protocol.SymbolInformationSlice
	err := e.Call("textDocument/documentSymbol", e.document(path), &s)
	return s, err
}

// DocumentText asks for the text of a document of the server's scheme.
func (e *Editor) DocumentText(uri string) (string, error) {
	var result struct {
		Text string `json:"text"`
	}
	err := e.Call("workspace/textDocumentContent", map[string]any{"uri": uri}, &result)
	return result.Text, err
}

// Command runs a command and waits for its result; a nil result drops it.
func (e *Editor) Command(name string, argument, result any) error {
	raw, err := e.Go("workspace/executeCommand", commandOf(name, argument)).Raw()
	if err != nil || result == nil {
		return err
	}
	return json.Unmarshal(raw, result)
}

// Ask asks a question and waits for the answer.
func (e *Editor) Ask(argument any) (*replies.Answer, error) {
	var a replies.Answer
	err := e.Command("docuquest.ask", argument, &a)
	return &a, err
}

// commandOf is the parameters of a command; a nil argument is none.
func commandOf(name string, argument any) map[string]any {
	p := map[string]any{"command": name}
	if argument != nil {
		p["arguments"] = []any{argument}
	}
	return p
}

// Cancel cancels a request that was sent by Go.
func (e *Editor) Cancel(r *Reply) { e.Notify("$/cancelRequest", map[string]any{"id": r.id}) }

// Shutdown ends the session as the protocol wants it and gives the exit code.
func (e *Editor) Shutdown() (code int, err error) {
	if err := e.Call("shutdown", nil, nil); err != nil {
		return 0, err
	}
	e.Notify("exit", nil)
	return e.wire.Wait()
}

// Wire is the bare end of the session, for what no editor would send.
func (e *Editor) Wire() *Wire { return e.wire }
