package answer

import (
	"unicode/utf8"

	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
)

// longestRecord in bytes is how much of a line of data is quoted. What is longer
// is cut to the stretch that holds most of what is asked for.
const longestRecord = 400

// isData says whether a language holds records rather than prose or a program:
// what belongs together stands on one line.
func isData(language string) bool { return dataLanguages[language] }

var dataLanguages = setOf(`json jsonc json5 jsonl jsonlines ndjson csv tsv log yaml dockercompose ini
	toml properties dotenv`)

// records are the lines of data that a span touches, whole; of a line that is too
// long to be quoted only what lies in the span.
func records(s string, span text.Span) []piece {
	var all []piece
	for _, l := range lines(s, wholeLines(s, span)) {
		if longestRecord < l.span.Len() {
			l.span = text.Span{Start: max(l.span.Start, span.Start), End: min(l.span.End, span.End)}
			l.span = l.span.Trim(s)
		}
		if !l.span.Empty() {
			all = append(all, l)
		}
	}
	return all
}

// quotable is what is quoted of a piece: all of it, or where it is too long for a reader
// the stretch of the passage that holds most of what is asked for. Transcripts have
// sentences of many pages.
func (j *judge) quotable(p piece, h retrieve.Hit) text.Span {
	s := h.Document.Text
	switch {
	case isData(h.Document.Language) && longestRecord < p.span.Len():
		return j.narrow(s, p.span)
	case !p.line && longestSentence < p.span.Len() && longestSentence < utf8.RuneCountInString(p.span.Of(s)):
		near := widened(s, h.Chunk.Span, longestRecord)
		return j.narrow(s, text.Span{Start: max(p.span.Start, near.Start), End: min(p.span.End, near.End)})
	}
	return p.span
}

// narrow cuts a long record to the words in a row that hold most of what is asked
// for, those around them on both sides included. It is empty if the record has
// no words.
func (j *judge) narrow(s string, record text.Span) text.Span {
	var best []text.Span
	most := 0.0
	for _, w := range windows(s, record) {
		held := j.held(w.Of(s), false)
		c := j.coverage(func(term int) float64 {
			if held[term] {
				return 1
			}
			return 0
		})
		if most < c {
			best, most = nil, c
		}
		if c == most {
			best = append(best, w)
		}
	}
	if len(best) == 0 {
		return text.Span{Start: record.Start, End: record.Start}
	}
	return best[len(best)/2]
}

// windowStep in bytes is how far the windows of a record lie apart at least.
const windowStep = 40

// windows are stretches of a record of up to [longestRecord] bytes that begin and
// end with a word.
func windows(s string, record text.Span) []text.Span {
	var words, all []text.Span
	for w := range text.Words(record.Of(s)) {
		words = append(words, w.Span.Shift(record.Start))
	}
	last := 0
	for i, w := range words {
		if n := len(all); 0 < n && w.Start < all[n-1].Start+windowStep {
			continue
		}
		for last+1 < len(words) && words[last+1].End <= w.Start+longestRecord {
			last++
		}
		last = max(last, i)
		if end := words[last].End; end <= w.Start+longestRecord {
			all = append(all, text.Span{Start: w.Start, End: end})
		}
	}
	return all
}
