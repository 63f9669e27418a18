package agent

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"docuquest/core/answer"
	"docuquest/core/answer/render"
	"docuquest/core/answer/replies"
	"docuquest/core/document/chunk"
	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
)

// A refusal says that there is no answer, and gives a map of what there is: the words
// that stand nowhere, the passages that come nearest, and what could not be searched.
type refusal struct {
	above, below []string // paragraphs of plain text
	nearest      []replies.Passage
}

func (a *asking) refusal(r *replies.Answer, found *retrieve.Result, note string) refusal {
	f := refusal{nearest: r.Nearest}
	f.above = append(f.above, a.notFound()+": "+a.nothing(r.Indexed)+".")
	if missing := r.MissingWords(); missing != "" && r.Indexed.Files > 0 {
		f.above = append(f.above, missing)
	}
	if note != "" {
		f.above = append(f.above, note)
	}
	if len(r.Unsupported) > 0 {
		f.above = append(f.above, text.Counted(len(r.Unsupported), "statement")+" of the model had no support in them.")
	}
	f.below = unsearched(r.Indexed)
	return f
}

// looksForWords reports whether the question has words to look for, or took some over.
func (a *asking) looksForWords() bool { return a.scope.question.HasTerms() || len(a.carried) > 0 }

// nothing returns why there is no answer in the indexed files.
func (a *asking) nothing(indexed replies.IndexState) string {
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
	return f.written(func(s string) string { return s }, func(p replies.Passage) string { return p.Place() })
}

// markdown is the refusal with links to the passages. It may be rendered anywhere.
func (f refusal) markdown() string {
	return f.written(render.Inline, func(p replies.Passage) string {
		return fmt.Sprintf("[%s](%s)", render.Inline(p.Place()), replies.LineURI(p.URI, p.Range.Start.Line))
	})
}

// written sets the parts, of which escape takes the power and place says where a
// passage stands.
func (f refusal) written(escape func(string) string, place func(replies.Passage) string) string {
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

func (f refusal) list(escape func(string) string, place func(replies.Passage) string) string {
	items := make([]string, len(f.nearest))
	for i, p := range f.nearest {
		items[i] = fmt.Sprintf("- %s: %s", place(p), escape(p.Text))
	}
	return strings.Join(items, "\n")
}

// versionControl is the reason why .git is left out, which nobody wonders about.
const versionControl = "version control"

// unsearched says what the question was not asked of.
func unsearched(s replies.IndexState) []string {
	var all []string
	if !s.Complete {
		all = append(all, replies.StillReading(s))
	}
	if s.Reading > 0 {
		all = append(all, replies.BeingRead(s.Reading))
	}
	if n := s.Skipped.Reasons[replies.PartlyRead]; n > 0 {
		all = append(all, text.Counted(n, "file could", "files could")+" be read in part alone; `docuquest index` says why.")
	}
	if reasons := whyNotSearched(s.Skipped); len(reasons) > 0 {
		all = append(all, "Not searched: "+strings.Join(reasons, ", ")+"; `docuquest index` names them.")
	}
	return all
}

// whyNotSearched are the reasons for which files and folders were left out, each with
// how many there are: "3 binary".
func whyNotSearched(s replies.Skipped) []string {
	var all []string
	for _, reason := range slices.Sorted(maps.Keys(s.Reasons)) {
		if reason != versionControl && reason != replies.PartlyRead {
			all = append(all, fmt.Sprintf("%d %s", s.Reasons[reason], reason))
		}
	}
	return all
}

// nearestOf are the best passages as they were before any was rejected.
func nearestOf(found *retrieve.Result, e text.Encoding) []replies.Passage {
	var all []replies.Passage
	spots := replies.NewLocator(e)
	for _, h := range found.Nearest {
		at := spots.Locate(h.Document, h.Chunk.Span)
		all = append(all, replies.Passage{
			URI: at.URI, Path: h.Document.Path, Range: at.Range, Titles: replies.OrEmpty(h.Chunk.Titles), Page: at.Page,
			Text: replies.Beginning(answer.Display(saidBy(h, at)), replies.PreviewLength),
		})
	}
	return all
}

// saidBy is what a reader is shown of a passage: of a row its cells with their names.
func saidBy(h retrieve.Hit, at replies.Location) string {
	if h.Chunk.Kind == chunk.Table {
		return h.Chunk.Content()
	}
	return at.Text
}
