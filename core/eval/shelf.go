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
// small document that is called by the name of its owner, "#" and its own. What
// was put can be found once the shelf was opened.
type shelf struct {
	texts  texts
	finder *retrieve.Retriever // nil until it is opened
	batches
}

func newShelf() *shelf { return &shelf{texts: texts{}, batches: newBatches(index.New())} }

// A piece is what stands on a shelf.
type piece struct {
	name  string
	title string // "" for none
	text  string // without the title
}

// put adds a piece. It says its title as a file does: on top of its text.
func (s *shelf) put(p piece) {
	content := p.text
	if p.title != "" {
		content = p.title + "\n\n" + content
	}
	f := file.File{
		Identity: file.Identity{URI: file.FromPath("/" + p.name), Hash: file.HashOf(content)},
		Path:     p.name,
		Content:  content,
		Language: "plaintext",
	}
	s.texts[f.URI] = f
	d := document.New(f)
	d.Title = p.title
	s.add(d)
}

// open has the pieces ranked as the product ranks files.
func (s *shelf) open(o Options) {
	s.flush()
	s.finder = o.finderOf(s.texts, s.library)
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
