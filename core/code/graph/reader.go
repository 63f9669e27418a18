package graph

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unique"

	"docuquest/core/code/languages"
	"docuquest/core/language/text"
)

// A reader takes the references out of one file, in one walk over its tokens.
type reader struct {
	lexer
	facts    *Facts
	declared []text.Span // the declarations of the definitions
	ownNamed []bool      // the name of a definition was met in its declaration
	holders  []uint32    // the definitions around the token, the file first
	past     [5]token    // the last tokens, the nearest first
	types    map[variable]string
	// functions are the parameters and variables of functions that may have functions, with the
	// offset from which on they are seen: what is called by such a name is not what another
	// definition has that name for.
	functions map[variable]int
}

// A raw reference is one before it is known what its file declares about the value that it is
// called on.
type raw struct {
	name, on string
	in       uint32
	deep     bool   // on is itself called on something
	root     string // on which, where that is a word
	isValue  bool   // it is called on something that has no name
	isCall   bool
}

// read walks over the file, and sets the references and fields of its facts. It returns the sites
// only where they are wanted.
func (r *reader) read(withSites bool) []Site {
	type rawSite struct {
		raw
		span text.Span
	}
	seen := map[raw]bool{}
	var found []raw // each once
	var places []rawSite
	all := r.facts.Definitions
	leave := func(at int) { // the definitions that end before an offset
		for len(r.holders) > 1 && int(all[r.holder()].End) <= at {
			r.holders = r.holders[:len(r.holders)-1]
		}
	}
	next := uint32(1) // the definition that begins next
	for t := r.lexer.next(); t.kind != end; t = r.lexer.next() {
		for int(next) < len(all) && int(all[next].Start) <= t.Start {
			leave(int(all[next].Start))
			r.holders = append(r.holders, next)
			next++
		}
		leave(t.Start)
		if t.kind == word {
			if one, ok := r.word(t); ok {
				if !seen[one] {
					seen[one] = true
					found = append(found, one)
				}
				if withSites {
					places = append(places, rawSite{one, t.Span})
				}
			}
		}
		r.past = [5]token{t, r.past[0], r.past[1], r.past[2], r.past[3]}
	}
	imported := map[string]bool{}
	for _, i := range r.facts.Imports {
		imported[i.Name] = true
	}
	r.facts.References = make([]Reference, 0, len(found))
	for _, one := range found {
		r.facts.References = append(r.facts.References, r.reference(one, imported))
	}
	if r.Scope == languages.FolderScope {
		for key, declared := range r.types {
			if key.in == ofFields && declared != contradictory {
				r.facts.Fields = append(r.facts.Fields, Field{unique.Make(key.name), unique.Make(declared)})
			}
		}
		slices.SortFunc(r.facts.Fields, func(a, b Field) int { return cmp.Compare(a.Name.Value(), b.Name.Value()) })
	}
	var sites []Site
	for _, s := range places {
		sites = append(sites, Site{r.reference(s.raw, imported), s.span})
	}
	return sites
}

// holder is the innermost definition around the token.
func (r *reader) holder() uint32 { return r.holders[len(r.holders)-1] }

// word reads a name: what it may declare, and what it refers to, false for nothing.
func (r *reader) word(t token) (found raw, ok bool) {
	name, in := t.Of(r.text), r.holder()
	if !r.ownNamed[in] && r.declared[in].Contains(t.Start) && r.facts.Definitions[in].Name.Value() == name {
		r.ownNamed[in] = true // where the definition around it is declared
		return raw{}, false
	}
	if !keywords[name] {
		r.declareType(t, name)
		r.declareFunction(t, name)
	}
	called := r.isCalled(t)
	if called && uncalled[name] && r.connector(0) == 0 || !called && !r.mayBeMention(t, name) {
		return raw{}, false
	}
	found = raw{name: name, in: in, isCall: called || r.Bracketless}
	at := r.connector(0)
	if at > 0 {
		if on := r.past[at]; on.kind != word {
			found.isValue = true
		} else {
			found.on = on.Of(r.text)
			if next := r.connector(at + 1); next > 0 {
				found.deep = true
				if root := at + 1 + next; root < len(r.past) && r.past[root].kind == word {
					found.root = r.past[root].Of(r.text)
				}
			}
		}
	}
	if at == 0 && called && r.isDeclared(t, name) || !found.isCall && found.in == 0 {
		return raw{}, false
	}
	return found, true
}

// Words of most languages, see languages.txt.
var (
	keywords = languages.Shared("keywords")
	uncalled = languages.Shared("uncalled")
	callers  = languages.Shared("callers")
)

// mayBeMention reports whether a name that is not called may be that of a type, or, in a
// language whose calls have no brackets, of what is called.
func (r *reader) mayBeMention(t token, name string) bool {
	if r.Bracketless {
		return len(name) > 1 && !keywords[name]
	}
	first := name[0]
	if 'A' <= first && first <= 'Z' || first >= 0x80 && startsUpper(name) {
		return len(name) > 1
	}
	isOfPackage := r.past[1].kind == word && r.Types == languages.TypeBehind
	if keywords[name] || r.isMark(0, '.') && !isOfPackage {
		return false
	}
	opens := strings.HasPrefix(r.text[t.End:], "{") && r.Types == languages.TypeBehind
	return opens || r.declared[r.holder()].Contains(t.Start)
}

func startsUpper(name string) bool {
	for _, first := range name {
		return unicode.IsUpper(first)
	}
	return false
}

// isCalled reports whether brackets follow a name, which may have arguments for its types, or
// whether it is called as an element is.
func (r *reader) isCalled(t token) bool {
	rest := r.text[t.End:]
	if r.Elements && r.isMark(0, '<') && r.past[0].End == t.Start && startsUpper(t.Of(r.text)) {
		return true
	}
	language := r.facts.Language
	switch {
	case strings.HasPrefix(rest, "("), strings.HasPrefix(rest, " (") && language != "python", strings.HasPrefix(rest, "?.("):
		return true
	case strings.HasPrefix(rest, "!("), strings.HasPrefix(rest, "!["), strings.HasPrefix(rest, "! {"), strings.HasPrefix(rest, "!{"):
		return language == "rust"
	case strings.HasPrefix(rest, "::<"):
		return hasTypeArguments(rest[len("::"):], '<', '>')
	case strings.HasPrefix(rest, "<"):
		return hasTypeArguments(rest, '<', '>')
	case strings.HasPrefix(rest, "["):
		return language == "go" && hasTypeArguments(rest, '[', ']')
	}
	return false
}

// hasTypeArguments reports whether a text begins with arguments for types, and then an
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

// connector is how many tokens are between a name and what it is called on, from
// one of the last tokens on; 0 where it is called on nothing.
func (r *reader) connector(back int) int {
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

// isDeclared reports whether a name in front of brackets is declared and not called, as in
// "void run(", and in a type as at the start of a line, or is that of a variable of a function
// around it.
func (r *reader) isDeclared(t token, name string) bool {
	all := r.facts.Definitions
	for in := r.holder(); in != 0; in = all[in].Inside {
		if from, known := r.functions[variable{in, name}]; known && from <= t.Start {
			return true
		}
	}
	before := r.past[0]
	onNewLine := strings.IndexByte(r.text[before.End:t.Start], '\n') >= 0
	// Where statements do not end with their lines, a declaration may have its type in the line above.
	endsWithLine := r.Types != languages.TypeFront || r.facts.Language == "groovy"
	if before.kind == word && !(onNewLine && endsWithLine) {
		return !callers[before.Of(r.text)] && !r.Bracketless
	}
	if !all[r.holder()].Kind.IsType() {
		return false
	}
	return before.kind == nothing || r.isMark(0, '{') || r.isMark(0, ';') || onNewLine
}

// reference decides what a raw reference is called on, now that all of the file is known.
func (r *reader) reference(found raw, imported map[string]bool) Reference {
	ref := Reference{Name: unique.Make(found.name), On: noName, In: found.in, IsCall: found.isCall}
	set := func(how How, on string) Reference {
		ref.How, ref.On = how, unique.Make(on)
		return ref
	}
	// The object that the method belongs to has a name of the language or, in Go, of its own.
	isOwn := func(name string) bool {
		return slices.Contains(r.Self, name) || name != "" && name == r.types[variable{found.in, receiver}]
	}
	switch {
	case found.isValue:
		return set(OnValue, "")
	case found.on == "":
		return ref
	case !found.deep && isOwn(found.on):
		return set(OnOwn, ownerOf(r.facts.Definitions, found.in).Value())
	}
	// The type that the variable is declared with, in a function around it, the file or a type.
	declared, known := "", false
	for in := found.in; !found.deep && !known; in = r.facts.Definitions[in].Inside {
		declared, known = r.types[variable{in, found.on}]
		if in == 0 {
			break
		}
	}
	if !known && (found.deep || r.Implicit) {
		declared, known = r.types[variable{ofFields, found.on}]
	}
	if known && declared != contradictory {
		return set(OnType, declared)
	}
	if r.Scope == languages.FolderScope && isOwn(found.root) {
		return set(OnField, found.on)
	}
	if found.on == "super" || found.deep && !imported[found.on] && !startsUpper(found.on) {
		return set(OnValue, "")
	}
	return set(OnName, found.on)
}

// ownerOf is the type that a definition belongs to, no name for none.
func ownerOf(all []Definition, in uint32) Name {
	for ; in != 0; in = all[in].Inside {
		switch d := all[in]; {
		case d.Owner != noName:
			return d.Owner
		case d.Kind.IsType():
			return d.Name
		}
	}
	return noName
}

// declareFunction remembers the variable of a function that begins with a name and may have a
// function.
func (r *reader) declareFunction(t token, name string) {
	in := r.holder()
	if !r.facts.Definitions[in].Kind.IsFunction() {
		return
	}
	key := variable{in, name}
	if _, known := r.functions[key]; known {
		return
	}
	rest := r.text[t.End:]
	isParameter := r.Types != languages.TypeFront && !r.Bracketless && r.declared[in].Contains(t.Start) && (r.isMark(0, '(') || r.isMark(0, ','))
	switch {
	case !isParameter:
	case r.Types == languages.TypeBehind: // with a type behind it, it has no function
		isParameter = strings.HasPrefix(rest, " func(") || strings.HasPrefix(rest, ", ") && !startsUpper(name)
	default:
		isParameter = rest != "" && strings.IndexByte(",):=?", rest[0]) >= 0
	}
	if isParameter {
		r.functions[key] = t.End
	} else if r.facts.Language == "go" && strings.HasPrefix(rest, " := ") && !r.isMark(0, '.') {
		r.functions[key] = t.End + lineLength(rest)
	}
}

// A variable is one by who declares it: the number of a function, that of the file, or ofFields
// for those of all types of the file.
type variable struct {
	in   uint32
	name string
}

const (
	ofFields = math.MaxUint32
	// receiver is the key for the name that a method of Go has for its own object.
	receiver = "func ("
	// contradictory is the type of a name that is declared with several.
	contradictory = "?"
)

// maxDeclaration is how many bytes of a declaration are read behind its name.
const maxDeclaration = 200

// declareType remembers the type of a variable whose declaration begins with a name.
func (r *reader) declareType(t token, name string) {
	isField := r.isMark(0, '.') && r.past[1].kind == word && slices.Contains(r.Self, r.past[1].Of(r.text))
	if r.isMark(0, '.') && !isField {
		return
	}
	in := r.holder()
	switch kind := r.facts.Definitions[in].Kind; {
	case kind.IsType():
		in = ofFields
	case !kind.IsFunction():
		in = 0
	}
	add := func(in uint32, name, declared string) {
		key := variable{in, name}
		if was, known := r.types[key]; known && was != declared {
			declared = contradictory
		}
		r.types[key] = declared
	}
	rest := r.text[t.End:min(len(r.text), t.End+maxDeclaration)]
	if declared, ok := r.typeBehind(rest); ok {
		if isField {
			in = ofFields
		}
		add(in, name, declared)
		// "func (r *Type)" is in the declaration of a method.
		if r.facts.Language == "go" && r.isMark(0, '(') && r.past[1].kind == word && r.past[1].Of(r.text) == "func" && r.declared[r.holder()].Start == r.past[1].Start {
			r.types[variable{in, receiver}] = name
		}
		return
	}
	if r.Types != languages.TypeFront || !startsUpper(name) { // "Type<Of> name;"
		return
	}
	if strings.HasPrefix(rest, "<") {
		rest = rest[strings.IndexByte(rest, '>')+1:]
	}
	trimmed := strings.TrimLeft(rest, "*&?[] \t")
	declared, behind := dottedPath(trimmed)
	behind = strings.TrimLeft(behind, " ")
	if len(trimmed) < len(rest) && declared != "" && !strings.Contains(declared, ".") && !keywords[declared] && behind != "" && strings.IndexByte(";,=){", behind[0]) >= 0 {
		add(in, declared, name)
	}
}

// typeBehind is the type in a text that begins behind the name of a variable: the one
// that is written there, or that of the value that is made for it.
func (r *reader) typeBehind(rest string) (string, bool) {
	switch r.Types {
	case languages.TypeBehind: // " *pkg.Type"
		if trimmed := strings.TrimLeft(rest, " \t"); len(trimmed) < len(rest) {
			path, behind := dottedPath(strings.TrimLeft(strings.TrimPrefix(trimmed, "..."), "*"))
			if path != "" && !keywords[path] && !strings.HasPrefix(behind, "(") {
				return path, true
			}
		}
	case languages.TypeColon: // ": Type", with what may be between
		behind, ok := strings.CutPrefix(strings.TrimLeft(strings.TrimLeft(rest, "?!"), " "), ":")
		if !ok || strings.HasPrefix(behind, ":") || strings.HasPrefix(behind, "=") {
			break
		}
		for _, lead := range [...]string{"&", "'", "mut ", "dyn ", "*", "Optional["} {
			behind, ok = strings.CutPrefix(strings.TrimLeft(behind, " "), lead)
			if ok && lead == "'" { // the lifetime of a reference in Rust
				_, behind, _ = strings.Cut(behind, " ")
			}
		}
		path, _ := dottedPath(strings.TrimLeft(behind, " "))
		if startsUpper(path[strings.LastIndexByte(path, '.')+1:]) {
			return path, true
		}
	}
	// "= new Type(", ":= &Type{", "= Type::of(" and "= pkg.NewType(".
	value, ok := strings.CutPrefix(strings.TrimPrefix(strings.TrimLeft(rest, " "), ":"), "=")
	if !ok {
		return "", false
	}
	value = strings.TrimLeft(strings.TrimLeft(value, " &*"), " ")
	path, behind := dottedPath(strings.TrimPrefix(strings.TrimPrefix(value, "await "), "new "))
	isBraced := strings.HasPrefix(behind, "{")
	if path == "" || !isBraced && !strings.HasPrefix(behind, "(") && !strings.HasPrefix(behind, "<") {
		return "", false
	}
	owner, last := OwnName(path)
	made, isNew := strings.CutPrefix(last, "New")
	switch {
	case isNew && startsUpper(made) && strings.Contains(path, "."):
		return path[:len(path)-len(last)] + made, true
	case isNew && startsUpper(made):
		return made, true
	case startsUpper(last) && (r.Types != languages.TypeBehind || isBraced):
		return path, true
	case startsUpper(owner) && !isBraced:
		return strings.TrimRight(path[:len(path)-len(last)], ".:"), true
	}
	return last, isBraced && owner == ""
}

// dottedPath reads names with dots or pairs of colons between them, written with dots, and
// returns what is behind them.
func dottedPath(s string) (path, behind string) {
	at := 0
	for at < len(s) && isNameByte(s[at]) && !(at == 0 && isDigit(s[at])) {
		for at < len(s) && isNameByte(s[at]) {
			at++
		}
		next := at
		switch {
		case strings.HasPrefix(s[at:], "::"):
			next = at + len("::")
		case strings.HasPrefix(s[at:], "."):
			next = at + len(".")
		}
		if next == at || next >= len(s) || !isNameByte(s[next]) {
			break
		}
		at = next
	}
	return strings.ReplaceAll(s[:at], "::", "."), s[at:]
}
