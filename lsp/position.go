package lsp

import (
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// Positions have three shapes here: the protocol's, the agent's in its replies,
// and those of core/language/text. All count from 0 in the session's encoding.

func textPosition(p protocol.Position) text.Position {
	return text.Position{Line: int(p.Line), Character: int(p.Character)}
}

func textRange(r protocol.Range) text.Range {
	return text.Range{Start: textPosition(r.Start), End: textPosition(r.End)}
}

func protocolPosition(line, character int) protocol.Position {
	return protocol.Position{Line: uint32(line), Character: uint32(character)}
}

func protocolRange(r text.Range) protocol.Range {
	return protocol.Range{
		Start: protocolPosition(r.Start.Line, r.Start.Character),
		End:   protocolPosition(r.End.Line, r.End.Character),
	}
}

// locationOf gives a place as the protocol wants it.
func locationOf(u file.URI, r replies.Range) protocol.Location {
	return protocol.Location{
		URI: uri.URI(u),
		Range: protocol.Range{
			Start: protocolPosition(r.Start.Line, r.Start.Character),
			End:   protocolPosition(r.End.Line, r.End.Character),
		},
	}
}
