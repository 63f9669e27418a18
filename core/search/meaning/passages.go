package meaning

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"sync"

	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/search/embed"
)

// Passages are the vectors that an embedder makes of the passages of files. They are
// kept by the content of a file: a text that was seen before is never sent again, and
// vectors of another text than a file has now are never compared with anything.
//
// The three fields are set once, before it is used. Then any number of goroutines may
// use it.
type Passages struct {
	Embedder embed.Embedder
	Kept     Kept
	Chunks   chunk.Options // how files are cut, but for tables: as many rows as fit make a passage

	mu     sync.Mutex // guards recent
	recent []asked    // the latest first
}

// Kept is where the vectors of one embedder are kept, and of no other. Keys are made of
// lower-case letters and digits. Its methods may be called by any number of goroutines.
type Kept interface {
	// Load gives what was kept under a key. The bytes are the caller's.
	Load(key string) ([]byte, bool)
	// Keep keeps bytes, which it does not hold on to, under a key.
	Keep(key string, content []byte) error
	// Has reports whether something is kept under a key.
	Has(key string) bool
	// Drop forgets what is kept under a key, if anything is.
	Drop(key string)
	// Empty reports whether nothing was kept yet.
	Empty() bool
}

// ErrNoVectors says that no file has vectors yet, so that a question needs none.
var ErrNoVectors = errors.New("no file has vectors yet")

// passagesOfFile is how many passages of one file have vectors, about 2 MB of text.
const passagesOfFile = 2048

// Question makes the vector of a question and gives what compares it with files: the
// best cosine of question and any passage of a file, -1 to 1, and false for a file whose
// present text has no vectors. Any number of goroutines may compare.
//
// Errors are ErrNoVectors, or those of the embedder.
func (p *Passages) Question(ctx context.Context, input string) (compare func(file.File) (cosine float64, ok bool), err error) {
	if p.Kept.Empty() {
		return nil, ErrNoVectors
	}
	v, err := p.vectorOf(ctx, input)
	if err != nil {
		return nil, err
	}
	return func(f file.File) (float64, bool) {
		r, ok := p.rows(keyOf(f.Language, f.Hash))
		if !ok {
			return 0, false
		}
		return r.best(v)
	}, nil
}

// Has reports whether a text in a language has vectors.
func (p *Passages) Has(language string, content file.Hash) bool {
	return p.Kept.Has(keyOf(language, content))
}

// Drop forgets the vectors of a text in a language.
func (p *Passages) Drop(language string, content file.Hash) { p.Kept.Drop(keyOf(language, content)) }

// A Draft is a file on its way to its vectors: Fill makes those that it lacks, and Keep
// keeps them.
type Draft struct {
	Document *document.Document

	key    string
	texts  []string
	rows   rowsMaker
	absent []int // the numbers of the texts without a vector
	final  bool  // reading the file again would give the same
}

// Draft cuts a document into its passages. Those that were in the text before it, if
// the file had another one, have their vectors already.
func (p *Passages) Draft(d *document.Document, before file.Hash) *Draft {
	draft := &Draft{Document: d, key: keyOf(d.Language, d.Hash), final: true}
	for _, problem := range d.Problems {
		draft.final = draft.final && !problem.Passing
	}
	options := p.Chunks
	options.RowsPerChunk = chunk.FitRows
	draft.texts = textsOf(d, chunk.Split(d, options))
	old, _ := p.rows(keyOf(d.Language, before))
	draft.rows, draft.absent = startRows(draft.texts, old)
	return draft
}

// Missing is how many passages have no vector yet.
func (d *Draft) Missing() int { return len(d.absent) }

// Bytes is how much text Fill sends.
func (d *Draft) Bytes() (n int) {
	for _, i := range d.absent {
		n += len(d.texts[i])
	}
	return n
}

// Fill makes the vectors that drafts lack, of all of them together. Its errors are those
// of the embedder, and no draft has changed then.
func (p *Passages) Fill(ctx context.Context, drafts ...*Draft) error {
	var texts []string
	for _, d := range drafts {
		for _, i := range d.absent {
			texts = append(texts, d.texts[i])
		}
	}
	if len(texts) == 0 {
		return nil
	}
	vectors, err := p.Embedder.Embed(ctx, texts)
	if err != nil {
		return err
	}
	var stale []*Draft
	for _, d := range drafts {
		missing := len(d.absent)
		if !d.take(vectors[:missing]) {
			stale = append(stale, d)
		}
		vectors = vectors[missing:]
	}
	return p.Fill(ctx, stale...)
}

// take adds the vectors that the draft lacks. It is false where those that the file had
// are of another length: the model is another one by the same name, and all are made
// anew.
func (d *Draft) take(vectors [][]float32) bool {
	if !d.rows.fit(vectors) {
		d.rows, d.absent = startRows(d.texts, rows{})
		return false
	}
	for k, i := range d.absent {
		d.rows.vectors[i] = halves(vectors[k])
	}
	d.absent = nil
	return true
}

// Keep keeps the vectors of a draft that lacks none. A file that could not be read to
// its end this time is not kept. The errors are those of Kept.
func (p *Passages) Keep(d *Draft) error {
	if !d.final {
		return nil
	}
	return p.Kept.Keep(d.key, d.rows.encode())
}

// rows are those that are kept under a key.
func (p *Passages) rows(key string) (rows, bool) {
	raw, ok := p.Kept.Load(key)
	if !ok {
		return rows{}, false
	}
	return decodeRows(raw)
}

// passageForm is a part of each key: what was made of a text in another way is not
// looked at any more.
const passageForm = "passages 1"

// keyOf is the key of a text in a language, which decides how it is cut.
func keyOf(language string, content file.Hash) string {
	sum := sha256.Sum256([]byte(passageForm + "\x00" + language + "\x00" + string(content[:])))
	return hex.EncodeToString(sum[:16])
}

// textsOf are the passages of a document as a model reads them: each below the titles
// on the way to it, the document's own first. Questions that somebody wrote into the
// file are no passages.
func textsOf(d *document.Document, chunks []chunk.Chunk) []string {
	var texts []string
	for _, c := range chunks {
		body := strings.TrimSpace(text.WithoutQuestions(c.Content()))
		if body == "" {
			continue
		}
		var titles []string // each once, and without one that the passage begins with
		for _, title := range append([]string{d.Title}, c.Titles...) {
			if title != "" && !slices.Contains(titles, title) && !strings.HasPrefix(body, title) {
				titles = append(titles, title)
			}
		}
		if len(titles) > 0 {
			body = strings.Join(titles, ": ") + "\n" + body
		}
		if texts = append(texts, body); len(texts) == passagesOfFile {
			break
		}
	}
	return texts
}

// An asked question is kept for a while: hovering over it asks again and again.
type asked struct {
	input  string
	vector []float32
}

// recentQuestions is how many questions are remembered.
const recentQuestions = 16

func (p *Passages) vectorOf(ctx context.Context, input string) ([]float32, error) {
	p.mu.Lock()
	at := slices.IndexFunc(p.recent, func(a asked) bool { return a.input == input })
	var known []float32
	if at >= 0 {
		known = p.recent[at].vector
	}
	p.mu.Unlock()
	if known != nil {
		return known, nil
	}
	vectors, err := p.Embedder.Embed(ctx, []string{input})
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.recent = slices.Insert(p.recent, 0, asked{input, vectors[0]})
	p.recent = p.recent[:min(recentQuestions, len(p.recent))]
	return vectors[0], nil
}
