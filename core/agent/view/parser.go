package view

import (
	"log/slog"
	"runtime/debug"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/file"
)

const (
	// parsedFiles is how many documents are remembered at most, and parsedBytes how much
	// of their texts: what forty questions read, since questions of one hour mostly read
	// the same files. A larger one is remembered alone.
	parsedFiles = 1024
	parsedBytes = 16 << 20
)

// A Parser parses files, and remembers the documents with their chunks as long as the content
// of the files is the same: the text of a large PDF takes seconds to get. It cannot fail. A
// panic in a parser costs that file its text and nothing else.
//
// It is a [document.Parser] and a retrieve.Memo, and any number of goroutines may use it at
// once.
type Parser struct {
	parsers document.Parsers
	log     *slog.Logger

	mu    sync.Mutex // guards all below
	last  *simplelru.LRU[file.URI, *parsed]
	bytes int // of the texts of last
}

// A parsed file is the document that it was as a file of a language.
type parsed struct {
	language string
	document *document.Document
	chunks   []chunk.Chunk // nil until it is cut
}

// NewParser returns a parser that has parsed nothing yet.
func NewParser(parsers document.Parsers, log *slog.Logger) *Parser {
	p := &Parser{parsers: parsers, log: log}
	// It fails for sizes below 1 alone.
	p.last, _ = simplelru.NewLRU(parsedFiles, func(_ file.URI, old *parsed) { p.bytes -= len(old.document.Text) })
	return p
}

// Parse returns the document of a file, from memory where it is there.
func (p *Parser) Parse(f file.File) *document.Document {
	p.mu.Lock()
	known, ok := p.last.Get(f.URI)
	p.mu.Unlock()
	if ok && known.document.Hash == f.Hash && known.document.Path == f.Path && known.language == f.Language {
		return known.document
	}
	d := p.ParseOnce(f)
	p.remember(f, d)
	return d
}

// ParseOnce parses a file and does not remember it.
func (p *Parser) ParseOnce(f file.File) *document.Document {
	return p.contained(f, p.parsers.Parse)
}

// Skim reads a file for the index, which needs its words, its title and its problems alone.
// What takes long, the text that has to be taken out of a file, is remembered for the first
// questions.
func (p *Parser) Skim(f file.File) *document.Document {
	d := p.contained(f, p.parsers.Skim)
	if d.Extracted {
		p.remember(f, d)
	}
	return d
}

func (p *Parser) contained(f file.File, parse func(file.File) *document.Document) (d *document.Document) {
	defer func() {
		if v := recover(); v != nil {
			p.log.Error("a file could not be parsed", "path", f.Path, "panic", v, "stack", string(debug.Stack()))
			d = &document.Document{
				Identity: f.Identity, Path: f.Path, Language: f.Language,
				Problems: []document.Problem{{Message: "cannot be read because of a fault in DocuQuest", Makeshift: true}},
			}
		}
	}()
	return parse(f)
}

// remember adds a document, and removes the ones that were used longest ago where that is too
// much.
func (p *Parser) remember(f file.File, d *document.Document) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last.Remove(f.URI) // Add does not report what it replaces
	p.last.Add(f.URI, &parsed{language: f.Language, document: d})
	for p.bytes += len(d.Text); p.bytes > parsedBytes && p.last.Len() > 1; {
		p.last.RemoveOldest()
	}
}

// Chunks returns what a document was cut into, nil if that is not remembered.
func (p *Parser) Chunks(d *document.Document) []chunk.Chunk {
	p.mu.Lock()
	defer p.mu.Unlock()
	if known, ok := p.last.Peek(d.URI); ok && known.document == d {
		return known.chunks
	}
	return nil
}

// Keep remembers the chunks of a document as long as the document itself.
func (p *Parser) Keep(d *document.Document, chunks []chunk.Chunk) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if known, ok := p.last.Peek(d.URI); ok && known.document == d {
		known.chunks = chunks
	}
}

// Has reports whether the document of a file is remembered as it is.
func (p *Parser) Has(id file.Identity) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	known, ok := p.last.Peek(id.URI)
	return ok && known.document.Hash == id.Hash
}

// Parsers is the parser of all languages.
func (p *Parser) Parsers() document.Parsers {
	return document.Parsers{Fallback: p, Keys: p.parsers.Keys}
}
