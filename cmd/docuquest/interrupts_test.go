package main

import (
	"os"
	"testing"
)

// An interrupt that comes while it belongs to another program does nothing, also when
// several hold it; the next one counts.
func TestInterrupts(t *testing.T) {
	var i interrupts
	signals, done := make(chan os.Signal), make(chan struct{})
	i.hold()
	i.hold()
	go func() {
		i.await(signals)
		close(done)
	}()
	taken := func() bool {
		select {
		case signals <- os.Interrupt:
			return true
		case <-done:
			return false
		}
	}
	for n := range 3 { // each is only taken when the one before was passed over
		if !taken() {
			t.Fatal("an interrupt counts during a hold")
		}
		if n == 0 {
			i.release()
		}
	}
	i.release()
	taken()
	<-done
}
