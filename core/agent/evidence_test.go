package agent

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"docuquest/core/answer/evidence"
	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/store"
)

// dig is a workspace in which places are cited.
const dig = `
-- temple.md --
# The temple

The temple of Ashkeld was dug out in 1931. Its altar held a ruby.

## The ruby

It is as large as an egg.
-- notes/tomb.txt --
The tomb

Nobody knows who lies in the tomb.
A ruby and a lamp were found.
-- private.txt --
The ruby is under my bed.
-- .gitignore --
private.txt
`

// Each case is a text notes/x.md, what becomes of its citations, and the text when they
// were mended, "" where nothing is.
var evidenceCases = []struct{ name, text, want, mended string }{
	{
		"a link", "[x](../temple.md#L3) and [y](../temple.md#L70)",
		"0:0 ok: temple.md:3 is there.\n0:25 gone: There is no temple.md:70.", "",
	},
	{
		"paths from the folder and from the file", "temple.md:3, notes/tomb.txt:3 and tomb.txt:4",
		"0:0 ok: temple.md:3 is there.\n0:13 ok: notes/tomb.txt:3 is there.\n0:34 ok: notes/tomb.txt:4 is there.", "",
	},
	{"no file", "temple.org:3, https://x.y/temple.md:3 and 12:30", "", ""},
	{"a file that is left out", `"under my bed" (private.txt:1) [x](../private.txt#L1)`, "", ""},
	{"a link to no file", "[x](nothing.md#L3)", "0:0 gone: There is no notes/nothing.md:3.", ""},
	{"a path of no file with a quote", `"no such words" nothing.md:3`, "0:16 gone: The quote of notes/nothing.md:3 stands there no more, and nothing like it.", ""},
	{"a quote that stands", `It "was dug out in 1931" (temple.md:3).`, "0:26 ok: The quote is at temple.md:3.", ""},
	{
		"a quote that stands elsewhere", "`tomb.txt:1` says:\n\n> A ruby and a lamp were found.\n",
		"0:1 moved: The quote is at notes/tomb.txt:4 now, not at notes/tomb.txt:1.",
		"`tomb.txt:4` says:\n\n> A ruby and a lamp were found.\n",
	},
	{
		"a quote that was changed", "- [temple.md:1](../temple.md#L1)\n\n  > The temple of Ashkeld was dug out in *1913*.\n  > Its altar held a ruby.\n",
		"0:2 changed: The text at temple.md:3 is not the quote any more, but 98 % like it.",
		"- [temple.md:3](../temple.md#L3)\n\n  > The temple of Ashkeld was dug out in 1931. Its altar held a ruby.\n",
	},
	{
		"a string that was changed", `As "nobody knows who lay in the tomb" says, tomb.txt:2:5.`,
		"0:44 changed: The text at notes/tomb.txt:3 is not the quote any more, but 89 % like it.",
		`As "Nobody knows who lies in the tomb" says, tomb.txt:3.`,
	},
	{
		"a quote over lines", "[x](../notes/tomb.txt#L1-L2)\n\n> Nobody knows who lies in the tomb.\n> A ruby and a lamp were found.\n",
		"0:0 moved: The quote is at notes/tomb.txt:3 now, not at notes/tomb.txt:1.",
		"[x](../notes/tomb.txt#L3-L4)\n\n> Nobody knows who lies in the tomb.\n> A ruby and a lamp were found.\n",
	},
	{
		"a file in another folder", "[tomb.txt:3](../old/tomb.txt#L3)\n\n> A ruby and a lamp were found.\n",
		"0:0 moved: The quote is at notes/tomb.txt:4 now, not at old/tomb.txt:3.",
		"[tomb.txt:4](tomb.txt#L4)\n\n> A ruby and a lamp were found.\n",
	},
	{
		"a file of another name", "\"A ruby and a lamp were found\" (notes/grave.txt:3)",
		"0:32 moved: The quote is at notes/tomb.txt:4 now, not at notes/notes/grave.txt:3.",
		"\"A ruby and a lamp were found\" (tomb.txt:4)",
	},
	{"a quote that is gone", "temple.md:3:\n\n> Ducks swim in the pond of the castle.\n", "0:0 gone: The quote of temple.md:3 stands there no more, and nothing like it.", ""},
	{
		"behind an emoji, CRLF", "😀 tomb.txt:1\r\n\r\n> A ruby and a lamp were found.\r\n",
		"0:3 moved: The quote is at notes/tomb.txt:4 now, not at notes/tomb.txt:1.",
		"😀 tomb.txt:4\r\n\r\n> A ruby and a lamp were found.\r\n",
	},
}

func TestEvidence(t *testing.T) {
	folder := unpacked(t, dig)
	a := start(t, folder, Options{})
	u := file.FromPath(filepath.ToSlash(filepath.Join(folder, "notes/x.md")))
	for _, test := range evidenceCases {
		t.Run(test.name, func(t *testing.T) {
			all, err := a.Evidence(t.Context(), u, test.text, text.UTF16)
			if err != nil {
				t.Fatal(err)
			}
			checkSame(t, "evidence", test.want, showEvidence(all))
			if mended := mend(test.text, all, text.UTF16); mended != test.mended && mended != test.text {
				t.Errorf("mended:\n%s\nwant:\n%s", mended, test.mended)
			} else if again, _ := a.Evidence(t.Context(), u, mended, text.UTF16); test.mended != "" && again[0].State != replies.StateOK {
				t.Errorf("after mending: %s", showEvidence(again))
			}
		})
	}
}

func unpacked(t *testing.T, archive string) string {
	t.Helper()
	files := map[string]string{}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		files[f.Name] = string(f.Data)
	}
	return folderOf(t, files)
}

func showEvidence(all []replies.Evidence) string {
	var lines []string
	for _, e := range all {
		lines = append(lines, fmt.Sprintf("%d:%d %s: %s", e.Range.Start.Line, e.Range.Start.Character, e.State, e.Message()))
	}
	return strings.Join(lines, "\n")
}

// mend makes all changes of some evidence in a text.
func mend(s string, all []replies.Evidence, e text.Encoding) string {
	var edits []text.Edit
	for _, one := range all {
		for _, c := range one.Fix {
			r := c.Range.TextRange()
			edits = append(edits, text.Edit{Range: &r, Text: c.Text})
		}
	}
	slices.Reverse(edits)
	return text.Apply(s, edits, e)
}

// The document of a kept answer, and an answer that was inserted below its question,
// are evidence that is checked, right after the answer and when the file has changed.
func TestEvidenceOfAnswers(t *testing.T) {
	folder := unpacked(t, dig)
	a := start(t, folder, Options{Answers: store.NewAnswers(t.TempDir())})
	r, err := a.Ask(t.Context(), Request{Text: "When was the temple of Ashkeld dug out?", Encoding: text.UTF16}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Keep(r); err != nil || len(r.Citations) == 0 {
		t.Fatalf("%d citations, %v", len(r.Citations), err)
	}
	temple := file.FromPath(filepath.ToSlash(filepath.Join(folder, "temple.md")))
	inserted := "?? when was the temple of Ashkeld dug out\n\n> !! It was dug out in 1931. [\\[1\\]](temple.md#L3)\n"
	for _, test := range []struct {
		content string
		want    replies.State
	}{
		{"", replies.StateOK}, // as it is on the disk
		{"\n# The temple\n\nThe temple of Ashkeld was dug out in 1931. Its altar held a ruby.\n", replies.StateMoved},
		{"# The temple\n\nThe temple of Ashkeld was dug out in 1913. Its altar held a ruby.\n", replies.StateChanged},
		{"# The temple\n", replies.StateGone},
	} {
		if test.content != "" {
			a.Open(temple, "markdown", 1, test.content)
		}
		kept, err := a.KeptEvidence(t.Context(), text.UTF8)
		if err != nil || len(kept) != len(r.Citations) || kept[0].State != test.want || kept[0].Answer != r.ID {
			t.Errorf("kept, want %s: %s, %v", test.want, showEvidence(kept), err)
		}
		for u, markdown := range map[file.URI]string{"docuquest:/answers/x.md": r.Document, temple + ".note.md": inserted} {
			all, err := a.Evidence(t.Context(), u, markdown, text.UTF8)
			if err != nil || len(all) == 0 || all[0].State != test.want {
				t.Errorf("%s, want %s: %s, %v\n%s", u, test.want, showEvidence(all), err, markdown)
			}
		}
	}
}

// The answers that rest on a passage or a section, wherever it has gone.
func TestAnswersOn(t *testing.T) {
	folder := unpacked(t, dig)
	a := start(t, folder, Options{})
	temple := file.FromPath(filepath.ToSlash(filepath.Join(folder, "temple.md")))
	for _, r := range []*replies.Answer{
		{ID: "first", Encoding: "utf-8", Citations: []replies.Citation{citing(temple, 2, "The temple of Ashkeld was dug out in 1931.")}},
		{ID: "second", Encoding: "utf-8", Citations: []replies.Citation{citing(temple, 6, "It is as large as an egg.")}},
	} {
		if err := a.Keep(r); err != nil {
			t.Fatal(err)
		}
	}
	a.Open(temple, "markdown", 1, "\n\n"+mustRead(t, folder, "temple.md"))
	pointedAt, _ := a.Buffer(temple)
	a.Open(temple, "markdown", 2, "What was typed since.\n") // means nothing to who pointed before
	for _, test := range []struct {
		line int
		want string
	}{
		{2, "second first"}, // the title
		{4, "first"},        // its first paragraph
		{6, "second"},       // the lower heading
		{8, "second"},
		{0, ""},
	} {
		rests, err := a.AnswersOn(t.Context(), pointedAt, replies.Position{Line: test.line, Character: 1}, text.UTF16)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range rests {
			got = append(got, r.Answer)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("line %d: %v, want %s", test.line, got, test.want)
		}
	}
}

// Each case is a file with marks around a quote, and how the document of an answer shows
// that, its lines between bars.
var freshCases = []struct{ name, path, text, want string }{
	{"behind its sign", "a.go", "// Written in ‹1978.\n// On the fly, says the paper.›\n", "1978\\.|On the fly, says the paper."},
	{"signs of another kind", "a.py", "‹# Keys are kept for 90 days,\n# and for no longer.›\nkeep = 90\n", "Keys are kept for 90 days,|and for no longer."},
	{"a comment in a block", "A.java", "/**\n * ‹The key is kept\n *\n * for 90 days.› */\n", "The key is kept||for 90 days."},
	{"comment and code", "a.go", "‹// Keep is in days.\nconst Keep = 90›\n", "// Keep is in days.|const Keep = 90"},
	{"signs that are text", "a.txt", "‹// Keys are kept\n// for 90 days.›\n", "// Keys are kept|// for 90 days."},
	{"items", "a.md", "‹- Jade.\n* Gold.\n+ Tin.\n12) Bone.\n1.›\n", "\\- Jade.|\\* Gold.|\\+ Tin.|12\\) Bone.|1\\."},
	{"rules", "a.txt", "‹The finds\n===\n* * *\n** *\n_ _ _\n___\n---\nare of jade.›\n", ""},
	{"fences", "a.md", "‹The finds\n```go\n~~~\n> are\n# of jade.\n| a | b |\n|---|---|›\n", ""},
	{"indented", "a.py", "‹if jade:\n        keep(jade)\n\n\tsell(tin)›\n", "if jade:|keep(jade)||sell(tin)"},
	{"backticks in a program", "a.go", "s = ‹find(`\\d*\\.`, ` { *a, _b } `)›\n", ""},
	{"code in prose", "a.md", "‹Write `\\d*\\.` for it, and \\` or \\_ too.›\n", ""},
	{"a first line of marks", "a.txt", "‹--\nUse it for 90 days.›\n", "\\--|Use it for 90 days."},
	{"ends of lines", "a.txt", "‹The jade\r\n1978.\rThe tin.›\r\n", "The jade|1978\\.|The tin."},
}

// A fresh answer cites what is in its files, whatever its quotes look like in Markdown.
func TestEvidenceOfFreshAnswer(t *testing.T) {
	for _, test := range freshCases {
		t.Run(test.name, func(t *testing.T) {
			before, rest, _ := strings.Cut(test.text, "‹")
			quote, after, _ := strings.Cut(rest, "›")
			folder := folderOf(t, map[string]string{test.path: before + quote + after})
			a := start(t, folder, Options{})
			u := file.FromPath(filepath.ToSlash(filepath.Join(folder, test.path)))
			line := strings.Count(before, "\n")
			r := &replies.Answer{Question: "What?", Markdown: "This. [1]", Indexed: replies.IndexState{Complete: true}, Citations: []replies.Citation{{
				Number: 1, URI: u, Path: test.path, Quote: quote, Range: replies.Range{Start: replies.Position{Line: line}, End: replies.Position{Line: line}},
			}}}
			document := replies.DocumentOf(r)
			all, err := a.Evidence(t.Context(), "docuquest:/answers/x.md", document, text.UTF8)
			if err != nil || len(all) != 1 || all[0].State != replies.StateOK {
				t.Errorf("%s, %v of\n%s", showEvidence(all), err, document)
			}
			_, shown, _ := strings.Cut(document, "\n\n   > ")
			if shown = strings.ReplaceAll(strings.ReplaceAll(shown, "\n   >", "|"), "| ", "|"); test.want != "" && shown != test.want {
				t.Errorf("the quote is shown as %s, want %s", shown, test.want)
			}
		})
	}
}

// citing is a citation of a quote at the start of a line.
func citing(u file.URI, line int, quote string) replies.Citation {
	return replies.Citation{Number: 1, URI: u, Path: "temple.md", Quote: quote, Range: replies.Range{Start: replies.Position{Line: line, Character: 0}, End: replies.Position{Line: line, Character: len(quote)}}}
}

func mustRead(t *testing.T, folder, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// Markdown files follow files and folders that are renamed, kept answers too.
func TestRenaming(t *testing.T) {
	folder := unpacked(t, dig+`
-- index.md --
[tomb.txt:3](notes/tomb.txt#L3), notes/tomb.txt:4, [the file](<notes/tomb.txt> "so"), [other](temple.md).
[ref](https://x.y/notes/tomb.txt#L3)
-- notes/more.md --
See tomb.txt:4, ![a](pic.png), [temple](../temple.md#L3).
-- notes/rooted.md --
From the top: notes/tomb.txt:4.
`)
	u := func(name string) file.URI { return file.FromPath(filepath.ToSlash(filepath.Join(folder, name))) }
	for _, test := range []struct {
		name     string
		from, to string
		want     map[string]string
	}{
		{"a file", "notes/tomb.txt", "old/grave.txt", map[string]string{
			"index.md":        "[old/grave.txt:3](old/grave.txt#L3), old/grave.txt:4, [the file](<old/grave.txt> \"so\"), [other](temple.md).\n[ref](https://x.y/notes/tomb.txt#L3)\n",
			"notes/more.md":   "See ../old/grave.txt:4, ![a](pic.png), [temple](../temple.md#L3).\n",
			"notes/rooted.md": "From the top: old/grave.txt:4.\n",
		}},
		{"a folder", "notes", "my notes", map[string]string{
			"index.md":        "[my notes/tomb.txt:3](my%20notes/tomb.txt#L3), my notes/tomb.txt:4, [the file](<my%20notes/tomb.txt> \"so\"), [other](temple.md).\n[ref](https://x.y/notes/tomb.txt#L3)\n",
			"notes/rooted.md": "From the top: my notes/tomb.txt:4.\n",
		}},
		{"the file that cites", "notes/more.md", "a/b/more.md", map[string]string{
			"notes/more.md": "See ../../notes/tomb.txt:4, ![a](../../notes/pic.png), [temple](../../temple.md#L3).\n",
		}},
		{"a file that nobody cites", "private.txt", "public.txt", map[string]string{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := start(t, folder, Options{})
			all, err := a.Following(t.Context(), []evidence.Renaming{{Old: u(test.from), New: u(test.to)}}, text.UTF16)
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]string{}
			for _, changed := range all {
				got[changed.File.Path] = mend(changed.File.Content, []replies.Evidence{{Fix: changed.Changes}}, text.UTF16)
			}
			checkSame(t, "the files", test.want, got)
		})
	}
}

// A kept answer follows the files that it cites, and is not newer for it.
func TestKeptAnswersFollow(t *testing.T) {
	folder, state := unpacked(t, dig), store.NewAnswers(t.TempDir())
	a := start(t, folder, Options{Answers: state})
	r, err := a.Ask(t.Context(), Request{Text: "When was the temple of Ashkeld dug out?"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Keep(r); err != nil {
		t.Fatal(err)
	}
	was, err := state.Kept(r.ID)
	if err != nil {
		t.Fatal(err)
	}
	before, after := filepath.Join(folder, "temple.md"), filepath.Join(folder, "shrine.md")
	if err := os.Rename(before, after); err != nil {
		t.Fatal(err)
	}
	if err := a.Renamed([]evidence.Renaming{{Old: file.FromPath(filepath.ToSlash(before)), New: file.FromPath(filepath.ToSlash(after))}}); err != nil {
		t.Fatal(err)
	}
	got, err := a.Answer(r.ID)
	if err != nil {
		t.Fatal(err)
	}
	checkCitations(t, a, got)
	if is, err := state.Kept(r.ID); err != nil || !is.Equal(was) {
		t.Errorf("it was kept at %v, and now at %v, %v", was, is, err)
	}
	if !strings.Contains(got.Document, "[shrine.md:3](file://") || strings.Contains(got.Document, "temple.md:3") {
		t.Errorf("the document is\n%s", got.Document)
	}
	kept, err := a.KeptEvidence(t.Context(), text.UTF8)
	if err != nil || len(kept) == 0 || kept[0].State != replies.StateOK {
		t.Errorf("%s, %v", showEvidence(kept), err)
	}
	if diff := cmp.Diff(r.Question, got.Question); diff != "" {
		t.Error(diff)
	}
}
