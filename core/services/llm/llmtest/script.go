package llmtest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
)

// Script is what a model replies: for each category the steps in the order
// in which they are asked for. The steps of Any are for the requests of all
// categories that have none of their own.
type Script map[string][]Step

// Any is the category of requests that have no steps of their own.
const Any = ""

// Step is one reply.
type Step struct {
	Text   string   // of the reply, streamed word by word
	Pieces []string // of the reply in place of Text, streamed one by one
	Err    error    // ends the reply after its text

	Before  *Gate // waited for before the first piece, unless nil
	Between *Gate // waited for before the second piece, unless nil

	Repeat bool // as the last step of its category, serves all later requests too
}

// Say is a step that replies with a text.
func Say(text string) Step { return Step{Text: text} }

// Fail is a step that replies with an error.
func Fail(message string) Step { return Step{Err: errors.New(message)} }

// ParseStep reads a step of a file of test data: a text, without
// the line feed at its end, or a line such as "error: no credit left".
func ParseStep(text string) Step {
	text = strings.TrimSuffix(text, "\n")
	if message, ok := strings.CutPrefix(text, "error: "); ok {
		return Fail(message)
	}
	return Say(text)
}

// ParseScript reads a script from sections, each a line such as
//
//	-- terms --
//
// with a category between the marks, and below it a step as ParseStep reads
// it. Sections of one category are its steps in order. What precedes the
// first section is a comment.
func ParseScript(data []byte) Script {
	script := Script{}
	category, open, text := "", false, ""
	flush := func() {
		if open {
			script[category] = append(script[category], ParseStep(text))
		}
		text = ""
	}
	for line := range strings.Lines(strings.ReplaceAll(string(data), "\r\n", "\n")) {
		if name, ok := section(line); ok {
			flush()
			category, open = name, true
			continue
		}
		text += line
	}
	flush()
	return script
}

// section reads the line that begins a section.
func section(line string) (category string, ok bool) {
	line, ok = strings.CutPrefix(strings.TrimSpace(line), "-- ")
	if !ok {
		return "", false
	}
	category, ok = strings.CutSuffix(line, " --")
	return strings.TrimSpace(category), ok
}

// pieces returns the text as it is streamed: the words with the spaces that
// follow them. Together they are the text.
func (s Step) pieces() []string {
	if s.Pieces != nil {
		return s.Pieces
	}
	return words(s.Text)
}

func words(text string) []string {
	if text == "" {
		return nil
	}
	return strings.SplitAfter(text, " ")
}

// Gate holds a reply back until the test opens it. All its methods may be
// called by many goroutines. A nil Gate is open.
type Gate struct {
	arrived, open   chan struct{}
	arriving, start sync.Once
}

// NewGate makes a closed gate.
func NewGate() *Gate {
	return &Gate{arrived: make(chan struct{}), open: make(chan struct{})}
}

// Open lets everything pass from now on. It may be called again.
func (g *Gate) Open() { g.start.Do(func() { close(g.open) }) }

// Arrived returns a channel that is closed when the first reply waits here.
func (g *Gate) Arrived() <-chan struct{} { return g.arrived }

// wait returns when the gate is open, or the reason why the context ended.
func (g *Gate) wait(ctx context.Context) error {
	if g == nil {
		return nil
	}
	g.arriving.Do(func() { close(g.arrived) })
	select {
	case <-g.open:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("waiting for the model: %w", ctx.Err())
	}
}
