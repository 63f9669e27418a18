package fetch

import (
	"bytes"
	"context"
	"errors"
	"mime"
	"net/http"
	"strings"

	"golang.org/x/net/html/charset"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/services/outside"
)

// A Page is one page of the web as it was read. It is never written after it has been
// handed out.
type Page struct {
	// Address is where the page came from in the end, without a fragment.
	Address string

	// File is its content as if it were a file: the address is its URI and its path.
	// Texts are in UTF-8, whatever they came in.
	File file.File

	// Document is what a parser made of File.
	Document *document.Document
}

// read makes a page of a reply.
func (f *Fetcher) read(ctx context.Context, r reply) (*Page, error) {
	language := languageOf(r.kind, r.content)
	if language == "" {
		return nil, f.unreadable(r.at, errors.New("it is no text and no PDF"))
	}
	content := string(r.content)
	if language != "pdf" {
		content = decoded(r.content, r.kind)
	}
	address := r.at.String()
	page := &Page{Address: address, File: file.File{
		Identity: file.Identity{URI: file.URI(address), Hash: file.HashOf(content)},
		Path:     address, Content: content, Language: language,
	}}
	parsed := make(chan *document.Document, 1)
	go func() { parsed <- f.parse(page.File) }()
	select {
	case page.Document = <-parsed:
	case <-ctx.Done(): // the parser ends by limits of its own, which may be wider
		return nil, f.ended(ctx, r)
	}
	if page.Document == nil || strings.TrimSpace(page.Document.Readable()) == "" {
		return nil, f.unreadable(r.at, errors.New("there is no word to read in it"))
	}
	return page, nil
}

// parse is nil if the parser panics: a page must not end the program.
func (f *Fetcher) parse(content file.File) (d *document.Document) {
	defer func() {
		if recover() != nil {
			d = nil
		}
	}()
	return f.parsers.Parse(content)
}

// ended is the error of a page whose parser was not waited for.
func (f *Fetcher) ended(ctx context.Context, r reply) error {
	kind := outside.Cancelled
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		kind = outside.Timeout
	}
	return &outside.Error{Op: op, Host: r.at.Host, Kind: kind, Err: ctx.Err()}
}

// accepted is what servers are asked for.
const accepted = "text/html, application/xhtml+xml, application/pdf;q=0.9, text/markdown;q=0.8, text/plain;q=0.8"

// languageOf is the language of a content of a type, as document.Parsers know it; "" for
// what is not read. Where the type says little, the beginning of the content does.
func languageOf(kind string, content []byte) string {
	if bytes.HasPrefix(content, []byte("%PDF-")) {
		return "pdf"
	}
	media, _, err := mime.ParseMediaType(kind)
	if err != nil {
		media, _, _ = strings.Cut(strings.ToLower(kind), ";")
	}
	switch media {
	case "text/html", "application/xhtml+xml":
		return "html"
	case "application/pdf", "application/x-pdf":
		return "pdf"
	case "text/markdown", "text/x-markdown":
		return "markdown"
	case "text/plain":
		return "plaintext"
	case "", "application/octet-stream", "binary/octet-stream":
		return sniffed(content)
	}
	return ""
}

// sniffed tells the language by the content alone. Before there is one, everything is
// still possible.
func sniffed(content []byte) string {
	if len(content) == 0 {
		return "plaintext"
	}
	switch media, _, _ := mime.ParseMediaType(http.DetectContentType(content)); media {
	case "text/html":
		return "html"
	case "text/plain":
		return "plaintext"
	}
	return ""
}

// decoded is a text in UTF-8. The header of the reply says what it was in, or a byte order
// mark, or the page itself in its first kilobyte; of a text that says nothing the parsers
// find it out as of a file.
func decoded(content []byte, kind string) string {
	encoding, name, isCertain := charset.DetermineEncoding(content, kind)
	switch {
	case !isCertain:
		return string(content)
	case name == "utf-8":
		return strings.ToValidUTF8(string(content), "\uFFFD")
	}
	text, err := encoding.NewDecoder().Bytes(content)
	if err != nil {
		return string(content)
	}
	return string(text)
}
