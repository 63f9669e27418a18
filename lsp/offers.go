package lsp

import (
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"docuquest/core/agent"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// Programs have servers of their own, which know what a name means; a list of places that
// hold the word beside theirs would be wrong. So references, symbols, call hierarchy, and
// what definition and hover say of words, are for prose and for the languages that the user
// names. Answers and texts that were taken out of files are ours alone and have all of it.
// Questions and citations may be in any document, and so hover and definition are for all.

// symbolsLabel is how an editor names our symbols where another server has some, too.
const symbolsLabel = "DocuQuest"

// serves reports whether there are definitions, references and call hierarchy in a file.
func (s *server) serves(f file.File) bool {
	_, ours := parseExtracted(string(f.URI))
	return ours || s.agent.Offers().Languages.Has(f.Language)
}

// hoversWords reports whether words of a file have hovers.
func (s *server) hoversWords(f file.File) bool {
	switch s.agent.Offers().HoverWords {
	case "off":
		return false
	case "all":
		return true
	}
	return s.serves(f) && file.IsProse(f.Language)
}

// symbolLanguages are those in whose files there are symbols.
func (s *server) symbolLanguages() file.Languages {
	offers := s.agent.Offers()
	if offers.Symbols != "" {
		return offers.Symbols
	}
	chosen := []string{"prose"}
	if offers.Languages != "" {
		chosen[0] = string(offers.Languages)
	}
	for _, language := range s.wishes.Outlined {
		chosen = append(chosen, "-"+language)
	}
	return file.Languages(strings.Join(chosen, " "))
}

// outlinesAnswers reports whether there are symbols in answers, which are Markdown.
func (s *server) outlinesAnswers() bool {
	return !slices.Contains(s.wishes.Outlined, "markdown") || s.symbolLanguages().Has("markdown")
}

// byLanguage are the registrations of what is given in documents of some languages alone, as
// far as the client takes any.
func (s *server) byLanguage() []protocol.Registration {
	offers, label := s.agent.Offers(), symbolsLabel
	served, outlined := selectorOf(offers.Languages), selectorOf(s.symbolLanguages())
	var all []protocol.Registration
	add := func(method string, options any) {
		raw, err := protocol.Marshal(options)
		if err == nil && s.abilities.registers[method] {
			all = append(all, protocol.Registration{ID: "docuquest/" + method, Method: method, RegisterOptions: raw})
		}
	}
	add(protocol.MethodTextDocumentReferences, &protocol.ReferenceRegistrationOptions{TextDocumentRegistrationOptions: served})
	add(protocol.MethodTextDocumentDocumentSymbol, &protocol.DocumentSymbolRegistrationOptions{
		TextDocumentRegistrationOptions: outlined,
		DocumentSymbolOptions:           protocol.DocumentSymbolOptions{Label: &label},
	})
	if offers.ShowsCalls() {
		add(protocol.MethodTextDocumentPrepareCallHierarchy, &protocol.CallHierarchyRegistrationOptions{TextDocumentRegistrationOptions: served})
	}
	return all
}

// selectorOf selects the files of some languages and the documents of our scheme.
func selectorOf(chosen file.Languages) protocol.TextDocumentRegistrationOptions {
	files := "file"
	selector := protocol.DocumentSelector{&protocol.TextDocumentFilterScheme{Scheme: documentScheme}}
	if chosen.Has("a language that nobody knows") {
		selector = append(selector, &protocol.TextDocumentFilterScheme{Scheme: files})
	} else {
		for _, language := range chosen.Named() {
			selector = append(selector, &protocol.TextDocumentFilterLanguage{Language: language, Scheme: &files})
		}
	}
	return protocol.TextDocumentRegistrationOptions{DocumentSelector: &selector}
}

// longestCitingLine is the length in bytes of the longest line in which citations are looked for.
const longestCitingLine = 2000

// citedAt gives what has become of the citation that is written at a place, such as
// notes.md:12 or a link to a line; nil where none is.
func (s *server) citedAt(ctx context.Context, at place) (*agent.Evidence, error) {
	said := strings.TrimLeft(at.of(at.line), " \t") // as an indented line would be one of code
	if longestCitingLine < len(said) || !strings.ContainsAny(said, "123456789") {
		return nil, nil
	}
	all, err := s.agent.Evidence(ctx, at.file.URI, said, s.encoding)
	if err != nil {
		return nil, err
	}
	lines, offset := text.NewLines(said), at.at-(at.line.End-len(said))
	for _, e := range all {
		where := lines.Span(text.Range{Start: text.Position(e.Range.Start), End: text.Position(e.Range.End)}, s.encoding)
		if where.Contains(offset) || where.End == offset {
			return &e, nil
		}
	}
	return nil, nil
}

// cited gives the place of a citation; nil where there is nothing any more.
func (s *shower) cited(ctx context.Context, e *agent.Evidence) (*protocol.Location, error) {
	u, at := e.URI, agent.Range{}
	switch {
	case e.Now != nil:
		u, at = e.Now.URI, e.Now.Range
	case e.State == agent.StateGone:
		return nil, nil
	default:
		if isExtracted(u) {
			u = agent.TextURI(e.Path, e.Page)
		}
		at.Start.Line = max(0, e.First-1)
		at.End.Line = at.Start.Line
	}
	location, err := s.location(ctx, u, at)
	return &location, err
}
