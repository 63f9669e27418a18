package index

import (
	"iter"

	"docuquest/core/index/splay"
	"docuquest/core/language/analysis"
)

// A List is everything about one term of a question at one moment: the posting
// lists of the forms that belong to it. The lists are immutable and may be kept.
type List struct {
	Forms []Form
}

// A Form is one exact form of a term with the entries that hold it.
type Form struct {
	Text     string
	Part     bool // as a part of longer identifiers
	Postings []Posting
}

// Empty reports that no entry holds the term.
func (l List) Empty() bool { return len(l.Forms) == 0 }

// Collect looks stems, and the forms of figures, up under one hold of the lock,
// and gives their lists together with the snapshot that they belong to.
func (l *Library) Collect(stems []string) ([]List, *Snapshot) {
	return l.collect(stems, func(v splay.View[Posting], classes splay.View[string], stem string) List {
		var list List
		list.addForm(v, stem)
		if analysis.MayBeFigure(stem) {
			list.addField(v, analysis.FieldFigure, stem)
		}
		for _, form := range classes.Values([]byte(stem)) {
			list.addForm(v, form)
		}
		return list
	})
}

// CollectExact looks exact forms up, stop words included, parts of identifiers
// left out.
func (l *Library) CollectExact(forms []string) ([]List, *Snapshot) {
	return l.collect(forms, func(v splay.View[Posting], _ splay.View[string], form string) List {
		var list List
		list.addField(v, analysis.FieldExact, form)
		return list
	})
}

type lookup func(terms splay.View[Posting], stems splay.View[string], key string) List

func (l *Library) collect(keys []string, look lookup) ([]List, *Snapshot) {
	lists := make([]List, len(keys))
	var snap *Snapshot
	// The lock of the terms is always taken before that of the stems.
	l.terms.View(func(terms splay.View[Posting]) {
		snap = l.Snapshot()
		l.stems.View(func(stems splay.View[string]) {
			for i, k := range keys {
				lists[i] = look(terms, stems, k)
			}
		})
	})
	return lists, snap
}

func (l *List) addForm(v splay.View[Posting], form string) {
	l.addField(v, analysis.FieldExact, form)
	l.addField(v, analysis.FieldPart, form)
}

func (l *List) addField(v splay.View[Posting], field analysis.Field, form string) {
	if p := v.Values(appendKey(nil, field, form)); len(p) > 0 {
		l.Forms = append(l.Forms, Form{Text: form, Part: field == analysis.FieldPart, Postings: p})
	}
}

// Forms visits the exact forms and the parts of identifiers, each with the number
// of entries that hold it. No lock is held meanwhile, so of a change that is made
// at the same time a part may be seen.
func (l *Library) Forms() iter.Seq2[string, int] { return l.FormsFrom("") }

// FormsFrom visits as Forms does, those alone that begin with some letters.
func (l *Library) FormsFrom(beginning string) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for _, field := range []analysis.Field{analysis.FieldExact, analysis.FieldPart} {
			for key, postings := range l.terms.Ascend(string(rune(field)) + beginning) {
				if !yield(key[1:], len(postings)) {
					return
				}
			}
		}
	}
}

// Merged gives one posting an entry, its counts added up over the forms, in the
// order of the entries. The result is the caller's to read only.
func (l List) Merged() []Posting {
	switch len(l.Forms) {
	case 0:
		return nil
	case 1:
		return l.Forms[0].Postings
	}
	merged := l.Forms[0].Postings
	for _, f := range l.Forms[1:] {
		merged = mergePostings(merged, f.Postings)
	}
	return merged
}

func mergePostings(a, b []Posting) []Posting {
	out := make([]Posting, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch c := comparePostings(a[0], b[0]); {
		case c < 0:
			out, a = append(out, a[0]), a[1:]
		case c > 0:
			out, b = append(out, b[0]), b[1:]
		default:
			sum := uint32(a[0]&maxCount) + uint32(b[0]&maxCount)
			out = append(out, newPosting(a[0].Entry(), sum))
			a, b = a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// Holding is about how many entries hold the term: as many as hold its most
// frequent form.
func (l List) Holding() int {
	n := 0
	for _, f := range l.Forms {
		n = max(n, len(f.Postings))
	}
	return n
}

// Count is the sum of the counts of a list: how often its term stands in all
// entries, at most 255 times counted in each.
func (l List) Count() int {
	n := 0
	for _, f := range l.Forms {
		for _, p := range f.Postings {
			n += int(p & maxCount)
		}
	}
	return n
}
