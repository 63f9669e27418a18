package pdf_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"docuquest/core/document"
	"docuquest/core/document/pdf"
)

// Each of these must end in a problem that its reader understands, or in what
// could be read all the same, and leave the Reader as good as new.
func TestBrokenFiles(t *testing.T) {
	good := write(hello)
	for name, test := range map[string]struct{ content, text, problem string }{
		"empty":             {"", "", "is empty"},
		"no PDF":            {"%!PS-Adobe-3.0\n", "", "is no PDF or is damaged"},
		"head alone":        {"%PDF-1.7\n", "", "is no PDF or is damaged"},
		"cut in the middle": {good[:len(good)/3], "", "is no PDF or is damaged"},
		"cut at the end":    {good[:len(good)-len("startxref 1234 %%EOF ")], "Hello\n ", ""},
		"cut before it":     {good[:strings.Index(good, "trailer")], "", "is no PDF or is damaged"},
		"wrong table":       {strings.ReplaceAll(good, "00000 n", "00007 n"), "Hello\n ", ""},
		"wrong start":       {strings.Replace(good, "startxref\n", "startxref\n9", 1), "Hello\n ", ""},
		"junk in front":     {strings.Repeat("junk\n", 20) + good, "Hello\n ", ""},
		"password":          {encrypted(), "", "needs a password"},
		"other encryption":  {strings.Replace(encrypted(), "/Standard", "/Unheard", 1), "", "is encrypted in a way that cannot be read"},
		"page tree loop":    {pageTreeLoop(), "", "page 1 is damaged"},
		"missing page":      {strings.Replace(good, "/Kids [5", "/Kids [99", 1), "", "page 1 is damaged"},
		"no size":           {write(leaf{"/MediaBox [0 0 0 0]", hello.drawing}), "Hello\n ", ""},
		"numbers too large": {write(leaf{"/MediaBox [0 0 1e30 1e30]", hello.drawing}), "Hello\n ", ""},
		"font of nothing":   {strings.Replace(good, "/Helvetica", "/Helvetica /FirstChar -9 /LastChar 99999999 /Widths 1 0 R", 1), "Hello\n ", ""},
	} {
		d := parse(t, reader, test.content)
		if got := problems(d); d.Text != test.text || got != test.problem {
			t.Errorf("%s: text %q and problem %q, want %q and %q", name, d.Text, got, test.text, test.problem)
		}
	}
}

func problems(d *document.Document) string {
	var all []string
	for _, p := range d.Problems {
		all = append(all, p.Message)
	}
	return strings.Join(all, "; ")
}

// encrypted writes a file that asks for a password: its key fits to none.
func encrypted() string {
	w := newWriter()
	w.object("<< /Type /Catalog /Pages 2 0 R >>")
	w.object("<< /Type /Pages /Kids [] /Count 0 >>")
	secret := strings.Repeat("41", 32)
	w.object("<< /Filter /Standard /V 1 /R 2 /O <" + secret + "> /U <" + secret + "> /P -4 >>")
	return w.finish("/Encrypt 3 0 R /ID [<00> <00>]")
}

func pageTreeLoop() string {
	w := newWriter()
	w.object("<< /Type /Catalog /Pages 2 0 R >>")
	w.object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
	w.object("<< /Type /Pages /Kids [2 0 R] /Parent 2 0 R /Count 1 >>")
	return w.finish("")
}

// A file of many pages that are one and the same is small. It is read up to a
// limit, and the rest is named.
func TestManyPages(t *testing.T) {
	limited := pdf.NewLimited(reader, pdf.Limits{Pages: 20})
	d := parse(t, limited, manyPages(100_000))
	want := "pages 21-100000 were left out or cut: only the first 20 pages are read"
	if got := problems(d); got != want || len(d.Blocks) != 20 {
		t.Errorf("%d pages and %q, want 20 and %q", len(d.Blocks), got, want)
	}
}

func manyPages(count int) string {
	w := newWriter()
	w.object("<< /Type /Catalog /Pages 2 0 R >>")
	w.object(fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", strings.Repeat("3 0 R ", count), count))
	w.object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>")
	w.object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
	w.stream("", hello.drawing)
	return w.finish("")
}

// What has more text than is kept is cut, and says so.
func TestMuchText(t *testing.T) {
	limited := pdf.NewLimited(reader, pdf.Limits{Text: 18})
	d := parse(t, limited, write(hello, leaf{drawing: "BT /F1 20 Tf 100 600 Td (one two three four) Tj ET"}, hello))
	if want := "pages 2-3 were left out or cut: there is more text than is kept of one file"; problems(d) != want || d.Text != "Hello\n one two three\n " {
		t.Errorf("text %q and %q, want %q", d.Text, problems(d), want)
	}
}

func TestLargeFile(t *testing.T) {
	limited := pdf.NewLimited(reader, pdf.Limits{File: 100})
	if got := problems(parse(t, limited, write(hello))); got != "is too large to be read as a PDF" {
		t.Errorf("got %q", got)
	}
}

// A page whose drawing does not fit into the memory of the sandbox breaks it. The
// pages behind it are read by another.
func TestTooMuchMemory(t *testing.T) {
	d := parse(t, reader, threePages(strings.Repeat("6 0 R ", 300), "", strings.Repeat(" ", 1<<20)))
	if problems(d) != "page 2 is damaged" || d.Text != "Hello\n Hello\n " {
		t.Errorf("text %q and %q, want both good pages", d.Text, problems(d))
	}
	checkStillReads(t, reader)
}

// A page whose drawing is some gigabytes when it is unpacked takes too long if it
// does not break the sandbox.
func TestFlateBomb(t *testing.T) {
	hasty := pdf.NewLimited(reader, pdf.Limits{Time: time.Second})
	d := parse(t, hasty, threePages("6 0 R", "/Filter /FlateDecode", packed(strings.Repeat("q ", 1<<20), 2000)))
	if len(d.Problems) == 0 {
		t.Errorf("text %q and no problem", d.Text)
	}
	checkStillReads(t, reader)
}

// threePages writes a file whose pages are good but for what the second draws:
// contents, which are of a stream 6 with some keys.
func threePages(contents, keys, drawing string) string {
	w := newWriter()
	w.object("<< /Type /Catalog /Pages 2 0 R >>")
	w.object("<< /Type /Pages /Kids [4 0 R 5 0 R 4 0 R] /Count 3 >>")
	w.object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
	for _, contents := range []string{"7 0 R", "[" + contents + "]"} {
		w.object(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 3 0 R >> >> /Contents %s >>", contents))
	}
	w.stream(keys, drawing)
	w.stream("", hello.drawing)
	return w.finish("")
}

// packed compresses a text that stands there so many times, at the price of once.
func packed(content string, times int) string {
	var out bytes.Buffer
	z := zlib.NewWriter(&out)
	_, _ = z.Write([]byte(content))
	_ = z.Flush()
	const head = 2
	block := bytes.Clone(out.Bytes()[head:])
	for range times - 1 {
		out.Write(block)
	}
	return out.String()
}

// Forms that draw forms ten times each, ten levels deep, would take years and all
// memory. Whichever of its two limits a document meets first, the page before is
// read and the endless one is reported. Another try may go better where it was time.
func TestEndlessPage(t *testing.T) {
	hasty := pdf.NewLimited(reader, pdf.Limits{Time: 3 * time.Second})
	d := parse(t, hasty, nestedForms(10))
	for tries := 1; tries < 5 && d.Text == ""; tries++ { // the machine may have stood still before the first page was read
		d = parse(t, hasty, nestedForms(10))
	}
	late, full := "page 2 was left out or cut: the file takes too long", "page 2 is damaged"
	if said := problems(d); len(d.Problems) != 1 || !strings.HasPrefix(said, late) && said != full || d.Problems[0].Passing != (said != full) {
		t.Errorf("problems %v, want one about page 2", d.Problems)
	}
	if d.Text != "Hello\n " {
		t.Errorf("text %q, want the page before the endless one", d.Text)
	}
	checkStillReads(t, reader)
}

func nestedForms(depth int) string {
	w := newWriter()
	w.object("<< /Type /Catalog /Pages 2 0 R >>")
	w.object("<< /Type /Pages /Kids [4 0 R 5 0 R] /Count 2 >>")
	w.object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
	w.object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 3 0 R >> >> /Contents 6 0 R >>")
	w.object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /XObject << /X 8 0 R >> >> /Contents 7 0 R >>")
	w.stream("", hello.drawing)
	w.stream("", "/X Do")
	for i := range depth {
		w.stream(fmt.Sprintf("/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /XObject << /X %d 0 R >> >>", 9+i),
			strings.Repeat("/X Do ", 10))
	}
	w.stream("/Type /XObject /Subtype /Form /BBox [0 0 600 800]", "0 0 1 1 re f")
	return w.finish("")
}

func checkStillReads(t *testing.T, r *pdf.Reader) {
	t.Helper()
	if d := parse(t, r, write(hello)); d.Text != "Hello\n " || len(d.Problems) > 0 {
		t.Errorf("afterwards a good file gives %q and %v", d.Text, d.Problems)
	}
}

// A page of a great many specks takes time in proportion to them.
func TestManySpecks(t *testing.T) {
	var drawing strings.Builder
	drawing.WriteString("BT /F1 0.5 Tf ")
	const side = 60
	for y := range side {
		for x := range side {
			fmt.Fprintf(&drawing, "1 0 0 1 %d %d Tm (x) Tj ", 10*x, 12*y)
		}
	}
	drawing.WriteString("ET")
	d := parse(t, reader, write(leaf{drawing: drawing.String()}))
	if got := strings.Count(d.Text, "x"); got != side*side {
		t.Errorf("%d specks, want %d; %v", got, side*side, d.Problems)
	}
}

// Flipped bytes never do more than harm to their own document.
func TestFlippedBytes(t *testing.T) {
	good := pages("page\nat 60 700 10 Some text in a column\n> of two lines\npage /Rotate 90\nat 60 700 10 and more\n")
	random := rand.New(rand.NewPCG(1, 2))
	for range mutants {
		bad := []byte(good)
		for range 1 + random.IntN(8) {
			bad[random.IntN(len(bad))] = byte(random.IntN(256))
		}
		parse(t, reader, string(bad))
	}
	checkStillReads(t, reader)
}

func FuzzPDF(f *testing.F) {
	for _, seed := range []string{"", "%PDF-1.7", write(hello), encrypted(), pageTreeLoop(), manyPages(3), nestedForms(2)} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		first := parse(t, reader, string(content))
		again := parse(t, reader, string(content))
		timed := slices.ContainsFunc(append(first.Problems, again.Problems...), func(p document.Problem) bool { return p.Passing })
		if first.Text != again.Text && !timed {
			t.Errorf("read twice: %q and %q", first.Text, again.Text)
		}
	})
}
