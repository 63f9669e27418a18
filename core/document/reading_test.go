package document_test

import (
	"testing"

	"docuquest/core/document"
	"docuquest/core/text"
)

// A reading leads back to the bytes that it was made from, and the other way.
func TestReading(t *testing.T) {
	const html = "<p>one <b>two</b> &amp; three</p>"
	var m document.ReadingMaker
	m.Copy(text.Span{Start: 3, End: 7}, html)
	m.Copy(text.Span{Start: 10, End: 13}, html)
	m.Copy(text.Span{Start: 17, End: 18}, html)
	m.Add("&", text.Span{Start: 18, End: 23})
	m.Copy(text.Span{Start: 23, End: 29}, html)
	m.Gap("\n")
	d := &document.Document{Text: html, Reading: m.Reading()}
	if got, want := d.Readable(), "one two & three\n"; got != want {
		t.Fatalf("reads as %q, want %q", got, want)
	}
	for _, test := range []struct{ source, says string }{
		{html, "one two & three"},
		{"ne <b>tw", "ne tw"},
		{"<b>", ""},
		{"mp;", "&"},
		{"hre", "hre"},
		{"two</b> ", "two "},
	} {
		at := index(t, html, test.source)
		if got := d.Read(at); got != test.says {
			t.Errorf("%q reads as %q, want %q", test.source, got, test.says)
		}
	}
	for _, test := range []struct{ made, source string }{
		{"one two", "one <b>two"},
		{"two", "two"},
		{"&", "&amp;"},
		{"& th", "&amp; th"},
		{"three\n", "three"},
	} {
		got, ok := d.Reading.Source(index(t, d.Reading.Text, test.made))
		if !ok || got.Of(html) != test.source {
			t.Errorf("%q comes from %q, %v, want %q", test.made, got.Of(html), ok, test.source)
		}
	}
	if got, ok := d.Reading.Source(text.Span{Start: len(d.Reading.Text) - 1, End: len(d.Reading.Text)}); ok {
		t.Errorf("the line end comes from %v, want nowhere", got)
	}
}

func index(t *testing.T, s, part string) text.Span {
	t.Helper()
	for i := range len(s) - len(part) + 1 {
		if s[i:i+len(part)] == part {
			return text.Span{Start: i, End: i + len(part)}
		}
	}
	t.Fatalf("%q is not in %q", part, s)
	return text.Span{}
}
