package vector

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func random(r *rand.Rand, n int) []float32 {
	v := make([]float32, n)
	for i := range v {
		v[i] = float32(r.NormFloat64())
	}
	return v
}

// Dot is the plain sum for every length around the eight that it takes at a time.
func TestDot(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for n := range 40 {
		a, b := random(r, n), random(r, n+3)
		var want float64
		for i, x := range a {
			want += float64(x) * float64(b[i])
		}
		if got := Dot(a, b); math.Abs(float64(got)-want) > 1e-5 {
			t.Errorf("of %d: %v, want %v", n, got, want)
		}
	}
	if got := Length([]float32{3, 0, -4}); got != 5 {
		t.Errorf("length %v, want 5", got)
	}
}

func TestDotOfTooFew(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	Dot(make([]float32, 3), make([]float32, 2))
}

func TestUnit(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	half := float32(math.Sqrt(0.5))
	for _, test := range []struct {
		v, want []float32
		ok      bool
	}{
		{[]float32{3, 4}, []float32{0.6, 0.8}, true},
		{[]float32{-2}, []float32{-1}, true},
		{[]float32{1e30, 1e30}, []float32{half, half}, true},
		{[]float32{1e-30, 1e-30}, []float32{half, half}, true},
		{[]float32{0, 0}, []float32{0, 0}, false},
		{[]float32{1, inf}, []float32{0, 0}, false},
		{[]float32{nan, 1}, []float32{0, 0}, false},
		{nil, nil, false},
	} {
		got := slices.Clone(test.v)
		ok := Unit(got)
		if ok != test.ok || !slices.EqualFunc(got, test.want, func(a, b float32) bool { return math.Abs(float64(a-b)) < 1e-6 }) {
			t.Errorf("%v: %v, %v, want %v, %v", test.v, got, ok, test.want, test.ok)
		}
	}
}

// Every Half that is a number is itself, and rounding is to the nearest.
func TestHalf(t *testing.T) {
	for h := range 1 << 16 {
		x := Half(h).Float32()
		if x != x {
			if got := NewHalf(x).Float32(); got == got {
				t.Errorf("%#x is no number and became %v", h, got)
			}
			continue
		}
		if got := NewHalf(x); got != Half(h) {
			t.Errorf("%#x is %v, which gives %#x", h, x, got)
		}
	}
	for _, test := range []struct {
		x    float32
		want Half
	}{
		{1, 0x3c00},
		{-2, 0xc000},
		{65504, 0x7bff},
		{65519, 0x7bff},
		{65520, 0x7c00},
		{1e30, 0x7c00},
		{1 + 1.0/2048, 0x3c00}, // half-way, to the even one
		{1 + 3.0/2048, 0x3c02},
		{2 - 1.0/4096, 0x4000}, // up to the next power
		{1.0 / (1 << 24), 1},
		{1.0 / (1 << 26), 0},
	} {
		if got := NewHalf(test.x); got != test.want {
			t.Errorf("%v: %#x, want %#x", test.x, got, test.want)
		}
	}
}
