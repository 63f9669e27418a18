// Package ground gives every quote of a draft its place in the documents, or
// drops it, and with it the statements that nothing is left to hold.
//
// A quote is looked for exactly, then in a normal form that forgets case, white
// space, line breaks and marks of layout, then by likeness. A statement stands if
// at least one of its quotes has a place, if the numbers, months and eras that it
// names stand in those quotes, and if it does not deny what the whole sentences
// around them say, or say what they deny. The work for one draft is bounded.
//
// All of it is pure: it depends on the draft and the documents alone. Text of a
// model is written out so that Markdown shows it and does nothing else with it.
package ground

import (
	"docuquest/core/answer"
	"docuquest/core/document"
	"docuquest/core/retrieve"
	"docuquest/core/text"
)

// Checked is an answer whose every citation stands in a document. Its slices
// belong to whoever asked for it.
type Checked struct {
	// Text is Markdown with the numbers of citations as [1] [2]. It holds no
	// HTML, no image and no link. For a draft whose Form is Verbatim it is the
	// model's reply byte for byte, to be passed through Disarm wherever Markdown
	// is rendered.
	Text string
	// Statements are those that stand, in the order of the draft.
	Statements []Statement
	// Citations in the order of their numbers, which start at 1.
	Citations []Citation
	// Unsupported are the texts of the statements that do not stand, in order.
	Unsupported []string
}

// A Statement is one that its citations hold.
type Statement struct {
	Text    string // one line of plain text
	Numbers []int  // of its citations, at least one, none twice
}

// A Citation is a place in a document.
type Citation struct {
	Number   int
	Document *document.Document
	Span     text.Span // never empty, on character borders
	Quote    string    // Document.Text at Span
	Ratio    float64   // how like the quote it is: 1 if alike but for layout and case, else at least 0.75
	Titles   []string  // the headings above it, outermost first; shared, never written
}

// Check finds the quotes of a draft in what was found. It changes neither.
func Check(d answer.Draft, found *retrieve.Result) Checked {
	c := checker{form: d.Form, shelf: newShelf(found), numbers: map[placeKey]int{}}
	for _, s := range d.Statements {
		c.check(s)
	}
	c.checked.Text = d.Text
	if d.Form != answer.Verbatim {
		c.checked.Text = markdown(d.Form, c.checked)
	}
	return c.checked
}

// A checker collects what stands.
type checker struct {
	form    answer.Form
	shelf   *shelf
	numbers map[placeKey]int
	checked Checked
}

// A placeKey tells places apart.
type placeKey struct {
	document *document.Document
	span     text.Span
}

func (c *checker) check(s answer.Statement) {
	places := c.shelf.placeAll(s.Quotes)
	plain := c.plain(s.Text)
	if plain == "" && len(places) > 0 {
		plain = answer.Display(places[0].quote())
	}
	switch {
	case plain == "":
	case !supported(plain, places):
		c.checked.Unsupported = append(c.checked.Unsupported, plain)
	default:
		c.checked.Statements = append(c.checked.Statements, Statement{plain, c.cite(places)})
	}
}

// plain is a statement's text on one line. Numbers of citations in it are the
// model's inventions, but in a sentence of a document they are the document's.
func (c *checker) plain(statement string) string {
	if c.form == answer.Excerpts {
		return oneLine(statement)
	}
	return withoutNumbers(oneLine(statement))
}

// supported says whether a statement stands on its places: its figures in the
// quotes themselves, and what it says or denies in the whole sentences around
// them, of which a quote may be cut so that it says the opposite.
func supported(statement string, places []place) bool {
	var quotes, sentences []string
	for _, p := range places {
		quotes = append(quotes, answer.Display(p.quote()))
		for _, span := range answer.SentencesAt(p.document, p.span) {
			sentences = append(sentences, answer.Display(span.Of(p.document.Text)))
		}
	}
	return len(places) > 0 && figuresStandIn(statement, quotes) && !contradicts(statement, sentences)
}

// cite numbers places: equal ones share a number.
func (c *checker) cite(places []place) []int {
	var numbers []int
	cited := map[int]bool{}
	for _, p := range places {
		key := placeKey{p.document, p.span}
		n, known := c.numbers[key]
		if !known {
			n = len(c.checked.Citations) + 1
			c.numbers[key] = n
			c.checked.Citations = append(c.checked.Citations, p.citation(n))
		}
		if !cited[n] {
			cited[n] = true
			numbers = append(numbers, n)
		}
	}
	return numbers
}

func (p place) citation(number int) Citation {
	return Citation{
		Number:   number,
		Document: p.document,
		Span:     p.span,
		Quote:    p.quote(),
		Ratio:    p.ratio,
		Titles:   p.titles,
	}
}
