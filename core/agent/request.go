package agent

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"docuquest/core/agent/fault"
	"docuquest/core/answer/history"
	"docuquest/core/answer/replies"
	"docuquest/core/answer/research"
	"docuquest/core/answer/why"
	"docuquest/core/code/codemap"
	"docuquest/core/code/notebook"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/search/passages"
	"docuquest/core/search/question"
)

// A Request is what a person asks, with what they chose for this once. Only
// Text is needed.
type Request struct {
	Text string `json:"question"`
	// URI limits the search to one file, or to the files below one folder.
	URI string `json:"uri,omitempty"`
	// In and Types limit the search to folders and to types of files, besides what
	// filters in Text do; see [question.Parse]. A leading minus excludes.
	In    []string `json:"in,omitempty"`
	Types []string `json:"types,omitempty"`
	// Limit is the number of documents that are read for the answer, 1 to 100;
	// 0 means the default of 10.
	Limit int `json:"limit,omitempty"`
	// Retrieval is "ranked" or "boolean"; "" means the configured one.
	Retrieval string `json:"retrieval,omitempty"`
	// Passages is the number of passages that are read for the answer, 1 to 1000;
	// 0 means 20, and 5 where URI names a file with pages.
	Passages int `json:"k,omitempty"`
	// Rerank is "on" or "off": whether the best passages are read once more to put
	// them in order; "" means the configured one.
	Rerank string `json:"rerank,omitempty"`
	// Notes is "on" or "off": whether notes on the files and on what they contain, made
	// by rules in the background, count for what is read; "" means the configured
	// choice, which is off unless the user turned it on. In place of "on" it may have numbers:
	// "hits=10,min=0,chunks=30,summaries=1" are how many notes of each kind are taken, by
	// which cosine at least, how many chunks these lead to and, without K, how
	// many passages are read, and what a kind counts, by its name. Boolean retrieval and
	// Research know no notes.
	Notes string `json:"notes,omitempty"`
	// Threshold is the confidence below which a passage is rejected, 0 to 1; 0
	// rejects none.
	Threshold float64 `json:"threshold,omitempty"`
	// Writer is "extractive", "generative" or "classic"; "" means generative
	// where a model is configured and extractive elsewhere, and classic for
	// boolean retrieval with a model.
	Writer string `json:"writer,omitempty"`
	// Way is how the question is answered, one of [Ways]; "" leaves that to what it says, and to
	// way:prose and the like in Text.
	Way string `json:"way,omitempty"`
	// Words and Citations are the most words of the answer, 1 to MaxAnswerWords, and the
	// most places that it cites, 1 to MaxAnswerCitations; 0 means the configured
	// number. The classic writer keeps to neither.
	Words     int `json:"words,omitempty"`
	Citations int `json:"citations,omitempty"`
	// Rounds is the most rounds of searches that Research makes, 1 to MaxRounds; 0 means
	// the configured number. Ask makes one search in any case.
	Rounds int `json:"rounds,omitempty"`
	// Web reports whether Research searches the web, too; nil means as configured, which is
	// not to unless the user turned it on. Ask never does.
	Web *bool `json:"web,omitempty"`
	// Conversation is what the question belongs to: "" for the conversation of this
	// session, the id of another one, "last" for the one that was kept last, or "none".
	// A question that is incomplete by itself inherits its subject from earlier ones.
	Conversation string `json:"conversation,omitempty"`
	// History is how much of the conversation the question may go on with; nil is as
	// configured.
	History *history.Recall `json:"history,omitempty"`
	// Calls is how many definitions that a passage of a program calls, or that call it,
	// are read behind it, 1 to MaxCalls; 0 means the configured number, which is 0
	// unless the user chose one. Research reads no such definitions.
	Calls int `json:"calls,omitempty"`
	// Encoding of the positions in the answer.
	Encoding text.Encoding `json:"-"`
	// ID that the answer will have, as [history.NewID] makes them; "" has one made.
	ID string `json:"-"`

	carried []string // words that it inherited when it was asked before
}

// The greatest numbers of a [Request] and a [Search].
const (
	MaxQuestionWords   = 2000
	MaxHits            = 1000
	MaxAround          = 20 // passages on each side of a hit
	MaxAnswerWords     = 10_000
	MaxAnswerCitations = 1000
	MaxRounds          = research.MaxRounds
)

// Ways are the names of the ways in which a question may be answered.
func Ways() []string { return question.Ways() }

// Check refuses what makes no sense, as an error of the kind [fault.Invalid].
func (q *Request) Check() error {
	return fault.Of(fault.Invalid, cmp.Or(
		CheckText("question", q.Text),
		checkNumber("limit", q.Limit, 1, replies.MaxDocuments, " documents"),
		checkName("retrieval", q.Retrieval, "ranked", "boolean"),
		checkName("writer", q.Writer, replies.Extractive, generative, classic),
		checkName("way", q.Way, Ways()...),
		checkNumber("k", q.Passages, 1, MaxHits, " passages"),
		checkNumber("rounds", q.Rounds, 1, MaxRounds, ""),
		checkNumber("words", q.Words, 1, MaxAnswerWords, ""),
		checkNumber("citations", q.Citations, 1, MaxAnswerCitations, ""),
		q.History.Check(),
		checkChoices(q.Notes, q.Rerank, q.Threshold, q.Calls),
	))
}

// Check refuses what makes no sense, as an error of the kind [fault.Invalid].
func (s *Search) Check() error {
	return fault.Of(fault.Invalid, cmp.Or(
		CheckText("query", s.Query),
		checkNumber("limit", s.Limit, 1, MaxHits, " passages"),
		checkNumber("around", s.Around, 0, MaxAround, " passages"),
		checkChoices(s.Notes, s.Rerank, s.Threshold, s.Calls),
	))
}

// checkChoices checks what questions and searches have in common.
func checkChoices(notes, rerank string, threshold float64, calls int) error {
	if threshold < 0 || 1 < threshold || threshold != threshold {
		return fmt.Errorf("threshold is %v: it may be 0 to 1", threshold)
	}
	return cmp.Or(
		notebook.CheckChoice(notes),
		checkName("rerank", rerank, "on", "off"),
		checkNumber("calls", calls, 0, codemap.MaxCalls, " definitions"),
	)
}

// CheckText refuses a text that is empty or too long, as an error of the kind
// [fault.Invalid]: a search works through all of its words for each file. what is its name.
func CheckText(what, typed string) error {
	words := 0
	for range text.Words(typed) {
		if words++; words > MaxQuestionWords {
			return fault.New(fault.Invalid, "the %s is longer than %d words", what, MaxQuestionWords)
		}
	}
	if strings.TrimSpace(typed) == "" {
		return fault.New(fault.Invalid, "the %s is empty", what)
	}
	return nil
}

// checkNumber refuses a number that is out of its range; 0 is the default.
func checkNumber(name string, n, least, most int, of string) error {
	if n < 0 || most < n {
		return fmt.Errorf("%s is %d: it may be %d to %d%s", name, n, least, most, of)
	}
	return nil
}

// checkName refuses a name that is not one of some; "" is the default.
func checkName(what, name string, known ...string) error {
	if name == "" || slices.Contains(known, name) {
		return nil
	}
	last := len(known) - 1
	return fmt.Errorf("%s %q is not known: it is %s or %s", what, name, strings.Join(known[:last], ", "), known[last])
}

// A Search asks for passages without an answer.
type Search struct {
	Query     string        `json:"query"`
	URI       string        `json:"uri,omitempty"`
	Limit     int           `json:"limit,omitempty"`     // passages, 1 to 1000; 0 means 10
	Rerank    string        `json:"rerank,omitempty"`    // as Request.Rerank
	Notes     string        `json:"notes,omitempty"`     // as Request.Notes
	Threshold float64       `json:"threshold,omitempty"` // as Request.Threshold
	In        []string      `json:"in,omitempty"`        // as Request.In
	Types     []string      `json:"types,omitempty"`     // as Request.Types
	Calls     int           `json:"calls,omitempty"`     // as Request.Calls; the definitions follow their hits, beyond the limit
	Around    int           `json:"around,omitempty"`    // passages on each side of a hit that are listed with it, 0 to 20
	Explain   bool          `json:"explain,omitempty"`   // have the reply explain how it came about
	Encoding  text.Encoding `json:"-"`
}

// SearchReply is what a Search found, best first.
type SearchReply struct {
	// ID is what the record of what was sent for the search is kept under; "" where
	// nothing was.
	ID       string     `json:"id,omitempty"`
	Query    string     `json:"query"`
	Groups   [][]string `json:"groups"`
	Added    []string   `json:"added"` // terms that were added to the query's own
	Missing  []string   `json:"missing"`
	Hits     []Hit      `json:"hits"`
	Rejected int        `json:"rejected,omitempty"` // passages below the threshold
	Reading  int        `json:"reading,omitempty"`  // as in IndexState, when it was searched
	// OutOfStep is as in IndexState.
	OutOfStep []string       `json:"outOfStep,omitempty"`
	Sent      []replies.Sent `json:"sent,omitempty"`
	Encoding  string         `json:"encoding"`
	replies.Interpretation
	Explain *why.Explanation `json:"explain,omitempty"` // nil unless the Search asked for it
}

// A Hit is one passage.
type Hit struct {
	URI        file.URI      `json:"uri"`
	Path       string        `json:"path"`
	Range      replies.Range `json:"range"`
	Titles     []string      `json:"titles"`
	Page       int           `json:"page,omitempty"`
	Kind       string        `json:"kind"`
	Text       string        `json:"text"`     // the passage as it is in the file
	Match      int           `json:"-"`        // the byte of Text where the words that were found are; 0 where they are not in it
	Original   string        `json:"original"` // the content without titles
	Chunk      string        `json:"chunk"`    // as it is searched and shown to a model
	Score      float64       `json:"score"`
	Confidence float64       `json:"confidence"` // 0 to 1
	Copies     int           `json:"copies"`     // further files with the same text
	CopiesIn   []string      `json:"copiesIn"`   // the paths of these files, at most 20
	// Beside is how the passage relates to the hit in front of it that was found itself,
	// "called by Deep" or "calls Deep"; "" for one that was found.
	Beside string `json:"beside,omitempty"`
	Around
}

// Status is what the agent knows and what it works with.
type Status struct {
	replies.IndexState
	Watching bool             `json:"watching"`
	Model    string           `json:"model"` // "" when none is configured
	Writer   string           `json:"writer"`
	Version  string           `json:"version"`
	Sizes    map[string]int64 `json:"sizes"` // terms, postings, tokens, bytes of text
	// Vectors is how many files have vectors of a service; nil without a service.
	Vectors *passages.State `json:"vectors,omitempty"`
	// Web is what research searches the web with; nil where nothing does.
	Web *WebState `json:"web,omitempty"`
}

// A Stage is what is being done, for a person who waits.
type Stage struct {
	Name    string // "search", "write", "revise", "check"
	Message string // in the user's words: "Reading 10 of 40 documents"
	// Proven is what is supported of an answer that is still being written, as Markdown
	// that may be rendered anywhere; "" where nothing is yet.
	Proven string
	// Meanwhile is the answer from the text, reported once where the model that was asked has
	// not replied yet; nil in all other stages. The question's own answer takes its place.
	Meanwhile *replies.Answer
}
