package ground_test

import (
	"encoding/binary"
	"flag"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"docuquest/core/answer"
	"docuquest/core/answer/ground"
	"docuquest/core/document/chunk"
	"docuquest/core/document/markdown"
	"docuquest/core/document/plain"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
)

var (
	citationCount = flag.Int("citations", 1000, "how many citations TestCitations looks at")
	citationSeed  = flag.Uint64("citationseed", 1, "the seed of its texts")
)

// TestCitations quotes random texts with random edits. Whatever is cited, the text at
// its range is the quote, in each of the three encodings of positions, counted here
// by other means.
func TestCitations(t *testing.T) {
	t.Logf("seed %d", *citationSeed)
	w := textMaker{rand.New(rand.NewPCG(*citationSeed, 0))}
	shown, asked := 0, 0
	for shown < *citationCount {
		d, found := w.document()
		var quotes []answer.Quote
		for range 20 {
			quotes = append(quotes, answer.Quote{Text: w.edited(w.stretch(d)), Hit: answer.NoHit})
		}
		asked += len(quotes)
		got := ground.Check(report(answer.Statement{Text: "It says so.", Quotes: quotes}), found)
		checkHonest(t, got)
		for _, c := range got.Citations {
			shown++
			for _, e := range []text.Encoding{text.UTF8, text.UTF16, text.UTF32} {
				r := text.NewLines(c.Document.Text).Range(c.Span, e)
				if at := textAt(c.Document.Text, r, e); at != c.Quote {
					t.Fatalf("in %s the text at %v is %q, and the quote %q, of %q", e, r, at, c.Quote, d)
				}
			}
		}
	}
	if shown < asked/3 {
		t.Errorf("of %d quotes only %d are cited", asked, shown)
	}
}

// A textMaker makes texts and quotes at random.
type textMaker struct{ *rand.Rand }

var syllables = strings.Fields(`wall gold of the ship No never 412 1,900 12,5 é cafe` + "\u0301" + ` naïve Größe 漢字 かな ไทย
	😀 👩‍🚀 🇫🇷 ﬁnd *ring* _max_ max_retry ` + "`x<y>`" + ` it's “so” "so" — - ex-it soft` + "\u00AD" + `ly … ... (a) [1] # > // | a|b ´ ½ ² Ⅳ İ ß ς ΑΣ`)

// document makes a text, and what a search finds in the file that holds it: in one of
// the encodings of files, with or without a byte order mark, with line ends of either
// kind.
func (w textMaker) document() (string, *retrieve.Result) {
	var b strings.Builder
	for range 20 + w.IntN(200) {
		b.WriteString(syllables[w.IntN(len(syllables))])
		b.WriteString([]string{" ", " ", " ", " ", "  ", ", ", ". ", "\n", "\n\n", "\n- ", "\u00A0"}[w.IntN(11)])
	}
	content := b.String()
	if w.IntN(2) == 0 {
		content = strings.ReplaceAll(content, "\n", "\r\n")
	}
	f := file.File{Identity: file.Identity{URI: "file:///a.md"}, Path: "a.md", Content: w.encoded(content)}
	d := plain.Parser{}.Parse(f)
	if w.IntN(2) == 0 {
		d = new(markdown.Parser).Parse(f)
	}
	d = d.AsRead()
	found := &retrieve.Result{Documents: []retrieve.Document{{Document: d}}}
	for _, c := range chunk.Split(d, chunk.Options{}) {
		if w.IntN(2) == 0 {
			found.Hits = append(found.Hits, retrieve.Hit{Document: d, Chunk: c})
		}
	}
	return d.Text, found
}

func (w textMaker) encoded(content string) string {
	switch w.IntN(4) {
	case 0:
		return "\uFEFF" + content
	case 1:
		return utf16Text(binary.LittleEndian, content)
	case 2:
		return utf16Text(binary.BigEndian, content)
	}
	return content
}

func utf16Text(order binary.AppendByteOrder, content string) string {
	var b []byte
	for _, unit := range utf16.Encode([]rune("\uFEFF" + content)) {
		b = order.AppendUint16(b, unit)
	}
	return string(b)
}

// stretch is a piece of a text, on the borders of characters.
func (w textMaker) stretch(s string) string {
	start := w.IntN(len(s))
	end := min(len(s), start+w.IntN(200))
	for start < len(s) && !utf8.RuneStart(s[start]) {
		start++
	}
	for end < len(s) && !utf8.RuneStart(s[end]) {
		end++
	}
	return s[start:max(start, end)]
}

// edited is a quote as a model may write it.
func (w textMaker) edited(s string) string {
	words := strings.Fields(s)
	switch w.IntN(8) {
	case 0:
		return strings.ToUpper(s)
	case 1:
		return strings.Join(words, " ")
	case 2:
		return strings.NewReplacer("*", "", "_", "", "`", "", "“", `"`, "”", `"`, "—", "-", "\u00AD", "").Replace(s)
	case 3:
		if n := len(words); n > 6 {
			return strings.Join(words[:n/3], " ") + " ... " + strings.Join(words[n*2/3:], " ")
		}
	case 4:
		if n := len(words); n > 0 {
			words[w.IntN(n)] = syllables[w.IntN(len(syllables))]
		}
		return strings.Join(words, " ")
	}
	return s
}

var lineEnds = regexp.MustCompile("\r\n|\n|\r")

// textAt is what stands at a range, whose characters it counts in units of the
// encoding from the start of each line.
func textAt(s string, r text.Range, e text.Encoding) string {
	return s[offsetAt(s, r.Start, e):offsetAt(s, r.End, e)]
}

func offsetAt(s string, p text.Position, e text.Encoding) int {
	at := 0
	for range p.Line {
		at += lineEnds.FindStringIndex(s[at:])[1]
	}
	for units := 0; units < p.Character; {
		r, size := utf8.DecodeRuneInString(s[at:])
		at += size
		switch e {
		case text.UTF8:
			units += size
		case text.UTF16:
			units += utf16.RuneLen(r)
		default:
			units++
		}
	}
	return at
}
