package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"go.lsp.dev/protocol"
)

// Settings that decide what is shown, and how a question is asked, may change in a session:
// they count from the next request on, and no file is read again. Which ones these are,
// Options.Live says; the others need a new session.

// didChangeConfiguration takes settings over.
func (s *server) didChangeConfiguration(_ context.Context, p *protocol.DidChangeConfigurationParams) error {
	if s.options.Configure == nil {
		return nil
	}
	var settings struct {
		Docuquest json.RawMessage `json:"docuquest"`
	}
	if err := json.Unmarshal(p.Settings, &settings); err != nil {
		s.leave("the changed settings cannot be read")
		return nil
	}
	preferences, left, err := s.options.Configure(settings.Docuquest)
	for _, line := range left {
		s.leave(line)
	}
	if err != nil {
		s.leave(err.Error() + "; no setting has changed")
		return nil
	}
	checked := s.agent.ChecksCitations()
	s.agent.SetPreferences(preferences)
	if checked != s.agent.ChecksCitations() {
		s.recheckSoon()
	}
	select {
	case s.offered <- struct{}{}:
	default: // it is said already
	}
	return nil
}

// leave says that a setting is left as it was.
func (s *server) leave(line string) {
	s.log.Warn(line)
	s.client.log(protocol.MessageTypeWarning, "DocuQuest: "+line)
}

// liveSettings tells the client which settings may change in a session.
func (s *server) liveSettings() protocol.LSPAny {
	type said struct {
		Live map[string]string `json:"live"`
	}
	raw, err := json.Marshal(map[string]said{"docuquest": {s.options.Live}})
	if err != nil || s.options.Live == nil {
		return nil
	}
	return raw
}

// followOffers registers what is given in documents of some languages alone, and again when
// a setting has changed that, until the session ends.
func (s *server) followOffers() {
	var registered []protocol.Registration
	for {
		wanted := s.byLanguage()
		gone, fresh := without(registered, wanted), without(wanted, registered)
		s.problem("the editor keeps what it was offered before", s.unregister(gone))
		s.problem("the editor does without references and symbols", s.register(fresh))
		registered = wanted
		select {
		case <-s.offered:
		case <-s.ctx.Done():
			return
		}
	}
}

// without are the registrations that are not among others.
func without(all, others []protocol.Registration) []protocol.Registration {
	return slices.DeleteFunc(slices.Clone(all), func(r protocol.Registration) bool {
		return slices.ContainsFunc(others, func(o protocol.Registration) bool {
			return o.ID == r.ID && bytes.Equal(o.RegisterOptions, r.RegisterOptions)
		})
	})
}

// register has the client ask the server for something besides its capabilities.
func (s *server) register(all []protocol.Registration) error {
	if len(all) == 0 {
		return nil
	}
	return s.client.call(s.ctx, protocol.MethodClientRegisterCapability, &protocol.RegistrationParams{Registrations: all})
}

// unregister ends what register has begun.
func (s *server) unregister(all []protocol.Registration) error {
	if len(all) == 0 {
		return nil
	}
	p := &protocol.UnregistrationParams{}
	for _, r := range all {
		p.Unregisterations = append(p.Unregisterations, protocol.Unregistration{ID: r.ID, Method: r.Method})
	}
	return s.client.call(s.ctx, protocol.MethodClientUnregisterCapability, p)
}
