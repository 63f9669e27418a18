package lsp

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"docuquest/core/answer/evidence"
	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// Citations that are not what they were are diagnostics of the Markdown file or the
// answer that cites. Clients that pull them do so when they like, and are informed when
// other files have changed; to the others they are sent, for every file that is open.
//
//	moved     information  the quote is elsewhere
//	changed   warning      something like it occurs there
//	gone      warning      nothing like it does
//
// A quote that is where the citation says is no diagnostic.

// diagnosticSource is what the client shows as the origin.
const diagnosticSource = "DocuQuest"

// recheckDelay is how long after a change of files citations are checked again, so that
// a burst of changes is one.
const recheckDelay = 300 * time.Millisecond

// citations are checked against the files, and follow them.
type citations interface {
	Locate(ctx context.Context, c replies.Citation, from, to text.Encoding) (evidence.Located, error)
	Evidence(ctx context.Context, u file.URI, markdown string, e text.Encoding) ([]replies.Evidence, error)
	AnswersOn(ctx context.Context, f file.File, at replies.Position, e text.Encoding) ([]evidence.Rest, error)
	Following(ctx context.Context, renames []evidence.Renaming, e text.Encoding) ([]evidence.FileChanges, error)
	Renamed(renames []evidence.Renaming) error
}

// A citer is a text whose citations are checked, as it was when it was taken.
type citer struct {
	uri  file.URI // of the file; the address of an answer's document
	file file.File
	text string
	// answer is the id of the kept answer whose document it is, "" for other files.
	answer string
}

// citerAt finds the text at an address; false for one whose citations are not checked.
// It returns quickly.
func (s *server) citerAt(address string) (citer, bool) {
	if !s.agent.ChecksCitations() {
		return citer{}, false
	}
	id, isAnswer := s.answerID(address)
	if u, ok := fileURI(address); ok {
		f, open := s.agent.Buffer(u)
		return citer{u, f, f.Content, id}, open && f.Language == "markdown"
	}
	if !isAnswer {
		return citer{}, false
	}
	a, err := s.agent.Answer(id)
	if err != nil {
		return citer{}, false
	}
	return citer{uri: file.URI(address), text: a.Document, answer: id}, true
}

// diagnostic reports what has become of the citations of a document.
func (s *server) diagnostic(ctx context.Context, p *protocol.DocumentDiagnosticParams) (*protocol.RelatedFullDocumentDiagnosticReport, error) {
	d, ok := s.citerAt(string(p.TextDocument.URI))
	s.checks.mu.Lock()
	s.checks.asked = true
	s.checks.mu.Unlock()
	release(ctx)
	report := emptyReport()
	if !ok {
		return report, nil
	}
	found, err := s.diagnose(ctx, d)
	report.Items = append(report.Items, found...)
	return report, err
}

// emptyReport is the report on a document whose citations are not checked.
func emptyReport() *protocol.RelatedFullDocumentDiagnosticReport {
	return &protocol.RelatedFullDocumentDiagnosticReport{
		FullDocumentDiagnosticReport: protocol.FullDocumentDiagnosticReport{
			Kind: string(protocol.DocumentDiagnosticReportKindFull), Items: []protocol.Diagnostic{},
		},
	}
}

// diagnose gives the diagnostics of a text.
func (s *server) diagnose(ctx context.Context, d citer) ([]protocol.Diagnostic, error) {
	found, err := s.agent.Evidence(ctx, d.uri, d.text, s.encoding)
	if err != nil {
		return nil, err
	}
	var all []protocol.Diagnostic
	show := s.newShower()
	for _, e := range found {
		if e.State != replies.StateOK {
			all = append(all, s.diagnosticOf(ctx, e, show))
		}
	}
	return all, nil
}

func (s *server) diagnosticOf(ctx context.Context, e replies.Evidence, show *shower) protocol.Diagnostic {
	d := protocol.Diagnostic{
		Range:    locationOf("", e.Range).Range,
		Severity: protocol.DiagnosticSeverityWarning,
		Code:     protocol.String(e.State),
		Source:   protocol.NewOptional(diagnosticSource),
		Message:  protocol.String(visible(e.Message())),
	}
	if e.State == replies.StateMoved {
		d.Severity = protocol.DiagnosticSeverityInformation
	}
	if e.Now == nil || !s.abilities.relatedPlaces {
		return d
	}
	if at, err := show.location(ctx, e.Now.URI, e.Now.Range); err == nil {
		excerpt := visible(text.OneLine(e.Now.Text))
		if longestExcerpt < len(excerpt) {
			excerpt = excerpt[:runeBoundary(excerpt, longestExcerpt)] + "…"
		}
		d.RelatedInformation = []protocol.DiagnosticRelatedInformation{{Location: at, Message: "What is there now: " + excerpt}}
	}
	return d
}

// longestExcerpt is how much of a text a diagnostic shows, in bytes.
const longestExcerpt = 200

// checks is what a session remembers of its diagnostics.
type checks struct {
	// checking is held while citations are checked and what comes of it is sent, so that
	// what was found later is sent later.
	checking sync.Mutex

	mu     sync.Mutex // guards all below
	timer  *time.Timer
	asked  bool                   // the client has pulled some
	pushed map[file.URI]file.Hash // what was sent last of each file whose diagnostics the client shows
}

// push notes that something is sent of a file, and reports false if that was sent last.
func (c *checks) push(u file.URI, sent file.Hash) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pushed[u] == sent {
		return false
	}
	if c.pushed == nil {
		c.pushed = map[file.URI]file.Hash{}
	}
	c.pushed[u] = sent
	return true
}

// doubt says that the client may show nothing of a file any more, as some do of one that
// is closed: what was sent last is sent again should it be open at the next check.
func (c *checks) doubt(u file.URI) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, shown := c.pushed[u]; shown {
		c.pushed[u] = file.Hash{}
	}
}

// drop forgets a file, and reports whether the client shows diagnostics of it.
func (c *checks) drop(u file.URI) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, shown := c.pushed[u]
	delete(c.pushed, u)
	return shown
}

// recheckSoon has citations checked again soon, or what was found before taken away where
// they are checked no more.
func (s *server) recheckSoon() {
	c := &s.checks
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.timer != nil {
		return
	}
	c.timer = time.AfterFunc(recheckDelay, func() { s.background("checking citations", s.recheck) })
}

// begin waits until no other check runs, which ends with end. What changes from now on
// takes another one.
func (c *checks) begin() (end func()) {
	c.checking.Lock()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.timer = nil
	return c.checking.Unlock
}

// recheck has the client pull its diagnostics again, or sends them.
func (s *server) recheck() {
	defer s.checks.begin()()
	if !s.abilities.pullDiagnostics {
		s.pushDiagnostics()
		return
	}
	s.checks.mu.Lock()
	asked := s.checks.asked
	s.checks.mu.Unlock()
	if asked && s.abilities.refreshDiagnostics {
		ctx, cancel := context.WithTimeout(s.ctx, callPatience)
		defer cancel()
		_, _ = s.client.conn.Call(ctx, protocol.MethodWorkspaceDiagnosticRefresh, nil, nil) // a client that refuses shows the old ones
	}
}

// pushDiagnostics sends the diagnostics of all open files that have some, and an empty
// list for each that had some before.
func (s *server) pushDiagnostics() {
	open := map[file.URI]bool{}
	for _, f := range s.agent.Buffers() {
		d, ok := s.citerAt(string(f.URI))
		if !ok {
			continue
		}
		found, err := s.diagnose(s.ctx, d)
		if err != nil {
			return
		}
		open[f.URI] = true
		s.push(f.URI, d.file.Version, found)
	}
	s.checks.mu.Lock()
	shown := slices.Sorted(maps.Keys(s.checks.pushed))
	s.checks.mu.Unlock()
	for _, u := range shown {
		if !open[u] {
			s.push(u, 0, nil)
		}
	}
}

// push sends the diagnostics of a file, unless the client shows just these: every change
// of any file has the citations of all open ones checked, and changes those of few.
func (s *server) push(u file.URI, version int32, found []protocol.Diagnostic) {
	p := &protocol.PublishDiagnosticsParams{URI: uri.URI(u), Diagnostics: []protocol.Diagnostic{}}
	if len(found) == 0 {
		if s.checks.drop(u) {
			s.client.notify(protocol.MethodTextDocumentPublishDiagnostics, p)
		}
		return
	}
	p.Version, p.Diagnostics = protocol.NewOptional(version), found
	if raw, err := protocol.Marshal(p); err == nil && s.checks.push(u, file.HashOf(string(raw))) {
		s.client.notify(protocol.MethodTextDocumentPublishDiagnostics, p)
	}
}
