package analysis

import (
	"iter"

	"docuquest/core/language/text"
)

// Figures gives the forms of the numbers, versions and dates of a text, in the order
// in which they stand there. A text says more than it is asked for: besides the form
// of a day comes that of its month, and besides that of 1.26.0 comes 1.26. The words
// that figures are made of have forms of their own, which count for the length of
// the text.
func Figures(s string) iter.Seq[Form] {
	return func(yield func(Form) bool) {
		for f := range text.Figures(s) {
			if !yield(Form{Text: f.Form, Kind: Figure}) {
				return
			}
			if f.Coarse != "" && !yield(Form{Text: f.Coarse, Kind: Figure}) {
				return
			}
		}
	}
}

// MayBeFigure reports whether a form may be that of a figure, as Figures gives it:
// only then there is anything to look for in FieldFigure.
func MayBeFigure(form string) bool {
	return len(form) > 1 && (isDigit(form[0]) || form[0] == 'F') && isDigit(form[len(form)-1])
}
