package document

import (
	"iter"
	"strings"
	"unicode"

	"docuquest/core/language/text"
)

// A Front is the block of settings at the very top of a text.
type Front struct {
	Span     text.Span // with its fences and the end of the last line
	Body     text.Span
	Language string // "yaml" or "toml"
}

// FindFront finds YAML between two lines of --- (the second may be ...) or TOML between two lines
// of +++ at the top of a text. Two rules with a paragraph between them look almost the same: YAML
// has a key on its first line that is no comment. ok is false without such a block.
func FindFront(s string) (f Front, ok bool) {
	isFirst := true
	for line, next := range linesOf(s) {
		written := line.Of(s)
		switch {
		case line.Start == 0:
			if f.Language = map[string]string{"---": "yaml", "+++": "toml"}[written]; f.Language == "" {
				return f, false
			}
			f.Body.Start = next
		case f.Language == "toml" && written == "+++", f.Language == "yaml" && (written == "---" || written == "..."):
			f.Body.End, f.Span.End = line.Start, next
			return f, f.Language == "toml" || !isFirst
		case f.Language == "yaml" && isFirst && !strings.HasPrefix(written, "#"):
			key, _, isKey := strings.Cut(written, ":")
			if isFirst = false; !isKey || key == "" || strings.ContainsAny(key, " \t`*[]()") {
				return f, false
			}
		}
	}
	return f, false
}

// linesOf yields the lines of a text without the white space at their ends, and where the next
// one begins.
func linesOf(s string) iter.Seq2[text.Span, int] {
	return func(yield func(text.Span, int) bool) {
		for at := 0; at < len(s); {
			line, next := text.Span{Start: at, End: len(s)}, len(s)
			if n := strings.IndexAny(s[at:], "\r\n"); n >= 0 {
				line.End, next = at+n, at+n+1
				if strings.HasPrefix(s[at+n:], "\r\n") {
					next++
				}
			}
			line.End = at + len(strings.TrimRightFunc(line.Of(s), unicode.IsSpace))
			if !yield(line, next) {
				return
			}
			at = next
		}
	}
}

// mostAboveHeader is how many lines may be above the fields of reStructuredText, AsciiDoc and Org.
const mostAboveHeader = 12

// HeaderFields returns the fields of a header at the top of a text. There are two kinds of them:
// from the first line to a blank one each line is "Author: Ann", as in letters, and at least two
// are; or below a title lines are ":Author: Ann" or "#+AUTHOR: Ann", as in reStructuredText,
// AsciiDoc and Org. A field goes on in the indented lines below it. Those with the same key are one, with a
// list of values.
func HeaderFields(s string) []Field {
	var fields []Field
	above, isMarked := 0, false
	for line, next := range linesOf(s) {
		written := line.Of(s)
		name, value, mark := cutField(written)
		switch isIndented := written != strings.TrimLeft(written, " \t"); {
		case len(fields) > 0 && written == "", len(fields) > 0 && isMarked && mark == "" && !isIndented:
			return listed(fields, isMarked)
		case len(fields) > 0 && isIndented:
			extendField(s, &fields[len(fields)-1], line)
		case name != "" && (mark != "" || above == 0):
			isMarked = mark != ""
			f := Field{Key: name, Span: text.Span{Start: line.Start + len(mark), End: line.End}}
			if value != "" {
				f.Values = []FieldValue{{value, text.Span{Start: line.End - len(value), End: line.End}}}
			}
			fields = append(fields, f)
		case len(fields) > 0, above == mostAboveHeader:
			return nil
		default:
			above++
		}
		if next == len(s) {
			return listed(fields, isMarked)
		}
	}
	return nil
}

// listed joins the fields with the same key, which are a list. One field alone that has no mark may be
// a sentence.
func listed(fields []Field, isMarked bool) []Field {
	if len(fields) == 1 && !isMarked {
		return nil
	}
	var all []Field
	at := map[string]int{}
	for _, f := range fields {
		if first, ok := at[f.Key]; ok {
			all[first].IsList, all[first].Values = true, append(all[first].Values, f.Values...)
			continue
		}
		at[f.Key] = len(all)
		all = append(all, f)
	}
	return all
}

// cutField reads a line of a header. Its mark is ":" or "#+", "" for one of a letter; name is ""
// for a line of another kind.
func cutField(line string) (name, value, mark string) {
	for _, m := range []string{":", "#+"} {
		if strings.HasPrefix(line, m) {
			mark = m
		}
	}
	name, value, ok := strings.Cut(line[len(mark):], ":")
	isPart := func(r rune) bool {
		return unicode.IsLetter(r) || r == '-' || mark != "" && (r == '_' || r == ' ' || unicode.IsDigit(r))
	}
	if !ok || strings.TrimFunc(name, isPart) != "" || strings.TrimSpace(name) != name || value != "" && value[0] != ' ' && value[0] != '\t' {
		return "", "", ""
	}
	return name, strings.TrimSpace(value), mark
}

// extendField adds an indented line to the value of a field, which keeps its line ends.
func extendField(s string, f *Field, line text.Span) {
	f.Span.End = line.End
	if line = line.Trim(s); len(f.Values) == 0 {
		f.Values = []FieldValue{{Span: line}}
	}
	v := &f.Values[0]
	v.Span.End = line.End
	v.Text = v.Span.Of(s)
}
