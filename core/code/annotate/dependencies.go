package annotate

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"docuquest/core/language/text"
)

const (
	mostDependencies = 12
	longestName      = 60 // bytes of what is called, with what it is called on
)

// dependencies are the names that a node needs: those that it calls, the rarest ones; and
// for the file what it imports in front of them.
func (p *page) dependencies(n node) []string {
	var all []string
	if n.info == "file" {
		all = append(all, p.imports...)
	}
	called := p.calledIn(n)
	slices.SortFunc(called, byWeight)
	for _, c := range called[:min(len(called), mostDependencies)] {
		all = append(all, c.text)
	}
	return all
}

// calledIn are the names called in a node, each once, with how rare they are.
func (p *page) calledIn(n node) []weighed {
	from := sort.Search(len(p.calls), func(i int) bool { return n.span.Start <= p.calls[i].at })
	own := lastName(n.title())
	seen := map[string]bool{}
	var names []weighed
	for _, c := range p.calls[from:] {
		if n.span.End <= c.at {
			break
		}
		if c.name != own && !seen[c.name] {
			seen[c.name] = true
			names = append(names, weighed{c.name, p.rarityOf(c.name)})
		}
	}
	return names
}

// outside are the calls that stand in no comment and no declaration of a node: what is
// named there is only spoken of.
func outside(calls []call, nodes []node) []call {
	var spoken []text.Span
	for _, n := range nodes {
		for _, span := range []text.Span{n.doc, n.signature} {
			if !span.Empty() {
				spoken = append(spoken, span)
			}
		}
	}
	slices.SortFunc(spoken, func(a, b text.Span) int { return cmp.Compare(a.Start, b.Start) })
	end, next := 0, 0 // of those that begin before a call, how far they reach
	return slices.DeleteFunc(calls, func(c call) bool {
		for ; next < len(spoken) && spoken[next].Start <= c.at; next++ {
			end = max(end, spoken[next].End)
		}
		return c.at < end
	})
}

// rarityOf is that of the rarest word that a name is made of.
func (p *page) rarityOf(name string) float64 {
	rarest, known := p.rarities[name]
	if known {
		return rarest
	}
	for _, t := range p.reader.brief(name, dialect{code: true}) {
		rarest = max(rarest, p.reader.forms[t.form].rarity)
	}
	p.rarities[name] = rarest
	return rarest
}

// A call is a name in front of an opening bracket, at its place.
type call struct {
	at   int
	name string
}

// callsIn finds what a program calls, by how it is written.
func callsIn(s string) []call {
	var all []call
	for at := range len(s) {
		if s[at] != '(' {
			continue
		}
		span := nameBefore(s, at)
		name := calledName(span.Of(s))
		if len(name) > 1 && !isDefined(s[:span.Start]) {
			all = append(all, call{span.Start, name})
		}
	}
	return all
}

// nameBefore is the name that ends at an offset, with what it is called on.
func nameBefore(s string, end int) text.Span {
	start := end
	for start > 0 && end-start < longestName && isNamePart(s[start-1]) {
		start--
	}
	return text.Span{Start: start, End: end}
}

// isNamePart says whether a byte belongs to a name, or stands between one and what it is
// called on: "os.Open", "vec::new".
func isNamePart(b byte) bool {
	return isLetter(b) || '0' <= b && b <= '9' || b == '.' || b == ':'
}

func isLetter(b byte) bool {
	return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || b == '_' || b == '$' || b >= 0x80
}

// calledName writes a name in one way, whatever stands between its parts, "" for what is
// none. Nothing is told by the object that a method is written in.
func calledName(written string) string {
	var parts []string
	for _, part := range strings.FieldsFunc(written, func(r rune) bool { return r == '.' || r == ':' }) {
		if part != "self" && part != "this" && part != "super" {
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 || !isLetter(parts[len(parts)-1][0]) || len(parts) == 1 && notCalled[parts[0]] {
		return ""
	}
	return strings.Join(parts[max(0, len(parts)-2):], ".")
}

// isDefined says whether a text ends with a word that makes a definition of the name
// behind it.
func isDefined(before string) bool {
	before = strings.TrimRight(before, " \t*")
	for _, word := range [...]string{"func", "function", "def", "fn", "fun", "sub", "proc", "class"} {
		if strings.HasSuffix(before, word) && (len(before) == len(word) || !isNamePart(before[len(before)-len(word)-1])) {
			return true
		}
	}
	return false
}

// notCalled are words of languages that stand in front of brackets.
var notCalled = setOf(`if for while switch catch return func function def elif with and or not in match case when
	sizeof typeof new await yield foreach unless until else do using lock synchronized assert except select
	defined import from require include include_once require_once static const var let type struct interface`)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}
