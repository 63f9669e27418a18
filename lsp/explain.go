package lsp

import (
	"context"
	"errors"
	"strings"

	"go.lsp.dev/protocol"

	"docuquest/core/answer/why"
	"docuquest/core/file"
)

// How an answer came about is a document, docuquest:/explain/<id>.md with the id of the
// answer, and so is why a file is not in one: docuquest:/whynot/<id>.md with an id of its
// own, which begins with that of the answer, and which the session knows for a while. To a
// client that knows no documents of our scheme a file is shown that says the same.
const (
	explainFolder = documentScheme + ":/explain/"
	whyNotFolder  = documentScheme + ":/whynot/"

	explainCommand = "docuquest.explain"
)

// An explainer reports how an answer was made.
type explainer interface {
	Explain(ctx context.Context, id string) (*why.Account, error)
	WhyNot(ctx context.Context, w why.WhyNot) (*why.WhyNotReply, error)
}

// An explainArgument is what docuquest.explain takes; the id may be a plain string.
type explainArgument struct {
	Answer string `json:"answer"` // the id of an answer, or the address of its document or of its explanation
	Show   bool   `json:"show"`   // open the explanation in the editor
	background
}

// An explainReply names the document, and has what it says.
type explainReply struct {
	URI     string       `json:"uri"`
	Account *why.Account `json:"account"`
}

// explain reports how an answer came about.
func (s *server) explain(ctx context.Context, call commandCall) (any, error) {
	var wanted explainArgument
	if err := call.read(&wanted, &wanted.Answer); err != nil {
		return nil, err
	}
	wanted.Answer = s.namedAnswer(wanted.Answer)
	if wanted.Answer == "" {
		return nil, invalid("%s needs the id of an answer", call.name)
	}
	release(ctx)
	return wanted.run(ctx, s, call, func(ctx context.Context, _ commandCall) (any, error) {
		x, err := s.accountOf(ctx, wanted.Answer)
		if err != nil {
			return nil, err
		}
		address, err := s.present(made{explainFolder, wanted.Answer, x.Markdown()}, wanted.Show)
		return explainReply{address, x}, err
	})
}

// namedAnswer is the id of an answer that is named by it, by the address of its document,
// or by that of its explanation; the files that replace these name it as well.
func (s *server) namedAnswer(name string) string {
	if id, ok := s.answerID(name); ok {
		return id
	}
	if id, ok := documentID(name, explainFolder); ok {
		return id
	}
	if u, isFile := fileURI(name); isFile && s.options.Texts != nil {
		kept, _ := s.options.Texts.Name(u.Path())
		if id, ok := documentID(kept, explainName); ok {
			return id
		}
	}
	return name
}

// accountOf asks the agent how an answer came about, when it is the question's turn: it
// may have to search once more.
func (s *server) accountOf(ctx context.Context, id string) (*why.Account, error) {
	leave, err := s.glances.enter(ctx, patiently)
	if err != nil {
		return nil, err
	}
	defer leave()
	return s.agent.Explain(ctx, id)
}

// The names of the files that replace documents, up to their ids.
const (
	explainName = "explain-"
	whyNotName  = "whynot-"
)

// A made document is one that was made for a request.
type made struct{ folder, id, text string }

// present gives the address by which the client can open a document, and opens it if it
// is to be shown.
func (s *server) present(m made, show bool) (string, error) {
	heading, _, _ := strings.Cut(m.text, "\n")
	address := s.addressOf(m.folder+m.id, plainText(strings.TrimLeft(heading, "# ")))
	if !s.abilities.ourDocuments && s.options.Texts != nil {
		name := explainName // of the file that replaces the document
		switch m.folder {
		case whyNotFolder:
			name = whyNotName
		case mapsFolder:
			name = mapName
		case askedFolder:
			name = askedName
		}
		path, err := s.options.Texts.Keep(name+m.id+answerEnding, m.text)
		if err != nil {
			return "", err
		}
		address = string(file.FromPath(path))
	}
	if show {
		s.open(address)
	}
	return address, nil
}

// explanationText gives the text of an explanation, and false for another address.
func (s *server) explanationText(ctx context.Context, address string) (text string, explains bool, err error) {
	if id, ok := documentID(address, explainFolder); ok {
		x, err := s.accountOf(ctx, id)
		if err != nil {
			return "", true, err
		}
		return x.Markdown(), true, nil
	}
	id, ok := documentID(address, whyNotFolder)
	if !ok {
		return "", false, nil
	}
	if text, ok = s.reasons.text(id); !ok {
		return "", true, errors.New("this is not known any more: ask again why the file is not in the answer")
	}
	return text, true, nil
}

// documentID reads the id out of the address of a document in a folder of ours, without
// the title that may follow it.
func documentID(address, folder string) (id string, ok bool) {
	name, ok := documentName(address, folder)
	id, _, _ = strings.Cut(name, "/")
	return id, ok && id != ""
}

// withoutTitle is the name of a document without its title, which begins with some words,
// for names that may have slashes of their own.
func withoutTitle(name, title string) string {
	if at := strings.LastIndex(name, "/"+title); at >= 0 {
		return name[:at]
	}
	return name
}

// documentName is what the address of a document in a folder of ours says of it.
func documentName(address, folder string) (name string, ok bool) {
	name, ok = strings.CutPrefix(address, folder)
	if !ok {
		return "", false
	}
	return strings.CutSuffix(name, answerEnding)
}

// explainAction offers in the document of an answer to explain how it came about. It is no
// reason for a light at every line.
func (s *server) explainAction(id string, p *protocol.CodeActionParams) ([]protocol.CommandOrCodeAction, error) {
	kind := protocol.CodeActionKindRefactor
	if p.Context.TriggerKind == protocol.CodeActionTriggerKindAutomatic || !wantsKind(p.Context.Only, kind) {
		return nil, nil
	}
	why := explainArgument{Answer: id, Show: true, background: background{true}}
	return s.actions([]answerCommand{{"Why this answer", explainCommand, why}}, kind)
}
