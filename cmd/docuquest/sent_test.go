package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"docuquest/core/answer/replies"
	"docuquest/core/answer/sent"
	"docuquest/core/store"
)

// What was sent for an answer is listed and shown, set out for reading or byte for byte
// as the service received it, without the secrets of the files.
func TestSentCommand(t *testing.T) {
	s := newScript(t, &txtar.Archive{Files: []txtar.File{
		{Name: "folder/a.md", Data: []byte("Amber is old. The amber server has the login hunter2!x.\n\nPASSWORD=hunter2!x\n")},
		{Name: "terms", Data: []byte("amber\n")},
		{Name: "statements", Data: []byte(`{"statements": [{"text": "Amber is old.", "quotes": [{"passage": 1, "quote": "Amber is old."}]}], "missing": ""}`)},
	}})
	if out := s.must(t, "sent"); out != "Nothing was sent.\n" {
		t.Errorf("before anything was sent: %s", out)
	}
	s.environ = []string{"DOCUQUEST_BASE_URL=" + s.server.URL}
	var a replies.Answer
	if err := json.Unmarshal([]byte(s.must(t, "ask", "-C", "$WORK/folder", "--json", "How old is amber?")), &a); err != nil {
		t.Fatal(err)
	}
	if list := s.must(t, "sent"); !strings.HasPrefix(list, a.ID) || !strings.Contains(list, "to 127.0.0.1  How old is amber?") {
		t.Errorf("it is listed as\n%s", list)
	}
	shown, raw := s.must(t, "sent", a.ID), s.must(t, "sent", a.ID, "--raw")
	if !strings.Contains(shown, "set out with line breaks") || !strings.Contains(shown, "a.md:1-") {
		t.Errorf("it is shown as\n%s", shown)
	}
	requests := s.server.Requests()
	for _, r := range requests {
		if !strings.Contains(raw, "\n"+string(r.Body)+"\n") {
			t.Errorf("--raw lacks %s in\n%s", r.Body, raw)
		}
	}
	if strings.Contains(raw, "hunter2") || !strings.Contains(raw, "[secret-1]") {
		t.Errorf("the secret is not hidden in\n%s", raw)
	}
	var record sent.Record
	if err := json.Unmarshal([]byte(s.must(t, "sent", "--json", a.ID)), &record); err != nil || len(record.Requests) != len(requests) {
		t.Errorf("as JSON %+v, %v", record, err)
	}
}

// What was allowed is listed and can be taken back.
func TestConsentCommand(t *testing.T) {
	s := newScript(t, &txtar.Archive{})
	if out := s.must(t, "consent"); out != "No host was allowed anything, and none was refused for good.\n" {
		t.Errorf("before anything was said: %s", out)
	}
	kept := store.NewConsents(filepath.Join(s.folder, "state", "docuquest", "consents.json"))
	for use, said := range map[string]string{"answers": "allow", "vectors": "never"} {
		if err := kept.Keep("api.example", use, said); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"api.example  allowed: parts of files, for answers, since ", "api.example  never: the text of all files, for vectors, since "} {
		if out := s.must(t, "consent"); !strings.Contains(out, want) {
			t.Errorf("there is no %q in\n%s", want, out)
		}
	}
	if out := s.must(t, "consent", "--forget", "api.example"); !strings.Contains(out, "the next question asks again") {
		t.Errorf("forgetting says %s", out)
	}
	if all, err := kept.All(); len(all) > 0 || err != nil {
		t.Errorf("left are %v, %v", all, err)
	}
}
