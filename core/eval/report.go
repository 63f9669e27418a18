package eval

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// WriteTables prints the figures for people: a row for each set that judges
// documents, with their plain mean, then a row for each other measure, and the answers of each
// set that has any.
func (r Report) WriteTables(w io.Writer, form Form) error {
	documents := Table{Head: []string{"set", "queries"}}
	spell := strings.NewReplacer("ndcg", "nDCG", "mrr", "MRR", "r@", "R@") // as books do
	for _, f := range r.Macro {
		documents.Head = append(documents.Head, spell.Replace(f.Name))
	}
	documents.Head = append(documents.Head, "seconds")
	addRow := func(name, queries string, figures []Figure, seconds string) {
		row := []string{name, queries}
		for _, f := range figures {
			row = append(row, decimals(f.Value))
		}
		documents.Add(append(row, seconds)...)
	}
	others := Table{Head: []string{"set", "measure", "queries", "value"}}
	for _, s := range r.Sets {
		if len(s.Documents) > 0 {
			addRow(s.Name, strconv.Itoa(s.Queries), s.Documents, fmt.Sprintf("%.1f", s.Elapsed.Seconds()))
		}
		if len(s.Answers) > 0 {
			continue
		}
		for _, f := range s.Figures {
			others.Add(s.Name, f.Name, strconv.Itoa(f.Questions), decimals(f.Value))
		}
		if s.LeftOut > 0 {
			others.Add(s.Name, "left out", strconv.Itoa(s.LeftOut), "")
		}
	}
	if len(documents.Rows) > 0 {
		addRow("macro", "", r.Macro, "")
	}
	if err := WriteTables(w, form, documents, others); err != nil {
		return err
	}
	for i, s := range r.Sets {
		if len(s.Answers) == 0 {
			continue
		}
		above := ""
		if i > 0 {
			above = "\n"
		}
		if _, err := fmt.Fprintf(w, "%s%s, %d questions\n\n", above, s.Name, s.Queries); err != nil {
			return err
		}
		if err := WriteTables(w, form, answerTable(s.Answers, true)); err != nil {
			return err
		}
		if _, err := io.WriteString(w, s.answerSentences()); err != nil {
			return err
		}
	}
	return nil
}

// WriteJSON prints the figures for programs: for each set its questions and, by
// their names, its figures.
func (r Report) WriteJSON(w io.Writer) error {
	out := struct {
		Sets  map[string]map[string]any `json:"sets"`
		Macro map[string]any            `json:"macro"`
	}{map[string]map[string]any{}, numbers(r.Macro)}
	for _, s := range r.Sets {
		all := numbers(s.all())
		all["queries"] = s.Queries
		if s.LeftOut > 0 {
			all["left_out"] = s.LeftOut
		}
		if kinds := kindsOf(s.Answers); len(kinds) > 1 {
			byKind := map[string]any{}
			for _, kind := range kinds {
				byKind[kind.name] = numbers(figuresOf(kind.answers))
			}
			all["kinds"] = byKind
		}
		out.Sets[s.Name] = all
	}
	return WriteJSON(w, out)
}

// WriteJSON prints a value for programs.
func WriteJSON(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(value)
}

// numbers returns the values of figures by their names.
func numbers(figures []Figure) map[string]any {
	all := map[string]any{}
	for _, f := range figures {
		all[f.Name] = f.Value
	}
	return all
}

// An answerKind is the answers to the questions of one kind.
type answerKind struct {
	name    string
	answers []ShownAnswer
}

// kindsOf returns the answers to answerable questions by kind, in the order of the questions.
func kindsOf(all []ShownAnswer) []answerKind {
	var kinds []answerKind
	for _, a := range all {
		if a.Unanswerable {
			continue
		}
		i := slices.IndexFunc(kinds, func(k answerKind) bool { return k.name == a.Kind })
		if i < 0 {
			i, kinds = len(kinds), append(kinds, answerKind{name: a.Kind})
		}
		kinds[i].answers = append(kinds[i].answers, a)
	}
	return kinds
}

// figuresOf returns the figures of answers. confidence_auc is how often the confidence is greater
// in a question that is answered rightly than in one without an answer.
func figuresOf(all []ShownAnswer) []Figure {
	answerable, unanswerable, right := splitAnswers(all)
	var s Set
	s.add("file_first", scores(answerable, func(a ShownAnswer) float64 { return one(a.FileFirst) }))
	s.add("file_cited", scores(answerable, func(a ShownAnswer) float64 { return one(a.FileCited) }))
	if slices.ContainsFunc(answerable, func(a ShownAnswer) bool { return a.HasPages }) {
		s.add("page_cited", scores(answerable, func(a ShownAnswer) float64 { return one(a.PageCited) }))
	}
	if slices.ContainsFunc(answerable, func(a ShownAnswer) bool { return a.HasWanted }) {
		s.add("answer_first", scores(answerable, func(a ShownAnswer) float64 { return one(a.First) }))
		s.add("answer_shown", scores(answerable, func(a ShownAnswer) float64 { return one(a.Shown) }))
		s.add("items_shown", scores(answerable, func(a ShownAnswer) float64 { return a.Items }))
	}
	s.add("cut_citations", scores(answerable, func(a ShownAnswer) float64 { return share(a.Cut, a.Citations) }))
	s.add("wrongly_refused", scores(answerable, func(a ShownAnswer) float64 { return one(a.Refused) }))
	s.add("wrongly_held_back", scores(answerable, func(a ShownAnswer) float64 { return one(a.HeldBack) }))
	s.add("rightly_refused", scores(unanswerable, func(a ShownAnswer) float64 { return one(a.Refused) }))
	s.add("rightly_held_back", scores(unanswerable, func(a ShownAnswer) float64 { return one(a.HeldBack) }))
	if len(right) > 0 && len(unanswerable) > 0 {
		confidence := func(a ShownAnswer) float64 { return a.Confidence }
		auc := separation(values(right, confidence), values(unanswerable, confidence))
		s.Figures = append(s.Figures, Figure{Name: "confidence_auc", Value: auc, Questions: len(right) + len(unanswerable)})
	}
	return s.Figures
}

// splitAnswers returns the answers to answerable questions, those to the others, and which of the
// first show all that is wanted.
func splitAnswers(all []ShownAnswer) (answerable, unanswerable, right []ShownAnswer) {
	for _, a := range all {
		switch {
		case a.Unanswerable:
			unanswerable = append(unanswerable, a)
			continue
		case a.Shown:
			right = append(right, a)
		}
		answerable = append(answerable, a)
	}
	return answerable, unanswerable, right
}

// answerTable has a row for each kind of answerable question, and one for all. A column that no
// question allows is left out, and so are the seconds where they are not wanted.
func answerTable(all []ShownAnswer, withSeconds bool) Table {
	kinds := kindsOf(all)
	answerable, _, _ := splitAnswers(all)
	kinds = append(kinds, answerKind{"all", answerable})
	percent := func(of func(ShownAnswer) bool) func([]ShownAnswer) string {
		return func(as []ShownAnswer) string { return fmt.Sprintf("%.0f %%", 100*shareOf(as, of)) }
	}
	count := func(of func(ShownAnswer) int) func([]ShownAnswer) string {
		return func(as []ShownAnswer) string {
			n := 0
			for _, a := range as {
				n += of(a)
			}
			return strconv.Itoa(n)
		}
	}
	number := func(is func(ShownAnswer) bool) func([]ShownAnswer) string {
		return count(func(a ShownAnswer) int { return int(one(is(a))) })
	}
	anyOf := func(is func(ShownAnswer) bool) bool { return slices.ContainsFunc(answerable, is) }
	hasWanted := anyOf(func(a ShownAnswer) bool { return a.HasWanted })
	hasPages := anyOf(func(a ShownAnswer) bool { return a.HasPages })
	t := Table{Head: []string{"kind"}, Rows: make([][]string, len(kinds))}
	for i, k := range kinds {
		t.Rows[i] = []string{k.name}
	}
	for _, column := range []struct {
		isThere bool
		name    string
		of      func([]ShownAnswer) string
	}{
		{true, "n", func(as []ShownAnswer) string { return strconv.Itoa(len(as)) }},
		{true, "file 1st", percent(func(a ShownAnswer) bool { return a.FileFirst })},
		{true, "file cited", percent(func(a ShownAnswer) bool { return a.FileCited })},
		{hasPages, "evidence page cited", number(func(a ShownAnswer) bool { return a.PageCited })},
		{hasWanted, "answer 1st", percent(func(a ShownAnswer) bool { return a.First })},
		{hasWanted, "answer shown", percent(func(a ShownAnswer) bool { return a.Shown })},
		{hasWanted, "items shown", func(as []ShownAnswer) string {
			return fmt.Sprintf("%.0f %%", 100*average(values(as, func(a ShownAnswer) float64 { return a.Items })))
		}},
		{hasWanted, "words to it", func(as []ShownAnswer) string {
			_, _, right := splitAnswers(as)
			return median(values(right, func(a ShownAnswer) int { return a.WordsTo }))
		}},
		{true, "words in all", func(as []ShownAnswer) string { return median(values(as, func(a ShownAnswer) int { return a.Words })) }},
		{true, "held back", number(func(a ShownAnswer) bool { return a.HeldBack })},
		{hasPages, "wrongly refused", number(func(a ShownAnswer) bool { return a.Refused })},
		{true, "cut citations", count(func(a ShownAnswer) int { return a.Cut })},
		{withSeconds, "seconds", func(as []ShownAnswer) string {
			return fmt.Sprintf("%.2f", average(values(as, func(a ShownAnswer) float64 { return a.Took.Seconds() })))
		}},
	} {
		if !column.isThere {
			continue
		}
		t.Head = append(t.Head, column.name)
		for i, k := range kinds {
			t.Rows[i] = append(t.Rows[i], column.of(k.answers))
		}
	}
	return t
}

// median returns the middle one of numbers, or the mean of the two in the middle, as text: "-" of
// none.
func median(numbers []int) string {
	if len(numbers) == 0 {
		return "-"
	}
	slices.Sort(numbers)
	n := len(numbers)
	return fmt.Sprintf("%.0f", float64(numbers[(n-1)/2]+numbers[n/2])/2)
}

// answerSentences says how well the answers hold back what the files do not answer, "" where all
// questions can be answered.
func (s Set) answerSentences() string {
	var b strings.Builder
	if s.LeftOut > 0 {
		fmt.Fprintf(&b, "\nLeft out, since what they ask is missing: %d.\n", s.LeftOut)
	}
	answerable, unanswerable, right := splitAnswers(s.Answers)
	if len(unanswerable) == 0 {
		return b.String()
	}
	count := func(as []ShownAnswer, is func(ShownAnswer) bool) (n int) {
		for _, a := range as {
			n += int(one(is(a)))
		}
		return n
	}
	isHeld := func(a ShownAnswer) bool { return a.HeldBack }
	below := func(as []ShownAnswer, bar float64) int {
		return count(as, func(a ShownAnswer) bool { return a.Confidence < bar })
	}
	fmt.Fprintf(&b, "\nUnanswerable: %d of %d refused or flagged (%d refused). Answerable: %d of %d refused or flagged, wrongly.\n",
		count(unanswerable, isHeld), len(unanswerable), count(unanswerable, func(a ShownAnswer) bool { return a.Refused }),
		count(answerable, isHeld), len(answerable))
	if len(right) == 0 {
		return b.String()
	}
	best, bar := -1.0, 0.0
	for i := range 101 { // the highest of the best bars
		at := float64(i) / 100
		if gain := 1 - share(below(right, at), len(right)) + share(below(unanswerable, at), len(unanswerable)); gain >= best {
			best, bar = gain, at
		}
	}
	auc := s.Figures[len(s.Figures)-1].Value
	fmt.Fprintf(&b, "AUC of the confidence, rightly answered (%d) against unanswerable (%d): %.3f.\n", len(right), len(unanswerable), auc)
	fmt.Fprintf(&b, "A bar at %.2f would hold back %d of %d unanswerable ones and %d of %d right ones.\n",
		bar, below(unanswerable, bar), len(unanswerable), below(right, bar), len(right))
	return b.String()
}
