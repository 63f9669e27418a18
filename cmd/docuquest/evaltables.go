package main

import (
	"context"

	"docuquest/core/eval"
	"docuquest/core/search/rank"
)

// mostTableQuestions is how many questions are made of the tables of one collection.
const mostTableQuestions = 200

// evalTables measures how questions on the cells of tables are answered.
func (p *program) evalTables(ctx context.Context, out *output, e *evaluation, folder string) error {
	line := p.progress()
	defer line.clear()
	line.say("asking tables")
	report, err := eval.MeasureTables(ctx, folder, eval.TableDraw{Questions: mostTableQuestions, Seed: e.seed}, eval.Options{
		Parsers: p.formats().parsers, Finder: evalFinder(&rank.Simple),
	})
	line.clear()
	if err != nil {
		return err
	}
	if e.json {
		return writeJSONLine(out, report)
	}
	return report.Write(out)
}
