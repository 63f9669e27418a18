package analysis

import (
	"iter"

	"docuquest/core/language/quantity"
)

// Figures returns the forms of the numbers, versions and dates of a text, in order. A
// figure also has coarser forms: a day also has the form of its month, and 1.26.0 the
// form of 1.26. The words of figures have forms of their own, which count for the length
// of the text.
func Figures(s string) iter.Seq[Form] {
	return func(yield func(Form) bool) {
		for f := range quantity.Terms(s) {
			if !yield(Form{Text: f.Form, Kind: Figure}) {
				return
			}
			if f.Coarse != "" && !yield(Form{Text: f.Coarse, Kind: Figure}) {
				return
			}
		}
	}
}

// MayBeFigure reports whether a form may be the form of a figure, as Figures returns it:
// only then FieldFigure can contain it.
func MayBeFigure(form string) bool {
	return len(form) > 1 && (isDigit(form[0]) || form[0] == 'F') && isDigit(form[len(form)-1])
}
