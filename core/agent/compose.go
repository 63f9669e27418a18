package agent

import (
	"strings"

	"docuquest/core/answer"
	"docuquest/core/answer/ground"
	"docuquest/core/answer/render"
	"docuquest/core/answer/replies"
	"docuquest/core/answer/sent"
	"docuquest/core/file"
	"docuquest/core/index"
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
		Steps:       a.steps,
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
