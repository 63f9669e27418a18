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
	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
)

// reply puts the parts of an answer together.
func (a *asking) reply(d answer.Draft, c ground.Checked, found *retrieve.Result) *replies.Answer {
	d.Note = strings.TrimSpace(d.Note + " " + a.unoutlined)
	r := a.newAnswer(d, c, found)
	for _, s := range a.replaced {
		r.Unsupported = append(r.Unsupported, s.Text)
	}
	if a.prefer.DropUnsupported {
		r.Dropped, r.Unsupported = len(r.Unsupported), []string{}
	}
	if !r.Indexed.Complete || r.Indexed.Reading > 0 {
		r.Missing = []string{} // what was not read yet may have them
	}
	for _, d := range found.Documents {
		r.Documents = append(r.Documents, d.Path)
	}
	r.Markdown = c.Text
	switch {
	case r.Refused:
		a.refuse(r, found, d.Note)
	case d.Form == answer.Verbatim:
		r.Markdown = render.Foreign(c.Text)
	default:
		if d.Note != "" {
			r.Answer += "\n\n" + render.Inline(d.Note)
		}
		r.Markdown = r.Answer
		if a.doubt(r, d.Support); r.Doubt != "" {
			r.Markdown = render.Inline(r.Doubt) + "\n\n" + r.Answer
		}
	}
	r.Document = replies.DocumentOf(r)
	return r
}

// doubt sets the standing of an answer that is made of entries by what these support.
func (a *asking) doubt(r *replies.Answer, s *answer.Support) {
	if s == nil || a.report != nil { // research says itself which facts it has not found
		return
	}
	r.Confidence, r.Floor = replies.Round(s.Share), replies.Round(answer.DefaultBar)
	if s.IsWeak(0) {
		r.Standing, r.Doubt = replies.Uncertain, "Probably not in these files: "+s.String()+"."
	}
}

func (a *asking) newAnswer(d answer.Draft, c ground.Checked, found *retrieve.Result) *replies.Answer {
	indexed := a.indexState()
	indexed.Reading = a.reading
	indexed.Complete = indexed.Complete && !a.partial
	r := &replies.Answer{
		ID:             a.question.ID,
		Question:       a.question.Text,
		URI:            a.question.URI,
		Folders:        a.options.Workspace.Folders(),
		Answer:         c.Text,
		Lead:           c.Lead,
		Writer:         d.Writer,
		Standing:       replies.Answered,
		Refused:        c.Text == "",
		Stopped:        a.stopped,
		Confidence:     replies.Round(found.Confidence()),
		Floor:          replies.Round(found.Floor),
		Citations:      replies.NewCitations(c.Citations, a.question.Encoding),
		Documents:      []string{},
		Groups:         replies.OrEmpty(found.Groups),
		Added:          replies.OrEmpty(found.Added),
		Missing:        replies.OrEmpty(found.Missing),
		Unsupported:    replies.OrEmpty(c.Unsupported),
		Indexed:        indexed,
		Encoding:       a.question.Encoding.String(),
		Steps:          replies.Steps(a.steps),
		Sent:           sent.ByHost(a.ledger, a.found),
		Rejected:       found.Rejected,
		LeftOut:        found.LeftOut,
		Interpretation: a.interpretation(found),
		Research:       a.researched(c, found),
	}
	for i, citation := range c.Citations {
		for _, d := range found.Documents {
			if d.Document == citation.Document {
				r.Citations[i].Edition = d.Source.Remark()
			}
		}
	}
	for _, s := range c.Statements {
		if len(s.Lacks) > 0 {
			r.Partly = append(r.Partly, replies.Partly{Statement: s.Text, Numbers: s.Numbers, Lacks: s.Lacks})
		}
		if s.Unchecked {
			r.Unchecked = append(r.Unchecked, replies.Unchecked{Statement: s.Text, Numbers: s.Numbers})
		}
	}
	return r
}

// refuse writes that the files do not answer the question: which words no file contains, which
// passages come nearest, and what could not be searched.
func (a *asking) refuse(r *replies.Answer, found *retrieve.Result, note string) {
	r.Standing = replies.Absent
	indexed, hasWords := r.Indexed, a.scope.question.HasTerms() || len(a.carried) > 0
	nothing, filters := "", a.scope.filter.Strings()
	switch {
	case indexed.Files == 0 && indexed.Complete:
		nothing = "there is no file to search here"
	case !hasWords:
		nothing = "the question has no word to look for"
	case len(filters) == 0:
		nothing = "nothing in the " + text.Counted(indexed.Files, "indexed file") + " answers this"
	case a.reach.Files == 0 && a.reach.Nowhere != "":
		nothing = a.reach.Nowhere
	default:
		nothing = fmt.Sprintf("nothing in the %s for %s answers this", text.Counted(a.reach.Files, "file"), strings.Join(filters, " "))
	}
	where := "Not in your files"
	if a.onWeb {
		where += ", nor on the pages of the web that were read"
	}
	above := []string{where + ": " + nothing + "."}
	if n := len(r.Unsupported) + r.Dropped; n > 0 { // a model failed, which proves nothing of the files
		above[0] = fmt.Sprintf("Not answered: %s of the model had no support in the files, and no sentence there has enough of the question.", text.Counted(n, "statement"))
	}
	if indexed.Files > 0 {
		above = append(above, r.MissingWords())
	}
	above = append(above, note)

	// The best passages as they were before any was rejected; of a row its cells with their names.
	locator := replies.NewLocator(a.question.Encoding)
	for _, h := range found.Nearest {
		if !hasWords {
			break
		}
		at := locator.Locate(h.Document, h.Chunk.Span)
		if h.Chunk.Kind == chunk.Table {
			at.Text = h.Chunk.Content()
		}
		r.Nearest = append(r.Nearest, replies.Passage{
			URI: at.URI, Path: h.Document.Path, Range: at.Range, Titles: replies.OrEmpty(h.Chunk.Titles), Page: at.Page,
			Text: replies.Beginning(answer.Display(at.Text), replies.PreviewLength),
		})
	}

	// A terminal gets plain text; Markdown has links to the passages, and may be rendered anywhere.
	write := func(escape func(string) string, place func(replies.Passage) string) string {
		var parts []string
		for _, p := range replies.NonEmpty(above...) {
			parts = append(parts, escape(p))
		}
		var nearest []string
		for _, p := range r.Nearest {
			nearest = append(nearest, fmt.Sprintf("- %s: %s", place(p), escape(p.Text)))
		}
		if len(nearest) > 0 {
			parts = append(parts, "Nearest:", strings.Join(nearest, "\n"))
		}
		for _, p := range unsearched(indexed) {
			parts = append(parts, escape(p))
		}
		return strings.Join(parts, "\n\n") + "\n"
	}
	r.Answer = write(func(s string) string { return s }, func(p replies.Passage) string { return p.Place() })
	r.Markdown = write(render.Inline, func(p replies.Passage) string {
		return fmt.Sprintf("[%s](%s)", render.Inline(p.Place()), replies.LineURI(p.URI, p.Range.Start.Line))
	})
}

// unsearched returns sentences on files that were not searched.
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
	var reasons []string
	for _, reason := range slices.Sorted(maps.Keys(s.Skipped.Reasons)) {
		if reason != "version control" && reason != replies.PartlyRead { // the first is .git
			reasons = append(reasons, fmt.Sprintf("%d %s", s.Skipped.Reasons[reason], reason))
		}
	}
	if len(reasons) > 0 {
		all = append(all, "Not searched: "+strings.Join(reasons, ", ")+"; `docuquest index` names them.")
	}
	return all
}
