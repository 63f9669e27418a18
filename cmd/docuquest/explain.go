package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"docuquest/core/agent"
)

// How much of an explanation is printed: what decided, on about one screen. Programs get
// all of it as JSON.
const (
	explainedDocuments = 3
	explainedAdded     = 5 // words that stand for others
	explainedBody      = 4 // terms of the bodies
	explainedLeftOut   = 2 // passages of each reason

	explainedWord = 24 // characters of a term, so that there is room for what is said of it
)

// aboutExplain says what --explain shows.
const aboutExplain = "With --explain the passages are listed without their texts, and all that led to them is told, in the order in which it was done: the terms with the number of files that hold each, its IDF, its weight and what it counts; how many files were left after each stage; for the first three files what each signal adds to the score, and each term to the BM25 of the body; the passages with their ranks and scores before and after they were put in order, and why others were left out; the time of each step. With --json the reply holds the whole of it as \"explain\"."

// writeExplanation prints for people how the passages of a reply were found.
func writeExplanation(to io.Writer, r *agent.SearchReply, width int) error {
	return writeStages(to, r.Explain, took{r.Filters, r.Groups, r.Remarks()}, width)
}

// writeStages prints for people how passages were found.
func writeStages(to io.Writer, x *agent.Explanation, t took, width int) error {
	e := explanation{Explanation: x, width: width}
	e.say("Query: " + e.Words)
	e.took(t)
	e.terms()
	e.files()
	e.documents()
	e.notes()
	e.passages()
	e.steps()
	_, err := io.WriteString(to, e.String())
	return err
}

// An explanation is printed stage by stage.
type explanation struct {
	strings.Builder
	*agent.Explanation
	width int
}

// A took is how a query or a question was taken.
type took struct {
	limits  []string
	groups  [][]string
	remarks []string // sentences
}

func (e *explanation) took(t took) {
	if len(t.limits) > 0 {
		e.say("Filters: " + strings.Join(t.limits, " "))
	}
	var groups []string
	for _, g := range t.groups {
		groups = append(groups, strings.Join(g, " "))
	}
	if groups != nil {
		e.say("Groups: " + strings.Join(groups, "; "))
	}
	for _, remark := range t.remarks {
		e.say(remark)
	}
}

// say prints a paragraph without indent.
func (e *explanation) say(text string) { e.WriteString(wrap(oneLine(text), e.width, "") + "\n") }

func (e *explanation) terms() {
	if len(e.Terms) == 0 {
		e.WriteString("\nNo terms: the query holds nothing but words that stand everywhere.\n")
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
		g.row("  "+cut(t.Term, explainedWord), cut(t.Stem, explainedWord), fmt.Sprint(t.Files), decimal(t.IDF), decimal(t.Weight), decimal(t.Counts), aboutTerm(t))
	}
	e.WriteString("\n" + g.text(e.width))
	if more := added - explainedAdded; more > 0 {
		e.WriteString("  " + counted(more, "more added word", "more added words") + "\n")
	}
}

// aboutTerm says where a term is from, and in which forms it stands in the files.
func aboutTerm(t agent.ExplainedTerm) string {
	var said []string
	switch t.Origin {
	case "model":
		said = append(said, "by the model")
	case "conversation":
		said = append(said, "of the questions before")
	case "thesaurus":
		said = append(said, "for "+t.For)
	case "vectors":
		said = append(said, "for "+t.For+", by vectors")
	}
	if t.CodeOnly {
		said = append(said, "in code alone")
	}
	if t.Files == 0 {
		return strings.Join(append(said, "stands nowhere"), "; ")
	}
	var forms []string
	for _, f := range t.Forms {
		if f.Form != t.Term && !slices.Contains(forms, f.Form) {
			forms = append(forms, f.Form)
		}
	}
	if forms != nil {
		said = append(said, "as "+strings.Join(forms, ", "))
	}
	return strings.Join(said, "; ")
}

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

// documents prints the scores of the first documents side by side, a signal in each
// line and the terms below the body.
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
		g.signal(s, first, i)
		if i == 0 {
			g.body(first)
		}
	}
	e.WriteString("\n" + names.text(e.width) + g.text(e.width))
	e.say(fmt.Sprintf("A signal adds its weight times its value. Body, pairs and title are divided by their best in the %s looked at, and by the best sum of the three; near and heading by their best.", counted(e.Files.Looked, "file that was", "files that were")))
}

// signal is the line of the signal with a number, unless it adds nothing to any of the
// documents.
func (g *grid) signal(s agent.ExplainedSignal, documents []agent.ExplainedDocument, number int) {
	cells, adds := []string{"  " + s.Signal, decimal(s.Weight)}, false
	for _, d := range documents {
		s := d.Signals[number]
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
}

// body are the lines of the terms that add most to the bodies.
func (g *grid) body(documents []agent.ExplainedDocument) {
	terms := heaviest(documents)
	for _, term := range terms[:min(explainedBody, len(terms))] {
		cells := []string{"    " + cut(term, explainedWord), ""}
		for _, d := range documents {
			at := slices.IndexFunc(d.Terms, func(p agent.ExplainedPart) bool { return p.Term == term })
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
		g.row("    " + counted(more, "more", "more"))
	}
}

// heaviest are the terms of the bodies of documents, first those that add most to any.
func heaviest(documents []agent.ExplainedDocument) []string {
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
	return terms
}

// passages prints those that were kept, and the first of those that were not.
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
	leftOut := map[string]int{}
	var shown []agent.ExplainedPassage
	for _, p := range e.Passages {
		if !p.IsKept() {
			if leftOut[p.Fate]++; leftOut[p.Fate] > explainedLeftOut {
				continue
			}
		}
		shown = append(shown, p)
	}
	e.WriteString(passageTable(shown, e.width))
	for _, f := range fates {
		if more := leftOut[f.fate] - explainedLeftOut; more > 0 {
			fmt.Fprintf(e, "%d more %s: %s\n", more, f.short, f.fate)
		}
	}
}

// fates are why passages are left out, each with a word for it.
var fates = []struct{ fate, short string }{
	{"below the threshold", "rejected"}, {"far behind the others", "behind"}, {"beyond the limit", "cut"},
}

// passageTable has a line for each passage. Its place has the room that is left.
func passageTable(passages []agent.ExplainedPassage, width int) string {
	g := grid{}
	g.row("rank", "before", "of file", "own", "said", "score", "sure")
	for _, p := range passages {
		said := ""
		if p.Said != nil {
			said = decimal(*p.Said)
		}
		g.row(fmt.Sprint(p.Rank), fmt.Sprint(p.Found), decimal(p.OfDocument), decimal(p.OfPassage), said, decimal(p.Score), decimal(p.Confidence))
	}
	room := width
	for _, w := range g.widths() {
		room -= w + len(columnGap)
	}
	for i, p := range passages {
		about := aboutPassage(p)
		at := shortPath(place(p.Path, p.Range, p.Page), room-utf8.RuneCountInString(about))
		g.rows[i+1] = append(g.rows[i+1], at+about)
	}
	return g.text(width)
}

// aboutPassage says what became of a passage, behind its place.
func aboutPassage(p agent.ExplainedPassage) string {
	about := ""
	if p.Copies > 0 {
		about += " (" + counted(p.Copies, "copy", "copies") + ")"
	}
	for _, f := range fates {
		if p.Fate == f.fate {
			about += " (" + f.short + ")"
		}
	}
	return about
}

func (e *explanation) steps() {
	g := grid{left: 1}
	g.row("Steps", "", "")
	for _, s := range e.Steps {
		g.row("  "+s.Name, fmt.Sprintf("%.2f ms", s.Ms), s.Detail)
	}
	e.WriteString("\n" + g.text(e.width))
}

// decimal is a number to three places, where most of them differ.
func decimal(x float64) string { return fmt.Sprintf("%.3f", x) }

// counted is a number with what it counts.
func counted(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// shortPath is the end of a path in at most so many characters, which tells more than its
// beginning; it has at least ten.
func shortPath(path string, most int) string {
	const least = 10
	path, most = oneLine(path), max(least, most)
	runes := []rune(path)
	if len(runes) <= most {
		return path
	}
	return "…" + string(runes[len(runes)-most+1:])
}

// A grid is rows of cells that stand below each other. Numbers stand on the right of
// their columns; the first columns and the last one, which may be long, on the left.
type grid struct {
	left int // columns in front that are words
	rows [][]string
}

// columnGap stands between two columns.
const columnGap = "  "

func (g *grid) row(cells ...string) { g.rows = append(g.rows, cells) }

// text is the rows as lines of at most width characters.
func (g *grid) text(width int) string {
	widths := g.widths()
	var b strings.Builder
	for _, row := range g.rows {
		var line strings.Builder
		for i, cell := range row {
			cell = printable(cell)
			gap := strings.Repeat(" ", max(0, widths[i]-utf8.RuneCountInString(cell)))
			switch {
			case i < g.left, i == len(widths)-1:
				line.WriteString(cell + gap + columnGap)
			default:
				line.WriteString(gap + cell + columnGap)
			}
		}
		b.WriteString(cut(strings.TrimRight(line.String(), " "), width) + "\n")
	}
	return b.String()
}

// widths are those of the columns, in characters.
func (g *grid) widths() []int {
	var widths []int
	for _, row := range g.rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	return widths
}
