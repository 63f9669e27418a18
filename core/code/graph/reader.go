package graph

import (
	"math"
	"strings"
	"unicode"
	"unique"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// A reader takes the facts out of one file, in one walk over its tokens.
type reader struct {
	facts      *Facts
	text       string
	traits     *traits
	lexer      lexer
	first      int         // where the first definition begins
	declared   []text.Span // the declarations of the definitions
	ownNamed   []bool      // the name of a definition was met in its declaration
	holders    []uint32    // the definitions around the token, the file first
	next       uint32      // the definition that begins next
	variables  variables
	past       [5]token // the last tokens, the nearest first
	hints      hints
	seen       map[raw]bool
	found      []raw // each once
	keepsSites bool
	foundSites []rawSite
	sites      []Site
}

// A raw reference is one before it is known what its file says of the thing that it is
// called on.
type raw struct {
	name, on string
	in       uint32
	deep     bool   // on is itself called on something
	root     string // on which, where that is a word
	isValue  bool   // it is called on something that has no name
	isCall   bool
}

type rawSite struct {
	raw
	span text.Span
}

func newReader(d *document.Document) *reader {
	t := traitsOf(d.Language)
	content := d.Text
	if len(content) > math.MaxUint32 {
		content = content[:math.MaxUint32]
	}
	defined := newDefinitions(d)
	return &reader{
		facts: &Facts{Language: d.Language, Definitions: defined.all, Lines: countLines(content)},
		text:  content, traits: t, lexer: lexer{text: content, traits: t},
		first:    min(defined.first, len(content)),
		declared: defined.declared, ownNamed: make([]bool, len(defined.all)),
		holders: []uint32{0}, next: 1,
		variables: variables{}, hints: hints{}, seen: map[raw]bool{},
	}
}

func countLines(s string) int {
	n := strings.Count(s, "\n")
	if s != "" && !strings.HasSuffix(s, "\n") {
		n++
	}
	return n
}

// read walks over the file.
func (r *reader) read() {
	if r.facts.Language == "go.mod" {
		r.facts.Module = moduleName(r.text)
		return
	}
	r.facts.Opening = opening(r.text, r.traits)
	r.readImports()
	for {
		t := r.lexer.next()
		if t.kind == end {
			break
		}
		r.enter(t.Start)
		if t.kind == word {
			r.word(t)
		}
		r.past = [5]token{t, r.past[0], r.past[1], r.past[2], r.past[3]}
	}
	r.finish()
}

// readImports keeps nothing of the text, which is much longer than they are.
func (r *reader) readImports() {
	if r.traits.imports == nil {
		return
	}
	program := r.text
	if r.traits.importsFirst {
		program = program[:r.first]
	}
	for _, i := range r.traits.imports(program, r.traits) {
		r.facts.Imports = append(r.facts.Imports, Import{strings.Clone(i.Path), strings.Clone(i.Name), strings.Clone(i.Of)})
	}
}

// enter brings the definitions up to date that are around an offset.
func (r *reader) enter(at int) {
	all := r.facts.Definitions
	for int(r.next) < len(all) && int(all[r.next].Start) <= at {
		for len(r.holders) > 1 && int(all[r.holder()].End) <= int(all[r.next].Start) {
			r.holders = r.holders[:len(r.holders)-1]
		}
		r.holders = append(r.holders, r.next)
		r.next++
	}
	for len(r.holders) > 1 && int(all[r.holder()].End) <= at {
		r.holders = r.holders[:len(r.holders)-1]
	}
}

// holder is the innermost definition around the token.
func (r *reader) holder() uint32 { return r.holders[len(r.holders)-1] }

// word takes in a name: what it may declare, and whether it calls something.
func (r *reader) word(t token) {
	name := t.Of(r.text)
	if r.isOwnName(t, name) {
		return
	}
	r.hint(t, name)
	r.variable(t, name)
	called := r.isCalled(t)
	if called && isNeverCalled(name) && r.connectorBehind(0) == 0 || !called && !r.mayBeMention(t, name) {
		return
	}
	found := raw{name: name, in: r.holder(), isCall: called || r.traits.bracketless}
	isOn := r.calledOn(&found)
	if !isOn && called && (r.isDeclared(t) || r.isVariable(t, name)) || !found.isCall && found.in == 0 {
		return
	}
	if !r.seen[found] {
		r.seen[found] = true
		r.found = append(r.found, found)
	}
	if r.keepsSites {
		r.foundSites = append(r.foundSites, rawSite{found, t.Span})
	}
}

// isOwnName says whether a token is the name of the definition that it stands in, where
// that is declared.
func (r *reader) isOwnName(t token, name string) bool {
	in := r.holder()
	if r.ownNamed[in] || !r.declared[in].Contains(t.Start) || r.facts.Definitions[in].Name.Value() != name {
		return false
	}
	r.ownNamed[in] = true
	return true
}

// mayBeMention says whether a name that is not called may be that of a type, or, in a
// language whose calls have no brackets, of what is called.
func (r *reader) mayBeMention(t token, name string) bool {
	if r.traits.bracketless {
		return len(name) > 1 && !isKeyword(name)
	}
	first := name[0]
	if 'A' <= first && first <= 'Z' || first >= 0x80 && startsUpper(name) {
		return len(name) > 1
	}
	if isKeyword(name) || r.isMark(0, '.') && !r.isPackage(1) {
		return false
	}
	return r.declared[r.holder()].Contains(t.Start) || r.behindIs(t, '{') && r.traits.typed == typeBehind
}

// isPackage says whether a token behind may be what a name of another file is found by.
func (r *reader) isPackage(back int) bool {
	return r.past[back].kind == word && r.traits.typed == typeBehind
}

func startsUpper(name string) bool {
	for _, first := range name {
		return unicode.IsUpper(first)
	}
	return false
}

// isCalled says whether brackets follow a name, which may have arguments for its types, or
// whether it is called as an element is.
func (r *reader) isCalled(t token) bool {
	rest := r.text[t.End:]
	if r.traits.elements && r.isMark(0, '<') && r.past[0].End == t.Start && startsUpper(t.Of(r.text)) {
		return true
	}
	switch {
	case strings.HasPrefix(rest, "("), strings.HasPrefix(rest, " (") && r.facts.Language != "python", strings.HasPrefix(rest, "?.("):
		return true
	case strings.HasPrefix(rest, "!("), strings.HasPrefix(rest, "!["), strings.HasPrefix(rest, "! {"), strings.HasPrefix(rest, "!{"):
		return r.facts.Language == "rust"
	case strings.HasPrefix(rest, "::<"):
		return hasTypeArguments(rest[len("::"):], '<', '>')
	case strings.HasPrefix(rest, "<"):
		return hasTypeArguments(rest, '<', '>')
	case strings.HasPrefix(rest, "["):
		return r.facts.Language == "go" && hasTypeArguments(rest, '[', ']')
	}
	return false
}

// hasTypeArguments says whether a text begins with arguments for types, and then an
// opening bracket.
func hasTypeArguments(s string, open, shut byte) bool {
	const longest = 80
	depth := 0
	for i := range min(len(s), longest) {
		switch c := s[i]; {
		case c == open:
			depth++
		case c == shut:
			if depth--; depth == 0 {
				return i+1 < len(s) && s[i+1] == '('
			}
		case !isNameByte(c) && strings.IndexByte(" .,*[]?&|:'", c) < 0:
			return false
		}
	}
	return false
}

// calledOn finds what stands in front of a name, and is false where that is nothing.
func (r *reader) calledOn(found *raw) bool {
	at := r.connectorBehind(0)
	if at == 0 {
		return false
	}
	on := r.past[at]
	if on.kind != word {
		found.isValue = true
		return true
	}
	found.on = on.Of(r.text)
	if next := r.connectorBehind(at + 1); next > 0 {
		found.deep = true
		if root := at + 1 + next; root < len(r.past) && r.past[root].kind == word {
			found.root = r.past[root].Of(r.text)
		}
	}
	return true
}

// connectorBehind is how many tokens stand between a name and what it is called on, from
// one of the last tokens on; 0 where it is called on nothing.
func (r *reader) connectorBehind(back int) int {
	switch {
	case r.isMark(back, '.') && (r.isMark(back+1, '?') || r.isMark(back+1, '!')):
		return 2
	case r.isMark(back, '.'), r.isMark(back, ':') && r.facts.Language == "lua" && !r.isMark(back+1, ':'):
		return 1
	case r.isMark(back, '>') && r.isMark(back+1, '-'), r.isMark(back, ':') && r.isMark(back+1, ':'):
		return 2
	}
	return 0
}

func (r *reader) isMark(back int, c byte) bool {
	return r.past[back].kind == mark && r.text[r.past[back].Start] == c
}

// isDeclared says whether a name in front of brackets is declared and not called, as in
// "void run(", and in a type as at the start of a line.
func (r *reader) isDeclared(t token) bool {
	before := r.past[0]
	onNewLine := strings.IndexByte(r.text[before.End:t.Start], '\n') >= 0
	if before.kind == word && !(onNewLine && r.endsWithLine()) {
		return !leadsToCall(before.Of(r.text)) && !r.traits.bracketless
	}
	if !r.facts.Definitions[r.holder()].Kind.IsType() {
		return false
	}
	return before.kind == nothing || r.isMark(0, '{') || r.isMark(0, ';') || onNewLine
}

// endsWithLine says whether a statement of the language ends with its line. Where it does
// not, a declaration may have its type in the line above.
func (r *reader) endsWithLine() bool {
	return r.traits.typed != typeFront || r.facts.Language == "groovy"
}

// behindIs says whether a mark stands right behind a token.
func (r *reader) behindIs(t token, c byte) bool { return t.End < len(r.text) && r.text[t.End] == c }

// finish makes references of what was found, now that all of the file is known.
func (r *reader) finish() {
	imported := map[string]bool{}
	for _, i := range r.facts.Imports {
		imported[i.Name] = true
	}
	r.facts.References = make([]Reference, 0, len(r.found))
	for _, found := range r.found {
		r.facts.References = append(r.facts.References, r.reference(found, imported))
	}
	if r.traits.scope == folderScope {
		r.facts.Fields = r.hints.fields()
	}
	for _, s := range r.foundSites {
		r.sites = append(r.sites, Site{r.reference(s.raw, imported), s.span})
	}
}

// reference settles what a raw reference is called on.
func (r *reader) reference(found raw, imported map[string]bool) Reference {
	ref := Reference{Name: unique.Make(found.name), On: noName, In: found.in, IsCall: found.isCall}
	set := func(how How, on string) Reference {
		ref.How, ref.On = how, unique.Make(on)
		return ref
	}
	switch {
	case found.isValue:
		return set(OnValue, "")
	case found.on == "":
		return ref
	case !found.deep && r.isOwn(found.in, found.on):
		return set(OnOwn, r.ownType(found.in))
	}
	if declared, ok := r.hints.of(found, r.facts.Definitions, r.traits.implicit); ok {
		return set(OnType, declared)
	}
	if r.traits.scope == folderScope && r.isOwn(found.in, found.root) {
		return set(OnField, found.on)
	}
	if found.on == "super" || found.deep && !imported[found.on] && !startsUpper(found.on) {
		return set(OnValue, "")
	}
	return set(OnName, found.on)
}

// isOwn says whether a name is that of the object that the method belongs to.
func (r *reader) isOwn(in uint32, name string) bool {
	return r.traits.isSelf(name) || name != "" && name == r.hints[hintKey{in, receiverHint}]
}

// ownType is the type that a definition belongs to, "" for none.
func (r *reader) ownType(in uint32) string {
	all := r.facts.Definitions
	for in != 0 {
		d := all[in]
		switch {
		case d.Owner.Value() != "":
			return d.Owner.Value()
		case d.Kind.IsType():
			return d.Name.Value()
		}
		in = d.Inside
	}
	return ""
}
