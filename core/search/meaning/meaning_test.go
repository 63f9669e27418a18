package meaning

import (
	"iter"
	"math"
	"strings"
	"testing"

	"docuquest/core/search/embed"
	"docuquest/core/search/vector"
)

// A plane is a lexicon of two dimensions whose pieces are words: each points into a
// direction, in degrees. Words that it does not know are "-", which says nothing.
type plane struct {
	names   []string
	degrees []float64
}

func (p plane) Len() int            { return len(p.names) }
func (p plane) Dimensions() int     { return 2 }
func (p plane) Piece(id int) string { return p.names[id] }
func (p plane) IsWord(int) bool     { return true }
func (p plane) Speaks(id int) bool  { return p.names[id] != "-" }
func (p plane) angle(a, b int) float64 {
	return math.Cos((p.degrees[a] - p.degrees[b]) * math.Pi / 180)
}

func (p plane) Pieces(text string, code bool) iter.Seq[embed.Piece] {
	if code {
		text = strings.ReplaceAll(text, "_", " ")
	}
	return func(yield func(embed.Piece) bool) {
		for word := range strings.FieldsSeq(text) {
			if !yield(embed.Piece{ID: p.id(word)}) {
				return
			}
		}
	}
}

func (p plane) Cutter() embed.Cutter { return p }

func (p plane) Append(ids []int32, text string, code bool) []int32 {
	for piece := range p.Pieces(text, code) {
		ids = append(ids, int32(piece.ID))
	}
	return ids
}

func (p plane) id(word string) int {
	for i, name := range p.names {
		if name == word {
			return i
		}
	}
	return 0
}

func (p plane) Vector(id int) []float32 {
	sin, cos := math.Sincos(p.degrees[id] * math.Pi / 180)
	return []float32{3 * float32(cos), 3 * float32(sin)}
}

func (p plane) Length(int) float32 { return 3 }

func (p plane) Dot(id int, v []float32) float32 { return vector.Dot(p.Vector(id), v) }

func (p plane) Add(sum []float32, terms []embed.Term) {
	for _, t := range terms {
		for i, x := range p.Vector(t.ID) {
			sum[i] += t.Weight * x
		}
	}
}

func (p plane) Near(id int) (near []embed.Neighbour) {
	for other := range p.names {
		if c := p.angle(id, other); other != id && p.Speaks(other) && c >= 0.5 {
			near = append(near, embed.Neighbour{ID: other, Cosine: float32(c)})
		}
	}
	return near
}

// compass has a word for each of some directions.
var compass = plane{
	names:   []string{"-", "east", "eastish", "northeast", "north", "west"},
	degrees: []float64{0, 0, 20, 45, 90, 180},
}

// evenly weighs all words alike, so that what a test wants can be seen.
func evenly() *Weights {
	return NewWeights(compass, 10, func(int) int { return 3 })
}

func TestScore(t *testing.T) {
	const east20, east45 = 0.93969, 0.70711
	filler := func(n int) string { return strings.Repeat("- ", n) }
	for _, test := range []struct {
		about, question, title, text string
		code                         bool
		cosine, soft                 float64
	}{
		{about: "the same", question: "east", text: "east", cosine: 1, soft: 1},
		{about: "a neighbour", question: "east", text: "eastish", cosine: east20, soft: east20},
		{about: "the best of two neighbours", question: "east", text: "northeast eastish", cosine: math.Cos(32.5 * math.Pi / 180), soft: east20},
		{about: "too far to be a neighbour", question: "east", text: "north", cosine: 0, soft: 0},
		{about: "the opposite", question: "east", text: "west", cosine: -1, soft: 0},
		{about: "half of the question", question: "east west", text: "east", cosine: 0, soft: 0.5},
		{about: "a word asked twice is held once", question: "east east north", text: "north", cosine: 1 / math.Sqrt(5), soft: 0.5},
		{about: "both ways", question: "east north", text: "northeast", cosine: 1, soft: east45},
		{about: "what says nothing changes nothing", question: "- east", text: "- east -", cosine: 1, soft: 1},
		{about: "the title is text", question: "east", title: "east", cosine: 1, soft: 1},
		{about: "nothing in the text", question: "east", text: "- -"},
		{about: "no text", question: "east"},
		{about: "no question", text: "east"},
		{about: "the last piece of the first window", question: "east", text: filler(127) + "east " + "north", cosine: 1, soft: 1},
		{about: "the first piece of the next", question: "east", text: filler(128) + "east", cosine: 1, soft: 1},
		{about: "no window holds both", question: "east north", text: "- " + filler(16) + "east " + filler(130) + "north", cosine: east45, soft: 0.5},
		{about: "the lead is in every window", question: "east north", text: "east " + filler(300) + "north", cosine: 1, soft: 1},
		{about: "the lead begins with the title", question: "east north", title: "east", text: filler(300) + "north", cosine: 1, soft: 1},
		{about: "a piece behind the lead is not", question: "east north", text: filler(16) + "east " + filler(300) + "north", cosine: east45, soft: 0.5},
		{about: "words of programs are cut", question: "east", text: "west_east", code: true, cosine: 0, soft: 1},
		{about: "licences are left out", question: "east", text: "// Copyright east\nnorth", code: true},
		{about: "of programs alone", question: "east", text: "// Copyright east\nnorth", cosine: east45, soft: 1},
	} {
		cosine, soft := evenly().Question(test.question, false).Score(test.title, test.text, test.code)
		if math.Abs(cosine-test.cosine) > 1e-4 || math.Abs(soft-test.soft) > 1e-4 {
			t.Errorf("%s: cosine %.5f, soft %.5f, want %.5f and %.5f", test.about, cosine, soft, test.cosine, test.soft)
		}
	}
}

// Rare pieces say more.
func TestWeights(t *testing.T) {
	counts := map[int]int{1: 0, 2: 1, 3: 50, 4: 100, 5: 1000}
	w := NewWeights(compass, 100, func(piece int) int { return counts[piece] })
	for piece := 1; piece < 5; piece++ {
		n, df := 100.0, float64(min(100, counts[piece]))
		if want := math.Log(1 + (n-df+0.5)/(df+0.5)); math.Abs(w.Of(piece)-want) > 1e-6 {
			t.Errorf("%s weighs %v, want %v", compass.names[piece], w.Of(piece), want)
		}
	}
	if w.Of(0) != 0 || w.Of(5) != w.Of(4) || w.Of(4) <= 0 {
		t.Errorf("nothing weighs %v, what all hold %v, what more than all hold %v", w.Of(0), w.Of(4), w.Of(5))
	}
	q := w.Question("east northeast", false)
	if _, soft := q.Score("", "east", false); soft < 0.9 {
		t.Errorf("the rare word of the question counts %v", soft)
	}
}

// Of a long document the windows that hold the question are looked at, wherever they
// stand.
func TestLongDocument(t *testing.T) {
	text := strings.Repeat("north ", 100*windowSize) + strings.Repeat("east ", windowSize) + strings.Repeat("north ", 100*windowSize)
	cosine, soft := evenly().Question("east", false).Score("", text, false)
	// 16 words of the window are the lead; the rest may begin in the middle of one.
	if cosine < 0.8 || soft != 1 {
		t.Errorf("cosine %v, soft %v", cosine, soft)
	}
	if cosine, soft := evenly().Question("east", false).Score("", strings.Repeat("- ", readMost)+"east", false); cosine != 0 || soft != 0 {
		t.Errorf("what stands behind the first 256 KiB counts %v, %v", cosine, soft)
	}
}

// One question may be compared with many documents at once.
func TestScoreTogether(t *testing.T) {
	q := evenly().Question("east north", false)
	results := make(chan float64)
	texts := []string{"east", "northeast", strings.Repeat("east ", 1000) + "north", "west"}
	for range 10 {
		for _, text := range texts {
			go func() {
				_, soft := q.Score("", text, false)
				results <- soft
			}()
		}
	}
	sum := 0.0
	for range 10 * len(texts) {
		sum += <-results
	}
	if want := 10 * (0.5 + 0.70711 + 1); math.Abs(sum-want) > 1e-3 {
		t.Errorf("all together %v, want %v", sum, want)
	}
}
