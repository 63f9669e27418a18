package eval

import (
	"context"
	"io/fs"
	"strings"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
)

// A catalog is a library of documents that are on no disk, searched as the product
// searches files. What was put can be found once the catalog was opened; from then on
// any number of goroutines may use it. It is the file.Source of its documents.
type catalog struct {
	library *index.Library
	held    []*document.Document // that the library does not have yet
	files   map[file.URI]file.File
	finder  *retrieve.Retriever // nil until it is opened
}

func newCatalog() *catalog {
	return &catalog{library: index.New(), files: map[file.URI]file.File{}}
}

// batchSize is how many documents get into the library together, since each time
// makes a new snapshot.
const batchSize = 64

// addFile adds a file and what a parser made of it.
func (s *catalog) addFile(f file.File, d *document.Document) {
	s.files[f.URI] = f
	s.held = append(s.held, d)
	if len(s.held) == batchSize {
		s.flush()
	}
}

func (s *catalog) flush() {
	s.library.Put(s.held...)
	s.held = s.held[:0]
}

// open makes the finder.
func (s *catalog) open(o Options) {
	s.flush()
	finder := o.Finder
	finder.Library, finder.Source, finder.Parsers = s.library, s, o.Parsers
	if finder.Meaning = nil; finder.Lexicon != nil {
		finder.Meaning = retrieve.Weigh(s.library, finder.Lexicon)
	}
	s.finder = &finder
}

// Read implements file.Source.
func (s *catalog) Read(_ context.Context, u file.URI) (file.File, error) {
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

// put adds a piece. Its title is the first line, as in a file.
func (s *catalog) put(p piece) {
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
	s.addFile(f, d)
}

// rank returns the names of the best pieces; owners limits them to those of some
// owners, nil is all.
func (s *catalog) rank(ctx context.Context, typed string, limit int, owners map[string]bool) ([]string, error) {
	query := retrieve.Query{Question: question.Of(typed), Limit: limit}
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
func (q labelled) owners() map[string]bool {
	all := map[string]bool{}
	for name := range q.grades {
		all[owner(name)] = true
	}
	return all
}

// A ranking of pieces, of all and of those of the right owners alone.
type ranking struct {
	labelled
	all, inside []string
}

// askFor ranks the pieces of a catalog for each question.
func (s *catalog) askFor(ctx context.Context, questions []labelled) ([]ranking, error) {
	return AskAll(questions, func(q labelled) (ranking, error) {
		all, err := s.rank(ctx, q.Text, depth, nil)
		if err != nil {
			return ranking{}, err
		}
		inside, err := s.rank(ctx, q.Text, depth, q.owners())
		return ranking{q, all, inside}, err
	})
}
