package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/search/embed/static"
)

// A tensor of a model that is made for a test.
type tensor struct {
	shape []int
	data  []float32
}

// file writes tensors as safetensors has them.
func file(tensors map[string]tensor) []byte {
	header := map[string]any{"__metadata__": map[string]string{"format": "pt"}}
	var data []byte
	for _, name := range slices.Sorted(maps.Keys(tensors)) {
		start := len(data)
		for _, x := range tensors[name].data {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
		}
		header[name] = description{"F32", tensors[name].shape, [2]int{start, len(data)}}
	}
	text, err := json.Marshal(header)
	if err != nil {
		panic(err)
	}
	return append(append(binary.LittleEndian.AppendUint64(nil, uint64(len(text))), text...), data...)
}

// model is an encoder of random weights, as wide as given, with a feed-forward part
// twice as wide.
func model(pieces, width int) map[string]tensor {
	r := rand.New(rand.NewPCG(1, 1))
	tensors := map[string]tensor{}
	random := func(name string, scale float64, shape ...int) {
		n := 1
		for _, s := range shape {
			n *= s
		}
		data := make([]float32, n)
		for i := range data {
			data[i] = float32(scale * r.NormFloat64())
		}
		tensors[name] = tensor{shape, data}
	}
	dense := func(name string, outputs, inputs int) {
		random(name+".weight", 1/math.Sqrt(float64(inputs)), outputs, inputs)
		random(name+".bias", 0.1, outputs)
	}
	norm := func(name string) {
		random(name+".weight", 1, width)
		random(name+".bias", 0.1, width)
	}
	random("embeddings.word_embeddings.weight", 1, pieces, width)
	random("embeddings.position_embeddings.weight", 0.1, 8, width)
	random("embeddings.token_type_embeddings.weight", 0.1, 2, width)
	norm("embeddings.LayerNorm")
	for i := range layers {
		name := fmt.Sprintf("encoder.layer.%d.", i)
		dense(name+"attention.self.query", width, width)
		dense(name+"attention.self.key", width, width)
		dense(name+"attention.self.value", width, width)
		dense(name+"attention.output.dense", width, width)
		norm(name + "attention.output.LayerNorm")
		dense(name+"intermediate.dense", 2*width, width)
		dense(name+"output.dense", width, 2*width)
		norm(name + "output.LayerNorm")
	}
	return tensors
}

// plain is the encoder written down once more, one sequence and one number at a time,
// in float64.
type plain struct{ tensors map[string]tensor }

func (p plain) encode(ids []int) [][]float64 {
	words := p.tensors["embeddings.word_embeddings.weight"]
	width := words.shape[1]
	var x [][]float64
	for at, id := range ids {
		v := make([]float64, width)
		for k := range v {
			v[k] = float64(words.data[id*width+k]) +
				float64(p.tensors["embeddings.position_embeddings.weight"].data[at*width+k]) +
				float64(p.tensors["embeddings.token_type_embeddings.weight"].data[k])
		}
		x = append(x, p.norm("embeddings.LayerNorm", v))
	}
	for i := range layers {
		x = p.layer(fmt.Sprintf("encoder.layer.%d.", i), x)
	}
	return x
}

func (p plain) layer(name string, x [][]float64) [][]float64 {
	var out [][]float64
	for i := range x {
		mixed := p.attend(name, x, i)
		h := p.norm(name+"attention.output.LayerNorm", sum(p.dense(name+"attention.output.dense", mixed), x[i]))
		up := p.dense(name+"intermediate.dense", h)
		for k, v := range up {
			up[k] = v / 2 * (1 + math.Erf(v/math.Sqrt2))
		}
		out = append(out, p.norm(name+"output.LayerNorm", sum(p.dense(name+"output.dense", up), h)))
	}
	return out
}

func (p plain) attend(name string, x [][]float64, i int) []float64 {
	query := p.dense(name+"attention.self.query", x[i])
	size := len(query) / heads
	out := make([]float64, len(query))
	for h := range heads {
		weights := make([]float64, len(x))
		total := 0.0
		for j := range x {
			key := p.dense(name+"attention.self.key", x[j])
			product := 0.0
			for k := h * size; k < (h+1)*size; k++ {
				product += query[k] * key[k]
			}
			weights[j] = math.Exp(product / math.Sqrt(float64(size)))
			total += weights[j]
		}
		for j := range x {
			value := p.dense(name+"attention.self.value", x[j])
			for k := h * size; k < (h+1)*size; k++ {
				out[k] += weights[j] / total * value[k]
			}
		}
	}
	return out
}

func (p plain) dense(name string, x []float64) []float64 {
	weight, bias := p.tensors[name+".weight"], p.tensors[name+".bias"]
	out := make([]float64, weight.shape[0])
	for i := range out {
		out[i] = float64(bias.data[i])
		for k, v := range x {
			out[i] += float64(weight.data[i*len(x)+k]) * v
		}
	}
	return out
}

func (p plain) norm(name string, x []float64) []float64 {
	var mean, variance float64
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		variance += (v - mean) * (v - mean) / float64(len(x))
	}
	out := make([]float64, len(x))
	for k, v := range x {
		out[k] = (v-mean)/math.Sqrt(variance+epsilon)*float64(p.tensors[name+".weight"].data[k]) + float64(p.tensors[name+".bias"].data[k])
	}
	return out
}

func sum(a, b []float64) []float64 {
	out := slices.Clone(a)
	for k, v := range b {
		out[k] += v
	}
	return out
}

// The encoder does what its definition says, for any number of pieces in a batch.
func TestEncoder(t *testing.T) {
	const pieces, width = 110, 4 * heads
	tensors := model(pieces, width)
	e, err := newEncoder(file(tensors))
	if err != nil {
		t.Fatal(err)
	}
	got := e.encodeAlone()
	for _, id := range []int{0, 1, 31, 32, 95, 96, 109} {
		want := plain{tensors}.encode([]int{classPiece, id, separatorPiece})[middle]
		for k, v := range got.row(id) {
			if math.Abs(float64(v)-want[k]) > 1e-4 {
				t.Fatalf("piece %d, dimension %d: %v, want %v", id, k, v, want[k])
			}
		}
	}
}

// small is a selection for models that are made for a test.
var small = selection{ordinary: 105, dropped: 2, kept: 16}

// Of rows that vary most along one direction, less along the next and so on, the
// components that are kept are the directions behind those that are dropped, around the
// mean of the ordinary rows.
func TestProject(t *testing.T) {
	const width = 24
	r := rand.New(rand.NewPCG(2, 2))
	x := newMatrix(small.ordinary+20_000, width)
	for i := range x.rows {
		for k := range width {
			if i < small.ordinary {
				x.row(i)[k] = 1e6 // changes neither the mean nor the components
				continue
			}
			x.row(i)[k] = float32(float64(k) + math.Pow(0.7, float64(k))*r.NormFloat64())
		}
	}
	y := small.project(x)
	for c := range small.kept {
		k := small.dropped + c
		sign := 1.0
		if turned[c/8]>>(c%8)&1 == 1 {
			sign = -1
		}
		for i := small.ordinary; i < x.rows; i++ {
			want := sign * float64(x.row(i)[k]-float32(k))
			if got := float64(y.row(i)[c]); math.Abs(got-want) > 0.3*math.Pow(0.7, float64(k)) {
				t.Fatalf("row %d, component %d: %v, want %v", i, c, got, want)
			}
		}
	}
}

func TestPrincipal(t *testing.T) {
	// The vectors (2, 1, 0), (-1, 2, 0) and (0, 0, 1) with the values 10, 5 and 20.
	a := [][]float64{{9, 2, 0}, {2, 6, 0}, {0, 0, 20}}
	long, short := 2/math.Sqrt(5), 1/math.Sqrt(5)
	want := [][]float64{{0, 0, 1}, {long, short, 0}, {-short, long, 0}}
	got := principal(a)
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-12 })); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The vectors of a random symmetric matrix are its own, and stand at right angles.
func TestPrincipalOfMany(t *testing.T) {
	const n = 40
	r := rand.New(rand.NewPCG(3, 3))
	a, kept := square(n), square(n)
	for i := range n {
		for j := range i + 1 {
			a[i][j] = r.NormFloat64()
			a[j][i] = a[i][j]
		}
	}
	for i := range kept {
		copy(kept[i], a[i])
	}
	before := math.Inf(1)
	vectors := principal(a)
	for i, v := range vectors {
		image := make([]float64, n)
		for k := range image {
			image[k] = dot64(kept[k], v)
		}
		value := dot64(image, v)
		for k := range image {
			if math.Abs(image[k]-value*v[k]) > 1e-10 {
				t.Fatalf("vector %d is turned", i)
			}
		}
		if value > before {
			t.Errorf("value %d is %v, behind %v", i, value, before)
		}
		before = value
		for j, w := range vectors[:i] {
			if math.Abs(dot64(v, w)) > 1e-10 {
				t.Errorf("vectors %d and %d are not at right angles", i, j)
			}
		}
	}
}

// What is written is read back: each number within half a step.
func TestTable(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	vocabulary := []string{"[PAD]", "[unused0]", "a", "ü", "##b", ""}
	vectors := newMatrix(len(vocabulary), 32)
	for i := range vectors.data {
		vectors.data[i] = float32(r.NormFloat64())
	}
	clear(vectors.row(0))
	l, err := static.New(string(encodeTable(vectors, vocabulary)), "")
	if err != nil {
		t.Fatal(err)
	}
	kept := []int{0, 2, 4}
	if l.Len() != len(kept) {
		t.Fatalf("%d pieces, want %d", l.Len(), len(kept))
	}
	for id, row := range kept {
		if l.Piece(id) != vocabulary[row] {
			t.Errorf("piece %d is %q, want %q", id, l.Piece(id), vocabulary[row])
		}
		step := float64(scaleOf(vectors.row(row)))
		for k, x := range l.Vector(id) {
			if math.Abs(float64(x-vectors.row(row)[k])) > step/2*1.01 {
				t.Errorf("%s, dimension %d: %v, want %v", vocabulary[row], k, x, vectors.row(row)[k])
			}
		}
	}
}

// The neighbours in the repository are those of its table: the rule that made them
// gives the same lists again, for the pieces at the start.
func TestNeighboursOfTheTable(t *testing.T) {
	l := static.BuiltIn()
	some := newMatrix(40, l.Dimensions())
	for id := range some.rows {
		copy(some.row(id), l.Vector(id))
		makeWhole(some.row(id))
	}
	for id, near := range allNear(some) {
		want := map[int]bool{}
		for _, n := range l.Near(id) {
			if n.ID < some.rows {
				want[n.ID] = true
			}
		}
		got := map[int]bool{}
		for _, n := range near {
			got[n.ID] = true
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", l.Piece(id), diff)
		}
	}
}

// The command makes files that can be read, the same each time.
func TestRun(t *testing.T) {
	const pieces = 150
	folder := t.TempDir()
	paths := []string{filepath.Join(folder, "model.safetensors"), filepath.Join(folder, "vocab.txt"), folder}
	vocabulary := make([]string, pieces)
	for i := range vocabulary {
		vocabulary[i] = fmt.Sprintf("w%d", i)
	}
	put(t, paths[0], file(model(pieces, 2*heads)))
	put(t, paths[1], []byte(strings.Join(vocabulary, "\n")+"\n"))
	var told [2]bytes.Buffer
	for i := range told {
		if err := small.run(paths, &told[i]); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(told[0].String(), told[1].String()); diff != "" || strings.Count(told[0].String(), "\n") != 4 {
		t.Errorf("told %s, and another time (-first +second):\n%s", told[0].String(), diff)
	}
	l, err := static.New(get(t, filepath.Join(folder, "static256_i4.bin")), get(t, filepath.Join(folder, "neighbours.bin")))
	if err != nil {
		t.Fatal(err)
	}
	if l.Len() != pieces || l.Dimensions() != small.kept {
		t.Errorf("%d pieces of %d dimensions", l.Len(), l.Dimensions())
	}
}

func put(t *testing.T, name string, content []byte) {
	t.Helper()
	if err := os.WriteFile(name, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

func get(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// What is wrong with a model or a vocabulary is said.
func TestRefused(t *testing.T) {
	good := model(110, heads)
	without := func(name string) map[string]tensor {
		m := maps.Clone(good)
		delete(m, name)
		return m
	}
	with := func(name string, shape ...int) map[string]tensor {
		m := maps.Clone(good)
		n := 1
		for _, s := range shape {
			n *= s
		}
		m[name] = tensor{shape, make([]float32, n)}
		return m
	}
	whole := file(good)
	for _, test := range []struct {
		about string
		file  []byte
		want  string
	}{
		{"nothing", nil, "no safetensors file"},
		{"a header that is cut short", whole[:100], "the header is cut short"},
		{"no header", append(binary.LittleEndian.AppendUint64(nil, 2), "[]"...), "the header: json"},
		{"data that is cut short", whole[:len(whole)-4], "lies at"},
		{"a tensor that is missing", file(without("encoder.layer.5.output.dense.bias")), "no tensor encoder.layer.5.output.dense.bias"},
		{"a vector for a matrix", file(with("encoder.layer.0.output.dense.weight", 3)), "has the type F32 and the shape [3]"},
		{"too few inputs", file(with("encoder.layer.0.output.dense.weight", heads, 3)), "makes 12 numbers of 3, not 12 of 24"},
		{"too many outputs", file(with("encoder.layer.0.output.dense.weight", heads+1, 2*heads)), "makes 13 numbers of 24, not 12 of 24"},
		{"a norm of another width", file(with("embeddings.LayerNorm.bias", 2)), "has 2 numbers, not 12"},
		{"too few pieces", file(with("embeddings.word_embeddings.weight", 3, heads)), "3 pieces of width 12"},
		{"too few positions", file(with("embeddings.position_embeddings.weight", 2, heads)), "has 2 rows of 12, not 3 of 12"},
	} {
		_, err := newEncoder(test.file)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.about, err, test.want)
		}
	}
	e, err := newEncoder(whole)
	if err != nil {
		t.Fatal(err)
	}
	for _, pieces := range []int{3, 110} {
		if _, _, err := small.build(e, make([]string, pieces)); err == nil {
			t.Errorf("%d pieces of %d dimensions are enough", pieces, heads)
		}
	}
	if err := small.run(nil, &bytes.Buffer{}); err == nil || !strings.HasPrefix(err.Error(), "usage") {
		t.Errorf("without arguments: %v", err)
	}
}

func FuzzEncoder(f *testing.F) {
	f.Add(file(model(103, heads)))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, content []byte) {
		e, err := newEncoder(content)
		if err == nil {
			e.encode(0, 1)
		}
	})
}
