package eval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"docuquest/core/document"
	"docuquest/core/language/fuzzy"
	"docuquest/core/language/text"
)

// measurePages measures how well the page of the evidence is found: in the right
// PDF, and among the pages of all. Questions whose PDF is missing are left out. quote_page is
// the share of the quotes of the evidence, as another extractor read them, whose page is the
// one that is most like them here.
func (c Collection) measurePages(ctx context.Context, o Options, s *Set) error {
	asked, leftOut, err := c.pageQuestions()
	if err != nil {
		return err
	}
	catalog, texts, err := c.readPages(o)
	if err != nil {
		return err
	}
	rankings, err := catalog.askFor(ctx, asked)
	if err != nil {
		return err
	}
	s.Queries, s.LeftOut = max(s.Queries, len(asked)), leftOut
	s.add("page_given_hit@1", scores(rankings, func(r ranking) float64 { return hit(r.inside, r.grades, 1) }))
	s.add("page_given_hit@5", scores(rankings, func(r ranking) float64 { return hit(r.inside, r.grades, 5) }))
	s.add("page_hit@5", scores(rankings, func(r ranking) float64 { return hit(r.all, r.grades, 5) }))

	var quotes []Score
	for _, q := range asked {
		var line struct {
			Evidence [][]any  // name of the PDF, page
			Text     []string `json:"evidence_text"`
		}
		if q.decode(&line) != nil || len(line.Evidence) != len(line.Text) {
			continue
		}
		for i, quote := range line.Text {
			isFound := false
			if evidence := line.Evidence[i]; len(evidence) == 2 {
				name, _ := evidence[0].(string)
				number, _ := evidence[1].(float64)
				isFound = texts[name] != nil && pageLike(quote, texts[name]) == int(number)
			}
			quotes = append(quotes, Score{fmt.Sprintf("%s#%d", q.ID, i), one(isFound)})
		}
	}
	s.add("quote_page", quotes)
	return nil
}

// pageQuestions returns the questions with pages of evidence in PDFs that exist, and how many are
// left out since theirs do not.
func (c Collection) pageQuestions() (asked []labelled, leftOut int, err error) {
	questions, err := c.readQuestions()
	if err != nil {
		return nil, 0, err
	}
	grades, err := readGrades(c.path(gradesName), "")
	if err != nil {
		return nil, 0, err
	}
	wanted := judged(questions, grades)
	asked = slices.DeleteFunc(slices.Clone(wanted), func(q labelled) bool {
		for name := range q.owners() {
			if !c.has(filepath.Join(pdfsName, filepath.FromSlash(name))) {
				return true
			}
		}
		return false
	})
	if len(asked) == 0 {
		return nil, 0, errors.New("no question has a page that answers it: queries.jsonl, qrels.tsv and pdfs/ share none")
	}
	return asked, len(wanted) - len(asked), nil
}

// measurePageAnswers asks the questions of all PDFs together, and measures whether the page of the
// evidence is cited, and what is refused.
func (c Collection) measurePageAnswers(ctx context.Context, o Options, s *Set) error {
	asked, leftOut, err := c.pageQuestions()
	if err != nil {
		return err
	}
	questions := make([]panelQuestion, len(asked))
	for i, q := range asked {
		var line struct{ Type string }
		if err := q.decode(&line); err != nil {
			return err
		}
		var files []string
		for name := range q.owners() {
			files = append(files, regexp.QuoteMeta(name))
		}
		questions[i] = panelQuestion{
			ID: q.ID, Corpus: pdfsName, Kind: cmp.Or(line.Type, "pages"), Question: q.Text,
			File: "^(" + strings.Join(files, "|") + ")$", pages: map[string]bool{},
		}
		for page := range q.grades {
			questions[i].pages[page] = true
		}
	}
	s.LeftOut = leftOut
	return s.askPanel(ctx, o, questions, map[string]string{pdfsName: c.path(pdfsName)})
}

// pageLike returns the number of the page with the stretch that is most like a
// quote, whatever the white space in both; 0 if nothing is like it.
func pageLike(quote string, d *document.Document) (number int) {
	quote = text.OneLine(quote)
	best := 0.0
	for _, page := range pagesOf(d.Blocks) {
		_, ratio := fuzzy.BestWindow(quote, text.OneLine(d.Read(page.Span)))
		if ratio > best {
			number, best = page.Box.Page, ratio
		}
	}
	return number
}

// readPages parses all PDFs. One that cannot be read has no pages.
func (c Collection) readPages(o Options) (*catalog, map[string]*document.Document, error) {
	catalog, texts := newCatalog(), map[string]*document.Document{}
	folder := os.DirFS(c.path(pdfsName))
	names, err := fs.Glob(folder, "*.pdf")
	if err != nil {
		return nil, nil, err
	}
	for _, name := range names {
		content, err := fs.ReadFile(folder, name)
		if err != nil {
			return nil, nil, err
		}
		d := o.Parsers.Parse(newFile(name, string(content)))
		texts[name] = d
		for _, page := range pagesOf(d.Blocks) {
			catalog.put(piece{fmt.Sprintf("%s#p%d", name, page.Box.Page), d.Title, d.Read(page.Span)})
		}
	}
	catalog.open(o)
	return catalog, texts, nil
}

// pagesOf returns the pages among the top blocks of a document.
func pagesOf(blocks []document.Block) []document.Block {
	var pages []document.Block
	for _, b := range blocks {
		if b.Kind == document.Page && b.Box != nil {
			pages = append(pages, b)
		}
	}
	return pages
}
