package retrieve

import (
	"cmp"
	"slices"
	"time"

	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/search/rank"
)

// Passages of one document that may be hits beside other documents, and how their scores are made: the
// document says how likely it is to have the answer, the passage where.
const (
	passagesOfOne  = 5
	documentShare  = 1.5
	passageShare   = 1.0
	averagePassage = 90 // words that are no stop words in a chunk of 1000 characters
)

// choosePassages splits the found documents and keeps the best passages: first
// the best one of each document, then the others by their scores, without those that
// repeat others. It gives the documents that only do that.
func (r *Retriever) choosePassages(q Query, result *Result) (repeating map[*document.Document]bool) {
	start := time.Now()
	m := result.Question.Matcher()
	defer m.Done()
	most := passagesOfOne
	if len(result.Documents) == 1 {
		most = q.Passages
	}
	var firsts, others []Hit
	for _, d := range result.Documents {
		hits := d.passages
		if len(hits) == 0 {
			continue
		}
		firsts = append(firsts, hits[0])
		others = append(others, hits[1:min(most, len(hits))]...)
	}
	slices.SortStableFunc(others, byHitScore)
	offered := append(firsts, others...)
	result.tracing.offered(result.Documents, len(offered))
	hits, repeating := fold(offered, q.Passages, m)
	if q.Mode == Ranked {
		slices.SortStableFunc(hits, byHitScore)
	}
	result.Hits = hits
	result.Steps.Add("passages", start, "%d passages", len(hits))
	return repeating
}

func byHitScore(a, b Hit) int { return cmp.Compare(b.Score, a.Score) }

// passagesOf scores the chunks of one document, best first; those that have no
// term are left out unless none has one.
func (r *Retriever) passagesOf(d Document, m *rank.Matcher, result *Result) []Hit {
	code := file.IsCode(d.Language)
	best := max(bestScore(result.Question), 1e-9)
	chunks := r.split(d.Document)
	hits := make([]Hit, 0, len(chunks))
	for _, c := range chunks {
		counts, length := countPassage(c, m, code)
		passage := 0.0 // the BM25 of the chunk with its titles
		for i, n := range counts {
			if n > 0 {
				passage += orderMass(result.Question.Terms[i]) * rank.BM25(float64(n), float64(length), averagePassage)
			}
		}
		hits = append(hits, Hit{
			Document:   d.Document,
			Chunk:      c,
			Score:      documentShare*d.share + passageShare*passage/best,
			Confidence: result.Question.Coverage(counts),
		})
	}
	slices.SortStableFunc(hits, byHitScore)
	return hits
}

// split returns the chunks of a found document, which are remembered.
func (r *Retriever) split(read *document.Document) []chunk.Chunk {
	if r.Memo == nil {
		return split(read, r.Chunks)
	}
	made := cmp.Or(read.Origin, read)
	chunks := r.Memo.Chunks(made)
	if chunks == nil {
		chunks = split(read, r.Chunks)
		r.Memo.Keep(made, chunks)
	}
	return chunks
}

// split cuts a document. What is a reading is cut as the file that it is the
// reading of, whose rows and strings say more, and the chunks' places are those
// in the reading then.
func split(read *document.Document, o chunk.Options) []chunk.Chunk {
	if read.Origin == nil {
		return chunk.Split(read, o)
	}
	reading := read.Origin.Reading
	chunks := chunk.Split(read.Origin, o)
	for i := range chunks {
		c := &chunks[i]
		c.Span = reading.Of(c.Span)
		for k := range c.Parts {
			c.Parts[k].Source = reading.Of(c.Parts[k].Source)
		}
	}
	return chunks
}

// countPassage counts the terms of a question in what of a chunk is looked at for them.
func countPassage(c chunk.Chunk, m *rank.Matcher, code bool) (counts []int32, length int) {
	return m.CountBelow(c.Titles, text.WithoutQuestions(c.Text), code)
}
