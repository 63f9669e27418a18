package graph

import (
	"math"
	"slices"
	"strings"
	"unique"
)

// hints are the types that variables are declared with, by who declares them: the number of
// a function, that of the file, or ofFields for those of all its types. Where one name is
// declared with several types, it has none.
type hints map[hintKey]string

type hintKey struct {
	in   uint32
	name string
}

const (
	ofFields = math.MaxUint32
	// receiverHint is the key for the name that a method of Go has for its own object.
	receiverHint = "func ("
	// contradictory stands for a name with several types.
	contradictory = "?"
)

func (h hints) add(in uint32, name, declared string) {
	key := hintKey{in, name}
	if was, known := h[key]; known && was != declared {
		declared = contradictory
	}
	h[key] = declared
}

// of is the type that the thing is declared with on which something is called. isImplicit
// says that fields are known by their names alone.
func (h hints) of(found raw, all []Definition, isImplicit bool) (string, bool) {
	for in := found.in; !found.deep; in = all[in].Inside {
		if declared, ok := h[hintKey{in, found.on}]; ok {
			return declared, declared != contradictory
		}
		if in == 0 {
			break
		}
	}
	if !found.deep && !isImplicit {
		return "", false
	}
	declared, ok := h[hintKey{ofFields, found.on}]
	return declared, ok && declared != contradictory
}

// fields are those of the file that have one type, by their names.
func (h hints) fields() []Field {
	var all []Field
	for key, declared := range h {
		if key.in == ofFields && declared != contradictory {
			all = append(all, Field{unique.Make(key.name), unique.Make(declared)})
		}
	}
	slices.SortFunc(all, func(a, b Field) int { return strings.Compare(a.Name.Value(), b.Name.Value()) })
	return all
}

// hint takes in a declaration that begins with a name.
func (r *reader) hint(t token, name string) {
	if isKeyword(name) {
		return
	}
	isField := r.isMark(0, '.') && r.past[1].kind == word && r.traits.isSelf(r.past[1].Of(r.text))
	if r.isMark(0, '.') && !isField {
		return
	}
	rest := r.text[t.End:min(len(r.text), t.End+maxDeclaration)]
	if declared, ok := r.declaredBehind(rest); ok {
		in := r.declaring()
		if isField {
			in = ofFields
		}
		r.hints.add(in, name, declared)
		if r.isReceiver(t) {
			r.hints[hintKey{in, receiverHint}] = name
		}
	} else if variable, ok := r.variableBehind(name, rest); ok {
		r.hints.add(r.declaring(), variable, name)
	}
}

// declaring is who declares what is declared at the token.
func (r *reader) declaring() uint32 {
	in := r.holder()
	switch kind := r.facts.Definitions[in].Kind; {
	case kind.IsFunction():
		return in
	case kind.IsType():
		return ofFields
	}
	return 0
}

// maxDeclaration is how many bytes of a declaration are looked at behind its name.
const maxDeclaration = 200

// isReceiver says whether a name is that of a method's own object in Go.
func (r *reader) isReceiver(t token) bool {
	return r.facts.Language == "go" && r.isMark(0, '(') && r.past[1].kind == word && r.past[1].Of(r.text) == "func" &&
		r.declared[r.holder()].Start == r.past[1].Start
}

// declaredBehind is the type in a text that begins behind the name of a variable: the one
// that is written there, or that of the value that is made for it.
func (r *reader) declaredBehind(rest string) (string, bool) {
	switch r.traits.typed {
	case typeBehind:
		if name, ok := typeAfterName(rest); ok {
			return name, true
		}
	case typeColon:
		if name, ok := typeAfterColon(rest); ok {
			return name, true
		}
	}
	return r.madeType(rest)
}

// typeAfterName reads " *pkg.Type", as Go writes it.
func typeAfterName(rest string) (string, bool) {
	trimmed := strings.TrimLeft(rest, " \t")
	if len(trimmed) == len(rest) {
		return "", false
	}
	trimmed = strings.TrimPrefix(trimmed, "...")
	trimmed = strings.TrimLeft(trimmed, "*")
	path, behind := dottedPath(trimmed)
	if path == "" || isKeyword(path) || strings.HasPrefix(behind, "(") {
		return "", false
	}
	return path, true
}

// typeAfterColon reads ": Type", with what may stand between.
func typeAfterColon(rest string) (string, bool) {
	rest = strings.TrimLeft(rest, "?!")
	rest, ok := strings.CutPrefix(strings.TrimLeft(rest, " "), ":")
	if !ok || strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, "=") {
		return "", false
	}
	for _, lead := range [...]string{"&", "'", "mut ", "dyn ", "*", "Optional["} {
		rest, ok = strings.CutPrefix(strings.TrimLeft(rest, " "), lead)
		if ok && lead == "'" { // the lifetime of a reference in Rust
			_, rest, _ = strings.Cut(rest, " ")
		}
	}
	path, _ := dottedPath(strings.TrimLeft(rest, " "))
	last := lastPart(path)
	return path, last != "" && startsUpper(last)
}

// madeType reads "= new Type(", ":= &Type{", "= Type::of(" and "= pkg.NewType(".
func (r *reader) madeType(rest string) (string, bool) {
	rest = strings.TrimLeft(rest, " ")
	rest, ok := strings.CutPrefix(strings.TrimPrefix(rest, ":"), "=")
	if !ok {
		return "", false
	}
	rest = strings.TrimLeft(strings.TrimLeft(rest, " &*"), " ")
	rest = strings.TrimPrefix(rest, "await ")
	rest = strings.TrimPrefix(rest, "new ")
	path, behind := dottedPath(rest)
	if path == "" || !strings.HasPrefix(behind, "(") && !strings.HasPrefix(behind, "{") && !strings.HasPrefix(behind, "<") {
		return "", false
	}
	owner, last := ownName(path)
	made, isNew := strings.CutPrefix(last, "New")
	switch {
	case isNew && startsUpper(made) && strings.Contains(path, "."):
		return path[:len(path)-len(last)] + made, true
	case isNew && startsUpper(made):
		return made, true
	case startsUpper(last) && (r.traits.typed != typeBehind || strings.HasPrefix(behind, "{")):
		return path, true
	case startsUpper(owner) && !strings.HasPrefix(behind, "{"):
		return strings.TrimRight(path[:len(path)-len(last)], ".:"), true
	}
	return last, strings.HasPrefix(behind, "{") && owner == ""
}

// variableBehind is the variable that is declared with a type in front of it, as in
// "Type<Of> name;".
func (r *reader) variableBehind(declared, rest string) (string, bool) {
	if r.traits.typed != typeFront || !startsUpper(declared) {
		return "", false
	}
	if strings.HasPrefix(rest, "<") {
		at := strings.IndexByte(rest, '>')
		rest = rest[at+1:]
	}
	trimmed := strings.TrimLeft(rest, "*&?[] \t")
	if len(trimmed) == len(rest) {
		return "", false
	}
	variable, behind := dottedPath(trimmed)
	behind = strings.TrimLeft(behind, " ")
	if variable == "" || strings.Contains(variable, ".") || isKeyword(variable) {
		return "", false
	}
	return variable, behind != "" && strings.IndexByte(";,=){", behind[0]) >= 0
}

// dottedPath reads names with dots or pairs of colons between them, written with dots, and
// gives what is behind them.
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

func lastPart(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }
