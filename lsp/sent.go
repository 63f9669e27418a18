package lsp

import (
	"strings"

	"docuquest/core/answer/sent"
)

// What was sent for an answer is a document, too: docuquest:/sent/<id>, and with /raw
// behind it the same with every body byte for byte.
const (
	sentFolder = documentScheme + ":/sent/"
	sentRaw    = "/raw"
)

// sentText gives the text of such a document, and false for another address.
func (s *server) sentText(address string) (text string, isSent bool, err error) {
	id, isSent := strings.CutPrefix(address, sentFolder)
	if !isSent {
		return "", false, nil
	}
	form := sent.SetOut
	if bare, isRaw := strings.CutSuffix(id, sentRaw); isRaw {
		id, form = bare, sent.AsItWent
	}
	record, err := s.agent.Sent(id)
	if err != nil {
		return "", true, err
	}
	return record.Text(form), true, nil
}
