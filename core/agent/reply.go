package agent

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"docuquest/core/answer"
	"docuquest/core/answer/ground"
	"docuquest/core/answer/render"
	"docuquest/core/answer/replies"
	"docuquest/core/answer/sent"
	"docuquest/core/document/chunk"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
)

// reply puts the parts of an answer together.
func (a *asking) reply(d answer.Draft, c ground.Checked, found *retrieve.Result) *replies.Answer {
	r := a.newAnswer(d, c, found)
	for _, s := range a.replaced {
		r.Unsupported = append(r.Unsupported, s.Text)
	}
	if a.prefer.DropUnsupported {
		r.Dropped, r.Unsupported = len(r.Unsupported), []string{}
	}
	if !r.Indexed.Complete || r.Indexed.Reading > 0 {
		r.Missing = []string{} // what was not read yet may hold them
	}
	for _, d := range found.Documents {
		r.Documents = append(r.Documents, d.Path)
	}
	r.Markdown = c.Text
	switch {
	case r.Refused:
		if a.looksForWords() {
			r.Nearest = nearestOf(found, a.question.Encoding)
		}
		refusal := a.refusal(r, found, d.Note)
		r.Answer, r.Markdown = refusal.plain(), refusal.markdown()
	case d.Form == answer.Verbatim:
		r.Markdown = render.Foreign(c.Text)
	case d.Note != "":
		r.Answer += "\n\n" + render.Inline(d.Note)
		r.Markdown = r.Answer
	}
	r.Document = replies.DocumentOf(r)
	return r
}

func (a *asking) newAnswer(d answer.Draft, c ground.Checked, found *retrieve.Result) *replies.Answer {
	indexed := a.indexState()
	indexed.Reading = a.reading
	indexed.Complete = indexed.Complete && !a.partial
	return &replies.Answer{
		ID:          a.question.ID,
		Question:    a.question.Text,
		URI:         a.question.URI,
		Folders:     a.options.Workspace.Folders(),
		Answer:      c.Text,
		Writer:      d.Writer,
		Refused:     c.Text == "",
		Stopped:     a.stopped,
		Confidence:  replies.Round(found.Confidence()),
		Floor:       replies.Round(found.Floor),
		Citations:   replies.NewCitations(c.Citations, a.question.Encoding),
		Documents:   []string{},
		Groups:      replies.OrEmpty(found.Groups),
		Added:       replies.OrEmpty(found.Added),
		Missing:     replies.OrEmpty(found.Missing),
		Unsupported: replies.OrEmpty(c.Unsupported),
		Partly:      partlyHeld(c.Statements),
		Unchecked:   unchecked(c.Statements),
		Indexed:     indexed,
		Encoding:    a.question.Encoding.String(),
		Steps:       replies.Steps(a.steps),
		Sent:        sent.ByHost(a.ledger, a.found),
		Rejected:    found.Rejected,
		LeftOut:     found.LeftOut,
		Taken:       a.taken(found),
		Research:    a.researched(c, found),
	}
}

// partlyHeld are the statements that are not wholly held by their quotes.
func partlyHeld(statements []ground.Statement) []replies.Partly {
	var all []replies.Partly
	for _, s := range statements {
		if len(s.Lacks) > 0 {
			all = append(all, replies.Partly{Statement: s.Text, Numbers: s.Numbers, Lacks: s.Lacks})
		}
	}
	return all
}

// unchecked are the statements that could not be compared with their quotes.
func unchecked(statements []ground.Statement) []replies.Unchecked {
	var all []replies.Unchecked
	for _, s := range statements {
		if s.Unchecked {
			all = append(all, replies.Unchecked{Statement: s.Text, Numbers: s.Numbers})
		}
	}
	return all
}

// within limits a search to one file or to the files below one folder.
func within(uri string) (func(*index.Entry) bool, error) {
	if uri == "" {
		return nil, nil
	}
	u, err := file.ParseURI(uri)
	if err != nil {
		return nil, err
	}
	folder := strings.TrimSuffix(string(u), "/") + "/"
	return func(e *index.Entry) bool {
		return e.URI == u || strings.HasPrefix(string(e.URI), folder)
	}, nil
}

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
