package replies

import (
	"fmt"
	"strings"
	"time"

	"docuquest/core/answer/render"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// A State is what has become of a citation.
type State string

// The states of a citation, from the best to the worst.
const (
	StateOK      State = "ok"      // the quote is where the citation says
	StateMoved   State = "moved"   // it is elsewhere in the file, or the file has another name
	StateChanged State = "changed" // the file contains something like it
	StateGone    State = "gone"    // there is no such text, or no such file or line
)

// Evidence is one citation and what has become of it.
type Evidence struct {
	// Range is the place of the citation in the text that was checked; zero for a
	// citation of a kept answer.
	Range Range `json:"range"`
	// URI and Path are of the file as it is cited. First and Last are the lines of it,
	// from 1, and 0 where a page is cited.
	URI   file.URI `json:"uri"`
	Path  string   `json:"path"`
	First int      `json:"first,omitempty"`
	Last  int      `json:"last,omitempty"`
	Page  int      `json:"page,omitempty"`
	Quote string   `json:"quote,omitempty"` // "" where file and line alone are checked
	State State    `json:"state"`
	// Ratio is how like the quote the text at Now is: 1 for all of it, at
	// least 0.75, and 0 where nothing does.
	Ratio float64 `json:"ratio"`
	// Now is where the quote is, or what is like it; nil where nothing does or
	// nothing is quoted.
	Now *EvidencePlace `json:"now,omitempty"`
	// Answer, Question and Number are of the kept answer that cites, if one does.
	Answer   string `json:"answer,omitempty"`
	Question string `json:"question,omitempty"`
	Number   int    `json:"number,omitempty"`
	// Fix has the text that was checked cite what is at Now: edits that do not
	// overlap, in their order; nil where there is nothing to mend or to mend it with.
	Fix []Change `json:"-"`
}

// Message returns a sentence on what has become of the citation.
func (e Evidence) Message() string {
	cited := placeName(e.Path, e.Page, e.First)
	switch {
	case e.State == StateOK && e.Quote == "":
		return fmt.Sprintf("%s is there.", cited)
	case e.State == StateOK:
		return fmt.Sprintf("The quote is at %s.", cited)
	case e.State == StateMoved:
		return fmt.Sprintf("The quote is at %s now, not at %s.", e.Now.place(), cited)
	case e.State == StateChanged:
		return fmt.Sprintf("The text at %s is not the quote any more, but %d %% like it.", e.Now.place(), int(100*e.Ratio))
	case e.Quote == "":
		return fmt.Sprintf("There is no %s.", cited)
	}
	return fmt.Sprintf("The quote of %s stands there no more, and nothing like it.", cited)
}

// An EvidencePlace is where a quote is now.
type EvidencePlace struct {
	URI   file.URI `json:"uri"`
	Path  string   `json:"path"`
	Range Range    `json:"range"`
	Page  int      `json:"page,omitempty"`
	Text  string   `json:"text"` // at the range
}

func (p *EvidencePlace) place() string { return placeName(p.Path, p.Page, p.Range.Start.Line+1) }

// A Change replaces a range of a text.
type Change struct {
	Range Range
	Text  string
}

// placeName names a page or else a line of a file.
func placeName(path string, page, line int) string {
	if page > 0 {
		return fmt.Sprintf("%s, page %d", path, page)
	}
	return fmt.Sprintf("%s:%d", path, line)
}

// A Remembered is a question that was asked before and is like another one.
type Remembered struct {
	PastQuestion
	URI      file.URI `json:"uri"`      // of the file of the answer's document
	Nearness float64  `json:"nearness"` // 0 to 1, which is the same question
	Times    int      `json:"times"`    // how often it was asked; this is the last time
	// Says is how the answer begins, on one line of plain text; "" where it is Elsewhere.
	Says    string `json:"says"`
	Refused bool   `json:"refused,omitempty"`
	// Elsewhere is true where the answer cites files, but no file of this workspace.
	Elsewhere bool           `json:"elsewhere,omitempty"`
	Standing  CitationStates `json:"standing"`
	// Evidence is what has become of its citations, but of pages that cannot be looked up.
	Evidence []Evidence `json:"evidence"`
}

// CitationStates counts what has become of the citations of an answer.
type CitationStates struct {
	Cited   int `json:"cited"` // all of them
	OK      int `json:"ok"`
	Moved   int `json:"moved"`
	Changed int `json:"changed"`
	Gone    int `json:"gone"`
	// Unknown cite pages of the web, which are OnWeb, and files that are none of the
	// workspace. They are not looked up.
	Unknown int `json:"unknown"`
	OnWeb   int `json:"onWeb,omitempty"`
}

// Skip counts a citation that is not looked up.
func (s *CitationStates) Skip(c Citation) {
	s.Unknown++
	if OnWeb(c.URI) {
		s.OnWeb++
	}
}

// Add counts a citation in a state.
func (s *CitationStates) Add(state State) {
	switch state {
	case StateOK:
		s.OK++
	case StateMoved:
		s.Moved++
	case StateChanged:
		s.Changed++
	default:
		s.Gone++
	}
}

// String is the standing in a few words: "all 3 citations stand".
func (s CitationStates) String() string {
	switch {
	case s.Cited == 0:
		return "no citations"
	case s.Cited == 1 && s.OK == 1:
		return "its citation stands"
	case s.OK == s.Cited:
		return fmt.Sprintf("all %d citations stand", s.Cited)
	case s.Unknown == s.Cited:
		return text.Counted(s.Cited, "citation") + " " + s.unknown()
	}
	parts := []string{fmt.Sprintf("%d of %d citations stand", s.OK, s.Cited)}
	for _, one := range []struct {
		count int
		how   string
	}{{s.Moved, "moved"}, {s.Changed, "changed"}, {s.Gone, "gone"}, {s.Unknown, s.unknown()}} {
		if one.count > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", one.count, one.how))
		}
	}
	return strings.Join(parts, ", ")
}

// unknown returns where the citations lie that are not looked up.
func (s CitationStates) unknown() string {
	where := "of another folder or the web"
	switch s.OnWeb {
	case 0:
		where = "of another folder"
	case s.Unknown:
		where = "of the web"
	}
	return where + ", not looked up"
}

// When is the day on which the question was asked last, for people.
func (p PastQuestion) When() string { return p.Time.Local().Format("2 January 2006") }

// A PastQuestion is one whose answer is kept.
type PastQuestion struct {
	ID       string    `json:"id"` // of its answer
	Time     time.Time `json:"time"`
	Question string    `json:"question"`
	Path     string    `json:"path"` // the file of the answer's document
	// Conversation is the id of the one that the question belongs to, "" for none.
	Conversation string `json:"conversation,omitempty"`
	// Folders are the ones that were asked; none for a question from before these were kept.
	Folders []string `json:"folders,omitempty"`
}

// RememberedDocument lists earlier questions that are like one as Markdown that may be
// rendered anywhere: each with a link to its answer, when it was asked, how an answer on
// this workspace begins, and what has become of its citations, with links to them.
func RememberedDocument(like string, all []Remembered) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Asked before: %s\n\n", render.Inline(like))
	if len(all) == 0 {
		b.WriteString("No earlier question is like this one.\n")
	}
	links := map[string]bool{}
	for _, r := range all {
		links[string(r.URI)] = true
		asked := "Asked on " + r.When()
		if r.Times > 1 {
			asked = fmt.Sprintf("Asked %d times, last on %s", r.Times, r.When())
		}
		fmt.Fprintf(&b, "## [%s](%s)\n\n%s; %s.\n\n", render.Inline(r.Question), r.URI, asked, r.Standing)
		if r.Says != "" {
			fmt.Fprintf(&b, "> %s\n\n", render.Inline(r.Says))
		}
		for _, e := range r.Evidence {
			if e.Now == nil {
				fmt.Fprintf(&b, "- %s\n", render.Inline(e.Message()))
				continue
			}
			to := LineURI(e.Now.URI, e.Now.Range.Start.Line)
			links[to] = true
			fmt.Fprintf(&b, "- %s: [%s](%s)\n", e.State, render.Inline(e.Now.place()), to)
		}
	}
	return render.Markdown(b.String(), func(to string) bool { return links[to] })
}

// MaxRemembered is how many earlier questions can be asked for at most.
const MaxRemembered = 100
