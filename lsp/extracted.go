package lsp

import (
	"context"
	"fmt"
	"net/url"
	"path"
	"strconv"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"docuquest/core/answer/replies"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// The text of a PDF or an office file is in no file that an editor can show.
// It is a document of our scheme, one for each page where there are pages; to a
// client that knows no such documents a file is shown that says the same.

// A TextStore puts texts where an editor can open them. Its methods may be called
// from any number of goroutines.
type TextStore interface {
	// Keep writes a text to a file of its own and gives the absolute path. The
	// file's name begins with name, which may hold anything. A text that is kept
	// twice by one name is one file.
	Keep(name, content string) (path string, err error)
	// Name is the name by which a document was kept, which ends with .md, and false for
	// the path of anything else.
	Name(path string) (name string, ok bool)
	// Remove removes the documents whose names begin with words, those before a dash.
	Remove(words string) error
}

// texts are what parsers take out of files.
type texts interface {
	Document(ctx context.Context, u file.URI) (*document.Document, error)
	Extracted(ctx context.Context, u file.URI) (*document.Document, text.Span, error)
	ExtractedText(ctx context.Context, u file.URI) (string, error)
	DrawPage(ctx context.Context, path string, page int, marks []document.Mark, width int) ([]byte, error)
}

// An extracted names a text that was taken out of a file.
type extracted struct {
	path string // of the file, as answers name it
	page int    // from 1; 0 for the whole text
}

// parseExtracted reads the address of an extracted text, and reports false for
// that of anything else. The page is the fragment, as in the addresses that the
// agent makes, or in links the query, as in [replies.LineURI]. Clients may have escaped
// any of it anew, and what follows the page may name a line.
func parseExtracted(address string) (e extracted, ok bool) {
	rest, ok := strings.CutPrefix(address, replies.TextScheme)
	if !ok {
		return e, false
	}
	escaped, page := rest, ""
	if end := strings.IndexAny(rest, "?#"); end >= 0 {
		escaped, page = rest[:end], rest[end+1:]
	}
	name, err := url.PathUnescape(escaped)
	if err != nil {
		return e, false
	}
	e.path = name
	if page, err = url.PathUnescape(page); err == nil {
		e.page = pageNumber(page)
	}
	if at := strings.LastIndexByte(name, '?'); e.page == 0 && at >= 0 && pageNumber(name[at+1:]) > 0 {
		e.path, e.page = name[:at], pageNumber(name[at+1:]) // a preview of Markdown has escaped all of it
	}
	if e.page == 0 {
		e.path = strings.TrimSuffix(name, replies.TextEnding)
	}
	return e, e.path != ""
}

// pageNumber reads the 12 of "p=12"; 0 if it is none.
func pageNumber(s string) int {
	digits, ok := strings.CutPrefix(s, "p=")
	if !ok {
		return 0
	}
	digits = digits[:len(digits)-len(strings.TrimLeft(digits, "0123456789"))]
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}

// uri gives the address of the text in its one form.
func (e extracted) uri() file.URI { return replies.TextURI(e.path, e.page) }

// String names the text to people.
func (e extracted) String() string {
	if e.page == 0 {
		return e.path
	}
	return fmt.Sprintf("%s, page %d", e.path, e.page)
}

// A shower gives places as locations that the client can open. It serves one
// request, in which many places may lie in one text.
type shower struct {
	server *server
	kept   map[file.URI]uri.URI // files that show extracted texts
}

func (s *server) newShower() *shower { return &shower{s, map[file.URI]uri.URI{}} }

// location returns a place. The error says that its text cannot be shown.
func (s *shower) location(ctx context.Context, u file.URI, r replies.Range) (protocol.Location, error) {
	e, ok := parseExtracted(string(u))
	if !ok {
		return locationOf(u, r), nil
	}
	u = e.uri() // an earlier answer may name it in another form
	at := locationOf(u, r)
	if s.server.abilities.ourDocuments || s.server.options.Texts == nil {
		return at, nil
	}
	if _, ok := s.kept[u]; !ok {
		name, err := s.keep(ctx, e)
		if err != nil {
			return at, err
		}
		s.kept[u] = name
	}
	at.URI = s.kept[u]
	return at, nil
}

// keep writes a text to a file.
func (s *shower) keep(ctx context.Context, e extracted) (uri.URI, error) {
	content, err := s.server.agent.ExtractedText(ctx, e.uri())
	if err != nil {
		return "", err
	}
	name, err := s.server.options.Texts.Keep(path.Base(e.String()), content)
	if err != nil {
		return "", fmt.Errorf("the text of %s cannot be shown: %w", e.path, err)
	}
	return uri.URI(file.FromPath(name)), nil
}
