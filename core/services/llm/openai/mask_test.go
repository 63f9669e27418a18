package openai_test

import (
	"strings"
	"testing"

	"docuquest/core/services/llm"
	"docuquest/core/services/llm/llmtest"
	"docuquest/core/services/outside"
)

// Secrets of the messages do not reach the service, and stand in the reply wherever it
// repeats their placeholders, in one piece or in many; but not in a reply that is kept.
func TestMaskedMessages(t *testing.T) {
	const secret = `tr0ub"dor&3`
	messages := []llm.Message{
		{Role: llm.System, Text: "Say nothing of " + secret + "."},
		{Role: llm.User, Text: "password: '" + secret + "'\n"},
	}
	for _, c := range []struct {
		name, reply, want string
		json, masked      bool
	}{
		{"a text", "It is [secret-1], not [secret-2].", "It is " + secret + ", not [secret-2].", false, false},
		{"JSON", `{"text": "It is [secret-1]."}`, `{"text": "It is tr0ub\"dor&3."}`, true, false},
		{"one that breaks off", "It is [secret-", "It is [secret-", false, false},
		{"one that is kept", "It is [secret-1].", "It is [secret-1].", false, true},
		{"JSON that is kept", `{"text": "It is [secret-1]."}`, `{"text": "It is [secret-1]."}`, true, true},
	} {
		for _, act := range []llmtest.Act{llmtest.Reply(c.reply), llmtest.ReplyPieces(strings.Split(c.reply, "")...)} {
			for _, stream := range []bool{false, true} {
				server := llmtest.NewServer(t, llmtest.InOrder(act))
				var pieces strings.Builder
				collect := func(piece string) { pieces.WriteString(piece) }
				if !stream {
					collect = nil
				}
				reply, err := model(t, server, outside.Options{}).Complete(t.Context(), llm.Request{Messages: messages, JSON: c.json, Masked: c.masked}, collect)
				if err != nil || reply.Text != c.want || stream && pieces.String() != c.want {
					t.Errorf("%s, stream %v: %q in the pieces %q, %v; want %q", c.name, stream, reply.Text, &pieces, err, c.want)
				}
				if got := server.Requests()[0]; strings.Contains(string(got.Body), "tr0ub") || strings.Count(got.Prompt, "[secret-1]") != 2 {
					t.Errorf("%s: asked %q", c.name, got.Prompt)
				}
			}
		}
	}
}
