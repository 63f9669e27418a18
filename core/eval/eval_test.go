package eval

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/tools/txtar"

	"docuquest/core/agent"
	"docuquest/core/document"
	"docuquest/core/document/markdown"
	"docuquest/core/document/plain"
	"docuquest/core/file"
	"docuquest/core/file/disk"
	"docuquest/core/language/text"
)

var parsers = document.Parsers{
	ByLanguage: map[string]document.Parser{"markdown": markdown.New(), "pdf": leaves{}},
	Fallback:   plain.Parser{},
}

var options = Options{
	Parsers: parsers,
	Open: func(folder string) (*agent.Agent, error) {
		workspace, err := disk.Open([]string{folder}, disk.Options{Accept: func(string) (bool, file.Reason) { return true, "" }})
		return agent.New(agent.Options{Workspace: workspace, Parsers: parsers}), err
	},
}

// Leaves are documents with pages, as a parser of PDF makes them: a line of
// dashes lies between two.
type leaves struct{}

func (leaves) Parse(f file.File) *document.Document {
	const between = "----\n"
	d := document.New(f)
	d.Extracted = true
	at := 0
	for i, page := range strings.Split(d.Text, between) {
		d.Blocks = append(d.Blocks, document.Block{
			Kind: document.Page, Span: text.Span{Start: at, End: at + len(page)}, Box: &document.Box{Page: i + 1},
		})
		at += len(page) + len(between)
	}
	return d
}

// write lays files out in a new folder.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, content := range files {
		full := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// stones is a collection whose figures are made by hand below.
var stones = map[string]string{
	"sets.tsv": "b/stones\ttxt\na\tmd\n",
	"b/stones/corpus.jsonl": `{"id": "1", "title": "Jade", "text": "green"}
{"id": "2", "title": "Jade jade", "text": "Jade and other stones"}
{"id": "3", "title": "Ruby", "text": "Ruby, red"}
`,
	"b/stones/queries.jsonl": `{"id": "q1", "text": "jade"}
{"id": "q2", "text": "ruby"}
{"id": "q3", "text": "opal"}
{"id": "unjudged", "text": "jade"}
`,
	"b/stones/qrels.tsv": "q1\t1\t2\nq1\t2\t1\nq1\t3\t0\nq2\t3\t1\nq3\t2\t1\n",
	"a/corpus.jsonl":     `{"id": "x", "title": "Opal", "text": "An opal."}` + "\n",
	"a/queries.jsonl":    `{"id": "q", "text": "opal"}` + "\r\n\n",
	"a/qrels.tsv":        "q\tx\t1\n",
}

func TestRun(t *testing.T) {
	folder := write(t, stones)
	report, err := Run(t.Context(), []string{folder}, options)
	if err != nil {
		t.Fatal(err)
	}
	// Of three questions one finds both of its documents, the one with grade 1 in
	// front; one finds its only one first; one finds nothing.
	jade := (1 + 2/math.Log2(3)) / (2 + 1/math.Log2(3))
	const all = 2.0 / 3
	want := []Set{
		{Name: "b/stones", Queries: 3, Documents: documentMeans(3, (jade+1)/3, all, all, all)},
		{Name: "a", Queries: 1, Documents: documentMeans(1, 1, 1, 1, 1)},
	}
	ignore := cmp.Options{cmpopts.IgnoreFields(Set{}, "Elapsed", "Figures", "Placings", "Answers"), cmpopts.IgnoreFields(Figure{}, "Scores")}
	if diff := cmp.Diff(want, report.Sets, ignore, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Errorf("sets (-want +got):\n%s", diff)
	}
	macro := documentMeans(2, ((jade+1)/3+1)/2, (all+1)/2, (all+1)/2, (all+1)/2)
	if diff := cmp.Diff(macro, report.Macro, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Errorf("macro (-want +got):\n%s", diff)
	}
}

// documentMeans are the figures that documents are judged by.
func documentMeans(questions int, ndcg, recall, mrr, all float64) []Figure {
	return []Figure{
		{Name: "ndcg@10", Value: ndcg, Questions: questions},
		{Name: "r@10", Value: recall, Questions: questions},
		{Name: "mrr", Value: mrr, Questions: questions},
		{Name: "all@10", Value: all, Questions: questions},
	}
}

// The scores of a figure are those of its questions, under their names, and their
// mean is the figure.
func TestScores(t *testing.T) {
	report, err := Run(t.Context(), []string{write(t, stones)}, options)
	if err != nil {
		t.Fatal(err)
	}
	recall := report.Sets[0].Documents[1]
	want := []Score{{"q1", 1}, {"q2", 1}, {"q3", 0}}
	if diff := cmp.Diff(want, recall.Scores); diff != "" || recall.Name != "r@10" {
		t.Errorf("scores of %s (-want +got):\n%s", recall.Name, diff)
	}
}

// Each file of testdata holds collections and the figures that they must give,
// in lines of set, figure, questions and value. The sentences on top say why.
func TestCollections(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no collections: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) { checkCollections(t, name) })
	}
}

func checkCollections(t *testing.T, name string) {
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range archive.Files {
		files[f.Name] = string(f.Data)
	}
	folder := write(t, files)
	paths := []string{folder}
	for _, path := range strings.Fields(files["ask"]) {
		paths = append(paths, filepath.Join(folder, path))
	}
	if len(paths) > 1 {
		paths = paths[1:]
	}
	o := options
	_, o.Answers = files["answers"]
	if files["files"] != "" {
		o.Files = filepath.Join(folder, strings.TrimSpace(files["files"]))
	}
	report, err := Run(t.Context(), paths, o)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(files["want"], figures(report)); diff != "" {
		t.Errorf("%s(-want +got):\n%s", archive.Comment, diff)
	}
}

// figures writes a report down without the documents' figures, which other tests
// look at.
func figures(r Report) string {
	var out strings.Builder
	for _, s := range r.Sets {
		for _, f := range s.Figures {
			fmt.Fprintf(&out, "%s %s %d %.3f\n", s.Name, f.Name, f.Questions, f.Value)
		}
		if s.LeftOut > 0 {
			fmt.Fprintf(&out, "%s left out %d\n", s.Name, s.LeftOut)
		}
	}
	return out.String()
}

func TestJudge(t *testing.T) {
	grades := map[string]float64{"a": 1, "b": 3}
	for _, test := range []struct {
		name   string
		ranked []string
		want   metrics
	}{
		{"the best order", []string{"b", "a"}, metrics{1, 1, 1, 1}},
		{"the other order", []string{"a", "b"}, metrics{(1 + 3/math.Log2(3)) / (3 + 1/math.Log2(3)), 1, 1, 1}},
		{"one of two, second", []string{"x", "b"}, metrics{3 / math.Log2(3) / (3 + 1/math.Log2(3)), 0.5, 0.5, 0}},
		{"nothing", nil, metrics{}},
		{"beyond the tenth", strings.Split("0123456789b", ""), metrics{}},
	} {
		if diff := cmp.Diff(test.want, judge(test.ranked, grades), cmp.AllowUnexported(metrics{}), cmpopts.EquateApprox(0, 1e-9)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestJSON(t *testing.T) {
	report, err := Run(t.Context(), []string{write(t, stones)}, options)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := report.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Sets map[string]map[string]float64
	}
	if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]float64{"queries": 1, "ndcg@10": 1, "r@10": 1, "mrr": 1, "all@10": 1}
	for name := range got.Sets["a"] { // what else there is, other tests look at
		if _, judged := want[name]; !judged {
			delete(got.Sets["a"], name)
		}
	}
	if diff := cmp.Diff(want, got.Sets["a"]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A set that judges no documents has its own figures alone, and the macro mean is
// not moved by it.
func TestJSONWithoutDocuments(t *testing.T) {
	files := map[string]string{
		"docs/a.md":     "Jade is green.\n",
		"queries.jsonl": `{"id": "q", "doc": "a", "text": "jade", "spans": [[0, 14]]}`,
	}
	for name, content := range stones {
		files["judged/"+name] = content
	}
	report, err := Run(t.Context(), []string{write(t, files)}, options)
	if err != nil {
		t.Fatal(err)
	}
	alone, err := Run(t.Context(), []string{write(t, stones)}, options)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"span_recall@5": 1.0, "span_precision@5": 1.0, "span_iou@5": 1.0,
		"passage_recall@5": 1.0, "passage_precision@5": 1.0, "passage_iou@5": 1.0,
	}
	if diff := cmp.Diff(want, numbers(report.Sets[0].all())); diff != "" {
		t.Errorf("figures (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(alone.Macro, report.Macro); diff != "" || len(report.Sets) != 3 {
		t.Errorf("macro of %d sets (-want +got):\n%s", len(report.Sets), diff)
	}
}

func TestBadCollections(t *testing.T) {
	corpus, queries := `{"id":"1","text":"x"}`, `{"id":"q","text":"x"}`
	for _, test := range []struct {
		name  string
		files map[string]string
		words string
	}{
		{"no collection", map[string]string{"readme.txt": ""}, "no collection"},
		{"no judgements", map[string]string{"corpus.jsonl": corpus, "queries.jsonl": queries}, "qrels.tsv"},
		{"broken corpus", map[string]string{"corpus.jsonl": corpus + "\n{", "queries.jsonl": queries, "qrels.tsv": ""}, "corpus.jsonl:2"},
		{"columns", map[string]string{"corpus.jsonl": corpus, "queries.jsonl": queries, "qrels.tsv": "q 1 1"}, "qrels.tsv:1: 1 columns"},
		{
			"no judged question",
			map[string]string{"empty/corpus.jsonl": corpus, "empty/queries.jsonl": queries, "empty/qrels.tsv": "q\t1\t0\nother\t1\t1\n"},
			"empty: no question has a document",
		},
		{"no span", map[string]string{"docs/a.md": "x", "queries.jsonl": queries}, "has spans"},
		{"spans of nothing", map[string]string{"docs/a.md": "x", "queries.jsonl": `{"id":"q","doc":"b","text":"x","spans":[[0,1]]}`}, "question q: there is no docs/b.md"},
		{"spans that are none", map[string]string{"docs/a.md": "x", "queries.jsonl": `{"id":"q","spans":"x"}`}, "question q: "},
		{"no PDF", map[string]string{"pdfs/a.pdf": "x", "queries.jsonl": queries, "qrels.tsv": "q\tb.pdf#p1\t1"}, "no question has a page"},
		{
			"no judged row",
			map[string]string{"corpus.jsonl": corpus, "queries.jsonl": queries, "qrels.tsv": "q\t1\t1", "row_corpus.jsonl": corpus, "row_qrels.tsv": ""},
			"no question has a row",
		},
		{
			"evidence that is none",
			map[string]string{"corpus.jsonl": corpus, "queries.jsonl": `{"id":"q","text":"x","evidence":[["1","2"]]}`, "qrels.tsv": "q\t1\t1", "sents.jsonl": ""},
			"question q: ",
		},
		{"a grade", map[string]string{"corpus.jsonl": corpus, "queries.jsonl": queries, "qrels.tsv": "q\t1\tgood"}, `"good"`},
	} {
		_, err := Run(t.Context(), []string{write(t, test.files)}, options)
		if err == nil || !strings.Contains(err.Error(), test.words) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

func TestBadQuestionFiles(t *testing.T) {
	for content, words := range map[string]string{
		"":                     "holds no question",
		"{":                    "q.jsonl:1",
		`{"question": "Who?"}`: "must either want something or be refused",
		`{"question": "Who?", "want": [{"path": "a.txt"}], "refuse": true}`: "must either want something or be refused",
		`{"question": "Who?", "want": [{"path": "gone.txt"}]}`:              "gone.txt",
		`{"question": " ", "want": [{"path": "a.txt"}]}`:                    "question is empty",
	} {
		folder := write(t, map[string]string{"q.jsonl": content, "a.txt": "x"})
		_, err := Run(t.Context(), []string{filepath.Join(folder, "q.jsonl")}, options)
		if err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%q gives the error %v, not of %q", content, err, words)
		}
	}
}
