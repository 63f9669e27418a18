package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"docuquest/core/answer/evidence"
	"docuquest/core/answer/replies"
	"docuquest/core/code/codemap"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// The call hierarchy of an editor shows who calls what. In programs that is what the code
// base says. In a text the callers of a passage, or of the section of a heading, are the
// kept answers that cite it; what an answer calls is what it cites. Programs have it where
// the user names their language: an editor may show the call hierarchy of one server alone,
// and that of the language's own knows more.

// An itemData is what an item says when it comes back, besides its place.
type itemData struct {
	Answer  string `json:"answer,omitempty"`  // the id of the answer that it is
	Passage bool   `json:"passage,omitempty"` // it is a place in a text that answers can cite
	Text    string `json:"text,omitempty"`    // that was there, as far as it is needed to find that again
	Kind    string `json:"kind,omitempty"`    // of the definition that it is
	Name    string `json:"name,omitempty"`    // of that, since the file may have changed around it
}

// prepareCallHierarchy gives what there is at a position that can call or be called; null
// where there is nothing.
func (s *server) prepareCallHierarchy(ctx context.Context, p *protocol.CallHierarchyPrepareParams) ([]protocol.CallHierarchyItem, error) {
	address := string(p.TextDocument.URI)
	if id, ok := s.answerID(address); ok {
		release(ctx)
		return s.answerItems(id), nil
	}
	if _, ok := fileURI(address); !ok {
		release(ctx)
		return nil, nil
	}
	s.agent.Settle()
	at, ok, err := s.placeOf(ctx, p.TextDocumentPositionParams)
	release(ctx)
	switch {
	case err != nil || !ok || !s.serves(at.file) || !s.agent.Offers().ShowsCalls():
		return nil, err
	case !file.IsCode(at.file.Language):
		if len(s.answersOn(ctx, at.file, p.Position)) == 0 {
			return nil, nil
		}
		said, r := at.of(at.line), protocolRange(at.lines.Range(at.line, s.encoding))
		item := passageItem(said, at.file.Path, protocol.Location{URI: p.TextDocument.URI, Range: r})
		item.Name = cmp.Or(nameLine(strings.TrimLeft(said, "#=*> \t"), longestSymbol), at.file.Path)
		return []protocol.CallHierarchyItem{item}, nil
	}
	code, leave, err := s.codeBase(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	found, err := code.Callables(ctx, at.file, agentPosition(p.Position), s.encoding)
	if err != nil {
		return nil, err
	}
	var items []protocol.CallHierarchyItem
	for _, one := range found {
		items = append(items, itemOf(one, ""))
	}
	return items, nil
}

// incomingCalls gives what calls an item.
func (s *server) incomingCalls(ctx context.Context, p *protocol.CallHierarchyIncomingCallsParams) ([]protocol.CallHierarchyIncomingCall, error) {
	s.agent.Settle()
	release(ctx)
	data := dataOf(p.Item)
	switch {
	case data.Answer != "":
		return nil, nil
	case data.Passage:
		return s.citingAnswers(ctx, p.Item, data.Text), nil
	}
	calls, err := s.callsOf(ctx, p.Item, data)
	if err != nil || calls == nil {
		return nil, err
	}
	all := []protocol.CallHierarchyIncomingCall{}
	for _, c := range calls.Callers {
		from := itemOf(c.Callable, remarkOf(c))
		all = append(all, protocol.CallHierarchyIncomingCall{From: from, FromRanges: rangesOf(c.At)})
	}
	return all, nil
}

// outgoingCalls gives what an item calls.
func (s *server) outgoingCalls(ctx context.Context, p *protocol.CallHierarchyOutgoingCallsParams) ([]protocol.CallHierarchyOutgoingCall, error) {
	s.agent.Settle()
	release(ctx)
	data := dataOf(p.Item)
	switch {
	case data.Answer != "":
		return s.citedPassages(ctx, data.Answer)
	case data.Passage:
		return nil, nil
	}
	calls, err := s.callsOf(ctx, p.Item, data)
	if err != nil || calls == nil {
		return nil, err
	}
	all := []protocol.CallHierarchyOutgoingCall{}
	for _, c := range calls.Callees {
		to := itemOf(c.Callable, remarkOf(c))
		all = append(all, protocol.CallHierarchyOutgoingCall{To: to, FromRanges: rangesOf(c.At)})
	}
	return all, nil
}

// callsOf are the calls of the definition that an item is; nil where it is no more.
func (s *server) callsOf(ctx context.Context, item protocol.CallHierarchyItem, data itemData) (*codemap.Calls, error) {
	u, ok := fileURI(string(item.URI))
	if !ok {
		return nil, nil
	}
	code, leave, err := s.codeBase(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	one := codemap.Callable{URI: u, Kind: data.Kind, Name: data.Name}
	one.Select.Start = agentPosition(item.SelectionRange.Start)
	calls, err := code.CallsOf(ctx, one, s.encoding)
	if err != nil {
		return nil, ctx.Err()
	}
	return calls, nil
}

// itemOf is a definition as an item, with what is to be said of the call to it or from it.
func itemOf(c codemap.Callable, remark string) protocol.CallHierarchyItem {
	detail := c.Path
	if remark != "" {
		detail += " (" + remark + ")"
	}
	item := protocol.CallHierarchyItem{
		Name: nameLine(c.Name, longestSymbol), Kind: kindOfDefinition(c.Kind), Detail: &detail, URI: uri.URI(c.URI),
		Range: locationOf(c.URI, c.Range).Range, SelectionRange: locationOf(c.URI, c.Select).Range,
	}
	if c.Kind == "file" {
		item.Kind = protocol.SymbolKindFile
	}
	return withData(item, itemData{Kind: c.Kind, Name: c.Name})
}

func remarkOf(c codemap.Call) string {
	if c.Mention {
		return strings.Trim("mention, "+c.Remark(), ", ")
	}
	return c.Remark()
}

func rangesOf(at []replies.Range) []protocol.Range {
	all := make([]protocol.Range, 0, len(at))
	for _, r := range at {
		all = append(all, locationOf("", r).Range)
	}
	return all
}

func withData(item protocol.CallHierarchyItem, data itemData) protocol.CallHierarchyItem {
	if raw, err := json.Marshal(data); err == nil {
		item.Data = raw
	}
	return item
}

// dataOf is what an item says that came back. One that was made by somebody else says
// nothing.
func dataOf(item protocol.CallHierarchyItem) itemData {
	var data itemData
	if json.Unmarshal(item.Data, &data) != nil {
		return itemData{}
	}
	return data
}

// longestPassage is how much of a passage is located, in bytes.
const longestPassage = 1000

// passageItem is a passage as an item, which begins with what is said at a location.
func passageItem(said, detail string, at protocol.Location) protocol.CallHierarchyItem {
	return withData(protocol.CallHierarchyItem{
		Name: cmp.Or(nameLine(said, longestSymbol), detail), Kind: protocol.SymbolKindString, Detail: &detail,
		URI: at.URI, Range: at.Range, SelectionRange: at.Range,
	}, itemData{Passage: true, Text: said[:runeBoundary(said, min(len(said), longestPassage))]})
}

// citingAnswers are the kept answers that cite the passage that an item is, each with the
// sources by which it does. said is what was there, and is found where it is now.
func (s *server) citingAnswers(ctx context.Context, item protocol.CallHierarchyItem, said string) []protocol.CallHierarchyIncomingCall {
	all := []protocol.CallHierarchyIncomingCall{}
	number := map[string]int{}
	for _, source := range s.answersOnSaid(ctx, item, said) {
		address := string(source.URI)
		if at, known := number[address]; known {
			all[at].FromRanges = append(all[at].FromRanges, source.Range)
			continue
		}
		id, _ := s.answerID(address)
		items := s.answerItems(id)
		if len(items) == 0 {
			continue
		}
		number[address] = len(all)
		all = append(all, protocol.CallHierarchyIncomingCall{From: items[0], FromRanges: []protocol.Range{source.Range}})
	}
	return all
}

// answersOnSaid is answersOn for the passage that an item is; none where it is no more.
func (s *server) answersOnSaid(ctx context.Context, item protocol.CallHierarchyItem, said string) []protocol.Location {
	u, ok := fileURI(string(item.URI))
	if !ok {
		return nil
	}
	f, err := s.agent.Read(ctx, u)
	if err != nil {
		return nil // a file that is gone has no passage
	}
	lines := text.NewLines(f.Content)
	was := lines.Offset(textPosition(item.SelectionRange.Start), s.encoding)
	passage := placedQuestion{where: text.Span{Start: was, End: was + len(said)}, said: said, selected: true}
	now, stands := passage.in(f.Content)
	if !stands {
		return nil
	}
	return s.answersOn(ctx, f, protocolRange(lines.Range(now, s.encoding)).Start)
}

// answerItems is an answer as an item; none for one that is not kept.
func (s *server) answerItems(id string) []protocol.CallHierarchyItem {
	a, err := s.agent.Answer(id)
	if err != nil {
		return nil
	}
	address := string(s.agent.AnswerFile(id))
	if s.abilities.ourDocuments || address == "" {
		address = s.answerURI(id, a.Question)
	}
	lines := text.NewLines(a.Document)
	head := protocolRange(lines.Range(lines.Line(0), s.encoding))
	detail := "answer"
	return []protocol.CallHierarchyItem{withData(protocol.CallHierarchyItem{
		Name: cmp.Or(nameLine(a.Question, longestSymbol), detail), Kind: protocol.SymbolKindString, Detail: &detail,
		URI: uri.URI(address), Range: head, SelectionRange: head,
	}, itemData{Answer: id})}
}

// citedPassages are what an answer cites, where it is now.
func (s *server) citedPassages(ctx context.Context, id string) ([]protocol.CallHierarchyOutgoingCall, error) {
	a, err := s.agent.Answer(id)
	if err != nil {
		return nil, nil
	}
	all := []protocol.CallHierarchyOutgoingCall{}
	show := s.newShower()
	for _, c := range a.Citations {
		location, err := (&cited{answer: a, Citation: c}).location(ctx, show)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			continue
		}
		if path, err := s.agent.PathOf(file.URI(location.URI)); err == nil {
			c.Path = path
		}
		c.Range.Start.Line = int(location.Range.Start.Line)
		call := protocol.CallHierarchyOutgoingCall{
			To:         passageItem(c.Quote, placeName(c), *location),
			FromRanges: []protocol.Range{},
		}
		if source, ok := s.sourceOf(evidence.Rest{Answer: id, Number: c.Number}); ok {
			call.FromRanges = append(call.FromRanges, source.Range)
		}
		all = append(all, call)
	}
	return all, nil
}
