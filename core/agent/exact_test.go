package agent

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/answer"
	"docuquest/core/language/text"
)

var countedFiles = map[string]string{
	"a.txt":     "Jade here.\nMore | jades `there.\n",
	"b.txt":     "Gold.\n",
	"docs/c.md": "# Stones\n\nThe jade and the [gold](http://x).\n\n| Stone | Price | Colour |\n|---|---|---|\n| Jade | $20 | green |\n| Ruby | $90 | red |\n| Beryl | $45 | green |\n",
}

// TestCounted asks what is counted or looked up rather than taken from the best
// passages, and wants the answer as it is shown. The text at each citation must be its
// quote.
func TestCounted(t *testing.T) {
	a := start(t, folderOf(t, countedFiles), Options{})
	for _, test := range []struct {
		question string
		want     []string // lines
		quotes   []string
	}{
		{
			"How many files mention jade?",
			[]string{
				"Exactly 2 of 3 files mention jade (counted: jade, jades).", "",
				"| File | Times | First place |", "|---|---|---|",
				"| a.txt | 2 | Jade here. [1] |", `| docs/c.md | 2 | The jade and the \[gold\](http\://x). [2] |`,
			},
			[]string{"Jade here.", "The jade and the [gold](http://x)."},
		},
		{
			"Which files never mention jade? in:/",
			[]string{
				"Exactly 1 of 3 files never mentions jade (counted: jade, jades).", "",
				"| File | Begins with |", "|---|---|", "| b.txt | Gold. [1] |",
			},
			[]string{"Gold."},
		},
		{
			"How many files mention basalt?",
			[]string{"Exactly 0 of 3 files mention basalt."},
			nil,
		},
		{
			"How often is \"jades\" mentioned?",
			[]string{
				"Exactly 1 mention of \"jades\" in 1 of 3 files.", "",
				"| File | Times | First place |", "|---|---|---|", "| a.txt | 1 | More \\| jades \\`there. [1] |",
			},
			[]string{"More | jades `there."},
		},
		{
			"Which stone has the highest price?",
			[]string{
				"The greatest Price has Stone: Ruby (table: Stones).", "",
				"| Stone | Price |", "|---|---|", "| Ruby | $90 [1] |",
			},
			[]string{"Ruby | $90 | red"},
		},
		{
			"How many stones have the colour green?",
			[]string{
				"Exactly 2 rows where Colour is \"green\" (table: Stones).", "",
				"| Stone | Colour |", "|---|---|", "| Jade | green [1] |", "| Beryl | green [2] |",
			},
			[]string{"Jade | $20 | green", "Beryl | $45 | green"},
		},
	} {
		reply, err := a.Ask(t.Context(), Question{Text: test.question, Encoding: text.UTF16}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(strings.Join(test.want, "\n"), reply.Answer); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.question, diff)
		}
		var quotes []string
		for _, c := range reply.Citations {
			quotes = append(quotes, c.Quote)
			if at := textAt(t, a, c); at != c.Quote {
				t.Errorf("%s: at [%d] stands %q, not %q", test.question, c.Number, at, c.Quote)
			}
		}
		if diff := cmp.Diff(test.quotes, quotes); diff != "" {
			t.Errorf("%s: quotes (-want +got):\n%s", test.question, diff)
		}
		if reply.Exact == nil || reply.Refused || len(reply.Sent) > 0 {
			t.Errorf("%s: %+v", test.question, reply)
		}
	}
}

// textAt is what stands in the file at the range of a citation.
func textAt(t *testing.T, a *Agent, c Citation) string {
	t.Helper()
	f, err := a.Read(t.Context(), c.URI)
	if err != nil {
		t.Fatal(err)
	}
	lines := text.NewLines(f.Content)
	return lines.Span(text.Range{
		Start: text.Position{Line: c.Range.Start.Line, Character: c.Range.Start.Character},
		End:   text.Position{Line: c.Range.End.Line, Character: c.Range.End.Character},
	}, text.UTF16).Of(f.Content)
}

// A count goes on with the question before it, and says so.
func TestCountedGoesOn(t *testing.T) {
	a := start(t, folderOf(t, countedFiles), Options{Preferences: Preferences{History: 5}})
	ask(t, a, Question{Text: "What is jade?"})
	for _, question := range []string{"And how many files mention it?", "Which files mention it?"} {
		r := ask(t, a, Question{Text: question})
		if r.Exact == nil || r.Exact.Count != 2 || !strings.Contains(strings.Join(r.Remarks(), "\n"), "Taken as a question on: jade.") {
			t.Errorf("%s: %s %q", question, r.Answer, r.Remarks())
		}
	}
	if r := ask(t, a, Question{Text: "And how many files mention it?", Conversation: NoConversation}); r.Exact != nil {
		t.Errorf("without a conversation: %s", r.Answer)
	}
}

// Questions of the content go the ordinary way, and so does all in the classic
// pipeline.
func TestNotCounted(t *testing.T) {
	a := start(t, folderOf(t, countedFiles), Options{})
	for _, q := range []Question{
		{Text: "How much jade was found?"},
		{Text: "What is the price of jade and of gold?"},
		{Text: "How many files mention jade?", Retrieval: "boolean"},
	} {
		reply, err := a.Ask(t.Context(), q, nil)
		if err == nil && reply.Exact != nil {
			t.Errorf("%s: counted: %s", q.Text, reply.Answer)
		}
	}
}

// The name of a file may hold anything, and neither leaves its cell nor means anything.
func TestCountedNames(t *testing.T) {
	counted := answer.Counted{Said: "Two.", Columns: []string{"File", "Begins with"}, Note: "Not counted: c\n\n# __d__.md."}
	rows := []ExactRow{
		{Path: "a\n\n# b.md", Cells: []string{"a\n\n# b.md", "*Jade* | `x`"}, Citation: 1},
		{Path: "p|q [x](y) __z__.md", Cells: []string{"p|q [x](y) __z__.md", ""}},
	}
	want := []string{
		"Two.", "", "| File | Begins with |", "|---|---|",
		"| a # b.md | *Jade* \\| `x` [1] |", `| p\|q \[x\](y) \_\_z\_\_.md |  |`, "",
		`Not counted: c # \_\_d\_\_.md.`,
	}
	if diff := cmp.Diff(strings.Join(want, "\n"), countedMarkdown(counted, rows)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
