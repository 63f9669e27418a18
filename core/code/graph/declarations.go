package graph

import (
	"slices"
	"strings"

	"docuquest/core/code/languages"
	"docuquest/core/document"
	"docuquest/core/language/text"
)

// A Declaration is where a program declares a name: a definition, or a constant, a variable, a
// field or a parameter, which [Facts] do not have. Its spans are of the text of its document.
type Declaration struct {
	Name  string
	Owner string // the type or the function that it belongs to, "" for none
	Kind  string // "function", "const", "field", "parameter" and so on
	// Span is the declaration without its comment and its body, with its value.
	Span     text.Span
	Whole    text.Span // with both; that of the function for a parameter
	Doc      text.Span // the comment that documents it, empty for none
	Value    text.Span // what it is set to, empty for nothing
	Bodiless bool      // a function that is defined elsewhere
}

// Title is the name with that of the type or the function that it belongs to.
func (d Declaration) Title() string {
	if d.Owner == "" || d.Kind == "parameter" {
		return d.Name
	}
	return d.Owner + "." + d.Name
}

// IsFunction and IsType report what is declared.
func (d Declaration) IsFunction() bool { return kindsByName[d.Kind].IsFunction() }
func (d Declaration) IsType() bool     { return kindsByName[d.Kind].IsType() }

// Comment returns the first sentence of the comment that documents a declaration of a document,
// "" for none.
func (d Declaration) Comment(doc *document.Document) string {
	return firstSentence(languages.Of(doc.Language).Uncommented(d.Doc.Of(doc.Text)))
}

// Returned returns the first sentence on the result in the comment, "" for none.
func (d Declaration) Returned(doc *document.Document) string {
	return firstSentence(languages.Of(doc.Language).Returned(d.Doc.Of(doc.Text)))
}

// Declarations are those of the names in a program that named reports true for, in the order of
// the text. Variables of functions are left out.
func Declarations(d *document.Document, named func(name string) bool) []Declaration {
	f := declarer{text: d.Text, dialect: dialectOf(d.Language), named: named}
	f.level(d.Blocks, "", "", text.Span{End: len(d.Text)})
	slices.SortStableFunc(f.found, func(a, b Declaration) int { return a.Span.Start - b.Span.Start })
	return f.found
}

// Mentions are the places of a name in a program, in the order of the text, without those in
// comments, strings and imports.
func Mentions(d *document.Document, name string) []text.Span {
	l := lexer{text: d.Text, dialect: dialectOf(d.Language)}
	var all []text.Span
	line, isImport := -1, false
	for t := l.next(); t.kind != end; t = l.next() {
		if start := strings.LastIndexByte(d.Text[:t.Start], '\n'); start != line || line < 0 {
			line, isImport = start, slices.Contains(l.ImportWords, t.Of(d.Text))
		}
		if t.kind == word && !isImport && t.Of(d.Text) == name {
			all = append(all, t.Span)
		}
	}
	return all
}

// A declarer collects the declarations of one document.
type declarer struct {
	text string
	*dialect
	named func(string) bool
	found []Declaration
}

// level adds what is declared by blocks of one level, which lie in a type, or in none, and
// between them.
func (f *declarer) level(blocks []document.Block, owner, kind string, around text.Span) {
	at := around.Start
	for _, b := range blocks {
		if b.Kind != document.Definition {
			continue
		}
		f.variables(text.Span{Start: at, End: b.Span.Start}, owner, kind)
		at = b.Span.End
		f.definition(b, owner)
	}
	f.variables(text.Span{Start: at, End: around.End}, owner, kind)
}

// definition adds what a definition declares: itself, its parameters, and what is inside of it.
func (f *declarer) definition(b document.Block, owner string) {
	declared := b.Span
	if b.Code != nil && !b.Code.Signature.Empty() {
		declared = b.Code.Signature
	}
	own := kindsByName[b.Info]
	if own == valueKind {
		for _, child := range b.Children {
			f.definition(child, owner)
		}
		if names := strings.Split(b.Title, ", "); len(b.Children) == 0 {
			one := *f
			one.named = func(name string) bool { return slices.Contains(names, name) && f.named(name) }
			one.variables(text.Span{Start: declared.Start, End: b.Span.End}, owner, b.Info)
			f.found = one.found
		}
		return
	}
	ownerOfName, name := OwnName(b.Title)
	if ownerOfName == "" || ownerOfName == "self" {
		ownerOfName = owner
	}
	if own != implKind && f.named(name) {
		one := Declaration{Name: name, Owner: ownerOfName, Kind: b.Info, Span: declared, Whole: b.Span}
		if b.Code != nil {
			one.Doc = b.Code.Doc
		}
		one.Bodiless = own.IsFunction() && b.Span.End-declared.End <= 1
		f.found = append(f.found, one)
	}
	switch {
	case own.IsFunction():
		of := name
		if ownerOfName != "" {
			of = ownerOfName + "." + name
		}
		f.parameters(b, declared, of)
		for _, child := range b.Children {
			if child.Kind == document.Definition {
				f.definition(child, "")
			}
		}
	case own.IsType() || own == implKind:
		f.level(b.Children, name, b.Info, text.Span{Start: min(declared.End, b.Span.End), End: b.Span.End})
	default:
		f.level(b.Children, owner, b.Info, text.Span{Start: min(declared.End, b.Span.End), End: b.Span.End})
	}
}

// parameters adds those of a function, which its declaration has between the first brackets
// behind the name.
func (f *declarer) parameters(b document.Block, declared text.Span, owner string) {
	_, name := OwnName(b.Title)
	at := max(0, strings.Index(declared.Of(f.text), name))
	l := lexer{text: f.text[:declared.End], dialect: f.dialect, at: declared.Start + at}
	depth, isInside := 0, false
	var one []token // of a parameter
	for t := l.next(); t.kind != end; t = l.next() {
		said, isMark := t.Of(f.text), t.kind == mark
		if isMark && depth == 1 && isInside && (said == "," || said == ")") {
			if len(one) > 0 {
				f.parameter(one, Declaration{Owner: owner, Kind: "parameter", Whole: b.Span, Doc: b.Code.Doc})
			}
			if one = nil; said == ")" {
				return
			}
			continue
		}
		if isInside {
			one = append(one, t)
		}
		switch {
		case isMark && strings.Contains("([{", said):
			isInside = isInside || depth == 0 && said == "("
			depth++
		case isMark && strings.Contains(")]}", said):
			depth--
		}
	}
}

// parameter adds the parameter that consists of some tokens, if its name is meant: the word in
// front of its type or its value, or the last one behind its type.
func (f *declarer) parameter(tokens []token, one Declaration) {
	value := slices.IndexFunc(tokens, func(t token) bool { return t.Of(f.text) == "=" })
	declared := tokens
	if value >= 0 {
		declared = tokens[:value]
	}
	at := -1
	for i, t := range declared {
		if t.kind == word {
			at = i
			if f.Types != languages.TypeFront {
				break
			}
		}
	}
	isType := len(declared) == 1 && keywords[declared[0].Of(f.text)] // f(void)
	if at < 0 || isType || !f.named(declared[at].Of(f.text)) {
		return
	}
	one.Name = declared[at].Of(f.text)
	one.Span = text.Span{Start: tokens[0].Start, End: tokens[len(tokens)-1].End}
	if value >= 0 && value+1 < len(tokens) {
		one.Value = text.Span{Start: tokens[value+1].Start, End: one.Span.End}
	}
	f.found = append(f.found, one)
}

// variables adds the constants, variables and fields that a stretch of a program declares, which
// is no body of a function: each is the first name of a statement, or the last of several words,
// and "=", a type or the end of the statement is behind it.
func (f *declarer) variables(span text.Span, owner, kind string) {
	if !f.mayName(span) {
		return
	}
	l := lexer{text: f.text[:span.End], dialect: f.dialect, at: span.Start}
	inType := kindsByName[kind].IsType()
	depth, braces := 0, 0
	var statement []token
	for t := l.next(); t.kind != end; t = l.next() {
		said := t.Of(f.text)
		onNewLine := len(statement) > 0 && depth == 0 && strings.Contains(f.text[statement[len(statement)-1].End:t.Start], "\n")
		isBehind := strings.HasSuffix(strings.TrimRight(f.text[:t.Start], " \t\n"), "\\") // of a line that goes on
		if onNewLine && !isBehind && (f.Types != languages.TypeFront || f.text[statement[0].Start] == '#') {
			statement = nil
		}
		switch {
		case t.kind != mark:
		case said == "(" || said == "[":
			depth++
		case said == ")" || said == "]":
			depth--
		case said == "{":
			if braces++; depth == 0 && !slices.ContainsFunc(statement, func(t token) bool { return t.Of(f.text) == "=" }) {
				statement = nil
				continue
			}
		case said == "}":
			braces--
		}
		if depth <= 0 && t.kind == mark && (said == ";" || said == "}" || said == "," && (kind == "enum" || inType)) {
			statement = nil
			continue
		}
		isLevel := depth == 0 && (braces == 0 || braces == 1 && inType)
		if statement = append(statement, t); isLevel && t.kind == word && f.named(said) && f.declares(statement, span.End, owner, kind) {
			f.variable(statement, span, owner, kind)
		}
	}
}

// mayName reports whether a stretch has a name that is meant, which hardly any has.
func (f *declarer) mayName(span text.Span) bool {
	for w := range (text.Options{Underscores: true}).Words(span.Of(f.text)) {
		if f.named(w.Span.Of(span.Of(f.text))) {
			return true
		}
	}
	return false
}

// declares reports whether the last word of the beginning of a statement is declared there.
func (f *declarer) declares(statement []token, limit int, owner, kind string) bool {
	last := statement[len(statement)-1]
	rest := strings.TrimLeft(f.text[last.End:limit], " \t")
	next := ""
	if rest != "" {
		next = rest[:1]
	}
	before := statement[:len(statement)-1]
	if kindsByName[kind] == valueKind {
		return true
	}
	isTyped, isImport, hasType := false, false, false
	for _, t := range before {
		said := t.Of(f.text)
		if t.kind == word && callers[said] || t.kind != word && (t.kind != mark || !strings.Contains("*&<>[],:?#@", said)) {
			return false
		}
		isTyped = isTyped || t.kind == word
		isImport = isImport || slices.Contains(f.ImportWords, said)
		hasType = hasType || said == ":" && f.Types != languages.TypeFront
	}
	switch {
	case len(before) == 2 && before[0].Of(f.text) == "#":
		return before[1].Of(f.text) == "define"
	case next == "=":
		return !strings.HasPrefix(rest, "==") && !strings.HasPrefix(rest, "=>") && !hasType
	case isImport:
		return false
	case next == ":":
		return !strings.HasPrefix(rest, "::") && !hasType
	case next == "," || next == "}" || next == "" || next == "\n":
		return kind == "enum" && len(before) == 0 || isTyped && next == "," && f.Types == languages.TypeFront
	case next == ";" || next == "[":
		return isTyped && f.Types == languages.TypeFront
	}
	isField := f.Types == languages.TypeBehind && kindsByName[kind].IsType() && kind != "interface"
	return isField && !isTyped && (isNameByte(next[0]) || strings.Contains("*[(", next))
}

// variable adds what is declared at the end of the beginning of a statement.
func (f *declarer) variable(statement []token, span text.Span, owner, kind string) {
	name := statement[len(statement)-1]
	one := Declaration{Name: name.Of(f.text), Owner: owner, Kind: kind}
	switch {
	case kindsByName[kind] == valueKind:
	case kind == "enum" || f.text[statement[0].Start] == '#':
		one.Kind = "const"
	case kindsByName[kind].IsType():
		one.Kind = "field"
	default:
		one.Kind = "var"
		if strings.ToUpper(one.Name) == one.Name || slices.ContainsFunc(statement, func(t token) bool { return t.Of(f.text) == "const" || t.Of(f.text) == "final" }) {
			one.Kind = "const"
		}
	}
	l := lexer{text: f.text[:span.End], dialect: f.dialect, at: name.End}
	isDefine := f.text[statement[0].Start] == '#'
	isSet, depth, last := isDefine, 0, name
	others := 0 // names in front of it, whose values are in front of its own
	for _, t := range statement {
		if kindsByName[kind] == valueKind && t.Of(f.text) == "," {
			others++
		}
	}
	for t := l.next(); t.kind != end; t = l.next() {
		said, gap := t.Of(f.text), f.text[last.End:t.Start]
		isBehind := strings.HasSuffix(strings.TrimRight(gap, " \t\r\n"), "\\")
		continues := last.kind == mark && strings.Contains("+-*/|&=.(,", last.Of(f.text))
		isNewLine := strings.Contains(gap, "\n") && !isBehind && (isDefine || !continues && f.Types != languages.TypeFront)
		isMark := t.kind == mark
		isComma := isMark && said == "," && depth == 0 && f.Name != "python"
		isEnd := isComma && (kindsByName[kind] != valueKind || isSet && others == 0)
		if depth == 0 && (isNewLine || isMark && strings.Contains(";)]}", said) || isEnd) {
			break
		}
		switch {
		case isComma && isSet:
			others, last, one.Value = others-1, t, text.Span{}
			continue
		case isMark && strings.Contains("([{", said):
			depth++
		case isMark && strings.Contains(")]}", said):
			depth--
		case isMark && said == "=" && !isSet && depth == 0:
			isSet, last = true, t
			continue
		}
		if isSet && one.Value.Empty() {
			one.Value.Start = t.Start
		}
		if last = t; isSet {
			one.Value.End = t.End
		}
	}
	one.Span = text.Span{Start: statement[0].Start, End: last.End}
	one.Doc = f.comment(one.Span)
	one.Whole = one.Span
	if !one.Doc.Empty() {
		one.Whole = text.Span{Start: min(one.Span.Start, one.Doc.Start), End: max(one.Span.End, one.Doc.End)}
	}
	f.found = append(f.found, one)
}

// comment returns the comment behind a declaration in its last line, or else in the lines right
// above it.
func (f *declarer) comment(declared text.Span) text.Span {
	rest := f.text[declared.End : declared.End+lineLength(f.text[declared.End:])]
	l := lexer{text: f.text, dialect: f.dialect, at: declared.End + len(rest) - len(strings.TrimLeft(rest, " \t;,"))}
	if n := l.comment(); l.at < declared.End+len(rest) && n > 0 {
		return text.Span{Start: l.at, End: l.at + n}
	}
	lineAt := func(at int) int { return strings.LastIndexByte(f.text[:at], '\n') + 1 }
	isFirst := func(at int) bool { return strings.TrimSpace(f.text[lineAt(at):at]) == "" }
	above := text.Span{Start: lineAt(declared.Start), End: lineAt(declared.Start)}
lines:
	for above.Start > 0 && isFirst(declared.Start) {
		start := lineAt(above.Start - 1)
		said := strings.TrimSpace(f.text[start : above.Start-1])
		for _, m := range f.Block {
			if at := strings.LastIndex(f.text[:above.Start], m.Open); strings.HasSuffix(said, m.Close) && at >= 0 && isFirst(at) {
				above.Start = lineAt(at)
				continue lines
			}
		}
		if !slices.ContainsFunc(f.Line, func(m string) bool { return strings.HasPrefix(said, m) }) {
			break
		}
		above.Start = start
	}
	return above.Trim(f.text)
}
