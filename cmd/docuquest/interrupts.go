package main

import (
	"os"
	"sync/atomic"
)

// interrupts are what Ctrl-C does. It reaches every program at the terminal, so one that
// waits for another, such as an editor, has to take no notice of it meanwhile. The zero
// value is ready to use, by several goroutines at once; it is not copied.
type interrupts struct{ held atomic.Int32 }

// hold has interrupts do nothing until as many calls of release.
func (i *interrupts) hold() { i.held.Add(1) }

func (i *interrupts) release() { i.held.Add(-1) }

// await returns at the first interrupt that is not held, or when no more can come.
func (i *interrupts) await(signals <-chan os.Signal) {
	for range signals {
		if i.held.Load() == 0 {
			return
		}
	}
}
