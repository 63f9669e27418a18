package agent

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"docuquest/core/answer"
	"docuquest/core/answer/ground"
	"docuquest/core/document/chunk"
	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
)

// A refusal says that there is no answer, and gives a map of what there is: the words
// that stand nowhere, the passages that come nearest, and what could not be searched.
type refusal struct {
	above, below []string // paragraphs of plain text
	nearest      []Passage
}

func (a *asking) refusal(r *Answer, found *retrieve.Result, note string) refusal {
	f := refusal{nearest: r.Nearest}
	f.above = append(f.above, a.notFound()+": "+a.nothing(r.Indexed)+".")
	if missing := r.missing(); missing != "" && r.Indexed.Files > 0 {
		f.above = append(f.above, missing)
	}
	if note != "" {
		f.above = append(f.above, note)
	}
	if len(r.Unsupported) > 0 {
		f.above = append(f.above, plural(len(r.Unsupported), "statement")+" of the model had no support in them.")
	}
	f.below = unsearched(r.Indexed)
	return f
}

// looksForWords reports whether the question has words to look for, or took some over.
func (a *asking) looksForWords() bool { return a.scope.hasWords() || len(a.carried) > 0 }

// nothing says why there is no answer in the indexed files.
func (a *asking) nothing(indexed IndexState) string {
	switch {
	case indexed.Files == 0 && indexed.Complete:
		return "there is no file to search here"
	case !a.looksForWords():
		return "the question has no word to look for"
	}
	return a.scope.nothing(a.reach, indexed.Files)
}

// plain is the refusal for a terminal.
func (f refusal) plain() string {
	return f.written(func(s string) string { return s }, func(p Passage) string { return p.place() })
}

// markdown is the refusal with links to the passages. It may be rendered anywhere.
func (f refusal) markdown() string {
	return f.written(ground.Inline, func(p Passage) string {
		return fmt.Sprintf("[%s](%s)", ground.Inline(p.place()), LineURI(p.URI, p.Range.Start.Line))
	})
}

// written sets the parts, of which escape takes the power and place says where a
// passage stands.
func (f refusal) written(escape func(string) string, place func(Passage) string) string {
	var parts []string
	for _, p := range f.above {
		parts = append(parts, escape(p))
	}
	if len(f.nearest) > 0 {
		parts = append(parts, "Nearest:", f.list(escape, place))
	}
	for _, p := range f.below {
		parts = append(parts, escape(p))
	}
	return strings.Join(parts, "\n\n") + "\n"
}

func (f refusal) list(escape func(string) string, place func(Passage) string) string {
	items := make([]string, len(f.nearest))
	for i, p := range f.nearest {
		items[i] = fmt.Sprintf("- %s: %s", place(p), escape(p.Text))
	}
	return strings.Join(items, "\n")
}

// place is the file of a passage with its page or else its line, from 1.
func (p Passage) place() string {
	return Citation{URI: p.URI, Path: p.Path, Page: p.Page, Range: p.Range}.place()
}

// versionControl is the reason why .git is left out, which nobody wonders about.
const versionControl = "version control"

// unsearched says what the question was not asked of.
func unsearched(s IndexState) []string {
	var all []string
	if !s.Complete {
		all = append(all, stillReading(s))
	}
	if s.Reading > 0 {
		all = append(all, beingRead(s.Reading))
	}
	if n := s.Skipped.Reasons[partly]; n > 0 {
		all = append(all, plural(n, "file could", "files could")+" be read in part alone; `docuquest index` says why.")
	}
	if reasons := whyNotSearched(s.Skipped); len(reasons) > 0 {
		all = append(all, "Not searched: "+strings.Join(reasons, ", ")+"; `docuquest index` names them.")
	}
	return all
}

// stillReading says how far the reading of the files is.
func stillReading(s IndexState) string {
	return fmt.Sprintf("The files are still being read, %d of %d so far: ask again in a moment.", s.Files, s.Of)
}

// whyNotSearched are the reasons for which files and folders were left out, each with
// how many there are: "3 binary".
func whyNotSearched(s Skipped) []string {
	var all []string
	for _, reason := range slices.Sorted(maps.Keys(s.Reasons)) {
		if reason != versionControl && reason != partly {
			all = append(all, fmt.Sprintf("%d %s", s.Reasons[reason], reason))
		}
	}
	return all
}

// previewed is how much of a passage that is near is told, in characters.
const previewed = 160

// nearestOf are the best passages as they were before any was rejected.
func nearestOf(found *retrieve.Result, e text.Encoding) []Passage {
	var all []Passage
	spots := newSpots(e)
	for _, h := range found.Nearest {
		at := spots.of(h.Document, h.Chunk.Span)
		all = append(all, Passage{
			URI: at.URI, Path: h.Document.Path, Range: at.Range, Titles: orEmpty(h.Chunk.Titles), Page: at.Page,
			Text: beginningOf(answer.Display(saidBy(h, at)), previewed),
		})
	}
	return all
}

// saidBy is what a reader is shown of a passage: of a row its cells with their names.
func saidBy(h retrieve.Hit, at spot) string {
	if h.Chunk.Kind == chunk.Table {
		return h.Chunk.Content()
	}
	return at.Text
}

// beginningOf is so much of a line, cut between words where there are any.
func beginningOf(line string, most int) string {
	if utf8.RuneCountInString(line) <= most {
		return line
	}
	cut := string([]rune(line)[:most])
	if at := strings.LastIndexByte(cut, ' '); at > 0 {
		cut = cut[:at]
	}
	return cut + " …"
}
