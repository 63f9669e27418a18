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

func newSandbox(ctx context.Context, module api.Module) *sandbox {
	s := &sandbox{ctx: ctx, module: module, functions: map[string]api.Function{}, stack: make([]uint64, 12)}
	s.call("FPDF_InitLibrary")
	s.results = s.allocate(resultBytes)
	return s
}

// call runs a function of the sandbox. Floats come and go as their bits.
func (s *sandbox) call(name string, arguments ...uint64) uint64 {
	if s.err != nil {
		return 0
	}
	function := s.function(name)
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

func (s *sandbox) function(name string) api.Function {
	function, ok := s.functions[name]
	if !ok {
		function = s.module.ExportedFunction(name)
		s.functions[name] = function
	}
	return function
}

// number is call for functions that give a 32-bit integer.
func (s *sandbox) number(name string, arguments ...uint64) int {
	return int(int32(uint32(s.call(name, arguments...))))
}

// float is call for functions that give a 32-bit float.
func (s *sandbox) float(name string, arguments ...uint64) float64 {
	return float64(math.Float32frombits(uint32(s.call(name, arguments...))))
}

// allocate gives memory in the sandbox. To run out of it is a failure.
func (s *sandbox) allocate(bytes int) uint32 {
	at := uint32(s.call("malloc", uint64(bytes)))
	if at == 0 && s.err == nil {
		s.err = fmt.Errorf("%w: it needs more memory than it may have", errBroke)
	}
	return at
}

func (s *sandbox) free(at uint32) { s.call("free", uint64(at)) }

// memory gives a view of the sandbox's memory that holds until the next call.
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

// book opens a document. Its memory is never given back, for the instance ends
// with it.
func (s *sandbox) book(content string) (*book, error) {
	at := s.allocate(len(content))
	if s.err == nil && !s.module.Memory().WriteString(at, content) {
		return nil, errBroke
	}
	document := s.call("FPDF_LoadMemDocument", uint64(at), uint64(len(content)), 0)
	if s.err == nil && document == 0 {
		return nil, refusal(s.number("FPDF_GetLastError"))
	}
	b := &book{sandbox: s, document: document, pages: s.number("FPDF_GetPageCount", document)}
	return b, s.err
}

// refusal puts the reason why PDFium opens no document into words.
func refusal(code int) error {
	switch code {
	case 4:
		return errPassword
	case 5:
		return errSecurity
	}
	return errDamaged
}

// A book is an open document.
type book struct {
	*sandbox
	document uint64
	pages    int
}

// title gives what the document says its title is, "" if it says nothing.
func (b *book) title() string {
	const most = 2048 // bytes, with a zero unit at the end
	name, buffer := b.allocate(len("Title")+1), b.allocate(most)
	if b.err != nil {
		return ""
	}
	b.module.Memory().WriteString(name, "Title\x00")
	bytes := b.number("FPDF_GetMetaText", b.document, uint64(name), uint64(buffer), most)
	if bytes < 2 || most < bytes {
		return ""
	}
	return string(b.runes(buffer, bytes/2-1))
}

// errNoPage is a page that cannot be opened, in a document that goes on.
var errNoPage = errors.New("is damaged")

// page opens a page, counted from 1, for the time of do.
func (b *book) page(number int, do func(*sheet) error) error {
	handle := b.call("FPDF_LoadPage", b.document, uint64(number-1))
	if b.err == nil && handle == 0 {
		return errNoPage
	}
	p := &sheet{book: b, handle: handle}
	p.measure()
	if b.err == nil && !p.size.sensible() {
		return errNoPage
	}
	err := do(p)
	b.call("FPDF_ClosePage", handle)
	if b.err != nil {
		return b.err
	}
	return err
}
