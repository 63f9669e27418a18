package eval

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"docuquest/core/annotate"
	"docuquest/core/file"
	"docuquest/core/file/disk"
	"docuquest/core/notes"
	"docuquest/core/retrieve"
	"docuquest/core/thesaurus"
)

// NoteOptions say which notes, made by rules, have a say in the order of documents.
type NoteOptions struct {
	Without []notes.Kind // whose tables are not asked
}

// How notes are put beside a search. These are round figures among many that give about
// the same: what notes add is little, and which of them are the best is chance.
const (
	// notesWeight is what the best file by notes adds to its score. That of a search is
	// about 3 for a file that holds all that was asked for.
	notesWeight = 0.1
	noteHits    = 100 // of each table
	noteChunks  = 300
)

// noteWeights are what the tables count. The words of summaries and synonyms tell what is
// meant; those of the others stand in the text itself, where the search has seen them.
var noteWeights = [notes.Kinds]float64{
	notes.Summaries: 1, notes.Synonyms: 1,
	notes.Keywords: 0.5, notes.Tags: 0.5, notes.Dependencies: 0.5,
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
func (a *annotated) rank(ctx context.Context, question string) (rankedBoth, error) {
	query := retrieve.Query{Text: question, Limit: depth, Passages: readPassages, Knee: true, Explain: true}
	found, err := a.finder.Find(ctx, query)
	if err != nil {
		return rankedBoth{}, err
	}
	files := a.index.Search(a.ask(question)).Files()
	r := rankedBoth{searched: found.Ranked, both: fuse(found.Trace.Course.Looked, files)}
	for _, f := range files[:min(depth, len(files))] {
		r.noted = append(r.noted, f.Path)
	}
	return r, nil
}

// ask is the query that rules make of a question, without the tables that are left out.
func (a *annotated) ask(question string) notes.Query {
	q := a.rules.Ask(question)
	q.Best = noteChunks
	for k := range q.Of {
		q.Of[k].MaxHits, q.Of[k].Weight = noteHits, noteWeights[k]
	}
	for _, k := range a.without {
		q.Of[k].Vector = nil
	}
	return q
}

// fuse adds what notes say of files to what a search says. A file that the search did not
// look at stands with the last of those that it did.
func fuse(looked []retrieve.TracedPlace, noted []notes.ScoredFile) []string {
	scores := map[string]float64{}
	last := 0.0
	for _, p := range looked {
		last = p.Score()
		scores[p.Path] = last
	}
	for _, f := range noted {
		if _, known := scores[f.Path]; !known {
			scores[f.Path] = last
		}
		scores[f.Path] += notesWeight * f.Score / noted[0].Score
	}
	paths := slices.SortedFunc(maps.Keys(scores), func(a, b string) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), strings.Compare(a, b))
	})
	return paths[:min(depth, len(paths))]
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
	s.Queries = len(questions)
	s.addNoted(questions, ranked)
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
