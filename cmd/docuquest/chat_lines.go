package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"unicode/utf8"

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
	raw := &rawTerminal{in: int(in.Fd()), out: int(out.Fd())}
	if raw.begin() != nil {
		return c.plainAsker(newLineReader(c.stdin))
	}
	raw.end()
	ids := func() (ids []string) {
		for _, turn := range c.agent.Turns() {
			ids = append(ids, turn.ID)
		}
		return ids
	}
	k := newKeyboard(in, out, completer{paths: c.agent.Paths, ids: ids})
	k.keys.stop = func() {
		raw.pause(stopJob)
		fmt.Fprint(k.terminal) // shows the prompt and the line again
	}
	for _, turn := range c.agent.Turns() {
		k.terminal.History.Add(printableLine(turn.Question))
	}
	return func(ctx context.Context, prompt string) question {
		if err := c.out.finish(); err != nil {
			return question{err: err}
		}
		if width, height, err := term.GetSize(int(out.Fd())); err == nil && width > 0 {
			_ = k.terminal.SetSize(width, height) // which only writes the prompt, and there is none yet
		}
		// What ends the program from outside, as closing the window does, ends it like Ctrl-C:
		// the terminal outlives it.
		untilEnded, stop := signal.NotifyContext(ctx, syscall.SIGTERM, syscall.SIGHUP)
		defer stop()
		if err := raw.begin(); err != nil {
			return question{err: err}
		}
		defer raw.end()
		q := k.ask(untilEnded, prompt)
		if untilEnded.Err() != nil && ctx.Err() == nil {
			q.err = exit(exitInterrupted)
		}
		return q
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

// A keyboard reads lines key by key from a terminal that shows none by itself.
type keyboard struct {
	terminal  *term.Terminal
	completer completer
	keys      *keyReader
	out       io.Writer // what the terminal writes to
}

// newKeyboard makes a keyboard on what a terminal sends and shows.
func newKeyboard(in io.Reader, out io.Writer, c completer) *keyboard {
	k := &keyboard{completer: c, keys: &keyReader{in: in}, out: out}
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
			k.endLine()
		}
		if errors.Is(q.err, io.EOF) && k.keys.interrupted {
			q.err = exit(exitInterrupted)
		}
		return q
	case <-ctx.Done():
		k.endLine()
		return question{err: ctx.Err()}
	}
}

// endLine ends a line that no Enter key has ended. The terminal would show its prompt
// once more below.
func (k *keyboard) endLine() { fmt.Fprint(k.out, "\r\n") }

// complete is what the terminal asks at each key. Where several words are possible it prints
// them, the first of them if there are many.
func (k *keyboard) complete(line string, at int, key rune) (completed string, cursor int, ok bool) {
	const most = 20
	if key != '\t' {
		return "", 0, false
	}
	c := k.completer.complete(line, at)
	if c.line == line && len(c.choices) > 1 {
		var all []string
		for _, choice := range c.choices[:min(len(c.choices), most)] {
			all = append(all, printable(choice))
		}
		if more := len(c.choices) - most; more > 0 {
			all = append(all, fmt.Sprintf("and %d more", more))
		}
		fmt.Fprintln(k.terminal, strings.Join(all, "  "))
	}
	return c.line, c.at, true
}

// A keyReader reads keys in front of a terminal, and sees to those that the terminal has
// no good answer to: Ctrl-C, which it takes for the end of the input, Ctrl-Z, and bytes
// that are no character, which hold back what follows them.
type keyReader struct {
	in          io.Reader
	stop        func() // what Ctrl-Z does, nil for nothing
	interrupted bool   // Ctrl-C or Ctrl-\ was read, so that the end of the input is none

	begun []byte // the bytes of a character whose last is not read yet
	ready []byte // for the terminal
	err   error  // that comes behind them
}

// The keys that a terminal makes signals of unless it is raw.
const (
	ctrlC         = 0x03
	ctrlZ         = 0x1a
	ctrlBackslash = 0x1c
)

func (r *keyReader) Read(p []byte) (int, error) {
	for len(r.ready) == 0 && r.err == nil {
		var read [256]byte
		n, err := r.in.Read(read[:])
		rest := append(r.begun, read[:n]...)
		for len(rest) > 0 && (err != nil || utf8.FullRune(rest)) {
			c, size := utf8.DecodeRune(rest)
			rest = rest[size:]
			switch c {
			case ctrlC, ctrlBackslash:
				r.interrupted = true
				c = ctrlC
			case ctrlZ:
				if r.stop != nil {
					r.stop()
				}
				continue
			case utf8.RuneError:
				c = '?' // the terminal holds back what follows the usual sign, too
			}
			r.ready = utf8.AppendRune(r.ready, c)
		}
		r.begun, r.err = rest, err
	}
	if len(r.ready) == 0 {
		return 0, r.err
	}
	n := copy(p, r.ready)
	r.ready = r.ready[n:]
	return n, nil
}
