package answer_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/tools/txtar"

	"docuquest/core/answer"
	"docuquest/core/document"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
)

var update = flag.Bool("update", false, "write the golden parts of testdata anew")

// TestExtractive compares what is picked from the files of each archive in
// testdata/extractive with its part "want". The first line of an archive's
// comment says what it shows, and the part "question" is asked.
func TestExtractive(t *testing.T) {
	names, err := filepath.Glob("testdata/extractive/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("there are no cases: %v", err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) { checkExtractive(t, name) })
	}
}

func checkExtractive(t *testing.T, name string) {
	t.Helper()
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var asked string
	var documents []*document.Document
	want := -1
	for i, f := range archive.Files {
		switch f.Name {
		case "question":
			asked = strings.TrimSpace(string(f.Data))
		case "want":
			want = i
		default:
			documents = append(documents, parse(f.Name, string(f.Data)))
		}
	}
	got := describe(t, asked, search(asked, documents))
	if *update {
		archive.Files[want].Data = []byte(got)
		if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(string(archive.Files[want].Data), got); diff != "" {
		t.Errorf("picked (-want +got):\n%s", diff)
	}
}

// FuzzExtractive asks any question of any text: what is picked is quoted from where it occurs.
func FuzzExtractive(f *testing.F) {
	f.Add("Who wrote the guide?", "The guide to 東京都庁 was written by Aiko Tanaka.")
	f.Add("How many parts weigh 2 kg or more?", "| part | weight |\n| --- | --- |\n| axle | 2 kg |\n| bolt | 900 g |\n")
	f.Add("When was the mill built?", "The mill was built\nin 1812.\x00 It burned down, see `mill.go`.")
	f.Fuzz(func(t *testing.T, asked, content string) {
		write(t, asked, search(asked, []*document.Document{parse("notes.md", content)}))
	})
}

// describe writes a draft down, the path and the sentence of each statement.
func describe(t *testing.T, asked string, found *retrieve.Result) string {
	t.Helper()
	draft := write(t, asked, found)
	if draft.Refused {
		return "refused\n"
	}
	var b strings.Builder
	for _, s := range draft.Statements {
		fmt.Fprintf(&b, "%s: %s", found.Hits[s.Quotes[0].Hit].Document.Path, s.Text)
		if s.Quotes[0].IntroducesList {
			b.WriteString(" (a list)")
		}
		if value := s.Quotes[0].Answers.Of(found.Hits[s.Quotes[0].Hit].Document.Text); value != "" {
			leads := ""
			if s.Leads {
				leads = ", which leads"
			}
			fmt.Fprintf(&b, " (value: %s%s)", value, leads)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// write asks the extractive writer and checks what holds of all its drafts.
func write(t *testing.T, asked string, found *retrieve.Result) answer.Draft {
	t.Helper()
	draft, err := answer.Extractive{}.Write(context.Background(), answer.Request{Question: question.Of(asked), Found: found})
	if err != nil {
		t.Fatal(err)
	}
	if draft.Refused != (len(draft.Statements) == 0) {
		t.Errorf("refused is %v with %d statements", draft.Refused, len(draft.Statements))
	}
	for _, s := range draft.Statements {
		q := s.Quotes[0]
		if raw := q.Span.Of(found.Hits[q.Hit].Document.Text); len(s.Quotes) != 1 || raw != q.Text || answer.Display(raw) != s.Text {
			t.Errorf("%q quotes %q, and at %v stands %q", s.Text, q.Text, q.Span, raw)
		}
	}
	return draft
}

// TestSites asks the questions of testdata/questions/sites.jsonl. None of the 50
// that have an answer is refused; the other numbers are what the writer reaches
// and may only grow. The 6 that have none are put in words that the files hold, and
// no rule of words tells them from the 50.
func TestSites(t *testing.T) {
	const leastQuoted, leastFirst = 36, 23
	documents := sites(t)
	asked, quoted, first := 0, 0, 0
	for _, q := range questions(t) {
		draft := write(t, q.Question, search(q.Question, documents))
		if q.Refuse {
			continue
		}
		asked++
		if draft.Refused {
			t.Errorf("refused: %s", q.Question)
		}
		switch at := q.answeredAt(draft); {
		case at == 0:
			first++
			quoted++
		case at > 0:
			quoted++
		}
	}
	t.Logf("of %d questions %d are answered by the right sentence, %d by the first", asked, quoted, first)
	if quoted < leastQuoted || first < leastFirst {
		t.Errorf("want at least %d and %d", leastQuoted, leastFirst)
	}
}

// TestOtherWorlds asks the sites of things that bear names and have nothing to do
// with them. What has no name is told by how little of it is found, which is for
// retrieve.Calibrate.
func TestOtherWorlds(t *testing.T) {
	documents := sites(t)
	for _, q := range []string{
		"Who is Harry Potter's mother?",
		"What is the capital of Australia?",
		"Who is the president of the European Commission?",
		"Who painted the Mona Lisa?",
	} {
		if draft := write(t, q, search(q, documents)); !draft.Refused {
			t.Errorf("%s is answered by %q", q, draft.Statements[0].Text)
		}
	}
}

// A question of a collection, with the quotes that answer it.
type labelled struct {
	Question string
	Want     []struct{ Path, Quote string }
	Refuse   bool
}

// answeredAt is the first statement that holds or lies in a wanted quote, -1 if
// there is none.
func (q labelled) answeredAt(d answer.Draft) int {
	for i, s := range d.Statements {
		for _, w := range q.Want {
			wanted := text.OneLine(w.Quote)
			if wanted != "" && (strings.Contains(s.Text, wanted) || strings.Contains(wanted, s.Text)) {
				return i
			}
		}
	}
	return -1
}

func questions(t *testing.T) []labelled {
	t.Helper()
	f, err := os.Open("../../testdata/questions/sites.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []labelled
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var q labelled
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			t.Fatal(err)
		}
		all = append(all, q)
	}
	return all
}

func sites(t *testing.T) []*document.Document {
	t.Helper()
	names, err := filepath.Glob("../../testdata/sites/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	var documents []*document.Document
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		documents = append(documents, parse(filepath.Base(name), string(content)))
	}
	return documents
}

func TestAddedTermsStandInForWords(t *testing.T) {
	documents := []*document.Document{
		parse("a.txt", "The crew lifted a chest of rubies out of the sand.\n"),
		parse("b.txt", "Nothing of worth was found under the floor, and no jewels.\n"),
		parse("c.txt", "Weather and work of the season are told in the first chapter.\n"),
	}
	asked := "Where were jewels?"
	found := search(asked+" rubies chest", documents)
	found.Added = []string{"rubies", "chest"}
	draft := write(t, asked, found)
	var paths []string
	for _, s := range draft.Statements {
		paths = append(paths, found.Hits[s.Quotes[0].Hit].Document.Path)
	}
	if diff := cmp.Diff([]string{"a.txt", "b.txt"}, paths, cmp.Transformer("sorted", sorted)); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
}

func TestExtractiveStopsWhenAsked(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	found := search("Who came?", []*document.Document{parse("a.txt", "Somebody came along in May.\n")})
	_, err := answer.Extractive{}.Write(ctx, answer.Request{Question: question.Of("Who came?"), Found: found})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}

func TestMostStatements(t *testing.T) {
	var documents []*document.Document
	for i := range 9 {
		documents = append(documents, parse(fmt.Sprintf("%d.txt", i), fmt.Sprintf("Site %d held gold in a jar.\n", i)))
	}
	draft := write(t, "Where was gold in a jar?", search("Where was gold in a jar?", documents))
	if len(draft.Statements) != 6 {
		t.Errorf("there are %d statements, want 6", len(draft.Statements))
	}
}

// TestSentencesAt: what a span touches is given whole, and what that is depends on
// where the span lies.
func TestSentencesAt(t *testing.T) {
	long := strings.Repeat("word ", 4000)
	for _, c := range []struct{ why, path, content, part, want string }{
		{"a sentence over a line break", "a.txt", "It rained. You should not\ndelete it by hand. It is dry.", "delete it", "You should not\ndelete it by hand."},
		{"two of them", "a.txt", "One is old. Two is new. Three.", "old. Two", "One is old.|Two is new."},
		{"a comment over its lines", "a.go", "package a\n\n// It is an error of the caller to call\n// this twice.\nfunc Close()", "this twice", "It is an error of the caller to call\n// this twice."},
		{"a line of a program", "a.go", "x := 1\nif !ok { stop(x) }\ny := 2", "stop(x)", "if !ok { stop(x) }"},
		{"a record of data", "a.yaml", "a: not so\nb: it is. And that\nc: 1", "it is", "b: it is. And that"},
		{"a row of a table", "a.md", "| A | B |\n|---|---|\n| not | gold |\n| no | silver |", "gold", "| not | gold |"},
		{"no more than 16 KiB of a very long paragraph", "a.txt", "It is false that " + long, "false", ("It is false that " + long)[:len("It is false")+16<<10]},
	} {
		d := parse(c.path, c.content)
		at := strings.Index(c.content, c.part)
		var got []string
		for _, span := range answer.SentencesAt(d, text.Span{Start: at, End: at + len(c.part)}) {
			got = append(got, span.Of(d.Text))
		}
		if joined := strings.Join(got, "|"); joined != c.want {
			t.Errorf("%s: %d bytes, %.200q, want %d, %.200q", c.why, len(joined), joined, len(c.want), c.want)
		}
	}
}

// Rank tells the order that Write chooses from, whether it would answer or not. What holds
// no word of the question goes on with a sentence that does, and is not shown.
func TestRank(t *testing.T) {
	documents := []*document.Document{
		parse("a.txt", "Some gold was seen.\n"),
		parse("b.txt", "The jar of gold was found by a farmer. The field lies at the river.\n"),
	}
	const asked = "Who found the jar of gold?"
	found := search(asked, documents)
	request := answer.Request{Question: question.Of(asked), Found: found}
	order := []string{"The jar of gold was found by a farmer. 1", "The field lies at the river. 1", "Some gold was seen. 1"}
	if diff := cmp.Diff(order[:1], textsOf(write(t, asked, found).Statements)); diff != "" {
		t.Errorf("shown (-want +got):\n%s", diff)
	}
	found.Floor = 1 // refuses whatever is asked
	if draft := write(t, asked, found); !draft.Refused {
		t.Errorf("below the floor it is answered with %v", textsOf(draft.Statements))
	}
	for most := range 5 {
		ranked, err := answer.Extractive{}.Rank(t.Context(), request, most)
		if diff := cmp.Diff(order[:min(most, 3)], textsOf(ranked), cmpopts.EquateEmpty()); diff != "" || err != nil {
			t.Errorf("the first %d (-want +got), %v:\n%s", most, err, diff)
		}
	}
	none, err := answer.Extractive{}.Rank(t.Context(), answer.Request{Question: question.Of(asked), Found: &retrieve.Result{}}, 3)
	if err != nil || len(none) != 0 {
		t.Errorf("%d sentences where nothing was found, %v", len(none), err)
	}
}

// Sentences of an entry that have no more of the question than its best one are not quoted: they are shown with it.
func TestOtherDocumentsHaveTheirPlace(t *testing.T) {
	var long strings.Builder
	for i := range 6 {
		fmt.Fprintf(&long, "Gold lay in jar number %d of the cellar. ", i)
	}
	documents := []*document.Document{parse("a.txt", long.String()), parse("b.txt", "Other places\n\nGold lay in a cellar and a jar.\n")}
	const asked = "Where was gold in a jar of the cellar?"
	found := search(asked, documents)
	var paths []string
	for _, s := range write(t, asked, found).Statements {
		paths = append(paths, found.Hits[s.Quotes[0].Hit].Document.Path)
	}
	if diff := cmp.Diff([]string{"a.txt", "b.txt"}, paths); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
}
