package code

import (
	"strings"

	"docuquest/core/language/text"
)

// outline finds definitions by the words that begin them. A definition goes on
// as long as lines are indented deeper than its first one, and through the line
// that closes it. Brackets are counted, but rule only where indentation says
// nothing: in a namespace whose content is not indented.
//
// It reads each line once, and needs no well-formed program: what one broken
// line costs is one definition.
func outline(source string, s style) []definition {
	if len(s.kinds) == 0 && s.functions == worded {
		return nil
	}
	o := outliner{style: s, lines: newScanner(source, s)}
	for o.lines.next() {
		o.line(o.lines.line)
	}
	for len(o.open) > 0 {
		o.close()
	}
	return o.top
}

// An outliner is at one line of a text.
type outliner struct {
	style style
	lines scanner
	open  []opened // the definitions that the line may lie in, outermost first
	top   []definition
}

// An opened definition is one whose end was not reached.
type opened struct {
	definition
	indent int // of its first line
	depth  int // of brackets before its first line
}

// line takes in a line that is not blank.
func (o *outliner) line(l line) {
	if l.insideLong {
		o.extend(l)
		if o.style.statements && o.lines.until == "" {
			o.closeBy(l)
		}
		return
	}
	if l.comment || startsWithAny(l.text, o.style.directives) {
		return // it may belong to what comes next
	}
	for len(o.open) > 0 && !o.holds(&o.open[len(o.open)-1], l) {
		o.close()
	}
	if len(o.open) < maxDepth {
		o.header(l)
	}
	o.extend(l)
	o.closeBy(l)
}

// holds says whether a line still belongs to a definition.
func (o *outliner) holds(d *opened, l line) bool {
	switch {
	case d.indent < l.indent:
		return true
	case o.style.statements: // the semicolon before the next one may be missing
		_, begins := o.style.wordedHeader(l.text)
		return !begins
	case d.depth < l.depth && (isSpace(d.info) || isLabel(l.text)):
		return true
	case l.indent < d.indent:
		return false
	case l.text[0] == '}':
		return d.depth < l.depth
	}
	return o.style.isCloser(l.text) || o.style.goesOn(l.text)
}

// closeBy ends the innermost definition if a line is its last.
func (o *outliner) closeBy(l line) {
	if len(o.open) == 0 {
		return
	}
	d := &o.open[len(o.open)-1]
	if o.style.statements {
		if strings.HasSuffix(l.text, ";") {
			o.close()
		}
		return
	}
	if d.span.Start == l.start || l.indent != d.indent || !o.style.isCloser(l.text) || reopens(l.text) {
		return
	}
	if l.text[0] == '}' && d.depth < l.depthAfter {
		return
	}
	o.close()
}

// header opens a definition if a line begins one.
func (o *outliner) header(l line) {
	parent := ""
	if len(o.open) > 0 {
		parent = o.open[len(o.open)-1].info
	}
	h, ok := o.style.header(o.lines.source[l.start:], l.text, parent)
	if !ok {
		return
	}
	span := text.Span{Start: l.start, End: l.end}
	d := definition{name: h.name, info: h.info, span: span}
	d.signature = heading(o.lines.source, text.Span{Start: l.start, End: max(l.end, l.start+h.length)}, l.start+h.length)
	o.open = append(o.open, opened{definition: d, indent: l.indent, depth: l.depth})
}

func (o *outliner) extend(l line) {
	if len(o.open) > 0 {
		o.open[len(o.open)-1].span.End = l.end
	}
}

// close ends the innermost definition and gives it to the one that it lies in.
func (o *outliner) close() {
	last := len(o.open) - 1
	d := o.open[last].definition
	o.open = o.open[:last]
	d.span.End = max(d.span.End, min(d.signature.End, len(o.lines.source)))
	if last == 0 {
		o.top = append(o.top, d)
		return
	}
	parent := &o.open[last-1]
	parent.inside = append(parent.inside, d)
	parent.span.End = max(parent.span.End, d.span.End)
}

// isSpace says whether the content of a definition may stand where its first
// line stands.
func isSpace(info string) bool { return info == "namespace" || info == "module" }

// isLabel says whether a line is one word and a colon, which in some languages
// stands further to the left than the lines around it.
func isLabel(line string) bool {
	w := word(line)
	return w != "" && line[len(w):] == ":"
}

func (s style) isCloser(line string) bool {
	return strings.IndexByte("})]", line[0]) >= 0 || s.ends[strings.ToLower(word(line))]
}

// goesOn says whether a line that stands where a definition began is a part of
// it all the same.
func (s style) goesOn(line string) bool {
	return line[0] == '{' || s.parts[strings.ToLower(word(line))]
}

// reopens says whether a line that closes something opens something again.
func reopens(line string) bool { return strings.IndexByte("{([:=", line[len(line)-1]) >= 0 }

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}
