// Package keys answers questions from what many files state under keys: front matter, the headers of
// letters and proposals, YAML, TOML and JSON. The files below one folder are one table, with a row for
// each file, or for each record of a file that has a list of them.
//
// Which files are meant is decided by the words of a question: one of them must be the name of a
// folder, the beginning of the names of files, or the name of a file with data. A few of these files
// are read for their keys, and the rest only where each other word of the question is a key or
// may be a value by the index.
package keys

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/language/analysis"
	"docuquest/core/language/lexicon"
	"docuquest/core/language/text"
	"docuquest/core/search/parallel"
	"docuquest/core/search/question"
	"docuquest/core/search/tables"
)

// A Reader reads the keys of the files of an index. Any number of questions may use it at once.
type Reader struct {
	Library *index.Library
	Source  file.Source
	Parsers document.Parsers
	Folders []string // of the workspace: what its folders are called may be what the files are
}

// How much is read for one question.
const (
	// mostCollections limits how many groups of files are tried.
	mostCollections = 6
	// sampled is how many files of a group are read for their keys.
	sampled = 3
	// mostNamed limits how many files are tried whose whole name the question has.
	mostNamed = 4
	// mostTables is how many files with a table are looked up in the index where no name decides.
	mostTables = 20
	// mostRead limits how many files are read to answer: half a second's work.
	mostRead = 4000
	// longestSample is how large a file may be whose records are read because a search found it,
	// in bytes.
	longestSample = 256 << 10
)

// Ask answers a question from the keys of the files that within admits, nil for all. ok is false
// where they do not answer it for sure, and where ctx ends.
func (r Reader) Ask(ctx context.Context, q *question.Question, within func(*index.Entry) bool) (tables.Answer, bool) {
	if !tables.MayAsk(q) {
		return tables.Answer{}, false
	}
	return tables.Ask(ctx, q, func(yield func(*tables.Grid) bool) {
		collections, named := r.collections(q, within)
		for _, c := range collections {
			for _, g := range r.grids(ctx, q, c) {
				if !yield(g) {
					return
				}
			}
		}
		var documents []*document.Document
		for _, e := range named {
			if f, err := r.Source.Read(ctx, e.URI); err == nil {
				documents = append(documents, document.New(f))
			}
		}
		r.Samples(documents)(yield)
	})
}

// Samples yields the records of documents that a search found, each by itself: only one that a question
// names can be asked.
func (r Reader) Samples(documents []*document.Document) iter.Seq[*tables.Grid] {
	return func(yield func(*tables.Grid) bool) {
		for _, d := range documents {
			if d.Origin != nil {
				d = d.Origin // the file itself, of which d is the reading
			}
			if r.Parsers.Keys == nil || d.Extracted || len(d.Text) > longestSample || file.IsCode(d.Language) {
				continue
			}
			records := r.Parsers.Keys.Records(d)
			if g := r.itemsOf(d, records, tables.RecordsOptions{IsSample: true}); g != nil && !yield(g) {
				return
			}
			if len(records.Whole.Fields) == 0 {
				continue
			}
			row := tables.Row{Document: d, Title: d.Title, Record: records.Whole}
			o := tables.RecordsOptions{
				Around: around(d.Path, nil), Things: tables.WordsOf(path.Base(path.Dir(d.Path))),
				Source: fmt.Sprintf("the %s of %s", records.Origin, d.Path), Files: 1, IsSample: true,
			}
			if !yield(tables.RecordsGrid([]tables.Row{row}, o)) {
				return
			}
		}
	}
}

// around returns the names of the folders around a file, those of the workspace among them.
func around(name string, workspace []string) []string {
	names := strings.Split(path.Dir(name), "/")
	for _, folder := range workspace {
		names = append(names, path.Base(folder))
	}
	return names
}

// A collection is files of one format that a word of a question may mean.
type collection struct {
	name     string // the folder, the beginning of names, or the file
	things   []string
	language string
	entries  []*index.Entry
}

// collections returns the groups of files that the words of a question name, those in the deepest
// folders first, and single files whose whole name it has.
func (r Reader) collections(q *question.Question, within func(*index.Entry) bool) (all []*collection, named []*index.Entry) {
	n := newNames(q)
	snapshot := r.Library.Snapshot()
	found := map[string]*collection{}
	put := func(name string, things []string, e *index.Entry) {
		key := name + "\x00" + e.Language
		if found[key] == nil {
			found[key] = &collection{name: name, things: things, language: e.Language}
		}
		found[key].entries = append(found[key].entries, e)
	}
	var otherTables []*index.Entry
	for e := range snapshot.All {
		if within != nil && !within(e) || e.Extracted || file.IsCode(e.Language) {
			continue
		}
		folder, base := path.Split(e.Path)
		stem := strings.TrimSuffix(base, path.Ext(base))
		parents := n.parents(folder)
		own, isWhole := n.named(stem)
		if isWhole && len(named) < mostNamed {
			named = append(named, e)
		}
		beginning := n.beginning(stem)
		switch {
		case isTable(e.Language) && len(own)+len(parents) > 0:
			for _, p := range parents {
				own = append(own, p.things...)
			}
			put(e.Path, own, e)
		case isTable(e.Language):
			otherTables = append(otherTables, e)
		case len(parents) > 0:
			for _, p := range parents {
				put(p.name, p.things, e)
			}
		case beginning != "":
			put(folder+beginning, []string{beginning}, e)
		case isData[e.Language] && len(own) > 0:
			put(e.Path, own, e)
		}
	}
	if len(found) == 0 && len(otherTables) <= mostTables {
		for _, e := range r.holding(otherTables, n.ofCells(r.Folders), false) {
			put(e.Path, nil, e)
		}
	}
	if len(found) == 0 && snapshot.Len() <= mostRead {
		r.whole(n, snapshot, within, put)
	}
	all = slices.SortedFunc(maps.Values(found), func(a, b *collection) int {
		return cmp.Or(strings.Count(b.name, "/")-strings.Count(a.name, "/"), len(b.entries)-len(a.entries), cmp.Compare(a.name, b.name), cmp.Compare(a.language, b.language))
	})
	return all[:min(len(all), mostCollections)], named
}

// whole makes the whole workspace a collection, which a word may name that is the name of one of its
// folders, or one for files of any kind. What such a collection has without a word for it can only be
// counted by its values.
func (r Reader) whole(n names, snapshot *index.Snapshot, within func(*index.Entry) bool, put func(string, []string, *index.Entry)) {
	var things []string
	for _, folder := range r.Folders {
		words, _ := n.named(path.Base(folder))
		isName := func(w string) bool { return !question.IsPlural(w) } // of a project, as a rule
		things = append(things, slices.DeleteFunc(words, isName)...)
	}
	for e := range snapshot.All {
		if (within == nil || within(e)) && !e.Extracted && !file.IsCode(e.Language) && !isTable(e.Language) {
			put("", things, e)
		}
	}
}

// isData are the languages of files that are data as a whole.
var isData = map[string]bool{"json": true, "jsonc": true, "jsonl": true, "yaml": true, "toml": true, "csv": true, "tsv": true}

func isTable(language string) bool { return language == "csv" || language == "tsv" }

// names finds the words of a question in paths.
type names struct {
	question  *question.Question
	lexicon   *lexicon.Lexicon
	stems     map[string]bool
	forms     map[string]bool // of the words but for nouns that the question asks for
	begins    []bool          // by the first two bytes of a word, in small letters
	analyzer  *analysis.Analyzer
	folders   map[string][]namedFolder // those that were looked at
	hasRecord bool                     // a word means files of any kind
}

// A namedFolder is a folder that a question names.
type namedFolder struct {
	name   string // its path
	things []string
}

// beginOf returns the first two bytes of a word in small letters as a number.
func beginOf(word string) int {
	first, second := word[0], byte(0)
	if len(word) > 1 {
		second = word[1]
	}
	small := func(c byte) int {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		return int(c)
	}
	return small(first)<<8 | small(second)
}

// mayName reports whether some word of a name may be one of the question: most names have none.
func (n names) mayName(name string) bool {
	before := byte(' ')
	for at := range len(name) {
		c := name[at]
		isLetter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if c >= utf8.RuneSelf || isLetter && !('a' <= before|0x20 && before|0x20 <= 'z') && n.begins[beginOf(name[at:])] {
			return true
		}
		before = c
	}
	return false
}

func newNames(q *question.Question) names {
	n := names{
		question: q, lexicon: lexicon.Of(cmp.Or(q.Language, "en")), stems: map[string]bool{}, forms: map[string]bool{}, begins: make([]bool, 1<<16),
		analyzer: analysis.NewAnalyzer(), folders: map[string][]namedFolder{},
	}
	for _, w := range q.Words {
		n.hasRecord = n.hasRecord || n.lexicon.Has("table questions", "record", w.Form)
		if w.IsContent() {
			n.stems[n.analyzer.Stem(w.Form)] = true
			n.stems[strings.TrimSuffix(w.Form, "s")] = true // "rfcs" has no stem
			n.forms[w.Form] = !w.Asked && !w.Number
			n.begins[beginOf(w.Form)] = true
		}
	}
	return n
}

// named returns the words of a name that the question has, and whether it has all of them.
func (n names) named(name string) (words []string, isWhole bool) {
	if !n.mayName(name) {
		return nil, false
	}
	isWhole = true
	for w := range text.Words(name) {
		word := w.Span.Of(name)
		if strings.Trim(word, "0123456789") == "" {
			isWhole = isWhole && n.stems[word]
			continue
		}
		form := analysis.Exact(word)
		if n.stems[n.analyzer.Stem(form)] {
			words = append(words, form)
		}
		isWhole = isWhole && n.forms[form]
	}
	return words, isWhole && words != nil
}

// ofCells returns the words of the question that a table must have in its header or in a cell: all
// that do not belong to the form of questions on tables, and are no name of the workspace.
func (n names) ofCells(folders []string) (words []string) {
	for _, w := range n.question.Words {
		isOfForm := slices.ContainsFunc([]string{"superlatives", "aggregates", "date keys", "key verbs", "asks", "table questions", "superlative adjectives", "comparatives"}, func(section string) bool {
			return n.lexicon.Section(section).Has(w.Form)
		})
		isOfFolder := slices.ContainsFunc(folders, func(folder string) bool { return text.Fold(path.Base(folder)) == w.Form })
		if w.IsContent() && !isOfForm && !isOfFolder && strings.Trim(w.Form, "0123456789") != "" {
			words = append(words, w.Form)
		}
	}
	return words
}

// parents returns the folders of a path that the question names, with the words, the deepest first.
func (n names) parents(folder string) []namedFolder {
	folder = strings.TrimSuffix(folder, "/")
	if folder == "" {
		return nil
	}
	known, ok := n.folders[folder]
	if ok {
		return known
	}
	above, name := path.Split(folder)
	known = n.parents(above)
	if things, _ := n.named(name); things != nil {
		known = append([]namedFolder{{folder, things}}, known...)
	}
	n.folders[folder] = known
	return known
}

// beginning returns the word that the name of a file begins with, if the question has it: "pep" of
// "pep-0008".
func (n names) beginning(stem string) string {
	if stem == "" || stem[0] < utf8.RuneSelf && !n.begins[beginOf(stem)] {
		return ""
	}
	end := strings.IndexFunc(stem, func(r rune) bool { return r == '-' || r == '_' || r == '.' || '0' <= r && r <= '9' })
	if end <= 0 {
		return ""
	}
	if form := analysis.Exact(stem[:end]); n.stems[n.analyzer.Stem(form)] {
		return form
	}
	return ""
}

// grids returns the tables of a collection that may answer a question: none where a few of its files
// have no keys, or where a word of the question is no key and in none of its files.
func (r Reader) grids(ctx context.Context, q *question.Question, c *collection) []*tables.Grid {
	if len(c.entries) == 1 {
		return r.ofFile(ctx, c)
	}
	step := max(1, len(c.entries)/sampled)
	var some []*index.Entry
	for at := step / 2; at < len(c.entries); at += step {
		some = append(some, c.entries[at])
	}
	sample, origin := r.read(ctx, some)
	if len(sample) == 0 || 2*len(sample) < len(some) {
		return nil
	}
	o := tables.RecordsOptions{Around: around(c.name+"/", r.Folders), Things: c.things, Weight: len(c.things)}
	wanted, ok := tables.Unread(ctx, q, tables.RecordsGrid(sample, o))
	if !ok {
		return nil
	}
	chosen := c.entries
	if len(wanted) > 0 && !q.Denies {
		chosen = r.holding(c.entries, wanted, isJoined(q))
	}
	if len(chosen) == 0 || len(chosen) > mostRead {
		return nil
	}
	chosen = slices.SortedFunc(slices.Values(chosen), func(a, b *index.Entry) int { return strings.Compare(a.Path, b.Path) })
	rows, _ := r.read(ctx, chosen)
	of := len(c.entries) - len(chosen) + len(rows) // a file without keys is none of them
	o.Source, o.Files = sourceOf(origin, of, c.language), of
	return []*tables.Grid{tables.RecordsGrid(rows, o)}
}

// sourceOf says what the rows are made of: "the front matter of 47 files".
func sourceOf(origin document.Origin, files int, language string) string {
	kind := ""
	if origin == document.OfKeys {
		kind = strings.ToUpper(strings.TrimSuffix(language, "c")) + " "
	}
	plural := "s"
	if strings.HasSuffix(string(origin), "s") || origin == document.OfFrontMatter {
		plural = ""
	}
	return fmt.Sprintf("the %s%s of %s", origin, plural, text.Counted(files, kind+"file"))
}

// isJoined reports whether a question joins things, so that a file with one of them may be meant.
func isJoined(q *question.Question) bool {
	joins := lexicon.Of(cmp.Or(q.Language, "en"))
	return slices.ContainsFunc(q.Words, func(w question.Word) bool {
		return joins.Has("joins", "and", w.Folded) || joins.Has("joins", "or", w.Folded)
	})
}

// holding returns the entries that contain all of some words by the index, or any of them.
func (r Reader) holding(entries []*index.Entry, words []string, isAny bool) (holding []*index.Entry) {
	analyzer := analysis.NewAnalyzer()
	stems := make([]string, len(words))
	for i, w := range words {
		stems[i] = analyzer.Stem(w)
	}
	if len(words) == 0 || len(entries) == 0 {
		return nil
	}
	lists, _ := r.Library.Collect(stems)
	counts := map[uint32]int{}
	for _, l := range lists {
		for _, p := range l.Merged() {
			counts[p.Entry()]++
		}
	}
	least := len(words)
	if isAny {
		least = 1
	}
	for _, e := range entries {
		if counts[e.Number] >= least {
			holding = append(holding, e)
		}
	}
	return holding
}

// read reads the records of files, one each, and says where they come from. A file that is gone or has
// no keys has none.
func (r Reader) read(ctx context.Context, entries []*index.Entry) (rows []tables.Row, origin document.Origin) {
	all := make([]tables.Row, len(entries))
	origins := make([]document.Origin, len(entries))
	parallel.For(ctx, len(entries), func() func(int) {
		return func(i int) {
			f, err := r.Source.Read(ctx, entries[i].URI)
			if err != nil {
				return
			}
			d, records := r.Parsers.Records(f)
			if len(records.Whole.Fields) > 0 {
				all[i], origins[i] = tables.Row{Document: d, Title: entries[i].Title, Record: records.Whole}, records.Origin
			}
		}
	})
	for i, row := range all {
		if row.Document != nil {
			rows, origin = append(rows, row), origins[i]
		}
	}
	return rows, origin
}

// ofFile returns the table of a file with data: its own, or that of the list of records in it.
func (r Reader) ofFile(ctx context.Context, c *collection) []*tables.Grid {
	f, err := r.Source.Read(ctx, c.entries[0].URI)
	if err != nil {
		return nil
	}
	if isTable(c.language) {
		grids := tables.Grids(r.Parsers.Parse(f))
		for _, g := range grids {
			g.Around, g.Weight = around(f.Path, r.Folders), len(c.things)
		}
		return grids
	}
	d, records := r.Parsers.Records(f)
	if g := r.itemsOf(d, records, tables.RecordsOptions{Things: c.things, Weight: len(c.things)}); g != nil {
		return []*tables.Grid{g}
	}
	return nil
}

// itemsOf returns the table of the list of records in a file, nil where it has none.
func (r Reader) itemsOf(d *document.Document, records document.Records, o tables.RecordsOptions) *tables.Grid {
	const leastItems = 2
	if len(records.Items) < leastItems {
		return nil
	}
	rows := make([]tables.Row, len(records.Items))
	for i, item := range records.Items {
		rows[i] = tables.Row{Document: d, Record: item}
	}
	stem := strings.TrimSuffix(path.Base(d.Path), path.Ext(d.Path))
	o.Things = slices.Concat(o.Things, tables.WordsOf(records.Listed), tables.WordsOf(stem))
	o.Around, o.Files = around(d.Path, r.Folders), 1
	o.Source = fmt.Sprintf("the keys of %s in %s", text.Counted(len(rows), "record"), d.Path)
	return tables.RecordsGrid(rows, o)
}
