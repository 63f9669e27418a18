package eval

import (
	"context"
	"io/fs"
	"strings"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/search/retrieve"
)

// A shelf is a library of documents that stand on no disk, searched as the product
// searches files. What was put can be found once the shelf was opened; from then on
// any number of goroutines may use it. It is the file.Source of its documents.
type shelf struct {
	library *index.Library
	held    []*document.Document // that the library does not have yet
	files   map[file.URI]file.File
	finder  *retrieve.Retriever // nil until it is opened
}

func newShelf() *shelf {
	return &shelf{library: index.New(), files: map[file.URI]file.File{}}
}

// batchSize is how many documents get into the library together, since each time
// makes a new snapshot.
const batchSize = 64

// shelve puts a file and what a parser made of it.
func (s *shelf) shelve(f file.File, d *document.Document) {
	s.files[f.URI] = f
	s.held = append(s.held, d)
	if len(s.held) == batchSize {
		s.flush()
	}
}

func (s *shelf) flush() {
	s.library.Put(s.held...)
	s.held = s.held[:0]
}

// open makes the finder.
func (s *shelf) open(o Options) {
	s.flush()
	finder := o.Finder
	finder.Library, finder.Source, finder.Parsers = s.library, s, o.Parsers
	if finder.Meaning = nil; finder.Lexicon != nil {
		finder.Meaning = retrieve.Weigh(s.library, finder.Lexicon)
	}
	s.finder = &finder
}

// Read implements file.Source.
func (s *shelf) Read(_ context.Context, u file.URI) (file.File, error) {
	f, ok := s.files[u]
	if !ok {
		return file.File{}, fs.ErrNotExist
	}
	return f, nil
}

// A piece is a row, a chunk or a page as a small document of its own.
// It is called by the name of its owner, "#" and its own.
type piece struct {
	name  string
	title string // "" for none
	text  string // without the title
}

// put shelves a piece. It says its title as a file does: on top of its text.
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
	d := document.New(f)
	d.Title = p.title
	s.shelve(f, d)
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
