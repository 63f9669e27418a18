package answer_test

import (
	"cmp"
	"slices"
	"strings"

	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/document/code"
	"docuquest/core/document/markdown"
	"docuquest/core/document/plain"
	"docuquest/core/document/structured"
	"docuquest/core/file"
	"docuquest/core/language/analysis"
	"docuquest/core/search/question"
	"docuquest/core/search/rank"
	"docuquest/core/search/retrieve"
)

// search is a small search of its own, so that a change of the real one does not
// change what the writers are tested on: terms weigh what they weigh in the
// documents, and the passages that cover most of the question are the hits.
func search(asked string, documents []*document.Document) *retrieve.Result {
	result := &retrieve.Result{Question: rank.Analyse(question.Of(asked), analysis.NewAnalyzer())}
	weigh(result, documents)
	m := rank.NewMatcher(result.Question, analysis.NewAnalyzer())
	for _, d := range documents {
		for _, c := range chunk.Split(d, chunk.Options{}) {
			counts, _ := m.Count(strings.Join(c.Titles, "\n")+"\n\n"+c.Text, file.IsCode(d.Language))
			if score := result.Question.Coverage(counts); score > 0 {
				result.Hits = append(result.Hits, retrieve.Hit{Document: d, Chunk: c, Score: score})
			}
		}
	}
	slices.SortStableFunc(result.Hits, func(a, b retrieve.Hit) int { return cmp.Compare(b.Score, a.Score) })
	result.Hits = result.Hits[:min(len(result.Hits), 20)]
	for _, h := range result.Hits {
		if !slices.ContainsFunc(result.Documents, func(d retrieve.Document) bool { return d.Document == h.Document }) {
			result.Documents = append(result.Documents, retrieve.Document{Document: h.Document, Score: h.Score})
		}
	}
	return result
}

// weigh gives the terms their weights and notes those that stand nowhere.
func weigh(result *retrieve.Result, documents []*document.Document) {
	m := rank.NewMatcher(result.Question, analysis.NewAnalyzer())
	holding := make([]int, len(result.Question.Terms))
	for _, d := range documents {
		counts, _ := m.Count(d.Text, file.IsCode(d.Language))
		for i, n := range counts {
			if n > 0 {
				holding[i]++
			}
		}
	}
	for i := range result.Question.Terms {
		term := &result.Question.Terms[i]
		term.IDF = rank.IDF(len(documents), holding[i])
		if holding[i] == 0 && !term.CodeOnly {
			result.Missing = append(result.Missing, term.Text)
		}
	}
}

func parse(path, content string) *document.Document {
	parsers := document.Parsers{
		ByLanguage: map[string]document.Parser{"markdown": markdown.New(), "go": code.New(code.Options{}), "python": code.New(code.Options{}), "json": structured.Parsers()["json"]},
		Fallback:   plain.Parser{},
	}
	return parsers.Parse(file.File{
		Identity: file.Identity{URI: file.URI("file:///" + path), Hash: file.HashOf(content)},
		Path:     path,
		Content:  content,
		Language: file.LanguageOf(path),
	})
}
