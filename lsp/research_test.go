package lsp_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/lsp/lsptest"
)

// Research is answered like a question: its document is shown, is kept, and holds the
// facts that were asked for.
func TestResearch(t *testing.T) {
	const files = `
-- bridge.md --
# The north bridge

The engineer Ann Bee designed the north bridge in 1931.
-- bee.md --
# Ann Bee

Since 1960 Ann Bee has lived in Oslo.
`
	e := lsptest.Start(t, lsptest.Options{Files: files, State: t.TempDir(), Documents: true})
	var reply struct {
		askReply
		Research struct {
			Slots []struct {
				Type     string
				Citation int
			}
			Rounds int
		}
	}
	const question = "In which city does the engineer who designed the north bridge live?"
	if err := e.Command("docuquest.research", map[string]any{"question": question, "show": true}, &reply); err != nil {
		t.Fatal(err)
	}
	e.AwaitMethod("window/showDocument")
	if diff := cmp.Diff([]string{reply.Document}, shown(e)); diff != "" {
		t.Errorf("shown (-want +got):\n%s", diff)
	}
	if s := reply.Research.Slots; len(s) != 1 || s[0].Type != "place" || s[0].Citation == 0 || reply.Research.Rounds != 2 {
		t.Errorf("%+v", reply.Research)
	}
	document, err := e.DocumentText(reply.Document)
	if err != nil || !strings.Contains(document, "## What was asked for") {
		t.Error(document, err)
	}
}
