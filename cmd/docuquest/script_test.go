package main

import (
	"bytes"
	"context"
	"flag"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"docuquest/core/search/embed/embedtest"
	"docuquest/core/services/llm/llmtest"
	"docuquest/core/services/websearch/webtest"
	"docuquest/core/settings"
	"docuquest/prompts"
)

var update = flag.Bool("update", false, "rewrite the wanted output of the scripts")

// Each script is one run of the program. What it prints must be exactly what
// the script says. README.md in testdata explains the sections.
func TestScripts(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			runScript(t, path)
		})
	}
}

func runScript(t *testing.T, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s := newScript(t, archive)
	got := s.run(t)
	if *update {
		writeScript(t, path, archive, got)
		return
	}
	if diff := cmp.Diff(s.want, got); diff != "" {
		t.Errorf("%s\n(-want +got):\n%s", archive.Comment, diff)
	}
}

// outcome is what a run leaves behind, by the sections that say it.
type outcome map[string]string

// outcomeSections in the order in which they are written.
var outcomeSections = []string{"exit", "stdout", "stderr"}

// A script is a run of the program and what should come of it.
type script struct {
	args     []string
	environ  []string
	stdin    string
	server   *llmtest.Server
	web      *webtest.Server
	folder   string // of the run, which holds the script's files
	testdata string // of the whole program
	want     outcome
}

// newScript makes the folder and the server of a script.
func newScript(t *testing.T, archive *txtar.Archive) *script {
	t.Helper()
	testdata, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	s := &script{folder: t.TempDir(), testdata: testdata, want: outcome{"exit": "0", "stdout": "", "stderr": ""}}
	play := llmtest.Play{Category: category, Acts: map[string][]llmtest.Act{
		llmtest.Embeddings: {llmtest.Vectors(embedtest.Vector)},
	}}
	s.server = llmtest.NewServer(t, play)
	s.web = webtest.New(t, webOf(archive))
	for _, f := range archive.Files {
		data := string(f.Data)
		switch f.Name {
		case "exit":
			s.want[f.Name] = strings.TrimSpace(data)
		case "stdout", "stderr":
			s.want[f.Name] = data
		case "args":
			s.args = strings.Split(strings.TrimSuffix(data, "\n"), "\n")
		case "env":
			s.environ = strings.Split(strings.TrimSuffix(data, "\n"), "\n")
		case "stdin":
			s.stdin = data
		case "terms", "summarize", "statements", "revise", "rerank", "plan", "reflect", "annotate":
			play.Acts[f.Name] = append(play.Acts[f.Name], act(data))
		default:
			if f.Name == "web" || strings.HasPrefix(f.Name, "web/") {
				continue // the server has it
			}
			writeFile(t, filepath.Join(s.folder, filepath.FromSlash(f.Name)), s.places().Replace(data))
		}
	}
	return s
}

// webOf is the web of a script.
func webOf(archive *txtar.Archive) webtest.Web {
	web := webtest.Web{Pages: map[string]webtest.Page{}}
	acts := map[string]http.HandlerFunc{"429\n": webtest.TooMany(60), "talk\n": webtest.Reply(200, "", "<p>Welcome")}
	for _, f := range archive.Files {
		if name, isPage := strings.CutPrefix(f.Name, "web/"); isPage {
			web.Pages["/"+name] = pageOf(string(f.Data))
		} else if f.Name == "web" {
			web.Act = func(string, string) http.HandlerFunc { return acts[string(f.Data)] }
		}
	}
	return web
}

// pageOf is a page of the web. Its first line may be "for: " with the words that a query
// must hold for which it is found.
func pageOf(data string) webtest.Page {
	first, rest, _ := strings.Cut(data, "\n")
	if words, ok := strings.CutPrefix(first, "for: "); ok {
		return webtest.Page{For: words, Body: rest}
	}
	return webtest.Page{Body: data}
}

// act is a reply, or a line such as "status 402: no credit left".
func act(text string) llmtest.Act {
	text = strings.TrimSuffix(text, "\n")
	if rest, ok := strings.CutPrefix(text, "status "); ok {
		code, message, _ := strings.Cut(rest, ": ")
		status, err := strconv.Atoi(code)
		if err == nil {
			return llmtest.Status(status, message)
		}
	}
	return llmtest.Reply(text)
}

// category tells the requests to the model apart by how the prompts begin: the
// built-in ones, and those of scripts, which begin with the name.
func category(prompt string) string {
	set := prompts.Default()
	for name, template := range map[string]string{"terms": set.Terms, "summarize": set.Summarize, "statements": set.Statements, "revise": set.Revise, "rerank": set.Rerank, "plan": set.Plan, "reflect": set.Reflect, "annotate": set.Annotate, "explore": set.Explore} {
		before, _, _ := strings.Cut(template, "{")
		if strings.HasPrefix(prompt, before) || strings.HasPrefix(prompt, "my "+name) {
			return name
		}
	}
	return "unknown"
}

func writeFile(t *testing.T, path, data string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
}

// run runs the script and gives what came of it, with the names of places and
// the times replaced.
func (s *script) run(t *testing.T) outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	p := s.program()
	p.stdout, p.stderr = writeCloser{&stdout}, &stderr
	code := run(t.Context(), p)
	return outcome{"exit": strconv.Itoa(code), "stdout": s.steady(stdout.String()), "stderr": s.steady(stderr.String())}
}

func (s *script) program() *program {
	places := s.places()
	p := &program{
		stdin: io.NopCloser(strings.NewReader(s.stdin)),
		folders: settings.Folders{
			Config: filepath.Join(s.folder, "config"), Cache: filepath.Join(s.folder, "cache"), State: filepath.Join(s.folder, "state"),
		},
		screens: screens{width: 80},
		silence: func(*os.File) {},
		formats: sharedFormats,
	}
	for _, arg := range s.args {
		p.args = append(p.args, places.Replace(arg))
	}
	for _, variable := range s.environ {
		p.environ = append(p.environ, places.Replace(variable))
	}
	return p
}

// compiledPDF keeps what reads PDFs between runs, since that takes seconds to compile.
var compiledPDF = filepath.Join(os.TempDir(), "docuquest-pdf-test")

// sharedFormats are those of all tests. They keep nothing that was taken out of files.
var sharedFormats = sync.OnceValue(func() *formats { return newFormats(compiledPDF, "") })

// places replaces the names of places in a script.
func (s *script) places() *strings.Replacer {
	return strings.NewReplacer(
		"$WORK", s.folder, "$TESTDATA", s.testdata, "$SITES", filepath.Join(s.testdata, "sites"), "$URL", s.server.URL,
		"$WEBHOST", s.web.Address().String(), "$WEB", s.web.URL)
}

// What differs from run to run.
var (
	seconds = regexp.MustCompile(`\d+\.\d+ s\b`)
	scores  = regexp.MustCompile(`(?m)score \d+\.\d+$`) // which every change of the ranking changes
	millis  = regexp.MustCompile(` +\d+\.\d+ ms\b`)
	host    = regexp.MustCompile(`127\.0\.0\.1:\d+`)
	answers = regexp.MustCompile(`(--mark|docuquest sent) [a-z2-7]{12}\b`)
)

func (s *script) steady(text string) string {
	text = strings.NewReplacer(s.folder, "$WORK", s.testdata, "$TESTDATA").Replace(text)
	text = host.ReplaceAllString(text, "$$HOST")
	text = scores.ReplaceAllString(text, "score N")
	text = answers.ReplaceAllString(text, "$1 ID")
	text = millis.ReplaceAllString(text, " T ms")
	return seconds.ReplaceAllString(text, "T s")
}

// writeScript replaces the wanted outcome in a script.
func writeScript(t *testing.T, path string, archive *txtar.Archive, got outcome) {
	t.Helper()
	kept := archive.Files[:0]
	for _, f := range archive.Files {
		if _, ok := got[f.Name]; !ok {
			kept = append(kept, f)
		}
	}
	archive.Files = kept
	for _, name := range outcomeSections {
		if data := got[name]; data != "" && (name != "exit" || data != "0") {
			archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(strings.TrimSuffix(data, "\n") + "\n")})
		}
	}
	if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
}

// writeCloser closes nothing.
type writeCloser struct{ io.Writer }

func (writeCloser) Close() error { return nil }

// start runs the program with the arguments over an empty environment.
func start(ctx context.Context, t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	s := newScript(t, &txtar.Archive{})
	s.args, s.stdin = args, stdin
	var out, complaints bytes.Buffer
	p := s.program()
	p.stdout, p.stderr = writeCloser{&out}, &complaints
	code = run(ctx, p)
	return code, out.String(), complaints.String()
}
