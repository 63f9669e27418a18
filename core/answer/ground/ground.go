// Package ground gives every quote of a draft its place in the documents, or
// drops it, and with it the statements that nothing is left to support.
//
// A quote is searched for exactly, then in a normal form that forgets case, white
// space, line breaks, marks of layout and compatible characters, then by likeness:
// first in the passages that were found, then in the whole of their documents. A
// quote of less than 12 characters counts only as a whole line, heading or cell, and
// one with "..." in it only if all its pieces are near one another in one document,
// in their order.
//
// Each number, date, unit, denial, comparison and name of a statement is then looked
// for in its quotes, and each statement gets a [Verdict]. Figures must occur in the
// quotes themselves; what is denied and compared is read from the whole sentences
// around them, of which a quote may be cut so that it says the opposite; names may
// occur there too, or in the titles above. The words for this are English: what is said
// in another language, or of quotes in one, is marked as not checked, unless a quote says
// the very same. The work for one draft is bounded.
//
// All of it is pure: it depends on the draft and the documents alone. Text of a
// model is written out so that Markdown shows it and does nothing else with it.
package ground

import (
	"fmt"
	"slices"

	"docuquest/core/answer"
	"docuquest/core/answer/render"
	"docuquest/core/document"
	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
)

// A Verdict says how much of a statement occurs in its quotes.
type Verdict uint8

// The verdicts.
const (
	// Supported: all that was searched for occurs there.
	Supported Verdict = iota
	// Partly: at least one quote was found, and none contradicts the statement, but
	// a name, a comparison or a unit of it does not occur near.
	Partly
	// Unsupported: no quote was found, or a figure of the statement does not occur in
	// those that were, or has another unit there, or they deny what it says, say what
	// it denies, or compare the other way round.
	Unsupported
)

// String is the lower-case name of a verdict.
func (v Verdict) String() string {
	names := [...]string{"supported", "partly", "unsupported"}
	if int(v) < len(names) {
		return names[v]
	}
	return "unknown"
}

// A Finding is what came of one statement. Its slices belong to whoever asked for
// it.
type Finding struct {
	Verdict Verdict
	Text    string // the statement as one line of plain text; "" for one that says nothing
	Numbers []int  // of its citations, none twice; at least one unless it is unsupported, else none
	// Lacks is what of the statement its quotes do not say, in its own words where it
	// has any: "12 kg", "not", "Wenna Astrop". "no quote was found" is said instead of all of it.
	// Empty for what is supported.
	Lacks []string
	// Unchecked says that the words for what is denied and compared are not known, since
	// the statement or its quotes are not in English. What it lacks is then not all.
	Unchecked bool
}

// Checked is an answer whose every citation occurs in a document. Its slices
// belong to whoever asked for it.
type Checked struct {
	// Text is Markdown with the numbers of citations as [1] [2], and what a statement
	// lacks in italics. It has no HTML, no image and no link. For a draft whose Form
	// is Verbatim it is the model's reply byte for byte, to be written anew without all
	// that wherever Markdown is rendered.
	Text string
	// Lead is the value that the question asks for, of several parts one each, as plain text, and LeadText
	// the Markdown with its citation that Text begins with; "" for none.
	Lead, LeadText string
	// Statements are the ones that quotes support, in whole or in part, in the order of the draft.
	Statements []Statement
	// Citations in the order of their numbers, which start at 1.
	Citations []Citation
	// Unsupported are the texts of the statements without support, in order.
	Unsupported []string
}

// A Statement is one that its citations support.
type Statement struct {
	Text    string   // one line of plain text
	Numbers []int    // of its citations, at least one, none twice
	Lacks   []string // what of it they do not say; empty if they say all of it
	Label   string   // of its draft

	Unchecked bool // as in Finding
}

// A Citation is a place in a document.
type Citation struct {
	Number   int
	Document *document.Document
	Span     text.Span // never empty, on character borders
	Quote    string    // Document.Text at Span
	Ratio    float64   // how like the quote it is: 1 if alike but for layout and case, else at least 0.75
	Titles   []string  // the headings above it, outermost first; shared, never written
	Copies   []string  // the paths of further documents that say the same
	// IntroducesList is true where the list that it begins is asked for.
	IntroducesList bool
	// Answers is the value in Span that the question asks for; the zero Span for none.
	Answers text.Span
}

// Check finds the quotes of a draft in what was found. It changes neither.
func Check(d answer.Draft, found *retrieve.Result) Checked {
	checked, _ := CheckEach(d, found)
	return checked
}

// CheckEach is Check with what came of each statement, in the order of the draft.
func CheckEach(d answer.Draft, found *retrieve.Result) (Checked, []Finding) {
	c := NewChecker(d.Form, found)
	findings := make([]Finding, len(d.Statements))
	for i, s := range d.Statements {
		findings[i] = c.Add(s)
	}
	checked := c.Checked()
	if d.Form == answer.Verbatim {
		checked.Text = d.Text
	}
	return checked, findings
}

// A Checker checks the statements of one answer as they come. It is for one
// goroutine at a time.
type Checker struct {
	form    answer.Form
	sources *sources
	numbers map[placeKey]int
	checked Checked
}

// A placeKey distinguishes places.
type placeKey struct {
	document *document.Document
	span     text.Span
}

// NewChecker makes a Checker for statements from what was found, which it reads and
// never changes.
func NewChecker(form answer.Form, found *retrieve.Result) *Checker {
	return &Checker{form: form, sources: newSources(found), numbers: map[placeKey]int{}}
}

// Add checks one more statement. Citations are numbered in the order in which they
// are first needed, so a number that was given never changes.
func (c *Checker) Add(s answer.Statement) Finding {
	places := c.sources.placeAll(s.Quotes)
	plain := render.Visible(s.Text)
	if c.form != answer.Excerpts {
		// Numbers of citations are the model's inventions, but in a sentence of a document
		// they are the document's.
		plain = withoutNumbers(plain)
	}
	if plain == "" && len(places) > 0 {
		plain = answer.Display(places[0].quote())
	}
	f := judge(plain, places, c.form == answer.Excerpts)
	switch {
	case plain == "":
	case f.Verdict == Unsupported:
		c.checked.Unsupported = append(c.checked.Unsupported, plain)
	default:
		f.Numbers = c.cite(places, s.Copies)
		value := text.OneLine(places[0].answers.Of(places[0].source.document.Text))
		c.checked.Statements = append(c.checked.Statements, Statement{plain, f.Numbers, f.Lacks, s.Label, f.Unchecked})
		if s.Leads && value != "" {
			c.lead(value, f.Numbers[0])
		}
	}
	return f
}

// lead adds a value to the line that begins the answer.
func (c *Checker) lead(value string, number int) {
	if c.checked.Lead != "" {
		c.checked.Lead, c.checked.LeadText = c.checked.Lead+"; ", c.checked.LeadText+"; "
	}
	c.checked.Lead += value
	c.checked.LeadText += fmt.Sprintf("**%s** [%d]", render.Inline(value), number)
}

// Checked is the answer of all statements so far. For a Form of Verbatim its Text is
// empty: the model's reply is known to whoever has the draft.
func (c *Checker) Checked() Checked {
	checked := c.checked
	checked.Statements = slices.Clone(checked.Statements)
	checked.Citations = slices.Clone(checked.Citations)
	checked.Unsupported = slices.Clone(checked.Unsupported)
	if c.form != answer.Verbatim {
		if checked.Text = markdown(c.form, checked); checked.Lead != "" {
			checked.Text = checked.LeadText + "\n\n" + checked.Text
		}
	}
	return checked
}

// judge reports how much of a statement its places support. An excerpt says what they say,
// whatever its language.
func judge(statement string, places []place, isExcerpt bool) Finding {
	f := Finding{Text: statement}
	if len(places) == 0 || statement == "" {
		f.Verdict, f.Lacks = Unsupported, []string{"no quote was found"}
		return f
	}
	e := evidenceOf(places)
	for _, l := range e.lacks(statement) {
		f.Verdict = max(f.Verdict, Partly)
		if l.isWrong {
			f.Verdict = Unsupported
		}
		if !slices.Contains(f.Lacks, l.what) {
			f.Lacks = append(f.Lacks, l.what)
		}
	}
	f.Unchecked = f.Verdict != Unsupported && !isExcerpt && !e.canCheck(statement)
	return f
}

// cite numbers places: equal ones share a number. copies are the paths of documents that say the
// same as the first.
func (c *Checker) cite(places []place, copies []string) []int {
	var numbers []int
	cited := map[int]bool{}
	for i, p := range places {
		key := placeKey{p.source.document, p.span}
		n, known := c.numbers[key]
		if !known {
			n = len(c.checked.Citations) + 1
			c.numbers[key] = n
			c.checked.Citations = append(c.checked.Citations, Citation{
				Number: n, Document: p.source.document, Span: p.span, Quote: p.quote(), Ratio: p.ratio, Titles: p.source.titlesAt(p.span),
				Copies: c.sources.copiesOf(p), IntroducesList: p.isList, Answers: p.answers,
			})
		}
		if at := &c.checked.Citations[n-1]; i == 0 {
			for _, path := range copies {
				if !slices.Contains(at.Copies, path) {
					at.Copies = append(slices.Clip(at.Copies), path)
				}
			}
		}
		if !cited[n] {
			cited[n] = true
			numbers = append(numbers, n)
		}
	}
	return numbers
}
