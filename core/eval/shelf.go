package eval

import (
	"context"
	"strings"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/retrieve"
)

// A shelf is a library of pieces: rows, sentences, chunks or pages, each a
// small document that is called by the name of its owner, "#" and its own.
type shelf struct {
	finder *retrieve.Retriever
	batches
}

func newShelf() *shelf {
	library := index.New()
	return &shelf{finder: &retrieve.Retriever{Library: library}, batches: newBatches(library)}
}

// put adds a piece. What was put can be found after a flush.
func (s *shelf) put(name, text string) {
	s.add(&document.Document{
		Identity: file.Identity{URI: file.FromPath("/" + name), Hash: file.HashOf(text)},
		Path:     name,
		Language: "plaintext",
		Text:     text,
	})
}

// rank gives the names of the best pieces; owners limits them to those of some
// owners, nil is all.
func (s *shelf) rank(ctx context.Context, question string, limit int, owners map[string]bool) ([]string, error) {
	query := retrieve.Query{Text: question, Limit: limit}
	if owners != nil {
		query.Within = func(e *index.Entry) bool { return owners[owner(e.Path)] }
	}
	return s.finder.Rank(ctx, query)
}

// owner is whose piece a name is.
func owner(name string) string {
	if i := strings.LastIndexByte(name, '#'); i >= 0 {
		return name[:i]
	}
	return name
}

// owners of the relevant pieces.
func (q question) owners() map[string]bool {
	all := map[string]bool{}
	for name := range q.grades {
		all[owner(name)] = true
	}
	return all
}

// A ranking of pieces, of all and of those of the right owners alone.
type ranking struct {
	question
	all, inside []string
}

// askFor ranks the pieces of a shelf for each question.
func (s *shelf) askFor(ctx context.Context, questions []question) ([]ranking, error) {
	return askAll(questions, func(q question) (ranking, error) {
		all, err := s.rank(ctx, q.Text, depth, nil)
		if err != nil {
			return ranking{}, err
		}
		inside, err := s.rank(ctx, q.Text, depth, q.owners())
		return ranking{q, all, inside}, err
	})
}

// batches puts documents into a library, many at once, since each time makes a
// new snapshot.
type batches struct {
	library *index.Library
	held    []*document.Document
}

const batchSize = 64

func newBatches(l *index.Library) batches { return batches{library: l} }

func (b *batches) add(d *document.Document) {
	b.held = append(b.held, d)
	if len(b.held) == batchSize {
		b.flush()
	}
}

// flush puts what is held.
func (b *batches) flush() {
	b.library.Put(b.held...)
	b.held = b.held[:0]
}
