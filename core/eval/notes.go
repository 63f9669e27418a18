package eval

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"sync"

	"docuquest/core/answer"
	"docuquest/core/code/annotate"
	"docuquest/core/code/notes"
	"docuquest/core/file"
	"docuquest/core/file/disk"
	"docuquest/core/language/thesaurus"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
)

// NoteOptions say which notes, made by rules, count in the order of documents.
type NoteOptions struct {
	Without []notes.Kind // whose tables are not asked
}

// An annotated corpus is one with the notes on all of its documents.
type annotated struct {
	*catalog
	rules   *annotate.Rules
	index   *notes.Index
	without []notes.Kind
}

// annotate makes the notes of all documents of a catalog.
func (s *catalog) annotate(o Options) (*annotated, error) {
	if s.finder.Meaning == nil {
		return nil, errors.New("notes are compared by vectors, and there are none")
	}
	a := &annotated{catalog: s, without: o.Notes.Without}
	w := annotate.Workspace{Lexicon: s.finder.Lexicon, Weight: s.finder.Meaning.Of, Nouns: thesaurus.Lookup}
	w.Documents, w.Holding = annotate.Counts(s.library)
	a.rules = annotate.NewRules(w)
	a.index = notes.New(w.Lexicon.Dimensions(), a.rules.Vector)
	_, err := AskAll(slices.Collect(maps.Values(s.files)), func(f file.File) (struct{}, error) {
		a.index.Put(f.URI, a.rules.Annotate(o.Parsers.Parse(f)))
		return struct{}{}, nil
	})
	return a, err
}

// A rankedBoth is a question with the documents that a search finds, that notes
// lead to, and that both find together, best first.
type rankedBoth struct {
	searched, noted, both []string
}

// rank asks for documents in all three ways.
func (a *annotated) rank(ctx context.Context, typed string) (r rankedBoth, err error) {
	query := retrieve.Query{Question: question.Of(typed), Limit: depth}
	if r.searched, err = a.finder.Rank(ctx, query); err != nil {
		return r, err
	}
	query.Notes = a.explore(typed)
	for _, f := range query.Notes.Found.Files() {
		r.noted = append(r.noted, f.Path)
	}
	r.noted = r.noted[:min(depth, len(r.noted))]
	r.both, err = a.finder.Rank(ctx, query)
	return r, err
}

// explore searches the notes by the query that rules make of a question, without the
// tables that are left out.
func (a *annotated) explore(typed string) *retrieve.Exploration {
	q := a.rules.Ask(question.Of(typed))
	for _, k := range a.without {
		q.Of[k].Vector = nil
	}
	return &retrieve.Exploration{Query: q, Found: a.index.Search(q)}
}

// measureNotes asks the questions of a question file of a folder, and measures for which of
// them one of the first five documents is wanted: of the search, of the notes and of both.
func (c Collection) measureNotes(ctx context.Context, o Options, s *Set) error {
	questions, err := readLines[fileQuestion](c.path(c.file))
	if err != nil {
		return err
	}
	questions = slices.DeleteFunc(questions, func(q fileQuestion) bool { return q.Refuse })
	if len(questions) == 0 {
		return errors.New("the file holds no question that wants a document")
	}
	a, err := c.annotateFiles(ctx, o, questions)
	if err != nil {
		return err
	}
	ranked, err := AskAll(questions, func(q fileQuestion) (rankedBoth, error) { return a.rank(ctx, q.Question) })
	if err != nil {
		return err
	}
	shown, err := AskAll(questions, func(q fileQuestion) (prompted, error) { return a.prompt(ctx, q.Question) })
	if err != nil {
		return err
	}
	s.Queries = len(questions)
	for _, way := range []struct {
		name string
		of   func(rankedBoth) []string
	}{
		{"search_acc@5", func(r rankedBoth) []string { return r.searched }},
		{"notes_acc@5", func(r rankedBoth) []string { return r.noted }},
		{"both_acc@5", func(r rankedBoth) []string { return r.both }},
	} {
		var accurate []Score
		for i, q := range questions {
			ranked := way.of(ranked[i])
			accurate = append(accurate, Score{q.Question, one(slices.ContainsFunc(ranked[:min(foundDepth, len(ranked))], q.wantsFile))})
		}
		s.add(way.name, accurate)
	}
	for i, q := range questions {
		p := Placing{Question: q.Question}
		for _, wanted := range q.paths() {
			p.Documents = append(p.Documents, firstRank(ranked[i].both, func(path string) bool { return isWanted(wanted, path) }))
		}
		s.Placings = append(s.Placings, p)
	}
	s.addPrompted(questions, shown)
	return nil
}

// annotateFiles makes the notes of the files that questions are asked of, if everything that they
// want is among them.
func (c Collection) annotateFiles(ctx context.Context, o Options, questions []fileQuestion) (*annotated, error) {
	folder, err := filepath.Abs(cmp.Or(o.Files, c.filesFolder()))
	if err != nil {
		return nil, err
	}
	if err := checkFiles(questions, folder); err != nil {
		return nil, err
	}
	workspace, err := disk.Open([]string{folder}, disk.Options{})
	if err != nil {
		return nil, err
	}
	files := newCatalog()
	var mu sync.Mutex // guards files
	_, err = workspace.Scan(ctx, func(batch []file.Change) {
		for _, c := range batch {
			parsed := o.Parsers.Skim(c.File)
			mu.Lock()
			files.addFile(c.File, parsed)
			mu.Unlock()
		}
	})
	if err != nil {
		return nil, err
	}
	files.open(o)
	return files.annotate(o)
}

// wantsFile reports whether the question wants a file.
func (q fileQuestion) wantsFile(path string) bool {
	return slices.ContainsFunc(q.Want, func(w want) bool { return isWanted(w.Path, path) })
}

// A prompted question is one with what a model would be shown for it with notes, in both
// possible orders. Without a model nobody knows from which order it answers
// better; what can be measured is the place of the wanted file, and how often a passage
// follows another of the same file.
type prompted struct {
	hits   []retrieve.Hit
	orders [2][]int // by answer.Order, the numbers of hits
}

// prompt finds what a model would be shown.
func (a *annotated) prompt(ctx context.Context, typed string) (prompted, error) {
	found, err := a.finder.Find(ctx, retrieve.Query{
		Question: question.Of(typed), Limit: depth, Passages: notes.DefaultBest, Notes: a.explore(typed),
	})
	if err != nil {
		return prompted{}, err
	}
	p := prompted{hits: found.Hits}
	for _, o := range []answer.Order{answer.ByScore, answer.ByPlace} {
		p.orders[o] = o.Select(found.Hits, answer.DefaultBudget)
	}
	return p, nil
}

// first is one divided by the place of the first passage of a wanted file, 0 if none is
// shown.
func (p prompted) first(o answer.Order, q fileQuestion) float64 {
	at := slices.IndexFunc(p.orders[o], func(hit int) bool {
		return q.wantsFile(p.hits[hit].Document.Path)
	})
	if at < 0 {
		return 0
	}
	return 1 / float64(1+at)
}

// together is the share of the passages after the first one that follow another of the
// same file.
func (p prompted) together(o answer.Order) float64 {
	same, shown := 0, p.orders[o]
	for i := 1; i < len(shown); i++ {
		if p.hits[shown[i]].Document == p.hits[shown[i-1]].Document {
			same++
		}
	}
	return share(same, len(shown)-1)
}

// addPrompted adds the figures of both orders.
func (s *Set) addPrompted(questions []fileQuestion, all []prompted) {
	figure := func(name string, of func(prompted, fileQuestion) float64) {
		var scores []Score
		for i, q := range questions {
			scores = append(scores, Score{q.Question, of(all[i], q)})
		}
		s.add(name, scores)
	}
	figure("prompt_holds", func(p prompted, q fileQuestion) float64 {
		if p.first(answer.ByScore, q) > 0 {
			return 1
		}
		return 0
	})
	for _, order := range []struct {
		name string
		answer.Order
	}{{"score", answer.ByScore}, {"place", answer.ByPlace}} {
		figure("prompt_mrr_by_"+order.name, func(p prompted, q fileQuestion) float64 { return p.first(order.Order, q) })
		figure("prompt_together_by_"+order.name, func(p prompted, _ fileQuestion) float64 { return p.together(order.Order) })
	}
}
