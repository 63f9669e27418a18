package agent

import (
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// A Question is what a person asks, with what they chose for this once. Only
// Text is needed.
type Question struct {
	Text string `json:"question"`
	// URI limits the search to one file, or to the files below one folder.
	URI string `json:"uri,omitempty"`
	// In and Types limit the search to folders and to types of files, besides what
	// filters in Text do; see [retrieve.Filters]. A leading minus excludes.
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
	// by rules in the background, have a say in what is read; "" means the configured
	// choice, which is off unless the user turned it on. In place of "on" it may say how:
	// "hits=10,min=0,chunks=30,summaries=1" are how many notes of each kind are taken, by
	// which cosine at least, how many chunks these lead to and, where K does not say it, how
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
	// Words and Citations are the most words of the answer, 1 to MaxAnswerWords, and the
	// most places that it cites, 1 to MaxAnswerCitations; 0 means the configured
	// number. The classic writer keeps to neither.
	Words     int `json:"words,omitempty"`
	Citations int `json:"citations,omitempty"`
	// Rounds is the most rounds of searches that Research makes, 1 to MaxRounds; 0 means
	// the configured number. Ask makes one search whatever it says.
	Rounds int `json:"rounds,omitempty"`
	// Web says whether Research searches the web, too; nil means as configured, which is
	// not to unless the user turned it on. Ask never does.
	Web *bool `json:"web,omitempty"`
	// Conversation is what the question belongs to: "" for the conversation of this
	// session, the id of another one, "last" for the one that was kept last, or "none".
	// A question that is none by itself takes its subject over from those before it.
	Conversation string `json:"conversation,omitempty"`
	// History is how much of the conversation the question may go on with; nil is as
	// configured.
	History *Recall `json:"history,omitempty"`
	// Calls is how many definitions that a passage of a program calls, or that call it,
	// are read behind it, 1 to MaxCalls; 0 means the configured number, which is none
	// unless the user chose one. Research reads none.
	Calls int `json:"calls,omitempty"`
	// Encoding of the positions in the answer.
	Encoding text.Encoding `json:"-"`
	// ID that the answer will have, as NewID makes them; "" has one made.
	ID string `json:"-"`

	carried []string // words that it had taken over when it was asked before
}

// An Answer is the reply to a question: the one shape for the editor, the
// command line and every later face.
type Answer struct {
	ID       string `json:"id"`
	Question string `json:"question"`
	URI      string `json:"uri,omitempty"` // of the file or the folder that it was limited to, "" for none
	// Folders are the absolute paths of the workspace that was asked.
	Folders []string `json:"folders,omitempty"`
	Answer  string   `json:"answer"` // Markdown with [1] [2]
	Writer  string   `json:"writer"` // "extractive" or the model's name
	Refused bool     `json:"refused"`
	// Confidence is how likely the best document answers the question, and Floor the
	// confidence below which questions are mostly none that these files answer: 0 to 1.
	Confidence  float64    `json:"confidence"`
	Floor       float64    `json:"floor"`
	Citations   []Citation `json:"citations"`
	Documents   []string   `json:"documents"` // paths, best first
	Groups      [][]string `json:"groups"`
	Added       []string   `json:"added"`             // terms that were looked for besides the question's own
	Missing     []string   `json:"missing"`           // terms that stand nowhere
	Unsupported []string   `json:"unsupported"`       // statements that no quote holds
	Dropped     int        `json:"dropped,omitempty"` // how many of these a setting had left out
	// Partly are statements of the answer whose quotes do not say all of them.
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
	// Before are earlier answers that it tells of, where the question asks for these.
	Before []Remembered `json:"before,omitempty"`
	// Research says how research went; nil for an answer of one search.
	Research *Researched `json:"research,omitempty"`
	// Conversation is the id of the one that the question belongs to, "" for none.
	Conversation string `json:"conversation,omitempty"`
	Taken
	*Paged // where the question was limited to one file with pages

	// Markdown is Answer as it may be rendered anywhere: where the answer is a
	// model's own words, these can hold anything.
	Markdown string `json:"-"`
	// Document is the answer as Markdown that may be rendered anywhere: it holds
	// no image, no HTML, and no link but those to its citations.
	Document string `json:"-"`
}

// A Citation is a place in a file that holds a quote: the text at Range is
// Quote, byte for byte. Where the text was taken out of a file, URI names that
// text, one page of it where there are pages, and Path the file. Of a page of the web
// Path is the address, URI leads to the quote in it (see OnWeb), and Range lies in what it
// says to a reader.
type Citation struct {
	Number int      `json:"number"`
	URI    file.URI `json:"uri"`
	Path   string   `json:"path"`
	Range  Range    `json:"range"`
	Quote  string   `json:"quote"`
	Ratio  float64  `json:"ratio"` // 1 when the quote stands there exactly
	Titles []string `json:"titles"`
	// Page, from 1, and the corners of where the quote stands on it, in shares of
	// the page, from the top left one clockwise; for a file that has pages.
	Page     int          `json:"page,omitempty"`
	Vertices [][2]float64 `json:"vertices,omitempty"`
}

// A Partly is a statement that its quotes hold in part.
type Partly struct {
	Statement string   `json:"statement"`
	Numbers   []int    `json:"numbers"` // of its citations
	Lacks     []string `json:"lacks"`   // what of it none of its quotes says
}

// An Unchecked statement has quotes that stand where it says, and may still say something
// else than they do.
type Unchecked struct {
	Statement string `json:"statement"`
	Numbers   []int  `json:"numbers"` // of its citations
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

// A Range is two positions in the encoding that the reply names.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// A Position is a line and a character in it, both from 0.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// IndexState says how much of the workspace an answer could see.
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
}

// Sent says what left the machine for this answer, by host.
type Sent struct {
	Host   string   `json:"host"`
	Bytes  int64    `json:"bytes"`  // of bodies, and of what addresses ask for
	Ranges []string `json:"ranges"` // path:first-last, lines from 1
}

// A Search asks for passages without an answer.
type Search struct {
	Query     string        `json:"query"`
	URI       string        `json:"uri,omitempty"`
	Limit     int           `json:"limit,omitempty"`     // passages, 1 to 1000; 0 means 10
	Rerank    string        `json:"rerank,omitempty"`    // as Question.Rerank
	Notes     string        `json:"notes,omitempty"`     // as Question.Notes
	Threshold float64       `json:"threshold,omitempty"` // as Question.Threshold
	In        []string      `json:"in,omitempty"`        // as Question.In
	Types     []string      `json:"types,omitempty"`     // as Question.Types
	Calls     int           `json:"calls,omitempty"`     // as Question.Calls; the definitions stand behind their hits, beyond the limit
	Around    int           `json:"around,omitempty"`    // passages on each side of a hit that are told with it, 0 to 20
	Explain   bool          `json:"explain,omitempty"`   // have the reply say how it came about
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
	OutOfStep []string `json:"outOfStep,omitempty"`
	Sent      []Sent   `json:"sent,omitempty"`
	Encoding  string   `json:"encoding"`
	Taken
	Explain *Explanation `json:"explain,omitempty"` // nil unless the Search asked for it
}

// A Hit is one passage.
type Hit struct {
	URI        file.URI `json:"uri"`
	Path       string   `json:"path"`
	Range      Range    `json:"range"`
	Titles     []string `json:"titles"`
	Page       int      `json:"page,omitempty"`
	Kind       string   `json:"kind"`
	Text       string   `json:"text"`     // the passage as it stands in the file
	Match      int      `json:"-"`        // the byte of Text where the words that were found are; 0 where they are not in it
	Original   string   `json:"original"` // the content without titles
	Chunk      string   `json:"chunk"`    // as it is searched and shown to a model
	Score      float64  `json:"score"`
	Confidence float64  `json:"confidence"` // 0 to 1
	Copies     int      `json:"copies"`     // further files that say the same
	CopiesIn   []string `json:"copiesIn"`   // the paths of these files, at most 20
	// Beside says what the passage is to the hit in front of it that was found itself,
	// "called by Deep" or "calls Deep"; "" for one that was found.
	Beside string `json:"beside,omitempty"`
	Around
}

// Status says what the agent knows and with what it works.
type Status struct {
	IndexState
	Watching bool             `json:"watching"`
	Model    string           `json:"model"` // "" when none is configured
	Writer   string           `json:"writer"`
	Version  string           `json:"version"`
	Sizes    map[string]int64 `json:"sizes"` // terms, postings, tokens, bytes of text
	// Vectors says how many files have vectors of a service; nil where none makes any.
	Vectors *VectorState `json:"vectors,omitempty"`
	// Web says with what research searches the web; nil where nothing does.
	Web *WebState `json:"web,omitempty"`
}

// A Stage tells a waiting person what is being done.
type Stage struct {
	Name    string // "search", "write", "revise", "check"
	Message string // in the user's words: "Reading 10 of 40 documents"
	// Proven is what stands of an answer that is still being written, as Markdown
	// that may be rendered anywhere; "" where nothing does yet.
	Proven string
	// Meanwhile is the answer from the text, reported once where the model that was asked has
	// not replied yet; nil in all other stages. The question's own answer takes its place.
	Meanwhile *Answer
}

// Mentions is how often a word stands in the workspace and where best.
type Mentions struct {
	Word      string
	Documents int
	Places    int // as counted in the index
	Reading   int // as in IndexState
	Best      []Place
}

// A Place is one occurrence of a word or passage.
type Place struct {
	URI   file.URI
	Path  string
	Range Range     // of the word
	Line  string    // the line or sentence that holds it, trimmed
	Word  text.Span // the word in Line
	Title string    // the innermost heading above it
}
