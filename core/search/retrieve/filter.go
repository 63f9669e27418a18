package retrieve

import (
	"errors"
	"path"
	"slices"
	"strings"

	"docuquest/core/index"
	"docuquest/core/language/text"
)

// A Filter says which files a question is about. The zero value admits all. It is
// immutable and may be used by any number of goroutines.
//
// A file is admitted if it lies in one of the folders, is of one of the types and
// has one of the names, as far as any are given, and if nothing that is excluded
// holds for it. Case does not matter.
type Filter struct{ clauses []clause }

// MaxFilters is how many clauses a filter should have at most: each is tried on
// each file that is found.
const MaxFilters = 100

// A clause is one thing that must, or must not, hold for a file.
type clause struct {
	kind     filterKind
	not      bool
	value    string   // as it was written
	segments []string // patterns for the parts of a path, folded; of a type itself alone
	anchored bool     // of in: the path begins with the segments
}

// A filterKind is what a clause looks at.
type filterKind uint8

const (
	inFolder filterKind = iota
	ofType
	ofName
	filterKinds
)

// key is how a kind is written in a question.
func (k filterKind) key() string { return [filterKinds]string{"in", "type", "file"}[k] }

// NewFilter makes a filter of folders and of types, as [Filters] describes them;
// each element may name several with commas between them, and a leading minus
// excludes. The error says what an empty one should hold.
func NewFilter(in, types []string) (Filter, error) {
	var f Filter
	for _, list := range []struct {
		kind  filterKind
		names []string
		wants string
	}{
		{inFolder, in, "in needs folders, such as docs or core/search/rank"},
		{ofType, types, "type needs types of files, such as pdf, md or code"},
	} {
		for name := range strings.SplitSeq(strings.Join(list.names, ","), ",") {
			name, not := strings.CutPrefix(strings.TrimSpace(name), "-")
			switch {
			case name != "":
				f.clauses = append(f.clauses, newClause(list.kind, not, name))
			case len(list.names) > 0:
				return Filter{}, errors.New(list.wants)
			}
		}
	}
	return f, nil
}

func newClause(kind filterKind, not bool, value string) clause {
	c := clause{kind: kind, not: not, value: value}
	if kind == ofType {
		c.segments = []string{strings.TrimPrefix(strings.TrimPrefix(text.Fold(value), "*"), ".")}
		return c
	}
	slashed := text.Fold(strings.ReplaceAll(value, `\`, "/"))
	c.anchored = strings.HasPrefix(slashed, "/") || strings.HasPrefix(slashed, "./")
	if cleaned := strings.Trim(path.Clean(slashed), "/"); cleaned != "." && cleaned != "" {
		// Folders such as [id] are common, and * and ? are all that a pattern may hold.
		c.segments = strings.Split(strings.ReplaceAll(cleaned, "[", `\[`), "/")
	}
	return c
}

// And gives the filter that has the clauses of both.
func (f Filter) And(g Filter) Filter {
	return Filter{slices.Concat(f.clauses, g.clauses)}
}

// Len is how many clauses there are; without any, all files are admitted.
func (f Filter) Len() int { return len(f.clauses) }

// Strings are the clauses as one may write them in a question.
func (f Filter) Strings() []string {
	var all []string
	for _, c := range f.clauses {
		s := c.kind.key() + ":" + quotedIfNeeded(c.value)
		if c.not {
			s = "-" + s
		}
		all = append(all, s)
	}
	return all
}

func quotedIfNeeded(value string) string {
	if strings.ContainsAny(value, " \t,") {
		return `"` + value + `"`
	}
	return value
}

// Admits reports whether a file is one that is asked for.
func (f Filter) Admits(e *index.Entry) bool {
	var asked, met [filterKinds]bool
	var parts []string
	for _, c := range f.clauses {
		if parts == nil {
			parts = strings.Split(text.Fold(e.Path), "/")
		}
		holds := c.holds(parts, e.Language)
		if c.not {
			if holds {
				return false
			}
			continue
		}
		asked[c.kind] = true
		met[c.kind] = met[c.kind] || holds
	}
	return asked == met
}

// holds reports whether what a clause names is so, be it wanted or not, for a file
// with these parts of its path, folded.
func (c clause) holds(parts []string, language string) bool {
	switch c.kind {
	case ofType:
		return isOfType(c.segments[0], parts[len(parts)-1], language)
	case ofName:
		return c.isName(parts)
	}
	last := len(parts) - len(c.segments)
	if c.anchored {
		last = min(last, 0)
	}
	for at := range last + 1 {
		if matchAll(c.segments, parts[at:]) {
			return true
		}
	}
	return false
}

// isName reports whether a path ends with the segments; the last one may leave out
// the extension.
func (c clause) isName(parts []string) bool {
	at := len(parts) - len(c.segments)
	if len(c.segments) == 0 || at < 0 {
		return false
	}
	if matchAll(c.segments, parts[at:]) {
		return true
	}
	bare := slices.Clone(parts[at:])
	name := bare[len(bare)-1]
	bare[len(bare)-1] = strings.TrimSuffix(name, path.Ext(name))
	return matchAll(c.segments, bare)
}

// matchAll reports whether the first of the parts match the patterns.
func matchAll(patterns, parts []string) bool {
	for i, p := range patterns {
		if ok, _ := path.Match(p, parts[i]); !ok { // it fails for brackets alone
			return false
		}
	}
	return true
}

// Reach says what a filter leaves of the files that are there.
type Reach struct {
	Files int // that it admits
	// Nowhere is a sentence on what no file is, such as "no file is in docs"; ""
	// where all that is asked for is there.
	Nowhere string
}

// Reach tries the filter on all files of a snapshot. What is excluded may well be
// nowhere.
func (f Filter) Reach(snap *index.Snapshot) Reach {
	var r Reach
	held := make([]bool, len(f.clauses))
	for e := range snap.All {
		if f.Admits(e) {
			r.Files++
		}
		parts := strings.Split(text.Fold(e.Path), "/")
		for i, c := range f.clauses {
			held[i] = held[i] || c.not || c.holds(parts, e.Language)
		}
	}
	var absent []string
	for i, c := range f.clauses {
		if !held[i] {
			absent = append(absent, c.phrase())
		}
	}
	switch {
	case len(absent) > 0:
		r.Nowhere = "no file is " + strings.Join(absent, ", none is ")
	case r.Files == 0 && len(f.clauses) > 0:
		r.Nowhere = "no file is " + f.phrase()
	}
	return r
}

// phrase says all that is asked for.
func (f Filter) phrase() string {
	var each [filterKinds]string
	var all []string
	for _, c := range f.clauses {
		switch said := &each[c.kind]; {
		case c.not:
			all = append(all, "not "+c.phrase())
		case *said == "":
			*said = c.phrase()
		default:
			*said += " or " + c.phrase()
		}
	}
	wanted := slices.DeleteFunc(each[:], func(s string) bool { return s == "" })
	return strings.Join(append(wanted, all...), " and ")
}

func (c clause) phrase() string {
	return [filterKinds]string{"in ", "of type ", "named "}[c.kind] + c.value
}
