package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"docuquest/core/agent"
	"docuquest/core/answer/history"
	"docuquest/core/answer/render"
	"docuquest/core/answer/why"
	"docuquest/core/language/text"
)

// explain prints how an answer came about: that of a kept answer, or of a question that is
// asked for it.
func (c *call) explain(ctx context.Context) error {
	c.folderFlag()
	c.jsonFlag()
	c.keyFlag()
	c.settingFlags("retrieval", "writer", "rerank")
	if err := c.parse(anyNumber); err != nil {
		return err
	}
	asked, err := words(c.args, "question, or the id of an answer")
	if err != nil {
		return err
	}
	kept := c.answers()
	isAnswer := false
	if kept != nil {
		if x, err := why.LoadAccount(kept, asked); err == nil {
			return c.writeAccount(x)
		}
		_, err := kept.Kept(asked)
		isAnswer = err == nil
	}
	if !isAnswer && isAnswerID(asked) {
		return noAnswer(asked)
	}
	s, err := c.reading(ctx, c.open)
	if err != nil {
		return err
	}
	defer s.agent.Close()
	id := asked
	if !isAnswer {
		r, err := s.agent.Ask(ctx, agent.Request{Text: asked, Conversation: history.NoConversation, Encoding: text.UTF16}, nil)
		if err != nil {
			return err
		}
		id = r.ID
	}
	x, err := s.agent.Explain(ctx, id)
	if err != nil {
		return err
	}
	return c.writeAccount(x)
}

// writeAccount prints how an answer came about: how its question was interpreted, the stages
// of the search, what the writer made, what the check left of it, and what was sent.
func (c *call) writeAccount(x *why.Account) error {
	if c.json {
		return writeJSON(c.out, x)
	}
	if notice := x.Notice(); notice != "" {
		fmt.Fprint(c.out, render.Wrap(notice, c.screens.width, "")+"\n\n")
	}
	e := explanation{width: c.screens.width}
	interpreted := interpretation{x.Limits(), x.Groups, x.Remarks()}
	if x.Search == nil {
		e.say("Question: " + x.Question)
		e.interpreted(interpreted)
		for _, line := range x.Counted() {
			e.say(line)
		}
	} else {
		search := *x.Search
		search.Steps = x.Steps
		if err := writeStages(c.out, &search, interpreted, c.screens.width); err != nil {
			return err
		}
	}
	e.WriteByte('\n')
	e.say("Answer: " + x.Said())
	if len(x.Written.Read)+len(x.Written.Whole) > 0 {
		e.say(x.Written.Given())
	}
	for _, s := range x.Written.Statements {
		e.say("- " + s.Line())
	}
	for _, copied := range x.Course.Copies {
		e.say("- " + copied.Path + " says the same as " + copied.Of)
	}
	e.WriteByte('\n')
	if len(x.Sent) == 0 {
		e.say("Sent: nothing left this machine.")
	}
	for _, s := range x.Sent {
		e.say(fmt.Sprintf("Sent: %s to %s: docuquest sent %s", amount(s.Bytes), s.Host, x.Answer))
	}
	_, err := io.WriteString(c.out, e.String())
	return err
}

// An explanation is printed stage by stage.
type explanation struct {
	strings.Builder
	*why.Explanation
	width int
}

// An interpretation is how a query or a question was understood.
type interpretation struct {
	limits  []string
	groups  [][]string
	remarks []string // sentences
}

// How much of an explanation is printed: what decided, on about one screen. Programs get
// all of it as JSON.
const (
	explainedDocuments = 3
	explainedAdded     = 5 // words that were added for others
	explainedBody      = 4 // terms of the bodies
	explainedLeftOut   = 2 // passages of each reason
	explainedHits      = 3 // notes of each table
	explainedChunks    = 5 // pieces that notes led to
	explainedGains     = 2 // notes of each piece

	explainedWord = 24 // characters of a term, so that there is room for what is printed of it
)

// writeStages prints for people how passages were found.
func writeStages(to io.Writer, x *why.Explanation, i interpretation, width int) error {
	e := explanation{Explanation: x, width: width}
	e.say("Query: " + e.Words)
	e.interpreted(i)
	e.terms()
	e.files()
	e.documents()
	e.notes()
	e.passages()
	g := grid{left: 1}
	g.row("Steps", "", "")
	for _, s := range e.Steps {
		g.row("  "+s.Name, fmt.Sprintf("%.2f ms", s.Ms), s.Detail)
	}
	e.WriteString("\n" + g.text(e.width))
	_, err := io.WriteString(to, e.String())
	return err
}

// say prints a paragraph without indent.
func (e *explanation) say(line string) {
	e.WriteString(render.Wrap(printableLine(line), e.width, "") + "\n")
}

func (e *explanation) interpreted(i interpretation) {
	if len(i.limits) > 0 {
		e.say("Filters: " + strings.Join(i.limits, " "))
	}
	if len(i.groups) > 0 {
		e.say("Groups: " + strings.Join(joined(i.groups), "; "))
	}
	for _, remark := range i.remarks {
		e.say(remark)
	}
}

// terms prints the terms that were searched for, and of those that were added the first.
func (e *explanation) terms() {
	if len(e.Terms) == 0 {
		e.WriteString("\nNo terms: the query contains only words that occur everywhere.\n")
		return
	}
	g := grid{left: 2}
	g.row("Terms", "stem", "files", "IDF", "weight", "counts", "")
	added := 0
	for _, t := range e.Terms {
		if t.For != "" {
			if added++; added > explainedAdded {
				continue
			}
		}
		var about []string
		switch t.Origin {
		case "model":
			about = append(about, "by the model")
		case "conversation":
			about = append(about, "of the questions before")
		case "thesaurus":
			about = append(about, "for "+t.For)
		case "vectors":
			about = append(about, "for "+t.For+", by vectors")
		}
		if t.CodeOnly {
			about = append(about, "only in code")
		}
		var forms []string
		for _, f := range t.Forms {
			if f.Form != t.Term && !slices.Contains(forms, f.Form) {
				forms = append(forms, f.Form)
			}
		}
		switch {
		case t.Files == 0:
			about = append(about, "in no file")
		case forms != nil:
			about = append(about, "as "+strings.Join(forms, ", "))
		}
		g.row("  "+cut(t.Term, explainedWord), cut(t.Stem, explainedWord), fmt.Sprint(t.Files), decimal(t.IDF), decimal(t.Weight), decimal(t.Counts), strings.Join(about, "; "))
	}
	e.WriteString("\n" + g.text(e.width))
	if more := added - explainedAdded; more > 0 {
		e.WriteString("  " + text.Counted(more, "more added word", "more added words") + "\n")
	}
}

// files prints how many files were left after each stage.
func (e *explanation) files() {
	f := e.Files
	if f.Holding == 0 {
		fmt.Fprintf(e, "\nFiles: %d indexed, none with a term.\n", f.Indexed)
		return
	}
	stages := []string{fmt.Sprintf("%d indexed", f.Indexed), fmt.Sprintf("%d with a term", f.Holding)}
	if f.Admitted < f.Holding {
		stages = append(stages, fmt.Sprintf("%d of these admitted by the filters", f.Admitted))
	}
	stages = append(stages,
		fmt.Sprintf("%d weighed by their titles", f.Weighed), fmt.Sprintf("%d looked at", f.Looked),
		fmt.Sprintf("%d read", f.Read), fmt.Sprintf("%d kept", f.Kept))
	e.WriteByte('\n')
	e.say("Files: " + strings.Join(stages, ", ") + ".")
	for _, l := range e.Lost {
		e.say("- Could not be read: " + l.Path + ": " + l.Reason)
	}
}

// documents prints the scores of the first documents side by side, a signal in each line and
// the terms below the body. A signal that adds nothing to any of them has no line.
func (e *explanation) documents() {
	first := e.Documents[:min(explainedDocuments, len(e.Documents))]
	if len(first) == 0 {
		return
	}
	const numbers = 28 // characters of the columns beside the paths
	names := grid{left: 1}
	names.row("Documents", "score", "confidence", "")
	for i, d := range first {
		names.row(fmt.Sprintf("  %d  %s", i+1, shortPath(d.Path, e.width-numbers)), decimal(d.Score), decimal(d.Confidence), "")
	}
	g := grid{left: 1}
	head, units := []string{"", ""}, []string{"Signals", "weight"}
	for i := range first {
		head, units = append(head, "", fmt.Sprint(i+1)), append(units, "value", "adds")
	}
	g.row(head...)
	g.row(units...)
	for i, s := range first[0].Signals {
		cells, adds := []string{"  " + s.Signal, decimal(s.Weight)}, false
		for _, d := range first {
			s := d.Signals[i]
			adds = adds || s.Adds != 0
			value := decimal(s.Value)
			if s.Usual {
				value = "~" + value
			}
			cells = append(cells, value, decimal(s.Adds))
		}
		if adds {
			g.row(cells...)
		}
		if i == 0 {
			g.body(first)
		}
	}
	e.WriteString("\n" + names.text(e.width) + g.text(e.width))
	e.say(fmt.Sprintf("A signal adds its weight times its value. Body, pairs and title are divided by their best in the %s looked at, and by the best sum of the three; near and heading by their best.", text.Counted(e.Files.Looked, "file that was", "files that were")))
}

// body adds the lines of the terms that add most to the bodies of documents.
func (g *grid) body(documents []why.ExplainedDocument) {
	most := map[string]float64{}
	var terms []string
	for _, d := range documents {
		for _, p := range d.Terms {
			if _, known := most[p.Term]; !known {
				terms = append(terms, p.Term)
			}
			most[p.Term] = max(most[p.Term], p.Adds)
		}
	}
	slices.SortStableFunc(terms, func(a, b string) int { return cmp.Compare(most[b], most[a]) })
	for _, term := range terms[:min(explainedBody, len(terms))] {
		cells := []string{"    " + cut(term, explainedWord), ""}
		for _, d := range documents {
			at := slices.IndexFunc(d.Terms, func(p why.ExplainedPart) bool { return p.Term == term })
			if at < 0 {
				cells = append(cells, "", "")
				continue
			}
			p, body := d.Terms[at], d.Signals[0]
			cells = append(cells, fmt.Sprintf("%d× %s", p.Times, decimal(p.Adds)), decimal(p.Adds*body.Adds/body.Value))
		}
		g.row(cells...)
	}
	if more := len(terms) - explainedBody; more > 0 {
		g.row("    " + text.Counted(more, "more", "more"))
	}
}

// notes prints the notes that came nearest to the question, by table, and the best pieces of
// files that these led to, with the notes that added most.
func (e *explanation) notes() {
	if e.Notes == nil {
		return
	}
	g := grid{left: 1}
	g.row("Notes", "weight", "cosine", "IDF", "about", "")
	for _, t := range e.Notes.Tables {
		g.row("  "+t.Kind, decimal(t.Weight), "", "", "", t.Query)
		for _, h := range t.Hits[:min(explainedHits, len(t.Hits))] {
			g.row("", "", decimal(h.Cosine), decimal(h.IDF), fmt.Sprint(h.Chunks), printableLine(h.Text))
		}
		if more := len(t.Hits) - explainedHits; more > 0 {
			g.row("", "", "", "", "", text.Counted(more, "more note", "more notes"))
		}
	}
	e.WriteString("\n" + g.text(e.width))
	e.say("A note adds weight × cosine × IDF to each piece that it is noted about.")
	g = grid{left: 0}
	g.row("score", "Led to")
	for _, c := range e.Notes.Chunks[:min(explainedChunks, len(e.Notes.Chunks))] {
		var gains []string
		for _, gain := range c.Gains[:min(explainedGains, len(c.Gains))] {
			gains = append(gains, fmt.Sprintf("%s %s (%s)", decimal(gain.Adds), gain.Kind, printableLine(gain.Text)))
		}
		if more := len(c.Gains) - explainedGains; more > 0 {
			gains = append(gains, fmt.Sprintf("%d more", more))
		}
		g.row(decimal(c.Score), printableLine(c.Name())+": "+strings.Join(gains, ", "))
	}
	if more := len(e.Notes.Chunks) - explainedChunks; more > 0 {
		g.row("", text.Counted(more, "more", "more"))
	}
	e.WriteString("\n" + g.text(e.width))
}

// fates are why passages are left out, each with a word for it.
var fates = []struct{ fate, short string }{
	{"below the threshold", "rejected"}, {"far behind the others", "behind"}, {"beyond the limit", "cut"},
}

// passages prints the passages that were kept, and of each reason to leave others out the
// first. The place of a passage has the room that the numbers leave.
func (e *explanation) passages() {
	if len(e.Passages) == 0 {
		return
	}
	c := e.Counts
	order := "in the order in which they were found"
	if e.Reranker != "" {
		order = "put in order by " + e.Reranker
	}
	e.WriteByte('\n')
	e.say(fmt.Sprintf("Passages: %d read, %d the best of their files, %d of these compared, none that repeats another; %d kept, %s.", c.Read, c.Offered, c.Chosen, c.Kept, order))
	g := grid{}
	g.row("rank", "before", "of file", "own", "said", "score", "sure")
	leftOut := map[string]int{}
	var printed []why.ExplainedPassage
	for _, p := range e.Passages {
		if !p.IsKept() {
			if leftOut[p.Fate]++; leftOut[p.Fate] > explainedLeftOut {
				continue
			}
		}
		printed = append(printed, p)
		said := "" // by the reranker
		if p.Said != nil {
			said = decimal(*p.Said)
		}
		g.row(fmt.Sprint(p.Rank), fmt.Sprint(p.Found), decimal(p.OfDocument), decimal(p.OfPassage), said, decimal(p.Score), decimal(p.Confidence))
	}
	room := e.width
	for _, w := range g.widths() {
		room -= w + len(columnGap)
	}
	for i, p := range printed {
		about := ""
		if p.Copies > 0 {
			about += " (" + text.Counted(p.Copies, "copy", "copies") + ")"
		}
		for _, f := range fates {
			if p.Fate == f.fate {
				about += " (" + f.short + ")"
			}
		}
		at := shortPath(place(p.Path, p.Range, p.Page), room-utf8.RuneCountInString(about))
		g.rows[i+1] = append(g.rows[i+1], at+about)
	}
	e.WriteString(g.text(e.width))
	for _, f := range fates {
		if more := leftOut[f.fate] - explainedLeftOut; more > 0 {
			fmt.Fprintf(e, "%d more %s: %s\n", more, f.short, f.fate)
		}
	}
}
