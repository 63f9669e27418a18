package main

import "testing"

// What was typed before a query was shown does not release it; a yes that is typed then
// does. Who ends the input is asked no more.
func TestReleaseAsksAnew(t *testing.T) {
	p := openPTY(t)
	r := &releaser{stdin: p.side, stderr: p.side}
	for _, c := range []struct {
		before, then, shown string
		want                bool
	}{
		{"yes\n", "\n", "\r\n", false},
		{"no\n", "yes\n", "yes\r\n", true},
		{"yes\n", "no\n", "no\r\n", false},
		{"yes\n", "\x04", "\r\n", false}, // Ctrl-D
	} {
		p.send(t, c.before)
		p.await(t, c.before[:len(c.before)-1]+"\r\n") // the terminal has it
		released := make(chan bool, 1)
		go func() { released <- r.ask(t.Context(), "q", "it holds a code") }()
		p.await(t, "sends it all the same: ")
		p.send(t, c.then)
		p.await(t, c.shown)
		if got := <-released; got != c.want {
			t.Errorf("%q, and then %q: released %t", c.before, c.then, got)
		}
	}
	if r.ask(t.Context(), "q", "it holds a code") {
		t.Error("released by nobody")
	}
}
