package question

import (
	"errors"
	"iter"
	"maps"
	"path"
	"slices"
	"strings"

	"docuquest/core/file"
	"docuquest/core/language/text"
)

// A Filter is the conditions that a question sets for files. The zero value admits all
// files. A Filter is immutable.
//
// A file is admitted if it is in one of the folders, is of one of the types and has one of
// the names, as far as any are given, and if no exclusion matches it. Case does not matter.
type Filter struct{ clauses []clause }

// MaxFilters is the greatest number of clauses that a filter should have: each is tried
// on each file that is found.
const MaxFilters = 100

// A clause is one condition that a file must meet, or must not meet.
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

// NewFilter returns a filter of folders and of types, which are written as in a question.
// Each element may have several names with commas between them, and a leading minus
// excludes. An empty name is an error.
func NewFilter(in, types []string) (Filter, error) {
	var f Filter
	for _, list := range []struct {
		kind  filterKind
		names []string
		wants string
	}{
		{inFolder, in, "in needs folders, such as docs or core/rank"},
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
		// Folders such as [id] are common, and * and ? are all that a pattern may have.
		c.segments = strings.Split(strings.ReplaceAll(cleaned, "[", `\[`), "/")
	}
	return c
}

// And returns the filter that has the clauses of both.
func (f Filter) And(g Filter) Filter {
	return Filter{slices.Concat(f.clauses, g.clauses)}
}

// Len returns the number of clauses. A filter of none admits all files.
func (f Filter) Len() int { return len(f.clauses) }

// Strings returns the clauses as they may be written in a question.
func (f Filter) Strings() []string {
	var all []string
	for _, c := range f.clauses {
		value := c.value
		if strings.ContainsAny(value, " \t,") {
			value = `"` + value + `"`
		}
		s := c.kind.key() + ":" + value
		if c.not {
			s = "-" + s
		}
		all = append(all, s)
	}
	return all
}

// Admits reports whether a file of a path and a language meets the conditions.
func (f Filter) Admits(filePath, language string) bool {
	var asked, met [filterKinds]bool
	var parts []string
	for _, c := range f.clauses {
		if parts == nil {
			parts = strings.Split(text.Fold(filePath), "/")
		}
		matches := c.matches(parts, language)
		if c.not {
			if matches {
				return false
			}
			continue
		}
		asked[c.kind] = true
		met[c.kind] = met[c.kind] || matches
	}
	return asked == met
}

// matches reports whether a clause matches a file, be it wanted or not, by the folded parts
// of its path and its language.
func (c clause) matches(parts []string, language string) bool {
	switch c.kind {
	case ofType: // a family, a language of LSP or an extension
		kind := c.segments[0]
		if kind == "code" {
			return file.IsCode(language)
		}
		if family, ok := families[kind]; ok {
			return slices.Contains(family, language)
		}
		return kind == language || path.Ext(parts[len(parts)-1]) == "."+kind
	case ofName: // the end of the path, with or without the extension
		at := len(parts) - len(c.segments)
		if len(c.segments) == 0 || at < 0 {
			return false
		}
		bare := slices.Clone(parts[at:])
		name := bare[len(bare)-1]
		bare[len(bare)-1] = strings.TrimSuffix(name, path.Ext(name))
		return matchAll(c.segments, parts[at:]) || matchAll(c.segments, bare)
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

// matchAll reports whether the first of the parts match the patterns.
func matchAll(patterns, parts []string) bool {
	for i, p := range patterns {
		if ok, _ := path.Match(p, parts[i]); !ok { // it fails for brackets alone
			return false
		}
	}
	return true
}

// MayAdmitBelow reports whether the filter may admit a file somewhere below a folder.
func (f Filter) MayAdmitBelow(folder string) bool {
	parts := strings.Split(text.Fold(folder), "/")
	asked, met := false, false
	for _, c := range f.clauses {
		switch {
		case c.kind != inFolder: // files of any name may be there
		case c.not && c.matches(parts, ""):
			return false
		case !c.not:
			// Folders of any name may be there, too: only a path that begins at the top
			// of the workspace can lead past this folder.
			asked = true
			met = met || !c.anchored || matchAll(c.segments[:min(len(c.segments), len(parts))], parts)
		}
	}
	return asked == met
}

// A Reach is what a filter leaves of the files that exist.
type Reach struct {
	Files int // number of files that the filter admits
	// Nowhere is a sentence on what no file is, such as "no file is in docs"; "" where
	// each condition is met by some file.
	Nowhere string
}

// Reach tries the filter on files, each given by its path and its language. An exclusion
// that matches no file is not reported.
func (f Filter) Reach(files iter.Seq2[string, string]) Reach {
	var r Reach
	held := make([]bool, len(f.clauses))
	for filePath, language := range files {
		if f.Admits(filePath, language) {
			r.Files++
		}
		parts := strings.Split(text.Fold(filePath), "/")
		for i, c := range f.clauses {
			held[i] = held[i] || c.not || c.matches(parts, language)
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

// phrase returns all conditions as the end of a sentence: "in docs and of type go".
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

// families are the types of files that are neither an extension nor a language, each with
// its languages. Code is one more.
var families = map[string][]string{
	"c#":     {"csharp"},
	"c++":    {"cpp"},
	"data":   {"ini", "json", "jsonc", "jsonl", "toml", "xml", "yaml"},
	"docs":   {"asciidoc", "docx", "epub", "html", "latex", "markdown", "mdx", "odt", "org", "pdf", "plaintext", "restructuredtext"},
	"office": {"docx", "odt", "pptx", "xlsx"},
	"shell":  {"bat", "powershell", "shellscript"},
	"table":  {"csv", "tsv", "xlsx"},
	"text":   {"plaintext"},
	"web":    {"css", "html", "less", "scss", "svelte", "vue"},
}

// Families returns the names of the families of types that filters know, in no order.
func Families() []string { return append(slices.Collect(maps.Keys(families)), "code") }
