package main

import (
	"os"
	"sync/atomic"
)

// interrupts are what Ctrl-C does. It reaches every program at the terminal, so one that
// waits for another, such as an editor, has to ignore it meanwhile. The zero
// value is ready to use, by several goroutines at once; it is not copied.
type interrupts struct{ holds atomic.Int32 }

// hold makes interrupts do nothing until release was called as often.
func (i *interrupts) hold() { i.holds.Add(1) }

func (i *interrupts) release() { i.holds.Add(-1) }

// await returns at the first interrupt that counts, or when no more can come.
func (i *interrupts) await(signals <-chan os.Signal) {
	for range signals {
		if i.holds.Load() == 0 {
			return
		}
	}
}
