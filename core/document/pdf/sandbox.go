package pdf

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"unicode/utf16"

	"github.com/tetratelabs/wazero/api"
)

// A sandbox is one instance of PDFium with a memory of its own. It belongs to one
// goroutine. The first call that fails ends it: all later ones do nothing and
// give 0, so that err is looked at once at the end of several calls.
//
// PDFium's own functions are called here without the wrappers of the library,
// which allocate and free memory in the sandbox around each of them: for the
// boxes of all words of a page the wrappers need more time than PDFium for the
// whole page.
type sandbox struct {
	ctx       context.Context // its end stops the sandbox in the middle of a call
	module    api.Module
	functions map[string]api.Function
	stack     []uint64
	results   uint32 // memory for small results, resultBytes of it
	err       error
}

// resultBytes is enough for a matrix of six floats.
const resultBytes = 64

// call runs a function of the sandbox. Floats come and go as their bits.
func (s *sandbox) call(name string, arguments ...uint64) uint64 {
	if s.err != nil {
		return 0
	}
	function, ok := s.functions[name]
	if !ok {
		function = s.module.ExportedFunction(name)
		s.functions[name] = function
	}
	if function == nil {
		s.err = fmt.Errorf("%w: it has no %s", errBroke, name)
		return 0
	}
	copy(s.stack, arguments)
	if err := function.CallWithStack(s.ctx, s.stack); err != nil {
		s.err = fmt.Errorf("%w: %s: %w", errBroke, name, err)
		return 0
	}
	return s.stack[0]
}

// number is call for functions that give a 32-bit integer.
func (s *sandbox) number(name string, arguments ...uint64) int {
	return int(int32(uint32(s.call(name, arguments...))))
}

// float is call for functions that give a 32-bit float.
func (s *sandbox) float(name string, arguments ...uint64) float64 {
	return float64(math.Float32frombits(uint32(s.call(name, arguments...))))
}

// allocate returns memory in the sandbox. To run out of it is a failure.
func (s *sandbox) allocate(bytes int) uint32 {
	at := uint32(s.call("malloc", uint64(bytes)))
	if at == 0 && s.err == nil {
		s.err = fmt.Errorf("%w: it needs more memory than it may have", errBroke)
	}
	return at
}

// memory returns a view of the sandbox's memory that holds until the next call.
func (s *sandbox) memory(at uint32, bytes int) []byte {
	if s.err != nil || bytes < 0 {
		return nil
	}
	view, ok := s.module.Memory().Read(at, uint32(bytes))
	if !ok {
		s.err = fmt.Errorf("%w: it points outside of its memory", errBroke)
	}
	return view
}

// floats reads the first n floats of what the last call left in results; they
// are 0 after a failure.
func (s *sandbox) floats(n int) [6]float64 {
	var values [6]float64
	if view := s.memory(s.results, 4*n); view != nil {
		for i := range n {
			values[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(view[4*i:])))
		}
	}
	return values
}

// runes reads UTF-16 of so many units.
func (s *sandbox) runes(at uint32, units int) []rune {
	view := s.memory(at, 2*units)
	code := make([]uint16, len(view)/2)
	for i := range code {
		code[i] = binary.LittleEndian.Uint16(view[2*i:])
	}
	return utf16.Decode(code)
}

// open opens a document. Its memory is never given back, for the instance ends
// with it.
func (s *sandbox) open(content string) (*openDocument, error) {
	at := s.allocate(len(content))
	if s.err == nil && !s.module.Memory().WriteString(at, content) {
		return nil, errBroke
	}
	document := s.call("FPDF_LoadMemDocument", uint64(at), uint64(len(content)), 0)
	if s.err == nil && document == 0 {
		switch s.number("FPDF_GetLastError") {
		case 4:
			return nil, errPassword
		case 5:
			return nil, errSecurity
		}
		return nil, errDamaged
	}
	b := &openDocument{sandbox: s, document: document, pages: s.number("FPDF_GetPageCount", document)}
	return b, s.err
}

// An openDocument is a document that is open.
type openDocument struct {
	*sandbox
	document uint64
	pages    int
}

// errNoPage is a page that cannot be opened, in a document that goes on.
var errNoPage = errors.New("is damaged")

// page opens a page, counted from 1, for the time of do.
func (b *openDocument) page(number int, do func(*openPage) error) error {
	handle := b.call("FPDF_LoadPage", b.document, uint64(number-1))
	if b.err == nil && handle == 0 {
		return errNoPage
	}
	p := &openPage{openDocument: b, handle: handle}
	// Where three points of the PDF's coordinates lie on the page says the rotation, the crop box
	// and the unit at once.
	p.size = size{p.float("FPDF_GetPageWidthF", p.handle), p.float("FPDF_GetPageHeightF", p.handle)}
	const far = 1000
	origin := p.devicePoint(0, 0)
	p.frame = frame{
		origin: origin,
		x:      p.devicePoint(far, 0).minus(origin).times(1. / far),
		y:      p.devicePoint(0, far).minus(origin).times(1. / far),
	}
	const most = 1e6 // points: the format itself allows 14400, times a factor
	if w, h := p.size.w, p.size.h; b.err == nil && !(0 < w && w < most && 0 < h && h < most) {
		return errNoPage // no coordinates can be shares of such a size
	}
	err := do(p)
	b.call("FPDF_ClosePage", handle)
	if b.err != nil {
		return b.err
	}
	return err
}

// An openPage is a page that is open.
type openPage struct {
	*openDocument
	handle uint64
	size   size  // as it is shown
	frame  frame // from the coordinates of the PDF to points on the page
}

// devicePoint asks where one point of the PDF's coordinates lies on the page. The answer
// comes in whole pixels, so the page is asked about as if it were a large picture.
func (p *openPage) devicePoint(x, y float64) point {
	const pixels = 1 << 18
	p.call("FPDF_PageToDevice", p.handle, 0, 0, pixels, pixels, 0,
		math.Float64bits(x), math.Float64bits(y), uint64(p.results), uint64(p.results+4))
	view := p.memory(p.results, 8)
	if view == nil {
		return point{}
	}
	at := func(i int) float64 { return float64(int32(binary.LittleEndian.Uint32(view[i:]))) }
	return point{at(0) * (p.size.w / pixels), at(4) * (p.size.h / pixels)}
}
