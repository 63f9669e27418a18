package mask

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// These texts were collected without a look at the rules of this package: those of
// planted.txtar are written as people and programs write, those of gitleaks.jsonl are the
// examples that come with the rules of gitleaks. How many secrets are caught is counted.

const (
	leastPlanted  = 279  // of 300
	leastGitleaks = 1053 // of 1,062
	mostGitleaks  = 122  // alarms on its 329 texts without a secret
	mostSpoken    = 0    // alarms on the passages that only speak of secrets
)

// The words of a prompt around a text change nothing of what is found in it.
func TestPlantedTexts(t *testing.T) {
	const before = "Reply with JSON:\n{\n  \"statements\": [],\n}\nfunc f() { return g() }\n\nPassages:\n\n"
	const after = "\nReply with JSON such as {\"statements\": []};\n{\n};\n"
	all, caught := 0, 0
	for _, file := range archive(t, "testdata/planted.txtar") {
		text, secrets := unmarked(string(file.Data), "⟦", "⟧")
		found := merged(secretsIn(text))
		sent := merged(secretsIn(before + text + after))
		for _, s := range secrets {
			all++
			isCaught := covers(found, s)
			if isCaught {
				caught++
			} else {
				t.Logf("%s: %q is not masked", file.Name, text[s.start:s.end])
			}
			if isCaught != covers(sent, stretch{s.start + len(before), s.end + len(before)}) {
				t.Errorf("%s: %q is masked alone (%v), and not so in a prompt", file.Name, text[s.start:s.end], isCaught)
			}
		}
	}
	if all != 300 || caught < leastPlanted {
		t.Errorf("%d of %d planted secrets are masked, want %d of 300", caught, all, leastPlanted)
	}
	t.Logf("%d of %d are masked", caught, all)
}

func TestSpokenOf(t *testing.T) {
	alarms := 0
	for _, file := range archive(t, "testdata/spoken.txtar") {
		// A line may be sent alone, and only a whole table has columns.
		for _, text := range append(slices.Collect(strings.Lines(string(file.Data))), string(file.Data)) {
			for _, s := range secretsIn(text) {
				alarms++
				t.Logf("%s: %q is masked in %q", file.Name, text[s.start:s.end], text)
			}
		}
	}
	if alarms > mostSpoken {
		t.Errorf("%d words are masked, want %d at most", alarms, mostSpoken)
	}
}

func TestGitleaksExamples(t *testing.T) {
	content, err := os.ReadFile("testdata/gitleaks.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	all, caught, clean, alarms := 0, 0, 0, 0
	for line := range strings.Lines(strings.ReplaceAll(string(content), "¦", "")) {
		var example struct{ Rule, Text, Secret string }
		if err := json.Unmarshal([]byte(line), &example); err != nil {
			t.Fatal(err)
		}
		found := merged(secretsIn(example.Text))
		at := strings.LastIndex(example.Text, example.Secret)
		switch {
		case example.Secret == "":
			clean++
			if len(found) > 0 {
				alarms++
				t.Logf("%s: %q is masked in %q", example.Rule, example.Text[found[0].start:found[0].end], example.Text)
			}
			continue
		case covers(found, stretch{at, at + len(example.Secret)}):
			caught++
		default:
			t.Logf("%s: %q is not masked in %q", example.Rule, example.Secret, example.Text)
		}
		all++
	}
	if caught < leastGitleaks || alarms > mostGitleaks {
		t.Errorf("%d of %d secrets are masked, want %d; %d of %d texts without a secret, want %d at most",
			caught, all, leastGitleaks, alarms, clean, mostGitleaks)
	}
	t.Logf("%d of %d are masked, and %d of %d that are clean", caught, all, alarms, clean)
}

func archive(t *testing.T, path string) []txtar.File {
	t.Helper()
	content, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content.Files
}

// unmarked is a text without its marks, and what was marked.
func unmarked(text, begin, end string) (string, []stretch) {
	text = strings.ReplaceAll(text, "¦", "")
	var out strings.Builder
	var marked []stretch
	for {
		before, rest, isMarked := strings.Cut(text, begin)
		out.WriteString(before)
		if !isMarked {
			return out.String(), marked
		}
		inside, after, _ := strings.Cut(rest, end)
		marked = append(marked, stretch{out.Len(), out.Len() + len(inside)})
		out.WriteString(inside)
		text = after
	}
}

func covers(found []stretch, s stretch) bool {
	for _, f := range found {
		if f.start <= s.start && s.end <= f.end {
			return true
		}
	}
	return false
}
