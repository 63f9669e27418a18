package why

import (
	"context"
	"slices"

	"docuquest/core/agent/view"
	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/search/retrieve"
)

// A WhyNot asks why a file is not among what an answer cites.
type WhyNot struct {
	URI string `json:"uri"` // of the file
	// Answer is the id of a kept answer, and Question one that is asked for this: one of
	// the two is given. A question is asked without a model, so that nothing leaves the
	// machine.
	Answer   string `json:"answer,omitempty"`
	Question string `json:"question,omitempty"`
}

// A WhyNotReply names the step that lost a file.
type WhyNotReply struct {
	URI      file.URI `json:"uri"`
	Path     string   `json:"path"`
	Question string   `json:"question"`
	Answer   string   `json:"answer,omitempty"` // the id of the answer, "" for a question
	Step     LostAt   `json:"step"`
	Detail   string   `json:"detail"` // why, in plain sentences on one line
	// Terms are those of the question, and how often the file contains them; none for a file
	// that is not indexed, and where files were counted.
	Terms []WhyNotTerm `json:"terms"`
	// Explanation is all of it as Markdown that may be rendered anywhere.
	Explanation string `json:"explanation"`
}

// A WhyNotTerm is a term of a question.
type WhyNotTerm struct {
	Term    string  `json:"term"`
	Times   int     `json:"times"` // that it occurs in the file, at most 255; 0 for not at all
	Files   int     `json:"files"` // of the workspace that contained it when the question was asked
	Counts  float64 `json:"counts"`
	Nearest string  `json:"nearest,omitempty"` // the word of the file that is nearest to one that it does not contain
}

// LostAt is the step that lost a file.
type LostAt string

// The steps, in the order in which a file goes through them.
const (
	LostNotIndexed  LostAt = "not indexed" // now, or by the run that is asked about
	LostFiltered    LostAt = "outside the filter"
	LostNoTerm      LostAt = "no term"
	LostNotSearched LostAt = "not searched" // no file was, since earlier answers answer the question
	LostNotCounted  LostAt = "not counted"  // of a question that was counted in all files
	LostRankedLow   LostAt = "ranked low"
	LostUnreadable  LostAt = "unreadable"
	LostFolded      LostAt = "folded"   // it repeats another file
	LostRejected    LostAt = "rejected" // by the threshold
	LostCut         LostAt = "cut"      // its passages were not among the best
	LostRefused     LostAt = "refused"  // the whole question was
	LostNotQuoted   LostAt = "not quoted"
	NotLost         LostAt = "quoted"
)

// A loss is one file on its way through the run of a question.
type loss struct {
	*Account
	Case
	uri   file.URI
	path  string // now
	was   string // the path by which the run names the file, "" where it does not
	terms []WhyNotTerm
}

// A Disk reads files past the index, and reports why it leaves one out.
type Disk interface {
	file.Source
	IgnoredBy(u file.URI) string
}

// A Case is a file that is missed in the answer of a run.
type Case struct {
	View   *view.View
	Disk   Disk
	Within func(*index.Entry) bool // the files that the question admits; nil for all
	// Match is which terms of [Account.Sought] the file contains.
	Match retrieve.FileMatch
}

// Explain names the step at which the run of an account lost a file.
func (c Case) Explain(ctx context.Context, x *Account, w WhyNot, u file.URI) *WhyNotReply {
	l := &loss{Account: x, Case: c, uri: u, path: c.View.Name(u)}
	for path, named := range x.Files {
		if named == u {
			l.was = path
		}
	}
	if e := l.Match.Entry; e != nil {
		l.path = e.Path
	}
	l.terms = l.termsHere(ctx)
	step, detail := l.step(ctx)
	reply := &WhyNotReply{
		URI: u, Path: l.path, Question: x.Question, Answer: w.Answer,
		Step: step, Detail: detail, Terms: l.terms,
	}
	reply.Explanation = reply.document(x)
	return reply
}

// Sought are the terms that were searched for.
func (x *Account) Sought() []retrieve.Sought {
	if x.Search == nil {
		return nil
	}
	return replies.Each(x.Search.Terms, func(t ExplainedTerm) retrieve.Sought {
		return retrieve.Sought{Text: t.Term, Stem: t.Stem, Counts: t.Counts, CodeOnly: t.CodeOnly}
	})
}

// termsHere are the terms of the question as the file contains them, each that it does not
// contain with the nearest word that it does.
func (l *loss) termsHere(ctx context.Context) []WhyNotTerm {
	terms := []WhyNotTerm{}
	if l.Match.Entry == nil || l.Search == nil {
		return terms
	}
	var absent []string
	for _, t := range l.Search.Terms {
		one := WhyNotTerm{Term: t.Term, Files: t.Files, Counts: t.Counts}
		at := slices.IndexFunc(l.Match.Holds, func(h retrieve.Held) bool { return h.Stem == t.Stem })
		if at >= 0 {
			one.Times = l.Match.Holds[at].Times
		} else {
			absent = append(absent, t.Term)
		}
		terms = append(terms, one)
	}
	d, err := l.View.Document(ctx, l.uri)
	if err != nil {
		return terms
	}
	near := retrieve.NearestWords(absent, d.Readable())
	for i := range terms {
		if terms[i].Times == 0 {
			terms[i].Nearest = near[terms[i].Term]
		}
	}
	return terms
}
