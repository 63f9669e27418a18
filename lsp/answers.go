package lsp

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"docuquest/core/agent"
	"docuquest/core/agent/fault"
	"docuquest/core/answer/evidence"
	"docuquest/core/answer/history"
	"docuquest/core/answer/render"
	"docuquest/core/answer/replies"
	"docuquest/core/answer/sent"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// Answers are documents, so that an editor's own keys work in them. Their
// addresses are docuquest:/answers/<id>.md or, for a client that asks for titles,
// docuquest:/answers/<id>/<question>.md; both lead to it for all. A client that can show documents of
// a scheme asks for their text; to another one the file in the user's state
// folder is shown, which says the same.

const (
	// documentScheme is that of the documents that the server makes.
	documentScheme = "docuquest"
	answerFolder   = documentScheme + ":/answers/"
	answerEnding   = ".md"
)

// methodAnswer informs a client how far an answer is; it asks for that by its
// initializationOptions.
const methodAnswer = "docuquest/answer"

// An answerState is one state of an answer that grows.
type answerState struct {
	ID   string `json:"id"`
	URI  string `json:"uri"`
	Text string `json:"text"`
	Done bool   `json:"done"`
}

// answers are the kept answers.
type answers interface {
	AnswerFile(id string) file.URI
	Keep(a *replies.Answer) error
	Answer(id string) (*replies.Answer, error)
	Sent(id string) (*sent.Record, error)
	Forget(f history.Forgetting) (forgotten int, err error)
}

// A growing is the document of a question that is being answered. Its methods
// are called one after the other.
type growing struct {
	server   *server
	id       string
	question string
	show     bool
	again    bool   // it was answered before, and is open in the editor if anything is
	proven   string // what is shown of an answer so far, as Markdown
}

// drafts are the texts of answers in the making, and of the last that came to
// nothing.
type drafts struct {
	mu    sync.Mutex // guards all below
	texts map[string]string
	order []string // ids, the oldest first
}

const mostDrafts = 100

func (d *drafts) set(id, text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.texts == nil {
		d.texts = map[string]string{}
	}
	if _, known := d.texts[id]; !known {
		d.order = append(d.order, id)
	}
	d.texts[id] = text
	if len(d.order) > mostDrafts {
		delete(d.texts, d.order[0])
		d.order = d.order[1:]
	}
}

// drop drops the texts whose ids go.
func (d *drafts) drop(goes func(id string) bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	maps.DeleteFunc(d.texts, func(id, _ string) bool { return goes(id) })
	d.order = slices.DeleteFunc(d.order, goes)
}

func (d *drafts) text(id string) (string, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	t, ok := d.texts[id]
	return t, ok
}

// stage says in the document what is being done, below what was proven so far.
func (g *growing) stage(stage agent.Stage) {
	switch {
	case stage.Proven != "":
		g.proven = stage.Proven
	case stage.Meanwhile != nil: // all but its title
		_, body, _ := strings.Cut(stage.Meanwhile.Document, "\n")
		g.proven = "*The model has not replied yet, so this answer is taken from the text.*\n\n" + strings.TrimSpace(body)
	}
	g.say("*"+render.Inline(stage.Message)+" …*", false)
}

// say shows a line below what is shown of the answer so far.
func (g *growing) say(line string, done bool) {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", render.Inline(g.question))
	if g.proven != "" {
		b.WriteString(g.proven + "\n\n")
	}
	b.WriteString(line + "\n")
	g.set(b.String(), done)
}

// finish keeps the answer, and puts it in the place of what the document said.
func (g *growing) finish(a *replies.Answer) {
	err := g.server.agent.Keep(a)
	if err != nil {
		g.server.client.show(protocol.MessageTypeWarning, "DocuQuest: the answer could not be kept: "+err.Error())
	}
	g.set(a.Document, true)
	g.server.drafts.drop(func(id string) bool { return id == g.id })
	if err == nil && g.show && !g.again && !g.server.abilities.ourDocuments {
		g.server.open(string(g.server.agent.AnswerFile(g.id)))
	}
}

// fail says in the document why there is no answer, or no other one than what it shows.
func (g *growing) fail(err error) {
	why := err.Error()
	if fault.KindOf(err) == fault.Stopped {
		why = "Stopped."
	}
	g.say(render.Inline(why), true)
}

// set gives the document a new text and notifies the client.
func (g *growing) set(text string, done bool) {
	s := g.server
	s.drafts.set(g.id, text)
	if s.wishes.Answers {
		s.client.notify(methodAnswer, answerState{g.id, s.answerURI(g.id, g.question), text, done})
	}
	if s.abilities.textContent && g.show {
		s.background("refreshing an answer", func() {
			params := &protocol.TextDocumentContentRefreshParams{URI: uri.URI(s.answerURI(g.id, g.question))}
			_ = s.client.call(s.ctx, protocol.MethodWorkspaceTextDocumentContentRefresh, params, nil) // a client that refuses shows the old text
		})
	}
}

// open shows a document in the editor. Where that opens none when asked to, a
// message shows where it is.
func (s *server) open(address string) {
	switch {
	case address == "":
		s.client.show(protocol.MessageTypeWarning, "DocuQuest: the answer cannot be opened: no file holds it, since answers are not kept")
		return
	case !s.abilities.showDocument:
		u, isFile := fileURI(address)
		if isFile {
			address = filepath.FromSlash(u.Path())
		}
		s.client.show(protocol.MessageTypeInfo, "DocuQuest: this editor opens nothing by itself; what was asked for is "+address)
		return
	}
	s.background("showing a document", func() {
		takeFocus := true
		s.problem("a document could not be shown", s.client.call(s.ctx, protocol.MethodWindowShowDocument,
			&protocol.ShowDocumentParams{URI: uri.URI(address), TakeFocus: &takeFocus}, nil))
	})
}

// answerURI is the address of the document of an answer to a question.
func (s *server) answerURI(id, question string) string { return s.addressOf(answerFolder+id, question) }

// longestTitle is how much of a title an address has, in bytes.
const longestTitle = 80

// addressOf completes the address of a document by its title, for a client that asks for
// titles.
func (s *server) addressOf(address, title string) string {
	title = nameLine(strings.NewReplacer("/", " ", `\`, " ").Replace(title), longestTitle)
	if s.wishes.Titles && title != "" {
		address += "/" + url.PathEscape(title)
	}
	return address + answerEnding
}

// answerID reads the address of an answer's document: one of our scheme, or the
// file in the state folder.
func (s *server) answerID(address string) (id string, ok bool) {
	if strings.HasPrefix(address, answerFolder) {
		return documentID(address, answerFolder)
	}
	u, isFile := fileURI(address)
	if !isFile {
		return "", false
	}
	id = strings.TrimSuffix(path.Base(u.Path()), answerEnding)
	return id, id != "" && s.agent.AnswerFile(id) == u
}

func (s *server) answerText(id string) (string, error) {
	if t, ok := s.drafts.text(id); ok {
		return t, nil
	}
	a, err := s.agent.Answer(id)
	if err != nil {
		return "", err
	}
	return a.Document, nil
}

// A cited is a citation that a position in an answer's document points at.
type cited struct {
	answer *replies.Answer
	replies.Citation
	where text.Span // of the mark in the document
	lines *text.Lines
}

// citationAt finds the citation at a position in a document of ours: the [1] in
// the text, or the number in front of a source. isAnswer reports whether the
// document is one of ours at all.
func (s *server) citationAt(p protocol.TextDocumentPositionParams) (c *cited, isAnswer bool) {
	id, ok := s.answerID(string(p.TextDocument.URI))
	if !ok {
		return nil, false
	}
	a, err := s.agent.Answer(id)
	if err != nil {
		return nil, true
	}
	document := a.Document
	if f, open := s.bufferOf(string(p.TextDocument.URI)); open {
		document = f // what the user made of it
	}
	lines := text.NewLines(document)
	at := lines.Offset(textPosition(p.Position), s.encoding)
	where, number := markAt(document, lines.Line(min(int(p.Position.Line), lines.Count()-1)), at)
	for _, one := range a.Citations {
		if one.Number == number {
			return &cited{a, one, where, lines}, true
		}
	}
	return nil, true
}

func (s *server) bufferOf(address string) (string, bool) {
	u, ok := fileURI(address)
	if !ok {
		return "", false
	}
	f, open := s.agent.Buffer(u)
	return f.Content, open
}

var sourceMark = regexp.MustCompile(`^(\d{1,4})\. `)

// markAt finds the number of the citation at an offset, 0 if there is none. A
// line of a source is all one mark.
func markAt(document string, line text.Span, at int) (text.Span, int) {
	for _, m := range citationMarks(document) {
		if m.Contains(at) || m.End == at {
			return m.Span, m.number
		}
	}
	sources := strings.LastIndex(document, "\n## Sources\n")
	if m := sourceMark.FindStringSubmatch(line.Of(document)); m != nil && 0 <= sources && sources < line.Start {
		n, _ := strconv.Atoi(m[1])
		return line, n
	}
	return text.Span{}, 0
}

// location is where the citation is now: one of the web in the sources of its answer.
func (c *cited) location(ctx context.Context, show *shower) (*protocol.Location, error) {
	if replies.OnWeb(c.URI) {
		return show.server.listed(c)
	}
	at, err := show.server.located(ctx, c)
	if err != nil {
		return nil, err
	}
	location, err := show.location(ctx, c.URI, at.Range)
	return &location, err
}

func (s *server) located(ctx context.Context, c *cited) (evidence.Located, error) {
	from, ok := text.ParseEncoding(c.answer.Encoding)
	if !ok {
		from = s.encoding
	}
	return s.agent.Locate(ctx, c.Citation, from, s.encoding)
}

// evidence is all that an answer cites, in the order of the numbers.
func (s *server) evidence(ctx context.Context, c *cited) ([]protocol.Location, error) {
	var all []protocol.Location
	show := s.newShower()
	for _, one := range c.answer.Citations {
		l, err := (&cited{answer: c.answer, Citation: one}).location(ctx, show)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil {
			all = append(all, *l)
		}
	}
	return all, nil
}

// previewLength is the greatest length of a citation's preview, in bytes.
const previewLength = 1200

// preview is the hover on a citation: the passage with the quote in bold.
func (s *server) preview(ctx context.Context, c *cited) (*protocol.Hover, error) {
	at, err := s.located(ctx, c)
	if err != nil {
		return nil, err
	}
	passage, quote := clip(at.Context, at.Quote, previewLength)
	value := link(c.URI, c.Path, at.Range.Start.Line)
	if onPage := placeOnPage(c.Citation); onPage != "" {
		value += ": " + onPage
	}
	value += "\n\n"
	language := file.LanguageOf(c.Path)
	switch {
	case at.Holds && file.IsCode(language):
		value += fenced(passage, language)
	case at.Holds:
		value += render.LiteralLine(emphasize(passage, quote))
	default:
		value += "The file has changed: the quote is not there any more.\n\n" + render.LiteralLine(escape(c.Quote))
	}
	r := protocolRange(c.lines.Range(c.where, s.encoding))
	return &protocol.Hover{Contents: s.markup(value), Range: &r}, nil
}
