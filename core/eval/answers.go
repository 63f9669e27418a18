package eval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"docuquest/core/agent"
)

// foundDepth is how many documents and passages of an answer are judged.
const foundDepth = 5

// measureAnswers asks the questions of a question file as a person would, without
// a model, and measures the documents, the passages and the citations that they
// get, and what is refused.
func (c collection) measureAnswers(ctx context.Context, o Options, s *Set) error {
	questions, err := readLines[fileQuestion](c.path(c.file))
	if err != nil {
		return err
	}
	if len(questions) == 0 {
		return errors.New("the file holds no question")
	}
	a, err := c.openFiles(ctx, o, questions)
	if err != nil {
		return err
	}
	defer a.Close()
	outcomes, err := askAll(questions, func(q fileQuestion) (outcome, error) { return q.ask(ctx, a) })
	if err != nil {
		return err
	}
	s.Queries = len(questions)
	s.addOutcomes(outcomes)
	return nil
}

// openFiles gives an agent that has read the files which are asked, if all that the
// questions want is among them. The caller closes it.
func (c collection) openFiles(ctx context.Context, o Options, questions []fileQuestion) (*agent.Agent, error) {
	folder := cmp.Or(o.Files, c.filesFolder())
	if err := checkFiles(questions, folder); err != nil {
		return nil, err
	}
	a, err := o.Open(folder)
	if err != nil {
		return nil, err
	}
	if err := a.Load(ctx, nil); err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

func (s *Set) addOutcomes(all []outcome) {
	unanswered := slices.DeleteFunc(slices.Clone(all), func(o outcome) bool { return !o.Refuse })
	answered := slices.DeleteFunc(slices.Clone(all), func(o outcome) bool { return o.Refuse })
	quoted := slices.DeleteFunc(slices.Clone(answered), func(o outcome) bool { return len(o.quotes()) == 0 })
	s.add("document_r@5", scores(answered, func(o outcome) float64 { return shareOf(o.documents, isAmongFirst) }))
	s.add("passage_r@5", scores(quoted, func(o outcome) float64 { return shareOf(o.passages, isAmongFirst) }))
	s.add("cited", scores(quoted, func(o outcome) float64 { return share(o.cited, len(o.passages)) }))
	addRefusals(s, answered, unanswered)
	for _, o := range all {
		s.Placings = append(s.Placings, o.placing())
	}
}

func isAmongFirst(rank int) bool { return 0 < rank && rank <= foundDepth }

// A fileQuestion is a line of a question file.
type fileQuestion struct {
	Question string
	Want     []want // what a complete answer needs
	Refuse   bool   // the files do not answer it
}

// A want is a file that answers and, where it says so, the words that do. A path that
// ends with a slash is a folder: any file that stands right in it will do.
type want struct{ Path, Quote string }

// isWanted says whether a found path is the wanted one.
func isWanted(wanted, found string) bool {
	if strings.HasSuffix(wanted, "/") {
		return path.Dir(found) == path.Clean(wanted)
	}
	return found == wanted
}

func (q fileQuestion) name() string { return q.Question }

// An outcome is what a question got.
type outcome struct {
	fileQuestion
	documents []int // the ranks of the wanted files among those that were read
	passages  []int // of the first passages that hold the wanted quotes
	cited     int   // how many of these quotes a citation holds, or lies in
	verdict
}

// ask puts one question to the files.
func (q fileQuestion) ask(ctx context.Context, a *agent.Agent) (outcome, error) {
	o := outcome{fileQuestion: q}
	answer, err := a.Ask(ctx, agent.Question{Text: q.Question, Conversation: agent.NoConversation}, nil)
	if err != nil {
		return o, err
	}
	found, err := a.Search(ctx, agent.Search{Query: q.Question})
	if err != nil {
		return o, err
	}
	for _, wanted := range q.paths() {
		o.documents = append(o.documents, firstRank(answer.Documents, func(path string) bool { return isWanted(wanted, path) }))
	}
	for _, w := range q.quotes() {
		o.passages = append(o.passages, firstRank(found.Hits, w.isIn))
		if slices.ContainsFunc(answer.Citations, w.isCitedBy) {
			o.cited++
		}
	}
	o.verdict = verdict{confidence: confidenceIn(found.Hits), refused: answer.Refused}
	return o, nil
}

// confidenceIn is that in the best passage, 0 where none was found.
func confidenceIn(hits []agent.Hit) float64 {
	if len(hits) == 0 {
		return 0
	}
	return hits[0].Confidence
}

func (o outcome) placing() Placing {
	return Placing{Question: o.Question, Documents: o.documents, Passages: o.passages, Cited: o.cited, Refused: o.refused}
}

// paths are the wanted files, each once.
func (q fileQuestion) paths() []string {
	var paths []string
	for _, w := range q.Want {
		paths = append(paths, w.Path)
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// quotes are the wants that say which words.
func (q fileQuestion) quotes() []want {
	return slices.DeleteFunc(slices.Clone(q.Want), func(w want) bool { return w.words() == "" })
}

// words are those of the quote; how white space divides them does not matter.
func (w want) words() string { return oneLine(w.Quote) }

// isIn says whether a passage holds the quote. A row of a table is a passage
// without its outer brackets.
func (w want) isIn(h agent.Hit) bool {
	return isWanted(w.Path, h.Path) && strings.Contains(oneLine(h.Text), strings.Trim(w.words(), `[]"`))
}

func (w want) isCitedBy(c agent.Citation) bool {
	quote := oneLine(c.Quote)
	return isWanted(w.Path, c.Path) && quote != "" && (strings.Contains(quote, w.words()) || strings.Contains(w.words(), quote))
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// filesFolder is the folder that a question file asks where nobody named one:
// that of its own name beside it or beside its folder, or else its own.
func (c collection) filesFolder() string {
	for _, beside := range []string{c.folder, filepath.Dir(c.folder)} {
		folder := filepath.Join(beside, c.name)
		if info, err := os.Stat(folder); err == nil && info.IsDir() {
			return folder
		}
	}
	return c.folder
}

// checkFiles refuses a question that wants a file that is not there, since its
// figure would say nothing.
func checkFiles(questions []fileQuestion, folder string) error {
	for _, q := range questions {
		if q.Refuse == (len(q.Want) > 0) {
			return fmt.Errorf("question %q: it must either want something or be refused", q.Question)
		}
		for _, w := range q.Want {
			if _, err := os.Stat(filepath.Join(folder, filepath.FromSlash(w.Path))); err != nil {
				return fmt.Errorf("question %q: %w", q.Question, err)
			}
		}
	}
	return nil
}
