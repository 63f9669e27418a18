package pdf_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/png"
	"slices"
	"strings"
	"sync"
	"testing"

	"docuquest/core/document"
	"docuquest/core/document/documenttest"
	"docuquest/core/document/pdf"
)

// Many may use one Reader at once, and each gets what is its own.
func TestTogether(t *testing.T) {
	var group sync.WaitGroup
	for i := range 12 {
		group.Go(func() {
			name := strings.Repeat("x", i+1)
			content := write(leaf{drawing: "BT /F1 20 Tf 100 600 Td (" + name + ") Tj ET"})
			if d := parse(t, reader, content); d.Text != name+"\n " {
				t.Errorf("got %q of %q", d.Text, name)
			}
			if layout, err := reader.Layout(t.Context(), content, 1); err != nil || layout != name+"\n" {
				t.Errorf("got the layout %q of %q, %v", layout, name, err)
			}
			if _, err := reader.Draw(t.Context(), content, 1, nil, 50); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
}

// Closing stops what is being read, wherever it is, and nothing can be read
// afterwards.
func TestClose(t *testing.T) {
	r := pdf.New(options())
	parse(t, r, write(hello))
	stopped := make(chan *document.Document)
	go func() { stopped <- r.Parse(documenttest.File("a.pdf", nestedForms(10))) }()
	if err := errors.Join(r.Close(), r.Close()); err != nil {
		t.Error(err)
	}
	for _, d := range []*document.Document{<-stopped, parse(t, r, write(hello))} {
		if !strings.HasSuffix(problems(d), "was not read: the program is stopping") || !d.Problems[0].Passing {
			t.Errorf("got %v", d.Problems)
		}
	}
}

// A Reader that read nothing started nothing.
func TestCloseUnused(t *testing.T) {
	if err := pdf.New(pdf.Options{}).Close(); err != nil {
		t.Error(err)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := reader.Draw(ctx, write(hello), 1, nil, 50); !errors.Is(err, context.Canceled) {
		t.Errorf("a picture that nobody waits for: %v", err)
	}
	if _, err := reader.Layout(ctx, write(hello), 1); !errors.Is(err, context.Canceled) {
		t.Errorf("a layout that nobody waits for: %v", err)
	}
}

func TestNoSuchPage(t *testing.T) {
	for _, page := range []int{-1, 0, 2} {
		if _, err := reader.Layout(t.Context(), write(hello), page); err == nil || !strings.Contains(err.Error(), "there is no page") {
			t.Errorf("page %d: %v", page, err)
		}
	}
	if _, err := reader.Draw(t.Context(), "text", 1, nil, 0); err == nil || err.Error() != "is no PDF or is damaged" {
		t.Errorf("a text: %v", err)
	}
}

// The picture of a page shows what is on it and, over that, the marks of the page, each
// place painted once.
func TestDraw(t *testing.T) {
	black := leaf{drawing: "300 400 300 400 re f"} // the upper right quarter
	mark := document.Mark{Box: document.Box{Page: 1, Vertices: [4][2]float64{{0.25, 0.25}, {0.75, 0.25}, {0.75, 0.5}, {0.25, 0.5}}}}
	elsewhere := document.Mark{Box: document.Box{Page: 2, Vertices: [4][2]float64{{0, 0}, {1, 0}, {1, 1}, {0, 1}}}}
	picture := drawn(t, write(black), []document.Mark{mark, elsewhere, mark, mark}, 600)
	if got := picture.Bounds(); got != image.Rect(0, 0, 600, 800) {
		t.Errorf("the picture is %v", got)
	}
	for at, want := range map[image.Point]color.NRGBA{
		{100, 700}: {255, 255, 255, 255}, // paper
		{500, 100}: {0, 0, 0, 255},       // what is drawn
		{200, 300}: {255, 240, 168, 255}, // paper under the mark
		{400, 300}: {89, 75, 3, 255},     // what is drawn under the mark
		{148, 300}: {255, 240, 168, 255}, // the air around it
		{146, 300}: {255, 255, 255, 255},
	} {
		if got := color.NRGBAModel.Convert(picture.At(at.X, at.Y)).(color.NRGBA); !near(got, want) {
			t.Errorf("at %v is %v, want %v", at, got, want)
		}
	}
}

// Of a quote its own words are marked: not the rest of its lines, not another place
// where the same stands, and the box of the mark where the page has no such words.
func TestDrawQuote(t *testing.T) {
	box := func(x0, y0, x1, y1 float64) document.Box {
		return document.Box{Page: 1, Vertices: [4][2]float64{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}}
	}
	all, lower := box(0, 0, 1, 1), box(0, 0.5, 1, 1)
	// Two paragraphs of two lines each, with the same words.
	page := pages("page\nat 100 600 20 one two three\n> four five six\nat 100 300 20 one two three\n> four five six\n")
	plain := drawn(t, page, nil, 600)
	for _, test := range []struct {
		name  string
		mark  document.Mark
		lines []float64 // of the page that are marked somewhere, their middles
		width int       // pixels that are, at most, on one of them
	}{
		{"a word", document.Mark{Box: all, Quote: "two"}, []float64{193}, 45},
		{"over the end of a line", document.Mark{Box: all, Quote: "three\nfour"}, []float64{193, 217}, 60},
		{"where its box is", document.Mark{Box: lower, Quote: "five"}, []float64{517}, 45},
		{"words of another page", document.Mark{Box: lower, Quote: "seven"}, []float64{493, 517, 700}, 600},
	} {
		picture := drawn(t, page, []document.Mark{test.mark}, 600)
		for _, y := range []float64{193, 217, 493, 517, 700} {
			marked := 0
			for x := range 600 {
				if picture.At(x, int(y)) != plain.At(x, int(y)) {
					marked++
				}
			}
			if slices.Contains(test.lines, y) != (marked > 0) || marked > test.width {
				t.Errorf("%s: %d pixels of line %v are marked", test.name, marked, y)
			}
		}
	}
}

// Sizes that make no sense give a picture that does.
func TestDrawSizes(t *testing.T) {
	for _, test := range []struct {
		keys  string
		width int
		want  image.Point
	}{
		{"/MediaBox [0 0 1200 12]", 0, image.Pt(1200, 12)},
		{"/Rotate 90", 800, image.Pt(800, 600)},
		{"/MediaBox [0 0 10 10000]", 600, image.Pt(16, 16384)},
		{"/MediaBox [0 0 10000 10]", 600, image.Pt(600, 1)},
		{"/MediaBox [0 0 10 10000]", 1 << 40, image.Pt(16, 16384)},
	} {
		if got := drawn(t, write(leaf{keys: test.keys}), nil, test.width).Bounds().Max; got != test.want {
			t.Errorf("%q %d wide: %v, want %v", test.keys, test.width, got, test.want)
		}
	}
}

func drawn(t *testing.T, content string, marks []document.Mark, width int) image.Image {
	t.Helper()
	data, err := reader.Draw(t.Context(), content, 1, marks, width)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

func near(a, b color.NRGBA) bool {
	apart := func(x, y uint8) int { return max(int(x)-int(y), int(y)-int(x)) }
	const most = 3
	return apart(a.R, b.R) <= most && apart(a.G, b.G) <= most && apart(a.B, b.B) <= most && a.A == b.A
}
