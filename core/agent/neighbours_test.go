package agent

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/document"
	programs "docuquest/core/document/code"
	"docuquest/core/document/plain"
	"docuquest/core/file/disk"
	"docuquest/core/language/text"
	"docuquest/core/services/llm/llmtest"
	"docuquest/prompts"
)

// A small program in two languages: who digs a shaft, and who counts what was dug.
var diggers = map[string]string{
	"go.mod":        "module diggers\n",
	"dig/dig.go":    "package dig\n\nimport \"diggers/rope\"\n\n// Shaft digs the quixotic shaft.\nfunc Shaft(n int) int {\n\trope.Let(n)\n\treturn n\n}\n",
	"dig/crew.go":   "package dig\n\n// Crew sends people down.\nfunc Crew() { Shaft(3) }\n",
	"dig/x_test.go": "package dig\n\nfunc TestIt() { Shaft(1) }\n",
	"rope/rope.go":  "package rope\n\n// Let lets the rope down by forty ells.\nfunc Let(n int) { knot() }\n\nfunc knot() {}\n",
	"tally.py":      "def weigh(stone):\n    \"\"\"Weighs a zanzibarite stone.\"\"\"\n    return scale(stone) * 2\n\n\ndef scale(stone):\n    return 7\n\n\ndef report(stones):\n    return [weigh(s) for s in stones]\n",
	"notes.txt":     "The quixotic shaft and the zanzibarite stone are described here.\n",
}

// startDiggers makes an agent over a folder of programs in Go and Python.
func startDiggers(t *testing.T, folder string, o Options) *Agent {
	t.Helper()
	d, err := disk.Open([]string{folder}, disk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	parser := programs.New(programs.Options{})
	o.Workspace, o.Prompts = d, prompts.Default()
	o.Parsers = document.Parsers{ByLanguage: map[string]document.Parser{"go": parser, "go.mod": parser, "python": parser}, Fallback: plain.Parser{}}
	a := New(o)
	t.Cleanup(a.Close)
	if err := a.Load(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return a
}

// foundBy are the passages of a search, each with its line and what it is beside.
func foundBy(t *testing.T, a *Agent, s Search) []string {
	t.Helper()
	s.Encoding = text.UTF16
	reply, err := a.Search(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, h := range reply.Hits {
		line := fmt.Sprintf("%s:%d", h.Path, h.Range.Start.Line+1)
		if h.Beside != "" {
			line += " " + h.Beside
			if h.Original != h.Text || h.Score != 0 || h.Confidence != 0 {
				t.Errorf("%s has the score %f, and says %q", line, h.Score, h.Original)
			}
		}
		all = append(all, line)
	}
	return all
}

// What calls a hit in a program, and what it calls, stands behind it: callees and callers in
// turn, tests last, nothing twice and no more than are wanted; beside prose nothing does.
func TestNeighbours(t *testing.T) {
	folder := folderOf(t, diggers)
	for _, c := range []struct {
		name    string
		options Options
		search  Search
		want    []string
	}{
		{"none", Options{}, Search{Query: "quixotic"}, []string{"notes.txt:1", "dig/dig.go:1"}},
		{"one", Options{}, Search{Query: "quixotic", Calls: 1}, []string{"notes.txt:1", "dig/dig.go:1", "rope/rope.go:3 called by Shaft"}},
		{"all", Options{}, Search{Query: "quixotic", Calls: 20}, []string{
			"notes.txt:1", "dig/dig.go:1", "rope/rope.go:3 called by Shaft", "dig/crew.go:3 calls Shaft", "dig/x_test.go:3 calls Shaft",
		}},
		{"as configured", Options{Preferences: Preferences{Calls: 2}}, Search{Query: "quixotic"}, []string{
			"notes.txt:1", "dig/dig.go:1", "rope/rope.go:3 called by Shaft", "dig/crew.go:3 calls Shaft",
		}},
		{"of one folder", Options{}, Search{Query: "quixotic", Calls: 20, In: []string{"dig"}}, []string{
			"dig/dig.go:1", "dig/crew.go:3 calls Shaft", "dig/x_test.go:3 calls Shaft",
		}},
		{"in the same file, which is one passage", Options{}, Search{Query: "zanzibarite", Calls: 20}, []string{"notes.txt:1", "tally.py:1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := startDiggers(t, folder, c.options)
			if diff := cmp.Diff(c.want, foundBy(t, a, c.search)); diff != "" {
				t.Errorf("found (-want +got):\n%s", diff)
			}
		})
	}
}

// In a long file the definitions beside a hit are other parts of it, in Python, too.
func TestNeighboursInOneFile(t *testing.T) {
	padding := "\n\n" + strings.Repeat("# Nothing is said in this line of the file.\n", 40) + "\n\n"
	a := startDiggers(t, folderOf(t, map[string]string{"tally.py": strings.Join(strings.SplitAfter(diggers["tally.py"], "\n\n\n"), padding)}), Options{})
	reply, err := a.Search(t.Context(), Search{Query: "zanzibarite", Calls: 5, Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, h := range reply.Hits {
		lines := strings.Split(strings.TrimSpace(h.Text), "\n")
		got = append(got, h.Path+" "+h.Beside+": "+lines[len(lines)-1])
	}
	want := []string{
		"tally.py :     return scale(stone) * 2", "tally.py called by weigh:     return 7", "tally.py calls weigh:     return [weigh(s) for s in stones]",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("found (-want +got):\n%s", diff)
	}
}

// The model is told why a passage is there, and may cite it; the citation is checked as any.
func TestNeighboursCited(t *testing.T) {
	reply := `{"statements":[{"text":"The rope is let down by forty ells.","quotes":[{"passage":2,"quote":"Let lets the rope down by forty ells."}]}],"missing":""}`
	model := llmtest.NewModel(llmtest.Script{"terms": {llmtest.Say("quixotic")}, "statements": {llmtest.Say(reply)}})
	a := startDiggers(t, folderOf(t, diggers), Options{Model: model, TermsModel: model})
	r := ask(t, a, Request{Text: "How far down does the quixotic shaft go?", Calls: 3, Types: []string{"code"}, Encoding: text.UTF16})
	if sent := model.Prompts("statements")[0]; !strings.Contains(sent, "[2] rope/rope.go > Let (called by Shaft)\n// Let lets the rope down") {
		t.Errorf("the model was sent\n%s", sent)
	}
	if len(r.Citations) != 1 || r.Citations[0].Path != "rope/rope.go" || r.Citations[0].Range.Start.Line != 2 {
		t.Fatalf("%s cites %+v", r.Answer, r.Citations)
	}
	checkCitations(t, a, r)
	if _, err := a.Explain(t.Context(), r.ID); err != nil {
		t.Error(err)
	}
}

// What stands beside a hit takes no other hit its room in a prompt.
func TestNeighboursTakeNoRoom(t *testing.T) {
	files := map[string]string{"go.mod": "module d\n"}
	var caller, helpers strings.Builder
	for i := range 20 {
		fmt.Fprintf(&caller, "\thelper%d()\n", i)
		fmt.Fprintf(&helpers, "\nfunc helper%d() {\n%s}\n", i, strings.Repeat("\tprintln(\"one line of many things\")\n", 50))
	}
	files["dig/a.go"] = "package dig\n\n// Quixotic shaft, the quixotic shaft.\nfunc QuixoticShaft() {\n" + caller.String() + "}\n"
	files["dig/b.go"] = "package dig\n" + helpers.String()
	for i := range 8 {
		files[fmt.Sprintf("%d.txt", i)] = fmt.Sprintf("Chapter %d tells of the quixotic shaft of place%d, which is %d ells deep.\n", i, i, 40+i)
	}
	for _, calls := range []int{0, 20} {
		model := llmtest.NewModel(llmtest.Script{"terms": {llmtest.Say("quixotic shaft")}, "statements": {llmtest.Fail("x")}})
		a := startDiggers(t, folderOf(t, files), Options{Model: model, TermsModel: model})
		ask(t, a, Request{Text: "What is the QuixoticShaft?", Calls: calls, Passages: 20})
		sent := model.Prompts("statements")[0]
		if chapters, beside := strings.Count(sent, " ells deep.\n\n"), strings.Count(sent, "(called by QuixoticShaft"); chapters != 8 || (beside > 0) != (calls > 0) {
			t.Errorf("with %d calls the prompt holds %d chapters and %d helpers", calls, chapters, beside)
		}
	}
}

// A number that is out of its range is refused.
func TestCallsRefused(t *testing.T) {
	a := startDiggers(t, folderOf(t, diggers), Options{})
	const want = "calls is 21: it may be 0 to 20 definitions"
	if _, err := a.Search(t.Context(), Search{Query: "shaft", Calls: 21}); err == nil || err.Error() != want {
		t.Error(err)
	}
	if _, err := a.Ask(t.Context(), Request{Text: "Where is the shaft?", Calls: 21}, nil); err == nil || err.Error() != want {
		t.Error(err)
	}
}

// Of a long definition whole lines are read.
func TestLongNeighbour(t *testing.T) {
	long := map[string]string{
		"go.mod": "module long\n",
		"a.go":   "package long\n\nfunc Quixotic() { Far() }\n",
		"b.go":   "package long\n\nfunc Far() {\n" + strings.Repeat("\tprintln(\"one line of many\")\n", 200) + "}\n",
	}
	a := startDiggers(t, folderOf(t, long), Options{})
	reply, err := a.Search(t.Context(), Search{Query: "quixotic", Calls: 1, Limit: 1})
	if err != nil || len(reply.Hits) != 2 {
		t.Fatalf("%v, %+v", err, reply)
	}
	if got := reply.Hits[1].Text; len(got) > 2000 || !strings.HasSuffix(got, "(\"one line of many\")") || !strings.HasPrefix(long["b.go"], "package long\n\n"+got) {
		t.Errorf("%d bytes are read: %s", len(got), got)
	}
}
