// Package outline outlines the file, or the section, that is called what a question asks for: the
// first sentence of each of its sections, quoted. It is what there is to say of "Tell me about
// wells" without a model, which would say it in its own words.
package outline

import (
	"cmp"
	"fmt"
	"iter"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/answer"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
	"docuquest/core/search/rank"
	"docuquest/core/search/retrieve"
)

const (
	mostOutlined  = 12 // sections of an outline
	mostNamed     = 8  // further sections that are named
	leastOutlined = 2  // sentences of an outline
	mostOfNote    = 5  // sentences of a note without sections
	// leastCalled is how far a title must say what is asked for, and no more, to be outlined.
	leastCalled = 0.5
	// The lengths of a sentence in characters: a shorter one says too little to be a quote.
	leastSentence   = 12
	longestSentence = 1000
)

// What a part of a document loses that may be outlined, beside how far its title says what is asked for.
const (
	copyOutlined    = 0.4  // of a document that copies another one
	sectionOutlined = 0.05 // for each heading above it
	placeOutlined   = 0.02 // for each document that was found before its own
)

// A topic is a document or a section of one, which has an outline.
type topic struct {
	document *document.Document
	hit      int    // the first of its document
	title    string // as shown
	blocks   []document.Block
	worth    float64
}

// Write returns an outline, with nothing but a note where nothing that is called so has sentences. A
// question about all files is refused then: no sentence answers it.
func Write(q answer.Request) answer.Draft {
	draft := answer.Draft{Writer: answer.Extractive{}.Name(), Form: answer.Excerpts}
	for _, t := range topics(q) {
		statements, further := t.outline()
		if len(statements) < leastOutlined {
			continue
		}
		place := t.document.Path
		if t.title != "" {
			place = fmt.Sprintf("%s in %s", t.title, place)
		}
		also := ""
		if n := len(further); n > mostNamed {
			also = fmt.Sprintf("; further sections: %s and %d more", strings.Join(further[:mostNamed], "; "), n-mostNamed)
		} else if n > 0 {
			also = "; further sections: " + strings.Join(further, "; ")
		}
		draft.Statements, draft.Note = statements, "An outline of "+place+also+". A summary in other words needs a model."
		return draft.Within(q)
	}
	switch _, whole := q.Question.Subjects(); {
	case whole:
		draft.Refused, draft.Note = true, "A summary of all files needs a model. Without one, ask about one subject."
	case len(q.Question.Words) > 1:
		draft.Note = "Nothing that is called so can be outlined: these are the best sentences. A summary needs a model."
	}
	return draft
}

// topics returns what is called as the question asks, the best first.
func topics(q answer.Request) []topic {
	if q.Found.Question == nil {
		return nil
	}
	c := caller{q.Found.Question, rank.NewMatcher(q.Found.Question, analysis.NewAnalyzer())}
	sources := map[*document.Document]rank.Source{}
	for _, d := range q.Found.Documents {
		sources[d.Document] = d.Source
	}
	names, whole := q.Question.Subjects()
	var all []topic
	place := 0
	for i, h := range q.Found.Hits {
		d := h.Document
		isFirst := !slices.ContainsFunc(q.Found.Hits[:i], func(o retrieve.Hit) bool { return o.Document == d })
		if !isFirst || file.IsCode(d.Language) || answer.IsData(d.Language) {
			continue
		}
		base := path.Base(d.Path)
		bare := strings.TrimSuffix(base, path.Ext(base))
		called := max(c.called(d.Title), c.called(bare))
		for _, s := range []string{bare, base, d.Path} {
			if slices.Contains(names, wordsFolded(s)) {
				called = 1
			}
		}
		if whole {
			called -= sectionOutlined * float64(strings.Count(d.Path, "/"))
		}
		loss := placeOutlined * float64(place)
		if sources[d] != rank.Original {
			loss += copyOutlined
		}
		title, blocks := below(d.Title, d.Blocks)
		if called >= leastCalled {
			all = append(all, topic{d, i, title, blocks, called - loss})
		}
		all = append(all, c.sections(d, i, blocks, loss+sectionOutlined)...)
		place++
	}
	slices.SortStableFunc(all, func(a, b topic) int { return cmp.Compare(b.worth, a.worth) })
	return all
}

// A caller knows how far a title says what a question asks for.
type caller struct {
	asked   *rank.Query
	matcher *rank.Matcher
}

// called returns the share of the question that a title covers, times the share of its words that
// are of the question.
func (c caller) called(title string) float64 {
	counts, length := c.matcher.Count(title, false)
	said := int32(0)
	for _, n := range counts {
		said += n
	}
	return c.asked.Coverage(counts) * min(1, float64(said)/float64(max(1, length)))
}

// sections returns the sections among blocks, and below them, that are called as the question asks.
func (c caller) sections(d *document.Document, hit int, blocks []document.Block, loss float64) (all []topic) {
	for _, b := range blocks {
		if b.Kind != document.Section {
			continue
		}
		if called := c.called(b.Title); called >= leastCalled {
			all = append(all, topic{d, hit, answer.Display(b.Title), b.Children, called - loss})
		}
		all = append(all, c.sections(d, hit, b.Children, loss+sectionOutlined)...)
	}
	return all
}

// below returns the title of a document, and its blocks below that where it is the heading of all of
// it; "" for a title that is the heading of one section of several. The blocks of pages are put
// together.
func below(title string, blocks []document.Block) (string, []document.Block) {
	var flat []document.Block
	sections, isOfOne := 0, false
	for _, b := range blocks {
		if b.Kind == document.Page {
			flat = append(flat, b.Children...)
			continue
		}
		if b.Kind == document.Section {
			sections++
			isOfOne = isOfOne || b.Title == title
		}
		flat = append(flat, b)
	}
	switch {
	case sections > 1 && isOfOne:
		return "", flat
	case sections != 1:
		return answer.Display(title), flat
	}
	var inner []document.Block
	for _, b := range flat {
		if b.Kind == document.Section {
			title, inner = cmp.Or(title, b.Title), append(inner, b.Children...)
		} else {
			inner = append(inner, b)
		}
	}
	return answer.Display(title), inner
}

// outline returns the sentences of an outline, each labelled by its section, and the titles of the
// sections for which there was no room or which have no sentence.
func (t topic) outline() (statements []answer.Statement, further []string) {
	add := func(label string, span text.Span) {
		raw := span.Of(t.document.Text)
		statements = append(statements, answer.Statement{Text: answer.Display(raw), Label: label, Quotes: []answer.Quote{{Text: raw, Hit: t.hit, Span: span}}})
	}
	first, sections := slices.IndexFunc(t.blocks, func(b document.Block) bool { return b.Kind == document.Section }), 0
	if first < 0 {
		first = len(t.blocks)
	}
	intro := t.blocks[:first]
	for _, b := range t.blocks[first:] {
		if b.Kind == document.Section {
			sections++
		}
	}
	for i := range intro {
		if span, ok := firstSentence(t.document, intro[i:i+1]); ok && len(statements) < mostOutlined {
			add(cmp.Or(t.title, t.document.Path), span)
			if sections > 0 {
				break
			}
		}
	}
	for _, b := range t.blocks[first:] {
		if b.Kind != document.Section {
			continue
		}
		title := answer.Display(b.Title)
		if span, ok := firstSentence(t.document, b.Children); ok && len(statements) < mostOutlined {
			add(title, span)
		} else {
			further = append(further, title)
		}
	}
	if len(statements) < leastOutlined && sections == 0 { // a short note, of which each sentence counts
		statements = nil
		for span := range sentences(t.document, intro) {
			if add(cmp.Or(t.title, t.document.Path), span); len(statements) == mostOfNote {
				break
			}
		}
	}
	return statements, further
}

// firstSentence returns the first sentence of blocks.
func firstSentence(d *document.Document, blocks []document.Block) (text.Span, bool) {
	for span := range sentences(d, blocks) {
		return span, true
	}
	return text.Span{}, false
}

// sentences visits the sentences of blocks: of their paragraphs, then of their lists, then the first one
// of each section below.
func sentences(d *document.Document, blocks []document.Block) iter.Seq[text.Span] {
	return func(yield func(text.Span) bool) { eachSentence(d, blocks, yield) }
}

// eachSentence reports whether yield wants more.
func eachSentence(d *document.Document, blocks []document.Block, yield func(text.Span) bool) bool {
	for _, kinds := range [][]document.Kind{{document.Paragraph, document.Quote}, {document.List}, {document.Section}} {
		for _, b := range blocks {
			switch {
			case !slices.Contains(kinds, b.Kind) || b.Kind != document.Section && isAside(d, b.Span):
			case b.Kind == document.Section:
				if span, ok := firstSentence(d, b.Children); ok && !yield(span) {
					return false
				}
			default:
				for span := range text.Sentences(b.Span.Of(d.Text)) {
					span = span.Shift(b.Span.Start)
					said := answer.Display(span.Of(d.Text))
					length := utf8.RuneCountInString(said)
					if hasLetter := strings.IndexFunc(said, unicode.IsLetter) >= 0; leastSentence <= length && length <= longestSentence && hasLetter && !yield(span) {
						return false
					}
				}
			}
		}
	}
	return true
}

// isAside reports whether a paragraph is no running text: an example or a note that is indented, a
// directive, a picture, or the fields of a header.
func isAside(d *document.Document, span text.Span) bool {
	said := span.Of(d.Text)
	line := d.Text[strings.LastIndexByte(d.Text[:span.Start], '\n')+1:]
	isIndented := strings.HasPrefix(line, "  ") || strings.HasPrefix(line, "\t")
	said = strings.TrimSpace(said)
	for _, mark := range [...]string{"..", ":", "[![", "<"} {
		if strings.HasPrefix(said, mark) {
			return true
		}
	}
	return isIndented || len(document.HeaderFields(said)) > 1
}

// wordsFolded returns the words of a text, folded, with spaces between them.
func wordsFolded(s string) string {
	var words []string
	for _, w := range question.WordsIn(s) {
		words = append(words, w.Folded)
	}
	return strings.Join(words, " ")
}
