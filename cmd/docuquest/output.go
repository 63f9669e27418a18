package main

import (
	"bufio"
	"encoding/json"
	"io"
)

// output is the standard output with a buffer. Its first error stays, and is
// told at the end, so that nobody in between has to look.
type output struct {
	to     io.Writer
	buffer *bufio.Writer
}

// Write keeps bytes until there are enough of them, or until flush.
func (o *output) Write(p []byte) (int, error) {
	if o.buffer == nil {
		o.buffer = bufio.NewWriterSize(o.to, 32<<10)
	}
	return o.buffer.Write(p)
}

// finish writes what is left and returns the first error.
func (o *output) finish() error {
	if o.buffer == nil {
		return nil
	}
	return o.buffer.Flush()
}

// writeJSON prints a value for programs.
func writeJSON(to io.Writer, value any) error {
	e := json.NewEncoder(to)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(value)
}

// writeJSONLine prints a value for programs that read several, one a line.
func writeJSONLine(to io.Writer, value any) error {
	e := json.NewEncoder(to)
	e.SetEscapeHTML(false)
	return e.Encode(value)
}
