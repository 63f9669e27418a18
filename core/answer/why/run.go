// Package why reports how an answer came about, and at which step a file was lost that the
// answer does not cite. It is made of what the run of the question had at hand: an [Account]
// is never written after it was made.
package why

import (
	"maps"
	"slices"
	"strings"

	"docuquest/core/answer"
	"docuquest/core/answer/ground"
	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
	"docuquest/core/search/stage"
)

// An Account is how one answer came about, from how its question was taken to what was
// sent for it. It is made of what the run itself had at hand, and is never written after
// it was made.
type Account struct {
	Answer   string `json:"answer"` // its id
	Question string `json:"question"`
	// Again reports that the answer was kept without its account, and that this one is of a
	// second run: of the files as they are now, without a model.
	Again    bool     `json:"again,omitempty"`
	Encoding string   `json:"encoding"` // of ranges
	Folders  []string `json:"folders"`  // of the workspace, as absolute paths
	// Files are the ones that the account names, by their paths. One path may be that of
	// another file in another folder.
	Files map[string]file.URI `json:"files"`
	Asked Asked               `json:"asked"`
	replies.Interpretation
	Groups  [][]string `json:"groups"`
	Added   []string   `json:"added"`
	Missing []string   `json:"missing"`
	// Exact is what was counted or looked up in a table, without its rows; nil where the
	// best passages answer.
	Exact *replies.Exact `json:"exact,omitempty"`
	// Search is how passages were found, nil where files were counted. Its steps are
	// among Steps.
	Search  *Explanation   `json:"search,omitempty"`
	Course  Course         `json:"course"`
	Written Written        `json:"written"`
	Cited   []Cited        `json:"cited"`
	Sent    []replies.Sent `json:"sent"`
	Steps   []replies.Step `json:"steps"`
}

// Asked is what a question asked for besides its text and its filters, as in agent.Request.
type Asked struct {
	URI          string  `json:"uri,omitempty"`
	Limit        int     `json:"limit"`    // documents
	Passages     int     `json:"passages"` // that a writer may be given
	Threshold    float64 `json:"threshold,omitempty"`
	Notes        string  `json:"notes,omitempty"` // as in agent.Request
	Retrieval    string  `json:"retrieval"`
	Conversation string  `json:"conversation,omitempty"` // the id of its conversation, "" for none
}

// A Course is which files came how far, by their paths.
type Course struct {
	Weighed []string        `json:"weighed"` // the best by words and titles first; none in boolean mode
	Looked  []CoursePlace   `json:"looked"`  // of these, the best by all signals first; none in boolean mode
	Read    []string        `json:"read"`    // of these, copies of others among them
	Copies  []ExplainedCopy `json:"copies"`
}

// A CoursePlace is a file whose text was looked at, with what its signals add to its
// score; signals that add nothing are left out.
type CoursePlace struct {
	Path  string             `json:"path"`
	Score float64            `json:"score"`
	Adds  map[string]float64 `json:"adds"`
	// Meant reports that it was compared with the question by meaning. Where it was not,
	// nothing is known of its cosine and soft.
	Meant bool `json:"meant,omitempty"`
}

// An ExplainedCopy is a file that was read and repeats a passage of another one.
type ExplainedCopy struct {
	Path string `json:"path"`
	Of   string `json:"of"`
}

// Written is what a writer made of the passages.
type Written struct {
	Writer     string  `json:"writer"`
	Refused    bool    `json:"refused"`
	Confidence float64 `json:"confidence"` // as in Answer
	Floor      float64 `json:"floor"`
	// Read are the passages that the writer was given, by their ranks.
	Read []int `json:"read"`
	// Whole are the paths of the files whose complete texts it was given in place of passages.
	Whole      []string             `json:"whole,omitempty"`
	Statements []ExplainedStatement `json:"statements"`
}

// IsStrange reports whether the question was refused for its confidence, before anything was
// written.
func (w Written) IsStrange() bool { return w.Refused && w.Confidence < w.Floor }

// An ExplainedStatement is one that the writer made, with what its check found.
type ExplainedStatement struct {
	Text    string   `json:"text"`
	Verdict string   `json:"verdict"` // "supported", "partly" or "unsupported": this one was cut, unless it is Verbatim
	Lacks   []string `json:"lacks"`   // what its quotes do not say, in words for people
	Numbers []int    `json:"numbers"` // of its citations
	Paths   []string `json:"paths"`   // of the files that it claims to quote, each once
	// Verbatim reports that it occurs in the answer as the model wrote it, whatever was
	// found of it.
	Verbatim bool `json:"verbatim,omitempty"`
	// Unchecked reports that it or its quotes are not in English, which alone the check knows.
	Unchecked bool `json:"unchecked,omitempty"`
}

// IsCut reports whether a statement is not in the answer.
func (s ExplainedStatement) IsCut() bool { return s.isUnproven() && !s.Verbatim }

func (s ExplainedStatement) isUnproven() bool { return s.Verdict == ground.Unsupported.String() }

// A Cited is a citation of the answer.
type Cited struct {
	Number int      `json:"number"`
	URI    file.URI `json:"uri"` // of the file, also where the text was taken out of it
	Path   string   `json:"path"`
}

// A Run is what one question did, as far as its account needs it.
type Run struct {
	Asked          Asked
	ID             string
	Question       string
	Encoding       text.Encoding // of the ranges of the account
	Folders        []string      // of the workspace, as absolute paths
	Interpretation replies.Interpretation
	Found          *retrieve.Result
	Trail          Trail
	Sent           []replies.Sent
	Steps          stage.Tree
}

// A Trail is who wrote the answer of a question, and what came of it.
type Trail struct {
	Query    retrieve.Query
	Writer   answer.Writer // who was given the passages; nil for none
	Draft    answer.Draft
	Findings []ground.Finding // by the statements of the draft
}

// NewAccount reports how a reply came about, or with nil why none did once something was
// found.
func NewAccount(run Run, r *replies.Answer) *Account {
	found := run.Found
	x := &Account{
		Answer: run.ID, Question: run.Question, Encoding: run.Encoding.String(),
		Folders: replies.OrEmpty(run.Folders), Files: filesNamed(found, r),
		Asked: run.Asked, Interpretation: run.Interpretation,
		Groups: replies.OrEmpty(found.Groups), Added: replies.OrEmpty(found.Added), Missing: replies.OrEmpty(found.Missing),
		Search: NewExplanation(found, run.Encoding),
		Cited:  []Cited{}, Sent: run.Sent, Steps: replies.Steps(run.Steps),
	}
	if x.Search != nil {
		x.Search.Steps = []replies.Step{}
		c := found.Trace.Course
		x.Course = Course{
			Weighed: replies.OrEmpty(c.Weighed), Read: replies.OrEmpty(c.Read),
			Looked: replies.Each(c.Looked, func(p retrieve.TracedPlace) CoursePlace {
				place := CoursePlace{Path: p.Path, Score: replies.Round(p.Score()), Adds: map[string]float64{}, Meant: p.Meant}
				for _, part := range p.Parts {
					if adds := replies.Round(part.Adds()); adds != 0 {
						place.Adds[part.Signal] = adds
					}
				}
				return place
			}),
			Copies: replies.Each(c.Copies, func(c retrieve.TracedCopy) ExplainedCopy { return ExplainedCopy(c) }),
		}
	}
	x.Written = written(run, x.Search)
	if r == nil {
		return x
	}
	x.Written.Writer, x.Written.Refused = r.Writer, r.Refused
	for _, c := range r.Citations {
		x.Cited = append(x.Cited, Cited{c.Number, x.Files[c.Path], c.Path})
	}
	if r.Exact != nil {
		counted := *r.Exact
		counted.Rows, counted.Columns, counted.Value = []replies.ExactRow{}, replies.Each(counted.Columns, strings.Clone), strings.Clone(counted.Value)
		x.Exact = &counted
	}
	return x
}

// filesNamed are the files that an account names, by their paths.
func filesNamed(found *retrieve.Result, r *replies.Answer) map[string]file.URI {
	files := map[string]file.URI{}
	if found.Trace != nil {
		maps.Copy(files, found.Trace.Course.Files)
		for _, p := range found.Trace.Passages {
			files[p.Document.Path] = p.Document.URI
		}
	}
	for _, d := range found.Documents {
		files[d.Path] = d.URI
	}
	if r == nil {
		return files
	}
	for _, c := range r.Citations {
		if _, known := files[c.Path]; known {
			continue
		}
		files[c.Path] = c.URI
		if strings.HasPrefix(string(c.URI), replies.TextScheme) { // it names the text that was taken out of the file
			files[c.Path] = ""
			for e := range found.Snapshot.All {
				if e.Path == c.Path {
					files[c.Path] = e.URI
					break
				}
			}
		}
	}
	return files
}

// written reports the draft and its check.
func written(run Run, search *Explanation) Written {
	found, trail := run.Found, run.Trail
	w := Written{
		Refused: true, Confidence: replies.Round(found.Confidence()), Floor: replies.Round(found.Floor),
		Read: []int{}, Statements: make([]ExplainedStatement, len(trail.Findings)),
	}
	if trail.Writer != nil {
		kept := slices.DeleteFunc(slices.Clone(search.Passages), func(p ExplainedPassage) bool { return !p.IsKept() })
		ranks := make([]int, len(found.Hits)) // in the order of the passages that were kept
		for i, h := range found.Hits {
			if h.Beside == "" && len(kept) > 0 {
				ranks[i], kept = kept[0].Rank, kept[1:]
			}
		}
		for _, hit := range answer.HitsFor(trail.Writer, found.Hits) {
			if found.Hits[hit].Beside == "" {
				w.Read = append(w.Read, ranks[hit])
			}
		}
		if answer.TakesDocuments(trail.Writer) {
			w.Whole = replies.Each(found.Documents, func(d retrieve.Document) string { return d.Path })
		}
	}
	for i, f := range trail.Findings {
		w.Statements[i] = ExplainedStatement{
			Text:    strings.Clone(f.Text), // which may be a part of a whole file
			Verdict: f.Verdict.String(), Lacks: replies.Each(f.Lacks, strings.Clone), Numbers: replies.OrEmpty(f.Numbers),
			Paths: claimed(trail.Draft.Statements[i], found.Hits), Verbatim: trail.Draft.Form == answer.Verbatim,
			Unchecked: f.Unchecked,
		}
	}
	return w
}

// claimed returns the paths of the files that a statement claims to quote.
func claimed(s answer.Statement, hits []retrieve.Hit) []string {
	paths := []string{}
	for _, q := range s.Quotes {
		if q.Hit == answer.NoHit || len(hits) <= q.Hit {
			continue
		}
		if path := hits[q.Hit].Document.Path; !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	return paths
}
