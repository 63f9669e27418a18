package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"docuquest/core/agent"
	"docuquest/core/eval"
	"docuquest/core/search/embed/static"
	"docuquest/core/search/rank"
	"docuquest/core/search/rerank/lexical"
	"docuquest/core/search/retrieve"
)

func evalCommand() command {
	return command{
		name:    "eval",
		summary: "measure retrieval on test collections",
		args:    "PATH...",
		about: []string{
			"Searches test collections, folders with questions and judgements at or below each PATH, and prints how well what is wanted was found. Documents (corpus.jsonl, queries.jsonl, qrels.tsv) give nDCG@10, recall in the first 10, the mean reciprocal rank, and all@10, the share of the questions for which all relevant documents are among the first 10, for each set and as the plain mean over the sets. Rows of tables (row_corpus.jsonl, row_qrels.tsv), sentences (sents.jsonl), spans of Markdown files (docs/) and pages of PDF files (pdfs/) are measured where a collection has them. Of spans, the figures that begin with span_ tell of the first five chunks, those that begin with passage_ of the first five passages that a search of the files gives. Of sentences, the figures that begin with sentence_ tell of the order in which the writer that needs no model takes them, whether or not it refuses the question, and with sentence_given_ of that in the right documents alone; those that begin with answer_ of the sentences that it shows, none where it refuses.",
			"Each question to documents is also answered, without a model. wrongly_refused is the share of those that documents answer and that get no answer, rightly_refused the share of those that none answers (\"answerable\": false) and that get none. refuse_auc says how well the confidence tells the two apart: how often it is greater for a question of the first kind than for one of the second. 0.5 is chance.",
			"A PATH that ends in .jsonl is a question file, with lines {question, want: [{path, quote}], refuse}. It is asked of the folder of its own name beside it or beside its folder, or else of its own folder, without a model: printed are the wanted documents and quotes among the first five, the wanted quotes that are cited, and the questions that are refused.",
			"A question file with lines {first, then, full, want: [{path}]} holds pairs of questions, each a conversation: the second may need the first, and full is what it means by itself. Where full is the second question once more, that begins a new subject. followup_same@1 is the share of those that need the first and get the same first document as in full, followup_want@1 that of those whose first document is wanted, beside which stand those for the question in full and alone; new_untouched is the share of the new subjects for which nothing was taken over.",
			"With --ranks a line for each question says at which ranks the wanted documents stand, and the first passages that hold the wanted quotes (\"-\" is none of the first ten), how many of the quotes are cited, and whether the question is refused.",
			"With --record a run is kept, and --compare takes two of them, A and B, instead of PATHs. It prints for each figure of each set, and for the mean of the sets, the means of A and B and their difference; the interval in which 95 of 100 differences lie when the questions are drawn anew, 10,000 times; for how many questions the figure went up, went down and stayed; and the share of the draws in which B is not above A. Up is better, but for wrongly_refused.",
			"With --grounding the check of statements is measured in place of retrieval. Sentences of the collections (corpus.jsonl, sents.jsonl) are given to it as statements with a quote of their document: true ones, as they stand and reworded, and ones that are spoiled mechanically, in a number, a date, a unit, a negation, a name, a comparison or the quote. Printed are for each kind the statements, the share that was judged right, and how many are supported, partly supported and unsupported: of the true ones those that are supported are right, of the spoiled ones those that are not. The seed of what was drawn stands above the table.",
			"With --notes, notes are made by rules on all documents and what they contain (summaries, keywords, tags, synonyms and dependencies), and have a say in the order of documents; --ablate notes:keywords leaves a kind of them out. Of a question file nothing else is measured then: printed are the shares of the questions for which one of the first five documents is wanted, in the order of the search (search_acc@5), of the notes (notes_acc@5) and of both (both_acc@5); the share of the questions for which a passage of a wanted document has room in the prompt of a model (prompt_holds); and for the two orders in which the passages may stand there, by score and by file and place, the mean reciprocal place of the first one that is wanted (prompt_mrr_by_) and the share that follows another of the same file (prompt_together_by_).",
			"With --research the search in two rounds of \"docuquest research\", without a model, is measured beside one search for each question to documents: research_all@5 and single_all@5 are the shares of the questions for which all relevant documents are among the first five, research_r@10 and single_r@10 the recall in the first ten.",
			"With --tables questions on single cells, filters, counts, sums and extremes are made from the Markdown tables of the collection at PATH (corpus.jsonl), together with their answers, and asked. Printed are how many got the right answer, none and a wrong one, and each of those that did not get the right one. The same tables and the same seed give the same questions.",
		},
		examples: []string{
			"docuquest eval --tables ~/collections/tables",
			"docuquest eval --grounding ~/collections",
			"docuquest eval ~/collections", "docuquest eval --json ~/collections/a ~/collections/b",
			"docuquest eval --files ~/notes questions.jsonl",
			"docuquest eval --ablate cosine --record b.json ~/collections", "docuquest eval --compare a.json b.json",
		},
		prepare: func(flags *flag.FlagSet) action {
			e := newEvaluation(flags)
			return func(ctx context.Context, p *program, out *output, args []string) error {
				if err := e.check(args); err != nil {
					return err
				}
				switch {
				case e.compare:
					return e.compareRuns(out, args[0], args[1])
				case e.grounding:
					return p.evalGrounding(ctx, out, e, args)
				case e.research:
					return p.evalResearch(ctx, out, e, args)
				case e.tables:
					return p.evalTables(ctx, out, e, args[0])
				}
				return p.eval(ctx, out, e, args)
			}
		},
	}
}

// An evaluation is what the flags ask for.
type evaluation struct {
	common
	files   string // the folder that question files ask, "" for that of each file
	ablate  string // signals, with commas between
	record  string // the file to keep the run in, "" for none
	compare bool   // two runs that were kept
	vectors bool   // of the service are made and used
	notes   bool   // are made by rules and used

	tables    bool   // are asked, and nothing else is measured
	grounding bool   // statements are checked, and nothing is searched
	research  bool   // of two rounds is measured, and nothing else
	seed      uint64 // of what is drawn, 0 for one that is drawn itself
	count     int    // of the statements
	wrong     int    // statements of each kind that are shown if they are judged wrong

	// How it is printed, if not as JSON or as a table for people. At most one is
	// set.
	markdown, ranks bool
}

func newEvaluation(flags *flag.FlagSet) *evaluation {
	e := &evaluation{}
	e.jsonFlag(flags)
	flags.StringVar(&e.files, "files", "", "ask question files of the files of `DIR`")
	flags.StringVar(&e.ablate, "ablate", "", "rank documents without these `SIGNALS`, with commas between: "+strings.Join(signals(), ", "))
	flags.StringVar(&e.record, "record", "", "keep the run in `FILE`, with what each question got")
	flags.BoolVar(&e.vectors, "vectors", false, "make the vectors of all documents by the service of embed_model, and rank by them too")
	flags.BoolVar(&e.notes, "notes", false, "make notes on all documents by rules, and rank by them too")
	flags.BoolVar(&e.compare, "compare", false, "compare two runs that were kept, and measure nothing")
	flags.BoolVar(&e.tables, "tables", false, "ask questions made from the tables of one collection, and measure nothing else")
	flags.BoolVar(&e.grounding, "grounding", false, "measure how statements are checked, and no retrieval")
	flags.BoolVar(&e.research, "research", false, "measure the search of research in two rounds beside a single search, and nothing else")
	flags.Uint64Var(&e.seed, "seed", 0, "draw the statements of --grounding, or the questions of --tables, by the seed `N`; without it the statements by a new one, which is printed, and the questions by 0")
	flags.IntVar(&e.count, "count", defaultStatements, "check about `N` statements with --grounding")
	flags.IntVar(&e.wrong, "wrong", 0, "print up to `N` statements of each kind that --grounding judges wrong")
	flags.BoolVar(&e.markdown, "markdown", false, "print tables in Markdown, below the version of the program")
	flags.BoolVar(&e.ranks, "ranks", false, "print for each question where what it wants was found")
	return e
}

// check refuses flags and arguments that do not go together.
func (e *evaluation) check(args []string) error {
	switch {
	case e.json && e.markdown, e.json && e.ranks, e.markdown && e.ranks:
		return usageError{"--json, --markdown and --ranks exclude one another"}
	case e.compare && (e.files != "" || e.ablate != "" || e.record != "" || e.ranks || e.vectors || e.notes):
		return usageError{"--compare measures nothing: it goes with --json or --markdown alone"}
	case e.compare && len(args) != 2:
		return usageError{"which two runs? --compare A B compares what --record wrote"}
	case e.grounding && (e.compare || e.files != "" || e.ablate != "" || e.record != "" || e.ranks || e.vectors || e.notes):
		return usageError{"--grounding searches nothing: it goes with --seed, --count, --wrong, --json and --markdown alone"}
	case e.research && (e.grounding || e.tables || e.compare || e.files != "" || e.record != "" || e.ranks || e.vectors || e.notes):
		return usageError{"--research goes with --ablate, --json and --markdown alone"}
	case !e.grounding && (e.count != defaultStatements || e.wrong != 0):
		return usageError{"--count and --wrong go with --grounding"}
	case !e.grounding && !e.tables && e.seed != 0:
		return usageError{"--seed goes with --grounding or --tables"}
	case e.count < 1 || mostStatements < e.count:
		return usageError{fmt.Sprintf("--count is %d: it may be 1 to %d", e.count, mostStatements)}
	case e.tables && (e.grounding || e.compare || e.files != "" || e.ablate != "" || e.record != "" || e.ranks || e.vectors || e.notes || e.markdown):
		return usageError{"--tables goes with --seed and --json alone"}
	case e.tables && len(args) != 1:
		return usageError{"which collection? --tables PATH asks the tables of one"}
	case !e.notes && strings.Contains(e.ablate, noteSignal):
		return usageError{"--ablate " + noteSignal + "KIND goes with --notes"}
	case len(args) == 0:
		return usageError{"which folders?"}
	}
	return nil
}

func (p *program) eval(ctx context.Context, out *output, e *evaluation, paths []string) error {
	without := listed(e.ablate)
	noted, others := e.noteOptions(without)
	weights, err := ablated(others)
	if err != nil {
		return err
	}
	if err := checkFolder(e.record); err != nil {
		return err
	}
	passages, err := p.passages(e.vectors)
	if err != nil {
		return err
	}
	line := p.progress()
	defer line.clear()
	report, err := eval.Run(ctx, paths, eval.Options{
		Parsers:  p.formats().parsers,
		Open:     p.openFolder,
		Files:    e.files,
		Finder:   evalFinder(weights),
		Passages: passages,
		Notes:    noted,
		Progress: func(s eval.Set) { line.say(fmt.Sprintf("%s: %d questions", s.Name, s.Queries)) },
	})
	line.clear()
	if err != nil {
		return err
	}
	b := thisBuild()
	settings := eval.Settings{Version: b.Version, Commit: b.commit(), Without: without}
	if e.vectors {
		settings.With = append(settings.With, "vectors of a service")
	}
	if e.notes {
		settings.With = append(settings.With, "notes")
	}
	if err := e.write(out, report, settings); err != nil {
		return err
	}
	return e.keep(report.Record(settings))
}

// The statements of --grounding.
const (
	defaultStatements = 10_000
	mostStatements    = 1_000_000
)

// evalGrounding measures how statements are checked.
func (p *program) evalGrounding(ctx context.Context, out *output, e *evaluation, paths []string) error {
	if e.seed == 0 {
		e.seed = rand.Uint64()
	}
	line := p.progress()
	defer line.clear()
	line.say(fmt.Sprintf("checking %d statements", e.count))
	report, err := eval.Grounding(ctx, paths, eval.GroundingOptions{
		Parsers: p.formats().parsers, Seed: e.seed, Count: e.count, Show: e.wrong,
	})
	line.clear()
	if err != nil {
		return err
	}
	if e.json {
		return report.WriteJSON(out)
	}
	return report.WriteTables(out, e.form())
}

// evalResearch measures research beside a single search.
func (p *program) evalResearch(ctx context.Context, out *output, e *evaluation, paths []string) error {
	weights, err := ablated(listed(e.ablate))
	if err != nil {
		return err
	}
	line := p.progress()
	defer line.clear()
	report, err := eval.Research(ctx, paths, eval.Options{
		Parsers: p.formats().parsers, Finder: evalFinder(weights),
		Progress: func(s eval.Set) { line.say(fmt.Sprintf("%s: %d questions", s.Name, s.Queries)) },
	})
	line.clear()
	if err != nil {
		return err
	}
	if e.json {
		return report.WriteJSON(out)
	}
	return report.WriteTables(out, e.form())
}

// evalFinder searches with what is built in, whatever is set, so that figures of two
// machines can be compared.
func evalFinder(w *rank.Weights) retrieve.Retriever {
	return retrieve.Retriever{
		Weights:  w,
		Lexicon:  static.BuiltIn(),
		Nouns:    nouns,
		Reranker: lexical.New(lexical.Simple),
		Patience: evalPatience,
	}
}

// write prints a report in the form that was asked for.
func (e *evaluation) write(out *output, r eval.Report, s eval.Settings) error {
	switch {
	case e.json:
		return r.WriteJSON(out)
	case e.ranks:
		return r.WritePlacings(out)
	case e.markdown:
		fmt.Fprintf(out, "## Retrieval, measured with %s\n\n", s)
	}
	return r.WriteTables(out, e.form())
}

func (e *evaluation) form() eval.Form {
	if e.markdown {
		return eval.Markdown
	}
	return eval.Plain
}

// checkFolder refuses a file that cannot be written in the end, before minutes of
// measuring are lost. It has nothing against "".
func checkFolder(file string) error {
	if file == "" {
		return nil
	}
	if _, err := os.Stat(filepath.Dir(file)); err != nil {
		return fmt.Errorf("--record %s: %w", file, cause(err))
	}
	return nil
}

// keep writes a run to the file that was named, if one was.
func (e *evaluation) keep(r eval.Record) error {
	if e.record == "" {
		return nil
	}
	var b bytes.Buffer
	if err := r.Write(&b); err != nil {
		return err
	}
	if err := os.WriteFile(e.record, b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("%s: %w", e.record, cause(err))
	}
	return nil
}

// compareRuns prints how run B differs from run A.
func (e *evaluation) compareRuns(out *output, fileA, fileB string) error {
	a, err := readRun(fileA)
	if err != nil {
		return err
	}
	b, err := readRun(fileB)
	if err != nil {
		return err
	}
	c, err := eval.Compare(a, b)
	if err != nil {
		return fmt.Errorf("%s and %s: %w", fileA, fileB, err)
	}
	if e.json {
		return c.WriteJSON(out)
	}
	mark := ""
	if e.markdown {
		mark = "- "
	}
	fmt.Fprintf(out, "%sA: %s, %s\n%sB: %s, %s\n\n", mark, fileA, a.Settings, mark, fileB, b.Settings)
	return c.WriteTables(out, e.form())
}

func readRun(file string) (eval.Record, error) {
	f, err := os.Open(file)
	if err != nil {
		return eval.Record{}, err
	}
	defer f.Close()
	r, err := eval.ReadRecord(f)
	if err != nil {
		return eval.Record{}, fmt.Errorf("%s: %w", file, err)
	}
	return r, nil
}

// listed are the names between commas.
func listed(names string) []string {
	var all []string
	for name := range strings.SplitSeq(names, ",") {
		if name = strings.TrimSpace(name); name != "" {
			all = append(all, name)
		}
	}
	return all
}

// ablated gives the weights without some signals.
func ablated(without []string) (*rank.Weights, error) {
	w := rank.Simple
	for _, name := range without {
		less, ok := w.Without(name)
		if !ok {
			return nil, usageError{fmt.Sprintf("there is no signal %q: it may be %s", name, strings.Join(signals(), ", "))}
		}
		w = less
	}
	return &w, nil
}

// openFolder makes the agent of a folder's questions.
func (p *program) openFolder(folder string) (*agent.Agent, error) {
	t, err := (&common{folder: folder}).target()
	if err != nil {
		return nil, err
	}
	return p.openAlone(t, nil)
}
