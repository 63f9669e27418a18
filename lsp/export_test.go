package lsp

import (
	"context"
	"encoding/json"

	"docuquest/core/file"
	"docuquest/core/language/text"
)

// What tests of a session need besides the package's face: a session with an
// agent of their own.
type (
	AgentAPI = agentAPI
	WordHits = wordHits
)

// ServeAgent is Serve with the agent that make returns.
func ServeAgent(ctx context.Context, o Options, maker func(folders []string, options json.RawMessage) (AgentAPI, error)) (code int, err error) {
	return serve(ctx, o, func(_ context.Context, folders []string, options json.RawMessage) (agentAPI, Notices, error) {
		a, err := maker(folders, options)
		return a, Notices{}, err
	})
}

// What writes the Markdown of hovers.
var (
	WordMarkdown   = wordMarkdown
	AnswerMarkdown = answerMarkdown
	PlainLines     = plainLines
	Clip           = clip
)

// ExtractedAddress gives the address of an extracted text in its one form.
func ExtractedAddress(address string) (file.URI, bool) {
	e, ok := parseExtracted(address)
	return e.uri(), ok
}

// InsertBelow inserts lines below the question at a range of a file, and gives the new
// text; false where there is no question or no place for them.
func InsertBelow(f file.File, at text.Range, lines []string) (string, bool) {
	q, ok := questionAt(f, at, text.UTF8)
	if !ok {
		return "", false
	}
	in, ok := insertionBelow(f, q, text.UTF8)
	if !ok {
		return "", false
	}
	replaced, with := in.edit(lines)
	return f.Content[:replaced.Start] + with + f.Content[replaced.End:], true
}
