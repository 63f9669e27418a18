package office_test

import (
	"archive/zip"
	"encoding/binary"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"docuquest/core/document"
	"docuquest/core/document/documenttest"
	"docuquest/core/document/office"
)

var parsers = map[string]document.Parser{"docx": office.Docx{}, "epub": office.Epub{}}

// parse reads a file of a format and checks what holds for every document.
func parse(tb testing.TB, format, content string) *document.Document {
	tb.Helper()
	d := parsers[format].Parse(documenttest.File("a."+format, content))
	documenttest.Check(tb, d)
	documenttest.CheckCovered(tb, d)
	if !d.Extracted {
		tb.Error("the text is said to stand in the file")
	}
	return d
}

// pack makes a zip archive of files, as they are: what repeats itself would be
// packed so well that it looked like a bomb.
func pack(tb testing.TB, files []txtar.File) string {
	tb.Helper()
	var out strings.Builder
	w := zip.NewWriter(&out)
	for _, f := range files {
		part, err := w.CreateHeader(&zip.FileHeader{Name: f.Name, Method: zip.Store})
		if err == nil {
			_, err = part.Write(f.Data)
		}
		if err != nil {
			tb.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return out.String()
}

// claim makes an archive whose one part says how large it is, and is not.
func claim(tb testing.TB, name string, packed, unpacked uint64) string {
	tb.Helper()
	var out strings.Builder
	w := zip.NewWriter(&out)
	_, err := w.CreateRaw(&zip.FileHeader{Name: name, Method: zip.Deflate, CompressedSize64: packed, UncompressedSize64: unpacked})
	if err != nil {
		tb.Fatal(err)
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return out.String()
}

// A golden file holds the parts of an archive; its name says of which format.
// The result shows the blocks, and below them the text.
func TestGolden(t *testing.T) {
	for format := range parsers {
		t.Run(format, func(t *testing.T) {
			documenttest.GoldenArchives(t, "testdata/"+format+"-*.txt", func(t *testing.T, files []txtar.File) string {
				d := parse(t, format, pack(t, files))
				return documenttest.Outline(d) + "text\n" + d.Text + "\n"
			})
		})
	}
}

// docx packs the paragraphs of a document.
func docx(tb testing.TB, body string) string {
	return pack(tb, []txtar.File{{Name: "word/document.xml", Data: []byte("<w:document><w:body>" + body + "</w:body></w:document>")}})
}

// epub packs a book of one chapter.
func epub(tb testing.TB, chapter string) string {
	return pack(tb, []txtar.File{
		{Name: "META-INF/container.xml", Data: []byte(`<container><rootfiles><rootfile full-path="p.opf"/></rootfiles></container>`)},
		{Name: "p.opf", Data: []byte(`<package><manifest><item id="a" href="a.html"/></manifest><spine><itemref idref="a"/></spine></package>`)},
		{Name: "a.html", Data: []byte(chapter)},
	})
}

const paragraph = "<w:p><w:r><w:t>a</w:t></w:r></w:p>"

// What cannot be read is said in one line, and what could be read is there.
func TestProblems(t *testing.T) {
	whole := docx(t, paragraph)
	locked := []byte(whole)
	for _, head := range []string{"PK\x01\x02", "PK\x03\x04"} { // the flags stand in both headers of a part
		at := strings.Index(whole, head) + map[string]int{"PK\x01\x02": 8, "PK\x03\x04": 6}[head]
		binary.LittleEndian.PutUint16(locked[at:], binary.LittleEndian.Uint16(locked[at:])|1)
	}
	book := func(parts ...string) string {
		var files []txtar.File
		for i := 0; i < len(parts); i += 2 {
			files = append(files, txtar.File{Name: parts[i], Data: []byte(parts[i+1])})
		}
		return pack(t, files)
	}
	const container = `<container><rootfiles><rootfile full-path="x/p.opf"/></rootfiles></container>`
	const spine = `<package><manifest><item id="a" href="a.html"/><item id="b" href="b.html"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>`
	const lock = `<encryption><EncryptedData><CipherData><CipherReference URI="x/a.html"/></CipherData></EncryptedData></encryption>`
	for _, test := range []struct{ about, format, content, says, text string }{
		{"nothing", "docx", "", "damaged", ""},
		{"something else", "epub", "Dear reader", "damaged", ""},
		{"cut off", "docx", whole[:len(whole)-30], "damaged", ""},
		{"old or with a password", "docx", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1" + strings.Repeat("\x00", 600), "password", ""},
		{"encrypted part", "docx", string(locked), "password", ""},
		{"no text", "docx", pack(t, []txtar.File{{Name: "a", Data: []byte("b")}}), "missing", ""},
		{"a flipped byte", "docx", flipped(whole), "damaged", ""},
		{"XML that ends", "docx", pack(t, []txtar.File{{Name: "word/document.xml", Data: []byte("<w:document>" + paragraph + "<w:p")}}), "only a part", "a"},
		{"notes that are missing", "docx", docx(t, `<w:p><w:r><w:t>a</w:t><w:footnoteReference w:id="1"/></w:r></w:p>`), "missing", "a[^1]"},
		{"depth", "docx", docx(t, paragraph+strings.Repeat("<w:sdt>", 2000)), "nests deeper", "a"},
		{"a bomb", "docx", claim(t, "word/document.xml", 100, 20<<20), "200 times", ""},
		{"too large", "docx", claim(t, "word/document.xml", 32<<20, 64<<20+1), "64 MiB", ""},
		{"no package", "epub", pack(t, []txtar.File{{Name: "a", Data: []byte("b")}}), "missing", ""},
		{"no spine", "epub", book("META-INF/container.xml", container), "missing", ""},
		{"a chapter less", "epub", book("META-INF/container.xml", container, "x/p.opf", spine, "x/a.html", "<p>a"), "1 of 2 chapters could not", "a"},
		{"a locked chapter", "epub", book("META-INF/container.xml", container, "x/p.opf", spine, "META-INF/encryption.xml", lock, "x/a.html", "???", "x/b.html", "b"), "1 of 2 chapters are locked", "b"},
	} {
		d := parse(t, test.format, test.content)
		if len(d.Problems) != 1 || !strings.Contains(d.Problems[0].Message, test.says) || strings.Contains(d.Problems[0].Message, "\n") {
			t.Errorf("%s: problems %+v, want one that says %q", test.about, d.Problems, test.says)
		}
		if d.Text != test.text {
			t.Errorf("%s: text %q, want %q", test.about, d.Text, test.text)
		}
	}
}

// flipped changes a byte in the middle of the first part.
func flipped(archive string) string {
	b := []byte(archive)
	b[60] ^= 0xFF
	return string(b)
}

// What a book leaves out and keeps of its pages.
func TestChapters(t *testing.T) {
	for source, want := range map[string]string{
		"a<b>b</b> c":                                    "ab c",
		"<p>a <i> b</i></p><p>c":                         "a b\n\nc",
		"<p>voilà <i>une</i></p>":                        "voilà une",
		"a<script>b</script><svg><title>t</title></svg>": "a",
		"<ul><li>a</ul><ul><li>b</ul>":                   "a\n\nb",
		"<ul>a<li>b":                                     "a\n\nb",
		"<div><h1/>a<br>b</div>":                         "a\nb",
		"</li></ul></table></pre></p>a":                  "a",
		"<table><tr><td>a<td>b<tr><td>c</table>d":        "a\tb\nc\n\nd",
	} {
		if d := parse(t, "epub", epub(t, source)); d.Text != want {
			t.Errorf("%s reads as %q, want %q", source, d.Text, want)
		}
	}
}

// Archives that are made to be slow or large are read all the same. The times
// are linear: were one of them not, this test would run into the time limit of
// go test.
func TestHostile(t *testing.T) {
	const size = documenttest.HostileSize
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	for name, body := range map[string]string{
		"paragraphs":  fill(paragraph),
		"open boxes":  fill("<w:p><w:r><w:t>a</w:t>"),
		"tables":      fill("<w:tbl><w:tr><w:tc>" + paragraph),
		"cells":       "<w:tbl><w:tr>" + fill("<w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc>"),
		"stairs":      fill(`<w:p><w:pPr><w:numPr><w:ilvl w:val="99"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>a</w:t></w:r></w:p>`),
		"long names":  "<" + fill("a"),
		"entities":    "<!DOCTYPE a [<!ENTITY b 'cc'>]><w:t>" + fill("&b;"),
		"lines":       "<w:p><w:r>" + fill("<w:br/>"),
		"in one cell": "<w:tbl><w:tr><w:tc>" + fill(paragraph),
		"references":  "<w:p><w:r>" + fill(`<w:footnoteReference w:id="1"/>`),
	} {
		t.Run("docx "+name, func(t *testing.T) { parse(t, "docx", docx(t, body)) })
	}
	for name, chapter := range map[string]string{
		"items":      fill("<ul><li>a"),
		"cells":      "<table><tr>" + fill("<td>a"),
		"in a cell":  "<table><tr><td>" + fill("<p>a"),
		"rows":       "<table>" + fill("<tr><td>a"),
		"templates":  fill("<template>"),
		"headings":   fill("<h1>a<h6>b"),
		"attributes": fill("<img a=b "),
		"words":      fill("a <b>"),
	} {
		t.Run("epub "+name, func(t *testing.T) { parse(t, "epub", epub(t, chapter)) })
	}
}

func FuzzDocx(f *testing.F) {
	addSeeds(f, "docx", "word/document.xml")
	f.Add("<w:p><w:r><w:t>a</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:tbl>")
	f.Fuzz(func(t *testing.T, content string) {
		parse(t, "docx", pack(t, []txtar.File{
			{Name: "word/document.xml", Data: []byte(content)},
			{Name: "word/footnotes.xml", Data: []byte(content)},
			{Name: "word/styles.xml", Data: []byte(content)},
		}))
		parse(t, "docx", content)
	})
}

func FuzzEpub(f *testing.F) {
	addSeeds(f, "epub", "OEBPS/text/ch1.xhtml")
	f.Add("<ul><li>a<ul>b</ul><pre> c </pre><table><tr><td>d<h1>e")
	f.Fuzz(func(t *testing.T, content string) {
		parse(t, "epub", epub(t, content))
		parse(t, "epub", content)
	})
}

// addSeeds adds a part of the golden archives, and the archives as they are
// packed.
func addSeeds(f *testing.F, format, part string) {
	names, err := filepath.Glob("testdata/" + format + "-*.txt")
	if err != nil || len(names) == 0 {
		f.Fatalf("%d seeds, error %v", len(names), err)
	}
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(pack(f, archive.Files))
		for _, file := range archive.Files {
			if file.Name == part {
				f.Add(string(file.Data))
			}
		}
	}
}

func BenchmarkParse(b *testing.B) {
	contents := map[string]string{
		"docx": docx(b, strings.Repeat(`<w:p><w:pPr><w:pStyle w:val="Normal"/></w:pPr><w:r><w:rPr><w:b/></w:rPr><w:t>Some words of a paragraph, </w:t></w:r><w:r><w:t>as there are many in a document.</w:t></w:r></w:p>`, 10_000)),
		"epub": epub(b, strings.Repeat("<p>Some <i>words</i> of a paragraph, as there are many in a book.</p>\n", 10_000)),
	}
	for _, format := range slices.Sorted(maps.Keys(contents)) {
		b.Run(format, func(b *testing.B) {
			f := documenttest.File("a."+format, contents[format])
			b.ReportAllocs()
			for b.Loop() {
				parsers[format].Parse(f)
			}
		})
	}
}
