package agent

import (
	"path/filepath"
	"testing"

	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/services/llm/llmtest"
	"docuquest/core/store"
)

// ringReply is what the model says of the ring, and ringText where it has it from.
const (
	ringText  = "The 🏺 ring lies in the well.\n\nNobody found the lamp.\n"
	ringReply = `{"statements":[{"text":"It lies in the well.","quotes":["The 🏺 ring lies in the well."]}]}`
)

// keepRing has a model answer a question about a folder's one file, and keeps the
// answer in a store.
func keepRing(t *testing.T, folder string, answers AnswerStore, q Question) *Agent {
	t.Helper()
	model := llmtest.NewModel(llmtest.Script{"terms": {llmtest.Say("ring")}, "statements": {llmtest.Say(ringReply)}})
	a := start(t, folder, Options{Model: model, TermsModel: model, Answers: answers})
	q.Encoding = text.UTF16
	answer, err := a.Ask(t.Context(), q, nil)
	if err != nil {
		t.Fatal(err)
	}
	if answer.Writer == extractive || len(answer.Citations) == 0 {
		t.Fatalf("the model did not answer: %+v", answer)
	}
	if err := a.Keep(answer); err != nil {
		t.Fatal(err)
	}
	return a
}

// What a model has said counts as long as its evidence stands, in this session and in
// the next, however the question is spelled; the citations are where the quotes are now.
func TestAnswered(t *testing.T) {
	for _, c := range []struct {
		name, question, content string
		line                    int // of the citation, -1 for no answer
	}{
		{"as it was", "Where is the ring?", ringText, 0},
		{"spelled otherwise", " where  IS the ring ", ringText, 0},
		{"moved", "Where is the ring?", "Öne.\n\n" + ringText, 2},
		{"other words have changed", "Where is the ring?", "The 🏺 ring lies in the well.\n", 0},
		{"its evidence is gone", "Where is the ring?", "The 🏺 ring lies in the sea.\n", -1},
		{"another question", "Where is the red ring?", ringText, -1},
		{"limited by a filter", "Where is the ring? in:other", ringText, -1},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := folderOf(t, map[string]string{"a.txt": ringText})
			answers := store.NewAnswers(filepath.Join(t.TempDir(), "answers"))
			first := keepRing(t, folder, answers, Question{Text: "Where is the ring?"})
			for name, a := range map[string]*Agent{"this session": first, "the next": start(t, folder, Options{Answers: answers})} {
				a.Open(file.FromPath(filepath.ToSlash(filepath.Join(folder, "a.txt"))), "plaintext", 1, c.content)
				got, ok := a.Answered(t.Context(), c.question, text.UTF32)
				if !ok {
					if 0 <= c.line {
						t.Errorf("%s: no answer", name)
					}
					continue
				}
				if got.Citations[0].Range.Start.Line != c.line || got.Markdown != "It lies in the well. [1]" || got.Encoding != "utf-32" {
					t.Errorf("%s: %+v", name, got)
				}
				checkCitations(t, a, got)
			}
		})
	}
}

// The newest answer counts; one of a narrower search, one that was taken from the text
// and a refusal do not.
func TestAnsweredChoice(t *testing.T) {
	folder := folderOf(t, map[string]string{"a.txt": ringText})
	answers := store.NewAnswers(t.TempDir())
	a := keepRing(t, folder, answers, Question{Text: "Where is the ring?", ID: "first"})
	for id, change := range map[string]func(*Answer){
		"narrow":  func(r *Answer) { r.Filters = []string{"in:a"} },
		"paged":   func(r *Answer) { r.Paged = &Paged{} },
		"taken":   func(r *Answer) { r.Writer = extractive },
		"refused": func(r *Answer) { r.Refused = true },
		"stopped": func(r *Answer) { r.Stopped = true },
		"bare":    func(r *Answer) { r.Citations = nil },
		"odd":     func(r *Answer) { r.Encoding = "utf-7" },
	} {
		first, err := a.Answer("first")
		if err != nil {
			t.Fatal(err)
		}
		changed := *first
		changed.ID = id
		change(&changed)
		if err := a.Keep(&changed); err != nil {
			t.Fatal(err)
		}
		if got, ok := a.Answered(t.Context(), "Where is the ring?", text.UTF8); !ok || got.ID != "first" {
			t.Errorf("with one that is %s: %+v, %v", id, got, ok)
		}
	}
	first, _ := a.Answer("first")
	second := *first
	second.ID = "second"
	if err := a.Keep(&second); err != nil {
		t.Fatal(err)
	}
	if got, ok := a.Answered(t.Context(), "Where is the ring?", text.UTF8); !ok || got.ID != "second" {
		t.Errorf("after a second one: %+v, %v", got, ok)
	}
}

// An answer to a question that was limited to one file, or to a folder, is none to the
// question by itself, in a later session neither.
func TestAnsweredOfOneFile(t *testing.T) {
	folder := folderOf(t, map[string]string{"a.txt": ringText})
	for name, limit := range map[string]string{"a file": "a.txt", "a folder": ""} {
		answers := store.NewAnswers(t.TempDir())
		uri := string(file.FromPath(filepath.ToSlash(filepath.Join(folder, limit))))
		first := keepRing(t, folder, answers, Question{Text: "Where is the ring?", URI: uri})
		for _, a := range []*Agent{first, start(t, folder, Options{Answers: answers})} {
			if got, ok := a.Answered(t.Context(), "Where is the ring?", text.UTF16); ok {
				t.Errorf("that of %s stands for it: %+v", name, got)
			}
		}
	}
}

// Who points at a question is told what a model has said, else what the text says, and
// a model is asked, once, if the user wants that.
func TestGlance(t *testing.T) {
	folder := folderOf(t, map[string]string{"a.txt": ringText})
	for _, c := range []struct {
		name   string
		hovers bool
		writer string
		calls  int
	}{
		{"by default", false, extractive, 0},
		{"with a model", true, "scripted", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			model := llmtest.NewModel(llmtest.Script{"terms": {llmtest.Say("ring")}, "statements": {llmtest.Say(ringReply)}})
			a := start(t, folder, Options{Model: model, TermsModel: model, Preferences: Preferences{ModelHovers: c.hovers}})
			for range 2 {
				got, err := a.Glance(t.Context(), "Where is the ring?", text.UTF16)
				if err != nil || got.Writer != c.writer || got.Refused {
					t.Errorf("%+v, %v", got, err)
				}
			}
			if calls := len(model.Prompts("statements")); calls != c.calls {
				t.Errorf("the model was asked %d times", calls)
			}
		})
	}
	a := keepRing(t, folder, nil, Question{Text: "Where is the ring?"})
	if got, err := a.Glance(t.Context(), "where is the ring", text.UTF16); err != nil || got.Writer != "scripted" {
		t.Errorf("after it was answered: %+v, %v", got, err)
	}
}
