package agent

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/language/text"
	"docuquest/core/services/llm/llmtest"
	"docuquest/core/store"
	"docuquest/prompts"
)

// ask asks a question that gets an answer.
func ask(t *testing.T, a *Agent, q Question) *Answer {
	t.Helper()
	r, err := a.Ask(t.Context(), q, nil)
	if err != nil {
		t.Fatalf("%s: %v", q.Text, err)
	}
	return r
}

// A question that is none by itself is one on what was asked before, and the answer says
// so; where there is no conversation, or none is wanted, it is asked as it stands.
func TestConversation(t *testing.T) {
	for _, c := range []struct {
		name    string
		history int
		before  Question
		asked   Question
		carried []string
	}{
		{"it goes on", 5, Question{Text: "Where was jade found?"}, Question{Text: "And who found it?"}, []string{"jade"}},
		{"with filters", 5, Question{Text: "Where was jade found? type:txt"}, Question{Text: "And who found it? in:/"}, []string{"jade"}},
		{"a new subject", 5, Question{Text: "Where was jade found?"}, Question{Text: "How many skulls are in the Brannish Ossuary?"}, nil},
		{"without", 5, Question{Text: "Where was jade found?"}, Question{Text: "And who found it?", Conversation: NoConversation}, nil},
		{"the first was without", 5, Question{Text: "Where was jade found?", Conversation: NoConversation}, Question{Text: "And who found it?"}, nil},
		{"no history is wanted", 0, Question{Text: "Where was jade found?"}, Question{Text: "And who found it?"}, nil},
		{"the classic rule", 5, Question{Text: "Where was jade found?"}, Question{Text: "And who found it?", Retrieval: "boolean"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := start(t, sites, Options{Preferences: Preferences{History: c.history}})
			ask(t, a, c.before)
			r := ask(t, a, c.asked)
			if diff := cmp.Diff(c.carried, r.Carried); diff != "" {
				t.Errorf("carried (-want +got):\n%s", diff)
			}
			said := slices.Contains(r.Remarks(), "Taken as a question on: jade.")
			if said != (c.carried != nil) || said && r.Documents[0] != "chaquil_ballcourt.txt" {
				t.Errorf("%q of %q", r.Remarks(), r.Documents)
			}
			checkCitations(t, a, r)
		})
	}
}

// A conversation is kept as a file that people can read, and goes on in a later session.
func TestConversationKept(t *testing.T) {
	talks, answers := store.NewConversations(filepath.Join(t.TempDir(), "c")), store.NewAnswers(t.TempDir())
	o := Options{Conversations: talks, Answers: answers, Preferences: Preferences{History: 5}}
	a := start(t, sites, o)
	first := ask(t, a, Question{Text: "Where was jade found?"})
	if err := a.Keep(first); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(talks.File(first.Conversation))
	if err != nil || !strings.Contains(string(content), "\n# Where was jade found?\n") {
		t.Errorf("%s, %v", content, err)
	}
	for _, name := range []string{first.Conversation, LastConversation} {
		later := start(t, sites, o)
		if turns, err := later.Converse(name); turns != 1 || err != nil {
			t.Errorf("%s has %d turns, %v", name, turns, err)
		}
		if r := ask(t, later, Question{Text: "And who found it?"}); !slices.Equal(r.Carried, []string{"jade"}) || r.Conversation != first.Conversation {
			t.Errorf("%s: carried %q in %s", name, r.Carried, r.Conversation)
		}
		by := start(t, sites, o)
		if r := ask(t, by, Question{Text: "And who found it?", Conversation: name}); !slices.Equal(r.Carried, []string{"jade"}) {
			t.Errorf("by the question, %s: carried %q", name, r.Carried)
		}
	}
	if _, err := a.Converse(""); err != nil {
		t.Fatal(err)
	}
	if r := ask(t, a, Question{Text: "And who found it?"}); r.Carried != nil || r.Conversation == first.Conversation {
		t.Errorf("a new conversation: carried %q", r.Carried)
	}
}

// The answer to a question that is asked again takes the place of the one before, in the
// session and in what is kept.
func TestConversationAskedAgain(t *testing.T) {
	o := Options{Conversations: store.NewConversations(t.TempDir()), Answers: store.NewAnswers(t.TempDir()), Preferences: Preferences{History: 5}}
	a := start(t, sites, o)
	keep := func(q Question) *Answer {
		t.Helper()
		r := ask(t, a, q)
		if err := a.Keep(r); err != nil {
			t.Fatal(err)
		}
		return r
	}
	first := keep(Question{Text: "Where was jade found?"})
	second := keep(Question{Text: "And who found it?"})
	again := keep(Question{Text: first.Question, ID: first.ID, Conversation: first.Conversation, Words: 5})
	if again.Answer == first.Answer {
		t.Error("the answer is the same")
	}
	later := start(t, sites, o)
	if _, err := later.Converse(first.Conversation); err != nil {
		t.Fatal(err)
	}
	for name, turns := range map[string][]Turn{"in the session": a.Turns(), "kept": later.Turns()} {
		var said []string
		for _, turn := range turns {
			said = append(said, turn.Answer)
		}
		checkSame(t, name, []string{again.Markdown, second.Markdown}, said)
	}
}

// A conversation that is not there is an error of one line, in the user's words.
func TestConversationMissing(t *testing.T) {
	a := start(t, lamp(t), Options{Conversations: store.NewConversations(t.TempDir()), Preferences: Preferences{History: 5}})
	for name, want := range map[string]string{
		"abc":            `there is no conversation "abc": file does not exist`,
		"../x":           `there is no conversation "../x": file does not exist`,
		LastConversation: "no conversation is kept: file does not exist",
	} {
		_, err := a.Ask(t.Context(), Question{Text: "What of the lamp?", Conversation: name}, nil)
		if !errors.Is(err, fs.ErrNotExist) || err.Error() != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A model that writes checked statements, and one that proposes terms, are told what was
// asked before; those of the classic way never are.
func TestConversationTold(t *testing.T) {
	reply := `{"statements":[` + jadeStatement + `],"missing":""}`
	model := llmtest.NewModel(llmtest.Script{
		"terms":      {llmtest.Say("lamp"), llmtest.Say("lamp"), llmtest.Say("lamp")},
		"statements": {llmtest.Say(reply), llmtest.Say(reply)},
		"summarize":  {llmtest.Say("Jade.")},
	})
	set := prompts.Default()
	a := start(t, lamp(t), Options{Model: model, TermsModel: model, HistoryTokens: 100, Preferences: Preferences{History: 5}})
	ask(t, a, Question{Text: "What was the lamp made of?"})
	ask(t, a, Question{Text: "When?"})
	told := "When?\n\nThe question belongs to a conversation."
	turn := "\n\nAsked: What was the lamp made of?\nAnswered: The lamp was made of jade. [1]\n\n"
	for _, category := range []string{"terms", "statements"} {
		sent := model.Prompts(category)
		if strings.Contains(sent[0], "conversation") {
			t.Errorf("%s: the first question has one before it:\n%s", category, sent[0])
		}
		if !strings.Contains(sent[1], told) || !strings.Contains(sent[1], turn) {
			t.Errorf("%s:\n%s", category, sent[1])
		}
	}
	ask(t, a, Question{Text: "What of the lamp?", Retrieval: "boolean"})
	if got, want := model.Prompts("terms")[2], strings.ReplaceAll(set.Terms, "{query}", "What of the lamp?"); got != want {
		t.Errorf("the classic way: %s", cmp.Diff(want, got))
	}
}

// What is forgotten is gone from the files and from this session.
func TestForget(t *testing.T) {
	for _, c := range []struct {
		name      string
		forget    func(first, second *Answer) Forgetting
		forgotten int
		left      []string // questions, the newest first
		err       string
	}{
		{"an answer", func(_, second *Answer) Forgetting { return Forgetting{Answer: second.ID} }, 1, []string{"Where?", "What of the lamp?"}, ""},
		{"a conversation", func(first, _ *Answer) Forgetting { return Forgetting{Conversation: first.Conversation} }, 2, []string{"Where?"}, ""},
		{"all", func(_, _ *Answer) Forgetting { return Forgetting{All: true} }, 3, nil, ""},
		{"nothing", func(_, _ *Answer) Forgetting { return Forgetting{} }, 0, []string{"Where?", "And the jade?", "What of the lamp?"}, "what is to be forgotten?"},
		{"two things", func(first, _ *Answer) Forgetting { return Forgetting{Answer: first.ID, All: true} }, 0, []string{"Where?", "And the jade?", "What of the lamp?"}, "what is to be forgotten?"},
		{"an unknown answer", func(_, _ *Answer) Forgetting { return Forgetting{Answer: "zzz"} }, 0, []string{"Where?", "And the jade?", "What of the lamp?"}, `no answer "zzz" is kept`},
		{"an unknown conversation", func(_, _ *Answer) Forgetting { return Forgetting{Conversation: "../zzz"} }, 0, []string{"Where?", "And the jade?", "What of the lamp?"}, `no conversation "../zzz" is kept`},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := start(t, lamp(t), Options{Conversations: store.NewConversations(t.TempDir()), Answers: store.NewAnswers(t.TempDir()), Preferences: Preferences{History: 5}})
			var kept []*Answer
			for _, q := range []Question{{Text: "What of the lamp?"}, {Text: "And the jade?"}, {Text: "Where?", Conversation: NoConversation}} {
				r := ask(t, a, q)
				if err := a.Keep(r); err != nil {
					t.Fatal(err)
				}
				kept = append(kept, r)
			}
			forgotten, err := a.Forget(c.forget(kept[0], kept[1]))
			if forgotten != c.forgotten || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
				t.Errorf("%d forgotten, %v", forgotten, err)
			}
			past, err := a.History(MaxHistory, false)
			if err != nil {
				t.Fatal(err)
			}
			var left []string
			for _, p := range past {
				left = append(left, p.Question)
			}
			slices.Sort(left) // several may have been kept in one moment
			slices.Sort(c.left)
			if diff := cmp.Diff(c.left, left); diff != "" {
				t.Errorf("left (-want +got):\n%s", diff)
			}
			if c.forgotten == 0 {
				return
			}
			if _, err := a.Answer(kept[1].ID); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("the second answer is still at hand: %v", err)
			}
			if r := ask(t, a, Question{Text: "When?"}); slices.Contains(r.Carried, "jade") {
				t.Errorf("it is still carried over: %q", r.Carried)
			}
		})
	}
}

// Without a store, and for answers that belong to no conversation, what is forgotten is
// gone from the session all the same: the answer and what a hover would show of it.
func TestForgetInSession(t *testing.T) {
	for _, c := range []struct {
		name   string
		forget func(*Answer) Forgetting
		left   bool
	}{
		{"the answer", func(r *Answer) Forgetting { return Forgetting{Answer: r.ID} }, false},
		{"all", func(*Answer) Forgetting { return Forgetting{All: true} }, false},
		{"another conversation", func(*Answer) Forgetting { return Forgetting{Conversation: "abc"} }, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := keepRing(t, folderOf(t, map[string]string{"a.txt": ringText}), nil, Question{Text: "Where is the ring?", ID: "r1", Conversation: NoConversation})
			kept, err := a.Answer("r1")
			if err != nil {
				t.Fatal(err)
			}
			forgotten, err := a.Forget(c.forget(kept))
			if (forgotten == 0) != c.left || c.left != errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%d forgotten, %v", forgotten, err)
			}
			if _, err := a.Answer("r1"); c.left != (err == nil) {
				t.Errorf("the answer: %v", err)
			}
			if _, ok := a.Answered(t.Context(), "Where is the ring?", text.UTF16); ok != c.left {
				t.Errorf("it stands for its question: %v", ok)
			}
		})
	}
}

// stuckAnswers are answers that nobody can remove.
type stuckAnswers struct{ *store.Answers }

func (stuckAnswers) Remove(string) error { return fs.ErrPermission }

// What cannot be removed is told, and keeps nothing else.
func TestForgetFails(t *testing.T) {
	for name, forget := range map[string]func(*Answer) Forgetting{
		"an answer":      func(r *Answer) Forgetting { return Forgetting{Answer: r.ID} },
		"a conversation": func(r *Answer) Forgetting { return Forgetting{Conversation: r.Conversation} },
		"all":            func(*Answer) Forgetting { return Forgetting{All: true} },
	} {
		t.Run(name, func(t *testing.T) {
			talks := store.NewConversations(t.TempDir())
			a := start(t, lamp(t), Options{Conversations: talks, Answers: stuckAnswers{store.NewAnswers(t.TempDir())}})
			r := ask(t, a, Question{Text: "What of the lamp?"})
			if err := a.Keep(r); err != nil {
				t.Fatal(err)
			}
			_, err := a.Forget(forget(r))
			if want := fmt.Sprintf("answer %q cannot be removed: permission denied", r.ID); !errors.Is(err, fs.ErrPermission) || err.Error() != want {
				t.Errorf("%v, want %s", err, want)
			}
			if _, err := talks.Load(r.Conversation); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("the conversation is still there: %v", err)
			}
		})
	}
}
