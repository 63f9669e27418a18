package pdf

import (
	"docuquest/core/document"
)

// A point is a place on a page as it is shown, or a direction on it: in points,
// of which 72 are an inch, x to the right and y down from the top left corner.
type point struct{ x, y float64 }

func (p point) plus(q point) point         { return point{p.x + q.x, p.y + q.y} }
func (p point) times(factor float64) point { return point{p.x * factor, p.y * factor} }
func (p point) minus(q point) point        { return p.plus(q.times(-1)) }

// A size is the width and height of a page in points.
type size struct{ w, h float64 }

// turned is the size of a page that was turned by quarters of a circle.
func (s size) turned(quarters int) size {
	if quarters%2 == 1 {
		return size{s.h, s.w}
	}
	return s
}

// A rect is an upright rectangle with x0 <= x1 and y0 <= y1.
type rect struct{ x0, y0, x1, y1 float64 }

// span returns the rectangle between two corners, in whatever order they come.
func span(p, q point) rect {
	return rect{min(p.x, q.x), min(p.y, q.y), max(p.x, q.x), max(p.y, q.y)}
}

func (r rect) width() float64  { return r.x1 - r.x0 }
func (r rect) height() float64 { return r.y1 - r.y0 }
func (r rect) middle() point   { return point{(r.x0 + r.x1) / 2, (r.y0 + r.y1) / 2} }

func (r rect) union(o rect) rect {
	return rect{min(r.x0, o.x0), min(r.y0, o.y0), max(r.x1, o.x1), max(r.y1, o.y1)}
}

// level reports whether two rectangles are on one line: at least half of the
// lower one lies beside the other.
func (r rect) level(o rect) bool {
	return min(r.y1, o.y1)-max(r.y0, o.y0) >= min(r.height(), o.height())/2
}

// gap is the horizontal distance of two rectangles, whichever of them
// is on the left; it is negative if one is above the other.
func (r rect) gap(o rect) float64 { return max(r.x0, o.x0) - min(r.x1, o.x1) }

// holds reports whether a point lies in r.
func (r rect) holds(p point) bool {
	return r.x0 <= p.x && p.x <= r.x1 && r.y0 <= p.y && p.y <= r.y1
}

func (r rect) scaled(x, y float64) rect { return rect{r.x0 * x, r.y0 * y, r.x1 * x, r.y1 * y} }

// turn returns r on a page of some size after the page was turned clockwise by
// quarters of a circle. Four quarters are as none.
func (r rect) turn(quarters int, s size) rect {
	for range quarters {
		r = rect{s.h - r.y1, r.x0, s.h - r.y0, r.x1}
		s = s.turned(1)
	}
	return r
}

// box returns r as a place on a page of some size.
func (r rect) box(page int, s size) *document.Box {
	share := func(value, whole float64) float64 { return min(max(value/whole, 0), 1) }
	x0, x1 := share(r.x0, s.w), share(r.x1, s.w)
	y0, y1 := share(r.y0, s.h), share(r.y1, s.h)
	return &document.Box{Page: page, Vertices: [4][2]float64{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}}
}

// A frame says where a PDF's own coordinates lie on the page as it is shown, with
// the page's rotation and the box that it is cropped to.
type frame struct{ origin, x, y point }

func (f frame) at(x, y float64) point {
	return f.origin.plus(f.x.times(x)).plus(f.y.times(y))
}
