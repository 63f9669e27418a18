package main

import (
	"encoding/json"
	"testing"

	"golang.org/x/tools/txtar"

	"docuquest/core/answer/replies"
	"docuquest/core/services/llm/llmtest"
)

// boatFiles are files that one word of a question finds alike.
var boatFiles = []txtar.File{
	{Name: "folder/a.txt", Data: []byte("The fine was paid in silver coins.\n")},
	{Name: "folder/b.txt", Data: []byte("The fine vessel sailed over the sea.\n")},
}

// What index has made is used by the next question, which says what it sent; and nothing
// is asked for where nothing was made.
func TestVectors(t *testing.T) {
	s := newScript(t, &txtar.Archive{Files: boatFiles})
	s.environ = []string{"DOCUQUEST_EMBED_MODEL=small", "DOCUQUEST_EMBED_URL=" + s.server.URL}
	ask := func() (step string, sent int) {
		t.Helper()
		var a replies.Answer
		if err := json.Unmarshal([]byte(s.must(t, "ask", "-C", "$WORK/folder", "--json", "Which vessel sailed over the sea?")), &a); err != nil {
			t.Fatal(err)
		}
		for _, each := range a.Steps {
			if each.Name == "vectors" {
				step = each.Detail
			}
		}
		return step, len(a.Sent)
	}
	if step, sent := ask(); step != "words alone decide: no file has vectors yet" || sent != 0 {
		t.Errorf("before: %q, %d were sent to", step, sent)
	}
	s.must(t, "index", "--vectors", "-C", "$WORK/folder")
	if step, sent := ask(); step != "the question has its vector" || sent != 1 {
		t.Errorf("after: %q, %d were sent to", step, sent)
	}
	made := len(texts(s.server))
	s.must(t, "index", "--vectors", "-C", "$WORK/folder")
	if again := texts(s.server)[made:]; len(again) > 0 {
		t.Errorf("sent again: %q", again)
	}
}

// texts are those that a server made vectors of.
func texts(s *llmtest.Server) (all []string) {
	for _, r := range s.Requests() {
		all = append(all, r.Texts...)
	}
	return all
}

// The key of the service goes there, and the budget holds for other machines alone.
func TestEmbedsOptions(t *testing.T) {
	for _, test := range []struct {
		environ string
		local   bool
		budget  int64
	}{
		{"DOCUQUEST_EMBED_URL=http://127.0.0.1:1", true, 0},
		{"DOCUQUEST_EMBED_URL=https://vectors.example", false, 16 << 20},
	} {
		s := newScript(t, &txtar.Archive{})
		s.environ = []string{test.environ, "DOCUQUEST_EMBED_MODEL=small", "DOCUQUEST_EMBED_BUDGET="}
		p := s.program()
		loaded, err := p.load(nil, nil, p.warn)
		if err != nil {
			t.Fatal(err)
		}
		e, err := p.embeds(loaded, p.warn)
		if err != nil || e == nil {
			t.Fatalf("%v, %v", e, err)
		}
		o, err := e.options(nil)
		if err != nil || o.Local != test.local || o.Budget != test.budget || o.Follow {
			t.Errorf("%s: local %v, budget %d, follow %v, %v", test.environ, o.Local, o.Budget, o.Follow, err)
		}
	}
}

// A service makes vectors in the background of an editor, wherever it runs.
func TestEditorVectors(t *testing.T) {
	for address, host := range map[string]string{
		"https://vectors.example/v1": "vectors.example", "http://192.168.1.5:8080": "192.168.1.5:8080", "http://localhost:1": "localhost:1",
	} {
		a, notices := editorAgent(t, "embed_model = \"small\"\nembed_url = \""+address+`"`, nil)
		vectors := a.Status().Vectors
		checkNotices(t, "shown", notices.Shown, "")
		if vectors == nil || vectors.Model != "small at "+host {
			t.Errorf("%s: vectors %+v", address, vectors)
		}
	}
}
