package main

// A matrix is in memory row by row.
type matrix struct {
	rows, columns int
	data          []float32
}

func newMatrix(rows, columns int) matrix {
	return matrix{rows, columns, make([]float32, rows*columns)}
}

func (m matrix) row(i int) []float32 {
	return m.data[i*m.columns : (i+1)*m.columns]
}

// A linear layer gives weight x + bias; the weight has a row for each output.
type linear struct {
	weight matrix
	bias   []float32
}

// apply returns a row of outputs for each row of x.
func (l linear) apply(x matrix) matrix {
	y := products(x, l.weight)
	for i := range y.rows {
		add(y.row(i), l.bias)
	}
	return y
}

// add adds v to dst.
func add(dst, v []float32) {
	for i := range dst {
		dst[i] += v[i]
	}
}

// products returns the dot products of each row of a with each row of b. Each is one
// sum in the order of the columns, whatever the sizes. Eight sums at a time, of two rows and
// four columns, keep the processor busy, where one would wait for itself.
func products(a, b matrix) matrix {
	out := newMatrix(a.rows, b.rows)
	for j := 0; j < b.rows; j += 4 {
		for i := 0; i < a.rows; i += 2 {
			if i+2 <= a.rows && j+4 <= b.rows {
				top, bottom := eight(a.row(i), a.row(i+1), b.row(j), b.row(j+1), b.row(j+2), b.row(j+3))
				copy(out.row(i)[j:], top[:])
				copy(out.row(i + 1)[j:], bottom[:])
				continue
			}
			for r := i; r < min(i+2, a.rows); r++ {
				for c := j; c < min(j+4, b.rows); c++ {
					out.row(r)[c] = dot(a.row(r), b.row(c))
				}
			}
		}
	}
	return out
}

// eight returns the products of x and of y with each of four rows. The conversions
// keep the compiler from fusing, which some machines would and others not.
func eight(x, y, a, b, c, d []float32) (top, bottom [4]float32) {
	var xa, xb, xc, xd, ya, yb, yc, yd float32
	y, a, b, c, d = y[:len(x)], a[:len(x)], b[:len(x)], c[:len(x)], d[:len(x)]
	for i, u := range x {
		v := y[i]
		p, q, r, s := a[i], b[i], c[i], d[i]
		xa += float32(u * p)
		xb += float32(u * q)
		xc += float32(u * r)
		xd += float32(u * s)
		ya += float32(v * p)
		yb += float32(v * q)
		yc += float32(v * r)
		yd += float32(v * s)
	}
	return [4]float32{xa, xb, xc, xd}, [4]float32{ya, yb, yc, yd}
}

func dot(x, y []float32) (sum float32) {
	y = y[:len(x)]
	for i, v := range x {
		sum += float32(v * y[i])
	}
	return sum
}
