package ground_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/answer"
	"docuquest/core/answer/ground"
	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/document/plain"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
)

// found is what a search finds that takes all passages of some texts, each a
// document by its number.
func found(texts ...string) *retrieve.Result {
	result := &retrieve.Result{}
	for i, s := range texts {
		path := fmt.Sprintf("doc%d.txt", i)
		addDocument(result, path, s)
	}
	return result
}

func addDocument(result *retrieve.Result, path, content string) {
	addParsed(result, plain.Parser{}, path, content)
}

func addParsed(result *retrieve.Result, parser document.Parser, path, content string) {
	d := parser.Parse(file.File{
		Identity: file.Identity{URI: file.URI("file:///" + path), Hash: file.HashOf(content)},
		Path:     path,
		Content:  content,
		Language: file.LanguageOf(path),
	})
	result.Documents = append(result.Documents, retrieve.Document{Document: d})
	for _, c := range chunk.Split(d, chunk.Options{}) {
		result.Hits = append(result.Hits, retrieve.Hit{Document: d, Chunk: c})
	}
}

func report(statements ...answer.Statement) answer.Draft {
	return answer.Draft{Writer: "a model", Form: answer.Report, Statements: statements}
}

func claim(text string, quotes ...string) answer.Statement {
	s := answer.Statement{Text: text}
	for _, q := range quotes {
		s.Quotes = append(s.Quotes, answer.Quote{Text: q, Hit: answer.NoHit})
	}
	return s
}

// checkHonest fails unless every citation stands where it says and every number
// in the answer is one of a citation.
func checkHonest(t *testing.T, c ground.Checked) {
	t.Helper()
	for i, citation := range c.Citations {
		s := citation.Document.Text
		switch {
		case citation.Number != i+1:
			t.Errorf("citation %d has the number %d", i+1, citation.Number)
		case citation.Span.Empty() || citation.Span.Start < 0 || len(s) < citation.Span.End:
			t.Fatalf("the span %v lies outside of a text of %d bytes", citation.Span, len(s))
		case s[citation.Span.Start:citation.Span.End] != citation.Quote:
			t.Errorf("the quote is %q, and at its span stands %q", citation.Quote, citation.Span.Of(s))
		case !utf8.ValidString(citation.Quote):
			t.Errorf("the quote %q cuts a character", citation.Quote)
		case citation.Ratio < 0.75 || 1 < citation.Ratio:
			t.Errorf("the ratio is %v", citation.Ratio)
		}
	}
	used := map[int]bool{}
	for _, s := range c.Statements {
		if len(s.Numbers) == 0 {
			t.Errorf("%q has no citation", s.Text)
		}
		for _, n := range s.Numbers {
			used[n] = true
		}
	}
	if len(used) != len(c.Citations) {
		t.Errorf("%d citations are used of %d", len(used), len(c.Citations))
	}
}

const barrow = `Halrun Barrow: a ship under a hill

The long mound at Halrun had been ploughed on three sides
when Wenna Astrop obtained leave to open it in the spring of 1912.
At his waist was a gold buckle weighing 412 grams; she was unable to lift the
ship, and no‑one has raised its twenty-three metre hull since.

“Nothing,” she wrote, “is as patient as oak.” The exca-
vation took 2 years … and cost 12,500 crowns.

It stood open in the wet March of that year to all who came, and the planks were unsafe to step
upon by day or night. There were -40 degrees of frost in that winter. A dive in that cold must end at 1,900
seconds; 1.500 seconds is the limit of a dive that is safe. A dive to the keel took 1.500.

- a ring of *twisted* gold wire
// Package oars steers a boat by
// counting strokes.

Short line
`

// TestPlaceOfQuote says what of the text is cited for a quote; "" for nothing.
func TestPlaceOfQuote(t *testing.T) {
	for _, c := range []struct{ why, quote, want string }{
		{"as it stands", "a gold buckle weighing 412 grams", "a gold buckle weighing 412 grams"},
		{"nearly, but of another name", "had been ploughed on two or three sides when Wenna Tarrow obtained leave to open it", ""},
		{"nearly, a name in other case", "on three of its sides when WENNA ASTROP obtained leave to open it", "on three sides\nwhen Wenna Astrop obtained leave to open it"},
		{"nearly, but of another month", "stood open in the wet May of that year to all who came", ""},
		{"nearly, but the opposite", "the planks were safe to step upon by day or night", ""},
		{"without the sign of a number", "40 degrees of frost in that winter", ""},
		{"half a number in front", "500 seconds is the limit of a dive", ""},
		{"half a number behind", "A dive in that cold must end at 1", ""},
		{"a number at the end of a sentence", "A dive to the keel took 1.500", "A dive to the keel took 1.500"},
		{"in quotation marks of the model", "“a gold buckle weighing 412 grams”", "a gold buckle weighing 412 grams"},
		{"over a line break", "ploughed on three sides when Wenna Astrop", "ploughed on three sides\nwhen Wenna Astrop"},
		{"in other case", "A GOLD BUCKLE Weighing", "a gold buckle weighing"},
		{"with straight quotation marks", `"Nothing," she wrote, "is as patient as oak."`, "Nothing,” she wrote, “is as patient as oak."},
		{"over a hyphen at the end of a line", "The excavation took 2 years", "The exca-\nvation took 2 years"},
		{"with a hyphen of another shape", "no-one has raised its twenty‑three metre hull", "no‑one has raised its twenty-three metre hull"},
		{"without emphasis", "a ring of twisted gold wire", "a ring of *twisted* gold wire"},
		{"with emphasis of the model", "a **gold buckle** weighing 412 grams", "a gold buckle weighing 412 grams"},
		{"over the mark of a comment", "steers a boat by counting strokes", "steers a boat by\n// counting strokes"},
		{"with a soft hyphen and a space that breaks nothing", "a gold buc\u00ADkle\u00A0weighing", "a gold buckle weighing"},
		{"nearly", "At his waist there was a golden buckle weighing 412 grams", "At his waist was a gold buckle weighing 412 grams"},
		{"nearly, but with another number", "At his waist there was a golden buckle weighing 421 grams", ""},
		{"nearly, but denied", "At his waist there was never a gold buckle weighing 412 grams", ""},
		{"with an ellipsis that the text has", "The excavation took 2 years ... and cost", "The exca-\nvation took 2 years … and cost"},
		{"half a word in front", "able to lift the ship, and no-one", ""},
		{"invented", "The king was buried with his two favourite hounds", ""},
		{"short", "gold buckle", ""},
		{"short, a whole line", "Short line", "Short line"},
		{"blank", " \n ", ""},
		{"marks alone", "...", ""},
		{"not UTF-8", "a gold buckle\xff weighing", ""},
	} {
		got := ground.Check(report(claim("It says so.", c.quote)), found(barrow))
		checkHonest(t, got)
		var quote string
		if len(got.Citations) > 0 {
			quote = got.Citations[0].Quote
		}
		if quote != c.want {
			t.Errorf("%s: %q is cited as %q, want %q", c.why, c.quote, quote, c.want)
		}
	}
}

// TestStandingOfStatement says whether a statement stands on a quote that is in
// the text.
func TestStandingOfStatement(t *testing.T) {
	for _, c := range []struct {
		why, statement, quote string
		stands                bool
	}{
		{"the same number", "It weighs 412 grams.", "a buckle weighing 412 grams", true},
		{"another number", "It weighs 421 grams.", "a buckle weighing 412 grams", false},
		{"a number that the quote lacks", "It weighs 412 grams, as of 1912.", "a buckle weighing 412 grams", false},
		{"digits grouped by a comma in the statement", "There were 4,116 beads.", "there were 4116 beads of carnelian", true},
		{"by a space in the quote", "There were 4116 beads.", "there were 4 116 beads of carnelian", true},
		{"by a space in the statement", "There were 12 500 beads.", "there were 12,500 beads of carnelian", true},
		{"two numbers beside one another", "On day 12 500 men came.", "on day 12 came 500 men to the wall", true},
		{"years are not grouped", "In 1951 100 men came.", "in 1951 there came 100 men to it", true},
		{"a decimal comma", "It is 2.3 metres high.", "es ist 2,3 Meter hoch gewesen", true},
		{"a number at the end of a sentence", "It fell in 1912.", "in the spring of 1912, it fell down", true},
		{"a piece of a number", "It weighs 41 grams.", "a buckle weighing 412 grams", false},
		{"a citation's number is none of the statement", "It weighs 412 grams [7].", "a buckle weighing 412 grams", true},
		{"another month", "It was sold on 3 March 1950.", "it was sold on 3 May 1950", false},
		{"another month alone", "It was sold in March.", "it was sold in the May of 1950", false},
		{"a month cut short", "It was sold on 3 Sept. 1950.", "it was sold on 3 September 1950", true},
		{"a date in digits", "It was sold on 12 March 1950.", "it was sold on 1950-03-12", true},
		{"a date with its month first", "It was sold on 31 December 1950.", "it was sold on 12/31/1950", true},
		{"a date with marks", "It was sold on March 2nd, 1950.", "it was sold on 1950/03/02 or 02.03.1950", true},
		{"another month", "It was sold on 31 December 1950.", "it was sold on 10/31/1950", false},
		{"a date in words", "It was sold on 1950-03-02.", "it was sold on March 2, 1950", true},
		{"another date in digits", "It was sold on 12 March 1950.", "it was sold on 1950-04-12", false},
		{"a verb like a month", "It may be sold, and June Tarrow may buy it.", "it could be sold, and she could buy it", true},
		{"another era", "It fell in 300 AD.", "it fell in 300 BC to the sea", false},
		{"an era by another name", "It fell in 300 B.C.", "it fell in 300 BCE to the sea", true},
		{"another era of a century", "It fell in the third century AD.", "it fell in the 3rd century BC", false},
		{"letters that are no era", "The AD server fell down.", "the directory server fell down", true},
		{"another number in words", "Seven coins were found.", "three coins were found in it", false},
		{"a number in words and in digits", "Three hundred and twenty-one coins were found.", "321 coins were found in it", true},
		{"a number in digits and in words", "There were 2,500,000 of them.", "two million five hundred thousand of them", true},
		{"digits with a word", "There were 1500000 of them.", "there were 1.5 million of them", true},
		{"digits without their word", "There were 2 of them.", "there were 2 million of them", false},
		{"two numbers in words", "Between one hundred and three hundred came.", "between 100 and 300 came to it", true},
		{"one of several", "One of the coins was found.", "a coin was found in the jar", true},
		{"one in digits", "There was 1 coin.", "there was one coin in the jar", true},
		{"two dozen", "There were 24 coins.", "there were two dozen coins in the jar", true},
		{"an ordinal", "It was the 3rd wall.", "it was the third wall of the fort", true},
		{"a lost sign", "It was 40 degrees.", "it was -40 degrees that night", false},
		{"a sign in words", "It was minus forty degrees.", "it was −40 degrees that night", true},
		{"a range is no sign", "Pages 10 and 40 are lost.", "the pages 10-40 are lost again", true},
		{"a full stop that may group or not", "It takes 1500 seconds.", "it takes 1.500 seconds in all", false},
		{"the same full stop", "It takes 1.500 seconds.", "it takes 1.500 seconds in all", true},
		{"full stops that group", "It takes 1,500,000 seconds.", "it takes 1.500.000 seconds in all", true},
		{"able and unable", "He was able to leave the city.", "he was unable to leave the city", false},
		{"an opposite", "The planks are safe to step upon.", "the planks are unsafe to step upon", false},
		{"an opposite that is denied", "The planks are not safe to step upon.", "the planks are unsafe to step upon", true},
		{"another opposite", "The key of the vault is valid.", "the key of the vault is invalid", false},
		{"no opposite", "The east side of the wall fell.", "inside of the wall the east fell", true},
		{"a denied quote", "True stones were found on the island.", "No true stone was found on the island.", false},
		{"a denied statement", "No true stone was found on the island.", "A true stone was found on the island.", false},
		{"both denied", "No gold was ever found in the ossuary.", "No gold was ever found here", true},
		{"denied by n't", "The gate was closed.", "The gate wasn’t closed in the evening", false},
		{"another clause is denied", "The pages had been cut out.", "The pages had been cut out, and nobody knows why", true},
		{"a denial of a whole list", "Silver was found.", "No gold, silver or jade was found", false},
		{"a denial that both make in a part", "Gold was found, but no silver was found.", "Gold was found but silver was not found", true},
	} {
		got := ground.Check(report(claim(c.statement, c.quote)), found("Once "+c.quote+" then"))
		checkHonest(t, got)
		if len(got.Citations)+len(got.Unsupported) == 0 {
			t.Errorf("%s: the statement is lost", c.why)
		}
		if stands := len(got.Statements) == 1; stands != c.stands {
			t.Errorf("%s: %q on %q: stands %v, want %v", c.why, c.statement, c.quote, stands, c.stands)
		}
		if len(got.Statements)+len(got.Unsupported) != 1 {
			t.Errorf("%s: the statement is lost", c.why)
		}
	}
}

// TestStandingInTheSentence says whether a statement stands on a quote that is cut
// out of a sentence of some file.
func TestStandingInTheSentence(t *testing.T) {
	for _, c := range []struct {
		why, path, content, quote, statement string
		stands                               bool
	}{
		{
			"a denial in front of the quote", "a.txt", "It is short. You should not delete the lock file by hand.",
			"delete the lock file by hand", "You should delete the lock file by hand.", false,
		},
		{
			"and the statement denies too", "a.txt", "It is short. You should not delete the lock file by hand.",
			"delete the lock file by hand", "Do not delete the lock file by hand.", true,
		},
		{
			"over a line break", "a.txt", "The method Close of a reader that is shared must not\nbe called from handlers.",
			"be called from handlers", "The method Close of a reader may be called from handlers.", false,
		},
		{
			"in a comment", "a.go", "package a\n\n// The method Close of a reader must not be\n// called from handlers.\nfunc Close()",
			"called from handlers", "The method Close of a reader is called from handlers.", false,
		},
		{
			"a sentence that denies another", "a.txt", "It is false that the tower fell.",
			"the tower fell", "The tower fell.", false,
		},
		{
			"and all that it joins", "a.txt", "It is not true that the wall leans, and the tower fell in the storm.",
			"the tower fell in the storm", "The tower fell in the storm.", false,
		},
		{
			"but not what stands beside a thing", "a.txt", "Nothing that the divers found was gold, and the hull was empty in the end.",
			"the hull was empty in the end", "The hull was empty.", true,
		},
		{
			"a denial behind the quote", "a.txt", "The tower of the old fort fell in no storm.",
			"The tower of the old fort fell", "The tower of the old fort fell in a storm.", false,
		},
		{
			"a denial in the sentence before", "a.txt", "The wall did not fall. The tower fell in a storm.",
			"The tower fell in a storm.", "The tower fell in a storm.", true,
		},
		{
			"a record of data", "a.yaml", "gate: open at noon\ntower: never open at night\n",
			"open at night", "The tower is open at night.", false,
		},
		{
			"another record", "a.yaml", "gate: never open at noon\ntower: open at night\n",
			"tower: open at night", "The tower is open at night.", true,
		},
	} {
		texts := &retrieve.Result{}
		addDocument(texts, c.path, c.content)
		got := ground.Check(report(claim(c.statement, c.quote)), texts)
		checkHonest(t, got)
		if stands := len(got.Statements) == 1; stands != c.stands {
			t.Errorf("%s: %q on %q: stands %v, want %v", c.why, c.statement, c.content, stands, c.stands)
		}
	}
}

// TestShortQuotesOfALongLine: what is short is looked up, not searched for, however
// long the text and however many the quotes. Looked for in each place anew, one of
// them takes most of a minute.
func TestShortQuotesOfALongLine(t *testing.T) {
	texts := found(strings.Repeat("e", 500_000) + "\n- ee\n")
	for quote, want := range map[string]string{"e": "", "ee": "ee", "- ee": "- ee", "eee": ""} {
		got := ground.Check(report(claim("It says e.", quote, quote, quote, quote)), texts)
		checkHonest(t, got)
		var cited string
		for _, c := range got.Citations {
			cited += c.Quote
		}
		if cited != want {
			t.Errorf("%q is cited as %q, want %q", quote, cited, want)
		}
	}
}

func TestNumbersFollowTheStatements(t *testing.T) {
	got := ground.Check(report(
		claim("Invented.", "this stands in no document at all"),
		claim("Oaks.", "the second text speaks of oaks", "the first text speaks of elms"),
		claim("Elms.", "the first text speaks of elms", "the first text speaks of elms"),
	), found("Here the first text speaks of elms.", "Here the second text speaks of oaks."))
	checkHonest(t, got)
	want := "- Oaks. [1] [2]\n- Elms. [2]"
	if diff := cmp.Diff(want, got.Text); diff != "" {
		t.Errorf("the answer (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"Invented."}, got.Unsupported); diff != "" {
		t.Errorf("the unsupported statements (-want +got):\n%s", diff)
	}
}

// TestNamedPassageComesFirst: of several places the one that the model read is
// cited, and another if it does not hold the quote.
func TestNamedPassageComesFirst(t *testing.T) {
	texts := found("All of it was sold in May.", "All of it was sold in May.", "Nothing here.")
	for hit, want := range map[int]string{0: "doc0.txt", 1: "doc1.txt", 2: "doc0.txt", answer.NoHit: "doc0.txt", 99: "doc0.txt"} {
		s := answer.Statement{Text: "Sold.", Quotes: []answer.Quote{{Text: "All of it was sold in May.", Hit: hit}}}
		got := ground.Check(report(s), texts)
		if path := got.Citations[0].Document.Path; path != want {
			t.Errorf("hit %d: cited is %s, want %s", hit, path, want)
		}
	}
}

// TestKnownSpan: a place that the writer names is taken if the quote stands
// there, and looked for if it does not.
func TestKnownSpan(t *testing.T) {
	texts := found("The wall is old. The wall is old.")
	for _, c := range []struct{ given, want text.Span }{
		{text.Span{Start: 17, End: 33}, text.Span{Start: 17, End: 33}},
		{text.Span{Start: 16, End: 32}, text.Span{Start: 0, End: 16}},
		{text.Span{Start: -5, End: 90}, text.Span{Start: 0, End: 16}},
	} {
		s := answer.Statement{Text: "Old.", Quotes: []answer.Quote{{Text: "The wall is old.", Hit: 0, Span: c.given}}}
		got := ground.Check(report(s), texts)
		checkHonest(t, got)
		if got.Citations[0].Span != c.want {
			t.Errorf("given %v: cited is %v, want %v", c.given, got.Citations[0].Span, c.want)
		}
	}
}

// TestRenderedPassage: a quote from a passage that was rendered is cited as what
// it was made from.
func TestRenderedPassage(t *testing.T) {
	raw := "name,weight\nbuckle of gold,412\n"
	row := text.Span{Start: 12, End: 30}
	rendered := `{"name": "buckle of gold", "weight": "412"}`
	d := &document.Document{Path: "finds.csv", Text: raw}
	texts := &retrieve.Result{Hits: []retrieve.Hit{{Document: d, Chunk: chunk.Chunk{
		Kind:  chunk.Table,
		Span:  row,
		Text:  rendered,
		Parts: []chunk.Part{{Chunk: text.Span{End: len(rendered)}, Source: row}},
	}}}}
	got := ground.Check(report(claim("It weighs 412.", `"name": "buckle of gold", "weight": "412"`)), texts)
	checkHonest(t, got)
	if len(got.Citations) != 1 || got.Citations[0].Quote != "buckle of gold,412" {
		t.Errorf("cited is %+v", got.Citations)
	}
}

// TestStitchedQuote: pieces around an ellipsis are cited each for itself, and
// count only if all of them stand somewhere.
func TestStitchedQuote(t *testing.T) {
	texts := found(strings.Repeat("Lorem ipsum dolor sit amet. ", 10) + "The king lay under the stone floor. " +
		strings.Repeat("Consetetur sadipscing elitr. ", 10) + "His sword was bent in two places.")
	whole := ground.Check(report(claim("Bent.", "The king lay under the stone floor. [...] His sword was bent in two places.")), texts)
	checkHonest(t, whole)
	if len(whole.Citations) != 2 {
		t.Errorf("there are %d citations, want 2", len(whole.Citations))
	}
	half := ground.Check(report(claim("Bent.", "The king lay under the stone floor. [...] Her crown was made of nettles.")), texts)
	if len(half.Citations) != 0 {
		t.Errorf("an invented half is cited by %q", half.Citations[0].Quote)
	}
}

func TestShortQuoteAsCell(t *testing.T) {
	s := "| Find | Year |\n| a ring | 1912 |\n"
	row := text.Span{Start: 16, End: 33}
	cell := document.Block{Kind: document.Cell, Span: text.Span{Start: 18, End: 24}}
	d := &document.Document{Path: "t.md", Text: s, Blocks: []document.Block{{
		Kind: document.Table, Span: text.Span{End: len(s)},
		Children: []document.Block{{Kind: document.Row, Span: row, Children: []document.Block{cell}}},
	}}}
	texts := &retrieve.Result{Documents: []retrieve.Document{{Document: d}}}
	for quote, want := range map[string]int{"a ring": 1, "ring": 0, "1912": 0} {
		got := ground.Check(report(claim("A ring.", quote)), texts)
		checkHonest(t, got)
		if len(got.Citations) != want {
			t.Errorf("%q has %d citations, want %d", quote, len(got.Citations), want)
		}
	}
}

// TestVerbatim: the words of a classic answer are never touched, whatever in
// them stands on nothing.
func TestVerbatim(t *testing.T) {
	reply := "He <b>said</b> \"the wall is old\" [1].\n\n![x](http://example.org/x)"
	d := answer.Draft{Form: answer.Verbatim, Text: reply, Statements: []answer.Statement{
		claim(`He said "the wall is old".`, "the wall is old"),
		claim("It was sold."),
	}}
	got := ground.Check(d, found("We know that the wall is old and leans."))
	checkHonest(t, got)
	if got.Text != reply {
		t.Errorf("the text is %q, want %q", got.Text, reply)
	}
	if diff := cmp.Diff([]string{"It was sold."}, got.Unsupported); diff != "" {
		t.Errorf("unsupported (-want +got):\n%s", diff)
	}
}

func TestExcerptsNameTheirDocuments(t *testing.T) {
	texts := found("Old Wall\n\nThe wall is old and leans.", "x = f(a[1]) // the second entry is called\ny = 2")
	d := answer.Draft{Form: answer.Excerpts}
	for hit, raw := range []string{"The wall is old and leans.", "x = f(a[1]) // the second entry is called"} {
		s := texts.Hits[hit].Document.Text
		start := strings.Index(s, raw)
		d.Statements = append(d.Statements, answer.Statement{
			Text:   raw,
			Quotes: []answer.Quote{{Text: raw, Hit: hit, Span: text.Span{Start: start, End: start + len(raw)}}},
		})
	}
	got := ground.Check(d, texts)
	checkHonest(t, got)
	want := "- **Old Wall**: The wall is old and leans. [1]\n" +
		`- **doc1.txt**: x = f(a\[1\]) // the second entry is called [2]`
	if diff := cmp.Diff(want, got.Text); diff != "" {
		t.Errorf("the answer (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"Old Wall"}, got.Citations[0].Titles); diff != "" {
		t.Errorf("the titles (-want +got):\n%s", diff)
	}
}

// FuzzCheck gives any text, any quote and any statement, and asks that what is
// cited stands where it is said to stand.
func FuzzCheck(f *testing.F) {
	f.Add(barrow, "a gold buckle weighing 412 grams", "It weighs 412 grams.", 0, 0, 5)
	f.Add(barrow, "The excavation took 2 years ... cost 12,500 crowns", "12 500 [1]", 7, 3, 9)
	f.Add("ΑΣ ŉ İstanbul «ﬁ» — e\u0301 ", "ας ŉ i̇stanbul \"ﬁ\" - é", "…", -1, -3, 99)
	f.Add("a\u00AD-\r\n> b\\*c\xff 漢字漢字漢字漢字漢字漢字漢字", "漢字漢字漢字漢字漢字漢字", "漢", 1, 1, 2)
	f.Add("漢字漢字漢字", "漢字漢", "字", 0, 0, 18) // words that overlap
	f.Fuzz(func(t *testing.T, s, quote, statement string, hit, start, end int) {
		if !utf8.ValidString(s) || len(s) > 4000 || len(quote) > 1000 {
			return
		}
		texts := found(s, "Another text that says that nothing was found.")
		d := report(answer.Statement{Text: statement, Quotes: []answer.Quote{
			{Text: quote, Hit: hit, Span: text.Span{Start: start, End: end}},
			{Text: text.Span{Start: start, End: end}.Of(s), Hit: 0, Span: text.Span{Start: start, End: end}},
		}})
		d.Form = answer.Form(uint(hit) % 3)
		checkHonest(t, ground.Check(d, texts))
	})
}
