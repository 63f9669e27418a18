package render

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"slices"
	"strings"
)

// look of a page, for light and dark screens and for paper.
const styleSheet = `:root{color-scheme:light dark}
body{font:1rem/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;overflow-wrap:break-word}
h1{font-size:1.5rem}h2{font-size:1.2rem}
pre,blockquote{margin-inline:0;padding:.5rem .8rem;border-inline-start:3px solid #8888;background:#8881}
pre{overflow-x:auto}code,pre{font-family:ui-monospace,monospace;font-size:.9em}
table{border-collapse:collapse}th,td{border:1px solid #8888;padding:.2rem .6rem;text-align:start}
.left{text-align:left}.right{text-align:right}.centre{text-align:center}`

// pageOf writes blocks as a page of HTML. Its policy allows the style sheet, by its
// hash, and nothing else: no script, no picture, no font, no form, no frame.
func pageOf(blocks []block) string {
	title := "DocuQuest"
	if i := slices.IndexFunc(blocks, func(b block) bool { return b.kind == heading }); i >= 0 {
		title = brackets(joined(blocks[i].runs))
	}
	hash := sha256.Sum256([]byte(styleSheet))
	var b strings.Builder
	b.WriteString("<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n")
	fmt.Fprintf(&b, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-%s'; base-uri 'none'; form-action 'none'\">\n",
		base64.StdEncoding.EncodeToString(hash[:]))
	b.WriteString("<meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"viewport\" content=\"width=device-width\">\n")
	fmt.Fprintf(&b, "<title>%s</title>\n<style>%s</style>\n</head>\n<body>\n", html.EscapeString(title), styleSheet)
	writeHTML(&b, blocks)
	b.WriteString("</body>\n</html>\n")
	return b.String()
}

func writeHTML(b *strings.Builder, blocks []block) {
	for _, one := range blocks {
		writeBlock(b, one)
	}
}

func writeBlock(b *strings.Builder, one block) {
	switch one.kind {
	case paragraph:
		b.WriteString("<p dir=\"auto\">" + inlineHTML(one.runs) + "</p>\n")
	case heading:
		fmt.Fprintf(b, "<h%d dir=\"auto\">%s</h%d>\n", one.level, inlineHTML(one.runs), one.level)
	case rule:
		b.WriteString("<hr>\n")
	case quote:
		writeElement(b, "blockquote", "", one.blocks)
	case bullets:
		writeElement(b, "ul", "", one.blocks)
	case numbers:
		writeElement(b, "ol", fmt.Sprintf(" start=\"%d\"", one.level), one.blocks)
	case item:
		b.WriteString("<li dir=\"auto\">")
		below := one.blocks
		if below[0].kind == paragraph { // which needs no space around it
			b.WriteString(inlineHTML(below[0].runs))
			below = below[1:]
		}
		if len(below) > 0 {
			b.WriteByte('\n')
		}
		writeHTML(b, below)
		b.WriteString("</li>\n")
	case listing:
		b.WriteString("<pre><code>" + html.EscapeString(one.code.text) + "</code></pre>\n")
	case grid:
		b.WriteString("<table>\n")
		for i, row := range one.table.rows {
			name := "td"
			if i == 0 {
				name = "th"
			}
			b.WriteString("<tr>")
			for c, cell := range row {
				class := [...]string{leftAligned: ` class="left"`, rightAligned: ` class="right"`, centred: ` class="centre"`}[one.table.aligned[c]]
				fmt.Fprintf(b, "<%s%s dir=\"auto\">%s</%s>", name, class, inlineHTML(cell), name)
			}
			b.WriteString("</tr>\n")
		}
		b.WriteString("</table>\n")
	}
}

func writeElement(b *strings.Builder, name, attributes string, blocks []block) {
	b.WriteString("<" + name + attributes + ">\n")
	writeHTML(b, blocks)
	b.WriteString("</" + name + ">\n")
}

// inlineHTML writes runs as elements.
func inlineHTML(runs []run) string {
	var b strings.Builder
	for _, r := range runs {
		if r.style&broken != 0 {
			b.WriteString("<br>\n")
			continue
		}
		names := elements(r.style)
		if r.link != "" {
			b.WriteString(`<a href="` + html.EscapeString(r.link) + `">`)
		}
		for _, name := range names {
			b.WriteString("<" + name + ">")
		}
		b.WriteString(html.EscapeString(brackets(r.text)))
		for i := len(names) - 1; 0 <= i; i-- {
			b.WriteString("</" + names[i] + ">")
		}
		if r.link != "" {
			b.WriteString("</a>")
		}
	}
	return b.String()
}

// elements are those of a look, from the outermost.
func elements(s style) []string {
	var names []string
	if s&bold != 0 {
		names = append(names, "strong")
	}
	if s&(italic|starred) != 0 {
		names = append(names, "em")
	}
	if s&struck != 0 {
		names = append(names, "del")
	}
	if s&verbatim != 0 {
		names = append(names, "code")
	}
	return names
}
