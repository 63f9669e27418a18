package ground_test

import (
	"strings"
	"testing"

	"docuquest/core/answer"
	"docuquest/core/answer/ground"
	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
)

// TestNormalForm says what of a text is cited for a quote that is written with other
// characters; "" for nothing.
func TestNormalForm(t *testing.T) {
	for _, c := range []struct{ why, content, quote, want string }{
		{"a ligature in the text", "the ﬁnal ofﬁce of the ﬂeet", "the final office of the fleet", "the ﬁnal ofﬁce of the ﬂeet"},
		{"a ligature in the quote", "the final office of the fleet", "the ﬁnal ofﬁce of the ﬂeet", "the final office of the fleet"},
		{"accents as characters of their own", "the cafe\u0301 by the old river", "the café by the old river", "the cafe\u0301 by the old river"},
		{"accents in one character", "the café by the old river", "the cafe\u0301 by the old river", "the café by the old river"},
		{"wide letters", "the ＡＢＣ of the old river", "the abc of the old river", "the ＡＢＣ of the old river"},
		{"a power", "an area of 12 km² in all", "an area of 12 km2 in all", "an area of 12 km² in all"},
		{"half of what one character stands for", "where ﬂoods of the old river came", "loods of the old river came", "ﬂoods of the old river came"},
		{"a letter without its accent", "this is the old café", "this is the old cafe", ""},
		{"emoji", "the 🚣‍♂️ boat of\r\nthe old river", "THE 🚣‍♂️ BOAT OF THE OLD RIVER", "the 🚣‍♂️ boat of\r\nthe old river"},
	} {
		got := ground.Check(report(claim("It says so.", c.quote)), found("Once "+c.content+"."))
		checkHonest(t, got)
		if quote := quotes(got); quote != c.want {
			t.Errorf("%s: %q is cited as %q, want %q", c.why, c.quote, quote, c.want)
		}
	}
}

// quotes are those of an answer, parted by bars.
func quotes(c ground.Checked) string {
	var all []string
	for _, citation := range c.Citations {
		all = append(all, citation.Quote)
	}
	return strings.Join(all, "|")
}

// TestLikenessInWholeDocuments: what a model changed a little is found far from all
// passages, in a document of 2 MB.
func TestLikenessInWholeDocuments(t *testing.T) {
	filler := strings.Repeat("The wall of the fort is old and leans to the sea where no ship lands. ", 15_000)
	const wanted = "Seven bracelets of blue glass lay in the second chamber under a floor of lime"
	d := &document.Document{Path: "long.txt", Text: filler + wanted + ". " + filler}
	first := chunk.Chunk{Kind: chunk.Prose, Span: text.Span{End: 70}, Text: d.Text[:70]}
	texts := &retrieve.Result{Hits: []retrieve.Hit{{Document: d, Chunk: first}}}
	got := ground.Check(report(claim("It says so.", "Seven bracelets of blue glass were in the second chamber below a floor of lime")), texts)
	checkHonest(t, got)
	if quotes(got) != wanted || got.Citations[0].Ratio == 1 {
		t.Errorf("cited is %q", quotes(got))
	}
}

// TestNearlyButInvented: what is like a sentence but for an end that nobody wrote is
// no quote.
func TestNearlyButInvented(t *testing.T) {
	texts := found("The funding for many projects of the town was provided through the old company of Galveston.")
	for quote, want := range map[string]string{
		"The funding for many projects of the town was provided through an old company of Galveston": "The funding for many projects of the town was provided through the old company of Galveston",
		"The funding for many projects of the town was provided through what to do now":              "",
		"The funding for many projects of the town was provided by thieves, gamblers and smugglers":  "",
	} {
		got := ground.Check(report(claim("It says so.", quote)), texts)
		checkHonest(t, got)
		if quotes(got) != want {
			t.Errorf("%q is cited as %q, want %q", quote, quotes(got), want)
		}
	}
}

// TestStitchedQuotes says what is cited for the pieces of a quote; "" if not all of
// them stand near one another in one document and in their order.
func TestStitchedQuotes(t *testing.T) {
	near := "The king lay under the stone floor. His head was to the east. His sword was bent in two places. " +
		"The king lay under the stone floor."
	far := "The queen lay under the oak floor. " + strings.Repeat("It rained on all of them for days. ", 40) + "Her ring was lost in the sea."
	for _, c := range []struct{ why, quote, want string }{
		{"in order", "The king lay under ... sword was bent in two", "The king lay under|sword was bent in two"},
		{"in order, with brackets", "The king lay under […] sword was bent in two", "The king lay under|sword was bent in two"},
		{"three pieces", "The king lay under ... to the east ... bent in two places", ""},
		{"three long pieces", "The king lay under … head was to the east … bent in two places", "The king lay under|head was to the east|bent in two places"},
		{"layout and case", "THE KING LAY UNDER ... sword  was *bent* in two", "The king lay under|sword was bent in two"},
		{"ellipses at the ends", "... head was to the east ...", "head was to the east"},
		{"in another order", "sword was bent in two places ... His head was to the east", ""},
		{"the second place of a piece", "sword was bent in two places ... The king lay under", "sword was bent in two places|The king lay under"},
		{"too far", "The queen lay under the oak floor ... Her ring was lost in the sea", ""},
		{"of two documents", "The king lay under ... Her ring was lost in the sea", ""},
		{"one piece changed", "The king lay under ... sword was found in two places", ""},
	} {
		got := ground.Check(report(claim("It says so.", c.quote)), found(near, far))
		checkHonest(t, got)
		if quotes(got) != c.want {
			t.Errorf("%s: %q is cited as %q, want %q", c.why, c.quote, quotes(got), c.want)
		}
	}
}

// TestShortQuotes: a quote of less than 12 characters counts as a whole line, heading
// or cell, whatever its case and marks.
func TestShortQuotes(t *testing.T) {
	s := "# The **Finds**\n\na ring of gold\n"
	d := &document.Document{Path: "t.md", Text: s, Blocks: []document.Block{{
		Kind: document.Section, Title: "The Finds", Span: text.Span{End: len(s)},
		Children: []document.Block{{Kind: document.Heading, Span: text.Span{End: 15}}},
	}}}
	texts := &retrieve.Result{Documents: []retrieve.Document{{Document: d}}}
	for quote, want := range map[string]string{"the finds": "# The **Finds**", "Finds": "", "a ring": ""} {
		got := ground.Check(report(claim("Finds.", quote)), texts)
		checkHonest(t, got)
		if quotes(got) != want {
			t.Errorf("%q is cited as %q, want %q", quote, quotes(got), want)
		}
	}
}

// TestRowsAsTheyWereShown: a row that a model copies with other white space is the
// row of the file, and its column's name gives the unit.
func TestRowsAsTheyWereShown(t *testing.T) {
	raw := "name,weight in grams\nbuckle of gold,412\n"
	row := text.Span{Start: 21, End: 39}
	rendered := `[{"name": "buckle of gold", "weight in grams": "412"}]`
	d := &document.Document{Path: "finds.csv", Text: raw}
	texts := &retrieve.Result{Hits: []retrieve.Hit{{Document: d, Chunk: chunk.Chunk{
		Kind: chunk.Table, Span: row, Text: rendered,
		Parts: []chunk.Part{{Chunk: text.Span{End: len(rendered)}, Source: row}},
	}}}}
	for quote, want := range map[string]ground.Verdict{
		"{\"name\": \"buckle of gold\",\n \"weight in grams\": \"412\"}": ground.Supported,
		`{"name": "buckle of lead", "weight in grams": "421"}`:           ground.Unsupported,
	} {
		c := ground.NewChecker(answer.Report, texts)
		f := c.Add(claim("The gold buckle weighs 412 grams.", quote))
		checkHonest(t, c.Checked())
		if f.Verdict != want {
			t.Errorf("%s: %s, want %s (lacks %q)", quote, f.Verdict, want, f.Lacks)
		}
	}
}
