package lsp

import (
	"context"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// documentSymbol gives the structure of a file: its sections, tables and
// definitions, and the pages of a text that was taken out of it; of an answer the
// question, the statements and the sources. A client that knows no trees gets them as
// a list. It is null for what is neither a file of the disk nor a document of ours, and for
// files in languages that are left to other servers.
func (s *server) documentSymbol(ctx context.Context, p *protocol.DocumentSymbolParams) (protocol.DocumentSymbolResult, error) {
	tree, err := s.symbolTree(ctx, string(p.TextDocument.URI))
	release(ctx)
	switch {
	case err != nil:
		return nil, ctx.Err() // a document that is gone is no error of the user's
	case tree == nil:
		return nil, nil
	case s.abilities.symbolTree:
		return tree, nil
	}
	return listed(tree, p.TextDocument.URI), nil
}

// symbolTree gives the structure of what an address names; nil if that has none. What
// is open in the editor is read as it is at the request's place on the wire.
func (s *server) symbolTree(ctx context.Context, address string) (protocol.DocumentSymbolSlice, error) {
	if id, ok := s.answerID(address); ok {
		if slices.Contains(s.wishes.Outlined, "markdown") && !s.symbolLanguages().Has("markdown") { // which answers are
			return nil, nil
		}
		document, open := s.bufferOf(address) // with what the user made of the file that replaces it
		if !open {
			var err error
			if document, err = s.answerText(id); err != nil {
				return nil, err
			}
		}
		return answerOutline(document, s.encoding), nil
	}
	if e, ok := parseExtracted(address); ok {
		release(ctx)
		d, part, err := s.agent.Extracted(ctx, e.uri())
		if err != nil {
			return nil, err
		}
		return symbolsIn(d, part, s.encoding), nil
	}
	u, ok := fileURI(address)
	if !ok {
		return nil, nil
	}
	language := file.LanguageOf(u.Path())
	f, open := s.agent.Buffer(u)
	if open {
		language = f.Language
	} else {
		release(ctx)
	}
	if !s.symbolLanguages().Has(language) {
		return nil, nil
	}
	d, err := s.agent.Document(ctx, u)
	if err != nil {
		return nil, err
	}
	return symbolsIn(d, text.Span{End: len(d.Text)}, s.encoding), nil
}

// listed gives a tree of symbols as a list in the order of the text, each with
// the name of what it lies in.
func listed(tree protocol.DocumentSymbolSlice, address uri.URI) protocol.SymbolInformationSlice {
	list := protocol.SymbolInformationSlice{}
	var add func(symbols []protocol.DocumentSymbol, inside *string)
	add = func(symbols []protocol.DocumentSymbol, inside *string) {
		for _, symbol := range symbols {
			list = append(list, protocol.SymbolInformation{
				BaseSymbolInformation: protocol.BaseSymbolInformation{Name: symbol.Name, Kind: symbol.Kind, ContainerName: inside},
				Location:              protocol.Location{URI: address, Range: symbol.Range},
			})
			add(symbol.Children, &symbol.Name)
		}
	}
	add(tree, nil)
	return list
}

// kindOf gives the kind of a symbol. Sections are strings, as they are with the
// servers of Markdown that editors know.
func kindOf(b document.Block) protocol.SymbolKind {
	switch b.Kind {
	case document.Page:
		return protocol.SymbolKindFile
	case document.Table:
		return protocol.SymbolKindArray
	case document.Definition:
		return kindOfDefinition(b.Info)
	default:
		return protocol.SymbolKindString
	}
}

// kindOfDefinition gives the kind for the words by which parsers say what a
// definition is. What the protocol has no kind for is an object.
func kindOfDefinition(info string) protocol.SymbolKind {
	switch info {
	case "class", "record", "actor", "mixin", "type", "impl", "extension", "annotation":
		return protocol.SymbolKindClass
	case "struct", "union", "message":
		return protocol.SymbolKindStruct
	case "interface", "trait", "protocol", "concept", "service":
		return protocol.SymbolKindInterface
	case "enum":
		return protocol.SymbolKindEnum
	case "function", "macro":
		return protocol.SymbolKindFunction
	case "method":
		return protocol.SymbolKindMethod
	case "const":
		return protocol.SymbolKindConstant
	case "var":
		return protocol.SymbolKindVariable
	case "field", "property":
		return protocol.SymbolKindField
	case "namespace":
		return protocol.SymbolKindNamespace
	case "module", "package", "program":
		return protocol.SymbolKindModule
	default:
		return protocol.SymbolKindObject
	}
}

// nameLine puts a text that is shown as a name on one line of at most limit
// bytes, and dots for what is left out.
func nameLine(s string, limit int) string {
	const spare = 8 // for white space and what shows nothing
	start := s[:runeBoundary(s, min(len(s), spare*limit))]
	line := text.OneLine(visible(start))
	if len(line) <= limit && len(start) == len(s) {
		return line
	}
	return line[:runeBoundary(line, min(len(line), limit))] + "…"
}
