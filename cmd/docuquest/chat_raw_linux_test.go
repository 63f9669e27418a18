package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// What ends or stops the program at its prompt leaves a terminal that echoes and waits
// for Enter.
func TestTerminalIsPutBack(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT} {
		t.Run(signal.String(), func(t *testing.T) {
			c := process(t, nil, "chat", "-C", sites)
			p := openPTY(t)
			c.Stdin, c.Stdout, c.Stderr = p.side, p.side, p.side
			c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			p.await(t, "to exit): ")
			if p.isCooked(t) {
				t.Error("the terminal sends lines at the prompt")
			}
			if err := c.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			_ = c.Wait()
			if code := c.ProcessState.ExitCode(); code != exitInterrupted || !p.isCooked(t) {
				t.Errorf("%v, and the terminal is put back: %t", c.ProcessState, p.isCooked(t))
			}
		})
	}
}

// Ctrl-Z gives the terminal to the shell, and who comes back finds the line as it was.
func TestStoppedAtPrompt(t *testing.T) {
	c := process(t, nil)
	c.Path, c.Args = "/bin/sh", []string{"sh", "-mc", `"$0" chat -C "$1"; echo "in the shell"; read go; fg`, os.Args[0], sites}
	p := openPTY(t)
	c.Stdin, c.Stdout, c.Stderr = p.side, p.side, p.side
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	p.await(t, "to exit): ")
	p.send(t, "where is\x1a")
	p.await(t, "in the shell")
	if !p.isCooked(t) {
		t.Error("the shell has a terminal that sends keys")
	}
	p.send(t, "\n")
	p.await(t, "to exit): where is")
	p.send(t, "\x03")
	_ = c.Wait()
	if code := c.ProcessState.ExitCode(); code != exitInterrupted || !p.isCooked(t) {
		t.Errorf("%v, and the terminal is put back: %t", c.ProcessState, p.isCooked(t))
	}
}

// A pty is a terminal that the test is the screen and the keys of.
type pty struct {
	screen, side *os.File
	shown        strings.Builder
}

func openPTY(t *testing.T) *pty {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	fd := int(screen.Fd())
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	side, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		side.Close()
		screen.Close()
	})
	return &pty{screen: screen, side: side}
}

// await reads until a text is shown, and forgets what was shown before it.
func (p *pty) await(t *testing.T, text string) {
	t.Helper()
	for one := make([]byte, 1); !strings.HasSuffix(p.shown.String(), text); {
		if _, err := io.ReadFull(p.screen, one); err != nil {
			t.Fatalf("%q is not shown in %q: %v", text, p.shown.String(), err)
		}
		p.shown.Write(one)
	}
	p.shown.Reset()
}

func (p *pty) send(t *testing.T, keys string) {
	t.Helper()
	if _, err := p.screen.WriteString(keys); err != nil {
		t.Fatal(err)
	}
}

// isCooked reports whether the terminal echoes, and waits for Enter.
func (p *pty) isCooked(t *testing.T) bool {
	t.Helper()
	modes, err := unix.IoctlGetTermios(int(p.side.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	const cooked = unix.ICANON | unix.ECHO | unix.ISIG
	return modes.Lflag&cooked == cooked
}
