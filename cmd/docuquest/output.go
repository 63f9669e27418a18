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

// encodeJSON writes a value in JSON, with the characters that printable changes as escapes:
// a program reads the same, and a terminal shows that they are there.
func encodeJSON(to io.Writer, value any, indent string) error {
	var encoded, b bytes.Buffer
	e := json.NewEncoder(&encoded)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	if err := e.Encode(value); err != nil {
		return err
	}
	done, text := 0, encoded.String()
	for at, r := range text {
		if r == '\n' || r == utf8.RuneError || !render.Hides(r) {
			continue
		}
		b.WriteString(text[done:at])
		if first, second := utf16.EncodeRune(r); first != utf8.RuneError {
			fmt.Fprintf(&b, `\u%04x\u%04x`, first, second)
		} else {
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		done = at + utf8.RuneLen(r)
	}
	b.WriteString(text[done:])
	_, err := b.WriteTo(to)
	return err
}
