package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"

	"docuquest/core/answer/render"
)

// output is the standard output with a buffer. All that commands print goes through
// it, and what a terminal would obey or hide is taken out here (see printable), so that
// no command can forget to. Its first error stays, and is reported at the end, so that
// nobody in between has to look.
type output struct {
	to     io.Writer
	buffer *bufio.Writer
	begun  []byte // the first bytes of a character whose others are still to come
}

// Write keeps the printable text of bytes until there is enough of it, or until finish.
func (o *output) Write(p []byte) (int, error) {
	text := append(o.begun, p...)
	whole := len(text)
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if last := text[len(text)-n:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				whole -= n
			}
			break
		}
	}
	o.begun = bytes.Clone(text[whole:])
	_, err := io.WriteString(o.exact(), printable(string(text[:whole])))
	return len(p), err
}

// exact is where bytes go that are no text for a person: a picture, a body as it was
// sent.
func (o *output) exact() *bufio.Writer {
	if o.buffer == nil {
		o.buffer = bufio.NewWriterSize(o.to, 32<<10)
	}
	return o.buffer
}

// finish writes what is left and returns the first error.
func (o *output) finish() error {
	if len(o.begun) > 0 {
		fmt.Fprint(o.exact(), string(utf8.RuneError)) // the buffer keeps its error
		o.begun = nil
	}
	if o.buffer == nil {
		return nil
	}
	return o.buffer.Flush()
}

// writeJSON prints a value for programs.
func writeJSON(to io.Writer, value any) error { return encodeJSON(to, value, "  ") }

// writeJSONLine prints a value for programs that read several, one a line.
func writeJSONLine(to io.Writer, value any) error { return encodeJSON(to, value, "") }

// encodeJSON writes a value in JSON, hidden characters as escapes: a program reads the
// same, and a terminal shows that they are there.
func encodeJSON(to io.Writer, value any, indent string) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	if err := e.Encode(value); err != nil {
		return err
	}
	_, err := io.WriteString(to, escapeHidden(b.String()))
	return err
}

// escapeHidden writes the characters that printable changes as JSON escapes.
func escapeHidden(encoded string) string {
	var b bytes.Buffer
	done := 0
	for at, r := range encoded {
		if r == '\n' || r == utf8.RuneError || !render.Hides(r) {
			continue
		}
		b.WriteString(encoded[done:at])
		if first, second := utf16.EncodeRune(r); first != utf8.RuneError {
			fmt.Fprintf(&b, `\u%04x\u%04x`, first, second)
		} else {
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		done = at + utf8.RuneLen(r)
	}
	if done == 0 {
		return encoded
	}
	b.WriteString(encoded[done:])
	return b.String()
}
