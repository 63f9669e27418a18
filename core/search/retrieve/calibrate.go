package retrieve

import (
	"cmp"
	"context"
	_ "embed"
	"slices"
	"strings"
	"unicode"

	"docuquest/core/index"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
)

// What a workspace is calibrated with. Few questions are enough, since only the middle
// of their confidences counts.
const (
	calibrations  = 30  // questions of the workspace's own, at most
	strangeShare  = 0.7 // of the strange questions that the floor shall stop
	knownShare    = 0.6 // of the half-known questions that it may stop
	lookedAtFirst = 3   // candidates of each that are looked at
	leastFloor    = .01 // where few files have no word of the strange questions
)

// DefaultFloor is the floor of a workspace that is not calibrated yet or cannot be: about the
// median of the floors of 23 collections of 11 to 6,267 files that were calibrated whole. Eight
// are folders of public repositories (PEPs, the manuals of restic and Syncthing, urllib3,
// Valkey, FastAPI in Spanish, papers as PDF, a catalogue of licences, topics and countries: .045
// to .109), four Go programs (.032 to .062), and eleven sets of documents that questions with
// known answers are asked of (Cranfield, CACM, LISA, SciFact, HotpotQA, CLAP NQ, FeTaQA, CoSQA,
// FAQs, documentation, code: .055 to .325).
const DefaultFloor = 0.07

// strange are questions of many worlds, one a line. Hardly any workspace answers more
// than a few of them.
//
//go:embed strange.txt
var strange string

// Calibrate finds the confidence below which a question is one that this workspace does
// not answer. No number fits all of them, so it asks two kinds of questions: questions
// of other worlds, most of which should stay below, and halves of its own sentences with a word
// that no file contains, some of which it may stop. The floor is
// the lower of both lines: where the workspace is about all the world, strange questions
// say little. It takes a few milliseconds for each question, and parses nothing that takes
// long: see isAtHand. Without a Source the floor is DefaultFloor. The error is that of ctx.
func (r *Retriever) Calibrate(ctx context.Context) (floor float64, err error) {
	if r.Source == nil {
		return DefaultFloor, ctx.Err()
	}
	plain := &Retriever{
		Library: r.Library, Source: r.Source, Parsers: r.Parsers, Memo: r.Memo, Weights: r.Weights, Meaning: r.Meaning,
	}
	known := plain.confidences(ctx, plain.halfKnown(ctx))
	others := plain.confidences(ctx, strings.Split(strings.TrimSpace(strange), "\n"))
	if ctx.Err() != nil {
		return DefaultFloor, ctx.Err()
	}
	floor = DefaultFloor
	if len(known) > 0 {
		floor = quantile(known, knownShare)
	}
	return max(leastFloor, min(floor, quantile(others, strangeShare))), nil
}

// isAtHand reports whether there is text of an entry that can be read at once: what has to be
// taken out of its file, as the text of a PDF, must be remembered.
func (r *Retriever) isAtHand(e *index.Entry) bool {
	return e.Length > 0 && e.Problem == "" && (!e.Extracted || r.Memo != nil && r.Memo.Has(e.Identity))
}

// confidences are those of questions, sorted.
func (r *Retriever) confidences(ctx context.Context, questions []string) []float64 {
	var all []float64
	for _, q := range questions {
		if c, ok := r.confidence(ctx, q); ok {
			all = append(all, c)
		}
	}
	slices.Sort(all)
	return all
}

// confidence is that of the best document of a question; false once ctx has ended.
func (r *Retriever) confidence(ctx context.Context, sentence string) (float64, bool) {
	result := &Result{}
	q := Query{Question: question.Of(sentence), Limit: 1}
	if err := r.plan(ctx, q, result); err != nil {
		return 0, false
	}
	found := r.shortlist(ctx, r.candidates(ctx, Query{Limit: considered, Within: r.isAtHand}, result), result.Question, lookedAtFirst)
	found, err := r.lookCloser(ctx, found, q, result)
	if err != nil {
		return 0, false
	}
	if len(found) == 0 {
		return 0, true
	}
	return found[0].confidence(result.Question), true
}

func quantile(sorted []float64, share float64) float64 {
	return sorted[int(share*float64(len(sorted)-1))]
}

// halfKnown makes questions of sentences of files all over the workspace. They are chosen by
// their paths: the numbers of entries depend on the order in which files were read, and the
// floor must not.
func (r *Retriever) halfKnown(ctx context.Context) []string {
	var entries []*index.Entry
	for e := range r.Library.Snapshot().All {
		if r.isAtHand(e) {
			entries = append(entries, e)
		}
	}
	slices.SortFunc(entries, func(a, b *index.Entry) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.URI, b.URI))
	})
	n := min(calibrations, len(entries))
	var questions []string
	for i := range n {
		if ctx.Err() != nil {
			break
		}
		words := r.sentenceOf(ctx, entries[i*len(entries)/n])
		if words == nil {
			continue
		}
		// Every other word, and one that no text contains: with two of them such a question is
		// further from the workspace than the questions that it does not answer.
		var half []string
		for k := 0; k < len(words); k += 2 {
			half = append(half, words[k])
		}
		questions = append(questions, strings.Join(append(half, "zqvyxk"), " "))
	}
	return questions
}

// How many words a plain sentence has.
const fewestWords, mostWords = 8, 25

// sentenceOf returns the words of a sentence of running text from the middle of an entry, where
// neither a licence nor a table of contents is; nil where it has none.
func (r *Retriever) sentenceOf(ctx context.Context, e *index.Entry) []string {
	f, err := r.Source.Read(ctx, e.URI)
	if err != nil {
		return nil
	}
	content := r.Parsers.Readable(f, e.Marked, looked)
	var found []string
	for s := range text.Sentences(content) {
		words := strings.Fields(s.Of(content))
		plain := 0
		for _, w := range words {
			if !strings.ContainsFunc(strings.TrimRight(w, ".,;:"), func(r rune) bool { return !unicode.IsLetter(r) }) {
				plain++
			}
		}
		if fewestWords <= len(words) && len(words) <= mostWords && 5*plain >= 4*len(words) {
			found = words
		}
		if found != nil && s.Start > len(content)/2 {
			break
		}
	}
	return found
}
