package research

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"docuquest/core/document"
	"docuquest/core/document/markdown"
	"docuquest/core/document/plain"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/language/analysis"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
	"docuquest/core/services/llm"
	"docuquest/core/services/llm/llmtest"
	"docuquest/core/services/llm/openai"
	"docuquest/core/services/outside"
	"docuquest/prompts"
)

// workspace is files in memory.
type workspace map[file.URI]file.File

func (w workspace) Read(_ context.Context, u file.URI) (file.File, error) {
	f, ok := w[u]
	if !ok {
		return file.File{}, fs.ErrNotExist
	}
	return f, nil
}

// over indexes texts by their names.
func over(texts map[string]string) *retrieve.Retriever {
	w := workspace{}
	r := &retrieve.Retriever{Library: index.New(), Source: w, Parsers: document.Parsers{
		ByLanguage: map[string]document.Parser{"markdown": markdown.New()}, Fallback: plain.Parser{},
	}}
	for name, content := range texts {
		f := file.File{
			Identity: file.Identity{URI: file.FromPath("/" + name), Hash: file.HashOf(content)},
			Path:     name, Content: content, Language: file.LanguageOf(name),
		}
		w[f.URI] = f
		r.Library.Put(r.Parsers.Parse(f))
	}
	return r
}

// A run is one case of testdata/runs.
type run struct {
	question string
	files    map[string]string
	pages    map[string]string // of a source beside, nil for none
	released []string          // the queries that the user lets go; nil where nobody is asked
	limits   Limits
	acts     map[string][]llmtest.Act
}

func readRun(t *testing.T, archive *txtar.Archive, gate *llmtest.Gate) run {
	t.Helper()
	r := run{files: map[string]string{}, acts: map[string][]llmtest.Act{}}
	for _, f := range archive.Files {
		data := strings.TrimSpace(string(f.Data))
		number, _ := strconv.Atoi(data)
		switch name, isFile := strings.CutPrefix(f.Name, "files/"); {
		case isFile:
			r.files[name] = string(f.Data)
		case strings.HasPrefix(f.Name, "pages/"):
			if r.pages == nil {
				r.pages = map[string]string{}
			}
			r.pages[strings.TrimPrefix(f.Name, "pages/")] = string(f.Data)
		case f.Name == "question":
			r.question = data
		case f.Name == "released":
			r.released = strings.Split(data, "\n")
		case f.Name == "rounds":
			r.limits.Rounds = number
		case f.Name == "calls":
			r.limits.Calls = number
		case f.Name == "tokens":
			r.limits.Tokens = number
		case f.Name == "milliseconds":
			r.limits.Time = time.Duration(number) * time.Millisecond
		case f.Name == PlanCategory || f.Name == ReflectCategory:
			r.acts[f.Name] = append(r.acts[f.Name], act(data, gate))
		case f.Name != "report":
			t.Fatalf("there is no section %q", f.Name)
		}
	}
	return r
}

// act is a reply, "hang", or a line such as "status 402: no credit left".
func act(data string, gate *llmtest.Gate) llmtest.Act {
	if data == "hang" {
		return llmtest.After(gate, llmtest.Reply("late"))
	}
	if rest, ok := strings.CutPrefix(data, "status "); ok {
		code, message, _ := strings.Cut(rest, ": ")
		status, _ := strconv.Atoi(code)
		return llmtest.Status(status, message)
	}
	return llmtest.Reply(data)
}

// model is one behind a real server; nil where nothing says what it replies.
func (r run) model(t *testing.T) llm.Model {
	t.Helper()
	if len(r.acts) == 0 {
		return nil
	}
	server := llmtest.NewServer(t, llmtest.Play{Category: categoryOf, Acts: r.acts})
	m, err := openai.New(openai.Options{BaseURL: server.URL, Model: "m", Client: outside.New(outside.Options{})})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func categoryOf(prompt string) string {
	before, _, _ := strings.Cut(prompts.Default().Plan, "{")
	if strings.HasPrefix(prompt, before) {
		return PlanCategory
	}
	return ReflectCategory
}

func (r run) researcher(t *testing.T) *Researcher {
	made := &Researcher{
		Workspace: over(r.files), Model: r.model(t), Prompts: prompts.Default(), Limits: r.limits,
	}
	if r.released != nil {
		made.Release = func(_ context.Context, query, _ string) bool { return slices.Contains(r.released, query) }
	}
	if r.pages != nil {
		made.Elsewhere = []Source{newPages(r.pages)}
	}
	return made
}

func (r run) query() retrieve.Query {
	return retrieve.Query{Question: question.Of(r.question), Limit: 10, Passages: 20}
}

// Each run is what research makes of a question over a few files.
func TestRuns(t *testing.T) {
	paths, err := filepath.Glob("testdata/runs/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no runs: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			r := readRun(t, archive, llmtest.NewGate())
			report, err := r.researcher(t).Run(t.Context(), r.query())
			if err != nil {
				t.Fatal(err)
			}
			checkQuotes(t, report)
			checkGolden(t, path, "report", told(report))
		})
	}
}

// checkQuotes wants each quote that fills a slot where it says that it stands.
func checkQuotes(t *testing.T, r *Report) {
	t.Helper()
	for _, s := range r.Slots {
		if !s.Filled() {
			continue
		}
		q := s.Fill.Quote
		if d := r.Found.Hits[q.Hit].Document; q.Text == "" || q.Span.Of(d.Text) != q.Text || d.Path != s.Fill.Path {
			t.Errorf("%q is not at %v of %s", q.Text, q.Span, d.Path)
		}
	}
}

// What differs from run to run.
var address = regexp.MustCompile(`127\.0\.0\.1(:\d+)?|localhost:\d+`)

// told is a report as a golden file has it.
func told(r *Report) string {
	var b strings.Builder
	for _, q := range r.Queries {
		fmt.Fprintf(&b, "round %d: %s (%s)", q.Round, q.Text, q.Why)
		if q.Kept != "" {
			fmt.Fprintf(&b, ", kept: %s", q.Kept)
			if q.Elsewhere {
				b.WriteString(", and released")
			} else if !q.IsMade() {
				b.WriteString(", and not made")
			}
		}
		b.WriteByte('\n')
	}
	for _, s := range r.Slots {
		fmt.Fprintf(&b, "slot %s: %s: ", s.Kind, s.Asked)
		if s.Filled() {
			fmt.Fprintf(&b, "%s: %q\n", s.Fill.Path, s.Fill.Quote.Text)
		} else {
			b.WriteString("open\n")
		}
	}
	fmt.Fprintf(&b, "documents: %s\n", strings.Join(r.Ranked, ", "))
	fmt.Fprintf(&b, "rounds: %d\n", r.Rounds)
	if r.Stopped != "" {
		fmt.Fprintf(&b, "stopped at %s\n", r.Stopped)
	}
	for _, s := range r.Steps.All() {
		if s.Name == PlanCategory || s.Name == ReflectCategory || s.Name == "elsewhere" {
			fmt.Fprintf(&b, "step %s: %s\n", s.Name, address.ReplaceAllString(s.Says, "HOST"))
		}
	}
	return b.String()
}

// Whoever stops it in any stage gets what was found until then, with the reason.
func TestCancel(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/runs/model_gap.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for stage, wantsReport := range map[string]bool{
		"Planning": false, "Searching": false, "Looking": true, "Round 2": true,
	} {
		t.Run(stage, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			run := readRun(t, archive, nil)
			r := run.researcher(t)
			r.Notify = func(message string) {
				if strings.HasPrefix(message, stage) {
					cancel()
				}
			}
			report, err := r.Run(ctx, run.query())
			if !errors.Is(err, context.Canceled) || (report != nil) != wantsReport {
				t.Fatalf("%+v, %v", report, err)
			}
			if report != nil {
				checkQuotes(t, report)
			}
		})
	}
}

// pages is a other source that notes what it is asked.
type pages struct {
	retriever *retrieve.Retriever
	fails     error

	mu    sync.Mutex // guards asked
	asked []string
}

// newPages makes a source of texts, each of which is one document for all queries. One
// that is called bee@ann.md is found by queries alone that hold the word behind the @.
func newPages(texts map[string]string) *pages {
	p := &pages{retriever: over(texts)}
	parsed := map[file.URI]*document.Document{}
	for name, content := range texts {
		u := file.FromPath("/" + name)
		parsed[u] = p.retriever.Parsers.Parse(file.File{
			Identity: file.Identity{URI: u, Hash: file.HashOf(content)}, Path: name, Content: content, Language: file.LanguageOf(name),
		})
	}
	p.retriever.Parsers = document.Parsers{Fallback: remembered(parsed)}
	return p
}

// remembered is a parser that knows its files.
type remembered map[file.URI]*document.Document

func (r remembered) Parse(f file.File) *document.Document { return r[f.URI] }

func (p *pages) Name() string { return "pages" }

func (p *pages) Find(ctx context.Context, q retrieve.Query) (*retrieve.Result, error) {
	p.mu.Lock()
	p.asked = append(p.asked, q.Question.Text)
	p.mu.Unlock()
	if p.fails != nil {
		return nil, p.fails
	}
	q.Within = func(e *index.Entry) bool {
		_, wanted, ok := strings.Cut(strings.TrimSuffix(e.Path, ".md"), "@")
		return !ok || strings.Contains(analysis.Phrase(q.Question.Text), " "+wanted+" ")
	}
	return p.retriever.Find(ctx, q)
}

// A other source brings documents of its own, and never sees a query that
// holds words of a file.
func TestElsewhere(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/runs/model_copies.txtar")
	if err != nil {
		t.Fatal(err)
	}
	run := readRun(t, archive, nil)
	web := newPages(map[string]string{"page.txt": "The ring day is the 5th of May."})
	down := &pages{fails: errors.New("the service is down")}
	r := run.researcher(t)
	r.Elsewhere = []Source{web, down}
	report, err := r.Run(t.Context(), run.query())
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(report.Found.Documents, func(d retrieve.Document) bool { return d.Path == "page.txt" }) {
		t.Error("the page is no evidence")
	}
	if diff := cmp.Diff([]string{"pages: the service is down"}, report.Found.Failed); diff != "" {
		t.Errorf("what failed (-want +got):\n%s", diff)
	}
	if len(web.asked) == 0 || !slices.Contains(web.asked, "gold ring day") {
		t.Errorf("asked: %q", web.asked)
	}
	for _, asked := range web.asked {
		if strings.Contains(asked, "in the well in") || strings.Contains(asked, "hunter2") {
			t.Errorf("%q left the machine", asked)
		}
	}
	if !strings.Contains(told(report), "step elsewhere: pages: the service is down") {
		t.Error(told(report))
	}
}
