package pdf_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"docuquest/core/document/documenttest"
	"docuquest/core/document/pdf"
)

// readAtOnce is the variable that makes this test binary a program that reads the PDFs
// that are its arguments, so many at once, and reports what that took of the machine's
// memory.
const readAtOnce = "TEST_READ_AT_ONCE"

// What small files ask for is not what the process takes: the limit is for all of it,
// and when it has read them, the memory is the machine's again.
func TestBombsInMemory(t *testing.T) {
	parse(t, reader, write(hello)) // the processes below find the sandbox compiled
	var files []string
	for i := range 9 {
		b := bombs[i%len(bombs)]
		path := filepath.Join(t.TempDir(), b.name+".pdf")
		if err := os.WriteFile(path, []byte(b.make()), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, path)
	}
	for _, test := range []struct {
		name        string
		files       []string
		atOnce      int
		most, after int // MiB
	}{
		{"one after the other", files[:len(bombs)], 1, 400, 150},
		{"nine at once", files, 9, 600, 150},
	} {
		c := exec.CommandContext(t.Context(), os.Args[0], test.files...)
		c.Env = append(os.Environ(), fmt.Sprintf("%s=%d", readAtOnce, test.atOnce))
		out, err := c.CombinedOutput()
		var most, after int
		if _, scanned := fmt.Sscan(string(out), &most, &after); err != nil || scanned != nil {
			t.Fatalf("%s: %v, %s", test.name, err, out)
		}
		if t.Logf("%s: %d MiB, %d afterwards", test.name, most, after); most > test.most || after > test.after {
			t.Errorf("%s: %d MiB, %d afterwards; want %d and %d at most", test.name, most, after, test.most, test.after)
		}
	}
}

func init() {
	n, err := strconv.Atoi(os.Getenv(readAtOnce))
	if err != nil {
		return // it is the tests that run
	}
	readFiles(n, os.Args[1:])
	os.Exit(0)
}

// readFiles is the program that TestBombsInMemory runs.
func readFiles(atOnce int, paths []string) {
	o := options()
	o.Timeout = 2 * time.Second
	r := pdf.New(o)
	turns, group := make(chan struct{}, atOnce), sync.WaitGroup{}
	for _, path := range paths {
		turns <- struct{}{}
		group.Go(func() {
			defer func() { <-turns }()
			content, err := os.ReadFile(path)
			if err != nil {
				panic(err)
			}
			r.Parse(documenttest.File(path, string(content)))
		})
	}
	group.Wait()
	debug.FreeOSMemory() // what is Go's: an agent does so when it has read a folder
	fmt.Println(mebibytes("VmHWM"), mebibytes("VmRSS"))
}

// mebibytes is one figure of this process as Linux has it.
func mebibytes(figure string) int {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		panic(err)
	}
	_, rest, _ := strings.Cut(string(status), figure+":")
	var kibibytes int
	if _, err := fmt.Sscan(rest, &kibibytes); err != nil {
		panic(err)
	}
	return kibibytes >> 10
}
