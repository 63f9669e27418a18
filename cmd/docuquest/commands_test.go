package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"docuquest/core/agent"
	"docuquest/core/answer/render"
	"docuquest/core/answer/replies"
	"docuquest/core/file/disk"
	"docuquest/core/language/text"
	"docuquest/core/services/outside"
	"docuquest/core/settings"
	"docuquest/lsp"
	"docuquest/prompts"
)

const sites = "../../testdata/sites"

// The JSON of ask is the answer and nothing else, and at every range stands the
// quote.
func TestAskJSON(t *testing.T) {
	code, stdout, stderr := start(t.Context(), t, "", "ask", "-C", sites, "--json", "In what sites was gold or gems found?")
	if code != 0 || stderr != "" {
		t.Fatalf("exit code %d, standard error %q", code, stderr)
	}
	var a replies.Answer
	d := json.NewDecoder(strings.NewReader(stdout))
	d.DisallowUnknownFields()
	if err := d.Decode(&a); err != nil {
		t.Fatalf("%v in\n%s", err, stdout)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		t.Errorf("something follows the answer: %v", err)
	}
	if a.Encoding != "utf-16" || len(a.Citations) < 3 || len(a.Sent) != 0 {
		t.Errorf("encoding %q, %d citations, sent %v; want utf-16, at least 3, nothing", a.Encoding, len(a.Citations), a.Sent)
	}
	for _, c := range a.Citations {
		if got := textAt(t, filepath.Join(sites, c.Path), c.Range); got != c.Quote {
			t.Errorf("at %s stands %q, the quote is %q", place(c.Path, c.Range, c.Page), got, c.Quote)
		}
	}
}

// textAt is what stands in a file at a range of UTF-16 positions.
func textAt(t *testing.T, path string, r replies.Range) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(content), "\n")
	offset := func(p replies.Position) int {
		before := len(strings.Join(lines[:p.Line], ""))
		return before + len(string(utf16.Decode(utf16.Encode([]rune(lines[p.Line]))[:p.Character])))
	}
	return string(content)[offset(r.Start):offset(r.End)]
}

// The other commands that print JSON print one object, with the names that
// programs rely on.
func TestJSON(t *testing.T) {
	tests := []struct {
		args []string
		want []string // names that must be there
	}{
		{[]string{"search", "-C", sites, "--json", "lapis", "lazuli"}, []string{"query", "groups", "added", "missing", "hits", "encoding"}},
		{[]string{"index", "-C", sites, "--json"}, []string{"files", "of", "complete", "skipped", "model", "writer", "version", "sizes", "elapsed_ms"}},
		{[]string{"version", "--json"}, []string{"version", "go", "system"}},
	}
	for _, test := range tests {
		code, stdout, stderr := start(t.Context(), t, "", test.args...)
		var got map[string]any
		if err := json.Unmarshal([]byte(stdout), &got); err != nil || code != 0 || stderr != "" {
			t.Errorf("%q: exit code %d, standard error %q, %v in\n%s", test.args, code, stderr, err, stdout)
		}
		for _, name := range test.want {
			if _, ok := got[name]; !ok {
				t.Errorf("%q: %q is missing in\n%s", test.args, name, stdout)
			}
		}
	}
}

// The scripted questions of testdata go through the whole program: the prompts
// that the model gets, the terms and the documents that are shown.
func TestClassicQuestions(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/questions/classic/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no questions: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			checkClassic(t, path)
		})
	}
}

func checkClassic(t *testing.T, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c := map[string]string{}
	for _, f := range archive.Files {
		c[f.Name] = string(f.Data)
	}
	s := newScript(t, &txtar.Archive{Files: []txtar.File{
		{Name: "args", Data: []byte("chat\n-C\n$SITES\n")},
		{Name: "env", Data: []byte("DOCUQUEST_BASE_URL=$URL\n")},
		{Name: "stdin", Data: []byte(c["question"])},
		{Name: "terms", Data: []byte(c["terms"])},
		{Name: "summarize", Data: []byte(c["summarize"])},
	}})
	got := s.run(t)
	if got["exit"] != "0" || got["stderr"] != "" {
		t.Fatalf("exit code %s, standard error %q", got["exit"], got["stderr"])
	}
	if c["error"] != "" {
		for _, word := range strings.Fields(c["error"]) {
			if !strings.Contains(strings.ToLower(got["stdout"]), strings.ToLower(word)) {
				t.Errorf("%q does not stand in\n%s", word, got["stdout"])
			}
		}
		return
	}
	want := "Search terms from LLM:\n" + c["groups"] + "\nDocuments matching all search terms:\n" + c["documents"] +
		"\n" + render.Wrap(strings.TrimSuffix(c["answer"], "\n"), 80, "") + "\n"
	if !strings.Contains(got["stdout"], want) {
		t.Errorf("-want +got:\n%s", cmp.Diff(want, got["stdout"]))
	}
	checkPrompts(t, s, c)
}

// checkPrompts compares what the model got with the templates, filled.
func checkPrompts(t *testing.T, s *script, c map[string]string) {
	t.Helper()
	question := strings.TrimSuffix(c["question"], "\n")
	var documents strings.Builder
	for name := range strings.Lines(c["documents"]) {
		content, err := os.ReadFile(filepath.Join(sites, strings.TrimSpace(name)))
		if err != nil {
			t.Fatal(err)
		}
		documents.Write(content)
		documents.WriteByte('\n')
	}
	set := prompts.Default()
	want := []string{
		prompts.Render(set.Terms, map[string]string{"query": question}),
		prompts.Render(set.Summarize, map[string]string{"query": question, "documents": documents.String()}),
	}
	var got []string
	for _, r := range s.server.Requests() {
		got = append(got, r.Prompt)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("prompts (-want +got):\n%s", diff)
	}
}

// A key goes to the service it is for, from where the user put it, and a
// missing one is not made up.
func TestKeySources(t *testing.T) {
	tests := []struct {
		name    string
		args    string
		environ string
		files   []txtar.File
		want    string
	}{
		{"from a key file", "--key-file\n$WORK/key\n", "DOCUQUEST_API_KEY=other", []txtar.File{{Name: "key", Data: []byte("\ufeffk1\r\nnotes\n")}}, "Bearer k1"},
		{"from the environment", "", "DOCUQUEST_API_KEY=k2", nil, "Bearer k2"},
		{"not one that is for another host", "", "OPENROUTER_API_KEY=k3\nOPENAI_API_KEY=k3", []txtar.File{{Name: "config/docuquest/.orkey", Data: []byte("k3")}}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := newScript(t, &txtar.Archive{Files: append(test.files, []txtar.File{
				{Name: "args", Data: []byte("chat\n-C\n$SITES\n" + test.args)},
				{Name: "env", Data: []byte("DOCUQUEST_BASE_URL=$URL\nDOCUQUEST_MODEL=m\nDOCUQUEST_TERMS_MODEL=t\n" + test.environ)},
				{Name: "stdin", Data: []byte("Who hid a ring of gold?\n")},
				{Name: "terms", Data: []byte("gold ring hem")},
				{Name: "summarize", Data: []byte("A young woman.")},
			}...)})
			got := s.run(t)
			var seen []string
			for _, r := range s.server.Requests() {
				seen = append(seen, r.Model+" "+r.Header.Get("Authorization"))
			}
			want := []string{"t " + test.want, "m " + test.want}
			if diff := cmp.Diff(want, seen); diff != "" {
				t.Errorf("models and keys (-want +got):\n%s\n%s", diff, got["stdout"]+got["stderr"])
			}
		})
	}
}

// A key file alone has a conversation go to OpenRouter, with the model that is
// the default there, and a key in the environment alone does not.
func TestWantedService(t *testing.T) {
	tests := []struct {
		name  string
		file  string
		chat  *settings.Endpoint
		asked *settings.Endpoint
	}{
		{"no key file", "", nil, nil},
		{".orkey", "config/docuquest/.orkey", &settings.Endpoint{BaseURL: settings.OpenRouterURL, Model: settings.OpenRouterModel}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			archive := &txtar.Archive{Files: []txtar.File{{Name: "env", Data: []byte("OPENROUTER_API_KEY=environment")}}}
			if test.file != "" {
				archive.Files = append(archive.Files, txtar.File{Name: test.file, Data: []byte("file\n")})
			}
			p := newScript(t, archive).program()
			s, err := p.load(nil, nil, func(settings.Warning) {})
			if err != nil {
				t.Fatal(err)
			}
			chat, err := p.wanted(s, "")
			checkEndpoint(t, "chat", test.chat, chat, err)
			asked, err := p.named(s, "")
			checkEndpoint(t, "ask", test.asked, asked, err)
		})
	}
}

func checkEndpoint(t *testing.T, command string, want, got *settings.Endpoint, err error) {
	t.Helper()
	switch {
	case err != nil:
		t.Errorf("%s: %v", command, err)
	case (want == nil) != (got == nil):
		t.Errorf("%s: endpoint %+v, want %+v", command, got, want)
	case want != nil && (got.BaseURL != want.BaseURL || got.Model != want.Model || got.Key.Reveal() != "file"):
		t.Errorf("%s: endpoint %+v with the key %q, want %+v with that of the file", command, got, got.Key.Reveal(), want)
	}
}

// An interrupt ends a command, whatever it is doing, with the code of a shell.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range [][]string{
		{"ask", "-C", sites, "Why?"}, {"index", "-C", sites}, {"search", "-C", sites, "gold"}, {"chat", "-C", sites},
	} {
		code, _, stderr := start(ctx, t, "", args...)
		if code != exitInterrupted || stderr != "" {
			t.Errorf("%q: exit code %d, standard error %q; want %d and nothing", args, code, stderr, exitInterrupted)
		}
	}
}

// An interrupt also ends a conversation that waits for a person.
func TestInterruptWaiting(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := newScript(t, &txtar.Archive{}).program()
	p.args = []string{"chat", "-C", sites}
	in, typing := io.Pipe()
	defer typing.Close()
	p.stdin = in
	p.stdout = writeCloser{onText{"Enter question", cancel}}
	p.stderr = io.Discard
	if code := run(ctx, p); code != exitInterrupted {
		t.Errorf("exit code %d, want %d", code, exitInterrupted)
	}
}

// onText calls a function when a text is written.
type onText struct {
	text string
	call func()
}

func (o onText) Write(p []byte) (int, error) {
	if bytes.Contains(p, []byte(o.text)) {
		o.call()
	}
	return len(p), nil
}

// A reader that is gone is no error; any other fault of the output is.
func TestBrokenOutput(t *testing.T) {
	tests := []struct {
		fault  error
		code   int
		stderr string
	}{
		{&os.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.EPIPE}, 0, ""},
		{&os.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.ENOSPC}, exitFailed, "docuquest: write /dev/stdout: " + syscall.ENOSPC.Error() + "\n"},
	}
	for _, test := range tests {
		for _, args := range [][]string{{"help"}, {"index", "-C", sites}, {"chat", "-C", sites}, {"search", "-C", sites, "zeppelin"}} {
			p := newScript(t, &txtar.Archive{}).program()
			var stderr bytes.Buffer
			p.args, p.stdout, p.stderr = args, writeCloser{broken{test.fault}}, &stderr
			if code := run(t.Context(), p); code != test.code || stderr.String() != test.stderr {
				t.Errorf("%v, %q: exit code %d, standard error %q; want %d, %q", test.fault, args, code, &stderr, test.code, test.stderr)
			}
		}
	}
}

// broken is a writer that always fails.
type broken struct{ err error }

func (b broken) Write([]byte) (int, error) { return 0, b.err }

// The line of progress is shown to a person and cleared before the answer.
func TestProgress(t *testing.T) {
	p := newScript(t, &txtar.Archive{}).program()
	var stderr, stdout bytes.Buffer
	p.args, p.stdout, p.stderr = []string{"ask", "-C", sites, "Who excavated the Velmora Terraces?"}, writeCloser{&stdout}, &stderr
	p.screens.stderr = true
	if code := run(t.Context(), p); code != 0 {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	got := stderr.String()
	if !strings.Contains(got, "Searching 40 files") || !strings.HasSuffix(got, "\r\x1b[K") || strings.Contains(got, "\n") {
		t.Errorf("the progress is %q", got)
	}
	if strings.Contains(stdout.String(), "\x1b") {
		t.Errorf("the answer holds an escape: %q", &stdout)
	}
}

// What a terminal would obey is not printed, wherever it stands.
func TestHostileText(t *testing.T) {
	const bell = "The golden \x1b[31mbell\x1b[0m hangs in the \u202egniwt\u202c tower.\n"
	for _, args := range [][]string{
		{"ask", "-C", "$WORK/notes", "Where is the golden bell?"},
		{"search", "-C", "$WORK/notes", "golden bell \x1b]0;title\a"},
		{"ask", "-C", "$WORK/\x1b[31m", "Why?"},
		{"\x1b[31m"},
	} {
		s := newScript(t, &txtar.Archive{Files: []txtar.File{{Name: "notes/bell.txt", Data: []byte(bell)}}})
		s.args = args
		got := s.run(t)
		if printed := got["stdout"] + got["stderr"]; strings.ContainsAny(printed, "\x1b\a\u202e\u202c") {
			t.Errorf("%q printed %q", args, printed)
		}
	}
}

// Every command has a page with what readers look for, and -h prints the same.
func TestHelp(t *testing.T) {
	_, overview, _ := start(t.Context(), t, "", "help")
	for _, c := range commands() {
		code, stdout, _ := start(t.Context(), t, "", "help", c.name)
		_, short, _ := start(t.Context(), t, "", c.name, "-h")
		if code != 0 || stdout != short {
			t.Errorf("%s: help and -h differ, or fail with %d", c.name, code)
		}
		for _, part := range []string{"docuquest " + c.name + ": ", "\n    docuquest " + c.name + " [flags]", "\nFlags\n\n  -", "\nExamples\n\n", "\nExit codes\n\n    0  "} {
			if !strings.Contains(stdout, part) {
				t.Errorf("%s: %q is not in the help", c.name, part)
			}
		}
		if _, summary, _ := strings.Cut(strings.SplitN(stdout, "\n\n", 2)[0], ": "); !strings.Contains(overview, fmt.Sprintf("    %-9s %s\n", c.name, strings.Join(strings.Fields(summary), " "))) {
			t.Errorf("%s: the overview does not list it with the summary %q", c.name, summary)
		}
	}
}

// Every page of the help fits a terminal, and the overview lists it. What it refers to
// exists.
func TestTopics(t *testing.T) {
	entries, err := pages.ReadDir("help")
	if err != nil {
		t.Fatal(err)
	}
	_, overview, _ := start(t.Context(), t, "", "help")
	reference := regexp.MustCompile(`"docuquest help ([a-z]+)"`)
	for _, e := range entries {
		topic := strings.TrimSuffix(e.Name(), ".md")
		code, stdout, stderr := start(t.Context(), t, "", "help", topic)
		if code != 0 || topic != "overview" && !strings.Contains(overview, "\n    "+topic+" ") {
			t.Errorf("%s: the overview does not list it, or it fails: %s", topic, stderr)
		}
		for line := range strings.Lines(stdout) {
			if isCode := strings.HasPrefix(line, "    ") && topic != "overview"; len([]rune(line)) > 81 && !isCode && topic != "languages" {
				t.Errorf("%s: a line is too long: %s", topic, line)
			}
		}
		for _, m := range reference.FindAllStringSubmatch(strings.Join(strings.Fields(stdout), " "), -1) {
			if _, err := pages.ReadFile("help/" + m[1] + ".md"); err != nil {
				t.Errorf("%s: there is no page %s", topic, m[1])
			}
		}
	}
}

// The settings are text that fits a terminal, and with --markdown a table.
func TestHelpSettings(t *testing.T) {
	code, list, _ := start(t.Context(), t, "", "help", "settings")
	if code != 0 {
		t.Errorf("exit code %d", code)
	}
	checkSettingsList(t, list, 80)
	code, table, _ := start(t.Context(), t, "", "help", "--markdown", "settings")
	if code != 0 || !strings.HasSuffix(table, settings.Document()) {
		t.Errorf("exit code %d:\n%s", code, table)
	}
	for _, proxy := range []string{"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"} {
		if !strings.Contains(list, proxy) {
			t.Errorf("the settings do not name %s", proxy)
		}
	}
}

// checkSettingsList wants every setting with all its names, in lines that fit
// but for the place of the settings.
func checkSettingsList(t *testing.T, got string, width int) {
	t.Helper()
	_, list, _ := strings.Cut(got, "\nthen from the environment")
	for line := range strings.Lines(list) {
		if len(strings.TrimSuffix(line, "\n")) > width {
			t.Errorf("a line is too long: %s", line)
		}
	}
	flowing := text.OneLine(list)
	for _, f := range settings.Fields() {
		for _, part := range []string{f.Name, f.Env, f.Flag, f.Default, f.About()} {
			if !strings.Contains(flowing, part) {
				t.Errorf("the list lacks %q", part)
			}
		}
	}
}

// What the user configured holds in an editor as on the command line.
func TestEditorAgent(t *testing.T) {
	tests := []struct {
		name, config string
		writer       string // in the session
		logged       string
	}{
		{"a service elsewhere", "base_url = \"https://models.example/v1\"\nwriter = \"generative\"", "generative", ""},
		{"the classic way", "model = \"m\"\nretrieval = \"boolean\"\nwriter = \"classic\"", "classic", ""},
		{"on the local network", "base_url = \"http://192.168.1.5:11434/v1\"", "generative", ""},
		{"no model is wanted", "model = \"m\"\nwriter = \"extractive\"", "extractive", ""},
		{"a service here", "base_url = \"http://localhost:1/v1\"\nwriter = \"generative\"", "generative", ""},
		{"a slip", "modle = \"m\"", "extractive", "did you mean model?"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a, notices := editorAgent(t, test.config, nil)
			if got := a.Status().Writer; got != test.writer {
				t.Errorf("the writer is %s, want %s", got, test.writer)
			}
			checkNotices(t, "shown", notices.Shown, "")
			checkNotices(t, "logged", notices.Logged, test.logged)
		})
	}
}

// Every service elsewhere asks before it is sent anything, once for a question, and
// where that is not allowed the text itself answers. No name of the test is ever
// looked up.
func TestEditorAsks(t *testing.T) {
	config := `base_url = "https://models.example/v1"
rerank_url = "https://rerank.example/v2"
embed_url = "https://vectors.example/v1"
embed_model = "small"
`
	var mu sync.Mutex
	asked := map[string]int{}
	a, _ := editorAgent(t, config, func(_ context.Context, use, host string) error {
		mu.Lock()
		defer mu.Unlock()
		asked[use+" "+host]++
		return errors.New("you have not allowed it")
	}, txtar.File{Name: "a.md", Data: []byte("# Amber\n\nAmber is as old as the woods.\n")}, txtar.File{Name: "b.md", Data: []byte("Amber floats.\n")})
	if err := a.Load(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	answer, err := a.Ask(t.Context(), agent.Request{Text: "How old is amber?"}, nil)
	if err != nil || answer.Writer != "extractive" || len(answer.Sent) > 0 {
		t.Fatalf("answer %+v, %v", answer, err)
	}
	if err := a.MakeVectors(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "nothing was sent to vectors.example: you have not allowed it") {
		t.Errorf("vectors: %v", err)
	}
	mu.Lock()
	defer mu.Unlock()
	want := map[string]int{"answers models.example": 1, "answers rerank.example": 1, "vectors vectors.example": asked["vectors vectors.example"]}
	if diff := cmp.Diff(want, asked); diff != "" || asked["vectors vectors.example"] == 0 {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
	if !slices.ContainsFunc(answer.Steps, func(s replies.Step) bool { return strings.Contains(s.Detail, "you have not allowed it") }) {
		t.Errorf("no step says why: %+v", answer.Steps)
	}
}

// editorAgent is the agent of a session with a config file, in a folder with files.
func editorAgent(t *testing.T, config string, asks consent, files ...txtar.File) (*agent.Agent, lsp.Notices) {
	t.Helper()
	archive := &txtar.Archive{Files: []txtar.File{{Name: "config/docuquest/config.toml", Data: []byte(config)}}}
	var folders []string
	for _, f := range files {
		archive.Files = append(archive.Files, txtar.File{Name: "folder/" + f.Name, Data: f.Data})
	}
	s := newScript(t, archive)
	if files != nil {
		folders = []string{filepath.Join(s.folder, "folder")}
	}
	var notices lsp.Notices
	chosen, err := s.program().load(nil, nil, func(w settings.Warning) { notices.Logged = append(notices.Logged, string(w)) })
	if err != nil {
		t.Fatal(err)
	}
	a, unread, err := s.program().editorAgent(chosen, person{asks: asks}, folders, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	notices.Shown = unread
	t.Cleanup(a.Close)
	return a, notices
}

// checkNotices wants one line that holds a text, none for "".
func checkNotices(t *testing.T, which string, got []string, want string) {
	t.Helper()
	if want == "" && len(got) > 0 || want != "" && (len(got) != 1 || !strings.Contains(got[0], want)) {
		t.Errorf("%s: %q, want one with %q", which, got, want)
	}
}

// A service that the settings name by plain http is spoken to, and no other: what
// is cancelled before the first byte was not refused.
func TestPlainService(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for address, want := range map[string]outside.Kind{
		"http://192.168.1.5:11434/v1": outside.Cancelled, "http://[FD00::5]/v1": outside.Cancelled,
		"http://192.168.1.6:11434/v1": outside.Refused,
	} {
		client := clientFor(settings.Endpoint{BaseURL: strings.Replace(address, "1.6", "1.5", 1)}, outside.Consent{})
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, err = client.Do(req)
		var fault *outside.Error
		if !errors.As(err, &fault) || fault.Kind != want {
			t.Errorf("%s: %v, want the kind %d", address, err, want)
		}
	}
}

// What the settings call the default sizes are the defaults.
func TestDefaultSizes(t *testing.T) {
	s := settings.Defaults()
	for got, want := range map[settings.Size]int64{s.MaxFileSize: disk.DefaultMaxBytes, s.MaxDocumentSize: disk.DefaultMaxDocumentBytes} {
		if int64(got) != want {
			t.Errorf("the default is %v in the settings, and %d bytes where files are read", got, want)
		}
	}
}
