package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// An asker shows a prompt and waits for a line, or for the end of ctx. It is not called
// again after an error, nor by two goroutines at once.
type asker func(ctx context.Context, prompt string) question

// asker is how a conversation gets its lines: with keys that complete, and go back to
// earlier questions, where a person sits at a terminal, else as they come.
func (c *conversation) asker() asker {
	in, isFile := c.stdin.(*os.File)
	out, isFileToo := c.stdout.(*os.File)
	if !isFile || !isFileToo || !c.screens.stderr || !term.IsTerminal(int(in.Fd())) || !term.IsTerminal(int(out.Fd())) {
		return c.plainAsker(newLineReader(c.stdin))
	}
	k := newKeyboard(in, out, completer{paths: c.agent.Paths, ids: c.ids})
	for _, turn := range c.agent.Turns() {
		k.terminal.History.Add(oneLine(turn.Question))
	}
	return func(ctx context.Context, prompt string) question {
		if err := c.out.finish(); err != nil {
			return question{err: err}
		}
		if width, height, err := term.GetSize(int(out.Fd())); err == nil && width > 0 {
			_ = k.terminal.SetSize(width, height) // which only writes the prompt, and there is none yet
		}
		before, err := term.MakeRaw(int(in.Fd()))
		if err != nil {
			return question{err: err}
		}
		defer term.Restore(int(in.Fd()), before)
		return k.ask(ctx, prompt)
	}
}

// plainAsker reads lines as they come. Where no Enter key ends the line of the prompt,
// it does.
func (c *conversation) plainAsker(lines *lineReader) asker {
	return func(ctx context.Context, prompt string) question {
		c.say("%s", prompt)
		if err := c.out.finish(); err != nil {
			return question{err: err}
		}
		q := lines.next(ctx)
		if ctx.Err() == nil && (!c.screens.stdin || q.err != nil) {
			c.say("\n")
		}
		return q
	}
}

// ids are those of the conversation's answers.
func (c *conversation) ids() []string {
	var ids []string
	for _, turn := range c.agent.Turns() {
		ids = append(ids, turn.ID)
	}
	return ids
}

// A keyboard reads lines key by key from a terminal that shows none by itself.
type keyboard struct {
	terminal  *term.Terminal
	completer completer
	keys      *keyReader
}

// newKeyboard makes a keyboard on what a terminal sends and shows.
func newKeyboard(in io.Reader, out io.Writer, c completer) *keyboard {
	k := &keyboard{completer: c, keys: &keyReader{in: in}}
	k.terminal = term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{k.keys, out}, "")
	k.terminal.AutoCompleteCallback = k.complete
	return k
}

// ask waits for a line. Ctrl-C ends the program, as it does at any other time: a
// terminal that gives each key sends no signal for it.
func (k *keyboard) ask(ctx context.Context, prompt string) question {
	k.terminal.SetPrompt(prompt)
	typed := make(chan question, 1)
	go func() {
		line, err := k.terminal.ReadLine()
		typed <- question{strings.TrimSpace(strings.ToValidUTF8(line, "\ufffd")), err}
	}()
	select {
	case q := <-typed:
		if q.err != nil {
			fmt.Fprint(k.terminal, "\n") // There was no Enter key to end the line.
		}
		if errors.Is(q.err, io.EOF) && k.keys.interrupted {
			q.err = exit(exitInterrupted)
		}
		return q
	case <-ctx.Done():
		return question{err: ctx.Err()}
	}
}

// complete is what the terminal asks at each key.
func (k *keyboard) complete(line string, at int, key rune) (completed string, cursor int, ok bool) {
	if key != '\t' {
		return "", 0, false
	}
	c := k.completer.complete(line, at)
	if c.line == line && len(c.choices) > 1 {
		fmt.Fprintln(k.terminal, someOf(c.choices))
	}
	return c.line, c.at, true
}

// someOf are choices in one line, the first of them where there are many.
func someOf(choices []string) string {
	const most = 20
	shown := choices[:min(len(choices), most)]
	all := make([]string, len(shown))
	for i, choice := range shown {
		all[i] = printable(choice)
	}
	if more := len(choices) - most; more > 0 {
		all = append(all, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(all, "  ")
}

// A keyReader notes whether Ctrl-C was among the keys, which the terminal takes for the
// end of the input.
type keyReader struct {
	in          io.Reader
	interrupted bool // read by whoever was told of the end of the input
}

func (r *keyReader) Read(p []byte) (int, error) {
	const interrupt = 3
	n, err := r.in.Read(p)
	r.interrupted = r.interrupted || bytes.IndexByte(p[:max(n, 0)], interrupt) >= 0
	return n, err
}
