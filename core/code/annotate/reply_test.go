package annotate

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"docuquest/core/answer"
	"docuquest/core/code/notes"
)

// describeReply writes what was taken out of a reply: "1 summaries: a; keywords: b, c".
func describeReply(read map[int][]notes.Note) string {
	var all []string
	for _, number := range slices.Sorted(maps.Keys(read)) {
		said := map[notes.Kind][]string{}
		for _, n := range read[number] {
			said[n.Kind] = append(said[n.Kind], n.Text)
		}
		var kinds []string
		for _, k := range slices.Sorted(maps.Keys(said)) {
			kinds = append(kinds, fmt.Sprintf("%v: %s", k, strings.Join(said[k], ", ")))
		}
		all = append(all, fmt.Sprintf("%d %s", number, strings.Join(kinds, "; ")))
	}
	return strings.Join(all, " | ")
}

// A reply is read however it is written, and what is broken costs its own chunk.
func TestReadReply(t *testing.T) {
	for _, test := range []struct{ name, reply, want string }{
		{
			"as it was asked for",
			`{"notes": [{"chunk": 1, "summary": "Adds.", "keywords": ["add", "sum"], "tags": ["math"], "synonyms": ["plus"], "dependencies": ["os"]}, {"chunk": 2, "summary": "Ends."}]}`,
			"1 summaries: Adds.; keywords: add, sum; tags: math; synonyms: plus; dependencies: os | 2 summaries: Ends.",
		},
		{"a fence and prose", "Sure, {here} it is:\n```json\n{\"notes\": [{\"chunk\": 1, \"summary\": \"Adds.\"}]}\n```\nAnything else?", "1 summaries: Adds."},
		{"a thought", "<think>{\"chunk\": 1, \"tags\": [\"draft\"]}</think>{\"notes\": [{\"chunk\": 2, \"summary\": \"Ends.\"}]}", "2 summaries: Ends."},
		{"a thought that is better than its end", "<thinking>{\"chunk\": 1, \"tags\": [\"draft\"]}</thinking>{\"chunk\": 1, \"tags\": [\"fair\"]}", "1 tags: fair"},
		{"a thought that is cut", "<think>{\"chunk\": 1, \"tags\": [\"draft\"]} or", ""},
		{"a string in place of a list", `{"notes": [{"chunk": 1, "keywords": "add, sum; plus", "summary": ["Adds.", "More."]}]}`, "1 summaries: Adds.; keywords: add, sum, plus"},
		{"commas too many", `{"notes": [{"chunk": 1, "summary": "Adds.", "keywords": ["add",],},]}`, "1 summaries: Adds.; keywords: add"},
		{"without the outer object", "{\"chunk\": 1, \"summary\": \"Adds.\"}\n{\"chunk\": \"2\", \"summary\": \"Ends.\"}", "1 summaries: Adds. | 2 summaries: Ends."},
		{"the number behind", `{"notes": [{"summary": "Adds.", "id": 1}, {"summary": "Ends.", "number": "[2]"}]}`, "1 summaries: Adds. | 2 summaries: Ends."},
		{"numbers as names", `{"1": {"summary": "Adds."}, "2": {"summary": "Ends."}, "x": {"summary": "lost"}}`, "1 summaries: Adds. | 2 summaries: Ends."},
		{"objects in a list", `{"notes": [{"chunk": 1, "keywords": [{"name": "add"}, {"text": "sum"}, 7]}]}`, "1 keywords: add, sum, 7"},
		{"one without an end", `{"notes": [{"chunk": 1, "summary": "Adds.", "keywords": ["add", {"chunk": 2, "summary": "Ends."}]}`, "2 summaries: Ends."},
		{"one that is cut", `{"notes": [{"chunk": 1, "summary": "Adds."}, {"chunk": 2, "summary": "En`, "1 summaries: Adds."},
		{"one that is cut behind a brace in a text", `{"notes": [{"chunk": 1, "summary": "Adds {x}."}, {"chunk": 2, "summary": "Ends with \"}\" and {y}", "keywords": ["br`, "1 summaries: Adds {x}."},
		{"one that is cut within a list of objects", `{"chunk": 1, "keywords": [{"name": "add"}, {"name": "su`, ""},
		{"another form that is cut", `{"1": {"summary": "Adds."}, "2": {"summary": "En`, "1 summaries: Adds."},
		{"one that says nothing", `{"notes": [{"chunk": 1, "summary": "...", "keywords": []}, {"chunk": 2, "summary": null}, {"chunk": 3}]}`, ""},
		{"one that is said twice", `{"notes": [{"chunk": 1, "summary": "Adds."}, {"chunk": 1, "summary": "Steals."}]}`, "1 summaries: Adds."},
		{"no number, no notes", `{"notes": [{"summary": "Adds."}]} {"chunk": -1, "summary": "a"} {"chunk": 0, "summary": "a"}`, ""},
		{"control characters", "{\"chunk\": 1, \"summary\": \"Adds\\n\\u0007 a\\u202e  stone.\", \"tags\": [\"a\\tb\", \"\\u200b\"]}", "1 summaries: Adds a stone.; tags: a b"},
		{"twice the same", `{"chunk": 1, "keywords": ["a", "a ", "b"]}`, "1 keywords: a, b"},
		{"nothing", "", ""},
		{"prose", "I cannot do that.", ""},
	} {
		if got := describeReply(readReply(test.reply, answer.Objects)); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

// Notes are bounded in number and length.
func TestReplyBounds(t *testing.T) {
	many := `"` + strings.Join(strings.Fields(strings.Repeat("w ", 50)), `1", "`) + `"`
	for i := range 50 {
		many = strings.Replace(many, "w1", fmt.Sprintf("word%d", i), 1)
	}
	reply := fmt.Sprintf(`{"chunk": 1, "summary": %q, "keywords": [%s], "tags": [%[2]s], "synonyms": [%[2]s], "dependencies": [%[2]s]}`, strings.Repeat("ä ", 5000), many)
	checkBounds(t, readReply(reply, answer.Objects), 1)
}

// checkBounds checks that notes of so many chunks hold to what wantedKinds allows.
func checkBounds(t *testing.T, read map[int][]notes.Note, chunks int) {
	t.Helper()
	if len(read) < chunks {
		t.Fatalf("notes of %d chunks, want %d", len(read), chunks)
	}
	for number, all := range read {
		var counts [notes.Kinds]int
		for _, n := range all {
			wanted := wantedKinds[n.Kind]
			if counts[n.Kind]++; counts[n.Kind] > wanted.most || len(n.Text) > wanted.longest {
				t.Errorf("too many or too long %v: %q", n.Kind, n.Text)
			}
			if !utf8.ValidString(n.Text) || strings.ContainsFunc(n.Text, func(r rune) bool { return r != ' ' && !unicode.IsPrint(r) }) || strings.TrimSpace(n.Text) != n.Text || n.Text == "" {
				t.Errorf("no line for people: %q", n.Text)
			}
		}
		if number < 1 || len(all) == 0 {
			t.Errorf("chunk %d has %d notes", number, len(all))
		}
	}
}

// Whatever a model replies, what is taken out of it is within the bounds.
func FuzzReadReply(f *testing.F) {
	for _, seed := range []string{
		`{"notes": [{"chunk": 1, "summary": "Adds.", "keywords": ["add"]}, {"chunk": 2, "tags": "a, b"}]}`,
		"```json\n{\"1\": {\"summary\": \"a\"}}\n```", `{"chunk": 1, "summary": "\ud800\u0000` + "\xff", `[[[[{"chunk": "9999999999999999999999", "tags": [{"name": "a"}]}]]]]`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, reply string) { checkBounds(t, readReply(reply, answer.Objects), 0) })
}
