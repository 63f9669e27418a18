package eval

import (
	"time"

	"docuquest/core/language/thesaurus"
	"docuquest/core/search/embed/static"
	"docuquest/core/search/rank"
	"docuquest/core/search/rerank/lexical"
	"docuquest/core/search/retrieve"
)

// patience is far more than a question takes to get its vector: what is measured must not
// depend on how busy the machine is.
const patience = time.Minute

// BuiltIn returns a retriever with what is built in, whatever the user has set, so that the
// figures of two machines can be compared.
func BuiltIn(w *rank.Weights) retrieve.Retriever {
	return retrieve.Retriever{
		Weights:  w,
		Lexicon:  static.BuiltIn(),
		Nouns:    thesaurus.Senses,
		Reranker: lexical.New(lexical.Simple),
		Patience: patience,
	}
}
