// Command measure measures parts of DocuQuest on statements and questions that it makes from test
// collections itself, and what notes and research would add to a search:
//
//	go run ./cmd/measure grounding [--seed N] [--count N] [--wrong N] [--json | --markdown] PATH...
//	go run ./cmd/measure tables [--seed N] [--json] PATH
//	go run ./cmd/measure research [--json | --markdown] PATH...
//	go run ./cmd/measure notes [--without KINDS] [--files DIR] [--json | --markdown] PATH...
//
// grounding checks statements: sentences of the collections (corpus.jsonl, sents.jsonl), each with a
// quote of its document, some as they are or reworded, some spoiled mechanically in a number, a date, a
// unit, a negation, a name, a comparison or the quote. It prints for each kind how many statements were
// judged right and how many are supported, partly supported and unsupported: of the true ones the
// supported are right, of the spoiled ones the others. The seed of what was drawn is the first line.
//
// tables asks questions on single cells, filters, counts, sums and extremes, which it makes from the
// Markdown tables of one collection (corpus.jsonl) together with their answers, and prints how many got
// the right answer, none and a wrong one, and each that did not get the right one. The same tables and
// seed give the same questions.
//
// research searches in two rounds, as "docuquest research" does without a model, beside one search for
// each question: research_all@5 and single_all@5 are the shares of the questions for which all relevant
// documents are among the first five, research_r@10 and single_r@10 the recall in the first ten.
//
// notes ranks by notes too, which rules make on all documents and what they contain. Of a question file
// it prints the shares of the questions for which one of the first five documents is wanted, in the
// order of the search (search_acc@5), of the notes (notes_acc@5) and of both (both_acc@5); the share of
// the questions for which a passage of a wanted document has room in the prompt of a model
// (prompt_holds); and for the two orders in which the passages may be there, by score and by file and
// place, the mean reciprocal rank of the first wanted one (prompt_mrr_by_) and the share that follows
// another of the same file (prompt_together_by_).
//
// "docuquest eval" measures retrieval and answers, and describes the collections.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"

	"docuquest/core/code/notes"
	"docuquest/core/document"
	"docuquest/core/document/code"
	"docuquest/core/document/markdown"
	"docuquest/core/document/plain"
	"docuquest/core/eval"
	"docuquest/core/search/rank"
)

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
}

// defaultStatements is how many statements grounding checks unless a flag says otherwise.
const defaultStatements = 10_000

var errUsage = errors.New("usage: measure grounding|tables|research|notes [flags] PATH")

// run is the whole program.
func run(ctx context.Context, args []string, out io.Writer) error {
	if len(args) == 0 {
		return errUsage
	}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	flags.SetOutput(out)
	asJSON := flags.Bool("json", false, "print JSON, for programs")
	form := eval.Plain
	flags.BoolFunc("markdown", "print tables in Markdown", func(string) error { form = eval.Markdown; return nil })
	o := eval.Options{Parsers: parsers(), Finder: eval.BuiltIn(&rank.Simple)}

	// measure returns what was measured, which prints itself.
	var measure func(paths []string) (report, error)
	switch args[0] {
	case "grounding":
		seed := flags.Uint64("seed", rand.Uint64(), "draw the statements by `N`; a new one each time without it")
		count := flags.Int("count", defaultStatements, "check about `N` statements")
		wrong := flags.Int("wrong", 0, "print up to `N` statements of each kind that are judged wrong")
		measure = func(paths []string) (report, error) {
			return Grounding(ctx, paths, GroundingOptions{Parsers: o.Parsers, Seed: *seed, Count: *count, Show: *wrong})
		}
	case "tables":
		seed := flags.Uint64("seed", 0, "draw the questions by `N`")
		measure = func(paths []string) (report, error) {
			return MeasureTables(ctx, paths[0], TableDraw{Questions: 200, Seed: *seed}, o)
		}
	case "research":
		measure = func(paths []string) (report, error) { return eval.Research(ctx, paths, o) }
	case "notes":
		o.Notes = &eval.NoteOptions{}
		flags.Func("without", "leave these `KINDS` of notes out, with commas between", func(names string) error {
			for name := range strings.SplitSeq(names, ",") {
				kind, ok := notes.ParseKind(strings.TrimSpace(name))
				if !ok {
					return fmt.Errorf("no kind of notes is called %q", name)
				}
				o.Notes.Without = append(o.Notes.Without, kind)
			}
			return nil
		})
		flags.StringVar(&o.Files, "files", "", "ask question files of the files of `DIR`")
		measure = func(paths []string) (report, error) { return eval.Run(ctx, paths, o) }
	default:
		return errUsage
	}
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	if flags.NArg() == 0 || args[0] == "tables" && flags.NArg() > 1 {
		return errUsage
	}
	r, err := measure(flags.Args())
	switch {
	case err != nil:
		return err
	case *asJSON:
		return r.WriteJSON(out)
	}
	return r.WriteTables(out, form)
}

// A report prints what was measured.
type report interface {
	WriteTables(w io.Writer, form eval.Form) error
	WriteJSON(w io.Writer) error
}

// parsers read the documents of collections, which are text, Markdown and programs.
func parsers() document.Parsers {
	programs := code.New(code.Options{})
	p := document.Parsers{ByLanguage: map[string]document.Parser{"markdown": markdown.New()}, Fallback: plain.Parser{}}
	for _, language := range programs.Languages() {
		p.ByLanguage[language] = programs
	}
	return p
}
