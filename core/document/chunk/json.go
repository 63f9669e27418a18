package chunk

import (
	"encoding/json"
	"fmt"
	"strings"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// A jsonWriter writes JSON and keeps which of its bytes come from the document.
// Nothing is escaped but what JSON does not allow in a string: quotes, back
// slashes and control characters.
type jsonWriter struct {
	from  *splitter
	made  []byte
	parts []Part
}

// write adds text that does not occur in the document and needs no escape.
func (w *jsonWriter) write(s string) { w.made = append(w.made, s...) }

// append adds what another one wrote.
func (w *jsonWriter) append(other *jsonWriter) {
	at := len(w.made)
	w.made = append(w.made, other.made...)
	for _, p := range other.parts {
		w.parts = append(w.parts, Part{Chunk: p.Chunk.Shift(at), Source: p.Source})
	}
}

// escaped adds a stretch of the text inside a string.
func (w *jsonWriter) escaped(span text.Span) {
	at := span.Start
	for p := range w.from.sources(span) {
		w.gap(w.from.text[at:p.Chunk.Start])
		made := p.Chunk.Of(w.from.text)
		for at := 0; at < len(made); { // a run that needs no escape, or a character that does
			run := text.Span{Start: at, End: at + plainLength(made[at:])}
			written := run.Of(made)
			if run.Empty() {
				run.End++
				written = escapeOf(made[at])
			}
			w.add(written, p.cut(run.Shift(p.Chunk.Start)).Source)
			at = run.End
		}
		at = p.Chunk.End
	}
	w.gap(w.from.text[at:span.End])
}

// gap adds text that does not occur in the document.
func (w *jsonWriter) gap(s string) {
	for s != "" {
		length := plainLength(s)
		w.write(s[:length])
		if s = s[length:]; s != "" {
			w.write(escapeOf(s[0]))
			s = s[1:]
		}
	}
}

// add adds text that was made from bytes of the document.
func (w *jsonWriter) add(made string, source text.Span) {
	p := Part{Chunk: text.Span{Start: len(w.made), End: len(w.made) + len(made)}, Source: source}
	if w.from.keeps(p, made) {
		w.parts = append(w.parts, p)
	}
	w.write(made)
}

// spaced is a value of JSON, of which a list or an object is as we write all of
// them: with one space behind each comma and colon and nowhere else, and without
// needless escapes.
func spaced(value string) string {
	if value[0] != '[' && value[0] != '{' {
		return value
	}
	var made strings.Builder
	for at := 0; at < len(value); {
		next := at + 1
		switch c := value[at]; c {
		case '"':
			for next < len(value) && value[next] != '"' {
				if value[next] == '\\' {
					next++
				}
				next++
			}
			next = min(next+1, len(value))
			var plain string
			if json.Unmarshal([]byte(value[at:next]), &plain) != nil {
				made.WriteString(value[at:next])
				break
			}
			w := jsonWriter{}
			w.gap(plain)
			made.WriteString(`"` + string(w.made) + `"`)
		case ',', ':':
			made.WriteString(string(rune(c)) + " ")
		case ' ', '\t', '\n', '\r':
		default:
			made.WriteByte(c)
		}
		at = next
	}
	return made.String()
}

// isLiteral reports whether a cell is a value of JSON other than a string.
func isLiteral(d *document.Document, cell text.Span) bool {
	s := d.Text
	switch {
	case d.Language != "json" && d.Language != "jsonc", cell.Empty():
		return false
	case 0 < cell.Start && s[cell.Start-1] == '"' && cell.End < len(s) && s[cell.End] == '"':
		return false
	}
	return s[cell.Start] != '"' && json.Valid([]byte(cell.Of(s)))
}

// plainLength is the number of bytes up to the first that must be escaped.
func plainLength(s string) int {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' {
			return i
		}
	}
	return len(s)
}

func escapeOf(c byte) string {
	switch c {
	case '"', '\\':
		return `\` + string(rune(c))
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	case '\b':
		return `\b`
	case '\f':
		return `\f`
	}
	return fmt.Sprintf(`\u%04x`, c)
}
