package pdf

import (
	"encoding/binary"
	"math"
)

// A sheet is an open page.
type sheet struct {
	*book
	handle uint64
	size   size  // as it is shown
	frame  frame // from the coordinates of the PDF to points on the page
}

// measure asks where three points of the PDF's coordinates lie on the page, from
// which follow the rotation, the crop box and the unit at once.
func (p *sheet) measure() {
	p.size = size{p.float("FPDF_GetPageWidthF", p.handle), p.float("FPDF_GetPageHeightF", p.handle)}
	const far = 1000
	origin := p.shown(0, 0)
	p.frame = frame{
		origin: origin,
		x:      p.shown(far, 0).minus(origin).times(1. / far),
		y:      p.shown(0, far).minus(origin).times(1. / far),
	}
}

// shown asks where one point of the PDF's coordinates lies on the page. The answer
// comes in whole pixels, so the page is asked about as if it were a large picture.
func (p *sheet) shown(x, y float64) point {
	const pixels = 1 << 18
	p.call("FPDF_PageToDevice", p.handle, 0, 0, pixels, pixels, 0,
		math.Float64bits(x), math.Float64bits(y), uint64(p.results), uint64(p.results+4))
	view := p.memory(p.results, 8)
	if view == nil {
		return point{}
	}
	at := point{float64(int32(binary.LittleEndian.Uint32(view))), float64(int32(binary.LittleEndian.Uint32(view[4:])))}
	return at.scaled(p.size.w/pixels, p.size.h/pixels)
}
