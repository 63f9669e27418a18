package agent

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"docuquest/core/answer/ground"
	"docuquest/core/answer/render"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// A Remembered is a question that was asked before and is like another one.
type Remembered struct {
	PastQuestion
	URI      file.URI `json:"uri"`      // of the file of the answer's document
	Nearness float64  `json:"nearness"` // 0 to 1, which is the same question
	Times    int      `json:"times"`    // how often it was asked; this is the last time
	// Says is how the answer begins, on one line of plain text; "" where it is Elsewhere.
	Says    string `json:"says"`
	Refused bool   `json:"refused,omitempty"`
	// Elsewhere says that the answer cites files, and none of this workspace.
	Elsewhere bool     `json:"elsewhere,omitempty"`
	Standing  Standing `json:"standing"`
	// Evidence is what has become of its citations, but of those that nobody can look up.
	Evidence []Evidence `json:"evidence"`
}

// A Standing counts what has become of the citations of an answer.
type Standing struct {
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

// MaxRemembered is how many earlier questions can be asked for at most.
const MaxRemembered = 100

// AskedBefore finds the earlier questions that are like one, by words and meaning, among the
// newest 1000 whose answers are kept: the nearest first, and of one that was asked several
// times the last. Of at most so many of them it looks up what has become of the citations.
// Those of other folders stand behind all others, and what their answers say is not told.
// Nothing is sent for it. e is the encoding of ranges. Errors: a question that says
// nothing, a number that is not 1 to MaxRemembered, those of the store and of ctx.
func (a *Agent) AskedBefore(ctx context.Context, question string, most int, e text.Encoding) ([]Remembered, error) {
	if err := checkText("question", question); err != nil {
		return nil, err
	}
	if most < 1 || MaxRemembered < most {
		return nil, fmt.Errorf("limit is %d: it may be 1 to %d questions", most, MaxRemembered)
	}
	a.catchUp(ctx)
	past, err := a.answersBefore("")
	if err != nil {
		return nil, err
	}
	return a.recollect(ctx, past, likeQuestion{question, most, e})
}

// A likeQuestion is what earlier questions are compared with.
type likeQuestion struct {
	text     string
	most     int
	encoding text.Encoding
}

// recollect gives those of earlier answers whose questions are like one.
func (a *Agent) recollect(ctx context.Context, past []pastAnswer, like likeQuestion) ([]Remembered, error) {
	near := a.nearness(like.text, each(past, pastAnswer.exchange))
	best := slices.DeleteFunc(indices(len(past)), func(i int) bool {
		if questionKey(past[i].past.Question) == questionKey(like.text) {
			near[i] = 1
		}
		return near[i] < leastNear
	})
	slices.SortStableFunc(best, func(i, j int) int { return cmp.Compare(near[j], near[i]) })
	c := a.checking(ctx, like.encoding)
	here, elsewhere := []Remembered{}, []Remembered{}
	for _, i := range best {
		if len(here) == like.most || ctx.Err() != nil {
			break
		}
		if r := c.remembered(past[i], near[i]); r.Elsewhere {
			elsewhere = append(elsewhere, r)
		} else {
			here = append(here, r)
		}
	}
	all := append(here, elsewhere...)
	return all[:min(like.most, len(all))], ctx.Err()
}

// A pastAnswer is one of an earlier question, the last of those to the same one.
type pastAnswer struct {
	past   PastQuestion
	answer *Answer
	times  int
}

// exchange is what is compared with a question. A refusal only lists passages that are near
// to its question, whatever these are on.
func (p pastAnswer) exchange() exchange {
	if p.answer.Refused {
		return exchange{question: p.past.Question}
	}
	return exchange{p.past.Question, p.answer.Answer}
}

// answersBefore are the answers that are kept, the newest first, one to each question. That
// with an id is left out, and so are those on the history itself. What cannot be read is
// none. The error is that of the store.
func (a *Agent) answersBefore(except string) ([]pastAnswer, error) {
	kept := a.options.Answers
	if kept == nil {
		return nil, nil
	}
	ids, err := kept.Recent(MaxHistory)
	if err != nil {
		return nil, err
	}
	var all []pastAnswer
	at := map[string]int{}
	for _, id := range ids {
		if id == except {
			continue
		}
		r, err := a.record(id)
		if err != nil || r.Question == "" || r.Writer == historyWriter {
			continue
		}
		key := questionKey(r.Question)
		if i, known := at[key]; known {
			all[i].times++
			continue
		}
		one := PastQuestion{ID: id, Question: r.Question, Conversation: r.Conversation}
		if one.find(kept) == nil {
			at[key] = len(all)
			all = append(all, pastAnswer{one, r, 1})
		}
	}
	return all, nil
}

// remembered looks up the citations of an earlier answer.
func (c *checking) remembered(p pastAnswer, near float64) Remembered {
	r := Remembered{
		PastQuestion: p.past, URI: file.FromPath(p.past.Path), Nearness: shortened(near), Times: p.times,
		Says: firstLine(p.answer.Answer), Refused: p.answer.Refused, Evidence: []Evidence{},
		Standing: Standing{Cited: len(p.answer.Citations)},
	}
	for _, one := range p.answer.Citations {
		found, ok := c.kept(p.answer, one)
		if !ok {
			r.Standing.skip(one)
			continue
		}
		r.Standing.add(found.State)
		r.Evidence = append(r.Evidence, found)
	}
	if s := r.Standing; s.Unknown == s.Cited && s.OnWeb < s.Cited {
		r.Elsewhere, r.Says = true, ""
	}
	return r
}

// skip counts a citation that is not looked up.
func (s *Standing) skip(c Citation) {
	s.Unknown++
	if OnWeb(c.URI) {
		s.OnWeb++
	}
}

func (s *Standing) add(state State) {
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

// String tells it in a few words: "all 3 citations stand".
func (s Standing) String() string {
	switch {
	case s.Cited == 0:
		return "no citations"
	case s.Cited == 1 && s.OK == 1:
		return "its citation stands"
	case s.OK == s.Cited:
		return fmt.Sprintf("all %d citations stand", s.Cited)
	case s.Unknown == s.Cited:
		return plural(s.Cited, "citation") + " " + s.unknown()
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

// unknown tells where the citations lie that are not looked up.
func (s Standing) unknown() string {
	where := "of another folder or the web"
	switch s.OnWeb {
	case 0:
		where = "of another folder"
	case s.Unknown:
		where = "of the web"
	}
	return where + ", not looked up"
}

// longestSaid is how many characters of an answer are told, and readForSaid how many bytes
// of it are read for that.
const (
	longestSaid = 200
	readForSaid = 2000
)

// citationMark is what leads to a citation in the text of an answer.
var citationMark = regexp.MustCompile(` ?\[\d+\]`)

// firstLine is how an answer begins, as plain text without its marks.
func firstLine(markdown string) string {
	for line := range strings.Lines(render.Text(clipped(markdown, readForSaid), nil)) {
		line = strings.Trim(citationMark.ReplaceAllString(line, ""), "-•* \t\n")
		if line != "" {
			return beginningOf(strings.Join(strings.Fields(line), " "), longestSaid)
		}
	}
	return ""
}

// When is the day on which the question was asked last, for people.
func (p PastQuestion) When() string { return p.Time.Local().Format("2 January 2006") }

// RememberedDocument lists earlier questions that are like one as Markdown that may be
// rendered anywhere: each with a link to its answer, when it was asked, how an answer on
// this workspace begins, and whether its citations still stand, with links to where they do.
func RememberedDocument(like string, all []Remembered) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Asked before: %s\n\n", ground.Inline(like))
	if len(all) == 0 {
		b.WriteString("No earlier question is like this one.\n")
	}
	links := map[string]bool{}
	for _, r := range all {
		links[string(r.URI)] = true
		fmt.Fprintf(&b, "## [%s](%s)\n\n%s; %s.\n\n", ground.Inline(r.Question), r.URI, r.asked(), r.Standing)
		if r.Says != "" {
			fmt.Fprintf(&b, "> %s\n\n", ground.Inline(r.Says))
		}
		for _, e := range r.Evidence {
			b.WriteString(e.listed(links))
		}
	}
	return render.Markdown(b.String(), func(to string) bool { return links[to] })
}

// asked tells when a question was asked, and how often.
func (r Remembered) asked() string {
	if r.Times > 1 {
		return fmt.Sprintf("Asked %d times, last on %s", r.Times, r.When())
	}
	return "Asked on " + r.When()
}

// listed is a citation as an item of a list, with a link to where it stands.
func (e Evidence) listed(links map[string]bool) string {
	if e.Now == nil {
		return fmt.Sprintf("- %s\n", ground.Inline(e.Message()))
	}
	to := LineURI(e.Now.URI, e.Now.Range.Start.Line)
	links[to] = true
	return fmt.Sprintf("- %s: [%s](%s)\n", e.State, ground.Inline(e.Now.place()), to)
}
