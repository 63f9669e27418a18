package code

import (
	"testing"

	"docuquest/core/document/documenttest"
)

// A fault of a library costs the definitions of one file and not its text.
func TestFault(t *testing.T) {
	p := New(Options{})
	p.readers["go"] = func(string) (result, bool) { panic("out of range") }
	d := p.Parse(documenttest.File("a.go", "package a\n\nfunc f() {}\n"))
	documenttest.Check(t, d)
	documenttest.CheckCovered(t, d)
	want := "problem 0-0 read without its definitions, since they could not be read: out of range\n" +
		"code 0-9 (go) \"package a\"\ncode 11-22 (go) \"func f() {}\"\n"
	if got := documenttest.Outline(d); got != want || !d.Problems[0].Makeshift {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// A reader that ran into its limit leaves the work to the outline.
func TestLimit(t *testing.T) {
	p := New(Options{})
	p.readers["go"] = func(string) (result, bool) { return result{}, false }
	d := p.Parse(documenttest.File("a.go", "func f() {}\n"))
	want := "problem 0-0 not read within 500ms: definitions were found by their first words and indentation\n" +
		"definition 0-11 \"f\" \"func f()\" (function) \"func f() {}\"\n"
	if got := documenttest.Outline(d); got != want || !d.Problems[0].Makeshift {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// A reader that is wrong about everything breaks no promise of a document.
func TestWrongReader(t *testing.T) {
	p := New(Options{})
	for a := -1; a < 9; a++ {
		for b := -1; b < 9; b++ {
			inner := definition{name: "b", info: "class"}
			inner.span.Start, inner.span.End = b, a+3
			outer := definition{name: "a", info: "class", span: inner.span.Shift(a), signature: inner.span.Shift(1)}
			outer.inside = []definition{inner, outer, inner}
			p.readers["go"] = func(string) (result, bool) {
				return result{definitions: []definition{outer, inner, outer}}, true
			}
			d := p.Parse(documenttest.File("a.go", "a é\n//b "))
			documenttest.Check(t, d)
			documenttest.CheckCovered(t, d)
		}
	}
}
