package agent

import (
	"runtime/debug"

	lru "github.com/hashicorp/golang-lru/v2"

	"docuquest/core/chunk"
	"docuquest/core/document"
	"docuquest/core/file"
)

// parsedFiles is how many documents are remembered. A hover reads six files, and
// a question asks for the same ten again and again while an answer is checked.
const parsedFiles = 64

// A reader parses files for questions: one that it has parsed before is the same
// document as long as its content is the same, and so are its chunks. The text of a large PDF takes
// seconds to get, so this is more than a nicety.
//
// It is a [document.Parser], and any number of questions may use it at once.
type reader struct {
	agent *Agent
	last  *lru.Cache[file.URI, parsed]
	cut   *lru.Cache[*document.Document, []chunk.Chunk]
}

// A parsed file is the document that it was as a file of a language.
type parsed struct {
	language string
	document *document.Document
}

func newReader(a *Agent) reader {
	last, _ := lru.New[file.URI, parsed](parsedFiles) // fails for sizes below 1 alone
	cut, _ := lru.New[*document.Document, []chunk.Chunk](parsedFiles)
	return reader{a, last, cut}
}

// Parse gives the document of a file.
func (r reader) Parse(f file.File) *document.Document {
	if p, ok := r.last.Get(f.URI); ok && p.document.Hash == f.Hash && p.document.Path == f.Path && p.language == f.Language {
		return p.document
	}
	d := r.agent.parse(f)
	r.last.Add(f.URI, parsed{f.Language, d})
	return d
}

// parsers is the reader as what rooms ask for.
func (r reader) parsers() document.Parsers { return document.Parsers{Fallback: r} }

// parse reads a file.
func (a *Agent) parse(f file.File) *document.Document {
	return a.contained(f, a.options.Parsers.Parse)
}

// skim reads a file for the library, which asks for its words, its title and its
// problems alone.
func (a *Agent) skim(f file.File) *document.Document {
	return a.contained(f, a.options.Parsers.Skim)
}

// contained reads a file. A panic in a parser costs that file its text and nothing
// else.
func (a *Agent) contained(f file.File, parse func(file.File) *document.Document) (d *document.Document) {
	defer func() {
		if v := recover(); v != nil {
			a.log.Error("a file could not be parsed", "path", f.Path, "panic", v, "stack", string(debug.Stack()))
			d = &document.Document{
				Identity: f.Identity, Path: f.Path, Language: f.Language,
				Problems: []document.Problem{{Message: "cannot be read because of a fault in DocuQuest"}},
			}
		}
	}()
	return parse(f)
}
