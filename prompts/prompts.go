// Package prompts contains the texts that ask a language model for something, and
// puts questions and documents into them.
//
// A template has places, such as {query} for the user's question and {documents} for
// the text of documents. The templates:
//
//   - Terms asks for search terms: each line of the reply is a group of words
//     that a document must contain. Places: {query}.
//
//   - Summarize asks for an answer from whole documents. The reply is the
//     answer. Places: {query}, {documents}.
//
//   - Statements asks for an answer from numbered passages, as one JSON object:
//
//     {"statements": [{"text": "...", "quotes": [{"passage": 1, "quote": "..."}]}],
//     "missing": "..."}
//
//     Every statement has at least one quote, copied letter by letter from the
//     passage with that number. If the passages do not answer the question,
//     statements is empty and missing names what was not found; if they answer
//     a part of it, missing names the rest; else missing is "". Places:
//     {query}, {documents}, {history}, {limits}. The value of {history} is empty or
//     begins with a blank line; that of {limits} is empty or begins with a line break,
//     and contains further rules, one on each line.
//
//   - Revise returns statements that their quotes do not support, and asks for new
//     versions in the same form, each with the number of its statement as revises;
//     an empty text withdraws the statement. Places: {query}, {documents}, {failed}.
//
//   - History lists what was asked and answered before. It follows the question in
//     Statements, and in Terms that of a ranked search, after a blank line.
//     Places: {turns}.
//
//   - Rerank asks for the numbers of passages in the order in which they answer,
//     each in brackets. Places: {query}, {documents}.
//
//   - Plan asks for queries and for the facts that an answer needs, as one JSON object:
//
//     {"queries": ["..."], "slots": [{"type": "date", "asked": "..."}]}
//
//     Places: {query}.
//
//   - Reflect asks which of these facts numbered passages give, each by a quote, and for
//     further queries:
//
//     {"filled": [{"slot": 1, "passage": 2, "quote": "..."}], "queries": ["..."]}
//
//     Places: {query}, {documents}, {slots}.
//
//   - Annotate asks for notes about the numbered pieces of a file:
//
//     {"notes": [{"chunk": 1, "summary": "...", "keywords": ["..."], "tags": ["..."],
//     "synonyms": ["..."], "dependencies": ["..."]}]}
//
//     Places: {path}, {language}, {documents}, {count}.
//
//   - Explore asks what to look up in the notes on files, as one JSON object with a query
//     for each kind of notes, and optional numbers:
//
//     {"summaries": {"query": "...", "maxHits": 10, "minScore": 0, "weight": 1}, ...}
//
//     Places: {query}, {history}, whose value is empty or begins with a blank line.
package prompts

import (
	"bytes"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Set is the templates in use. Callers may copy it.
type Set struct {
	Terms      string
	Summarize  string
	Statements string
	Revise     string
	History    string
	Rerank     string
	Plan       string
	Reflect    string
	Annotate   string
	Explore    string
}

var (
	//go:embed terms.txt
	terms string
	//go:embed summarize.txt
	summarize string
	//go:embed statements.txt
	statements string
	//go:embed revise.txt
	revise string
	//go:embed history.txt
	history string
	//go:embed rerank.txt
	reranking string
	//go:embed plan.txt
	planning string
	//go:embed reflect.txt
	reflecting string
	//go:embed annotate.txt
	annotating string
	//go:embed explore.txt
	exploring string
)

// Default returns the templates that are built in.
func Default() Set {
	return Set{
		Terms: terms, Summarize: summarize, Statements: statements, Revise: revise, History: history,
		Rerank: reranking, Plan: planning, Reflect: reflecting, Annotate: annotating, Explore: exploring,
	}
}

// With returns the set with the contents of two files of the user in place of its
// own templates. Nil is for a file that the user did not name, and keeps the
// template. An empty file replaces it, and Check reports that.
func (s Set) With(terms, summarize []byte) Set {
	if terms != nil {
		s.Terms = template(terms)
	}
	if summarize != nil {
		s.Summarize = template(summarize)
	}
	return s
}

// template is the content of a file without a byte order mark.
func template(content []byte) string {
	return string(bytes.TrimPrefix(content, []byte("\uFEFF")))
}

// Check returns an error that names the templates that are missing, or nil. A
// missing template contains only white space: sending it would cost a request and
// ask the model nothing.
func (s Set) Check() error {
	var missing []string
	for _, t := range []struct{ name, text string }{
		{"terms", s.Terms},
		{"summarize", s.Summarize},
		{"statements", s.Statements},
		{"revise", s.Revise},
		{"history", s.History},
		{"rerank", s.Rerank},
		{"plan", s.Plan},
		{"reflect", s.Reflect},
		{"annotate", s.Annotate},
		{"explore", s.Explore},
	} {
		if strings.TrimSpace(t.text) == "" {
			missing = append(missing, t.name)
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("prompts are missing or empty: %s", strings.Join(missing, ", "))
	}
	return nil
}

// Render returns a template with every {name} replaced by the value of that name.
// Values are not searched for places, so that a question or a document with
// "{documents}" in it stays as it is. Places without a value stay, too, and so
// does every other brace.
func Render(template string, values map[string]string) string {
	var pairs []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		pairs = append(pairs, "{"+name+"}", values[name])
	}
	return strings.NewReplacer(pairs...).Replace(template)
}
