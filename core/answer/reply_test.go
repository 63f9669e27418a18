package answer

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/language/text"
)

// said is all that a reply holds.
type said struct {
	claims []claim
	reply  reply
}

// parse reads a reply in pieces.
func parse(pieces ...string) said {
	var s said
	r := newReplyReader(func(c claim) bool { s.claims = append(s.claims, c); return true })
	defer r.close()
	for _, piece := range pieces {
		r.add(piece)
	}
	r.finish()
	s.reply = r.parser.reply
	return s
}

// replies are what models make of the reply that they are asked for.
var replies = func() []replyCase {
	one := said{claims: []claim{{text: "It is old.", quotes: []claimQuote{{"the wall is old", 2}}}}}
	two := said{claims: []claim{one.claims[0], {text: "It leans.", quotes: []claimQuote{{"it leans", 1}}}}}
	aside := func(words int) said { return said{one.claims, reply{aside: words}} }
	prose := func(text string) said { return said{[]claim{{text: text}}, reply{prose: true}} }
	plain := func(texts ...string) said {
		var s said
		for _, text := range texts {
			s.claims = append(s.claims, claim{text: text})
		}
		return s
	}
	return []replyCase{
		{"as it was asked for", `{"statements": [{"text": "It is old.", "quotes": [{"passage": 2, "quote": "the wall is old"}]}], "missing": ""}`, one},
		{
			"a fence, and prose with braces around it",
			"Here {you} are:\n```json\n{\"statements\": [{\"text\": \"It is old.\", \"quotes\": [{\"passage\": 2, \"quote\": \"the wall is old\"}]}]}\n```\nAnything else?", aside(5),
		},
		{"a fence alone", "```\n[{\"text\": \"It is old.\", \"quotes\": [{\"passage\": 2, \"quote\": \"the wall is old\"}]}]\n```", one},
		{"a thought with a draft in it", "<think>{\"statements\": [\"No.\"]}?</think>\n{\"statements\": [{\"text\": \"It is old.\", \"quotes\": [{\"passage\": 2, \"quote\": \"the wall is old\"}]}]}", one},
		{"the number as a string, the quote by another name", `{"statements": [{"text": "It is old.", "quotes": [{"passage": "[2]", "text": "the wall is old"}]}]}`, one},
		{"the number in words", `{"Statements": [{"Text": "It is old.", "Quotes": [{"passage": "passage 2 of 9", "quote": "the wall is old"}]}]}`, one},
		{"the number beside the quotes, one object for a list", `{"statements": {"statement": "It is old.", "passage": 2, "quotes": "the wall is old"}}`, one},
		{"a bare list", `[{"claim": "It is old.", "quote": {"source": 2, "words": "the wall is old"}}]`, one},
		{"a list in a list, a claim in a claim", `{"claims": [[{"claim": {"text": "It is old.", "quotes": [{"passage": 2, "quote": "the wall is old"}]}}]]}`, one},
		{"an object around it", `{"answer": {"statements": [{"text": "It is old.", "quotes": [{"passage": 2, "quote": "the wall is old"}]}]}}`, one},
		{"one answer with substrings for quotes", `{"answer": "It is old.", "substrings": ["the wall is old", "an old wall"]}`, said{claims: []claim{{text: "It is old.", quotes: []claimQuote{{"the wall is old", 0}, {"an old wall", 0}}}}}},
		{"an object for each line", `{"text": "It is old.", "passage": 2, "quote": "the wall is old"}` + "\n" + `{"text": "It leans.", "passage": 1, "quote": "it leans"}`, two},
		{
			"two replies, with the first claim in both",
			`{"statements": [{"text": "It is old.", "passage": 2, "quotes": ["the wall is old"]}]} {"statements": [{"text": "It is old.", "passage": 2, "quotes": ["the wall is old"]}, {"text": "It leans.", "passage": 1, "quotes": ["it leans"]}]}`,
			two,
		},
		{"a text beside the list", `{"answer": "It is an old wall.", "confidence": 1, "statements": [{"text": "It is old.", "passage": 2, "quotes": ["the wall is old"]}]}`, aside(5)},
		{"marks of Python", `{'statements': [{'text': 'It is old.', 'quotes': [{'passage': 2, 'quote': 'the wall is old'}]}]}`, one},
		{"an apostrophe in them", `{'statements': ['The wall's old.']}`, plain("The wall's old.")},
		{"commas too many and too few", `{"statements": [,{"text": "It is old." "quotes": [{"passage": 2 "quote": "the wall is old",},],},]}`, one},
		{
			"a brace that nothing closes",
			`{"statements": [{"text": "It is old.", "quotes": [{"passage": 2, "quote": "the wall is old"}], {"text": "It leans.", "quotes": [{"passage": 1, "quote": "it leans"}]}]}`, two,
		},
		{
			"two claims in one object",
			`{"statements": [{"text": "It is old.", "quotes": [{"passage": 2, "quote": "the wall is old"}], "text": "It leans.", "quotes": [{"passage": 1, "quote": "it leans"}]}]}`,
			said{claims: []claim{{text: "It is old. It leans.", quotes: []claimQuote{{"the wall is old", 2}, {"it leans", 1}}}}},
		},
		{"line breaks and quotation marks in a string", "{\"statements\": [{\"text\": \"She said \"yes\" to\nit.\"}]}", plain("She said \"yes\" to\nit.")},
		{"a comma behind such a mark", `{"statements": [{"text": "She said "yes", then "no", and left.", "quotes": []}]}`, plain(`She said "yes", then "no", and left.`)},
		{"a colon behind such a mark", `{"statements": [{"text": "She said "yes": it is.", "quotes": []}]}`, plain(`She said "yes": it is.`)},
		{"escapes, good and bad", `{"statements": ["\u00e9\ud83d\ude00\n\"\_\u12"]}`, plain("é😀\n\"\\_\uFFFD12")},
		{
			"an end in the middle of a quote",
			`{"statements": [{"text": "One.", "quotes": ["the first"]}, {"text": "Two.", "quotes": ["the sec`,
			said{[]claim{{text: "One.", quotes: []claimQuote{{"the first", 0}}}, {text: "Two.", quotes: []claimQuote{{"the sec", 0}}}}, reply{cut: true}},
		},
		{
			"an end in the middle of a text, whose quotes prove nothing then",
			`{"statements": [{"quotes": ["the wall is not old"], "text": "The wall is n`,
			said{[]claim{{text: "The wall is n …", half: true}}, reply{cut: true}},
		},
		{"an end in the middle of a name", `{"statements": ["One."], "miss`, said{plain("One.").claims, reply{cut: true}}},
		{"an end behind a thought", "<think>It says {\"it\": 1}.", prose("<think>It says {\"it\": 1}.")},
		{"statements as strings and as something else", `{"statements": ["One.", 12, {"odd": "Two."}, null, {}]}`, plain("One.", "12", "odd: Two.")},
		{"quotes alone", `{"statements": [{"quotes": ["the wall is old"]}]}`, said{claims: []claim{{quotes: []claimQuote{{"the wall is old", 0}}}}}},
		{"a list that nothing closes", `{"statements":[{"text": "It is old.", "quotes": [{"passage": 2, "quote": "the wall is old"}]}}`, one},
		{
			"two lists that nothing closes, and another member behind them",
			`{"statements":[{"text": "It is old.", "quotes": [{"passage": 2, "quote": "the wall is old"}}, "missing": "Its age."}`,
			said{one.claims, reply{missing: "Its age."}},
		},
		{"braces too many", `{"statements":[{"text": "One."}}, {"text": "Two."}}]}`, plain("One.", "Two.")},
		{"braces doubled", `{"statements":[{{"text": "One."}}, {{"text": "Two."}}]}`, plain("One.", "Two.")},
		{"claims without a letter or a digit", `{"statements": ["}", "One.", {"text": "..."}, "漢"]}`, plain("One.", "漢")},
		{"claims with the numbers of others", `{"statements": [{"revises": 2, "text": "It leans."}, {"revises": "1", "text": null}]}`, said{claims: []claim{{text: "It leans.", revises: 2}, {revises: 1}}}},
		{"marks alone", "}", said{reply: reply{prose: true}}},
		{"a refusal", `{"statements": [], "missing": "No wall was found."}`, said{reply: reply{missing: "No wall was found."}}},
		{"a refusal by null", `{"statements": null}`, said{}},
		{"nothing", " \n", said{reply: reply{prose: true}}},
		{"no JSON at all", " The wall is old.\n", prose("The wall is old.")},
		{"another object", `{"error": "too long"}`, prose(`{"error": "too long"}`)},
		{"braces that hold nothing", "It is {old} [1].", prose("It is {old} [1].")},
		{"a list in prose", `The names ["a", "b"] are taken.`, prose(`The names ["a", "b"] are taken.`)},
		{"a list of strings alone", "```json\n[\"One.\", \"Two.\"]\n```", plain("One.", "Two.")},
	}
}()

type replyCase struct {
	why, in string
	want    said
}

var compareSaid = cmp.AllowUnexported(said{}, reply{}, claim{}, claimQuote{})

func TestParseReply(t *testing.T) {
	for _, c := range replies {
		if diff := cmp.Diff(c.want, parse(c.in), compareSaid); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.why, diff)
		}
	}
}

// TestReplyInPieces: wherever a reply is cut, the pieces say what the whole says, and
// what was emitted at the cut is the front of it.
func TestReplyInPieces(t *testing.T) {
	for _, c := range replies {
		bytes := strings.Split(c.in, "")
		if diff := cmp.Diff(c.want, parse(bytes...), compareSaid); diff != "" {
			t.Errorf("%s, byte by byte (-want +got):\n%s", c.why, diff)
		}
		for at := range len(c.in) + 1 {
			if diff := cmp.Diff(c.want, parse(c.in[:at], c.in[at:]), compareSaid); diff != "" {
				t.Fatalf("%s, cut at %d (-want +got):\n%s", c.why, at, diff)
			}
		}
	}
}

// TestClaimsComeAtOnce: a claim is there as soon as its last byte is.
func TestClaimsComeAtOnce(t *testing.T) {
	for _, c := range []struct {
		why, in string // | stands where a claim has to be there
	}{
		{"objects", `{"statements": [{"text": "One.", "quotes": ["a"]}|, {"text": "Two."}|], "missing": ""}`},
		{"a fence and prose before them", "So {it} is:\n```json\n{\"statements\": [{\"text\": \"One.\"}|, {\"text\": \"Two.\"}|"},
		{"a brace that is missing", `{"statements": [{"text": "One.", "quotes": ["a"], {|"text": "Two."}|`},
		{"strings", `{"statements": ["One.",  "|Two."]|}`},
		{"a bare list", `[{"text": "One."}|, {"text": "Two."}|`},
		{"lines", "{\"text\": \"One.\"}|\n{\"text\": \"Two.\"}|"},
		{"no JSON, which is known at the end", `One and {two}`},
	} {
		claims := 0
		r := newReplyReader(func(claim) bool { claims++; return true })
		parts := strings.SplitAfter(c.in, "|")
		for i, part := range parts {
			part, marked := strings.CutSuffix(part, "|")
			for j := range len(part) {
				if claims != i {
					t.Errorf("%s: %d claims in front of %q", c.why, claims, part[j:])
				}
				r.add(part[j : j+1])
			}
			if marked && claims != i+1 {
				t.Errorf("%s: %d claims behind %q, want %d", c.why, claims, part, i+1)
			}
		}
		r.close()
	}
}

// BenchmarkReply reads replies of a megabyte that are as bad as can be, in pieces of a
// few bytes. The time for each byte is to be the same for all lengths.
func BenchmarkReply(b *testing.B) {
	for _, part := range []string{
		`{"text": "a", "quotes": [{"passage": 1, "quote": "b"}]}, `,
		"[", `{"a":`, `["`, `{"`, `" `, `",`, "} , ", `"text": "a" `, `\u`, "<think>", `[[[["a":`, "{ ", " ",
	} {
		for _, front := range []string{"", `{"statements": [`, `{"statements": ["`} {
			b.Run(front+part, func(b *testing.B) {
				text := front + strings.Repeat(part, 1<<20/len(part))
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					readInPieces(text, 16)
				}
			})
		}
	}
}

func readInPieces(text string, size int) {
	r := newReplyReader(func(claim) bool { return true })
	defer r.close()
	for text != "" {
		n := min(size, len(text))
		r.add(text[:n])
		text = text[n:]
	}
	r.finish()
}

// FuzzParseReply asks that no reply does harm, that one without JSON is one claim, and
// that pieces say what the whole says, and never take back what they said.
func FuzzParseReply(f *testing.F) {
	for i, c := range replies {
		f.Add(c.in, uint64(i))
	}
	f.Add("```json\n{\"statements\":[\"a\\u00", uint64(0))
	f.Add(strings.Repeat("[", 1000)+strings.Repeat(`{"a":`, 1000), uint64(0))
	f.Add(`{"statements": ["a" "b", ,, : } ] "c`, uint64(0))
	f.Fuzz(func(t *testing.T, in string, seed uint64) {
		whole := parse(in)
		trimmed := strings.TrimSpace(in)
		if text.HasLetterOrDigit(in) && !strings.ContainsAny(in, "{[<") && (len(whole.claims) != 1 || whole.claims[0].text != trimmed) {
			t.Errorf("%q became %+v", in, whole)
		}
		for _, c := range whole.claims {
			if !c.isFilled() && c.revises == 0 {
				t.Errorf("%q has a claim that says nothing", in)
			}
		}
		pieces := cutAnywhere(in, rand.New(rand.NewPCG(seed, 0)))
		if diff := cmp.Diff(whole, parse(pieces...), compareSaid); diff != "" {
			t.Errorf("%q, cut to %q (-whole +pieces):\n%s", in, pieces, diff)
		}
	})
}

// cutAnywhere cuts a text to pieces of a few bytes.
func cutAnywhere(s string, random *rand.Rand) []string {
	var pieces []string
	for s != "" {
		n := 1 + random.IntN(min(len(s), 20))
		pieces, s = append(pieces, s[:n]), s[n:]
	}
	return pieces
}
