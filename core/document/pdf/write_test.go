package pdf_test

import (
	"fmt"
	"strings"
)

// A writer puts a PDF file together from objects, with a table of them that is
// right. The test files are written by it, and broken afterwards.
type writer struct {
	out     strings.Builder
	offsets []int
}

func newWriter() *writer {
	w := &writer{}
	w.out.WriteString("%PDF-1.7\n")
	return w
}

// object adds an object. They are numbered from 1 in the order of the calls.
func (w *writer) object(content string) {
	w.offsets = append(w.offsets, w.out.Len())
	fmt.Fprintf(&w.out, "%d 0 obj\n%s\nendobj\n", len(w.offsets), content)
}

func (w *writer) stream(dictionary, content string) {
	w.object(fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", dictionary, len(content), content))
}

// finish gives the file. Object 1 is the catalogue; extra stands in the trailer.
func (w *writer) finish(extra string) string {
	start := w.out.Len()
	fmt.Fprintf(&w.out, "xref\n0 %d\n0000000000 65535 f \n", len(w.offsets)+1)
	for _, at := range w.offsets {
		fmt.Fprintf(&w.out, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&w.out, "trailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n", len(w.offsets)+1, extra, start)
	return w.out.String()
}

// A leaf is one page to be written: more keys of its dictionary, and what is
// drawn on it.
type leaf struct{ keys, drawing string }

// write makes a file of some pages, which have a font F1.
func write(pages ...leaf) string { return writeTitled("", pages...) }

// writeTitled adds a title, as a PDF writes strings.
func writeTitled(title string, pages ...leaf) string {
	w := newWriter()
	w.object("<< /Type /Catalog /Pages 2 0 R >>")
	var kids strings.Builder
	for i := range pages {
		fmt.Fprintf(&kids, "%d 0 R ", 5+2*i)
	}
	w.object(fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", kids.String(), len(pages)))
	w.object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
	w.object("<< /Title " + title + " >>")
	for i, page := range pages {
		w.object(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 3 0 R >> >> /Contents %d 0 R %s >>",
			6+2*i, mediaBox(page.keys)))
		w.stream("", page.drawing)
	}
	return w.finish("/Info 4 0 R")
}

func mediaBox(keys string) string {
	if strings.Contains(keys, "/MediaBox") {
		return keys
	}
	return "/MediaBox [0 0 600 800] " + keys
}

// pages reads the notation of the golden files and writes the PDF that it stands
// for. A line is one of
//
//	page KEYS                     begins a page, of 600 x 800 points unless KEYS say otherwise
//	at X Y SIZE TEXT              a line of text, X and Y from the bottom left corner
//	turned A B C D X Y SIZE TEXT  the same under a matrix
//	> TEXT                        a line of text below the one before
//
// where TEXT is as between the parentheses of a PDF's string.
func pages(notation string) string {
	var all []leaf
	var x, y, size float64
	for _, line := range strings.Split(notation, "\n") {
		word, rest, _ := strings.Cut(line, " ")
		matrix := "1 0 0 1"
		switch word {
		case "page":
			all = append(all, leaf{keys: rest})
			continue
		case "at":
			rest = scan(rest, &x, &y, &size)
		case "turned":
			var a, b, c, d float64
			rest = scan(rest, &a, &b, &c, &d, &x, &y, &size)
			matrix = fmt.Sprint(a, " ", b, " ", c, " ", d)
		case ">":
			y -= 1.2 * size
		default:
			continue
		}
		all[len(all)-1].drawing += fmt.Sprintf("BT /F1 %g Tf %s %g %g Tm (%s) Tj ET\n", size, matrix, x, y, rest)
	}
	return write(all...)
}

// scan reads numbers and gives the rest of the line.
func scan(line string, numbers ...*float64) string {
	for _, number := range numbers {
		var word string
		word, line, _ = strings.Cut(line, " ")
		if _, err := fmt.Sscan(word, number); err != nil {
			panic(err)
		}
	}
	return line
}
