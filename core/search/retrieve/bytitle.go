package retrieve

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"
	"time"

	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/index"
	"docuquest/core/language/analysis"
	"docuquest/core/language/text"
	"docuquest/core/search/rank"
)

// A ByTitle is a file whose title, or whose own name, has a name that was searched for.
type ByTitle struct {
	Path string
	Name int // which of the names, by its index
	// Match says how the title says the name: 1 if it is the name, less if one of the
	// two begins with the other, and least if the name is somewhere in it. A title of
	// one word is no beginning of a name.
	Match float64
}

// How much a title says that has a name, see ByTitle.Match.
const (
	isTitle      = 1.0
	beginsTitle  = 0.7
	inTitle      = 0.4
	mostByTitle  = 8   // files for one name, the best
	longestTitle = 200 // bytes of a title that are looked at
)

// FindByTitle finds the files that are called by some names and that the query's Within
// admits: for each name the best few, and for all of them in one walk over the titles, whose
// time is that of reading these. No text is read. What is in brackets behind a title
// distinguishes it from another one of the same name, and is no part of it; a title may end at its
// first colon, too.
func (r *Retriever) FindByTitle(names []string, q Query) []ByTitle {
	n := &titleSearch{first: map[string][]int{}, best: make([][]ByTitle, len(names))}
	for i, name := range names {
		words := wordsOf(nil, name)
		n.names = append(n.names, words)
		if len(words) > 0 {
			n.first[words[0]] = append(n.first[words[0]], i)
		}
	}
	if len(n.first) == 0 {
		return nil
	}
	for e := range r.Library.Snapshot().All {
		if q.Within == nil || q.Within(e) {
			n.see(e)
		}
	}
	var all []ByTitle
	for _, best := range n.best {
		all = append(all, best...)
	}
	return all
}

// AddCalled reads the files that are called by what an overview is asked of, and adds those that were
// not found, whole: a file need not contain its name. Of all files it is one at the top.
func (r *Retriever) AddCalled(ctx context.Context, q Query, result *Result) {
	start := time.Now()
	names, whole := q.Question.Subjects()
	within := q.Within
	if whole {
		q.Within = func(e *index.Entry) bool { return !strings.Contains(e.Path, "/") && (within == nil || within(e)) }
	}
	titled := r.FindByTitle(names, q)
	if q.Within = within; len(titled) == 0 {
		titled = r.FindByTitle(names, q)
	}
	called := map[string]bool{}
	for _, t := range titled {
		if t.Match >= beginsTitle {
			called[t.Path] = true
		}
	}
	add := func(d *document.Document) {
		all := text.Span{End: len(d.Text)}
		result.Add(Hit{Document: d, Chunk: chunk.Chunk{Kind: chunk.Prose, Span: all, Text: d.Text, Parts: []chunk.Part{{Chunk: all, Source: all}}}})
	}
	for _, d := range result.Documents {
		if called[d.Path] && !slices.ContainsFunc(result.Hits, func(h Hit) bool { return h.Document == d.Document }) {
			add(d.Document)
		}
		delete(called, d.Path)
	}
	added := 0
	for e := range result.Snapshot.All {
		if !called[e.Path] || q.Within != nil && !q.Within(e) {
			continue
		}
		f, err := r.Source.Read(ctx, e.URI)
		if err != nil {
			continue
		}
		d := r.Parsers.Parse(f).AsRead()
		source := rank.SourceOf(e.Path, d.Text, e.Code)
		if rank.AsksFor(q.Question, source, e.Path) {
			source = rank.Original
		}
		result.Documents = append(result.Documents, Document{Document: d, Source: source})
		add(d)
		added++
	}
	result.Steps.Add("called", start, "%d files by their names", added)
}

// fewFiles is how many files Commonness takes a workspace to have at least.
const fewFiles = 100

// Commonness is for each name the share of the files that have the rarest of its words, 0
// to 1: a name that many files have leads to none of them. In a workspace of a few files
// no name is common.
func (r *Retriever) Commonness(names []string) []float64 {
	var words []string
	for _, name := range names {
		words = wordsOf(words, name)
	}
	lists, snap := r.Library.CollectExact(words)
	shares := make([]float64, len(names))
	for i, name := range names {
		shares[i] = 1
		for range wordsOf(nil, name) {
			shares[i] = min(shares[i], float64(lists[0].Holding())/float64(max(fewFiles, snap.Len())))
			lists = lists[1:]
		}
	}
	return shares
}

// Among is the query limited to the files at some paths, besides what its Within does.
func (q Query) Among(paths map[string]bool) Query {
	within := q.Within
	q.Within = func(e *index.Entry) bool { return paths[e.Path] && (within == nil || within(e)) }
	return q
}

// A titleSearch is a walk over the titles of a workspace.
type titleSearch struct {
	names [][]string       // their words
	first map[string][]int // the names that begin with a word
	best  [][]ByTitle      // by name
	words []string         // of the title at hand
}

// wordsOf appends the words of a title or a name as they are compared.
func wordsOf(words []string, s string) []string {
	for w := range text.Words(s) {
		words = append(words, analysis.Exact(w.Span.Of(s)))
	}
	return words
}

// see compares one file with all names, by its title and by its own name.
func (n *titleSearch) see(e *index.Entry) {
	own := path.Base(e.Path)
	own = strings.TrimSuffix(own, path.Ext(own))
	n.compare(e, own)
	if e.Title != "" && e.Title != own {
		title, _, _ := strings.Cut(e.Title, " (")
		n.compare(e, title)
		if head, _, below := strings.Cut(title, ": "); below {
			n.compare(e, head)
		}
	}
}

func (n *titleSearch) compare(e *index.Entry, title string) {
	n.words = wordsOf(n.words[:0], title[:min(len(title), longestTitle)])
	for at, word := range n.words {
		for _, i := range n.first[word] {
			match := matchAt(n.words, at, n.names[i])
			if match == 0 {
				continue
			}
			best := n.best[i] // the same file counts once, by its best
			if known := slices.IndexFunc(best, func(b ByTitle) bool { return b.Path == e.Path }); known >= 0 {
				best[known].Match = max(best[known].Match, match)
				continue
			}
			best = append(best, ByTitle{e.Path, i, match})
			slices.SortStableFunc(best, func(a, b ByTitle) int { return cmp.Compare(b.Match, a.Match) })
			n.best[i] = best[:min(mostByTitle, len(best))]
		}
	}
}

// matchAt says how a title says a name whose first word is the title's at a place.
func matchAt(title []string, at int, name []string) float64 {
	shared := 0
	for shared < len(name) && at+shared < len(title) && title[at+shared] == name[shared] {
		shared++
	}
	switch ended := shared == len(name); {
	case ended && shared == len(title):
		return isTitle
	case at == 0 && (ended || shared == len(title) && len(title) > 1):
		return beginsTitle
	case ended:
		return inTitle
	}
	return 0
}
