package agent

import (
	"encoding/json"
	"strings"
	"testing"
)

// What is empty is an empty list for programs, and nothing is explained that nobody
// asked for.
func TestExplainNothing(t *testing.T) {
	a := start(t, folderOf(t, map[string]string{"a.txt": "amber"}), Options{})
	for _, explain := range []bool{true, false} {
		reply, err := a.Search(t.Context(), Search{Query: "zeppelin", Explain: explain})
		if err != nil {
			t.Fatal(err)
		}
		out, err := json.Marshal(reply)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(out), `"explain":`) != explain || strings.Contains(string(out), "null") {
			t.Errorf("explain %v gives %s", explain, out)
		}
	}
}
