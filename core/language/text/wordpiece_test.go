package text_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/unicode/norm"

	"docuquest/core/language/text"
)

// vocabulary is a small one in the spelling of the large one.
var vocabulary = strings.Fields(`[PAD] [UNK] un affable able run the user name get http server caf cafe naive
	utf ##8 ##aff ##able ##run ##ning ##s ##e ##er a b c x ##a ##b ##x , . - _ ( ) ' 2024 20 ##24 ü α 中 “ ” ... €
	a# telecommunications ##telecommunications tele ##communication ##communications`)

// TestPieces: every piece is written as what it is, and as what it was made from where
// that is something else.
func TestPieces(t *testing.T) {
	long := strings.Repeat("ab", 50)
	for _, test := range []struct {
		about, text string
		code        bool
		want        string
	}{
		{about: "nothing", text: "", want: ""},
		{about: "nothing but space", text: " \t\r\n\v\f\u00a0", want: ""},
		{about: "whole words, and the longest piece first", text: "the unaffable", want: "the un ##aff ##able"},
		{about: "capitals", text: "The USER", want: "the=The user=USER"},
		{about: "a word that cannot be cut to its end", text: "runz the", want: "[UNK]=runz the"},
		{about: "signs stand alone, also those that are letters but for a bit", text: "a,b.(c)@", want: "a , b . ( c ) [UNK]=@"},
		{about: "a sign starts no piece of several", text: "a# a", want: "a [UNK]=# a"},
		{about: "digits", text: "2024 utf8", want: "2024 utf ##8"},
		{about: "underscores", text: "user_name", want: "user _ name"},
		{about: "underscores in code", text: "__user_name", code: true, want: "user name"},
		{about: "case in prose", text: "getUserName", want: "[UNK]=getUserName"},
		{about: "case in code", text: "getUserName", code: true, want: "get user=User name=Name"},
		{about: "capitals in code", text: "HTTPServers HTTP utf8Able", code: true, want: "http=HTTP server=Server ##s http=HTTP utf ##8 able=Able"},
		{about: "accents", text: "Café CAFÉ naïve", want: "cafe=Café cafe=CAFÉ naive=naïve"},
		{about: "accents that are characters of their own", text: "cafe\u0301s", want: "cafe=cafe\u0301 ##s"},
		{about: "ü is u", text: "Ünaffable", want: "un=Ün ##aff ##able"},
		{about: "other scripts", text: "α β", want: "α [UNK]=β"},
		{about: "Chinese", text: "中a中文", want: "中 a 中 [UNK]=文"},
		{about: "quotation marks", text: "“a”b…", want: "“ a ” b [UNK]=…"},
		{about: "signs that are no punctuation belong to words", text: "€ €a", want: "€ € ##a"},
		{about: "what cannot be seen", text: "na\u00adive\u200b \u200b \x00run\x7f", want: "naive=na\u00adive run"},
		{about: "bytes that are no text", text: "\xffrun\xff the", want: "run the"},
		{about: "pieces longer than a key", text: "telecommunications Telecommunications xTELEcommunications", want: "telecommunications telecommunications=Telecommunications x ##telecommunications=TELEcommunications"},
		{about: "a long piece inside of a word", text: "aTELECOMMUNICATIONS", want: "a ##telecommunications=TELECOMMUNICATIONS"},
		{about: "nearly a long piece", text: "telecommunicationer", want: "tele ##communication ##er"},
		{about: "a hundred characters", text: long, want: "a" + strings.Repeat(" ##b ##a", 49) + " ##b"},
		{about: "more than a hundred", text: long + "a the", want: "[UNK]=" + long + "a the"},
		{about: "more than a hundred that are not all ASCII", text: long + "ä the", want: "[UNK]=" + long + "ä the"},
		{about: "a hundred with marks", text: long + "\u0301", want: "a" + strings.Repeat(" ##b ##a", 49) + " ##b=b\u0301"},
	} {
		got := written(text.NewWordPiece(vocabulary), test.text, test.code)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: %q (-want +got):\n%s", test.about, test.text, diff)
		}
	}
}

// written gives the pieces of a text in one line.
func written(w *text.WordPiece, s string, code bool) string {
	var pieces []string
	for number, span := range w.Pieces(s, code) {
		piece := vocabulary[number]
		if source := span.Of(s); strings.TrimPrefix(piece, "##") != source {
			piece += "=" + source
		}
		pieces = append(pieces, piece)
	}
	return strings.Join(pieces, " ")
}

// Whoever has seen enough gets no more.
func TestPiecesStop(t *testing.T) {
	w := text.NewWordPiece(vocabulary)
	for _, s := range []string{"unaffable unaffable", "ünaffable the", "the user", "getUserName", "中中"} {
		n := 0
		for range w.Pieces(s, true) {
			n++
			break
		}
		if n != 1 {
			t.Errorf("%q: %d pieces", s, n)
		}
	}
}

func TestUnknown(t *testing.T) {
	w := text.NewWordPiece([]string{"a"})
	if w.Unknown() != -1 {
		t.Errorf("[UNK] has the number %d", w.Unknown())
	}
	for number, span := range w.Pieces("b", false) {
		if number != -1 || span != (text.Span{Start: 0, End: 1}) {
			t.Errorf("%d at %v", number, span)
		}
	}
}

// Each letter gets the plain one that Unicode's own tables give it.
func TestAccentsOfLatin(t *testing.T) {
	var letters []string
	for r := 'a'; r <= 'z'; r++ {
		letters = append(letters, string(r))
	}
	w := text.NewWordPiece(letters)
	for r := rune(0x80); r < 0x10000; r++ {
		plain, _ := utf8.DecodeRuneInString(norm.NFD.String(strings.ToLower(string(r))))
		want := int(plain - 'a')
		if plain < 'a' || 'z' < plain {
			want = -1
		}
		for number := range w.Pieces(string(r), false) {
			if number != want {
				t.Errorf("%c: piece %d, want %d", r, number, want)
			}
		}
	}
}

// Many distinct pieces find their way into the tables, and out.
func TestManyPieces(t *testing.T) {
	var many []string
	for i := range 20_000 {
		many = append(many, fmt.Sprintf("w%x", i))
	}
	w := text.NewWordPiece(many)
	for i, piece := range many {
		for number := range w.Pieces(piece, false) {
			if number != i {
				t.Fatalf("%s is %d, want %d", piece, number, i)
			}
		}
	}
}

// plainPieces is the definition, word by word, for texts of plain ASCII.
func plainPieces(s string) []string {
	separated := strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, strings.ToLower(s))
	for _, sign := range "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~" {
		separated = strings.ReplaceAll(separated, string(sign), " "+string(sign)+" ")
	}
	var pieces []string
	for _, word := range strings.Fields(separated) {
		pieces = append(pieces, plainCut(word)...)
	}
	return pieces
}

func plainCut(word string) (pieces []string) {
	if len(word) > 100 {
		return []string{text.Unknown}
	}
	for rest, prefix := word, ""; rest != ""; prefix = "##" {
		n := len(rest)
		for n > 0 && !slices.Contains(vocabulary, prefix+rest[:n]) {
			n--
		}
		if n == 0 {
			return []string{text.Unknown}
		}
		pieces = append(pieces, prefix+rest[:n])
		rest = rest[n:]
	}
	return pieces
}

func FuzzPieces(f *testing.F) {
	for _, seed := range []string{
		"", "The unaffable getUserName_s, 2024!", "caf\u00e9 cafe\u0301 中文 \x00\xff", strings.Repeat("ab", 60), "aB€İK",
		"tele telecommunicationers \u0301\u0301 a\u0301", strings.Repeat("é", 120),
	} {
		f.Add(seed)
	}
	w := text.NewWordPiece(vocabulary)
	f.Fuzz(func(t *testing.T, s string) {
		for _, code := range []bool{false, true} {
			at := 0
			for number, span := range w.Pieces(s, code) {
				if number < 0 || len(vocabulary) <= number {
					t.Fatalf("piece %d", number)
				}
				if span.Start < at || span.End <= span.Start || len(s) < span.End {
					t.Fatalf("%v after %d of %d", span, at, len(s))
				}
				if !onBorder(s, span.Start) || !onBorder(s, span.End) {
					t.Fatalf("%v is inside of a character", span)
				}
				at = span.End
			}
		}
		if strings.ContainsFunc(s, func(r rune) bool { return (r < ' ' && !strings.ContainsRune("\t\n\v\f\r", r)) || r >= 0x7f }) {
			return
		}
		var got []string
		for number := range w.Pieces(s, false) {
			got = append(got, vocabulary[number])
		}
		if diff := cmp.Diff(plainPieces(s), got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", s, diff)
		}
	})
}

// onBorder reports whether no character is cut at an offset. A byte that is no text is
// a character of its own.
func onBorder(s string, at int) bool {
	for start := max(0, at-utf8.UTFMax+1); start < at; start++ {
		if r, size := utf8.DecodeRuneInString(s[start:]); r != utf8.RuneError && start+size > at {
			return false
		}
	}
	return true
}

func BenchmarkPieces(b *testing.B) {
	files := goSource(b)
	w := text.NewWordPiece(vocabulary)
	for b.Loop() {
		n := 0
		for _, f := range files {
			for range w.Pieces(f, true) {
				n++
			}
		}
	}
}
