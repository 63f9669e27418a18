package agent

import (
	"cmp"
	"errors"

	"docuquest/core/answer"
	"docuquest/core/code/notebook"
	"docuquest/core/code/notes"
	"docuquest/core/search/retrieve"
)

// withNotes takes the choice of notes in: where they have a say, as many passages go on as
// pieces that they lead to, of which a writer reads those that it has room for. Errors: a
// choice that is none, and notes where they have no say.
func (a *asking) withNotes(q retrieve.Query) (_ retrieve.Query, err error) {
	if a.notes, err = notebook.ParseChoice(cmp.Or(a.question.Notes, a.prefer.Notes)); err != nil {
		return q, err
	}
	if q.Mode != retrieve.Ranked || a.question.Rounds > 0 {
		if chosen, _ := notebook.ParseChoice(a.question.Notes); chosen.On {
			return q, errors.New("notes have a say in questions with ranked retrieval alone, and none in research")
		}
		a.notes.On = false
	}
	if a.notes.On {
		q.Knee = false
		if a.question.Passages == 0 {
			q.Passages = cmp.Or(a.notes.Chunks, notes.DefaultBest)
		}
	}
	return q, nil
}

// explorer is who looks the question at hand up in notes. A model makes the query where one
// writes.
func (a *asking) explorer(writer answer.Writer) *notebook.Explorer {
	x := &notebook.Explorer{
		Notebook: a.notebook, Choice: a.notes, History: a.previous,
		Tell: func(format string, args ...any) { a.tell("search", format, args...) },
	}
	if _, isExtractive := writer.(answer.Extractive); !isExtractive {
		x.Model = a.options.TermsModel
	}
	return x
}
