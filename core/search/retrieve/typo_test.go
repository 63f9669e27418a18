package retrieve

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"docuquest/core/index"
	"docuquest/core/search/embed/static"
)

var letterbox = map[string]string{
	"a.txt": "Who receives? You receive the parcel in the morning. The postman has a received parcel, and Andersen signs.",
	"b.txt": "They receive parcels. The field is configured at the beginning, with a separate postman.",
	"c.go":  "package parcel\n\nfunc openEnvelope() {}\n\n// The recede of the tide, and a café.\n",
}

// Words that stand nowhere are replaced by those that were meant, and no others.
func TestCorrect(t *testing.T) {
	r, _ := newRetriever(letterbox)
	r.Lexicon = static.BuiltIn()
	r.Nouns = kinds
	for _, test := range []struct{ question, want, corrected string }{
		{"When do we recieve the parcel?", "When do we receive the parcel?", "recieve→receive"},
		{"recieve", "receive", "recieve→receive"},
		{"Recieve parcels", "receive parcels", "Recieve→receive"},
		{"Who recieves the parsel?", "Who receives the parcel?", "recieves→receives parsel→parcel"},
		{"does a postman recieve the parsel?", "does a postman receive the parcel?", "recieve→receive parsel→parcel"},
		{"the seperate begining", "the separate begining", "seperate→separate"}, // the other one has the right stem
		{"feild in the parcel", "field in the parcel", "feild→field"},
		{"the envelpoe of a parcel", "the envelope of a parcel", "envelpoe→envelope"},
		{"the ecnvelope", "the envelope", "ecnvelope→envelope"},
		{"the xnvelope", "the xnvelope", ""}, // nobody gets the first letter wrong
		{"the nevelope of a parcel", "the envelope of a parcel", "nevelope→envelope"},
		{"who is Andresen of the parcel", "who is andersen of the parcel", "Andresen→andersen"},

		{"receive the parcel", "receive the parcel", ""},
		{"the mortgage of the parcel", "the mortgage of the parcel", ""}, // a word, and not in any file
		{"the gems of the parcel", "the gems of the parcel", ""},
		{"`recieve` of the parcel", "`recieve` of the parcel", ""},
		{`"we recieve" of the parcel`, `"we recieve" of the parcel`, ""},
		{"recieve2 parcel 12345", "recieve2 parcel 12345", ""},
		{"max_recieve parcel", "max_recieve parcel", ""},
		{"onRecieve parcel", "onRecieve parcel", ""},
		{"RECIEVE parcel", "RECIEVE parcel", ""},
		{"parcel.recieve and recieve(x) in the parcel", "parcel.recieve and recieve(x) in the parcel", ""},
		{"docs/recieve parcel", "docs/recieve parcel", ""},
		{"teh parcel", "teh parcel", ""},
		{"is Fiedl in the parcel", "is Fiedl in the parcel", ""}, // a short name
		{"dumbeldore quiditch griffindor recieve", "dumbeldore quiditch griffindor recieve", ""},
		{"", "", ""},
	} {
		q, made := r.correct(Query{Text: test.question})
		var corrected []string
		for _, c := range made {
			corrected = append(corrected, c.Word+"→"+c.As)
		}
		same(t, test.question, test.want, q.Text)
		same(t, test.question+": corrected", test.corrected, strings.Join(corrected, " "))
	}
	q, _ := r.correct(Query{Text: "recieve", Mode: Boolean})
	same(t, "boolean", "recieve", q.Text)
}

// A word that is longer than any in a language is left as it is.
func TestCorrectGiant(t *testing.T) {
	letters := strings.Repeat("abcde", mostLetters)
	longest, giant := letters[:mostLetters], letters[:mostLetters+1]
	r, _ := newRetriever(map[string]string{"a.txt": longest + "f " + giant + "f"})
	q, _ := r.correct(Query{Text: longest})
	same(t, "the longest", longest+"f", q.Text)
	q, _ = r.correct(Query{Text: giant[:mostLetters-1] + "xx"})
	same(t, "one more", giant[:mostLetters-1]+"xx", q.Text)
}

// What was corrected is found as if it had been written so, and is not missing.
func TestFindCorrected(t *testing.T) {
	r, _ := newRetriever(letterbox)
	result := find(t, r, Query{Text: "recieve the parcels"})
	same(t, "documents", []string{"a.txt", "b.txt", "c.go"}, paths(result))
	same(t, "missing", []string(nil), result.Missing)
	same(t, "corrected", []Correction{{"recieve", "receive"}}, result.Corrected)
}

// The most frequent of the words that are as near is the one that was meant.
func TestNearestForm(t *testing.T) {
	r, _ := newRetriever(map[string]string{"a.txt": "stone", "b.txt": "stove stone", "c.txt": "stove store", "d.txt": "stove"})
	for typed, want := range map[string]string{"stoe": "", "sotve": "stove", "stobe": "stove", "stonne": "stone", "stores": ""} {
		_, made := r.correct(Query{Text: typed})
		got := ""
		if len(made) > 0 {
			got = made[0].As
		}
		same(t, typed, want, got)
	}
}

// Whatever is asked, nothing but the words that are named changes.
func FuzzCorrect(f *testing.F) {
	for _, seed := range []string{"recieve parsel", "Ĳssel recieve", "\xff recieve", "“recieve” «parsel` parsel", "ﬁeldd"} {
		f.Add(seed)
	}
	r, _ := newRetriever(letterbox)
	f.Fuzz(func(t *testing.T, question string) {
		q, made := r.correct(Query{Text: question})
		left := question
		for _, c := range made {
			if !strings.Contains(left, c.Word) || c.As == "" {
				t.Fatalf("%q: %q is corrected to %q", question, c.Word, c.As)
			}
			left = left[strings.Index(left, c.Word)+len(c.Word):]
		}
		if made == nil && q.Text != question || utf8.ValidString(question) && !utf8.ValidString(q.Text) {
			t.Fatalf("%q became %q", question, q.Text)
		}
	})
}

// A slip is looked for among 600,000 forms.
func BenchmarkCorrect(b *testing.B) {
	r := &Retriever{Library: index.New()}
	small, s := newRetriever(nil)
	var words strings.Builder
	for i := range 600_000 {
		fmt.Fprintf(&words, "%s ", wordNumber(i))
	}
	r.Source, r.Parsers = s, small.Parsers
	r.Library.Put(r.Parsers.Parse(fileOf("words.txt", words.String())))
	for b.Loop() {
		r.correct(Query{Text: "recieve"})
	}
}

// wordNumber makes words of four to twelve letters.
func wordNumber(i int) string {
	n := uint64(i)*2654435761 + 12345
	word := make([]byte, 4+n%9)
	for k := range word {
		n = n*6364136223846793005 + 1442695040888963407
		word[k] = byte('a' + n>>33%26)
	}
	return string(word)
}
