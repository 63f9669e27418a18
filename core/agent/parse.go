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
	last  *lru.Cache[file.URI, *document.Document]
	cut   *lru.Cache[*document.Document, []chunk.Chunk]
}

func newReader(a *Agent) reader {
	last, _ := lru.New[file.URI, *document.Document](parsedFiles) // fails for sizes below 1 alone
	cut, _ := lru.New[*document.Document, []chunk.Chunk](parsedFiles)
	return reader{a, last, cut}
}

// Parse gives the document of a file.
func (r reader) Parse(f file.File) *document.Document {
	if d, ok := r.last.Get(f.URI); ok && d.Identity == f.Identity && d.Path == f.Path && d.Language == f.Language {
		return d
	}
	d := r.agent.parse(f)
	r.last.Add(f.URI, d)
	return d
}

// parsers is the reader as what rooms ask for.
func (r reader) parsers() document.Parsers { return document.Parsers{Fallback: r} }

// parse reads a file. A panic in a parser costs that file its text and nothing
// else.
func (a *Agent) parse(f file.File) (d *document.Document) {
	defer func() {
		if v := recover(); v != nil {
			a.log.Error("a file could not be parsed", "path", f.Path, "panic", v, "stack", string(debug.Stack()))
			d = &document.Document{
				Identity: f.Identity, Path: f.Path, Language: f.Language,
				Problems: []document.Problem{{Message: "cannot be read because of a fault in DocuQuest"}},
			}
		}
	}()
	return a.options.Parsers.Parse(f)
}
