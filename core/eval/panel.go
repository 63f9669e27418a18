package eval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"docuquest/core/agent"
	"docuquest/core/answer/history"
	"docuquest/core/answer/replies"
	"docuquest/core/language/text"
)

// The parts of a panel.
const (
	panelName   = "questions.jsonl"
	corporaName = "corpora"
)

// isPanel reports whether a collection is a panel.
func (c Collection) isPanel() bool { return c.has(panelName) && c.has(corporaName) }

// A panelQuestion is a line of a panel: what a person types, and what its answer has to show.
type panelQuestion struct {
	ID           string
	Corpus       string // the folder that is asked
	Kind         string // of question, a row of the table
	Question     string
	File         string   // a pattern of the paths of files that answer
	Answer       string   // a pattern of what answers
	Items        []string // in its place: patterns that are all wanted
	Unanswerable bool

	gold   *regexp.Regexp
	wanted []*regexp.Regexp
	pages  map[string]bool // of the evidence, such as "a.pdf#p2"; nil where none is known
}

// lookaround matches what patterns of Python have and those of Go lack, for one character: "(?<!-)"
// and "(?!-)".
var lookaround = regexp.MustCompile(`\(\?(<?)!(\\?[^\\()\[\]])\)`)

// compile reads the patterns. As in Python, those of an answer do not distinguish case.
func (q *panelQuestion) compile() (err error) {
	if q.Unanswerable {
		return nil
	}
	if q.Answer == "" && len(q.Items) == 0 && len(q.pages) == 0 {
		return errors.New("it has neither an answer nor items, and is not unanswerable")
	}
	read := func(pattern, flags string) (r *regexp.Regexp) {
		pattern = lookaround.ReplaceAllStringFunc(pattern, func(found string) string {
			parts := lookaround.FindStringSubmatch(found)
			edge := "$"
			if parts[1] != "" {
				edge = "^"
			}
			return "(?:" + edge + "|[^" + parts[2] + "])"
		})
		r, failed := regexp.Compile(flags + pattern)
		err = cmp.Or(err, failed)
		return r
	}
	q.gold = read(q.File, "")
	for _, pattern := range q.Items {
		q.wanted = append(q.wanted, read(pattern, "(?i)"))
	}
	if q.Answer != "" && q.wanted == nil {
		q.wanted = []*regexp.Regexp{read(q.Answer, "(?i)")}
	}
	return err
}

// A ShownAnswer is what a reader sees of the answer to a question.
type ShownAnswer struct {
	ID, Kind, Question string
	Unanswerable       bool
	HasWanted          bool // what answers it is known
	HasPages           bool // the pages of its evidence are known

	FileFirst, FileCited, PageCited bool
	// First reports whether what is wanted is in the first statement or in what that cites, Shown
	// whether it is in any, and Items the share of it that is.
	First, Shown bool
	Items        float64
	WordsTo      int // up to the end of what is wanted, where it is shown
	Words        int // of the statements

	Refused    bool
	HeldBack   bool // refused or uncertain
	Confidence float64
	Citations  int
	Cut        int // citations that begin or end in mid-sentence
	Took       time.Duration
}

func (s ShownAnswer) name() string { return s.ID }

// measurePanel asks the questions of a panel, one after the other, as a person would and without a
// model, and measures what a reader sees of the answers.
func (c Collection) measurePanel(ctx context.Context, o Options, s *Set) error {
	questions, err := readLines[panelQuestion](c.path(panelName))
	if err != nil {
		return err
	}
	folders := map[string]string{}
	for _, q := range questions {
		for _, parent := range []string{c.path(corporaName), filepath.Dir(c.folder)} {
			folder := filepath.Join(parent, filepath.FromSlash(q.Corpus))
			if info, err := os.Stat(folder); err == nil && info.IsDir() && filepath.IsLocal(q.Corpus) && folders[q.Corpus] == "" {
				folders[q.Corpus] = folder
			}
		}
		if folders[q.Corpus] == "" {
			return fmt.Errorf("question %s: there is no folder %s/%s", q.ID, corporaName, q.Corpus)
		}
	}
	return s.askPanel(ctx, o, questions, folders)
}

// askPanel asks questions of the folders of their corpora.
func (s *Set) askPanel(ctx context.Context, o Options, questions []panelQuestion, folders map[string]string) error {
	if len(questions) == 0 {
		return errors.New("there is no question")
	}
	byCorpus, corpora := map[string][]int{}, []string{}
	for i := range questions {
		q := &questions[i]
		if err := q.compile(); err != nil {
			return fmt.Errorf("question %s: %w", q.ID, err)
		}
		if byCorpus[q.Corpus] == nil {
			corpora = append(corpora, q.Corpus)
		}
		byCorpus[q.Corpus] = append(byCorpus[q.Corpus], i)
	}
	s.Answers = make([]ShownAnswer, len(questions))
	for _, corpus := range corpora {
		a, err := o.load(ctx, folders[corpus])
		if err != nil {
			return err
		}
		for _, i := range byCorpus[corpus] {
			if s.Answers[i], err = questions[i].ask(ctx, a); err != nil {
				err = fmt.Errorf("question %s: %w", questions[i].ID, err)
				break
			}
		}
		a.Close()
		if err != nil {
			return err
		}
	}
	s.Queries, s.Figures = len(questions), append(s.Figures, figuresOf(s.Answers)...)
	return nil
}

func (q panelQuestion) ask(ctx context.Context, a *agent.Agent) (ShownAnswer, error) {
	start := time.Now()
	r, err := a.Ask(ctx, agent.Request{Text: q.Question, Encoding: text.UTF8, Conversation: history.NoConversation}, nil)
	if err != nil {
		return ShownAnswer{}, err
	}
	took := time.Since(start)
	shown := q.judge(r)
	shown.Took, shown.Citations = took, len(r.Citations)
	for _, c := range r.Citations {
		isCut, err := isCutCitation(ctx, a, c)
		if err != nil {
			return shown, err
		}
		if isCut {
			shown.Cut++
		}
	}
	return shown, nil
}

// judge compares an answer with what is wanted of it.
func (q panelQuestion) judge(r *replies.Answer) ShownAnswer {
	const headWords = 150 // that are read of the first statement, and of its quotes
	s := ShownAnswer{
		ID: q.ID, Kind: q.Kind, Question: q.Question, Unanswerable: q.Unanswerable,
		HasWanted: len(q.wanted) > 0, HasPages: len(q.pages) > 0,
		Refused: r.Refused, HeldBack: r.Refused || r.Standing == replies.Uncertain, Confidence: r.Confidence,
	}
	if q.Unanswerable {
		return s
	}
	var quotes []string
	for i, c := range r.Citations {
		quotes = append(quotes, quoteOf(c))
		isGold := q.gold.MatchString(c.Path)
		s.FileFirst = s.FileFirst || i == 0 && isGold
		s.FileCited = s.FileCited || isGold
		s.PageCited = s.PageCited || q.pages[fmt.Sprintf("%s#p%d", c.Path, c.Page)]
	}
	if r.Refused {
		return s
	}
	var head, said, cited string
	for i, one := range statementsOf(r) {
		if i == 0 {
			first, quoted := strings.Fields(one.said), strings.Fields(one.quoted)
			head = strings.Join(slices.Concat(first[:min(headWords, len(first))], quoted[:min(headWords, len(quoted))]), " ")
		}
		said, cited = said+" "+one.said, cited+" "+one.quoted
	}
	said = visible(said)
	all := said + " " + visible(strings.Join(quotes, " ")) + " " + visible(cited)
	s.Words = len(strings.Fields(said))
	if !s.HasWanted {
		return s
	}
	_, s.First = lastEnd(q.wanted, head)
	s.Items = shareOf(q.wanted, func(w *regexp.Regexp) bool { return w.MatchString(all) })
	end, ok := lastEnd(q.wanted, said)
	if !ok {
		end, ok = lastEnd(q.wanted, all)
	}
	if s.Shown = ok; ok {
		s.WordsTo = len(strings.Fields(all[:end]))
	}
	return s
}

// lastEnd returns where the first match of the last pattern ends; ok is false if any matches nothing.
func lastEnd(patterns []*regexp.Regexp, in string) (end int, ok bool) {
	for _, p := range patterns {
		at := p.FindStringIndex(in)
		if at == nil {
			return 0, false
		}
		end = max(end, at[1])
	}
	return end, true
}

// A statement is what an answer says at once, with the quotes that it cites.
type statement struct{ said, quoted string }

var (
	itemStart  = regexp.MustCompile(`^([-*]|\d+\.)\s`)
	onlyCites  = regexp.MustCompile(`^(\[\d+\]\s*)*$`)
	citeNumber = regexp.MustCompile(`\[\d+\]`)
)

// statementsOf returns the statements of an answer in the order in which they are shown: its
// paragraphs and items, as a reader sees them.
func statementsOf(r *replies.Answer) []statement {
	var blocks []string
	isFenced := false
	for line := range strings.SplitSeq(r.Answer, "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			isFenced = !isFenced
		}
		isNew := !isFenced && (itemStart.MatchString(line) || strings.TrimSpace(line) == "")
		if isNew || len(blocks) == 0 {
			blocks = append(blocks, "")
		}
		blocks[len(blocks)-1] += line + "\n"
	}
	var all []statement
	for _, block := range blocks {
		block = strings.TrimSpace(block)
		if block == "" || len(all) > 0 && onlyCites.MatchString(block) {
			continue
		}
		one := statement{said: visible(block)}
		seen := map[string]bool{}
		for _, number := range citeNumber.FindAllString(block, -1) {
			i := slices.IndexFunc(r.Citations, func(c replies.Citation) bool { return number == fmt.Sprintf("[%d]", c.Number) })
			if i >= 0 && !seen[number] {
				one.quoted += " " + quoteOf(r.Citations[i])
			}
			seen[number] = true
		}
		one.quoted = visible(one.quoted)
		all = append(all, one)
	}
	return all
}

// quoteOf returns what is shown of a citation: its entry, or its quote where that is all.
func quoteOf(c replies.Citation) string {
	shown := c.Quote
	if len(shown) < len(c.Entry) {
		shown = c.Entry
	}
	return c.Path + ": " + shown
}

// visible returns a text on one line, without the marks of Markdown that nobody compares.
func visible(s string) string {
	return text.OneLine(strings.NewReplacer("`", "", "**", "", "\u200b", "", `\`, "").Replace(s))
}
