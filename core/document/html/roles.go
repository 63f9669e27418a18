package html

import "strings"

// A role is what an element does to the blocks of a page.
type role uint8

const (
	inline   role = iota // nothing: it is a part of the line
	breaking             // it ends the paragraph in front of it and its own
	line                 // it ends a line
	image                // it is read by its alternative text
	skipped              // it is not read
	heading
	code
	quote
	list
	item
	table
	rowGroup
	row
	cell
	region // it says whether what it has is the matter of the page
)

// roles of the elements that are not inline.
var roles = map[string]role{
	"address": breaking, "blockquote": quote, "body": breaking, "caption": breaking, "center": breaking,
	"dd": item, "details": breaking, "dialog": breaking, "dir": list, "div": breaking, "dl": list, "dt": item,
	"fieldset": breaking, "figcaption": breaking, "figure": breaking, "form": breaking,
	"h1": heading, "h2": heading, "h3": heading, "h4": heading, "h5": heading, "h6": heading,
	"head": breaking, "hgroup": breaking, "hr": breaking, "html": breaking, "legend": breaking, "li": item,
	"listing": code, "menu": list, "ol": list, "optgroup": breaking, "option": breaking, "p": breaking,
	"plaintext": code, "pre": code, "search": breaking, "section": breaking, "select": breaking,
	"summary": breaking, "textarea": breaking, "ul": list, "xmp": code,

	"table": table, "thead": rowGroup, "tbody": rowGroup, "tfoot": rowGroup, "tr": row, "td": cell, "th": cell,

	"article": region, "aside": region, "footer": region, "header": region, "main": region, "nav": region,

	"area": image, "br": line, "img": image,

	"annotation": skipped, "annotation-xml": skipped, "iframe": skipped, "noembed": skipped, "noframes": skipped,
	"noscript": skipped, "script": skipped, "style": skipped, "template": skipped, "title": skipped,
}

// attribute returns where the value of an attribute is in a tag. It is empty
// where the tag has no such attribute, or one without a value.
func attribute(tag, name string) (start, end int) {
	at := skipTo(tag, 1, " \t\n\f\r/>")
	for at < len(tag) {
		at = skipOver(tag, at, " \t\n\f\r/>")
		key := at
		at = skipTo(tag, at, "= \t\n\f\r/>")
		found := strings.EqualFold(tag[key:at], name)
		at = skipOver(tag, at, " \t\n\f\r")
		if at == len(tag) || tag[at] != '=' {
			continue
		}
		start = skipOver(tag, at+1, " \t\n\f\r")
		if start < len(tag) && (tag[start] == '"' || tag[start] == '\'') {
			start++
			end = skipTo(tag, start, tag[start-1:start])
			at = min(end+1, len(tag))
		} else {
			end = skipTo(tag, start, " \t\n\f\r>")
			at = end
		}
		if found {
			return start, end
		}
	}
	return 0, 0
}

// skipTo returns the offset of the first byte from at on that is one of set.
func skipTo(s string, at int, set string) int {
	if n := strings.IndexAny(s[at:], set); n >= 0 {
		return at + n
	}
	return len(s)
}

// skipOver returns the offset of the first byte from at on that is none of set.
func skipOver(s string, at int, set string) int {
	for at < len(s) && strings.IndexByte(set, s[at]) >= 0 {
		at++
	}
	return at
}

// languageOf finds the language of code in its tag: class="language-go".
func languageOf(tag string) string {
	start, end := attribute(tag, "class")
	for _, class := range strings.Fields(tag[start:end]) {
		for _, prefix := range []string{"language-", "lang-"} {
			if language, ok := strings.CutPrefix(class, prefix); ok {
				return language
			}
		}
	}
	return ""
}
