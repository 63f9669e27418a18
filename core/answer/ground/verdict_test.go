package ground_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/answer"
	"docuquest/core/answer/ground"
)

// TestVerdicts says what of a statement its quote does not say. The quote is part of
// a document with the title on top.
func TestVerdicts(t *testing.T) {
	const title = "Halrun Barrow 1912\n\n"
	for _, c := range []struct {
		why, quote, statement string
		want                  ground.Verdict
		lacks                 []string
	}{
		{"a unit in another spelling", "the wall is 12 km long", "The wall is 12 kilometres long.", ground.Supported, nil},
		{"a unit beside its number", "a dose of 12mg/kg for 3-year-old rats", "A dose of 12 milligrams per kg went to rats of 3 years.", ground.Supported, nil},
		{"per cent", "some 12% of them", "Some 12 per cent of them.", ground.Supported, nil},
		{"another unit", "the wall is 12 km long", "The wall is 12 miles long.", ground.Unsupported, []string{"12 miles"}},
		{"another size of a unit", "it holds 12 MiB of text", "It holds 12 MB of text.", ground.Unsupported, []string{"12 MB"}},
		{"another currency", "it was sold for $12 million", "It was sold for €12 million.", ground.Unsupported, []string{"€12 million"}},
		{"money in words", "it was sold for $12m to them", "It was sold for 12 million dollars.", ground.Supported, nil},
		{"the unit of a list", "with 10, 20 or 30 mg of it", "With 10 mg of it.", ground.Supported, nil},
		{"another unit of a list", "with 10, 20 or 30 mg of it", "With 10 kg of it.", ground.Unsupported, []string{"10 kg"}},
		{"a unit that the quote lacks", "the weight of it was 412 then", "The weight of it was 412 grams.", ground.Partly, []string{"412 grams"}},
		{"a unit that the quote has elsewhere", "weight in grams, of it: 412 then", "The weight of it was 412 g.", ground.Supported, nil},
		{"years are no seconds", "it fell in the 1990s to the sea", "It fell in the 1990s.", ground.Supported, nil},
		{"zeros that say nothing", "a share of 0.50 of them", "A share of .5 of them.", ground.Supported, nil},

		{"a day of another date", "from 3 March 1950 to 12 April 1951 it stood", "It stood on 12 March 1950.", ground.Unsupported, []string{"12 March 1950"}},
		{"a day of a range", "from March 3 to 12, 1950 it stood", "It stood on 12 March 1950.", ground.Supported, nil},
		{"a date with slashes", "it was sold on 05/01/1950 to them", "It was sold on 5 January 1950.", ground.Supported, nil},
		{"a month of another year", "sold in May 2003 or June 2005", "It was sold in June 2003.", ground.Unsupported, []string{"June 2003"}},
		{"a year of the title", "it was opened in spring by them", "In 1912 it was opened by them.", ground.Supported, nil},

		{"a name that is not there", "she opened the mound in spring", "She opened the mound of Tarrow in spring.", ground.Partly, []string{"Tarrow"}},
		{"a name of two words", "she opened the mound in spring", "In spring Wenna Astrop opened the mound.", ground.Partly, []string{"Wenna Astrop"}},
		{"a name of the title", "she opened the mound in spring", "In spring she opened the mound of Halrun.", ground.Supported, nil},
		{"another ending", "the Germans opened the mound", "The mound was opened by German men.", ground.Supported, nil},
		{"a short form", "the World Health Organization opened it", "It was opened by the WHO.", ground.Supported, nil},
		{"another code", "the gene p53 was seen in all of them", "In all of them p63 was seen.", ground.Unsupported, []string{"63", "p63"}},

		{"a turned comparison", "the east wall is higher than the west wall", "The east wall is lower than the west wall.", ground.Unsupported, []string{"lower"}},
		{"one of two", "more men than women came, and fewer boys than girls", "Fewer men than women came, and fewer boys than girls.", ground.Unsupported, []string{"fewer"}},
		{"an opposite that is denied", "no more than 12 of them came", "At most 12 of them came.", ground.Supported, nil},
		{"before and after", "the gate fell before the wall fell", "The gate fell after the wall fell.", ground.Unsupported, []string{"after"}},
		{"a comparison that the quote lacks", "the east wall is high and old", "The east wall is older and high.", ground.Partly, []string{"older"}},
		{"a comparison in other words", "the rate rose in all years", "The rate increased in all years.", ground.Supported, nil},

		{"a denial", "the gate was open in the evening", "The gate was not open in the evening.", ground.Unsupported, []string{"not"}},
		{"a denial that is lost", "the gate was never open in the evening", "The gate was open in the evening.", ground.Unsupported, []string{"without “never”"}},
		{"a denial in a short form", "the gate did not open in the evening", "The gate didn't open in the evening.", ground.Supported, nil},
		{"a word that may be meant as one", "the gate failed to open in the evening", "The gate did not open in the evening.", ground.Supported, nil},
		{"a denial of what is left out", "the gate, which nobody had ever seen before that day, was open", "The gate was open.", ground.Supported, nil},
		{"the name of a city", "the gate of the Forbidden City was open", "The gate of the Forbidden City was open.", ground.Supported, nil},

		{"another matter", "she opened the mound in spring", "Rats prefer blue cheese to yellow cheese.", ground.Partly, []string{"most of its words"}},
		{"a third of its words by chance", "she saw in it a unique collection of serial publications", "Individual name collectors have also published books of aptronyms.", ground.Partly, []string{"most of its words"}},
		{"short words in the plural", "the first text speaks of elms", "Both texts speak of an elm.", ground.Supported, nil},
		{"no quote", "", "She opened the mound.", ground.Unsupported, []string{"no quote was found"}},
	} {
		checker := ground.NewChecker(answer.Report, found(title+"Once "+c.quote+"."))
		got := checker.Add(claim(c.statement, c.quote))
		checkHonest(t, checker.Checked())
		if got.Unchecked {
			t.Errorf("%s: %q is not checked", c.why, c.statement)
		}
		if got.Verdict != c.want {
			t.Errorf("%s: %q on %q is %s, want %s", c.why, c.statement, c.quote, got.Verdict, c.want)
		}
		if diff := cmp.Diff(c.lacks, got.Lacks); diff != "" {
			t.Errorf("%s: %q on %q lacks (-want +got):\n%s", c.why, c.statement, c.quote, diff)
		}
	}
}

// TestCheckerAsItGrows: statements that come one after the other get the numbers
// that they have in the whole answer.
func TestCheckerAsItGrows(t *testing.T) {
	texts := found("Here the first text speaks of elms.", "Here the second text speaks of oaks.")
	draft := report(
		claim("The second speaks of oaks.", "the second text speaks of oaks"),
		claim("This stands nowhere.", "this stands in no document at all"),
		claim("The first of Tarrow speaks of elms.", "the first text speaks of elms"),
		claim("Both texts speak.", "the first text speaks of elms", "the second text speaks of oaks"),
	)
	checker := ground.NewChecker(draft.Form, texts)
	var got []ground.Finding
	for _, s := range draft.Statements {
		got = append(got, checker.Add(s))
		checkHonest(t, checker.Checked())
	}
	want := []ground.Finding{
		{Verdict: ground.Supported, Text: "The second speaks of oaks.", Numbers: []int{1}},
		{Verdict: ground.Unsupported, Text: "This stands nowhere.", Lacks: []string{"no quote was found"}},
		{Verdict: ground.Partly, Text: "The first of Tarrow speaks of elms.", Numbers: []int{2}, Lacks: []string{"Tarrow"}},
		{Verdict: ground.Supported, Text: "Both texts speak.", Numbers: []int{2, 1}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(ground.Check(draft, texts), checker.Checked()); diff != "" {
		t.Errorf("the answer as a whole and as it grew (-want +got):\n%s", diff)
	}
	const text = "- The second speaks of oaks. [1]\n" +
		"- The first of Tarrow speaks of elms. [2] *(not in the quotes: Tarrow)*\n" +
		"- Both texts speak. [2] [1]"
	if diff := cmp.Diff(text, checker.Checked().Text); diff != "" {
		t.Errorf("the text (-want +got):\n%s", diff)
	}
}
