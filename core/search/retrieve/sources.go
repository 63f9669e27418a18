package retrieve

import (
	"docuquest/core/search/question"
	"docuquest/core/search/rank"
)

// headBytes is how much of a text says what it is to other files.
const headBytes = 4 << 10

// markSources notes which entries copy others or stand for them, and are not what the question asks
// for. heads are the beginnings of their texts, nil before these were read.
func markSources(found []scored, asked *question.Question, heads []string) {
	editions := make([]rank.Edition, len(found))
	for i, s := range found {
		editions[i] = rank.Edition{Path: s.entry.Path, Title: s.entry.Title}
		if heads != nil {
			editions[i].Head = heads[i]
		}
	}
	for i, isOlder := range rank.OlderOf(editions) {
		e := found[i].entry
		source := rank.SourceOf(e.Path, editions[i].Head, e.Code)
		if isOlder {
			source = rank.Older
		}
		if source != rank.Original && rank.AsksFor(asked, source, e.Path) {
			source = rank.Original
		}
		found[i].source = source
	}
}
