package ground

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/answer/render"
	"docuquest/core/document"
	"docuquest/core/language/quantity"
	"docuquest/core/language/text"
)

// longestName of a document in an answer, in characters.
const longestName = 80

// nameOf is what an answer calls the place of a statement's citation: the version that it is
// about, or the title of the document or of the part of it that the citation is in. It is the
// path where that is too long, or what is said anyway.
func nameOf(c Citation, said string) string {
	name := render.Visible(titleOf(c))
	if name == "" || longestName < utf8.RuneCountInString(name) || strings.HasPrefix(said, name) {
		name = render.Visible(c.Document.Path)
	}
	return strings.ReplaceAll(render.Inline(name), "*", `\*`)
}

// titleOf is the heading of the version that a citation is below, as in a list of changes, or
// the title of its document. Where that is only the first of several headings, it is the
// heading of the part that has the citation, "" in front of all of them, and "" in a
// document that only begins with a version.
func titleOf(c Citation) string {
	if BeginsWithVersion(c.Document) {
		return ""
	}
	for _, title := range slices.Backward(c.Titles) {
		if IsVersion(title) {
			return title
		}
	}
	parts, isHeading := 0, false // whether the title is the heading of one of several parts
	for _, b := range c.Document.Blocks {
		if b.Kind == document.Section {
			parts++
			isHeading = isHeading || b.Title == c.Document.Title
		}
	}
	switch {
	case !isHeading || parts < 2:
		return c.Document.Title
	case len(c.Titles) > 0:
		return c.Titles[0]
	}
	return ""
}

// BeginsWithVersion reports whether a document has no headings and a title that has a version,
// as "Version 5.2" and "lamp (1.2-3) unstable" do. Other versions may follow anywhere in it,
// so that it is unknown what is about this one.
func BeginsWithVersion(d *document.Document) bool {
	if slices.ContainsFunc(d.Blocks, func(b document.Block) bool { return b.Kind == document.Section }) {
		return false
	}
	for f := range quantity.Terms(d.Title) {
		if strings.Contains(f.Form, ".") {
			return true
		}
	}
	return false
}

// IsVersion reports whether a heading is a version, with a date or a remark in brackets at most:
// "2.0.0 (2023-04-26)", "[1.2.0] - 2024-01-05", "Version 3.1" and "Unreleased", but not the
// number of a section, "1.2 Scope".
func IsVersion(heading string) bool {
	said := strings.TrimLeft(text.Fold(render.Visible(heading)), "[")
	if strings.TrimSuffix(said, "]") == "unreleased" {
		return true
	}
	said = strings.TrimPrefix(strings.TrimPrefix(said, "version "), "release ")
	for f := range quantity.Terms(said) {
		behind, isSpaced := strings.CutPrefix(strings.TrimPrefix(said[f.Span.End:], "]"), " ")
		first, _ := utf8.DecodeRuneInString(strings.TrimLeft(behind, "-–— "))
		return f.Span.Start == 0 && strings.Contains(f.Form, ".") && !(isSpaced && unicode.IsLetter(first))
	}
	return false
}
