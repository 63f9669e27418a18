package main

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// progress returns the line that shows a waiting person what is being done. It is empty
// where nobody watches.
func (p *program) progress() *progressLine {
	if !p.screens.stderr {
		return &progressLine{to: io.Discard, width: p.screens.width}
	}
	line := &progressLine{to: p.stderr, width: p.screens.width}
	line.leave = p.formats().showBy(func(task string) (end func()) {
		line.say("Reading files: " + task)
		return func() {} // what comes next takes its place
	})
	return line
}

// A progressLine is one line of a terminal that is written again and again. Its
// methods may be called from several goroutines.
type progressLine struct {
	to    io.Writer
	width int
	leave func() // ends what else writes on it; nil for nothing

	mu    sync.Mutex // guards all below
	next  time.Time  // when a number is written again
	shown bool
}

// calm is the least time between two numbers, which nobody could read faster.
const calm = 100 * time.Millisecond

// files shows how many files have been read.
func (l *progressLine) files(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := time.Now(); l.next.Before(now) {
		l.next = now.Add(calm)
		l.write(fmt.Sprintf("Reading files: %d", n))
	}
}

// say shows what is being done.
func (l *progressLine) say(message string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.write(message)
}

func (l *progressLine) write(message string) {
	fmt.Fprintf(l.to, "\r\x1b[K%s", cut(printableLine(message), l.width-1))
	l.shown = true
}

// clear empties the line. It may be called again.
func (l *progressLine) clear() {
	if l.leave != nil {
		l.leave()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shown {
		fmt.Fprint(l.to, "\r\x1b[K")
		l.shown = false
	}
}
