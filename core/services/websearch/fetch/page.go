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

// read makes a page of a reply. A text comes in UTF-8: the header of the reply names its
// encoding, or a byte order mark, or the page itself in its first kilobyte; otherwise the
// parsers find it out as of a file.
func (f *Fetcher) read(ctx context.Context, r reply) (*Page, error) {
	language := languageOf(r.kind, r.content)
	if language == "" {
		return nil, unreadable(r.at, errors.New("it is no text and no PDF"))
	}
	content := string(r.content)
	if language != "pdf" {
		encoding, name, isCertain := charset.DetermineEncoding(r.content, r.kind)
		if isCertain && name == "utf-8" {
			content = strings.ToValidUTF8(content, "\uFFFD")
		} else if isCertain {
			if text, err := encoding.NewDecoder().Bytes(r.content); err == nil {
				content = string(text)
			}
		}
	}
	address := r.at.String()
	page := &Page{Address: address, File: file.File{
		Identity: file.Identity{URI: file.URI(address), Hash: file.HashOf(content)},
		Path:     address, Content: content, Language: language,
	}}
	parsed := make(chan *document.Document, 1)
	go func() {
		defer close(parsed)
		defer func() { recover() }() // a page must not end the program
		parsed <- f.parsers.Parse(page.File)
	}()
	select {
	case page.Document = <-parsed:
	case <-ctx.Done(): // the parser ends by limits of its own, which may be wider
		kind := outside.Cancelled
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			kind = outside.Timeout
		}
		return nil, &outside.Error{Op: op, Host: r.at.Host, Kind: kind, Err: ctx.Err()}
	}
	if page.Document == nil || strings.TrimSpace(page.Document.Readable()) == "" {
		return nil, unreadable(r.at, errors.New("there is no word to read in it"))
	}
	return page, nil
}

// languageOf returns the language of a content of a type, as document.Parsers know it; "" for
// what is not read. Where the type is vague, the beginning of the content decides; before there
// is any, everything is still possible.
func languageOf(kind string, content []byte) string {
	if bytes.HasPrefix(content, []byte("%PDF-")) {
		return "pdf"
	}
	media, _, err := mime.ParseMediaType(kind)
	if err != nil {
		media, _, _ = strings.Cut(strings.ToLower(kind), ";")
	}
	switch media {
	case "", "application/octet-stream", "binary/octet-stream":
		if len(content) == 0 {
			return "plaintext"
		}
		media, _, _ = mime.ParseMediaType(http.DetectContentType(content))
		if media != "text/html" && media != "text/plain" {
			return ""
		}
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
	}
	return ""
}
