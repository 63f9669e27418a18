package eval

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"sync"

	"docuquest/core/code/annotate"
	"docuquest/core/code/notes"
	"docuquest/core/file"
	"docuquest/core/file/disk"
	"docuquest/core/language/thesaurus"
	"docuquest/core/search/retrieve"
)

// NoteOptions say which notes, made by rules, have a say in the order of documents.
type NoteOptions struct {
	Without []notes.Kind // whose tables are not asked
}

// An annotated corpus is one with the notes on all of its documents.
type annotated struct {
	*shelf
	rules   *annotate.Rules
	index   *notes.Index
	without []notes.Kind
}

// annotate makes the notes of all documents of a shelf.
func (s *shelf) annotate(o Options) (*annotated, error) {
	if s.finder.Meaning == nil {
		return nil, errors.New("notes are compared by vectors, and there are none")
	}
	a := &annotated{shelf: s, without: o.Notes.Without}
	w := annotate.Workspace{Lexicon: s.finder.Lexicon, Weight: s.finder.Meaning.Of, Nouns: thesaurus.Lookup}
	w.Documents, w.Holding = annotate.Counts(s.library)
	a.rules = annotate.NewRules(w)
	a.index = notes.New(w.Lexicon.Dimensions(), a.rules.Vector)
	_, err := askAll(slices.Collect(maps.Values(s.files)), func(f file.File) (struct{}, error) {
		a.index.Put(f.URI, a.rules.Annotate(o.Parsers.Parse(f)))
		return struct{}{}, nil
	})
	return a, err
}

// A rankedBoth is a question with the documents that a search finds, those that notes
// lead to, and those of both together, best first.
type rankedBoth struct {
	searched, noted, both []string
}

// rank asks for documents in all three ways.
func (a *annotated) rank(ctx context.Context, question string) (r rankedBoth, err error) {
	query := retrieve.Query{Text: question, Limit: depth}
	if r.searched, err = a.finder.Rank(ctx, query); err != nil {
		return r, err
	}
	query.Notes = a.explore(question)
	for _, f := range query.Notes.Found.Files() {
		r.noted = append(r.noted, f.Path)
	}
	r.noted = r.noted[:min(depth, len(r.noted))]
	r.both, err = a.finder.Rank(ctx, query)
	return r, err
}

// explore searches the notes by the query that rules make of a question, without the
// tables that are left out.
func (a *annotated) explore(question string) *retrieve.Exploration {
	q := a.rules.Ask(question)
	for _, k := range a.without {
		q.Of[k].Vector = nil
	}
	return &retrieve.Exploration{Query: q, Found: a.index.Search(q)}
}

// withNotes puts the documents of findings into the order that notes and the search give
// together. Answers stay those of the product.
func (c *corpus) withNotes(ctx context.Context, o Options, findings []finding) error {
	a, err := c.annotate(o)
	if err != nil {
		return err
	}
	ranked, err := askAll(findings, func(f finding) (rankedBoth, error) { return a.rank(ctx, f.Text) })
	if err != nil {
		return err
	}
	for i, r := range ranked {
		findings[i].ranked, findings[i].metrics = r.both, judge(r.both, findings[i].grades)
	}
	return nil
}

// measureNotes asks the questions of a question file of a folder, and says for which of
// them one of the first five documents is wanted: of the search, of the notes and of both.
func (c collection) measureNotes(ctx context.Context, o Options, s *Set) error {
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
	ranked, err := askAll(questions, func(q fileQuestion) (rankedBoth, error) { return a.rank(ctx, q.Question) })
	if err != nil {
		return err
	}
	shown, err := askAll(questions, func(q fileQuestion) (prompted, error) { return a.prompt(ctx, q.Question) })
	if err != nil {
		return err
	}
	s.Queries = len(questions)
	s.addNoted(questions, ranked)
	s.addPrompted(questions, shown)
	return nil
}

// annotateFiles makes the notes of the files that questions are asked of, if all that they
// want is among them.
func (c collection) annotateFiles(ctx context.Context, o Options, questions []fileQuestion) (*annotated, error) {
	folder, err := filepath.Abs(cmp.Or(o.Files, c.filesFolder()))
	if err != nil {
		return nil, err
	}
	if err := checkFiles(questions, folder); err != nil {
		return nil, err
	}
	s, err := shelveFolder(ctx, o, folder)
	if err != nil {
		return nil, err
	}
	return s.annotate(o)
}

// addNoted adds the figures of the three ways.
func (s *Set) addNoted(questions []fileQuestion, ranked []rankedBoth) {
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
			accurate = append(accurate, Score{q.Question, q.accuracy(way.of(ranked[i]))})
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
}

// accuracy is 1 if one of the first documents is wanted.
func (q fileQuestion) accuracy(ranked []string) float64 {
	for _, path := range ranked[:min(foundDepth, len(ranked))] {
		if slices.ContainsFunc(q.Want, func(w want) bool { return isWanted(w.Path, path) }) {
			return 1
		}
	}
	return 0
}

// shelveFolder reads all files of a folder, by an absolute path, as the product does.
func shelveFolder(ctx context.Context, o Options, folder string) (*shelf, error) {
	workspace, err := disk.Open([]string{folder}, disk.Options{})
	if err != nil {
		return nil, err
	}
	s := newShelf()
	var mu sync.Mutex // guards s
	_, err = workspace.Scan(ctx, func(batch []file.Change) {
		for _, c := range batch {
			parsed := o.Parsers.Skim(c.File)
			mu.Lock()
			s.shelve(c.File, parsed)
			mu.Unlock()
		}
	})
	if err != nil {
		return nil, err
	}
	s.open(o)
	return s, nil
}
