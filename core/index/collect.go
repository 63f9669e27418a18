package index

import (
	"iter"

	"docuquest/core/index/splay"
	"docuquest/core/language/analysis"
)

// A List is what the index knows of one term of a question at one moment: the
// posting lists of its forms. The lists are immutable and may be kept.
type List struct {
	Forms []Form
}

// A Form is one exact form of a term with the entries that contain it.
type Form struct {
	Text     string
	Part     bool // as a part of longer identifiers
	Postings []Posting
}

// Empty reports whether no entry contains the term.
func (l List) Empty() bool { return len(l.Forms) == 0 }

// Collect looks up stems, and the forms of figures, under one hold of the lock,
// and returns their lists together with the snapshot that they belong to.
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

// CollectExact looks up exact forms, with stop words, without parts of
// identifiers.
func (l *Library) CollectExact(forms []string) ([]List, *Snapshot) {
	return l.collect(forms, func(v splay.View[Posting], _ splay.View[string], form string) List {
		var list List
		list.addField(v, analysis.FieldExact, form)
		return list
	})
}

// A lookup returns the list of a key.
type lookup func(terms splay.View[Posting], stems splay.View[string], key string) List

func (l *Library) collect(keys []string, look lookup) ([]List, *Snapshot) {
	lists := make([]List, len(keys))
	var snap *Snapshot
	// The lock of the terms is always taken before the lock of the stems.
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
// of entries that contain it. No lock is held meanwhile, so a part of a
// concurrent change may be visible.
func (l *Library) Forms() iter.Seq2[string, int] { return l.FormsFrom("") }

// FormsFrom is Forms for the forms that begin with some letters.
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

// Merged returns one posting for each entry, with the sum of its counts over the
// forms, in the order of the entries. The caller must not write to the result.
func (l List) Merged() []Posting {
	if len(l.Forms) == 0 {
		return nil
	}
	merged := l.Forms[0].Postings
	for _, f := range l.Forms[1:] {
		a, b := merged, f.Postings
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
		merged = append(append(out, a...), b...)
	}
	return merged
}

// Holding returns about how many entries contain the term: as many as contain its
// most frequent form.
func (l List) Holding() int {
	n := 0
	for _, f := range l.Forms {
		n = max(n, len(f.Postings))
	}
	return n
}

// Count returns the sum of the counts of a list: how often its term occurs in all
// entries, counted at most 255 times in each.
func (l List) Count() int {
	n := 0
	for _, f := range l.Forms {
		for _, p := range f.Postings {
			n += int(p & maxCount)
		}
	}
	return n
}
