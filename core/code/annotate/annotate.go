// Package annotate makes the notes by which a code base is explored: by rules, and where a
// person asks for it by a model.
//
// The notes of the [Rules] cost no money, need no model, and are the same whenever they are
// made of the same files. Those of a model are written by a [Writer], which asks about the
// chunks of one file together, keeps what comes back by the text of each chunk, and stays within
// a budget; [ModelNotes] finds them again.
//
// For each node of the tree of what a file contains (the file, a section, a class, a
// function) the [Rules] make
//
//   - summaries: the first sentence of the comment that documents it, and its
//     declaration;
//   - keywords: the words in it, those that identifiers consist of among them, that set
//     it apart in the workspace (TF*IDF);
//   - tags: the folders of the file, its language, what the node is, and the packages that
//     the file imports;
//   - synonyms: other words for its name and its keywords, out of the thesaurus and of
//     the pieces whose vectors are near;
//   - dependencies: what the file imports, and the names that are called.
//
// Programs are read by the room graph, without knowing what names are bound to, so the
// dependencies are a best effort.
//
// The rules also make a question's query for each of the five tables, and the vectors of
// both: those of the pieces of a text, each times its weight in the workspace, as the
// room meaning pools them.
package annotate

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"docuquest/core/code/graph"
	"docuquest/core/code/languages"
	"docuquest/core/code/notes"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/language/text"
	"docuquest/core/language/thesaurus"
	"docuquest/core/search/embed"
)

// A Workspace is what the rules know of all files.
type Workspace struct {
	// Documents is how many there are, and Holding how many of them contain a word, in the
	// form that analysis.Exact gives it.
	Documents int
	Holding   func(form string) int
	// Lexicon has the vectors, and Weight is how much one of its pieces is worth in the
	// workspace, at least 0.
	Lexicon embed.Lexicon
	Weight  func(piece int) float64
	// Nouns returns other words for a noun; nil for none. thesaurus.Lookup is one.
	Nouns func(noun string) []thesaurus.Word
}

// Counts are the words of a library with how many of its entries contain each, as they are
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

const (
	mostDependencies = 12
	longestName      = 60 // bytes of what is called, with what it is called on
	mostFolders      = 4  // above the file, the nearest ones
	mostImported     = 8  // packages among the tags of a file
	longestSentence  = 300
	longestSignature = 200 // bytes of a declaration
	mostNames        = 12  // of what a file or a class defines
)

// Annotate makes the notes of a document: those of the file first, then those of what it
// contains, in the order of the text, each in front of what it contains itself. A
// document without anything to read has none, and neither has what follows a thousand nodes of
// one.
func (r *Rules) Annotate(d *document.Document) []notes.Noted {
	d = d.AsRead()
	if strings.TrimSpace(d.Text) == "" {
		return nil
	}
	reader := r.borrow()
	p := r.read(d, reader)
	var all []notes.Noted
	for _, n := range nodesOf(d) {
		keywords := p.keywords(n)
		var made []notes.Note // each once
		for k, texts := range [notes.Kinds][]string{
			notes.Summaries:    p.summary(n),
			notes.Keywords:     keywords,
			notes.Tags:         p.tags(n),
			notes.Synonyms:     p.synonyms(n, keywords),
			notes.Dependencies: p.dependencies(n),
		} {
			for _, text := range texts {
				if note := (notes.Note{Kind: notes.Kind(k), Text: text}); text != "" && !slices.Contains(made, note) {
					made = append(made, note)
				}
			}
		}
		if len(made) > 0 {
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
	language *languages.Language
	opening  string // of a program
	terms    []term
	calls    []call
	rarities map[string]float64 // of the names that are called
	imports  []string           // mostDependencies of them at most, each once
}

// A call is a name that is called, at its place.
type call struct {
	at   int
	name string
}

func (r *Rules) read(d *document.Document, by *reader) *page {
	p := &page{Rules: r, reader: by, doc: d, language: languages.Of(d.Language), rarities: map[string]float64{}}
	how := dialect{}
	if p.language.IsProgram {
		how = dialect{code: true, language: d.Language}
	}
	// A part of an identifier is no keyword of a language: "importUsers" is about an import.
	by.long = by.append(by.long[:0], d.Text, how)
	p.terms = by.long
	if !p.language.IsProgram {
		return p
	}
	facts, sites := graph.ReadSites(d)
	p.opening = facts.Opening
	for _, i := range facts.Imports {
		name := i.Path
		if separator := p.language.Separator; separator != "" { // a name, unless it is that of a file
			if name = strings.TrimLeft(name, "./"); !strings.Contains(name, ".") {
				name = strings.ReplaceAll(name, "/", separator)
			}
		}
		if name != "" && len(p.imports) < mostDependencies && !slices.Contains(p.imports, name) {
			p.imports = append(p.imports, name)
		}
	}
	for _, s := range sites {
		name := s.Name.Value()
		if on := s.On.Value(); on != "" && s.How != graph.OnOwn {
			name = lastName(on) + "." + name
		}
		isWord := s.On.Value() == "" && (p.language.Keywords[name] || slices.Contains(p.language.ImportWords, name))
		isCall := s.IsCall && !isWord && (!p.language.Bracketless || strings.HasPrefix(d.Text[s.Span.End:], "("))
		if isCall && 1 < len(name) && len(name) <= longestName {
			p.calls = append(p.calls, call{s.Span.Start, name})
		}
	}
	return p
}

// summary is what a node is for: what its comment or its text begins with, and its declaration;
// of a program's file or class without these, what it defines.
func (p *page) summary(n node) []string {
	said := ""
	switch {
	case !n.doc.Empty():
		said = firstSentence(p.language.Uncommented(n.doc.Of(p.doc.Text)))
	case !p.language.IsProgram:
		start := min(max(n.span.Start, headingEnd(n.inside)), n.span.End)
		said = firstSentence(p.doc.Text[start:n.span.End])
		title := cmp.Or(n.title(), p.doc.Title)
		if title != "" && said != "" {
			title += ": "
		}
		return []string{title + said}
	case n.info == "file":
		said = p.opening
	}
	declared := shortened(text.OneLine(n.signature.Of(p.doc.Text)), longestSignature)
	if said == "" && declared == "" {
		var names []string
		for _, b := range n.inside {
			if title, _ := nodeOf(b); title != "" && len(names) < mostNames {
				names = append(names, title)
			}
		}
		declared = strings.Join(names, ", ")
	}
	return []string{said, declared}
}

// headingEnd is where the headings end that some blocks begin with, 0 for none.
func headingEnd(blocks []document.Block) int {
	if len(blocks) == 0 {
		return 0
	}
	switch first := blocks[0]; first.Kind {
	case document.Heading:
		return max(first.Span.End, headingEnd(blocks[1:]))
	case document.Section:
		return headingEnd(first.Children)
	}
	return 0
}

// firstSentence is the first one with a letter, on one line.
func firstSentence(s string) string {
	const farthest = 4 << 10
	s = s[:boundary(s, farthest)]
	for span := range text.Sentences(s) {
		if sentence := text.OneLine(span.Of(s)); strings.ContainsFunc(sentence, unicode.IsLetter) {
			return shortened(sentence, longestSentence)
		}
	}
	return ""
}

// shortened cuts a text that is longer than so many bytes behind a word.
func shortened(s string, most int) string {
	if len(s) <= most {
		return s
	}
	s = s[:boundary(s, most)]
	if space := strings.LastIndexByte(s, ' '); space > most/2 {
		s = s[:space]
	}
	return s
}

// boundary is where a text of at most so many bytes ends between two characters.
func boundary(s string, most int) int {
	end := min(most, len(s))
	for end > 0 && end < len(s) && !utf8.RuneStart(s[end]) {
		end--
	}
	return end
}

// tags are where a node is and what it is: the name of the file without its extension, its folders,
// the nearest first, its language, and the packages that it imports.
func (p *page) tags(n node) []string {
	var tags []string
	folder, base := path.Split(path.Clean(p.doc.Path))
	if base = strings.TrimSuffix(base, path.Ext(base)); base != "" {
		tags = append(tags, spaced(base))
	}
	folders := strings.Split(strings.Trim(folder, "/"), "/")
	for i := len(folders) - 1; i >= 0 && len(tags) <= mostFolders; i-- {
		tags = append(tags, spaced(folders[i]))
	}
	tags = append(tags, p.doc.Language, n.info)
	if len(n.titles) > 1 {
		tags = append(tags, spaced(n.titles[len(n.titles)-2]))
	}
	if n.info == "file" {
		for _, imported := range p.imports[:min(len(p.imports), mostImported)] {
			tags = append(tags, spaced(lastName(imported)))
		}
	}
	return tags
}

// spaced is a name with blanks where it has other marks.
func spaced(name string) string {
	return text.OneLine(strings.Map(func(r rune) rune {
		if strings.ContainsRune("-_./\\:", r) {
			return ' '
		}
		return r
	}, name))
}

// lastName is the last part of a name: "http" of net/http, "List" of java.util.List.
func lastName(name string) string {
	name = strings.TrimRight(name, "/.:*")
	return name[strings.LastIndexAny(name, "/.:\\")+1:]
}

// dependencies are the names that a node needs: those that it calls, the rarest ones; and
// for the file what it imports in front of them.
func (p *page) dependencies(n node) []string {
	type weighed struct {
		name   string
		rarity float64 // that of the rarest word in it
	}
	from := sort.Search(len(p.calls), func(i int) bool { return n.span.Start <= p.calls[i].at })
	own := lastName(n.title())
	seen := map[string]bool{}
	var called []weighed
	for _, c := range p.calls[from:] {
		if n.span.End <= c.at {
			break
		}
		if c.name == own || seen[c.name] {
			continue
		}
		seen[c.name] = true
		rarest, known := p.rarities[c.name]
		if !known {
			for _, t := range p.reader.brief(c.name, dialect{code: true}) {
				rarest = max(rarest, p.reader.forms[t.form].rarity)
			}
			p.rarities[c.name] = rarest
		}
		called = append(called, weighed{c.name, rarest})
	}
	slices.SortFunc(called, func(a, b weighed) int {
		return cmp.Or(cmp.Compare(b.rarity, a.rarity), cmp.Compare(a.name, b.name))
	})
	var all []string
	if n.info == "file" {
		all = append(all, p.imports...)
	}
	for _, c := range called[:min(len(called), mostDependencies)] {
		all = append(all, c.name)
	}
	return all
}

// A node is one of the tree of what a file contains.
type node struct {
	titles    []string // on the way down from the file, its own last; none for the file
	info      string
	span      text.Span
	doc       text.Span // the comment that documents it, empty if there is none
	signature text.Span // its declaration, empty if it has none
	inside    []document.Block
}

// title is the node's own, "" for the file.
func (n node) title() string {
	if len(n.titles) == 0 {
		return ""
	}
	return n.titles[len(n.titles)-1]
}

const (
	// mostNodes is how many nodes of one file are noted. A file with more was made by a
	// program, and what is in it is worth less than how much of it there is. Each node may
	// have some twenty notes, of a kilobyte of memory each.
	mostNodes = 1000
	// mostTitles is how deep a node may be.
	mostTitles = 16
)

// nodesOf returns the nodes of a document, the file first.
func nodesOf(d *document.Document) []node {
	all := []node{{info: "file", span: text.Span{End: len(d.Text)}, inside: d.Blocks}}
	return appendNodes(all, d.Blocks, nil)
}

func appendNodes(all []node, blocks []document.Block, titles []string) []node {
	for _, b := range blocks {
		title, info := nodeOf(b)
		if title == "" || len(titles) == mostTitles {
			switch b.Kind { // those in which nodes can be
			case document.Definition, document.Section, document.Page:
				all = appendNodes(all, b.Children, titles)
			}
			continue
		}
		if len(all) == mostNodes {
			return all
		}
		n := node{titles: append(titles[:len(titles):len(titles)], title), info: info, span: b.Span, inside: b.Children}
		if b.Code != nil {
			n.doc, n.signature = b.Code.Doc, b.Code.Signature
		}
		all = appendNodes(append(all, n), b.Children, n.titles)
	}
	return all
}

// nodeOf returns the title of a block that is a node, and what it is; no title for other blocks.
// Constants and variables are mostly lines of what they are in, unless they are documented.
func nodeOf(b document.Block) (title, info string) {
	switch b.Kind {
	case document.Definition:
		if (b.Info == "const" || b.Info == "var") && (b.Code == nil || b.Code.Doc.Empty()) {
			return "", ""
		}
		return b.Title, b.Info
	case document.Section:
		return b.Title, "section"
	case document.Page:
		if b.Box != nil {
			return fmt.Sprintf("page %d", b.Box.Page), "page"
		}
	}
	return "", ""
}
