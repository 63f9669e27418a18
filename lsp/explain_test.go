package lsp_test

import (
	"testing"

	"docuquest/core/agent"
	"docuquest/lsp/lsptest"
)

// An editor is told how passages were found where it asks for that, and only there.
func TestSearchExplained(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: ruins})
	for _, explain := range []bool{true, false} {
		var reply agent.SearchReply
		if err := e.Command("docuquest.search", map[string]any{"query": "ruby", "explain": explain}, &reply); err != nil {
			t.Fatal(err)
		}
		if (reply.Explain != nil) != explain || len(reply.Hits) == 0 {
			t.Errorf("explain %v gives %d hits and %+v", explain, len(reply.Hits), reply.Explain)
		}
		if explain && (reply.Explain.Terms[0].Stem != "rubi" || reply.Explain.Files.Kept != 2) {
			t.Errorf("explained as %+v", reply.Explain)
		}
	}
}
