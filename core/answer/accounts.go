package answer

import (
	"cmp"
	"slices"

	"docuquest/core/answer/accounts"
	"docuquest/core/document"
	"docuquest/core/search/rank"
	"docuquest/core/search/retrieve"
)

// judgeLineItems returns the rows of an entry that the question asks for. A row says what the question
// calls it, whatever it is called itself.
func (j *judge) judgeLineItems(h retrieve.Hit, e *ratedEntry) []candidate {
	var all []candidate
	for _, item := range e.lineItems {
		for _, c := range j.judgePieces(e.hit, h, []piece{{span: item.Span, asked: true}}) {
			rated := e.rated
			rated.LineItem = item.Fit
			c.of, c.lineItem, c.worth = e, &item, rated.Worth()
			for term := range c.contains {
				if item.Says(j.asked, j.terms[term].Text) {
					c.contains[term], c.covers[term] = true, true
				}
			}
			c.coverage = max(c.coverage, j.coverage(only(c.covers)))
			all = append(all, c)
		}
	}
	return all
}

// laterLineItems returns candidates in their order, in which the best row of each line item precedes further
// ones of it.
func laterLineItems(candidates []candidate) []candidate {
	isShown := map[int]bool{} // by number
	for i, c := range candidates {
		switch {
		case c.lineItem == nil:
		case isShown[c.lineItem.Number]:
			candidates[i].worth -= c.lineItem.Fit.Worth() * rank.LaterLoss
		default:
			isShown[c.lineItem.Number] = true
		}
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int { return cmp.Compare(b.worth, a.worth) })
	return candidates
}

// above reports for each term whether it is in the titles above a stretch of a document, or is a name that its title
// page has.
func (j *judge) above(d *document.Document, titles string, isCode bool) []bool {
	contained := j.contained(titles, isCode)
	for term, is := range j.documents[d].names {
		contained[term] = contained[term] || is
	}
	return contained
}

// around returns what an entry says by where it is: the path of its document and the names on the title page, the
// titles, and of a table what introduces it, the names of its columns, and the fiscal years that these are.
func (j *judge) around(d *document.Document, e *ratedEntry) []string {
	texts := []string{d.Path, e.above}
	for term, is := range j.documents[d].names {
		if is {
			texts = append(texts, j.terms[term].Text)
		}
	}
	for _, span := range e.Context() {
		texts = append(texts, span.Of(d.Text))
	}
	return append(texts, accounts.Years(j.asked, d, e.Entry)...)
}
