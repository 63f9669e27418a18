package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"docuquest/core/agent"
	"docuquest/core/file"
)

// Programs have language servers of their own, which know the meaning of a name; a list of
// places that contain the word besides theirs would be wrong. So references, symbols, call
// hierarchy, and what definition and hover show for words, are for prose and for the languages
// that the user names. Answers and texts of PDFs and office files have no other server and have
// all of it. Questions and citations may be in any document, and so hover and definition are
// for all.
//
// The settings for that, and for how a question is answered, may change in a session: they
// count from the next request on, and no file is read again. Options.Live lists them; the others
// need a new session.

// settings are what the user has chosen.
type settings interface {
	Offers() agent.Offers
	ChecksCitations() bool
	SetPreferences(p agent.Preferences)
}

// symbolsLabel is how an editor names our symbols where another server has some, too.
const symbolsLabel = "DocuQuest"

// didChangeConfiguration applies changed settings.
func (s *server) didChangeConfiguration(_ context.Context, p *protocol.DidChangeConfigurationParams) error {
	if s.options.Configure == nil {
		return nil
	}
	ignore := func(line string) {
		s.log.Warn(line)
		s.client.log(protocol.MessageTypeWarning, "DocuQuest: "+line)
	}
	var changed struct {
		Docuquest json.RawMessage `json:"docuquest"`
	}
	if err := json.Unmarshal(p.Settings, &changed); err != nil {
		ignore("the changed settings cannot be read")
		return nil
	}
	preferences, left, err := s.options.Configure(changed.Docuquest)
	for _, line := range left {
		ignore(line)
	}
	if err != nil {
		ignore(err.Error() + "; no setting has changed")
		return nil
	}
	checked := s.agent.ChecksCitations()
	s.agent.SetPreferences(preferences)
	if checked != s.agent.ChecksCitations() {
		s.recheckSoon()
	}
	select {
	case s.offered <- struct{}{}:
	default: // a change is noted already
	}
	return nil
}

// followOffers keeps the registrations by language up to date until the session ends.
func (s *server) followOffers() {
	var registered []protocol.Registration
	for {
		wanted := s.byLanguage()
		ended := &protocol.UnregistrationParams{}
		for _, r := range without(registered, wanted) {
			ended.Unregisterations = append(ended.Unregisterations, protocol.Unregistration{ID: r.ID, Method: r.Method})
		}
		if len(ended.Unregisterations) > 0 {
			err := s.client.call(s.ctx, protocol.MethodClientUnregisterCapability, ended, nil)
			s.problem("the editor keeps what it was offered before", err)
		}
		s.problem("the editor does without references and symbols", s.register(without(wanted, registered)))
		registered = wanted
		select {
		case <-s.offered:
		case <-s.ctx.Done():
			return
		}
	}
}

// byLanguage returns the registrations of what the server does only in documents of some
// languages, as far as the client supports any.
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

// without returns the registrations that others do not contain.
func without(all, others []protocol.Registration) []protocol.Registration {
	return slices.DeleteFunc(slices.Clone(all), func(r protocol.Registration) bool {
		return slices.ContainsFunc(others, func(o protocol.Registration) bool {
			return o.ID == r.ID && bytes.Equal(o.RegisterOptions, r.RegisterOptions)
		})
	})
}

// register has the client send more than the capabilities name.
func (s *server) register(all []protocol.Registration) error {
	if len(all) == 0 {
		return nil
	}
	return s.client.call(s.ctx, protocol.MethodClientRegisterCapability, &protocol.RegistrationParams{Registrations: all}, nil)
}

// serves reports whether a file has definitions, references and call hierarchy.
func (s *server) serves(f file.File) bool {
	_, ours := parseExtracted(string(f.URI))
	return ours || s.agent.Offers().Languages.Has(f.Language)
}

// symbolLanguages returns the languages whose files have symbols.
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
