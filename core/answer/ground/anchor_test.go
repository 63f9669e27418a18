package ground_test

import (
	"strings"
	"testing"

	"docuquest/core/answer/ground"
	"docuquest/core/language/text"
)

// What the ratio of a case may be.
const (
	nowhere = iota
	alike   // from 0.75 to below 1
	same
)

// Each case is a text in which ‹ › mark where the quote stood, and [ ] what is found,
// if anything is.
var findCases = []struct {
	name, quote, text string
	here              bool
	ratio             int
}{
	{"as it stood", "The jade lies here.", "A.\n‹[The jade lies here.]›\n", true, same},
	{"further along the line", "The jade lies here.", "A.\n‹Now and› then. [The jade lies here.]\n", true, same},
	{"on the next line", "The jade lies here.", "A.\n‹Now.›\n[The jade lies here.]\n", false, same},
	{"the nearest", "The jade.", "The jade.\n‹Now.›\n[The jade.]\n\n\nThe jade.\n", false, same},
	{"the one on the lines", "The jade.", "The jade.\n‹Now.\nB. [The jade.]›\n", true, same},
	{"the one at the place", "The jade.", "The jade. ‹[The jade.]›\n", true, same},
	{"broken elsewhere", "The jade lies here.", "‹[The jade\r\n  lies here.]›", true, same},
	{"in a quotation, emphasised", "The jade lies here.", "‹> [The **jade**\n> lies here.]›", true, same},
	{"inside of a word", "able to swim", "‹They are [unable to swim]›.", true, alike},
	{"inside of a number", "500 men came", "‹So [1.500 men came]›.", true, alike},
	{"a figure changed", "It was dug out in 1931 by men.", "‹[It was dug out in 1932 by men.]›", true, alike},
	{"case changed", "The jade lies here.", "‹[The Jade lies here.]›", true, alike},
	{"a hyphen went", "It was a re-creation of it.", "‹[It was a recreation of it.]›", true, alike},
	{"an underscore went", "the max_retry of three", "‹[the maxretry of three]›", true, alike},
	{"changed and moved", "It was dug out in 1931 by men.", "‹No.›\n\n\n" + strings.Repeat("x\n", 99) + "[It was dug out in 1932 by men.]", false, alike},
	{"changed at its place", "It was dug out in 1931 by men.", "‹[It was dug out in 1932 by four men.]›\n" + strings.Repeat("x\n", 99) + "It was dug out in 1930 by men.", true, alike},
	{"short, changed", "in 1931", "‹[in 1932]›", true, alike},
	{"short, like another", "in 1931", "‹Now.›\nin 1932\n", false, nowhere},
	{"short, moved", "in 1931", "‹Now.›\n[in 1931]\n", false, same},
	{"gone", "The jade lies here.", "‹Nobody knows.›\n", false, nowhere},
	{"an empty text", "The jade lies here.", "‹›", false, nowhere},
	{"no quote", " ", "‹a›", false, nowhere},
	{"emoji", "The 😀 lies here.", "🙂\n‹🙂 [The 😀 lies here.]›\n", true, same},
}

func TestFind(t *testing.T) {
	for _, test := range findCases {
		t.Run(test.name, func(t *testing.T) {
			source, near, want := marked(test.text)
			got := ground.NewAnchorage(source).Find(test.quote, near)
			if got.Span != want {
				t.Errorf("found %q at %v, want %q", got.Span.Of(source), got, want.Of(source))
			}
			if got.Here != test.here {
				t.Errorf("here is %v", got.Here)
			}
			ratio := nowhere
			switch {
			case got.Ratio == 1:
				ratio = same
			case 0.75 <= got.Ratio && got.Ratio < 1:
				ratio = alike
			case got.Ratio != 0:
				t.Errorf("the ratio is %v", got.Ratio)
			}
			if ratio != test.ratio {
				t.Errorf("the ratio is %v", got.Ratio)
			}
		})
	}
}

// marked takes ‹ › and [ ] out of a text.
func marked(s string) (source string, near, found text.Span) {
	var out strings.Builder
	for _, r := range s {
		switch at := out.Len(); r {
		case '‹':
			near.Start = at
		case '›':
			near.End = at
		case '[':
			found.Start = at
		case ']':
			found.End = at
		default:
			out.WriteRune(r)
		}
	}
	return out.String(), near, found
}

// Whatever a text and a quote hold, what is found lies in the text, cuts no character
// and is what its ratio says.
func FuzzFind(f *testing.F) {
	for _, test := range findCases {
		source, near, _ := marked(test.text)
		f.Add(source, test.quote, near.Start, near.End)
	}
	f.Fuzz(func(t *testing.T, source, quote string, start, end int) {
		got := ground.NewAnchorage(source).Find(quote, text.Span{Start: start, End: end})
		if got.Ratio == 0 != got.Span.Empty() || got.Ratio < 0 || 1 < got.Ratio || got.Span.Start < 0 || len(source) < got.Span.End {
			t.Fatalf("%q in %q: %+v", quote, source, got)
		}
		if again := ground.NewAnchorage(source).Find(got.Span.Of(source), got.Span); got.Ratio == 1 && again.Ratio != 1 {
			t.Fatalf("%q is found in %q, and as %q is not", quote, source, got.Span.Of(source))
		}
	})
}
