package research

import (
	"strings"

	"docuquest/core/document"
)

// privateWords is how many words in a row a query may share with a file before it is
// kept from the sources beside the workspace: names are shorter, and copied text is not.
const privateWords = 8

// Why a query is kept here, for people.
const (
	keptForWords  = "it holds words of a file"
	keptForSecret = "it may hold a secret"
)

// IsPrivate says why a query must not leave the machine: it holds 8 words in a row of one
// of the texts, whatever their case and the marks between them, or what isSecret, which
// may be nil, knows. It is "" for a query that may.
func IsPrivate(query string, texts []string, isSecret func(string) bool) string {
	if isSecret != nil && isSecret(query) {
		return keptForSecret
	}
	words := plainWords(query)
	var runs []string
	for i := 0; i+privateWords <= len(words); i++ {
		runs = append(runs, " "+strings.Join(words[i:i+privateWords], " ")+" ")
	}
	if len(runs) == 0 {
		return ""
	}
	for _, text := range texts {
		said := folded(text)
		for _, run := range runs {
			if strings.Contains(said, run) {
				return keptForWords
			}
		}
	}
	return ""
}

// keepPrivate notes which queries of a later round are kept from the other sources.
func (e *expedition) keepPrivate(queries []Query) []Query {
	var texts []string
	for d := range e.read() {
		texts = append(texts, d.Text)
	}
	for i := range queries {
		queries[i].Kept = IsPrivate(queries[i].Text, texts, e.IsSecret)
	}
	return queries
}

// read visits the documents whose texts a query may have been made of.
func (e *expedition) read() func(yield func(*document.Document) bool) {
	return func(yield func(*document.Document) bool) {
		for _, d := range e.single.Documents {
			if !yield(d.Document) {
				return
			}
		}
		if e.report.Found == nil {
			return
		}
		for _, d := range e.report.Found.Documents {
			if !yield(d.Document) {
				return
			}
		}
	}
}
