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
	"docuquest/core/answer/history"
	"docuquest/core/answer/replies"
	"docuquest/core/language/text"
)

// foundDepth is how many documents and passages of an answer are judged.
const foundDepth = 5

// A fileQuestion is a line of a question file.
type fileQuestion struct {
	Question string
	Want     []want // what a complete answer needs
	Refuse   bool   // the files do not answer it
}

func (q fileQuestion) name() string { return q.Question }

// A want is a file that answers, with the words that do if Quote has any. A path that ends with
// a slash is a folder: any file directly in it will do.
type want struct{ Path, Quote string }

// isWanted reports whether a found path is the wanted one.
func isWanted(wanted, found string) bool {
	if strings.HasSuffix(wanted, "/") {
		return path.Dir(found) == path.Clean(wanted)
	}
	return found == wanted
}

// isIn reports whether a passage contains the quote, whatever the white space in both. A row of
// a table is a passage without its outer brackets.
func (w want) isIn(h agent.Hit) bool {
	return isWanted(w.Path, h.Path) && strings.Contains(text.OneLine(h.Text), strings.Trim(text.OneLine(w.Quote), `[]"`))
}

// An outcome is what a question got.
type outcome struct {
	fileQuestion
	documents []int // the ranks of the wanted files among those that were read
	passages  []int // of the first passages that contain the wanted quotes
	cited     int   // how many of these quotes overlap a citation
	verdict
}

// measureAnswers asks the questions of a question file as a person would, without
// a model, and measures the documents, the passages and the citations that they
// get, and what is refused.
func (c Collection) measureAnswers(ctx context.Context, o Options, s *Set) error {
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
	outcomes, err := AskAll(questions, func(q fileQuestion) (outcome, error) { return q.ask(ctx, a) })
	if err != nil {
		return err
	}
	var answered, quoted, unanswered []outcome
	s.Queries = len(questions)
	for _, q := range outcomes {
		s.Placings = append(s.Placings, Placing{
			Question: q.Question, Documents: q.documents, Passages: q.passages, Cited: q.cited, Refused: q.refused,
		})
		if q.Refuse {
			unanswered = append(unanswered, q)
			continue
		}
		answered = append(answered, q)
		if len(q.passages) > 0 {
			quoted = append(quoted, q)
		}
	}
	amongFirst := func(rank int) bool { return 0 < rank && rank <= foundDepth }
	s.add("document_r@5", scores(answered, func(q outcome) float64 { return shareOf(q.documents, amongFirst) }))
	s.add("passage_r@5", scores(quoted, func(q outcome) float64 { return shareOf(q.passages, amongFirst) }))
	s.add("cited", scores(quoted, func(q outcome) float64 { return share(q.cited, len(q.passages)) }))
	addRefusals(s, answered, unanswered)
	return nil
}

// ask asks one question of the files.
func (q fileQuestion) ask(ctx context.Context, a *agent.Agent) (outcome, error) {
	o := outcome{fileQuestion: q}
	answer, err := a.Ask(ctx, agent.Request{Text: q.Question, Conversation: history.NoConversation}, nil)
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
	for _, w := range q.Want {
		words := text.OneLine(w.Quote)
		if words == "" {
			continue
		}
		o.passages = append(o.passages, firstRank(found.Hits, w.isIn))
		if slices.ContainsFunc(answer.Citations, func(c replies.Citation) bool {
			quote, entry := text.OneLine(c.Quote), text.OneLine(c.Entry)
			isShown := strings.Contains(entry, words) || quote != "" && (strings.Contains(quote, words) || strings.Contains(words, quote))
			return isWanted(w.Path, c.Path) && isShown
		}) {
			o.cited++
		}
	}
	o.refused = answer.Refused
	if len(found.Hits) > 0 {
		o.confidence = found.Hits[0].Confidence
	}
	return o, nil
}

// paths returns the wanted files, each once.
func (q fileQuestion) paths() []string {
	var paths []string
	for _, w := range q.Want {
		paths = append(paths, w.Path)
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// openFiles returns an agent that has read the files that are asked, if everything that the
// questions want is among them. The caller closes it.
func (c Collection) openFiles(ctx context.Context, o Options, questions []fileQuestion) (*agent.Agent, error) {
	folder := cmp.Or(o.Files, c.filesFolder())
	if err := checkFiles(questions, folder); err != nil {
		return nil, err
	}
	return o.load(ctx, folder)
}

// load returns an agent that has read a folder. The caller closes it.
func (o Options) load(ctx context.Context, folder string) (*agent.Agent, error) {
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

// filesFolder returns the folder that a question file asks unless the user names one: the folder
// of its own name next to it or next to its folder, or else its own.
func (c Collection) filesFolder() string {
	for _, parent := range []string{c.folder, filepath.Dir(c.folder)} {
		folder := filepath.Join(parent, c.Name)
		if info, err := os.Stat(folder); err == nil && info.IsDir() {
			return folder
		}
	}
	return c.folder
}

// checkFiles refuses a question that wants a file that does not exist, since its
// figure would mean nothing.
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
