package question

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"docuquest/core/language/analysis"
	"docuquest/core/language/lexicon"
	"docuquest/core/language/text"
)

// A CodeQuery asks for something that a program defines, or for what has to do with it. Whether
// a program does define it, the question does not know.
type CodeQuery struct {
	Asks CodeAim
	// Names are what is asked about, with the type, the folder or the file in front where that
	// was typed; none for a pronoun.
	Names []string
	// Spelled reports that the names are spelled as in programs, or that a noun says what they
	// are; else each may be any word.
	Spelled bool
	Kind    string // the key of the noun beside the names in [code nouns], "" for none
	Noun    string // the folded noun behind "which", "" for none
	In      string // the type, function, folder or file that the names are in, "" for none
}

// A CodeAim is what a CodeQuery wants to know.
type CodeAim string

// The aims, which are keys of the lexicon.
const (
	Declared   CodeAim = "declared"   // where it is
	Meaning    CodeAim = "meaning"    // what it is
	ValueOf    CodeAim = "value"      // what it is set to
	Parameters CodeAim = "parameters" // what it takes
	Returned   CodeAim = "result"     // what it returns
	Callers    CodeAim = "callers"
	Callees    CodeAim = "callees"
	Uses       CodeAim = "uses"       // what calls or mentions it
	Subtypes   CodeAim = "subtypes"   // what implements or extends it
	Supertypes CodeAim = "supertypes" // what it implements or extends
	Importers  CodeAim = "importers"
	Imports    CodeAim = "imports"
	Members    CodeAim = "members" // what is defined in it
)

// codeQueries reads a question on what programs define, such as
//
//	Where is parse_url defined, and what does it return?
//	Which functions call Library.Put?
//	What is the default value of num_pools in PoolManager?
//
// one query for each of its halves. It is strict: there are none for a question of which not
// each word belongs to a form in the lexicon.
func (q *Question) codeQueries() []CodeQuery {
	p := codeParser{grammar: q.words.Section("code grammar"), nouns: q.words.Section("code nouns")}
	halves := [][]token{nil}
	for _, t := range tokensIn(strings.TrimLeft(q.Sought, "¿¡ ")) {
		last := &halves[len(halves)-1]
		p.tokens = append(*last, t)
		at := len(*last)
		asked, isShort := strings.CutSuffix(t.folded, "'s") // "what's"
		switch {
		case p.is(at, "skipped"), at == 0 && (p.is(at, "please") || p.is(at, "and")):
		case isShort && p.grammar.Has(asked):
			*last = append(*last, token{raw: asked, folded: asked}, token{raw: "is", folded: "is"})
		case at > 0 && p.is(at-1, "and") && q.words.Section("asks").Has(t.folded):
			if *last = (*last)[:at-1]; at > 1 && p.tokens[at-2].raw == "," {
				*last = (*last)[:at-2]
			}
			halves = append(halves, []token{t})
		default:
			*last = p.tokens
		}
	}
	var all []CodeQuery
	for _, half := range halves {
		p.tokens = half
		query, ok := p.read(codeForms(q.words))
		if !ok {
			return nil
		}
		if len(query.Names) == 0 && len(all) > 0 { // what the first half names
			query.Names, query.Spelled, query.In = all[0].Names, all[0].Spelled, all[0].In
		}
		all = append(all, query)
	}
	return all
}

// CodeQueriesOn returns what the question asks of programs where a pronoun in it means what an
// earlier question asks about; nil if that names nothing.
func (q *Question) CodeQueriesOn(earlier *Question) []CodeQuery {
	if len(earlier.Code) == 0 || len(earlier.Code[0].Names) == 0 {
		return nil
	}
	all := slices.Clone(q.Code)
	for i := range all {
		if last := earlier.Code[0]; len(all[i].Names) == 0 {
			all[i].Names, all[i].Spelled, all[i].In = last.Names, last.Spelled, last.In
		}
	}
	return all
}

// CodeNoun returns the key in [code nouns] of a folded noun for what programs define, "" for
// another word.
func CodeNoun(noun string) string {
	key, _ := lexicon.Any("code nouns").Key(noun)
	return key
}

// A codeForm is one form of questions on programs.
type codeForm struct {
	asks  CodeAim
	words []string
	least spelling // of its names, where no noun is beside them
}

// A spelling is how sure it is that a word names something that a program defines.
type spelling uint8

// The spellings.
const (
	asWord       spelling = iota // in small letters, as any word
	asName                       // with a capital that begins no sentence
	asIdentifier                 // as only programs spell, or in quotes
)

// codeForms returns the forms of a language.
func codeForms(words *lexicon.Lexicon) []codeForm {
	if forms, ok := formsOfLanguages.Load(words.Language()); ok {
		return forms.([]codeForm)
	}
	var forms []codeForm
	for least, section := range []string{"code questions", "code questions on names", "code questions on identifiers"} {
		for asks, said := range words.Section(section).All() {
			for _, form := range said {
				forms = append(forms, codeForm{CodeAim(asks), strings.Fields(form), spelling(least)})
			}
		}
	}
	formsOfLanguages.Store(words.Language(), forms)
	return forms
}

var formsOfLanguages sync.Map // of []codeForm by the tags of languages

// A codeParser compares the tokens of a question with forms.
type codeParser struct {
	tokens  []token
	grammar lexicon.Section
	nouns   lexicon.Section
}

// A codeReading is a query as far as it is read.
type codeReading struct {
	CodeQuery
	spelled spelling // the least one of the names
	isOpen  bool     // the noun behind "which" is none for what programs define
}

// read returns the query of the first form that has all tokens.
func (p *codeParser) read(forms []codeForm) (CodeQuery, bool) {
	for _, form := range forms {
		start := codeReading{CodeQuery: CodeQuery{Asks: form.asks}, spelled: asIdentifier}
		found, ok := p.match(form.words, 0, start, func(at int, r codeReading) (codeReading, bool) {
			r, ok := p.within(at, r)
			hasNoun := r.Kind != "" || r.Noun != "" && !r.isOpen
			return r, ok && (hasNoun || form.least <= r.spelled && !(r.isOpen && r.spelled < asIdentifier))
		})
		if ok {
			found.Spelled = found.spelled == asIdentifier || found.Kind != ""
			return found.CodeQuery, true
		}
	}
	return CodeQuery{}, false
}

// match compares the words of a form with the tokens from one on, and calls then behind the
// last one. It tries each way to read them until then is true.
func (p *codeParser) match(form []string, at int, r codeReading, then func(at int, r codeReading) (codeReading, bool)) (codeReading, bool) {
	if len(form) == 0 {
		return then(at, r)
	}
	word, isOptional := strings.CutSuffix(form[0], "?")
	goOn := func(at int, r codeReading) (codeReading, bool) { return p.match(form[1:], at, r, then) }
	if at < len(p.tokens) {
		switch word {
		case "$name":
			return p.names(at, r, goOn)
		case "$noun":
			noun := r
			noun.Noun = p.tokens[at].folded
			_, isNoun := p.nouns.Key(noun.Noun)
			noun.isOpen = !isNoun
			isWord := !p.tokens[at].quoted && !isCodeLike(p.tokens[at].raw) && !p.grammar.Has(noun.Noun)
			if found, ok := goOn(at+1, noun); ok && (isNoun || isWord && at > 0) {
				return found, true
			}
		default:
			if p.is(at, word) {
				if found, ok := goOn(at+1, r); ok {
					return found, true
				}
			}
		}
	}
	if isOptional {
		return goOn(at, r)
	}
	return r, false
}

// is reports whether a token is a word of a key, or that word itself.
func (p *codeParser) is(at int, key string) bool {
	t := p.tokens[at]
	return !t.quoted && (t.folded == key || slices.Contains(p.grammar.Keys(t.folded), key))
}

// names reads "parse_url", "function retry", "PoolManager class", "MinSize and MaxSize", "it".
func (p *codeParser) names(at int, r codeReading, then func(at int, r codeReading) (codeReading, bool)) (codeReading, bool) {
	noun := func() {
		for at < len(p.tokens) && p.nouns.Has(p.tokens[at].folded) && !p.isName(at) {
			r.Kind, _ = p.nouns.Key(p.tokens[at].folded)
			at++
		}
	}
	noun()
	if at < len(p.tokens) && len(r.Names) == 0 && p.is(at, "it") {
		return then(at+1, r)
	}
	for at < len(p.tokens) {
		name, as, ok := p.name(at)
		if !ok {
			return r, false
		}
		r.Names, r.spelled = append(slices.Clip(r.Names), name), min(r.spelled, as)
		if at++; at+1 >= len(p.tokens) || !p.is(at, "and") && p.tokens[at].raw != "," {
			break
		}
		for p.is(at, "and") || p.tokens[at].raw == "," {
			if at++; at == len(p.tokens) {
				return r, false
			}
		}
	}
	if len(r.Names) == 0 {
		return r, false
	}
	before, behind := at, r
	if noun(); at > before {
		if found, ok := then(at, r); ok {
			return found, true
		}
	}
	return then(before, behind)
}

// name reads one name without the brackets of a call.
func (p *codeParser) name(at int) (name string, as spelling, ok bool) {
	t := p.tokens[at]
	name, _, isCall := strings.Cut(t.raw, "(")
	isNamed := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_$.:/#-@", r)
	}
	if !text.HasLetterOrDigit(name) || strings.TrimFunc(name, isNamed) != "" || strings.ContainsAny(name, " \t") {
		return "", asWord, false
	}
	hasSmall := strings.IndexFunc(name, unicode.IsLower) >= 0
	switch isCommon := p.grammar.Has(t.folded) || p.nouns.Has(t.folded) || analysis.IsStop(analysis.Exact(name)); {
	case t.quoted || isCall || isCodeLike(name) && (hasSmall || strings.ContainsAny(name, "_.:/")):
		as = asIdentifier
	case strings.Contains(name, "-"):
		return "", asWord, false
	case p.isName(at):
		as = asName
	case isCommon:
		return "", asWord, false
	}
	return strings.Trim(name, ".:/#"), as, true
}

// isName reports whether a token is quoted, or has a capital that no sentence begins with: the
// struct Options.
func (p *codeParser) isName(at int) bool {
	return p.tokens[at].quoted || at > 0 && strings.IndexFunc(p.tokens[at].raw, unicode.IsUpper) == 0
}

// within reads what follows a form to the end: nothing, "in PoolManager", "in the code".
func (p *codeParser) within(at int, r codeReading) (codeReading, bool) {
	if at == len(p.tokens) {
		return r, true
	}
	if !p.is(at, "in") {
		return r, false
	}
	isHere := func(t token) bool { return slices.Contains(p.grammar.Keys(t.folded), "here") }
	if rest := p.tokens[at+1:]; len(rest) > 0 && !slices.ContainsFunc(rest, func(t token) bool { return !isHere(t) && t.folded != "this" }) {
		r.spelled = asIdentifier // in the code
		return r, isHere(rest[len(rest)-1])
	}
	found, ok := p.names(at+1, codeReading{spelled: asIdentifier}, func(end int, c codeReading) (codeReading, bool) {
		return c, end == len(p.tokens) && len(c.Names) == 1 && (asWord < c.spelled || c.Kind != "" || asWord < r.spelled)
	})
	if !ok {
		return r, false
	}
	r.In = found.Names[0]
	if asWord < found.spelled || found.Kind != "" { // what is in such a thing is defined in a program, too
		r.spelled = asIdentifier
	}
	return r, true
}
