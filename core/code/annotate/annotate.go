// Package annotate makes the notes by which a code base is explored: by rules, and where a
// person asks for it by a model.
//
// The notes of the [Rules] cost no money, need no model, and are the same whenever they are
// made of the same files. Those of a model are written by a [Writer], which asks about the
// chunks of one file together, keeps what comes back by what each chunk says, and holds to
// a budget; a [Shelf] finds them again.
//
// For each node of the tree of what a file contains (the file, a section, a class, a
// function) the [Rules] say
//
//   - summaries: the first sentence of the comment that documents it, and how it is
//     declared;
//   - keywords: the words in it, those that identifiers are made of among them, that set
//     it apart in the workspace (TF*IDF);
//   - tags: where the file stands, its language, what the node is, and the packages that
//     the file imports;
//   - synonyms: other words for its name and its keywords, out of the thesaurus and of
//     the pieces whose vectors are near;
//   - dependencies: what the file imports, and the names that are called.
//
// Names are read where they stand, without knowing what they are bound to, so the
// dependencies are a best effort: a call in a comment inside of a body is taken for one,
// and of a call through a variable nobody knows what it calls.
//
// The rules also make a question's query for each of the five tables, and the vectors of
// both: those of the pieces of a text, each times its weight in the workspace, as the
// room meaning pools them.
package annotate

import (
	"slices"
	"strings"
	"sync"

	"docuquest/core/code/notes"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/language/thesaurus"
	"docuquest/core/search/embed"
)

// A Workspace is what the rules know of all files.
type Workspace struct {
	// Documents is how many there are, and Holding how many of them hold a word, in the
	// form that analysis.Exact gives it.
	Documents int
	Holding   func(form string) int
	// Lexicon has the vectors, and Weight says how much one of its pieces says in the
	// workspace, at least 0.
	Lexicon embed.Lexicon
	Weight  func(piece int) float64
	// Nouns gives other words for a noun; nil for none. thesaurus.Lookup is one.
	Nouns func(noun string) []thesaurus.Word
}

// Counts are the words of a library with how many of its entries hold each, as they are
// now. Parts of identifiers count as words do.
func Counts(l *index.Library) (documents int, holding func(form string) int) {
	counts := map[string]int32{}
	for form, entries := range l.Forms() {
		counts[form] += int32(entries)
	}
	documents = l.Snapshot().Len()
	return documents, func(form string) int { return min(int(counts[form]), documents) }
}

// Rules make notes. Any number of goroutines may use them at once.
type Rules struct {
	workspace Workspace
	poolers   sync.Pool // of *pooler
	readers   sync.Pool // of *reader
	others    sync.Map  // the other words for a word, []string by string
}

// NewRules makes the rules for a workspace.
func NewRules(w Workspace) *Rules { return &Rules{workspace: w} }

// Annotate makes the notes of a document: those of the file first, then those of what it
// contains, in the order of the text, each in front of what it contains itself. A
// document without anything to read has none, and what stands behind a thousand pieces of
// one has none.
func (r *Rules) Annotate(d *document.Document) []notes.Noted {
	d = d.AsRead()
	if strings.TrimSpace(d.Text) == "" {
		return nil
	}
	nodes := nodesOf(d)
	reader := r.borrow()
	p := r.read(d, nodes, reader)
	var all []notes.Noted
	for _, n := range nodes {
		if made := p.notes(n); len(made) > 0 {
			all = append(all, notes.Noted{Chunk: chunkOf(d, n), Notes: made})
		}
	}
	r.giveBack(reader)
	return all
}

func chunkOf(d *document.Document, n node) notes.Chunk {
	return notes.Chunk{
		Identity: d.Identity, Path: d.Path,
		Titles: n.titles, Info: n.info, Span: n.span,
		Content: file.HashOf(n.span.Of(d.Text)),
	}
}

// A page is a document that was read for its notes.
type page struct {
	*Rules
	reader   *reader
	doc      *document.Document
	code     bool
	terms    []term
	calls    []call
	rarities map[string]float64 // of the names that are called
	imports  []string           // mostDependencies of them at most
	made     []notes.Note       // of the last node
}

func (r *Rules) read(d *document.Document, nodes []node, by *reader) *page {
	p := &page{Rules: r, reader: by, doc: d, code: file.IsCode(d.Language), rarities: map[string]float64{}}
	if p.code {
		p.calls = outside(callsIn(d.Text), nodes)
		p.imports = importsOf(d.Text, d.Language)
	}
	p.terms = by.whole(d.Text, dialectOf(d.Language))
	return p
}

// notes are those of one node, each once.
func (p *page) notes(n node) []notes.Note {
	keywords := p.keywords(n)
	p.made = p.made[:0]
	for k, texts := range [notes.Kinds][]string{
		notes.Summaries:    p.summary(n),
		notes.Keywords:     keywords,
		notes.Tags:         p.tags(n),
		notes.Synonyms:     p.synonyms(n, keywords),
		notes.Dependencies: p.dependencies(n),
	} {
		others := len(p.made)
		for _, text := range texts {
			if note := (notes.Note{Kind: notes.Kind(k), Text: text}); text != "" && !slices.Contains(p.made[others:], note) {
				p.made = append(p.made, note)
			}
		}
	}
	return slices.Clone(p.made)
}
