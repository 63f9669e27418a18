package eval

import (
	"context"
	"errors"
)

// measureRows measures how well the rows of tables are found: among all rows,
// and whether the best row of the right table is a right one.
func (c Collection) measureRows(ctx context.Context, o Options, s *Set) error {
	rows, err := readLines[Entry](c.path(rowsName))
	if err != nil {
		return err
	}
	questions, err := c.readQuestions()
	if err != nil {
		return err
	}
	grades, err := readGrades(c.path(rowGradesName), "")
	if err != nil {
		return err
	}
	asked := judged(questions, grades)
	if len(asked) == 0 {
		return errors.New("no question has a row that answers it: queries.jsonl and row_qrels.tsv share no question with a grade above 0")
	}
	catalog := newCatalog()
	for _, r := range rows {
		catalog.put(piece{r.ID, r.Title, r.Text})
	}
	catalog.open(o)
	rankings, err := catalog.askFor(ctx, asked)
	if err != nil {
		return err
	}
	s.add("row_ndcg@10", scores(rankings, func(r ranking) float64 { return judge(r.all, r.grades).ndcg }))
	s.add("row_r@10", scores(rankings, func(r ranking) float64 { return recall(r.all, r.grades, depth) }))
	s.add("row_given_hit@1", scores(rankings, func(r ranking) float64 { return hit(r.inside, r.grades, 1) }))
	return nil
}
