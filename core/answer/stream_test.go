package answer_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/answer"
	"docuquest/core/search/question"
	"docuquest/core/services/llm"
	"docuquest/core/services/llm/llmtest"
	"docuquest/core/services/llm/openai"
	"docuquest/core/services/outside"
)

// service is a model behind real HTTP that plays an act, and its server.
func service(t *testing.T, act llmtest.Act) (llm.Model, *llmtest.Server) {
	t.Helper()
	server := llmtest.NewServer(t, llmtest.InOrder(act))
	model, err := openai.New(openai.Options{BaseURL: server.URL, Model: "m", Client: outside.New(outside.Options{})})
	if err != nil {
		t.Fatal(err)
	}
	return model, server
}

// textsOf are the statements of a draft, each with the number of its quotes.
func textsOf(statements []answer.Statement) []string {
	var texts []string
	for _, s := range statements {
		texts = append(texts, fmt.Sprintf("%s %d", s.Text, len(s.Quotes)))
	}
	return texts
}

const (
	broken = "The answer may be incomplete: the model's reply broke off."
	first  = `{"statements": [{"text": "One.", "quotes": ["the first"]}`
	second = `, {"text": "Two.", "quotes": ["the second"]}`
	end    = `], "missing": "Three."}`
)

// TestStream: whatever becomes of a reply, what could be read of it is in the draft,
// and each statement was told of once, in order.
func TestStream(t *testing.T) {
	finish := func(text, reason string) llmtest.Act {
		return llmtest.Events(fmt.Sprintf(`{"choices":[{"index":0,"delta":{"content":%q},"finish_reason":%q}]}`, text, reason), "[DONE]")
	}
	for _, c := range []struct {
		why  string
		act  llmtest.Act
		want []string
		note string
		err  error
	}{
		{"a whole reply", llmtest.Reply(first + second + end), []string{"One. 1", "Two. 1"}, "Three.", nil},
		{"byte by byte", llmtest.ReplyBytewise(first + second + end), []string{"One. 1", "Two. 1"}, "Three.", nil},
		{"a connection that breaks", llmtest.Cut(first + second), []string{"One. 1", "Two. 1"}, broken, nil},
		{"a stream without an end", llmtest.Unfinished(first + `, {"text": "Two is n`), []string{"One. 1", "Two is n … 0"}, broken, nil},
		{"a break between two objects", llmtest.Unfinished(`{"text": "One.", "quotes": ["the first"]} `), []string{"One. 1"}, broken, nil},
		{"an error in the stream", llmtest.ErrorEvent(first, `{"error": {"message": "overloaded"}}`), []string{"One. 1"}, broken, nil},
		{"no room for the whole", finish(first, llm.FinishLength), []string{"One. 1"}, broken, nil},
		{"no room behind a whole statement in prose", finish("It is so.", llm.FinishLength), []string{"It is so. 0"}, broken, nil},
		{"text held back", finish(first+second+end, llm.FinishFilter), []string{"One. 1", "Two. 1"}, "Three. " + broken, nil},
		{"prose around it", llmtest.Reply("See below: " + first + end + " Good luck!"), []string{"One. 1"}, "Three. Besides its statements the model wrote 4 words, which are not shown.", nil},
		{"a break before the first statement", llmtest.Unfinished(`{"statements": [{"text": "On`), nil, "", llm.ErrCut},
		{"marks alone", llmtest.Reply("{}"), nil, "", llm.ErrEmpty},
	} {
		t.Run(c.why, func(t *testing.T) {
			var told []answer.Statement
			model, _ := service(t, c.act)
			w := answer.Generative{Model: model, Prompt: "{documents}"}
			draft, err := w.Write(t.Context(), answer.Request{
				Question: question.Of("?"), Found: passages("Grass."), Each: func(s answer.Statement) { told = append(told, s) },
			})
			if c.err != nil {
				if !errors.Is(err, c.err) || len(draft.Statements)+len(told) > 0 {
					t.Errorf("%v, %v; want the error %v", draft, err, c.err)
				}
				return
			}
			if err != nil || draft.Note != c.note {
				t.Errorf("note %q, error %v; want note %q", draft.Note, err, c.note)
			}
			if diff := cmp.Diff(c.want, textsOf(draft.Statements)); diff != "" {
				t.Errorf("statements (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(draft.Statements, told); diff != "" {
				t.Errorf("in the draft, but told otherwise (-draft +told):\n%s", diff)
			}
		})
	}
}

// TestEachComesWhileTheModelWrites: the second half of a reply is sent only after the
// statement in the first one was told of.
func TestEachComesWhileTheModelWrites(t *testing.T) {
	gate := llmtest.NewGate()
	model, _ := service(t, llmtest.Hang(first, gate, second+end))
	w := answer.Generative{Model: model, Prompt: "{documents}"}
	draft, err := w.Write(t.Context(), answer.Request{Question: question.Of("?"), Found: passages("Grass."), Each: func(answer.Statement) { gate.Open() }})
	if err != nil || len(draft.Statements) != 2 {
		t.Errorf("%v, %v; want two statements", draft, err)
	}
}

// TestCancel: who cancels a question keeps the statements that were complete, and the
// model's server sees the connection closed.
func TestCancel(t *testing.T) {
	model, server := service(t, llmtest.Hang(first+`, {"text": "Two`, llmtest.NewGate(), end))
	for _, citations := range []int{0, 5} {
		ctx, cancel := context.WithCancel(t.Context())
		w := answer.Generative{Model: model, Prompt: "{documents}"}
		draft, err := w.Write(ctx, answer.Request{
			Question: question.Of("?"), Found: passages("Grass."), Citations: citations, Each: func(answer.Statement) { cancel() },
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("the error is %v", err)
		}
		if diff := cmp.Diff([]string{"One. 1"}, textsOf(draft.Statements)); diff != "" {
			t.Errorf("statements (-want +got):\n%s", diff)
		}
		<-(<-server.Arrivals()).Gone()
	}
}

// TestLimits: a draft is cut between statements, each statement keeps its first quote
// before any has a second one, the note says what was cut, and the model is told.
func TestLimits(t *testing.T) {
	reply := func(statements ...string) string { return `{"statements": [` + strings.Join(statements, ",") + `]}` }
	three := func(n int) string {
		return fmt.Sprintf(`{"text": "One two s%d.", "quotes": ["a%d", "b%d", "c%d"]}`, n, n, n, n)
	}
	plain := func(n int) string { return fmt.Sprintf(`{"text": "One two s%d.", "quotes": ["a%d"]}`, n, n) }
	const none = `{"text": "One two t."}`
	cut := func(limit string) string {
		return "The answer may be incomplete: it was cut at the limit of " + limit + "."
	}
	for _, c := range []struct {
		why              string
		words, citations int
		reply            string
		want             []string
		note             string
	}{
		{"no limits", 0, 0, reply(three(1), plain(2)), []string{"One two s1. 3", "One two s2. 1"}, ""},
		{"as many words as are allowed", 6, 0, reply(plain(1), plain(2)), []string{"One two s1. 1", "One two s2. 1"}, ""},
		{"a little more", 5, 0, reply(plain(1), plain(2), plain(3)), []string{"One two s1. 1", "One two s2. 1"}, cut("5 words")},
		{"too many", 4, 0, reply(plain(1), plain(2), plain(3)), []string{"One two s1. 1"}, cut("4 words")},
		{"the first stays", 1, 0, reply(plain(1)), []string{"One two s1. 1"}, "The limit of 1 word is not kept: one statement is always given, and whole."},
		{"first quotes first", 0, 4, reply(three(1), three(2)), []string{"One two s1. 3", "One two s2. 1"}, ""},
		{"and none besides", 0, 2, reply(three(1), three(2), none), []string{"One two s1. 1", "One two s2. 1", "One two t. 0"}, ""},
		{"one statement too many", 0, 1, reply(three(1), three(2), none), []string{"One two s1. 1"}, cut("1 citation")},
		{"the same quote again needs no room", 0, 1, reply(plain(1), plain(1)[:8]+` "Again.", "quotes": ["a1", "b1"]}`), []string{"One two s1. 1", "Again. 1"}, ""},
	} {
		t.Run(c.why, func(t *testing.T) {
			model := llmtest.NewModel(llmtest.Script{llmtest.Any: {llmtest.Say(c.reply)}})
			var told []answer.Statement
			w := answer.Generative{Model: model, Prompt: "-{limits}"}
			draft, err := w.Write(t.Context(), answer.Request{
				Question: question.Of("?"), Found: passages("Grass."), Words: c.words, Citations: c.citations,
				Each: func(s answer.Statement) { told = append(told, s) },
			})
			if err != nil || draft.Note != c.note {
				t.Errorf("note %q, error %v; want note %q", draft.Note, err, c.note)
			}
			if diff := cmp.Diff(c.want, textsOf(draft.Statements)); diff != "" {
				t.Errorf("statements (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(draft.Statements, told); diff != "" {
				t.Errorf("in the draft, but told otherwise (-draft +told):\n%s", diff)
			}
			prompt := model.Prompts(answer.StatementsCategory)[0]
			if want := min(c.words, 1) + min(c.citations, 1); strings.Count(prompt, "\n- ") != want {
				t.Errorf("the prompt is %q, want %d rules in it", prompt, want)
			}
		})
	}
}

// TestFullHangsUp: a model that writes on beyond a limit is not listened to.
func TestFullHangsUp(t *testing.T) {
	model, server := service(t, llmtest.Hang(first+second+`, "`, llmtest.NewGate(), end))
	draft, err := answer.Generative{Model: model, Prompt: "{documents}"}.Write(t.Context(), answer.Request{Question: question.Of("?"), Found: passages("Grass."), Words: 1})
	if err != nil || len(draft.Statements) != 1 {
		t.Errorf("%v, %v; want one statement", draft, err)
	}
	<-(<-server.Arrivals()).Gone()
}
