package agent

import (
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

// A reader parses files for questions: one that it has parsed before is the same
// document as long as its content is the same, and so are its chunks. The text of a
// large PDF takes seconds to get, so this is more than a nicety.
//
// It is a [document.Parser] and a [retrieve.Memo], and any number of questions may use
// it at once.
type reader struct {
	agent *Agent

	mu    sync.Mutex // guards all below
	last  *simplelru.LRU[file.URI, *parsed]
	bytes int // of the texts of last
}

// A parsed file is the document that it was as a file of a language.
type parsed struct {
	language string
	document *document.Document
	chunks   []chunk.Chunk // nil as long as nobody has cut it
}

func newReader(a *Agent) *reader {
	r := &reader{agent: a}
	// It fails for sizes below 1 alone.
	r.last, _ = simplelru.NewLRU(parsedFiles, func(_ file.URI, p *parsed) { r.bytes -= len(p.document.Text) })
	return r
}

// Parse gives the document of a file.
func (r *reader) Parse(f file.File) *document.Document {
	if d := r.parsed(f); d != nil {
		return d
	}
	d := r.agent.parse(f)
	r.remember(f, d)
	return d
}

// parsed is the document of a file if it is remembered, else nil.
func (r *reader) parsed(f file.File) *document.Document {
	r.mu.Lock()
	defer r.mu.Unlock()
	p, ok := r.last.Get(f.URI)
	if !ok || p.document.Hash != f.Hash || p.document.Path != f.Path || p.language != f.Language {
		return nil
	}
	return p.document
}

// remember takes a document in, and the oldest ones out where that is too much.
func (r *reader) remember(f file.File, d *document.Document) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last.Remove(f.URI) // of what Add replaces nobody is told
	r.last.Add(f.URI, &parsed{language: f.Language, document: d})
	for r.bytes += len(d.Text); r.bytes > parsedBytes && r.last.Len() > 1; {
		r.last.RemoveOldest()
	}
}

// Chunks are those that a document was cut into, nil if they are not remembered.
func (r *reader) Chunks(d *document.Document) []chunk.Chunk {
	r.mu.Lock()
	defer r.mu.Unlock()
	if p, ok := r.last.Peek(d.URI); ok && p.document == d {
		return p.chunks
	}
	return nil
}

// Keep remembers the chunks of a document as long as the document itself.
func (r *reader) Keep(d *document.Document, chunks []chunk.Chunk) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if p, ok := r.last.Peek(d.URI); ok && p.document == d {
		p.chunks = chunks
	}
}

// Has reports whether the document of a file is remembered as it is.
func (r *reader) Has(id file.Identity) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	p, ok := r.last.Peek(id.URI)
	return ok && p.document.Hash == id.Hash
}

// parsers is the reader as what rooms ask for.
func (r *reader) parsers() document.Parsers { return document.Parsers{Fallback: r} }

// parse reads a file.
func (a *Agent) parse(f file.File) *document.Document {
	return a.contained(f, a.options.Parsers.Parse)
}

// skim reads a file for the library, which asks for its words, its title and its
// problems alone. What takes long, the text that has to be taken out of a file, is remembered
// for the first questions.
func (a *Agent) skim(f file.File) *document.Document {
	d := a.contained(f, a.options.Parsers.Skim)
	if d.Extracted {
		a.reader.remember(f, d)
	}
	return d
}

// contained reads a file. A panic in a parser costs that file its text and nothing
// else.
func (a *Agent) contained(f file.File, parse func(file.File) *document.Document) (d *document.Document) {
	defer func() {
		if v := recover(); v != nil {
			a.log.Error("a file could not be parsed", "path", f.Path, "panic", v, "stack", string(debug.Stack()))
			d = &document.Document{
				Identity: f.Identity, Path: f.Path, Language: f.Language,
				Problems: []document.Problem{{Message: "cannot be read because of a fault in DocuQuest", Makeshift: true}},
			}
		}
	}()
	return parse(f)
}
