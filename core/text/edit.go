package text

// An Edit is one change of a text, as an editor reports it.
type Edit struct {
	Range *Range // what is replaced; nil for the whole text
	Text  string // what stands there afterwards
}

// Apply returns text after the edits, each of which refers to the text that the one
// before it left. Positions are taken as Lines.Offset takes them, and a reversed range
// is turned around, so that no edit can fail.
//
// It reads the text up to each edit and copies it once for each; no line table is
// built, since a keystroke would have to pay for it.
func Apply(text string, edits []Edit, e Encoding) string {
	for _, edit := range edits {
		text = apply(text, edit, e)
	}
	return text
}

func apply(text string, edit Edit, e Encoding) string {
	if edit.Range == nil {
		return edit.Text
	}
	r := edit.Range.ordered()
	start := offsetAt(text, r.Start, e)
	end := offsetAt(text, r.End, e)
	return text[:start] + edit.Text + text[end:]
}

// offsetAt does what Lines.Offset does, for one position.
func offsetAt(text string, p Position, e Encoding) int {
	if p.Line < 0 {
		return 0
	}
	l := newLineWalker(text)
	for range p.Line {
		if !l.next() {
			return len(text)
		}
	}
	content := len(text)
	if end, ok := l.end(); ok {
		content = contentEnd(text, l.at, end)
	}
	return l.at + bytesOf(text[l.at:content], p.Character, e)
}
