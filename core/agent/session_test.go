package agent_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"docuquest/core/agent"
	"docuquest/core/answer/history"
	"docuquest/core/answer/replies"
	"docuquest/core/document"
	programs "docuquest/core/document/code"
	"docuquest/core/document/documenttest"
	"docuquest/core/document/markdown"
	"docuquest/core/document/plain"
	"docuquest/core/document/structured"
	"docuquest/core/file"
	"docuquest/core/file/disk"
	"docuquest/core/language/text"
	"docuquest/core/language/thesaurus"
	"docuquest/core/search/embed"
	"docuquest/core/search/embed/static"
	"docuquest/core/search/question"
	"docuquest/core/search/rerank"
	"docuquest/core/services/llm/llmtest"
	"docuquest/core/store"
	"docuquest/prompts"
)

// TestSessions plays the sessions of testdata/ask: what is asked of a small workspace, and
// what the agent replies. testdata/ask/README.md describes the format.
func TestSessions(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("testdata", "ask", "*.txtar"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no sessions: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if len(bytes.TrimSpace(archive.Comment)) == 0 {
				t.Error("no sentence on top says what the session is for")
			}
			got := newSession(t, archive).play()
			i := slices.IndexFunc(archive.Files, func(f txtar.File) bool { return f.Name == "session" })
			want := string(archive.Files[i].Data)
			if got == want {
				return
			}
			if !documenttest.Update() {
				t.Fatalf("session (-want +got); -update rewrites it:\n%s", cmp.Diff(want, got))
			}
			archive.Files[i].Data = []byte(got)
			if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// A setup is the options section of a session.
type setup struct {
	Preferences agent.Preferences
	Keep        bool                // keeps each answer and its conversation in a store
	Lexicon     bool                // has the built-in vectors
	Nouns       map[string][]string // the kinds of a noun, with "|" between its senses
	Folder      string              // is read in place of files of the archive
	Folders     []string            // of the files of the archive are the workspace; all of them is one where none is named
	Tokens      struct{ History, Context int }
	// Repeated are files whose content is so many times that of the archive, and Numbered
	// names with a verb for a number: so many files, in which the same verb is the number.
	Repeated, Numbered map[string]int
	Accept             bool     // takes files in that nothing here reads
	Binary             []string // files that end in a zero byte
	Locked             []string // files and folders that nobody can read
	Talk               []turn   // of a conversation named talk that was kept before
	// Rerankers put passages that contain their name in front. One whose name begins with
	// an exclamation mark fails.
	Rerankers struct{ Service, Local string }
}

// A turn is a question that was asked so many minutes ago, and what was answered.
type turn struct {
	Minutes          int
	Question, Answer string
}

// A session is one agent after another over one folder.
type session struct {
	t         *testing.T
	setup     setup
	sections  map[string]string // by name: those that are no files
	folder    string
	elsewhere string            // another folder
	kept      string            // the folder of the answers that are kept
	places    map[string]string // folders by what is printed in place of them
	options   agent.Options
	agent     *agent.Agent
	model     *llmtest.Model // nil for none
	shown     []string       // the parts of a reply that are printed
	asked     int            // questions so far, of which the ids are made
	sent      int            // requests that have been printed
	talks     []string       // the ids of conversations, in the order of their appearance
	last      *replies.Answer
	brief     bool // the last command printed one line at most
	out       strings.Builder
}

// categories are the sections that hold replies of a model.
var categories = []string{"terms", "statements", "revise", "summarize"}

func newSession(t *testing.T, archive *txtar.Archive) *session {
	s := &session{t: t, sections: map[string]string{}, shown: []string{"answer", "cites", "remarks", "unsupported", "partly", "unchecked"}}
	script := llmtest.Script{}
	files, elsewhere := map[string]string{}, map[string]string{}
	for _, f := range archive.Files {
		name, isElsewhere := strings.CutPrefix(f.Name, "elsewhere/")
		switch {
		case isElsewhere:
			elsewhere[name] = string(f.Data)
		case slices.Contains(categories, f.Name):
			script[f.Name] = append(script[f.Name], llmtest.ParseStep(string(f.Data)))
		case f.Name == "options":
			decoder := json.NewDecoder(bytes.NewReader(f.Data))
			decoder.DisallowUnknownFields()
			if err := decoder.Decode(&s.setup); err != nil {
				t.Fatalf("options: %v", err)
			}
		case f.Name == "session" || strings.HasPrefix(f.Name, "then/"):
			s.sections[f.Name] = string(f.Data)
		default:
			files[f.Name] = string(f.Data)
		}
	}
	s.folder = t.TempDir()
	s.make(elsewhere)
	s.folder, s.elsewhere = t.TempDir(), s.folder
	if s.setup.Folder != "" {
		s.folder, _ = filepath.Abs(s.setup.Folder)
	}
	s.make(files)
	s.places = map[string]string{"FOLDER": s.folder, "ELSEWHERE": s.elsewhere}
	parsers := structured.Parsers()
	parsers["markdown"] = markdown.New()
	for _, language := range []string{"go", "python", "c"} {
		parsers[language] = programs.New(programs.Options{})
	}
	s.options = agent.Options{
		Parsers: document.Parsers{ByLanguage: parsers, Fallback: plain.Parser{}, Keys: structured.Records{}},
		Prompts: prompts.Set{
			Terms: "terms: {query}", Summarize: "summarize: {query}\n{documents}", History: "before:\n{turns}",
			Statements: "statements: {query}{history}\n{documents}{limits}", Revise: "revise: {query}\n{failed}\n{documents}",
			Rerank: "-", Plan: "-", Reflect: "-", Annotate: "-", Explore: "-", // nobody here sends them
		},
		Preferences: s.setup.Preferences, HistoryTokens: s.setup.Tokens.History, ContextTokens: s.setup.Tokens.Context,
		Reranker: newReranker(s.setup.Rerankers.Service), LocalReranker: newReranker(s.setup.Rerankers.Local),
	}
	if len(script) > 0 {
		s.model = llmtest.NewModel(script)
		s.options.Model = s.model
		if script["terms"] != nil {
			s.options.TermsModel = s.model
		}
	}
	if s.setup.Lexicon {
		s.options.Lexicon = func() embed.Lexicon { return static.BuiltIn() }
	}
	if s.setup.Nouns != nil {
		s.options.Nouns = func(noun string) [][]thesaurus.Word {
			var senses [][]thesaurus.Word
			for i, kind := range s.setup.Nouns[noun] {
				if i == 0 || kind == "|" {
					senses = append(senses, nil)
				}
				if last := len(senses) - 1; kind != "|" {
					senses[last] = append(senses[last], thesaurus.Word{Text: kind, Depth: 1})
				}
			}
			return senses
		}
	}
	if s.setup.Keep {
		s.kept = filepath.Join(t.TempDir(), "answers")
		s.places["KEPT"] = s.kept
		s.options.Answers = store.NewAnswers(s.kept)
	}
	if s.setup.Keep || s.setup.Talk != nil {
		s.options.Conversations = store.NewConversations(filepath.Join(t.TempDir(), "talks"))
	}
	for i, turn := range s.setup.Talk {
		s.remember(i, turn)
	}
	s.restart()
	return s
}

// remember adds a turn to the conversation that was kept before.
func (s *session) remember(number int, t turn) {
	s.t.Helper()
	record, err := json.Marshal(history.Turn{
		ID: fmt.Sprintf("turn%d", number+1), Time: time.Now().Add(-time.Duration(t.Minutes) * time.Minute),
		Question: t.Question, Answer: t.Answer, References: []history.Reference{},
	})
	if err = errors.Join(err, s.options.Conversations.Append("talk", record, t.Answer)); err != nil {
		s.t.Fatal(err)
	}
}

// keep keeps an answer, a minute after the one before it.
func (s *session) keep(r *replies.Answer) {
	s.t.Helper()
	if s.fail(s.agent.Keep(r)) || s.kept == "" {
		return
	}
	at := time.Date(2026, 1, 2, 12, s.asked, 0, 0, time.UTC)
	if err := os.Chtimes(filepath.Join(s.kept, r.ID+".json"), at, at); err != nil {
		s.t.Fatal(err)
	}
}

// A reranker puts passages that contain its name in front of the others.
type reranker string

func newReranker(name string) rerank.Reranker {
	if name == "" {
		return nil
	}
	return reranker(name)
}

func (r reranker) Name() string { return strings.TrimPrefix(string(r), "!") }

func (r reranker) Rerank(_ context.Context, _ *question.Question, passages []rerank.Passage) ([]float64, error) {
	if strings.HasPrefix(string(r), "!") {
		return nil, errors.New("its host cannot be reached")
	}
	scores := make([]float64, len(passages))
	for i, p := range passages {
		if strings.Contains(p.Text, string(r)) {
			scores[i] = 1
		}
	}
	return scores, nil
}

// restart begins with a new agent that has what the last one kept.
func (s *session) restart() {
	s.t.Helper()
	o := disk.Options{}
	if s.setup.Accept {
		o.Accept = func(string) (bool, file.Reason) { return true, "" }
	}
	folders := []string{s.folder}
	if s.setup.Folders != nil {
		folders = nil
		for _, name := range s.setup.Folders {
			folders = append(folders, s.path(name))
		}
	}
	d, err := disk.Open(folders, o)
	if err != nil {
		s.t.Fatal(err)
	}
	s.options.Workspace = lockedWorkspace{d, s.setup.Locked}
	s.agent = agent.New(s.options)
	s.t.Cleanup(s.agent.Close)
	if err := s.agent.Load(s.t.Context(), nil); err != nil {
		s.t.Fatal(err)
	}
}

// A lockedWorkspace cannot read some files and folders, whoever runs the test.
type lockedWorkspace struct {
	*disk.Disk
	paths []string
}

func (l lockedWorkspace) Scan(ctx context.Context, emit func([]file.Change)) (disk.Report, error) {
	isLocked := func(c file.Change) bool { return slices.Contains(l.paths, c.File.Path) }
	r, err := l.Disk.Scan(ctx, func(batch []file.Change) { emit(slices.DeleteFunc(batch, isLocked)) })
	for _, path := range l.paths {
		skip := file.Skip{Path: path, Reason: "not readable: permission denied"}
		r.Skipped = append(r.Skipped, skip)
		r.Reasons[skip.Reason.Kind()]++
	}
	return r, err
}

// make writes files as the options say; a name that ends in a slash is a folder.
func (s *session) make(files map[string]string) {
	s.t.Helper()
	for name, content := range files {
		if n, numbered := s.setup.Numbered[name]; numbered {
			for i := range n {
				s.write(fmt.Sprintf(name, i), strings.ReplaceAll(content, "%d", strconv.Itoa(i)))
			}
			continue
		}
		if strings.HasSuffix(name, "/") {
			s.write(name+"x", "")
			if err := os.Remove(s.path(name + "x")); err != nil {
				s.t.Fatal(err)
			}
			continue
		}
		content = strings.Repeat(content, max(1, s.setup.Repeated[name]))
		if slices.Contains(s.setup.Binary, name) {
			content += "\x00"
		}
		s.write(name, content)
	}
}

func (s *session) path(name string) string { return filepath.Join(s.folder, filepath.FromSlash(name)) }

func (s *session) uri(name string) file.URI { return file.FromPath(filepath.ToSlash(s.path(name))) }

func (s *session) write(name, content string) {
	s.t.Helper()
	full := s.path(name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, []byte(content), 0o644)); err != nil {
		s.t.Fatal(err)
	}
}

const prompt = ">>> "

// play runs the commands of the session and returns it with what they print now.
func (s *session) play() string {
	var session strings.Builder
	s.brief = true
	for line := range strings.Lines(s.sections["session"]) {
		typed, ok := strings.CutPrefix(line, prompt)
		if !ok {
			continue
		}
		s.out.Reset()
		s.run(strings.TrimSpace(typed))
		printed := s.tidy(s.out.String())
		brief := strings.Count(printed, "\n") <= 1
		if !brief && !s.brief || !brief && session.Len() > 0 || brief && !s.brief {
			session.WriteByte('\n')
		}
		s.brief = brief
		session.WriteString(prompt + strings.TrimSpace(typed) + "\n" + printed)
	}
	return session.String()
}

var (
	took     = regexp.MustCompile(`\d+\.\d\d ms`)
	fraction = regexp.MustCompile(`\b\d+\.\d{3}\b`)
	signals  = regexp.MustCompile(`\b[a-z]+ #\.###(, [a-z]+ #\.###)+`) // which of them are the greatest is of the weights
	score    = regexp.MustCompile(`\b\d+\.\d\d\b`)
	blank    = regexp.MustCompile(`[ \t]+\n`)
)

// tidy replaces what differs from run to run.
func (s *session) tidy(printed string) string {
	for name, folder := range s.places {
		printed = strings.NewReplacer(string(file.FromPath(folder)), name, folder, name).Replace(printed)
	}
	for i, id := range s.talks {
		printed = strings.ReplaceAll(printed, id, fmt.Sprintf("talk%d", i+1))
	}
	printed = took.ReplaceAllString(printed, "# ms")
	printed = signals.ReplaceAllString(fraction.ReplaceAllString(printed, "#.###"), "#")
	return strings.TrimLeft(blank.ReplaceAllString(printed, "\n"), "\n")
}

func (s *session) printf(format string, args ...any) {
	said := fmt.Sprintf(format, args...)
	s.out.WriteString(strings.TrimRight(said, "\n") + "\n")
}

var edited = regexp.MustCompile(`^(\S+) (\d+):(\d+)-(\d+):(\d+) (".*")$`)

// change changes a file, on the disk or in an editor.
func (s *session) change(command, typed string) {
	s.t.Helper()
	path, section, _ := strings.Cut(typed, " ")
	if quoted, err := strconv.QuotedPrefix(typed); err == nil {
		path, _ = strconv.Unquote(quoted)
		section = strings.TrimSpace(typed[len(quoted):])
	}
	content, known := s.sections[section]
	if !known && (command == "write" || command == "open") {
		s.t.Fatalf("%s %s: no section is named %q", command, typed, section)
	}
	u := s.uri(path)
	switch command {
	case "write":
		s.write(path, content)
		s.agent.Touch(u)
	case "remove":
		if err := os.Remove(s.path(path)); err != nil {
			s.t.Fatal(err)
		}
		s.agent.Touch(u)
	case "lose": // without a word to the agent
		if err := os.Remove(s.path(path)); err != nil {
			s.t.Fatal(err)
		}
	case "open":
		s.agent.Open(u, file.LanguageOf(path), 1, content)
	case "close":
		s.agent.CloseBuffer(u)
	case "edit":
		m := edited.FindStringSubmatch(typed)
		if m == nil {
			s.t.Fatalf("edit %s: want PATH LINE:CHARACTER-LINE:CHARACTER \"TEXT\"", typed)
		}
		number := func(s string) int { n, _ := strconv.Atoi(s); return n }
		inserted, err := strconv.Unquote(m[6])
		if err != nil {
			s.t.Fatal(err)
		}
		s.fail(s.agent.Edit(u, 2, []text.Edit{{
			Range: &text.Range{
				Start: text.Position{Line: number(m[2]) - 1, Character: number(m[3])},
				End:   text.Position{Line: number(m[4]) - 1, Character: number(m[5])},
			},
			Text: inserted,
		}}, text.UTF8))
	}
}
