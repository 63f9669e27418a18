package pdf

import (
	"strings"
	"testing"
)

// row makes words of a text that stand on one line from x on, of letters that
// are as wide as high; where step is negative they go to the left.
func row(text string, x, y, step float64) []word {
	var words []word
	for _, said := range strings.Fields(text) {
		width := step * float64(len([]rune(said)))
		words = append(words, word{text: said, box: span(point{x, y}, point{x + width, y + 10})})
		x += width + step*0.4
	}
	return words
}

func said(words []word) string {
	var all []string
	for _, p := range arrange(words, size{600, 800}) {
		all = append(all, p.text)
	}
	return strings.Join(all, "")
}

// Words keep the order of the file within a line, so that scripts that run to the
// left are read as they are written, and cells of such a line from right to left.
func TestLeftward(t *testing.T) {
	words := append(row("שלום עולם", 500, 100, -10), row("אחת שתיים", 300, 100, -10)...)
	if got, want := said(words), "שלום עולם  אחת שתיים\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Cells are in the order of the page, whatever order the file draws them in.
func TestCellsInOrder(t *testing.T) {
	words := append(row("12", 300, 100, 10), row("label", 100, 102, 10)...)
	if got, want := said(words), "label  12\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTurn(t *testing.T) {
	page, r := size{600, 800}, rect{10, 20, 110, 40}
	if got, want := r.turn(1, page), (rect{760, 10, 780, 110}); got != want {
		t.Errorf("a quarter clockwise: %v, want %v", got, want)
	}
	for quarters := range 4 {
		if got := r.turn(quarters, page).turn(4-quarters, page.turned(quarters)); got != r {
			t.Errorf("%d quarters and back: %v, want %v", quarters, got, r)
		}
	}
}

func TestSayPages(t *testing.T) {
	for want, pages := range map[string][]int{
		"":                                       {},
		"page 3 is":                              {3},
		"pages 3-5 are":                          {3, 4, 5},
		"pages 1, 3-4, 9 are":                    {1, 3, 4, 9},
		"pages 1, 3, 5, 7, 9, 11 and 3 more are": {1, 3, 5, 7, 9, 11, 13, 14, 16},
	} {
		var set pageSet
		for _, page := range pages {
			set.add(page)
		}
		if got := set.say("is", "are"); got != want {
			t.Errorf("%v: %q, want %q", pages, got, want)
		}
	}
}
