package agent

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"docuquest/core/file"
	"docuquest/core/services/llm/llmtest"
	"docuquest/core/store"
)

// A lostCase is a question that loses a file.
type lostCase struct {
	name     string
	files    map[string]string
	question Question
	model    string // what it replies for statements; "" for no model
	path     string
	step     LostAt
	says     []string // what the detail holds
}

// many are so many files that say more of a word than others do.
func many(n int, content string) map[string]string {
	files := map[string]string{}
	for i := range n {
		files[fmt.Sprintf("many/f%03d.md", i)] = fmt.Sprintf("# Note %d\n\n%s It is the note of day %d.\n", i, content, i)
	}
	return files
}

func with(files map[string]string, more map[string]string) map[string]string {
	maps.Copy(files, more)
	return files
}

const lampQuestion = "Who polished the copper lantern?"

// lamps is a workspace of which one file answers.
func lamps(more map[string]string) map[string]string {
	return with(map[string]string{
		"answer.md": "# The copper lantern\n\nThe copper lantern was polished by Odile Marrant in 1931.\n",
		"boats.md":  "# Boats\n\nThe boats lay in the harbour until spring came.\n",
		"bread.md":  "# Bread\n\nThe bread is baked at night and sold at dawn.\n",
	}, more)
}

func quoting(text, quote string, passage int) string {
	return fmt.Sprintf(`{"statements": [{"text": %q, "quotes": [{"passage": %d, "quote": %q}]}]}`, text, passage, quote)
}

var lostCases = []lostCase{
	{
		"a rule leaves it out", lamps(map[string]string{".gitignore": "# old\n*.old.md\n", "x/lamp.old.md": "copper lantern"}),
		Question{Text: lampQuestion},
		"", "x/lamp.old.md", LostNotIndexed,
		[]string{"ignored by .gitignore", "by the rule *.old.md in .gitignore"},
	},
	{
		"it is binary", lamps(map[string]string{"lamp.bin": "copper lantern\x00\x01\x02"}),
		Question{Text: lampQuestion},
		"", "lamp.bin", LostNotIndexed,
		[]string{"binary"},
	},
	{"it is not there", lamps(nil), Question{Text: lampQuestion}, "", "lamp.md", LostNotIndexed, []string{"There is no such file."}},
	{
		"it is too large", lamps(map[string]string{"large.md": strings.Repeat("copper lantern\n", 200_000)}),
		Question{Text: lampQuestion},
		"", "large.md", LostNotIndexed,
		[]string{"too large"},
	},
	{
		"a filter in the question", lamps(map[string]string{"old/lamp.md": "The copper lantern was polished twice."}),
		Question{Text: lampQuestion + " -in:old"},
		"", "old/lamp.md", LostFiltered,
		[]string{"limited to -in:old"},
	},
	{"a filter beside it", lamps(nil), Question{Text: lampQuestion, In: []string{"many"}}, "", "answer.md", LostFiltered, []string{"limited to in:many"}},
	{
		"no term, and a word that is near", lamps(map[string]string{"typo.md": "A coper lamp stood here."}),
		Question{Text: lampQuestion},
		"", "typo.md", LostNoTerm,
		[]string{"polished, copper, lantern", "coper (for copper)"},
	},
	{
		"behind those that are read", lamps(map[string]string{"other.md": "They had a lantern, among a hundred other things of which nobody speaks any more."}),
		Question{Text: lampQuestion, Limit: 1},
		"", "other.md", LostRankedLow,
		[]string{"It came 2nd of the 2 files whose texts were looked at; 1 was read.", "answer.md", "it has less by body (", "It does not hold: polished, copper."},
	},
	{
		"behind those that are looked at", with(many(80, "The copper lantern was polished."), map[string]string{"last.md": strings.Repeat("Of other things this file speaks at length. ", 40) + "A lantern."}),
		Question{Text: lampQuestion},
		"", "last.md", LostRankedLow,
		[]string{"It came 81st of 81 files by the words that it holds and its title; the texts of the best "},
	},
	{
		"behind those that are weighed", with(many(220, "The copper lantern was polished."), map[string]string{"last.md": strings.Repeat("Of other things this file speaks at length. ", 40) + "A lantern."}),
		Question{Text: lampQuestion},
		"", "last.md", LostRankedLow,
		[]string{"It came 221st of the 221 files that hold a term, by how often and how rare these are"},
	},
	{
		"it repeats another", lamps(map[string]string{"copy.md": "# The copper lantern\n\nThe copper lantern was polished by Odile Marrant in 1931.\n"}),
		Question{Text: lampQuestion},
		"", "copy.md", LostFolded,
		[]string{"It says the same as answer.md"},
	},
	{
		"below the threshold", lamps(map[string]string{"other.md": "They had a lantern."}),
		Question{Text: lampQuestion, Threshold: 0.9},
		"", "other.md", LostRejected,
		[]string{"at line 1, came 2nd of 2", "below the threshold of 0.9"},
	},
	{
		"more passages than are asked for", lamps(map[string]string{"other.md": "They polished a lantern."}),
		Question{Text: lampQuestion, Passages: 1},
		"", "other.md", LostCut,
		[]string{"none of its passages"},
	},
	{
		"behind the limit of those that were compared", lamps(map[string]string{"other.md": "They polished a lantern."}),
		Question{Text: lampQuestion, Passages: 1, Threshold: 0.01},
		"", "other.md", LostCut,
		[]string{"came 2nd of 2; the best 1 go to the writer."},
	},
	{
		"others were quoted", lamps(map[string]string{"other.md": "They had a lantern, too."}),
		Question{Text: lampQuestion},
		"", "other.md", LostNotQuoted,
		[]string{"The writer was given its passage at line 1, the 2nd of 2,", "from others: answer.md"},
	},
	{
		"its statement was cut", lamps(map[string]string{"other.md": "The copper lantern had weighed 4 kg in 1931."}),
		Question{Text: "How heavy was the copper lantern?"},
		// The second statement stands, or else the text would answer and cite what was cut.
		quoting("The copper lantern weighed 9 kg.", "The copper lantern had weighed 4 kg in 1931.", 2) +
			quoting("Odile Marrant polished it.", "The copper lantern was polished by Odile Marrant in 1931.", 1),
		"other.md", LostNotQuoted,
		[]string{`quoted it for "The copper lantern weighed 9 kg.", which was cut`, "9 kg"},
	},
	{
		"the writer found nothing", lamps(nil),
		Question{Text: lampQuestion},
		`{"statements": [], "missing": "a name"}`,
		"answer.md", LostNotQuoted,
		[]string{"and found no answer in any of them"},
	},
	{"it was counted, and is none of those", lamps(nil), Question{Text: "How many files mention lantern?"}, "", "boats.md", LostNotCounted, []string{"counted in 3 files, and is true of 1"}},
	{"the question is about earlier ones", lamps(nil), Question{Text: "Have I asked about boats before?"}, "", "boats.md", LostNotSearched, []string{"about earlier ones", "no file was searched"}},
	{"it is a folder", lamps(map[string]string{"old/lamp.md": "lantern"}), Question{Text: lampQuestion}, "", "old", LostNotIndexed, []string{"It is a folder: name a file in it."}},
	{"it is not lost", lamps(nil), Question{Text: lampQuestion}, "", "answer.md", NotLost, []string{"cites it as [1]"}},
	{
		"the classic rule: not all words", lamps(map[string]string{"other.md": "They polished a lantern."}),
		Question{Text: "polished copper lantern", Retrieval: "boolean"},
		"", "other.md", LostNoTerm,
		[]string{"all words of any of these groups: polished copper lantern"},
	},
	{
		"the classic rule: behind the first", lamps(map[string]string{"z.md": "copper lantern, polished"}),
		Question{Text: "polished copper lantern", Retrieval: "boolean", Limit: 1},
		"", "z.md", LostCut,
		[]string{"one of 2 files", "the first 1 is read"},
	},
	{
		"the classic writer: its whole text was given", lamps(map[string]string{"other.md": "The lantern of copper was polished, they say."}),
		Question{Text: "polished copper lantern", Retrieval: "boolean", Passages: 1},
		`They say: "The copper lantern was polished by Odile Marrant in 1931."`,
		"other.md", LostNotQuoted,
		[]string{"given its whole text, one of 2, and took its statements from others: answer.md."},
	},
	{
		"the classic writer: it cites nothing", lamps(nil),
		Question{Text: "polished copper lantern", Retrieval: "boolean"},
		"Nobody knows.",
		"answer.md", LostNotQuoted,
		[]string{"given its whole text, one of 1, and the answer quotes none of them."},
	},
}

// A file that was lost is told where, for each step in turn, and the account tells it
// after it was kept as it did before.
func TestWhyNot(t *testing.T) {
	for _, c := range lostCases {
		t.Run(c.name, func(t *testing.T) {
			folder := folderOf(t, c.files)
			o := Options{Answers: store.NewAnswers(t.TempDir())}
			if c.model != "" {
				o.Model = llmtest.NewModel(llmtest.Script{"statements": {llmtest.Say(c.model)}, "revise": {llmtest.Say(c.model)}, "summarize": {llmtest.Say(c.model)}})
			}
			a := start(t, folder, o)
			r, err := a.Ask(t.Context(), c.question, nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := a.Keep(r); err != nil {
				t.Fatal(err)
			}
			checkLost(t, a, folder, r.ID, c)
			later := start(t, folder, Options{Answers: o.Answers})
			checkLost(t, later, folder, r.ID, c)
		})
	}
}

// checkLost asks why an answer lacks a file.
func checkLost(t *testing.T, a *Agent, folder, id string, c lostCase) {
	t.Helper()
	reply, err := a.WhyNot(t.Context(), WhyNot{URI: uriIn(folder, c.path), Answer: id})
	if err != nil {
		t.Fatal(err)
	}
	if reply.Step != c.step || reply.Path != c.path {
		t.Errorf("%s is lost at %q, want %q: %s", reply.Path, reply.Step, c.step, reply.Detail)
	}
	for _, want := range c.says {
		if !strings.Contains(reply.Detail, want) {
			t.Errorf("the detail does not say %q: %s", want, reply.Detail)
		}
	}
	if strings.Contains(reply.Detail, "\n") || !strings.Contains(reply.Explanation, "**Step: "+string(c.step)+".**") {
		t.Errorf("detail %q in\n%s", reply.Detail, reply.Explanation)
	}
}

// A question that is refused for its confidence loses what would have been read.
func TestWhyNotRefused(t *testing.T) {
	a := start(t, sites, Options{})
	r, err := a.Ask(t.Context(), Question{Text: "How do I configure the printer driver for colour paper?"}, nil)
	if err != nil || !r.Refused || r.Confidence >= r.Floor {
		t.Fatalf("%v, %+v", err, r)
	}
	x, err := a.Explain(t.Context(), r.ID)
	if err != nil {
		t.Fatal(err)
	}
	reply, err := a.WhyNot(t.Context(), WhyNot{URI: string(x.Search.Passages[0].URI), Answer: r.ID})
	if err != nil || reply.Step != LostRefused || !strings.Contains(reply.Detail, "below the floor of") {
		t.Errorf("%v, %+v", err, reply)
	}
}

// A question is asked without a model, in the boolean way too, and what makes no sense is
// refused.
func TestWhyNotQuestion(t *testing.T) {
	model := llmtest.NewModel(nil)
	folder := folderOf(t, lamps(nil))
	a := start(t, folder, Options{Model: model, TermsModel: model})
	for _, c := range []struct {
		ask   WhyNot
		want  LostAt
		words string
	}{
		{WhyNot{URI: uriIn(folder, "boats.md"), Question: lampQuestion}, LostNoTerm, ""},
		{WhyNot{URI: uriIn(folder, "answer.md"), Question: lampQuestion}, NotLost, ""},
		{WhyNot{URI: uriIn(folder, "answer.md"), Question: lampQuestion + " -in:/"}, LostFiltered, ""},
		{WhyNot{URI: uriIn(folder, "answer.md"), Question: "Have I asked about boats before?"}, LostNotSearched, ""},
		{WhyNot{URI: "boats.md", Question: lampQuestion}, "", "boats.md"},
		{WhyNot{URI: uriIn(folder, "boats.md")}, "", "answer question"},
		{WhyNot{URI: uriIn(folder, "boats.md"), Question: "a", Answer: "b"}, "", "answer question"},
		{WhyNot{URI: uriIn(folder, "boats.md"), Answer: "nosuchanswer"}, "", "nosuchanswer"},
		{WhyNot{URI: uriIn(folder, "boats.md"), Question: " "}, "", "question empty"},
	} {
		reply, err := a.WhyNot(t.Context(), c.ask)
		if c.words != "" {
			checkError(t, err, c.words)
			continue
		}
		if err != nil || reply.Step != c.want {
			t.Errorf("%+v: %v, %+v", c.ask, err, reply)
		}
	}
	boolean := start(t, folder, Options{Preferences: Preferences{Retrieval: "boolean"}})
	reply, err := boolean.WhyNot(t.Context(), WhyNot{URI: uriIn(folder, "boats.md"), Question: "copper boats"})
	if err != nil || reply.Step != LostNoTerm {
		t.Errorf("%v, %+v", err, reply)
	}
	if n := len(model.Requests()); n > 0 {
		t.Errorf("%d requests were sent", n)
	}
}

// A file of another folder with the same path as one that the answer cites is another
// file, and one that came after the question is said to.
func TestWhyNotOther(t *testing.T) {
	folder, elsewhere := folderOf(t, lamps(nil)), folderOf(t, lamps(nil))
	kept := store.NewAnswers(t.TempDir())
	a, other := start(t, folder, Options{Answers: kept}), start(t, elsewhere, Options{Answers: kept})
	later := filepath.Join(folder, "later.md")
	for _, c := range []struct {
		question string
		agent    *Agent
		uri      string
		step     LostAt
		says     string
	}{
		{lampQuestion, a, uriIn(folder, "answer.md"), NotLost, "cites it as [1]"},
		{lampQuestion, other, uriIn(elsewhere, "answer.md"), LostNotIndexed, "The answer is of another folder, " + folder},
		{lampQuestion, other, uriIn(elsewhere, "bread.md"), LostNotIndexed, "The answer is of another folder, " + folder},
		{lampQuestion, start(t, filepath.Dir(folder), Options{Answers: kept}), uriIn(folder, "answer.md"), NotLost, "cites it as [1]"},
		{lampQuestion, a, string(file.FromPath(folder)), LostNotIndexed, "It is a folder: name a file in it."},
		{"Where is the zirconium?", a, string(file.FromPath(later)), LostRankedLow, "it has changed since, or came later"},
	} {
		r, err := a.Ask(t.Context(), Question{Text: c.question}, nil)
		if err == nil {
			err = a.Keep(r)
		}
		if err == nil {
			err = os.WriteFile(later, []byte("The zirconium is in the safe."), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		a.Touch(file.FromPath(later))
		reply, err := c.agent.WhyNot(t.Context(), WhyNot{URI: c.uri, Answer: r.ID})
		if err != nil || reply.Step != c.step || !strings.Contains(reply.Detail, c.says) {
			t.Errorf("%s: %v, %+v", c.question, err, reply)
		}
		if err := os.Remove(later); err != nil {
			t.Fatal(err)
		}
		a.Touch(file.FromPath(later))
		a.Settle()
	}
}

// A file whose meaning was not compared has not less of it.
func TestLessBy(t *testing.T) {
	other := CoursePlace{Meant: true, Adds: map[string]float64{"body": 1, "cosine": 0.5, "soft": 0.4}}
	for _, c := range []struct {
		own  CoursePlace
		want string
	}{
		{CoursePlace{Meant: true, Adds: map[string]float64{"body": 0.5, "cosine": 0.5}}, ": it has less by body (0.50 against 1.00), soft (0.00 against 0.40)"},
		{CoursePlace{Adds: map[string]float64{"body": 0.5}}, ": it has less by body (0.50 against 1.00); its meaning was not compared with that of the question, since others come before it by their words"},
		{CoursePlace{Adds: map[string]float64{"body": 1}}, ": its meaning was not compared with that of the question, since others come before it by their words"},
		{other, ""},
	} {
		checkSame(t, "less", c.want, lessBy(c.own, other))
	}
}

func uriIn(folder, path string) string {
	return string(file.FromPath(filepath.Join(folder, filepath.FromSlash(path))))
}
