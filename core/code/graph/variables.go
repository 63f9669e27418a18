package graph

import "strings"

// variables are the parameters and variables of functions that may hold functions: what
// is called by such a name is not what another definition has that name for. They are
// known by the definition that declares them, with the offset from which on they are seen.
type variables map[hintKey]int

// variable takes in the declaration of one that begins with a name.
func (r *reader) variable(t token, name string) {
	in := r.holder()
	if !r.facts.Definitions[in].Kind.IsFunction() || isKeyword(name) {
		return
	}
	key := hintKey{in, name}
	if _, known := r.variables[key]; known {
		return
	}
	rest := r.text[t.End:]
	switch {
	case r.isParameter(t, rest):
		r.variables[key] = t.End
	case r.facts.Language == "go" && strings.HasPrefix(rest, " := ") && !r.isMark(0, '.'):
		r.variables[key] = t.End + lineLength(rest)
	}
}

// isParameter says whether a name in the declaration of a function is that of a parameter
// that may hold a function. In languages that put a type there it is none.
func (r *reader) isParameter(t token, rest string) bool {
	if r.traits.typed == typeFront || r.traits.bracketless || !r.declared[r.holder()].Contains(t.Start) {
		return false
	}
	if !r.isMark(0, '(') && !r.isMark(0, ',') {
		return false
	}
	if r.traits.typed == typeBehind {
		return strings.HasPrefix(rest, " func(") || strings.HasPrefix(rest, ", ") && !startsUpper(t.Of(r.text))
	}
	return rest != "" && strings.IndexByte(",):=?", rest[0]) >= 0
}

// isVariable says whether a name is that of a variable of a function around the token.
func (r *reader) isVariable(t token, name string) bool {
	all := r.facts.Definitions
	for in := r.holder(); in != 0; in = all[in].Inside {
		if from, known := r.variables[hintKey{in, name}]; known && from <= t.Start {
			return true
		}
	}
	return false
}
