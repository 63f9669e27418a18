package answer

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/document/entry"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
	"docuquest/core/services/llm"
)

// DefaultBudget is the number of tokens for the passages in a prompt by default: the best
// ten or so, which every model has room for.
const DefaultBudget = 6000

// An Order is how passages are sorted in a prompt.
type Order uint8

// The orders.
const (
	ByScore Order = iota // the best first
	// ByPlace keeps the passages of one file together, in the order of the file, and the files
	// in that of their best passages.
	ByPlace
)

// OrderOf returns the order of hits in a prompt: by place where notes led to one of them, so
// that a model reads the parts of a program together, and else by score.
func OrderOf(hits []retrieve.Hit) Order {
	if slices.ContainsFunc(hits, func(h retrieve.Hit) bool { return h.Lead != nil }) {
		return ByPlace
	}
	return ByScore
}

// Select returns the indexes of the hits that a prompt with room for so many tokens contains,
// in order (0 tokens are DefaultBudget): the best, whole, and always the first. A passage that
// is too long makes room for shorter ones behind it. Those with entries that answer have room
// before others, and neighbours of a hit get the room that the passages found by themselves leave.
func (o Order) Select(hits []retrieve.Hit, tokens int) []int {
	var answering, byThemselves, neighbours []int
	for i, h := range hits {
		switch {
		case i == 0 || h.Answers:
			answering = append(answering, i)
		case h.Beside == "":
			byThemselves = append(byThemselves, i)
		default:
			neighbours = append(neighbours, i)
		}
	}
	tokens = cmp.Or(max(0, tokens), DefaultBudget)
	var selected []int
	for _, i := range slices.Concat(answering, byThemselves, neighbours) {
		price := countTokens(passageText(len(selected)+1, hits[i]))
		if len(selected) > 0 && tokens < price {
			continue
		}
		tokens -= price
		selected = append(selected, i)
	}
	slices.Sort(selected)
	if o != ByPlace {
		return selected
	}
	best := map[*document.Document]int{}
	for i, hit := range selected {
		if _, known := best[hits[hit].Document]; !known {
			best[hits[hit].Document] = i
		}
	}
	slices.SortStableFunc(selected, func(a, b int) int {
		return cmp.Or(
			cmp.Compare(best[hits[a].Document], best[hits[b].Document]),
			cmp.Compare(hits[a].Chunk.Span.Start, hits[b].Chunk.Span.Start),
		)
	})
	return selected
}

// AddEntries marks the passages that have the entries from which [Extractive] answers, and adds
// a passage for each entry that none has whole, with what introduces it. So a model reads the
// value that is asked for with its name, wherever passages were cut. The caller must be the only
// one that has the result. The only error is that of ctx.
func AddEntries(ctx context.Context, asked *question.Question, found *retrieve.Result) error {
	if isEmpty(found) || found.IsStrange() {
		return ctx.Err()
	}
	e, err := extract(ctx, asked, found)
	if err != nil {
		return err
	}
	for _, s := range e.statements {
		d := found.Hits[s.Quotes[0].Hit].Document
		one, ok := entry.At(d, s.Quotes[0].Span.Start)
		if !ok { // a very long text has no entries: its passages are all there is
			continue
		}
		spans := append(one.Context(), one.Span)
		has := slices.IndexFunc(found.Hits, func(h retrieve.Hit) bool {
			return h.Document == d && !slices.ContainsFunc(spans, func(span text.Span) bool {
				span = span.Trim(d.Text)
				return span.Start < h.Chunk.Span.Start || h.Chunk.Span.End < span.End
			})
		})
		if has >= 0 {
			found.Hits[has].Answers = true
			continue
		}
		c := chunk.Chunk{Kind: chunk.Prose, Titles: one.Titles, Span: one.Span}
		if one.Kind == entry.Program || one.Kind == entry.Declaration {
			c.Kind = chunk.Code
		}
		for i, span := range spans {
			if i > 0 {
				c.Text += "\n"
			}
			said := strings.TrimRightFunc(span.Of(d.Text), unicode.IsSpace)
			part := chunk.Part{
				Chunk:  text.Span{Start: len(c.Text), End: len(c.Text) + len(said)},
				Source: text.Span{Start: span.Start, End: span.Start + len(said)},
			}
			c.Text, c.Parts = c.Text+said, append(c.Parts, part)
		}
		found.Add(retrieve.Hit{Document: d, Chunk: c, Answers: true})
	}
	return nil
}

// EntryText returns the text of the entry in which a span of a document begins; that of the span
// in a text without entries.
func EntryText(d *document.Document, span text.Span) string {
	if e, ok := entry.At(d, span.Start); ok {
		span = text.Span{Start: e.Span.Start, End: max(e.Span.End, span.End)}
	}
	return span.Of(d.Text)
}

// Passages is the part of a prompt with passages, each with its number in brackets.
type Passages struct {
	Text    string
	Hits    []int        // by the number of a passage less 1: its index among the hits
	Sources []llm.Source // the parts of files in Text
}

// Pack writes the best hits into a prompt with room for so many tokens, see [Order.Select].
func Pack(hits []retrieve.Hit, tokens int) Passages {
	packed := pack(hits, tokens)
	p := Passages{Text: textOf(packed), Sources: sourcesIn(packed, hits)}
	for _, one := range packed {
		p.Hits = append(p.Hits, one.hit)
	}
	return p
}

// TakesDocuments reports whether a writer gets the complete texts of the documents in
// place of passages.
func TakesDocuments(w Writer) bool {
	_, isClassic := w.(Classic)
	return isClassic
}

// HitsFor returns the indexes of the hits that a writer gets, in their order: those with room
// in the prompt of [Generative], none where it [TakesDocuments], and all of them for any other.
func HitsFor(w Writer, hits []retrieve.Hit) []int {
	if TakesDocuments(w) {
		return nil
	}
	if g, ok := w.(Generative); ok {
		return OrderOf(hits).Select(hits, g.Budget)
	}
	all := make([]int, len(hits))
	for i := range hits {
		all[i] = i
	}
	return all
}

// A passage is a hit as the model sees it.
type passage struct {
	number int // its place in the prompt, from 1
	hit    int // index in Result.Hits
	text   string
}

func pack(hits []retrieve.Hit, tokens int) []passage {
	var all []passage
	for i, hit := range OrderOf(hits).Select(hits, tokens) {
		all = append(all, passage{i + 1, hit, passageText(i+1, hits[hit])})
	}
	return all
}

// passageText returns "[1] path > titles" above the text of the passage. For a neighbour of
// a hit the reason follows: "(called by Deep)". The note about it is on a line between the two.
func passageText(number int, h retrieve.Hit) string {
	names := append([]string{h.Document.Path}, h.Chunk.Titles...)
	for i, name := range names {
		names[i] = text.OneLine(name)
	}
	head := strings.Join(names, " > ")
	if h.Beside != "" {
		head += " (" + text.OneLine(h.Beside) + ")"
	}
	return fmt.Sprintf("[%d] %s\n%s%s\n\n", number, head, noteLine(h), text.WithoutQuestions(h.Chunk.Text))
}

// noteLine returns the note about a passage, "" without one. No file contains it, so that it
// proves nothing even if a model quotes it, and the line warns of that.
func noteLine(h retrieve.Hit) string {
	const longest = 200 // characters
	if h.Lead == nil || h.Lead.Summary() == "" {
		return ""
	}
	summary := []rune(text.OneLine(h.Lead.Summary()))
	return fmt.Sprintf("(noted by a program, not to be quoted: %s; %s)\n", text.OneLine(h.Lead.Info), string(summary[:min(len(summary), longest)]))
}

// textOf returns the text of passages in a prompt.
func textOf(passages []passage) string {
	var b strings.Builder
	for _, p := range passages {
		b.WriteString(p.text)
	}
	return strings.TrimSuffix(b.String(), "\n\n")
}

// sourcesIn returns the parts of files that passages contain.
func sourcesIn(passages []passage, hits []retrieve.Hit) []llm.Source {
	var sources []llm.Source
	for _, p := range passages {
		h := hits[p.hit]
		for _, span := range sourcesOf(h) {
			sources = append(sources, llm.Source{Path: h.Document.Path, Start: span.Start, End: span.End})
		}
		if noteLine(h) != "" { // a summary may reveal any part of its source
			sources = append(sources, llm.Source{Path: h.Document.Path, Start: h.Lead.Span.Start, End: h.Lead.Span.End})
		}
	}
	return sources
}

// A Turn is one question of a conversation with its answer.
type Turn struct {
	Question, Answer string
}

// TurnsText returns the last turns for a prompt, the oldest first: as many as have room for so
// many tokens, as estimated. The answer of the last turn is cut where it alone is too long,
// and any other turn is whole or left out. The text is "" where not even the last question
// has room.
func TurnsText(turns []Turn, tokens int) string {
	var kept []string
	for i, t := range slices.Backward(turns) {
		asked := "Asked: " + text.OneLine(t.Question) + "\nAnswered: "
		room := tokens - countTokens(asked)
		answered := text.OneLine(t.Answer)
		if i == len(turns)-1 {
			answered = cutToTokens(answered, room)
		}
		if tokens = room - countTokens(answered); tokens < 0 || answered == "" {
			break
		}
		kept = append(kept, asked+answered)
	}
	slices.Reverse(kept)
	return strings.Join(kept, "\n\n")
}

// cutToTokens cuts one line at the end of the last word that has room: it returns "" where
// not one word has.
func cutToTokens(s string, tokens int) string {
	const mark = " …"
	if countTokens(s) <= tokens {
		return s
	}
	room, end := tokens-countTokens(mark), 0
	for word := range strings.SplitSeq(s, " ") {
		if room -= countTokens(word); room < 0 {
			break
		}
		end += len(word) + len(" ")
	}
	if end == 0 {
		return ""
	}
	return s[:end-len(" ")] + mark
}

// A tokenKind is the number of characters of a kind in one token, 0 for characters that
// do not count. Characters of different kinds are never in one token.
type tokenKind int

// The kinds. Each model cuts texts in its own way, and its vocabulary is not here, so
// these are estimates.
const (
	blankKind tokenKind = 0
	signKind  tokenKind = 1 // a sign, and a character of a script without spaces
	digitKind tokenKind = 3
	otherKind tokenKind = 4 // a letter that is rare in vocabularies
	latinKind tokenKind = 7
)

// countTokens estimates how many tokens a model makes of s: an eighth more or less than
// the vocabulary of the built-in vectors gives for prose, code and tables.
func countTokens(s string) int {
	count, run, before := 0, 0, blankKind
	for _, r := range s {
		kind := tokenKindOf(r)
		if kind != before || run == int(kind) {
			run = 0
		}
		if run == 0 && kind != blankKind {
			count++
		}
		run++
		before = kind
	}
	return count
}

func tokenKindOf(r rune) tokenKind {
	const lastLatin = 0x024F
	switch {
	case unicode.IsSpace(r) || unicode.IsControl(r):
		return blankKind
	case unicode.IsDigit(r):
		return digitKind
	case !unicode.IsLetter(r) && !unicode.IsMark(r):
		return signKind
	case r <= lastLatin:
		return latinKind
	case text.IsUnspaced(r) || unicode.Is(unicode.Hangul, r):
		return signKind
	}
	return otherKind
}
