package code

import (
	"slices"
	"strings"

	"docuquest/core/code/languages"
	"docuquest/core/language/text"
)

// outline finds definitions by the words that begin them. A definition continues
// as long as lines are indented deeper than its first one, and through the line
// that closes it. Brackets are counted, but decide only where indentation does
// not: in a namespace whose content is not indented.
//
// It reads each line once, and needs no well-formed program: one broken line
// costs one definition.
func outline(source string, language *languages.Language) []definition {
	if len(language.Defines) == 0 && language.Functions == languages.Worded {
		return nil
	}
	o := outliner{Language: language, lines: scanner{Language: language, source: source}}
	lines := &o.lines
	lines.long = slices.Concat(language.Long, language.Bodies)
	for _, c := range []byte("{}" + language.Quotes) {
		lines.stops[c] = true
	}
	lines.stops['\''] = lines.stops['\''] || language.Characters
	for _, mark := range language.Line {
		lines.stops[mark[0]] = true
	}
	for _, m := range slices.Concat(language.Block, lines.long) {
		lines.stops[m.Open[0]] = true
	}
	for lines.next() {
		o.line(o.lines.line)
	}
	for len(o.open) > 0 {
		o.close()
	}
	return o.top
}

// An outliner is at one line of a text.
type outliner struct {
	*languages.Language
	lines scanner
	open  []opened // the definitions that the line may be in, outermost first
	top   []definition
}

// An opened definition is one whose end was not reached.
type opened struct {
	definition
	indent int // of its first line
	depth  int // of brackets before its first line
}

// line adds a line that is not blank.
func (o *outliner) line(l line) {
	if l.insideLong {
		o.extend(l)
		if o.Statements && o.lines.until == "" {
			o.closeBy(l)
		}
		return
	}
	if l.comment || startsWithAny(l.text, o.Directives) {
		return // it may belong to what comes next
	}
	for len(o.open) > 0 && !o.holds(&o.open[len(o.open)-1], l) {
		o.close()
	}
	if len(o.open) < maxDepth {
		parent := ""
		if len(o.open) > 0 {
			parent = o.open[len(o.open)-1].info
		}
		if h, ok := readHeader(o.Language, o.lines.source[l.start:], l.text, parent); ok {
			d := definition{name: h.name, info: h.info, span: text.Span{Start: l.start, End: l.end}}
			end := l.start + h.length
			d.signature = heading(o.lines.source, text.Span{Start: l.start, End: max(l.end, end)}, end)
			o.open = append(o.open, opened{definition: d, indent: l.indent, depth: l.depth})
		}
	}
	o.extend(l)
	o.closeBy(l)
}

func (o *outliner) extend(l line) {
	if len(o.open) > 0 {
		o.open[len(o.open)-1].span.End = l.end
	}
}

// holds reports whether a line still belongs to a definition.
func (o *outliner) holds(d *opened, l line) bool {
	first := word(l.text)
	isLabel := first != "" && l.text[len(first):] == ":" // in some languages further left than the lines around it
	switch {
	case d.indent < l.indent:
		return true
	case o.Statements: // the semicolon before the next one may be missing
		_, begins := wordedHeader(o.Language, l.text)
		return !begins
	case d.depth < l.depth && (d.info == "namespace" || d.info == "module" || isLabel):
		return true
	case l.indent < d.indent:
		return false
	case l.text[0] == '}':
		return d.depth < l.depth
	}
	return o.isCloser(l.text) || l.text[0] == '{' || o.Parts[strings.ToLower(first)]
}

func (o *outliner) isCloser(line string) bool {
	return strings.IndexByte("})]", line[0]) >= 0 || o.Ends[strings.ToLower(word(line))]
}

// closeBy ends the innermost definition if a line is its last.
func (o *outliner) closeBy(l line) {
	if len(o.open) == 0 {
		return
	}
	d := &o.open[len(o.open)-1]
	if o.Statements {
		if strings.HasSuffix(l.text, ";") {
			o.close()
		}
		return
	}
	reopens := strings.IndexByte("{([:=", l.text[len(l.text)-1]) >= 0
	if d.span.Start == l.start || l.indent != d.indent || !o.isCloser(l.text) || reopens || l.text[0] == '}' && d.depth < l.depthAfter {
		return
	}
	o.close()
}

// close ends the innermost definition and gives it to the one that it is in.
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

// tabWidth is how many columns a tab takes.
const tabWidth = 4

// A scanner reads the lines of a text that are not blank, with what the outline needs of them.
type scanner struct {
	*languages.Language
	source string
	long   []languages.Marks // around strings and programs in strings
	at     int               // where the next line begins
	depth  int               // of curly brackets
	until  string            // the mark that ends the comment or the string that spans lines
	isText bool              // what until ends is a string
	stops  [256]bool         // the bytes that marks begin with

	line line
}

// A line is one that is not blank.
type line struct {
	text       string // trimmed, without the comment that ends it
	start, end int    // of what is not white space
	indent     int    // in columns
	depth      int    // of curly brackets before it
	depthAfter int
	comment    bool // it is a comment and nothing else
	insideLong bool // it begins inside a string
}

// next goes to the next line, and reports false where there is none.
func (sc *scanner) next() bool {
	for sc.at < len(sc.source) {
		end := len(sc.source)
		if n := strings.IndexByte(sc.source[sc.at:], '\n'); n >= 0 {
			end = sc.at + n
		}
		begin := sc.at
		span := text.Span{Start: begin, End: end}.Trim(sc.source)
		sc.at = end + 1
		if span.Empty() {
			continue
		}
		indent := 0
		for _, c := range []byte(sc.source[begin:max(span.Start, begin)]) {
			if indent++; c == '\t' {
				indent += tabWidth - 1 - (indent-1)%tabWidth
			}
		}
		sc.line = line{start: span.Start, end: span.End, indent: indent, depth: sc.depth}
		sc.line.insideLong = sc.until != "" && sc.isText
		content := span.Of(sc.source)
		sc.line.text = strings.TrimSpace(content[:sc.pass(content)])
		sc.line.comment = sc.line.text == "" && !sc.line.insideLong
		sc.line.depthAfter = sc.depth
		return true
	}
	return false
}

// pass goes over a line and returns how much of it is not the comment at its end.
// A line that begins in a comment has no code, whatever follows the comment.
func (sc *scanner) pass(s string) int {
	inComment := sc.until != "" && !sc.isText
	code := len(s)
	for at := 0; at < len(s); {
		switch {
		case sc.until != "":
			n := strings.Index(s[at:], sc.until)
			if n < 0 {
				at = len(s)
				break
			}
			at += n + len(sc.until)
			sc.until = ""
			if !sc.isText && strings.TrimSpace(s[at:]) != "" {
				code = len(s) // a comment in the middle of a line
			}
		case !sc.stops[s[at]]:
			at++
		default:
			next, isComment := sc.mark(s, at)
			if isComment {
				code = at
			}
			at = next
		}
	}
	if inComment {
		return 0
	}
	return code
}

// mark goes over what begins at a byte that may be a mark. It reports whether that
// is a comment.
func (sc *scanner) mark(s string, at int) (next int, isComment bool) {
	for _, m := range sc.Block {
		if strings.HasPrefix(s[at:], m.Open) {
			sc.until, sc.isText = m.Close, false
			return at + len(m.Open), true
		}
	}
	c := s[at]
	if startsWithAny(s[at:], sc.Line) {
		// A mark in the middle of a word, such as the # of $# and the rem of remove, begins none.
		if isWordByte(c) && at == 0 || !isWordByte(c) && (c != '#' || at == 0 || s[at-1] == ' ' || s[at-1] == '\t') {
			return len(s), true
		}
	}
	for _, m := range sc.long {
		if strings.HasPrefix(s[at:], m.Open) {
			sc.until, sc.isText = m.Close, true
			return at + len(m.Open), false
		}
	}
	switch {
	case c == '{':
		sc.depth++
	case c == '}':
		sc.depth--
	case strings.IndexByte(sc.Quotes, c) >= 0:
		return quoted(s, at), false
	case c == '\'' && sc.Characters:
		if n := sc.CharacterLength(s[at:]); n > 0 {
			return at + n, false
		}
	}
	return at + 1, false
}

// quoted returns the offset behind a string, which ends with its line at last.
func quoted(s string, at int) int {
	for i := at + 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '\n':
			return i
		case s[at]:
			return i + 1
		}
	}
	return len(s)
}
