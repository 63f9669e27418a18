package eval

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"docuquest/core/document"
	"docuquest/core/document/plain"
)

var options = Options{Parsers: document.Parsers{Fallback: plain.Parser{}}}

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
{"id": "2", "title": "", "text": "Jade jade jade and other stones"}
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
	want := []Set{
		{Name: "b/stones", Queries: 3, Metrics: Metrics{NDCG: (jade + 1) / 3, Recall: 2.0 / 3, MRR: 2.0 / 3}},
		{Name: "a", Queries: 1, Metrics: Metrics{NDCG: 1, Recall: 1, MRR: 1}},
	}
	ignore := cmpopts.IgnoreFields(Set{}, "Elapsed")
	if diff := cmp.Diff(want, report.Sets, ignore, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Errorf("sets (-want +got):\n%s", diff)
	}
	if macro := (want[0].NDCG + 1) / 2; math.Abs(report.Macro.NDCG-macro) > 1e-9 {
		t.Errorf("macro nDCG %v, want %v", report.Macro.NDCG, macro)
	}
}

func TestJudge(t *testing.T) {
	grades := map[string]float64{"a": 1, "b": 3}
	for _, test := range []struct {
		name   string
		ranked []string
		want   Metrics
	}{
		{"the best order", []string{"b", "a"}, Metrics{1, 1, 1}},
		{"the other order", []string{"a", "b"}, Metrics{(1 + 3/math.Log2(3)) / (3 + 1/math.Log2(3)), 1, 1}},
		{"one of two, second", []string{"x", "b"}, Metrics{3 / math.Log2(3) / (3 + 1/math.Log2(3)), 0.5, 0.5}},
		{"nothing", nil, Metrics{}},
		{"beyond the tenth", strings.Split("0123456789b", ""), Metrics{}},
	} {
		if diff := cmp.Diff(test.want, judge(test.ranked, grades), cmpopts.EquateApprox(0, 1e-9)); diff != "" {
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
	want := map[string]float64{"queries": 1, "ndcg@10": 1, "r@10": 1, "mrr": 1}
	if diff := cmp.Diff(want, got.Sets["a"]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
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
		{"a grade", map[string]string{"corpus.jsonl": corpus, "queries.jsonl": queries, "qrels.tsv": "q\t1\tgood"}, `"good"`},
	} {
		_, err := Run(t.Context(), []string{write(t, test.files)}, options)
		if err == nil || !strings.Contains(err.Error(), test.words) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}
