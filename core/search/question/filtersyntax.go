package question

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// splitFilters separates the filters of a typed text from its words:
//
//	in:docs          files in a folder: the path, or any stretch of its parts
//	in:/docs         the same, at the top of the workspace alone
//	in:"my notes"    quotes keep a name with spaces together
//	type:pdf         files with an extension, in a language, or of a family:
//	                 code, docs, data, table, office, text, shell, web
//	file:report.pdf  files with a name, with or without its extension
//	-in:vendor       not these files; so for type and file
//	way:prose        no filter: the way in which the question is answered, see [Way]
//
// A filter may have several names with commas between them, which may contain * and ?.
// Several filters of one key admit what one of them does. A text in quotes or backquotes
// is no filter, nor is a key with a space behind it, nor an address.
func splitFilters(typed string) (words string, f Filter, way Way) {
	var kept strings.Builder
	for at := 0; at < len(typed); {
		before, _ := utf8.DecodeLastRuneInString(typed[:at])
		if at == 0 || unicode.IsSpace(before) {
			clauses, length := readFilter(typed[at:])
			chosen, n := readWay(typed[at:])
			if length += n; length > 0 {
				f.clauses = append(f.clauses, clauses...)
				way = cmp.Or(chosen, way)
				trimmed := strings.TrimRightFunc(kept.String(), unicode.IsSpace)
				kept.Reset()
				kept.WriteString(trimmed)
				at += length
				continue
			}
		}
		length := quoted(typed[at:])
		if length == 0 {
			_, length = utf8.DecodeRuneInString(typed[at:])
		}
		kept.WriteString(typed[at : at+length])
		at += length
	}
	return strings.TrimSpace(kept.String()), f, way
}

// longestQuote is the greatest length of a quotation, in bytes. To search for the end of
// each mark in a text of nothing but opening ones would take the square of its length.
const longestQuote = 4 << 10

// quoted returns the length of the quotation at the start of s, with its marks; 0 if s
// begins with none.
func quoted(s string) int {
	for _, q := range []struct{ begin, end string }{{`"`, `"`}, {"`", "`"}, {"“", "”"}, {"«", "»"}} {
		if rest, ok := strings.CutPrefix(s, q.begin); ok {
			if n := strings.Index(rest[:min(len(rest), longestQuote)], q.end); n >= 0 {
				return len(q.begin) + n + len(q.end)
			}
		}
	}
	return 0
}

// readFilter reads the filter at the start of s: a key, and names with commas between them. If
// one of these cannot be a name of the kind, the text is no filter. The length is 0 then.
func readFilter(s string) (clauses []clause, length int) {
	rest, not := strings.CutPrefix(s, "-")
	kind := filterKind(0)
	for ; kind < filterKinds; kind++ {
		if key := kind.key() + ":"; len(rest) >= len(key) && strings.EqualFold(rest[:len(key)], key) {
			rest = rest[len(key):]
			break
		}
	}
	for kind < filterKinds {
		value, n := readValue(rest)
		if value == "" || !isValue(value, kind) {
			return nil, 0
		}
		clauses = append(clauses, newClause(kind, not, value))
		rest = rest[n:]
		next, ok := strings.CutPrefix(rest, ",")
		if first, _ := utf8.DecodeRuneInString(next); !ok || next == "" || unicode.IsSpace(first) {
			return clauses, len(s) - len(rest)
		}
		rest = next
	}
	return nil, 0
}

// readValue reads one name, in quotes or up to white space or a comma. Marks that end a
// sentence belong to the text.
func readValue(s string) (value string, length int) {
	if strings.HasPrefix(s, `"`) {
		inside, _, closed := strings.Cut(s[1:], `"`)
		if !closed {
			return "", 0
		}
		return strings.TrimSpace(inside), len(inside) + 2
	}
	end := strings.IndexFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r == ',' })
	if end < 0 {
		end = len(s)
	}
	value = strings.TrimRight(s[:end], ".?!;:)…")
	return value, len(value)
}

// isValue reports whether a word behind a colon is a name, and no part of a program or an
// address.
func isValue(value string, kind filterKind) bool {
	if kind == ofType {
		return strings.TrimLeftFunc(value, func(r rune) bool {
			return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("*.+#_-", r)
		}) == ""
	}
	first, _ := utf8.DecodeRuneInString(value)
	return !strings.HasPrefix(value, "//") &&
		(unicode.IsLetter(first) || unicode.IsDigit(first) || strings.ContainsRune(`./\_-~@*+[`, first))
}
