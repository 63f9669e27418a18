package static_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/search/embed"
	"docuquest/core/search/embed/static"
	"docuquest/core/search/vector"
)

// ids are the numbers of pieces by how they are written.
func ids(l *static.Lexicon) map[string]int {
	byPiece := make(map[string]int, l.Len())
	for id := range l.Len() {
		byPiece[l.Piece(id)] = id
	}
	return byPiece
}

func TestBuiltIn(t *testing.T) {
	l := static.BuiltIn()
	if l.Len() != 27_628 || l.Dimensions() != 256 || l != static.BuiltIn() {
		t.Errorf("%d pieces of %d dimensions", l.Len(), l.Dimensions())
	}
	for _, test := range []struct {
		text string
		code bool
		want string
	}{
		{"In what sites was gold found?", false, "in what sites was gold found ?"},
		{"lapis lazuli", false, "lap ##is la ##zu ##li"},
		{"getUserName(max_size)", true, "get user name ( max size )"},
		{"Übergrößen", false, "[UNK]"},
		{"telecommunications", false, "telecommunications"},
	} {
		var got []string
		for p := range l.Pieces(test.text, test.code) {
			got = append(got, l.Piece(p.ID))
			if p.Start < 0 || p.End <= p.Start || len(test.text) < p.End {
				t.Errorf("%q: %v", test.text, p)
			}
		}
		if diff := cmp.Diff(test.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.text, diff)
		}
	}
}

func TestPieceKinds(t *testing.T) {
	l := static.BuiltIn()
	byPiece := ids(l)
	for _, test := range []struct {
		piece         string
		speaks, words bool
	}{
		{"gold", true, true},
		{"##ing", true, false},
		{"7", true, true},
		{"the", false, true},
		{"where", false, true},
		{"?", false, true},
		{"##~", false, false},
		{"[UNK]", false, true},
		{"[CLS]", false, true},
	} {
		id, found := byPiece[test.piece]
		if !found || l.Speaks(id) != test.speaks || l.IsWord(id) != test.words {
			t.Errorf("%s: found %v, speaks %v, is a word %v", test.piece, found, l.Speaks(id), l.IsWord(id))
		}
	}
}

// A vector is what the file says: nibbles of two's complement, the even dimension low,
// times the scale of the row.
func TestVector(t *testing.T) {
	l := static.BuiltIn()
	file, err := os.ReadFile("static256_i4.bin")
	if err != nil {
		t.Fatal(err)
	}
	rows, spelled := l.Len(), int(binary.LittleEndian.Uint32(file[12:]))
	for _, id := range []int{0, 1, 4242, rows - 1} {
		scale := vector.Half(binary.LittleEndian.Uint16(file[16+spelled+2*id:])).Float32()
		row := file[16+spelled+2*rows+128*id:]
		for k, got := range l.Vector(id) {
			nibble := int(row[k/2] >> (k % 2 * 4) & 0xf)
			if nibble >= 8 {
				nibble -= 16
			}
			if got != float32(nibble)*scale {
				t.Fatalf("piece %d, dimension %d: %v, want %d times %v", id, k, got, nibble, scale)
			}
		}
	}
}

func TestDotAndLength(t *testing.T) {
	l := static.BuiltIn()
	r := rand.New(rand.NewPCG(2, 2))
	v := make([]float32, l.Dimensions())
	for _, id := range []int{5, 999, 13_579, l.Len() - 1} {
		for k := range v {
			v[k] = float32(r.NormFloat64())
		}
		if got, want := l.Dot(id, v), vector.Dot(l.Vector(id), v); math.Abs(float64(got-want)) > 1e-4 {
			t.Errorf("piece %d: product %v, want %v", id, got, want)
		}
		if got, want := l.Length(id), vector.Length(l.Vector(id)); math.Abs(float64(got-want)) > 1e-4 {
			t.Errorf("piece %d: length %v, want %v", id, got, want)
		}
	}
}

// Summing in whole numbers gives what summing vectors gives, for any number of terms.
func TestAdd(t *testing.T) {
	l := static.BuiltIn()
	r := rand.New(rand.NewPCG(1, 1))
	for _, test := range []struct {
		terms  int
		weight func() float32
	}{
		{0, nil},
		{1, func() float32 { return 5 }},
		{3, func() float32 { return 0 }},
		{10, func() float32 { return 1 }},
		{128, func() float32 { return 9 * r.Float32() }},
		{128, func() float32 { return float32(math.Exp(-20 * r.Float64())) }},
		{128, func() float32 { return 1e-20 }},
		{1000, func() float32 { return 1e6 * r.Float32() }},
	} {
		want := make([]float32, l.Dimensions())
		got := make([]float32, l.Dimensions())
		var terms []embed.Term
		for range test.terms {
			term := embed.Term{ID: r.IntN(l.Len()), Weight: test.weight()}
			terms = append(terms, term)
			for k, x := range l.Vector(term.ID) {
				want[k] += term.Weight * x
			}
		}
		l.Add(got, terms)
		if length := vector.Length(want); length > 0 {
			if c := vector.Dot(got, want) / vector.Length(got) / length; c < 0.99999 || math.Abs(float64(vector.Length(got)/length-1)) > 0.003 {
				t.Errorf("%d terms: cosine %v, length %v, want %v", test.terms, c, vector.Length(got), length)
			}
		} else if vector.Length(got) != 0 {
			t.Errorf("%d terms without weight: length %v", test.terms, vector.Length(got))
		}
	}
}

// Add adds, and leaves what stands behind the dimensions alone.
func TestAddTwice(t *testing.T) {
	l := static.BuiltIn()
	sum := make([]float32, l.Dimensions()+1)
	for range 2 {
		l.Add(sum, []embed.Term{{ID: 7, Weight: 1}})
	}
	for k, x := range l.Vector(7) {
		if math.Abs(float64(sum[k]-2*x)) > 1e-4 {
			t.Fatalf("dimension %d: %v, want %v", k, sum[k], 2*x)
		}
	}
	if sum[l.Dimensions()] != 0 {
		t.Error("what stands behind the sum was written")
	}
}

// The neighbours of some pieces are those that all vectors give.
func TestNear(t *testing.T) {
	l := static.BuiltIn()
	byPiece := ids(l)
	total := 0
	for id := range l.Len() {
		total += len(l.Near(id))
	}
	if total != 125_562 {
		t.Errorf("%d pairs of neighbours", total)
	}
	for _, piece := range []string{"ruby", "gold", "king", "##ing", "zone", "2", "[PAD]"} {
		id := byPiece[piece]
		v := l.Vector(id)
		vector.Unit(v)
		want := map[string]float64{}
		for other := range l.Len() {
			u := l.Vector(other)
			if c := float64(vector.Dot(v, u) / vector.Length(u)); other != id && c >= 0.5 {
				want[l.Piece(other)] = c
			}
		}
		checkNear(t, l, id, want)
	}
}

// checkNear compares the neighbours of a piece with what they should be.
func checkNear(t *testing.T, l *static.Lexicon, id int, want map[string]float64) {
	t.Helper()
	got := map[string]float64{}
	before := float32(1)
	for _, n := range l.Near(id) {
		if n.Cosine > before {
			t.Errorf("%s: %v stands behind %v", l.Piece(id), n.Cosine, before)
		}
		before = n.Cosine
		got[l.Piece(n.ID)] = float64(n.Cosine)
	}
	near := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 0.001+0.5/510 })
	if diff := cmp.Diff(want, got, near); diff != "" {
		t.Errorf("%s (-want +got):\n%s", l.Piece(id), diff)
	}
}

// small is a table of three pieces and 16 dimensions, with two neighbours.
func small() (table, neighbours string) {
	words := "[UNK]\na\n##b"
	b := []byte("SVE1")
	for _, n := range []int{3, 16, len(words)} {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	b = append(b, words...)
	b = append(b, 0, 0x3c, 0, 0x3c, 0, 0x40)             // 1, 1, 2
	b = append(b, "\x00\x00\x00\x00\x00\x00\x00\x00"...) // all 0
	b = append(b, "\x21\x43\x65\x07\xf9\xed\xcb\x0a"...) // 1 2 3 4 5 6 7 0 -7 -1 ...
	b = append(b, "\x21\x43\x65\x07\xf9\xed\xcb\x0a"...) // the same, twice as long
	return string(b), "SVN1\x03\x00\x00\x00" + "\x00" + "\x02\x03\xff" + "\x02\x02\xff"
}

func TestSmall(t *testing.T) {
	l, err := static.New(small())
	if err != nil {
		t.Fatal(err)
	}
	want := []float32{2, 4, 6, 8, 10, 12, 14, 0, -14, -2, -6, -4, -10, -8, -12, 0}
	if diff := cmp.Diff(want, l.Vector(2)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]embed.Neighbour{{ID: 1, Cosine: 1}}, l.Near(2)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if near := l.Near(0); near != nil {
		t.Errorf("[UNK] is near %v", near)
	}
}

func TestDamaged(t *testing.T) {
	table, near := small()
	for _, test := range []struct{ about, table, near, want string }{
		{"nothing", "", "", "the table: no header"},
		{"another kind of file", "SVE2" + table[4:], "", "the table: no header"},
		{"too few bytes", table[:len(table)-1], "", "the table: 56 bytes where the header speaks of 57"},
		{"too many", table + "x", "", "the table: 58 bytes where the header speaks of 57"},
		{"no block of dimensions", table[:8] + "\x08" + table[9:], "", "the table: 8 dimensions are no multiple of 16"},
		{"too many pieces", strings.Replace(table, "##b", "#\nb", 1), "", "the table: 4 pieces for 3 rows"},
		{"a scale below zero", table[:29] + "\x00\xbc" + table[31:], "", "the table: row 1 has the scale -1"},
		{"a scale that is no number", table[:29] + "\x00\x7e" + table[31:], "", "the table: row 1 has the scale NaN"},
		{"no neighbours' header", table, "SVN", "the neighbours: no header"},
		{"neighbours of others", table, "SVN1\x02\x00\x00\x00\x00\x00", "the neighbours: 2 lists for 3 rows"},
		{"lists cut short", table, near[:len(near)-1], "the neighbours: list 2 is cut short"},
		{"bytes too many", table, near + "x", "the neighbours: 1 bytes too many"},
		{"no such neighbour", table, "SVN1\x03\x00\x00\x00\x00\x00\x02\x04\xff", "the neighbours: list 2: no such neighbour"},
		{"the same neighbour twice", table, "SVN1\x03\x00\x00\x00\x00\x00\x04\x02\xff\x00\xff", "the neighbours: list 2: no such neighbour"},
		{"half a neighbour", table, "SVN1\x03\x00\x00\x00\x00\x00\x01\x02", "the neighbours: list 2: no such neighbour"},
	} {
		_, err := static.New(test.table, test.near)
		if diff := cmp.Diff(test.want, fmt.Sprint(err)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.about, diff)
		}
	}
}

// Whatever is read as a lexicon can be used as one.
func FuzzNew(f *testing.F) {
	table, near := small()
	f.Add(table, near, "ab a")
	f.Add(table, "", "")
	f.Add(table[:30], near[:9], "x")
	f.Fuzz(func(t *testing.T, table, near, text string) {
		l, err := static.New(table, near)
		if err != nil {
			return
		}
		sum := make([]float32, l.Dimensions())
		for id := range l.Len() {
			l.Add(sum, []embed.Term{{ID: id, Weight: 1}})
			_ = l.Vector(id)
			for _, n := range l.Near(id) {
				_ = l.Piece(n.ID)
			}
		}
		for p := range l.Pieces(text, true) {
			_ = l.Speaks(p.ID)
		}
	})
}
