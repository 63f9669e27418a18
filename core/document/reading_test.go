package document_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/document"
	"docuquest/core/language/text"
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

// A document as it is read has the blocks of the file where its text is theirs.
func TestAsRead(t *testing.T) {
	const html = "<h1>Jade</h1><hr><p>is <b>green</b></p>"
	var m document.ReadingMaker
	m.Copy(index(t, html, "Jade"), html)
	m.Gap("\n\n")
	m.Copy(index(t, html, "is "), html)
	m.Copy(index(t, html, "green"), html)
	d := &document.Document{Text: html, Reading: m.Reading(), Blocks: []document.Block{{
		Kind: document.Section, Span: text.Span{End: len(html)}, Children: []document.Block{
			{Kind: document.Heading, Span: index(t, html, "<h1>Jade</h1>")},
			{Kind: document.Break, Span: index(t, html, "<hr>")},
			{Kind: document.Paragraph, Span: index(t, html, "<p>is <b>green</b></p>")},
		},
	}}}
	read := d.AsRead()
	var got []string
	for _, b := range read.Blocks[0].Children {
		got = append(got, b.Kind.String()+" "+b.Span.Of(read.Text))
	}
	if diff := cmp.Diff([]string{"heading Jade", "paragraph is green"}, got); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
	origin, span, ok := read.InFile(index(t, read.Text, "is green"))
	if !ok || origin != d || span.Of(html) != "is <b>green" {
		t.Errorf("stands at %q, %v", span.Of(html), ok)
	}
	if plain := (&document.Document{Text: "as it is"}); plain.AsRead() != plain {
		t.Error("a document that reads as it stands is copied")
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
