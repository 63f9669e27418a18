//go:build !windows

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"docuquest/core/file"
	"docuquest/core/settings"
)

// asProgram is the variable that makes this test binary the program itself, so
// that tests see what the operating system sees.
const asProgram = "TEST_AS_DOCUQUEST"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// process prepares the program as a process of its own, in an environment that
// holds nothing of the user's.
func process(t *testing.T, environ []string, args ...string) *exec.Cmd {
	t.Helper()
	c := exec.CommandContext(t.Context(), os.Args[0], args...)
	home := t.TempDir()
	c.Env = append([]string{asProgram + "=1", "HOME=" + home, "XDG_CONFIG_HOME=" + home, "XDG_CACHE_HOME=" + home, "GOCOVERDIR=" + home}, environ...)
	return c
}

// A session over pipes: nothing but frames on the standard output, nothing on
// the standard error, a log that its user alone can read.
func TestSession(t *testing.T) {
	home := t.TempDir()
	c := process(t, []string{"DOCUQUEST_HOME=" + filepath.Join(home, "state"), "DOCUQUEST_MODLE=m"}, "lsp", "--stdio")
	root, err := filepath.Abs(sites)
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	c.Stdin = strings.NewReader(frames(
		fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":%q,"capabilities":{},"initializationOptions":{"retrieval":"ranked"}}}`, file.FromPath(root)),
		`{"jsonrpc":"2.0","method":"initialized","params":{}}`,
		`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`,
		`{"jsonrpc":"2.0","method":"exit"}`,
	))
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Run(); err != nil || stderr.Len() > 0 {
		t.Fatalf("%v, standard error %q", err, &stderr)
	}
	bodies := readFrames(t, &stdout)
	if !slices.ContainsFunc(bodies, func(b string) bool { return strings.Contains(b, `"capabilities"`) }) {
		t.Errorf("no reply to initialize in %q", bodies)
	}
	if !slices.ContainsFunc(bodies, func(b string) bool {
		return strings.Contains(b, "window/logMessage") && strings.Contains(b, "did you mean DOCUQUEST_MODEL")
	}) {
		t.Errorf("the client is not warned in %q", bodies)
	}
	path := filepath.Join(home, "state", "lsp.log")
	log, err := os.ReadFile(path)
	if err != nil || !bytes.Contains(log, []byte("a session begins")) || !bytes.Contains(log, []byte("DOCUQUEST_MODLE")) {
		t.Errorf("the log holds %q, %v", log, err)
	}
	if info, err := os.Stat(path); err == nil && info.Mode().Perm() != 0o600 {
		t.Errorf("the log has the permissions %v", info.Mode())
	}
}

// A setting that changes in a session counts at once, and one that may not does not.
func TestSettingsChange(t *testing.T) {
	c := process(t, []string{"DOCUQUEST_HOME=" + t.TempDir(), "DOCUQUEST_BASE_URL=http://localhost:1", "DOCUQUEST_MODEL=mine"}, "lsp")
	stdin, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	in, said := bufio.NewReader(stdout), ""
	send := func(bodies ...string) {
		if _, err := io.WriteString(stdin, frames(bodies...)); err != nil {
			t.Fatal(err)
		}
	}
	await := func(reply string) { // or the next change would count for this one, too
		for body := ""; !strings.Contains(body, reply); said += body + "\n" {
			if body = readFrame(t, in); body == "" {
				t.Fatalf("no %s in\n%s", reply, said)
			}
		}
	}
	send(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`)
	await(`"id":0,`)
	for i, changed := range []string{`{}`, `{"writer":"extractive"}`, `{"model":"another"}`, `{"writer":"bad"}`} {
		send(
			fmt.Sprintf(`{"jsonrpc":"2.0","method":"workspace/didChangeConfiguration","params":{"settings":{"docuquest":%s}}}`, changed),
			fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"workspace/executeCommand","params":{"command":"docuquest.status"}}`, i+1),
		)
		await(fmt.Sprintf(`"id":%d,`, i+1))
	}
	send(`{"jsonrpc":"2.0","id":9,"method":"shutdown"}`, `{"jsonrpc":"2.0","method":"exit"}`)
	said += strings.Join(readFrames(t, in), "\n")
	if err := c.Wait(); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"docuquest":{"live":{`, `"writer":"extractive"`, `model stays as this session began with it`, `writer stays as this session`} {
		if !strings.Contains(said, want) {
			t.Errorf("%s is not in\n%s", want, said)
		}
	}
	if n := strings.Count(said, `"writer":"generative"`); n != 3 || strings.Contains(said, "another\"") {
		t.Errorf("the model writes in %d of 4 states, want 3:\n%s", n, said)
	}
}

// The settings that may change in a session are those that an agent lives with.
func TestLiveSettings(t *testing.T) {
	began := settings.Defaults()
	for _, f := range settings.Fields() {
		other := "off"
		switch {
		case f.Allowed != nil:
			other = f.Allowed[0]
			if other == f.Default {
				other = f.Allowed[1]
			}
		case f.Range != "":
			_, other, _ = strings.Cut(f.Range, " to ")
		}
		options, err := json.Marshal(map[string]string{f.Name: other})
		if err != nil || f.Name == "" || f.Own {
			continue
		}
		s, _, err := settings.Load(settings.Sources{InitializationOptions: options})
		if err != nil {
			continue // an address, or a path
		}
		if changes := !reflect.DeepEqual(preferences(s), preferences(began)); changes != (f.Live != "") {
			t.Errorf("%s may change in a session: %q, and changes preferences: %v", f.Name, f.Live, changes)
		}
	}
}

func frames(bodies ...string) string {
	var b strings.Builder
	for _, body := range bodies {
		fmt.Fprintf(&b, "Content-Length: %d\r\n\r\n%s", len(body), body)
	}
	return b.String()
}

// readFrames takes the output of a session apart. A byte that belongs to no
// frame fails the test.
func readFrames(t *testing.T, from io.Reader) []string {
	t.Helper()
	in := bufio.NewReader(from)
	var bodies []string
	for {
		body := readFrame(t, in)
		if body == "" {
			return bodies
		}
		bodies = append(bodies, body)
	}
}

// readFrame reads one frame, "" at the end.
func readFrame(t *testing.T, in *bufio.Reader) string {
	t.Helper()
	header, err := in.ReadString('\n')
	if err == io.EOF && header == "" {
		return ""
	}
	number, ok := strings.CutPrefix(strings.TrimSpace(header), "Content-Length: ")
	length, bad := strconv.Atoi(number)
	if empty, _ := in.ReadString('\n'); !ok || bad != nil || strings.TrimSpace(empty) != "" {
		t.Fatalf("%q is no header", header)
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(in, body); err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// An interrupt from the terminal ends a conversation quietly.
func TestInterruptProcess(t *testing.T) {
	c := process(t, nil, "chat", "-C", sites)
	stdin, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	var stderr bytes.Buffer
	c.Stdout = writeCloser{onText{"Enter question", func() { _ = c.Process.Signal(os.Interrupt) }}}
	c.Stderr = &stderr
	_ = c.Run()
	if code := c.ProcessState.ExitCode(); code != exitInterrupted || stderr.Len() > 0 {
		t.Errorf("%v, standard error %q; want the code %d and nothing", c.ProcessState, &stderr, exitInterrupted)
	}
}

// A reader that has closed the pipe is not told of it.
func TestBrokenPipe(t *testing.T) {
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	read.Close()
	c := process(t, nil, "index", "-C", sites)
	var stderr bytes.Buffer
	c.Stdout, c.Stderr = write, &stderr
	err = c.Run()
	write.Close()
	if err != nil || stderr.Len() > 0 {
		t.Errorf("%v, standard error %q; want nothing", err, &stderr)
	}
}

// A log that has grown too large is begun anew, and one that cannot be opened
// is done without.
func TestOpenLog(t *testing.T) {
	folder := t.TempDir()
	large, small := filepath.Join(folder, "large.log"), filepath.Join(folder, "new", "small.log")
	if err := os.WriteFile(large, bytes.Repeat([]byte("x"), largestLog+1), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		for _, path := range []string{large, small} {
			f := openLog(path)
			if f == nil {
				t.Fatalf("%s cannot be opened", path)
			}
			fmt.Fprintln(f, "line")
			f.Close()
		}
	}
	for _, path := range []string{large, small} {
		if content, err := os.ReadFile(path); string(content) != "line\nline\n" {
			t.Errorf("%s holds %d bytes, %v; want two lines", path, len(content), err)
		}
	}
	if info, err := os.Stat(filepath.Dir(small)); err != nil || info.Mode() != fs.ModeDir|0o700 {
		t.Errorf("the folder has the mode %v, %v", info.Mode(), err)
	}
	for _, path := range []string{"", folder, filepath.Join(large, "below.log"), os.DevNull} {
		if f := openLog(path); f != nil {
			f.Close()
			t.Errorf("%q can be opened", path)
		}
	}
}
