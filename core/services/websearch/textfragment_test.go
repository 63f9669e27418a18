package websearch_test

import (
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"docuquest/core/services/websearch"
)

// A place in a text is linked to by words that a browser finds there and nowhere else.
func TestFragmentLink(t *testing.T) {
	long := "The committee met in the old town hall of the city on the third of May and after six hours of talks agreed that the bridge should be built of stone."
	for _, c := range []struct{ name, text, quote, want string }{
		{"a sentence", "One. Two words here. Three.", "Two words here.", "Two%20words%20here."},
		{"what has a meaning in a directive", "a-b, c & d = 50% #1", "a-b, c & d = 50% #1", "a%2Db%2C%20c%20%26%20d%20%3D%2050%25%20%231"},
		{"what has a meaning in Markdown", "see f(x)[1] *now* _or_ ~never~", "f(x)[1] *now* _or_ ~never~", "f%28x%29%5B1%5D%20%2Anow%2A%20%5For%5F%20%7Enever%7E"},
		{"letters of other scripts", "Größe: 漢字", "Größe: 漢字", "Gr%C3%B6%C3%9Fe%3A%20%E6%BC%A2%E5%AD%97"},
		{"space around and inside", "a  b \t c d", " b \t c ", "b%20c"},
		{"words that the range cuts", "unbelievable stories", "believable stor", "unbelievable%20stories"},
		{"a script without spaces is not widened", "東京都に住む", "京都", "%E4%BA%AC%E9%83%BD"},
		{"several lines", "Head of it\nfirst line here\nlast line there\nmore", "first line here\nlast line there", "first%20line%20here,last%20line%20there"},
		{"a long sentence", long + " More.", long, "The%20committee%20met%20in%20the%20old,bridge%20should%20be%20built%20of%20stone."},
		{"words that stand elsewhere", "He won in 1990.\nThe score was 3.\nShe won in 1990. And again.", "won in 1990.", "He-,won%20in%201990.,-The%20score%20was"},
		{"a line before", "alpha beta\nYes\ngamma\nYes\ndelta", "Yes", "alpha%20beta-,Yes,-gamma"},
		{"more words around", "a x y z Yes u v w b\nc x y z Yes u v w d", "Yes", "a%20x%20y%20z-,Yes,-u%20v%20w%20b"},
		{"other case is the same to a browser", "yes.\nfoo\nYES", "YES", "foo-,YES"},
		{"nothing", "abc", "", ""},
		{"space alone", "a   c", "  ", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			start := strings.Index(c.text, c.quote)
			want := "https://h/p?a=1"
			if c.want != "" {
				want += "#:~:text=" + c.want
			}
			got := websearch.FragmentLink("https://h/p?a=1#old", c.text, start, start+len(c.quote))
			if got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

// Whatever the text and the range, the link is an address of ASCII whose parts stand in
// the text.
func FuzzFragmentLink(f *testing.F) {
	f.Add("He won.\nShe won, too - & more.", 8, 15)
	f.Add("東京都に住む\nYes\xff", 3, 40)
	f.Add("a\u0301b \u00a0 c", 1, 2)
	f.Fuzz(func(t *testing.T, text string, start, end int) {
		if !utf8.ValidString(text) {
			return
		}
		link := websearch.FragmentLink("https://h/", text, start, end)
		directive, found := strings.CutPrefix(link, "https://h/#:~:text=")
		if !found {
			if link != "https://h/" {
				t.Fatalf("no address: %q", link)
			}
			return
		}
		for part := range strings.SplitSeq(directive, ",") {
			plain, err := url.PathUnescape(strings.Trim(part, "-"))
			if err != nil || strings.Join(strings.Fields(plain), " ") != plain || plain == "" {
				t.Fatalf("part %q of %q: %v", part, link, err)
			}
			if !strings.Contains(strings.Join(strings.Fields(text), " "), plain) {
				t.Fatalf("%q stands nowhere in %q", plain, text)
			}
		}
	})
}
