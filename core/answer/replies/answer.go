// Package replies has the shapes of replies: what the editor and the command line show,
// and programs get as JSON. It writes them as Markdown and as sentences for people. A list in
// a reply is never null.
//
// It asks nothing of the workspace: whoever makes a reply fills it.
package replies

import (
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/search/stage"
)

// An Answer is the reply to a question: the one shape for the editor, the
// command line and every later face.
type Answer struct {
	ID       string `json:"id"`
	Question string `json:"question"`
	URI      string `json:"uri,omitempty"` // of the file or the folder that it was limited to, "" for none
	// Folders are the absolute paths of the workspace that was asked.
	Folders []string `json:"folders,omitempty"`
	Answer  string   `json:"answer"` // Markdown with [1] [2]
	// Lead is the value that is asked for, as its quote states it; Answer begins with it. "" where
	// there is none, or none stands out.
	Lead   string `json:"lead,omitempty"`
	Writer string `json:"writer"` // "extractive" or the model's name
	// Standing says whether the files answer the question. Refused is true for Absent alone.
	Standing Standing `json:"standing"`
	// Doubt is what a reader should know before an Uncertain answer, one sentence of plain text: what
	// its citations lack. Markdown and Document begin with it. "" for any other answer.
	Doubt   string `json:"doubt,omitempty"`
	Refused bool   `json:"refused"`
	// Confidence is how far the best entry of the answer has what the question asks for, 0 to
	// 1, and Floor what it must reach for an answer that is not Uncertain. Where there is no
	// entry, Confidence is how likely the best document answers the question, and Floor what is
	// Absent below it.
	Confidence  float64    `json:"confidence"`
	Floor       float64    `json:"floor"`
	Citations   []Citation `json:"citations"`
	Documents   []string   `json:"documents"` // paths, best first
	Groups      [][]string `json:"groups"`
	Added       []string   `json:"added"`             // terms that were searched for besides the question's own
	Missing     []string   `json:"missing"`           // terms that no file contains
	Unsupported []string   `json:"unsupported"`       // statements that no quote supports
	Dropped     int        `json:"dropped,omitempty"` // how many of these a setting had left out
	// Partly are the statements that their quotes support in part.
	Partly []Partly `json:"partly,omitempty"`
	// Unchecked are statements of the answer that were not compared with what their quotes
	// say but for figures and names, since they or the quotes are not in English.
	Unchecked []Unchecked `json:"unchecked,omitempty"`
	// Nearest are the best passages where the question is refused, at most 3.
	Nearest []Passage `json:"nearest,omitempty"`
	// Stopped says that the question was stopped, and the answer is what was proven
	// until then.
	Stopped  bool       `json:"stopped,omitempty"`
	Indexed  IndexState `json:"indexed"`
	Encoding string     `json:"encoding"`
	Steps    []Step     `json:"steps"`
	Sent     []Sent     `json:"sent"`
	Rejected int        `json:"rejected,omitempty"` // passages below the threshold
	LeftOut  int        `json:"leftOut,omitempty"`  // documents that match by the boolean rule and are beyond the limit
	// Exact is what was counted over all files or looked up in a table; nil where the
	// best passages answer.
	Exact *Exact `json:"exact,omitempty"`
	// Before are the earlier answers that it lists, where the question asks for them.
	Before []Remembered `json:"before,omitempty"`
	// Research is how research went; nil for an answer of one search.
	Research *Researched `json:"research,omitempty"`
	// Conversation is the id of the one that the question belongs to, "" for none.
	Conversation string `json:"conversation,omitempty"`
	Interpretation
	*Paged // where the question was limited to one file with pages

	// Markdown is Answer as it may be rendered anywhere: where the answer is a
	// model's own words, these can contain anything.
	Markdown string `json:"-"`
	// Document is the answer as Markdown that may be rendered anywhere: it has
	// no image, no HTML, and no link but those to its citations.
	Document string `json:"-"`
}

// A Standing says whether the files answer a question.
type Standing string

// The standings.
const (
	Answered  Standing = "answered"
	Uncertain Standing = "uncertain" // what comes nearest is shown, and what it lacks
	Absent    Standing = "absent"    // there is no answer
)

// A Partly is a statement that its quotes support in part.
type Partly struct {
	Statement string   `json:"statement"`
	Numbers   []int    `json:"numbers"` // of its citations
	Lacks     []string `json:"lacks"`   // its parts that no quote supports
}

// An Unchecked statement has quotes that are where it says, and may still say something
// else than they do.
type Unchecked struct {
	Statement string `json:"statement"`
	Numbers   []int  `json:"numbers"` // of its citations
}

// Place is the file of a passage with its page or else its line, from 1.
func (p Passage) Place() string {
	return Citation{URI: p.URI, Path: p.Path, Page: p.Page, Range: p.Range}.Place()
}

// A Passage is a place in a file that is near to a question without answering it.
type Passage struct {
	URI    file.URI `json:"uri"`
	Path   string   `json:"path"`
	Range  Range    `json:"range"`
	Titles []string `json:"titles"`
	Page   int      `json:"page,omitempty"`
	Text   string   `json:"text"` // its beginning, on one line
}

// IndexState is how much of the workspace an answer could see.
type IndexState struct {
	Files    int     `json:"files"` // that are indexed
	Of       int     `json:"of"`    // that were found and are not ignored
	Complete bool    `json:"complete"`
	Reading  int     `json:"reading,omitempty"` // files that have changed since and are being read again
	Skipped  Skipped `json:"skipped"`
	// OutOfStep are the open files of which the editor may show another text.
	OutOfStep []string `json:"outOfStep,omitempty"`
}

// Skipped counts what was not indexed, and names the first of them.
type Skipped struct {
	Count   int            `json:"count"`
	Reasons map[string]int `json:"reasons"`
	First   []SkippedFile  `json:"first"`
}

// AddPartly names the files that could be read in part alone, in front of those
// that were left out as a whole: they are what a person looks for in vain.
func (s *Skipped) AddPartly(snap *index.Snapshot) {
	first := []SkippedFile{}
	for e := range snap.All {
		if e.Problem == "" {
			continue
		}
		s.Count++
		s.Reasons[PartlyRead]++
		if len(first) < MaxSkipped {
			first = append(first, SkippedFile{e.Path, PartlyRead + ": " + e.Problem})
		}
	}
	s.First = append(first, s.First...)
	s.First = s.First[:min(MaxSkipped, len(s.First))]
}

// A SkippedFile is one file or folder that was not indexed.
type SkippedFile struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// A Step is one stage on the way to an answer and what it cost.
type Step struct {
	Name   string  `json:"name"`
	Ms     float64 `json:"ms"`
	Detail string  `json:"detail,omitempty"`
	Depth  int     `json:"depth,omitempty"` // of how many later steps it is a part
}

// Sent is what left the machine for this answer, by host.
type Sent struct {
	Host   string   `json:"host"`
	Bytes  int64    `json:"bytes"`  // of bodies, and of what addresses ask for
	Ranges []string `json:"ranges"` // path:first-last, lines from 1
}

// Extractive is the writer that takes answers from the text.
const Extractive = "extractive"

// HistoryWriter is what is named as the writer of an answer that speaks of earlier ones.
const HistoryWriter = "history"

// ExactWriter is what is named as the writer of an answer that was counted.
const ExactWriter = "exact"

// PartlyRead is the reason of files of which something could not be read: pages
// without text, for example. They are indexed by all that could.
const PartlyRead = "partly read"

// MaxSkipped is how many skipped files a reply names.
const MaxSkipped = 20

// Steps returns the stages of a question one after the other, the parts of a stage before it.
func Steps(t stage.Tree) []Step {
	steps := []Step{}
	for depth, s := range t.All() {
		steps = append(steps, Step{Name: s.Name, Ms: float64(s.Took.Microseconds()) / 1000, Detail: s.Says, Depth: depth})
	}
	return steps
}
