package main

import (
	"strings"

	"docuquest/core/code/notes"
	"docuquest/core/eval"
	"docuquest/core/search/rank"
)

// noteSignal stands in front of a kind of notes where signals are named.
const noteSignal = "notes:"

// signals are the names of all that documents can be ranked without.
func signals() []string {
	names := rank.Signals()
	for k := range notes.Kind(notes.Kinds) {
		names = append(names, noteSignal+k.String())
	}
	return names
}

// noteOptions are those of the notes, nil if none are used, and the names in without that
// are no kinds of notes.
func (e *evaluation) noteOptions(without []string) (o *eval.NoteOptions, rest []string) {
	if !e.notes {
		return nil, without
	}
	o = &eval.NoteOptions{}
	for _, name := range without {
		if kind, ok := noteKind(name); ok {
			o.Without = append(o.Without, kind)
		} else {
			rest = append(rest, name)
		}
	}
	return o, rest
}

// noteKind is the kind of notes that a signal names.
func noteKind(signal string) (notes.Kind, bool) {
	name, ok := strings.CutPrefix(signal, noteSignal)
	if !ok {
		return 0, false
	}
	return notes.ParseKind(name)
}
