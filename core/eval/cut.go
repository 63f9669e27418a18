package eval

import (
	"context"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/agent"
	"docuquest/core/answer/replies"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// isCutCitation reports whether a citation, whose positions are in UTF-8, begins or ends in the
// middle of a sentence of what it cites.
func isCutCitation(ctx context.Context, a *agent.Agent, c replies.Citation) (bool, error) {
	var d *document.Document
	var err error
	var within text.Span // of the text of the document, that the citation counts lines in
	if strings.HasPrefix(string(c.URI), replies.TextScheme) {
		d, within, err = a.Extracted(ctx, c.URI)
	} else if d, err = a.Document(ctx, c.URI); err == nil {
		within.End = len(d.Text)
	}
	if err != nil {
		return false, err
	}
	quote := text.NewLines(within.Of(d.Text)).Span(c.Range.TextRange(), text.UTF8).Shift(within.Start)
	if d.Reading != nil {
		quote, d = d.Reading.Of(quote), d.AsRead()
	}
	return isCut(d, quote), nil
}

// isCut reports whether a quote begins or ends in the middle of a sentence. That is judged by the
// letters and marks around it and by the blocks of the document, and not by what chose the quote.
// A line of a program or of data is whole by itself, and so are an item of a list, a row of columns, and each of the
// values of a key that are separated by commas: who wrote them ended them there. A comment is read as prose.
func isCut(d *document.Document, quote text.Span) bool {
	s := d.Text
	if quote = quote.Trim(s); quote.Empty() {
		return false
	}
	opens, closes := false, false // whether a block does at the quote's start and end
	first, last := edge{d: d}, edge{d: d}
	first.isCode = file.IsCode(d.Language)
	last.isCode = first.isCode
	var look func(blocks []document.Block)
	look = func(blocks []document.Block) {
		for _, b := range blocks {
			whole := b.Span.Trim(s)
			if whole.Contains(quote.Start) {
				first.enter(b, quote.Start)
				opens = opens || strings.TrimSpace(s[whole.Start:quote.Start]) == ""
			}
			if whole.Contains(quote.End - 1) {
				last.enter(b, quote.End-1)
				closes = closes || strings.TrimSpace(s[quote.End:whole.End]) == ""
			}
			if whole.Contains(quote.Start) || whole.Contains(quote.End-1) {
				look(b.Children)
			}
		}
	}
	look(d.Blocks)
	return !opens && first.beginsInside(quote.Start) || !closes && last.endsInside(quote.End)
}

// An edge is where a quote begins or ends in a document.
type edge struct {
	d      *document.Document
	isCode bool // the lines there are those of a program or of data
}

// enter notes that an offset is in a block.
func (e *edge) enter(b document.Block, offset int) {
	switch b.Kind {
	case document.Code, document.Table, document.FrontMatter:
		e.isCode = true
	case document.Definition:
		e.isCode = b.Code == nil || !b.Code.Doc.Contains(offset)
	}
}

const (
	sentenceEnds = ".!?…:;。！？："
	columnGap    = "  "                                    // between two columns of a listing
	leastWrap    = 40                                      // characters; shorter lines are not wrapped
	besideEnds   = "\"'`*_()[]{}<>|/’”»›“‘«‹「『（【」』）】 \t\r" // marks that may be between the end and what follows
)

var (
	commentOpens = regexp.MustCompile(`(//+|/\*+|#|--|;)\s*$`)
	keyOpens     = regexp.MustCompile(`^[\pL\d_.-]+:(\s|$)`)
)

// beginsInside reports whether a quote that begins at an offset does so in the middle of a sentence.
func (e edge) beginsInside(at int) bool {
	s := e.d.Text
	start := strings.LastIndexByte(s[:at], '\n') + 1
	if before := s[start:at]; start+text.LineMarks(s[start:]) < at && strings.Trim(before, besideEnds) != "" {
		return !endsSentence(before) && !commentOpens.MatchString(before)
	}
	if start == 0 {
		return false
	}
	return e.continues(s[strings.LastIndexByte(s[:start-1], '\n')+1:start-1], s[start:])
}

// endsInside reports whether a quote that ends at an offset does so in the middle of a sentence.
func (e edge) endsInside(at int) bool {
	s := e.d.Text
	start := strings.LastIndexByte(s[:at], '\n') + 1
	rest, next, _ := strings.Cut(s[at:], "\n")
	if after := strings.TrimLeft(rest, besideEnds); after != "" {
		if strings.HasPrefix(after, ",") && keyOpens.MatchString(s[start:at]) {
			return false // one of the values of a key
		}
		first, _ := utf8.DecodeRuneInString(after)
		return !endsSentence(s[start:at]) || unicode.IsLower(first) || s[at-1] < utf8.RuneSelf && after == rest
	}
	return e.continues(s[start:at]+rest, next)
}

// continues reports whether a line goes on with the sentence of the line before it: it has the same
// indentation and marks, and begins in lower case though that sentence has not ended and the line is
// full. A sentence that goes on with a name in upper case is missed.
func (e edge) continues(line, next string) bool {
	next, _, _ = strings.Cut(next, "\n")
	marks := line[:text.LineMarks(line)]
	said, rest := line[len(marks):], next[text.LineMarks(next):]
	mark := strings.TrimSpace(marks)
	isItem := mark == "-" || mark == "+" || mark == "*" && !file.IsCode(e.d.Language)
	switch {
	case marks != next[:len(next)-len(rest)], isItem, e.isCode && mark == "":
		return false
	case strings.Contains(strings.TrimSpace(said), columnGap) && strings.Contains(strings.TrimSpace(rest), columnGap):
		return false // rows of columns, each whole by itself
	case utf8.RuneCountInString(line) < leastWrap, strings.TrimSpace(rest) == "", endsSentence(said):
		return false
	case keyOpens.MatchString(rest), strings.ContainsRune(said, '=') && strings.ContainsRune(rest, '='): // records
		return false
	}
	first, _ := utf8.DecodeRuneInString(rest)
	return unicode.IsLower(first)
}

// endsSentence reports whether a text ends as a sentence does.
func endsSentence(s string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s, besideEnds))
	return strings.ContainsRune(sentenceEnds, last)
}
