package office

import (
	"encoding/xml"
	"io"
	"slices"
	"strconv"
	"strings"

	"docuquest/core/language/text"
)

// A story is one flow of paragraphs in a Word document: its body, its notes. It
// reports to its listener what it comes upon.
type story struct {
	listener   listener
	references *references // numbers the notes; nil where there are none to refer to
	open       []string    // names of the elements that are open
	paragraphs []*paragraph
	isHidden   bool // the run that is open is not shown
}

type listener interface {
	enter(name string, a attributes)
	leave(name string)
	paragraph(p *paragraph)
	isFull() bool // nothing more is wanted
}

// A paragraph with what it says of itself. Zero values are what is not said.
type paragraph struct {
	text    strings.Builder
	style   string
	outline int // from 1; 10 says that it is text of the body
	isItem  bool
	noItem  bool // it takes back that its style makes it one
	depth   int
	boxed   []*paragraph // in text boxes that are anchored in it
}

type attributes []xml.Attr

func (a attributes) get(name string) string {
	for _, attribute := range a {
		if attribute.Name.Local == name {
			return attribute.Value
		}
	}
	return ""
}

// number returns an attribute of a small number; what is none is 0.
func (a attributes) number(name string) int {
	n, err := strconv.Atoi(a.get(name))
	if err != nil || n < 0 || 100 < n {
		return 0
	}
	return n
}

// walk reads a part to its end, or to where it is damaged.
func (s *story) walk(content string) error {
	decoder := xmlDecoder(content)
	for !s.listener.isFull() {
		token, err := decoder.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return errDamaged
		}
		switch t := token.(type) {
		case xml.StartElement:
			if leftOut[t.Name.Local] {
				if decoder.Skip() != nil {
					return errDamaged
				}
				continue
			}
			if maxDepth < len(s.open) {
				return errTooDeep
			}
			s.start(t.Name.Local, t.Attr)
		case xml.EndElement:
			s.end(t.Name.Local)
		case xml.CharData:
			if s.isIn("t") {
				s.write(string(t))
			}
		}
	}
	return nil
}

// leftOut are the elements in which nothing is text that a reader sees: what was deleted,
// what a property was before, the second copy of a text box for old programs, and the
// reading aids above characters.
var leftOut = text.WordSet(`del moveFrom pPrChange rPrChange tblPrChange trPrChange tcPrChange sectPr
	Fallback rt sdtPr instrText delText delInstrText`)

func (s *story) isIn(name string) bool { return len(s.open) > 0 && s.open[len(s.open)-1] == name }

func (s *story) start(name string, a attributes) {
	switch {
	case name == "p":
		s.paragraphs = append(s.paragraphs, &paragraph{})
	case name == "r":
		s.isHidden = false
	case s.isIn("rPr"):
		isOff := slices.Contains([]string{"0", "false", "off"}, a.get("val"))
		s.isHidden = s.isHidden || name == "vanish" && !isOff
	case s.isIn("r"):
		s.write(s.special(name, a))
	case s.isIn("pPr") || s.isIn("numPr"):
		s.property(name, a)
	}
	if s.isOutsideBoxes() {
		s.listener.enter(name, a)
	}
	s.open = append(s.open, name)
}

// isOutsideBoxes reports whether tables and rows are those of the text. In a
// text box, which lies in a paragraph, only paragraphs count.
func (s *story) isOutsideBoxes() bool { return len(s.paragraphs) == 0 }

// end closes an element. A paragraph goes to the listener, and behind it those of its text
// boxes.
func (s *story) end(name string) {
	if len(s.open) > 0 {
		s.open = s.open[:len(s.open)-1]
	}
	last := len(s.paragraphs) - 1
	switch {
	case name == "p" && last >= 0:
		p := s.paragraphs[last]
		if s.paragraphs = s.paragraphs[:last]; last > 0 {
			holder := s.paragraphs[last-1]
			holder.boxed = append(append(holder.boxed, p), p.boxed...)
			p.boxed = nil
			return
		}
		s.listener.paragraph(p)
		for _, boxed := range p.boxed {
			s.listener.paragraph(boxed)
		}
	case s.isOutsideBoxes():
		s.listener.leave(name)
	}
}

func (s *story) write(said string) {
	if n := len(s.paragraphs); n > 0 && !s.isHidden {
		s.paragraphs[n-1].text.WriteString(said)
	}
}

// special returns the text of an element of a run that is none itself.
func (s *story) special(name string, a attributes) string {
	switch name {
	case "tab", "ptab":
		return "\t"
	case "br", "cr":
		return "\n"
	case "noBreakHyphen":
		return "-"
	case "footnoteReference", "endnoteReference":
		if s.references != nil && !s.isHidden {
			return s.references.mark(reference{strings.TrimSuffix(name, "Reference"), a.get("id")})
		}
	}
	return ""
}

// property reads what a paragraph says of itself.
func (s *story) property(name string, a attributes) {
	if len(s.paragraphs) == 0 {
		return
	}
	p := s.paragraphs[len(s.paragraphs)-1]
	switch name {
	case "pStyle":
		p.style = a.get("val")
	case "outlineLvl":
		p.outline = a.number("val") + 1
	case "ilvl":
		p.depth = a.number("val")
	case "numId":
		p.noItem = a.get("val") == "0"
		p.isItem = !p.noItem
	}
}
