package answer

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestParseReply reads what models make of the reply that they are asked for.
func TestParseReply(t *testing.T) {
	one := reply{claims: []claim{{"It is old.", []claimQuote{{"the wall is old", 2}}}}}
	for _, c := range []struct {
		why, in string
		want    reply
	}{
		{"as it was asked for", `{"statements": [{"text": "It is old.", "quotes": [{"passage": 2, "quote": "the wall is old"}]}], "missing": ""}`, one},
		{
			"a fence, and prose with braces around it",
			"Here {you} are:\n```json\n{\"statements\": [{\"text\": \"It is old.\", \"quotes\": [{\"passage\": 2, \"quote\": \"the wall is old\"}]}]}\n```\nAnything else?", one,
		},
		{"the number as a string, the quote by another name", `{"statements": [{"text": "It is old.", "quotes": [{"passage": "[2]", "text": "the wall is old"}]}]}`, one},
		{"the number beside the quotes, one object for a list", `{"statements": {"statement": "It is old.", "passage": 2, "quotes": "the wall is old"}}`, one},
		{"a bare list", `[{"claim": "It is old.", "quote": {"source": 2, "words": "the wall is old"}}]`, one},
		{"commas too many and too few", `{"statements": [,{"text": "It is old.", "quotes": [{"passage": 2 "quote": "the wall is old",},],},]}`, one},
		{
			"line breaks and quotation marks in a string",
			"{\"statements\": [{\"text\": \"She said \"yes\" to\nit.\"}]}",
			reply{claims: []claim{{"She said \"yes\" to\nit.", nil}}},
		},
		{
			"escapes, good and bad",
			`{"statements": ["\u00e9\ud83d\ude00\n\"\_\u12"]}`,
			reply{claims: []claim{{"é😀\n\"\\_\uFFFD12", nil}}},
		},
		{
			"an end in the middle of a quote",
			`{"statements": [{"text": "One.", "quotes": ["the first"]}, {"text": "Two.", "quotes": ["the sec`,
			reply{claims: []claim{{"One.", []claimQuote{{"the first", 0}}}, {"Two.", []claimQuote{{"the sec", 0}}}}, cut: true},
		},
		{"an end in the middle of a name", `{"statements": ["One."], "miss`, reply{claims: []claim{{"One.", nil}}, cut: true}},
		{"statements as strings and as something else", `{"statements": ["One.", 12, {"odd": "Two."}, null, {}]}`, reply{claims: []claim{{"One.", nil}, {"12", nil}, {"odd: Two.", nil}}}},
		{"quotes alone", `{"statements": [{"quotes": ["the wall is old"]}]}`, reply{claims: []claim{{"", []claimQuote{{"the wall is old", 0}}}}}},
		{
			"a list that nothing closes", `{"statements":[{"text": "It is old.", "quotes": [{"passage": 2, "quote": "the wall is old"}]}}`, one,
		},
		{
			"two lists that nothing closes, and another member behind them",
			`{"statements":[{"text": "It is old.", "quotes": [{"passage": 2, "quote": "the wall is old"}}, "missing": "Its age."}`,
			reply{claims: one.claims, missing: "Its age."},
		},
		{
			"braces too many",
			`{"statements":[{"text": "One."}}, {"text": "Two."}}]}`,
			reply{claims: []claim{{"One.", nil}, {"Two.", nil}}},
		},
		{"claims without a letter or a digit", `{"statements": ["}", "One.", {"text": "..."}, "漢"]}`, reply{claims: []claim{{"One.", nil}, {"漢", nil}}}},
		{"marks alone", "}", reply{}},
		{"a refusal", `{"statements": [], "missing": "No wall was found."}`, reply{missing: "No wall was found."}},
		{"a refusal by null", `{"statements": null}`, reply{}},
		{"nothing", " \n", reply{}},
		{"no JSON at all", "The wall is old.", reply{claims: []claim{{"The wall is old.", nil}}}},
		{"another object", `{"error": "too long"}`, reply{claims: []claim{{"error: too long", nil}}}},
		{"braces that hold nothing", "It is {old}.", reply{claims: []claim{{"It is {old}.", nil}}}},
	} {
		if diff := cmp.Diff(c.want, parseReply(c.in), cmp.AllowUnexported(reply{}, claim{}, claimQuote{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.why, diff)
		}
	}
}

// FuzzParseReply asks that no reply does harm and that one without JSON is one
// claim.
func FuzzParseReply(f *testing.F) {
	f.Add(`{"statements": [{"text": "a", "quotes": [{"passage": 1, "quote": "b"}]}], "missing": "c"}`)
	f.Add("```json\n{\"statements\":[\"a\\u00")
	f.Add(strings.Repeat("[", 1000) + strings.Repeat(`{"a":`, 1000))
	f.Add(`{"statements": ["a" "b", ,, : } ] "c`)
	f.Fuzz(func(t *testing.T, in string) {
		r := parseReply(in)
		text := strings.TrimSpace(in)
		if saysAnything(text) && !strings.ContainsAny(in, "{[") && (len(r.claims) != 1 || r.claims[0].text != text) {
			t.Errorf("%q became %+v", in, r)
		}
		for _, c := range r.claims {
			if !saysAnything(c.text) && len(c.quotes) == 0 {
				t.Errorf("%q has a claim that says nothing", in)
			}
		}
	})
}
