package retrieve

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"docuquest/core/index"
	"docuquest/core/search/question"
)

var letterbox = map[string]string{
	"a.txt": "Who receives? You receive the parcel in the morning. The postman has a received parcel, and Andersen signs.",
	"b.txt": "They receive parcels. The field is configured at the beginning, with a separate postman.",
	"c.go":  "package parcel\n\nfunc openEnvelope() {}\n\n// The recede of the tide, and a café.\n",
}

// Whatever is asked, nothing but the words that are named changes.
func FuzzCorrect(f *testing.F) {
	for _, seed := range []string{"recieve parsel", "Ĳssel recieve", "\xff recieve", "“recieve” «parsel` parsel", "ﬁeldd"} {
		f.Add(seed)
	}
	r, _ := newRetriever(letterbox)
	f.Fuzz(func(t *testing.T, asked string) {
		q, made, _ := r.correct(Query{Question: question.Of(asked)})
		left := asked
		for _, c := range made {
			if !strings.Contains(left, c.Word) || c.As == "" {
				t.Fatalf("%q: %q is corrected to %q", asked, c.Word, c.As)
			}
			left = left[strings.Index(left, c.Word)+len(c.Word):]
		}
		if made == nil && q.Question.Text != asked || utf8.ValidString(asked) && !utf8.ValidString(q.Question.Text) {
			t.Fatalf("%q became %q", asked, q.Question.Text)
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
		r.correct(Query{Question: question.Of("recieve")})
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
