package replies

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"docuquest/core/answer/render"
)

// OrEmpty returns a slice that is not nil: JSON has a list for it, and not null.
func OrEmpty[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

// Each converts all elements of a slice. It returns an empty slice for none, never nil.
func Each[From, To any](all []From, convert func(From) To) []To {
	out := make([]To, len(all))
	for i, one := range all {
		out[i] = convert(one)
	}
	return out
}

// Round rounds a share to three places.
func Round(share float64) float64 { return math.Round(share*1000) / 1000 }

// Kilobytes writes a number of bytes for people.
func Kilobytes(n int64) string {
	if n < 1000 {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%.1f kB", float64(n)/1000)
}

// Beginning is so much of a line, cut between words where there are any.
func Beginning(line string, most int) string {
	if utf8.RuneCountInString(line) <= most {
		return line
	}
	cut := string([]rune(line)[:most])
	if at := strings.LastIndexByte(cut, ' '); at > 0 {
		cut = cut[:at]
	}
	return cut + " …"
}

// A Page is Markdown in the making.
type Page struct{ strings.Builder }

// Paragraph adds a paragraph of Markdown.
func (d *Page) Paragraph(format string, args ...any) { fmt.Fprintf(d, format+"\n\n", args...) }

// Text adds a paragraph of plain text.
func (d *Page) Text(format string, args ...any) {
	d.Paragraph("%s", render.Inline(fmt.Sprintf(format, args...)))
}

// Table adds a table, whose cells are Markdown, with columns of numbers to the right; nothing
// without rows.
func (d *Page) Table(header []string, rows [][]string) {
	if len(rows) == 0 {
		return
	}
	d.row(header)
	for i := range header {
		isNumber := func(row []string) bool {
			return strings.Trim(strings.TrimSuffix(row[i], " ms"), "0123456789.-≈") == ""
		}
		rule := "|---"
		if header[i] != "" && !slices.ContainsFunc(rows, func(row []string) bool { return !isNumber(row) }) {
			rule = "|---:"
		}
		d.WriteString(rule)
	}
	d.WriteString("|\n")
	for _, row := range rows {
		d.row(row)
	}
	d.WriteByte('\n')
}

func (d *Page) row(cells []string) {
	for _, cell := range cells {
		d.WriteString("| " + strings.ReplaceAll(cell, "|", `\|`) + " ")
	}
	d.WriteString("|\n")
}

// Clip is the beginning of a text, at most so many bytes of it.
func Clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "")
}

// Decimal is a number to three places.
func Decimal(f float64) string { return fmt.Sprintf("%.3f", f) }

// PreviewLength is how many characters of a passage are shown where it is not all of a reply.
const PreviewLength = 160

// GroupsText lists groups of words on one line.
func GroupsText(groups [][]string) string {
	lines := make([]string, len(groups))
	for i, g := range groups {
		lines[i] = strings.Join(g, " ")
	}
	return cmp.Or(strings.Join(lines, "; "), "none")
}
