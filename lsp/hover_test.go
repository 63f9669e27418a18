package lsp_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.lsp.dev/protocol"

	"docuquest/core/agent"
	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/search/mentions"
	"docuquest/lsp"
	"docuquest/lsp/lsptest"
)

// Each case is a text with the place that is pointed at, marked by ‸, and what
// the hover asks the agent: the question itself, a word after "word:", or
// nothing. What the hover is about stands in its range.
var pointCases = []struct {
	name, path, text string
	want, about      string
}{
	{"a word", "a.txt", "the gol‸den mask", "word: golden", "golden"},
	{"the start of a word", "a.txt", "the ‸golden mask", "word: golden", "golden"},
	{"the end of a word", "a.txt", "the golden‸, mask", "word: golden", "golden"},
	{"the end of the text", "a.txt", "golden‸", "word: golden", "golden"},
	{"white space", "a.txt", "golden  ‸  mask", "", ""},
	{"an empty line", "a.txt", "golden\n‸\nmask", "", ""},
	{"an empty file", "a.txt", "‸", "", ""},
	{"a word with accents", "a.txt", "das Gemäu‸er", "word: Gemäuer", "Gemäuer"},
	{"after wide characters", "a.txt", "😀😀 gol‸den", "word: golden", "golden"},
	{"a script without spaces", "a.txt", "我们‸发现黄金", "word: 发现", "发现"},
	{"underscores in prose", "a.txt", "max_re‸try", "word: retry", "retry"},
	{"underscores in code", "a.go", "max_re‸try := 3", "word: max_retry", "max_retry"},

	{"a marked line", "a.txt", "?? Who found the ma‸sk", "Who found the mask", "?? Who found the mask"},
	{"a marked line in code", "a.go", "\t// ?? Who calls ‸this", "Who calls this", "?? Who calls this"},
	{"an operator in code", "a.ts", "  ?? fall‸back", "word: fallback", "fallback"},
	{"a quoted line", "a.md", "> ? Where is the ma‸sk", "Where is the mask", "> ? Where is the mask"},
	{"a quoted line in plain text", "a.txt", "> ? Where is the ma‸sk", "word: mask", "mask"},
	{"a marked line that says nothing", "a.txt", "?? ‸", "", ""},
	{"a marked line in an item", "a.md", "- ?? Who found the ma‸sk", "Who found the mask", "?? Who found the mask"},
	{"a marked line in a numbered item", "a.md", "1. ?? Who found the ma‸sk", "Who found the mask", "?? Who found the mask"},
	{"a marked line in an item of an item", "a.md", " 12)  - ?? Who found the ma‸sk", "Who found the mask", "?? Who found the mask"},
	{"a number that is no item", "a.md", "1.5 ?? fo‸und", "word: found", "found"},
	{"a marked line in Chinese", "a.txt", "？？黄金在哪‸里", "黄金在哪里", "？？黄金在哪里"},
	{"a quoted line in Arabic", "a.md", "> ؟ أين الق‸ناع", "أين القناع", "> ؟ أين القناع"},
	{"a marked line of too many words", "a.txt", "?? fo‸und " + strings.Repeat("a ", agent.MaxQuestionWords), "word: found", "found"},

	{"the question mark", "a.txt", "It is old. Who found it‸? Nobody.", "Who found it?", "Who found it?"},
	{"inside of the question", "a.txt", "It is old. Who fo‸und it? Nobody.", "word: found", "found"},
	{"over two lines", "a.md", "It is old. Who found\nthe golden mask‸?", "Who found the golden mask?", "Who found\nthe golden mask?"},
	{"over more lines than a sentence has", "a.txt", strings.Repeat("word\n", 12) + "word‸?", strings.Repeat("word ", 9) + "word?", strings.Repeat("word\n", 9) + "word?"},
	{"below a heading", "a.md", "# The mask\nWho found it‸?", "Who found it?", "Who found it?"},
	{"below an empty line", "a.txt", "The mask\n\nWho found it‸?", "Who found it?", "Who found it?"},
	{"in an item", "a.md", "- Who found it‸?", "Who found it?", "Who found it?"},
	{"in a numbered item", "a.md", "2) Who found it‸?", "Who found it?", "Who found it?"},
	{"in an item below another", "a.md", "- The mask\n- Who found it‸?", "Who found it?", "Who found it?"},
	{"over two lines of an item", "a.md", "1. The mask\n2. Who found\n   it‸?", "Who found it?", "Who found\n   it?"},
	{"a full-width question mark", "a.txt", "面具很旧。谁发现了它‸？没有人。", "谁发现了它？", "谁发现了它？"},
	{"an Arabic question mark", "a.txt", "القناع قديم. من وجده هنا‸؟ لا أحد.", "من وجده هنا؟", "من وجده هنا؟"},
	{"after an Arabic question", "a.txt", "من وجده هنا؟ Who found it‸?", "Who found it?", "Who found it?"},
	{"in quotation marks", "a.txt", "He said \"who found it‸?\"", "He said \"who found it?", "He said \"who found it?"},
	{"in a comment", "a.go", "x := 1 // why is it one‸?", "why is it one?", "why is it one?"},
	{"over two lines of a comment", "a.go", "// why is it\n// one‸?", "why is it one?", "why is it\n// one?"},
	{"in code", "a.ts", "ready = done ‸? yes : no", "", ""},
	{"in an address", "a.txt", "see http://x.org/a‸?b=c", "word: a", "a"},
	{"a word with a question mark", "a.txt", "Really‸?", "word: Really", "Really"},
}

func TestPoint(t *testing.T) {
	for _, encoding := range []string{"utf-8", "utf-16", "utf-32"} {
		for _, c := range pointCases {
			t.Run(encoding+"/"+c.name, func(t *testing.T) { checkPoint(t, encoding, c.path, c.text, c.want, c.about) })
		}
	}
}

// checkPoint hovers over the mark in a text and compares what the agent was
// asked, and the stretch of the text that the reply is about.
func checkPoint(t *testing.T, encoding, path, marked, want, about string) {
	t.Helper()
	asked := ""
	f := &fake{offers: agent.Offers{Languages: "all", HoverWords: "all"}} // in programs, too
	f.ask = func(_ context.Context, q agent.Request, _ func(agent.Stage)) (*replies.Answer, error) {
		asked = q.Text
		if !slices.Contains(f.noted(), "Settle") || q.Writer != "extractive" {
			t.Errorf("asked without settling, or of a model: %+v", q)
		}
		return &replies.Answer{Markdown: "So."}, nil
	}
	e := f.start(t, lsptest.Options{Encodings: []string{encoding}})
	before, after, _ := strings.Cut(marked, "‸")
	e.OpenText(path, before+after)
	model := lsptest.NewText(before+after, encoding)
	at := model.Position(lsptest.NewText(before, encoding).Len())
	h, err := e.Hover(path, at.Line, at.Character)
	if err != nil {
		t.Fatal(err)
	}
	for _, call := range f.noted() {
		if word, ok := strings.CutPrefix(call, "Lookup "); ok {
			asked = "word: " + word
		}
	}
	if asked != want {
		t.Errorf("the agent was asked %q, not %q", asked, want)
	}
	got := ""
	if h != nil {
		lines := text.NewLines(before + after)
		e, _ := text.ParseEncoding(encoding)
		got = lines.Span(text.Range{
			Start: text.Position{Line: int(h.Range.Start.Line), Character: int(h.Range.Start.Character)},
			End:   text.Position{Line: int(h.Range.End.Line), Character: int(h.Range.End.Character)},
		}, e).Of(before + after)
	}
	if got != about {
		t.Errorf("the hover is about %q, not %q", got, about)
	}
}

// What is shown of files and answers is text: no mark, no link, no image and no
// invisible character of theirs has an effect.
func TestMarkdown(t *testing.T) {
	u := file.FromPath("/w/a b(1).md")
	at := func(line int) replies.Range {
		p := replies.Position{Line: line}
		return replies.Range{Start: p, End: p}
	}
	for _, c := range []struct {
		name string
		got  string
		want string
	}{
		{"a word", lsp.WordMarkdown("gold", &mentions.Mentions{Documents: 1, Places: 3, Best: []mentions.Place{
			{URI: u, Path: "a b(1).md", Range: at(11), Line: "The gold mask", Word: text.Span{Start: 4, End: 8}},
		}}), "**gold** occurs at 3 places in 1 document.\n\n- [a b(1).md:12](file:///w/a%20b%281%29.md#L12)  \n  The **gold** mask"},
		{"a line of a program", lsp.WordMarkdown("x", &mentions.Mentions{Documents: 1, Places: 2, Best: []mentions.Place{
			{URI: "file:///w/a.py", Path: "a.py", Line: "x = \"**```\u200b\"", Word: text.Span{Start: 0, End: 1}},
		}}), "**x** occurs at 2 places in 1 document.\n\n- [a.py:1](file:///w/a.py#L1)\n  ````python\n  x = \"**```\"\n  ````"},
		{"a hostile line", lsp.WordMarkdown("x", &mentions.Mentions{Documents: 2, Places: 2, Best: []mentions.Place{
			{URI: u, Path: "](http://evil)\n.md", Line: "![x](http://evil) <img src=x> `a` &lt; www.evil.com a@b.c \u202e\u200b\U000E0041", Word: text.Span{Start: 2, End: 3}},
		}}), `**x** occurs at 2 places in 2 documents.` + "\n\n" +
			`- [\](http\://evil) .md:1](file:///w/a%20b%281%29.md#L1)` + "  \n" +
			`  !\[**x**\](http\://evil) \<img src=x\> \` + "`a\\`" + ` \&lt; www\.evil.com a\@b.c `},
		{"an answer", lsp.AnswerMarkdown(&replies.Answer{
			Markdown:  "- **Names: a\\*b**: It is `gold[1]` \\[1\\] and `` `[1] `` [1], [2] \\\\[1].\n\n1\\. `open [1]",
			Answer:    "not this",
			Citations: []replies.Citation{{Number: 1, URI: u, Path: "a.md", Range: at(4), Quote: "*gold*\nhere"}},
		}), "- **Names: a\\*b**: It is `gold[1]` \\[1\\] and `` `[1] `` [\\[1\\]](file:///w/a%20b%281%29.md#L5), [2] " +
			"\\\\[\\[1\\]](file:///w/a%20b%281%29.md#L5).\n\n1\\. `open [\\[1\\]](file:///w/a%20b%281%29.md#L5)\n\n" +
			"1. [a.md:5](file:///w/a%20b%281%29.md#L5)  \n   \\*gold\\* here"},
		{"an answer in the words of a model", lsp.AnswerMarkdown(&replies.Answer{
			Markdown:  "# It is \\<b>gold\\[1\\], \\[2\\] and \\[x\\](http\\://evil).",
			Citations: []replies.Citation{{Number: 1, URI: u, Path: "a.md", Range: at(4), Quote: "1. gold"}},
		}), "# It is \\<b>gold\\[1\\], \\[2\\] and \\[x\\](http\\://evil).\n\n" +
			"1. [a.md:5](file:///w/a%20b%281%29.md#L5)  \n   1\\. gold"},
	} {
		if diff := cmp.Diff(c.want, c.got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// To an editor that shows plain text a hover says the same, without a mark of Markdown.
func TestPlainLines(t *testing.T) {
	u := file.FromPath("/w/a.md")
	word := lsp.WordMarkdown("x_y", &mentions.Mentions{Documents: 2, Places: 3, Best: []mentions.Place{
		{URI: u, Path: "a b.md", Line: "# [x_y](z) *and* `a`", Word: text.Span{Start: 3, End: 6}},
		{URI: "file:///w/a.py", Path: "a.py", Line: "x_y = \"**\\n\"", Word: text.Span{Start: 0, End: 3}},
	}})
	answer := lsp.AnswerMarkdown(&replies.Answer{
		Markdown:  "- **Names**: It is \\*gold\\* and `a*b\\` *(not: one)*. [1]",
		Citations: []replies.Citation{{Number: 1, URI: u, Path: "a.md", Quote: "*gold*"}},
	})
	for markdown, want := range map[string]string{
		word:   "x_y occurs at 3 places in 2 documents.\n\n- a b.md:1\n  # [x_y](z) *and* `a`\n- a.py:1\n  x_y = \"**\\n\"",
		answer: "- Names: It is *gold* and `a*b\\` (not: one). [1]\n\n1. a.md:1\n   *gold*",
	} {
		if diff := cmp.Diff(want, lsp.PlainLines(markdown)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", markdown, diff)
		}
	}
}

// An editor is given the form that it likes best.
func TestHoverFormat(t *testing.T) {
	for format, want := range map[string]string{
		"":                   "markdown **lamp** occurs",
		"markdown plaintext": "markdown **lamp** occurs",
		"plaintext markdown": "plaintext lamp occurs",
		"plaintext":          "plaintext lamp occurs",
	} {
		e := lsptest.Start(t, lsptest.Options{Files: lamps, HoverFormats: strings.Fields(format)})
		e.Open("a.txt")
		h, err := e.Hover("a.txt", 0, 2)
		if err != nil || h == nil {
			t.Fatal(h, err)
		}
		content := h.Contents.(*protocol.MarkupContent)
		if got := string(content.Kind) + " " + content.Value; !strings.HasPrefix(got, want) {
			t.Errorf("%q is answered by %q", format, got)
		}
	}
}

const lamps = "-- a.txt --\nA lamp of clay.\n-- b.txt --\nOne more lamp.\n"

// A passage that starts like a block of Markdown is shown as it stands: no
// heading, list, quotation, rule, table or code comes of it.
func TestBlocks(t *testing.T) {
	u := file.FromPath("/w/a.md")
	for passage, want := range map[string]string{
		"# gold":           `\# **gold**`,
		"- gold":           `\- **gold**`,
		"+ gold":           `\+ **gold**`,
		"* gold":           `\* **gold**`,
		"=== gold":         `\=== **gold**`,
		"--- gold":         `\--- **gold**`,
		"> gold":           `\> **gold**`,
		"1. gold":          `1\. **gold**`,
		"23) gold":         `23\) **gold**`,
		"1931 gold":        `1931 **gold**`,
		"| gold | ring":    `\| **gold** \| ring`,
		":-- gold":         `\:-- **gold**`,
		"~~~ gold":         `\~\~\~ **gold**`,
		"``` gold":         "\\`\\`\\` **gold**",
		"    gold":         `**gold**`,
		"\t# gold":         `\# **gold**`,
		"\u200b    # gold": `\# **gold**`,
		"gold - 1. #":      `**gold** - 1. #`,
	} {
		at := strings.Index(passage, "gold")
		place := mentions.Place{URI: u, Path: "a.md", Line: passage, Word: text.Span{Start: at, End: at + len("gold")}}
		checkLastLine(t, passage, "  "+want, lsp.WordMarkdown("gold", &mentions.Mentions{Best: []mentions.Place{place}}))

		cited := replies.Citation{Number: 1, URI: u, Path: "a.md", Quote: passage}
		plain := strings.ReplaceAll(want, "**", "")
		checkLastLine(t, passage, "   "+plain, lsp.AnswerMarkdown(&replies.Answer{Citations: []replies.Citation{cited}}))
	}
}

func checkLastLine(t *testing.T, passage, want, markdown string) {
	t.Helper()
	if got := markdown[strings.LastIndexByte(markdown, '\n')+1:]; got != want {
		t.Errorf("%q is shown as %q, not %q", passage, got, want)
	}
}

// A line that reads like the one that is pointed at, in a copy or another edition of its file,
// is shown in its hover.
func TestHoverOnCopied(t *testing.T) {
	e := lsptest.Start(t, lsptest.Options{Files: "-- v1.txt --\nThe gate of oak has 8 bars, and a gate has locks and more locks.\n-- v2.txt --\nThe gate of oak has 9 bars.\n-- v3.txt --\nThe gate of oak has 9 bars.\n"})
	for path, others := range map[string][]string{"v1.txt": {"v2.txt", "v3.txt"}, "v2.txt": {"v1.txt", "v3.txt"}, "v3.txt": {"v1.txt", "v2.txt"}} {
		e.Open(path)
		hover := e.HoverText(path, 0, 5)
		if !strings.Contains(hover, others[0]) && !strings.Contains(hover, others[1]) || strings.Contains(hover, path) {
			t.Errorf("the hover in %s shows\n%s", path, hover)
		}
	}
	if hover := e.HoverText("v1.txt", 0, 45); hover != "" {
		t.Errorf("a word of one line has the hover\n%s", hover)
	}
}

// A comment of a program is shown without its signs below an answer.
func TestHoverOnComment(t *testing.T) {
	quote := "1978.\n\t// On the fly, says the paper."
	cited := replies.Citation{Number: 1, URI: file.FromPath("/w/a.go"), Path: "a.go", Quote: quote}
	checkLastLine(t, quote, `   1978\. On the fly, says the paper.`, lsp.AnswerMarkdown(&replies.Answer{Citations: []replies.Citation{cited}}))
}

// A long line is cut around its word.
func TestClip(t *testing.T) {
	long := strings.Repeat("é", 500) + " gold " + strings.Repeat("é", 500)
	line, word := lsp.Clip(long, text.Span{Start: 1001, End: 1005}, 100)
	if 120 < len(line) || word.Of(line) != "gold" || !strings.HasPrefix(line, "…é") || !strings.HasSuffix(line, "é…") {
		t.Errorf("%q, %q", line, word.Of(line))
	}
}
