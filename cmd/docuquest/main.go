// Command docuquest answers questions from the files of a folder, with citations that are
// checked: as a language server, and in the terminal.
//
// It has no logic of its own. Each command has a file, whose one method of [call] defines
// flags, asks the agent and prints the reply, and a page of help in the folder help.
// wiring.go and services.go put the agent together. Try "docuquest help".
package main

import (
	"context"
	"io"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync"
	"syscall"
	"time"

	"docuquest/core/settings"
)

// version can be set when the program is built: -ldflags "-X main.version=1.2".
var version string

func main() {
	// A reader may close the pipe early. Writing then fails, which ends a command quietly;
	// the signal would end the process before it can clean up.
	signal.Ignore(syscall.SIGPIPE)
	p := system()
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt)
	go func() {
		p.interrupts.await(signals)
		signal.Stop(signals) // a second interrupt ends the process at once
		cancel()
	}()
	os.Exit(run(ctx, p))
}

// system is the program as the operating system started it.
func system() *program {
	config, _ := os.UserConfigDir() // "" where there is none
	cache, _ := os.UserCacheDir()
	p := &program{
		args:    os.Args[1:],
		stdin:   os.Stdin,
		stdout:  os.Stdout,
		stderr:  os.Stderr,
		environ: os.Environ(),
		folders: settings.Folders{Config: config, Cache: cache, State: stateFolder(config, cache)},
		screens: screens{
			stdin:  isScreen(os.Stdin),
			stdout: isScreen(os.Stdout),
			stderr: isScreen(os.Stderr) && os.Getenv("TERM") != "dumb",
			width:  screenWidth(os.Getenv("COLUMNS")),
		},
		silence:       silence,
		floorPatience: 300 * time.Millisecond,
	}
	p.formats = sync.OnceValue(func() *formats {
		cache := p.cacheFolder()
		if cache == "" {
			return newFormats("", "")
		}
		return newFormats(filepath.Join(cache, "wasm"), filepath.Join(cache, "extracts"))
	})
	return p
}

// stateFolder is where the user's own things are kept between sessions. Where the system has
// no name for it, it is the folder that is not emptied.
func stateFolder(config, cache string) string {
	switch runtime.GOOS {
	case "darwin", "ios":
		return config
	case "windows":
		return cache // the local one: answers do not travel with a profile
	}
	if state := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(state) {
		return state
	}
	if home, err := os.UserHomeDir(); err == nil {
		return filepath.Join(home, ".local", "state")
	}
	return ""
}

// isScreen reports whether a person sits at the other end of a file.
func isScreen(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// screenWidth reads the number of columns that a shell reports.
func screenWidth(columns string) int {
	const usual, least, most = 80, 40, 120 // longer lines are hard to read
	n, err := strconv.Atoi(columns)
	if err != nil {
		return usual
	}
	return min(max(n, least), most)
}

// silence takes the standard output and error away from code that prints to them, since an
// editor takes every byte on the one for a message and every line on the other for an
// error. What the runtime prints about a crash goes to the log as well.
func silence(to *os.File) {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return
	}
	os.Stdout, os.Stderr = null, null
	log.SetOutput(io.Discard)
	if to != nil {
		os.Stderr = to
		log.SetOutput(to)
		_ = debug.SetCrashOutput(to, debug.CrashOptions{}) // without it, the crash itself is no worse
	}
}
