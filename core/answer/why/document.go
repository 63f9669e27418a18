package why

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"docuquest/core/answer/render"
	"docuquest/core/answer/replies"
	"docuquest/core/code/notes"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
	"docuquest/core/search/retrieve"
)

// How much of an account its document shows. Programs get all of it as JSON.
const (
	shownTerms     = 20
	shownDocuments = 10
	shownSignals   = 3  // documents whose signals are compared
	shownLeftOut   = 5  // passages that were not kept
	shownNoteHits  = 3  // of each kind of notes
	shownChunks    = 10 // that notes led to
)

// Markdown is an account as a document that may be rendered anywhere, stage by stage: in an
// editor as it is, on a terminal by [render.Terminal]. Its only links are to the passages
// that were compared.
func (x *Account) Markdown() string {
	d := page{links: map[string]bool{}}
	d.Paragraph("# Why: %s", render.Inline(x.Question))
	if x.Again {
		d.Text("%s", again)
	}
	d.Paragraph("## How the question was read")
	d.lines(strings.Split(strings.TrimSpace(question.Parse(x.Question).String()), "\n"))
	remarks := x.Interpretation.Remarks()
	if len(x.Missing) > 0 {
		remarks = append(remarks, "No file contains these words: "+strings.Join(x.Missing, ", ")+".")
	}
	if x.Exact != nil && x.Exact.Of > 0 {
		remarks = append(remarks, fmt.Sprintf("Counted in %s, and not searched: it is true of %d.", text.Counted(x.Exact.Of, "file"), x.Exact.Files))
		for _, forms := range x.Exact.Counted {
			remarks = append(remarks, "Counted as one word: "+strings.Join(forms, ", "))
		}
	}
	d.interpretation(replies.NonEmpty(append([]string{x.Asked.URI}, x.Filters...)...), x.Groups, remarks)
	if x.Search != nil {
		d.search(x.Search, func(p ExplainedPassage) string {
			isRead := slices.Contains(x.Written.Read, p.Rank) && p.IsKept()
			if isRead || slices.Contains(x.Written.Whole, p.Path) {
				return "given"
			}
			return p.Fate
		})
		for _, copied := range x.Course.Copies {
			d.Text("%s says the same as %s.", copied.Path, copied.Of)
		}
	}
	d.Paragraph("## The answer")
	d.Text("%s", x.said())
	if x.Search != nil && x.Written.Whole != nil {
		d.Text("The writer was given %s.", text.Counted(len(x.Written.Whole), "file as a whole", "files as a whole"))
	} else if x.Search != nil {
		d.Text("The writer was given %s.", text.Counted(len(x.Written.Read), "passage"))
	}
	d.lines(replies.Each(x.Written.Statements, ExplainedStatement.line))
	d.Paragraph("## What was sent")
	if len(x.Sent) == 0 {
		d.Text("Nothing left this machine.")
	}
	for _, s := range x.Sent {
		d.Text("%s to %s: docuquest sent %s", replies.Kilobytes(s.Bytes), s.Host, x.Answer)
	}
	d.steps(x.Steps)
	return render.Markdown(d.String(), func(destination string) bool { return d.links[destination] })
}

// again is what it means that an account is not of the answer's own run.
const again = "This answer was kept without its account. The question was asked once more for it: of the files as they are now, " +
	"by one search, and without a model. What is not kept was not repeated: a retrieval or numbers of files and passages " +
	"that were chosen for it, a threshold, and what the conversation before it cites."

// Markdown is an explanation as a document that may be rendered anywhere. limits are what
// the query was limited to, groups the groups of terms that were searched for, and remarks
// sentences on how it was read.
func (x *Explanation) Markdown(limits []string, groups [][]string, remarks []string) string {
	d := page{links: map[string]bool{}}
	d.Paragraph("# Why: %s", render.Inline(x.Words))
	d.interpretation(limits, groups, remarks)
	d.search(x, func(p ExplainedPassage) string { return p.Fate })
	d.steps(x.Steps)
	return render.Markdown(d.String(), func(destination string) bool { return d.links[destination] })
}

// A page is the document of an explanation in the making.
type page struct {
	replies.Page
	links map[string]bool // the destinations that it may link to
}

// lines adds a list of plain texts.
func (d *page) lines(all []string) {
	for _, line := range all {
		d.WriteString("- " + render.Inline(line) + "\n")
	}
	if len(all) > 0 {
		d.WriteByte('\n')
	}
}

func (d *page) interpretation(limits []string, groups [][]string, remarks []string) {
	if len(limits) > 0 {
		d.Text("Limited to: %s", strings.Join(limits, " "))
	}
	if len(groups) > 0 {
		d.Text("Groups: %s", replies.GroupsText(groups))
	}
	for _, remark := range remarks {
		d.Text("%s", remark)
	}
}

// search adds the stages of a search: terms, files, notes and passages. fate is what became
// of a passage.
func (d *page) search(x *Explanation, fate func(ExplainedPassage) string) {
	d.Paragraph("## Terms")
	d.terms(x)
	d.Paragraph("## Files")
	d.files(x)
	if x.Notes != nil {
		d.Paragraph("## Notes")
		d.notes(x.Notes)
	}
	if len(x.Passages) > 0 {
		d.Paragraph("## Passages")
		d.passages(x, fate)
	}
}

func (d *page) terms(x *Explanation) {
	d.Text("Searched for: %s", x.Words)
	if len(x.Terms) == 0 {
		d.Text("No terms: the query contains only words that occur everywhere.")
	}
	var rows [][]string
	for _, t := range x.Terms[:min(shownTerms, len(x.Terms))] {
		var about []string
		switch t.Origin {
		case string(retrieve.FromModel):
			about = append(about, "by the model")
		case string(retrieve.FromConversation):
			about = append(about, "of the questions before")
		case string(retrieve.FromVectors):
			about = append(about, "for "+t.For+", by vectors")
		case string(retrieve.FromThesaurus):
			about = append(about, "for "+t.For+", by the thesaurus")
		case string(retrieve.FromTyping):
			about = append(about, "for "+t.For+", as it was typed")
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
		rows = append(rows, []string{
			render.Inline(t.Term), render.Inline(t.Stem), fmt.Sprint(t.Files),
			replies.Decimal(t.IDF), replies.Decimal(t.Weight), replies.Decimal(t.Counts), render.Inline(strings.Join(about, "; ")),
		})
	}
	d.Table([]string{"Term", "Stem", "Files", "IDF", "Weight", "Counts", ""}, rows)
	d.more(len(x.Terms)-len(rows), "more term")
}

// more says how many rows a table leaves out, if any.
func (d *page) more(n int, one string) {
	if n > 0 {
		d.Text("And %s.", text.Counted(n, one))
	}
}

func (d *page) files(x *Explanation) {
	f := x.Files
	if f.Holding == 0 {
		d.Text("%d indexed, none with a term.", f.Indexed)
		return
	}
	d.Text("%d indexed, %d with a term, %d of these admitted by the filters, %d weighed by their titles, %d looked at, %d read, %d kept.",
		f.Indexed, f.Holding, f.Admitted, f.Weighed, f.Looked, f.Read, f.Kept)
	for _, l := range x.Lost {
		d.Text("Could not be read: %s: %s", l.Path, l.Reason)
	}
	if len(x.Documents) == 0 {
		return
	}
	var rows [][]string
	for i, file := range x.Documents[:min(shownDocuments, len(x.Documents))] {
		var contains []string
		for _, t := range file.Terms {
			contains = append(contains, fmt.Sprintf("%s %d×", render.Inline(t.Term), t.Times))
		}
		rows = append(rows, []string{fmt.Sprint(i + 1), render.Inline(file.Path), replies.Decimal(file.Score), replies.Decimal(file.Confidence), strings.Join(contains, ", ")})
	}
	d.Table([]string{"", "File", "Score", "Confidence", "Contains"}, rows)
	d.signals(x.Documents[:min(shownSignals, len(x.Documents))])
	d.Text("A signal adds its weight times its value. Body, pairs and title are divided by their best in the %s looked at, and by the best sum of the three; near and heading by their best. A term adds to the body.",
		text.Counted(f.Looked, "file that was", "files that were"))
}

// signals compares the scores of the first documents: a row for each signal that adds
// something to one of them, and below the body one for each of its terms.
func (d *page) signals(first []ExplainedDocument) {
	header := []string{"Signal", "Weight"}
	for i := range first {
		header = append(header, fmt.Sprintf("%d: value", i+1), "adds")
	}
	var terms []string
	most := map[string]float64{} // that a term adds to a body
	for _, file := range first {
		for _, p := range file.Terms {
			if _, known := most[p.Term]; !known {
				terms = append(terms, p.Term)
			}
			most[p.Term] = max(most[p.Term], p.Adds)
		}
	}
	slices.SortStableFunc(terms, func(a, b string) int { return cmp.Compare(most[b], most[a]) })

	var rows [][]string
	for i, s := range first[0].Signals {
		row, adds := []string{s.Signal, replies.Decimal(s.Weight)}, false
		for _, file := range first {
			s := file.Signals[i]
			adds = adds || s.Adds != 0
			value := replies.Decimal(s.Value)
			if s.Usual {
				value = "≈" + value
			}
			row = append(row, value, replies.Decimal(s.Adds))
		}
		if adds {
			rows = append(rows, row)
		}
		if i > 0 {
			continue
		}
		for _, term := range terms[:min(shownTerms, len(terms))] {
			row := []string{"– " + render.Inline(term), ""}
			for _, file := range first {
				at := slices.IndexFunc(file.Terms, func(p ExplainedPart) bool { return p.Term == term })
				if at < 0 {
					row = append(row, "", "")
					continue
				}
				p, body := file.Terms[at], file.Signals[0]
				row = append(row, replies.Decimal(p.Adds), replies.Decimal(p.Adds*body.Adds/body.Value))
			}
			rows = append(rows, row)
		}
	}
	d.Table(header, rows)
}

func (d *page) notes(x *ExplainedNotes) {
	var hits, chunks [][]string
	for _, t := range x.Tables {
		d.Text("%s were searched for: %s", t.Kind, t.Query)
		for _, h := range t.Hits[:min(shownNoteHits, len(t.Hits))] {
			hits = append(hits, []string{t.Kind, render.Inline(h.Text), replies.Decimal(h.Cosine), text.Counted(h.Chunks, "piece"), replies.Decimal(h.IDF), replies.Decimal(t.Weight)})
		}
	}
	d.Table([]string{"Kind", "Note", "Cosine", "About", "IDF", "Weight"}, hits)
	d.Text("A note adds weight × cosine × IDF to each piece that it is noted about.")
	for _, c := range x.Chunks[:min(shownChunks, len(x.Chunks))] {
		sums := map[string]float64{}
		for _, g := range c.Gains {
			sums[g.Kind] += g.Adds
		}
		var from []string
		for k := range notes.Kind(notes.Kinds) {
			if sum := sums[k.String()]; sum != 0 {
				from = append(from, k.String()+" "+replies.Decimal(sum))
			}
		}
		chunks = append(chunks, []string{render.Inline(c.Name()), replies.Decimal(c.Score), strings.Join(from, ", ")})
	}
	d.Table([]string{"Led to", "Score", "From"}, chunks)
	d.more(len(x.Chunks)-len(chunks), "more piece")
}

func (d *page) passages(x *Explanation, fate func(ExplainedPassage) string) {
	c := x.Counts
	order := "in the order in which they were found"
	if x.Reranker != "" {
		order = "put in order by " + x.Reranker
	}
	d.Text("%d read, %d the best of their files, %d of these compared, none that repeats another; %d kept, %s.",
		c.Read, c.Offered, c.Chosen, c.Kept, order)
	var rows [][]string
	leftOut := 0
	for _, p := range x.Passages {
		if !p.IsKept() {
			if leftOut++; leftOut > shownLeftOut {
				continue
			}
		}
		said := "" // by the reranker
		if p.Said != nil {
			said = replies.Decimal(*p.Said)
		}
		came := fate(p)
		if p.Copies > 0 {
			came += ", " + text.Counted(p.Copies, "copy", "copies")
		}
		link := replies.LineURI(p.URI, p.Range.Start.Line)
		d.links[link] = true
		rows = append(rows, []string{
			fmt.Sprint(p.Rank), fmt.Sprint(p.Found), replies.Decimal(p.OfDocument), replies.Decimal(p.OfPassage), said,
			replies.Decimal(p.Score), replies.Decimal(p.Confidence), fmt.Sprintf("[%s, %s](%s): %s", render.Inline(p.Path), p.place(), link, came),
		})
	}
	d.Table([]string{"Rank", "Found", "Of file", "Own", "Said", "Score", "Sure", "Passage"}, rows)
	d.more(leftOut-shownLeftOut, "more passage")
}

// said is a sentence on who wrote, or why nobody did, as plain text.
func (x *Account) said() string {
	w := x.Written
	sure := fmt.Sprintf("The confidence that the files answer it is %.3f, and the floor %.3f", w.Confidence, w.Floor)
	switch {
	case w.IsStrange():
		return sure + ": it was refused, and nothing was written."
	case w.Writer == replies.ExactWriter:
		return x.Exact.Method()
	case w.Refused && len(w.Statements) == 0:
		return sure + ". The writer, " + w.Writer + ", found no answer in the passages."
	}
	unproven, fate := 0, "cut"
	for _, s := range w.Statements {
		if s.isUnproven() {
			unproven++
		}
		if s.Verbatim {
			fate = "not proven"
		}
	}
	return fmt.Sprintf("%s. Written by %s: %s, %d of them %s.", sure, w.Writer, text.Counted(len(w.Statements), "statement"), unproven, fate)
}

// line is a statement with what its check found, as plain text.
func (s ExplainedStatement) line() string {
	numbers := ""
	for _, n := range s.Numbers {
		numbers += fmt.Sprintf(" [%d]", n)
	}
	lacks := strings.Join(s.Lacks, ", ")
	switch {
	case s.isUnproven() && s.Verbatim:
		return fmt.Sprintf("Not proven, since no quote says it (%s): %s", lacks, s.Text)
	case s.IsCut():
		return fmt.Sprintf("Cut, since its quotes do not say it (%s): %s", lacks, s.Text)
	case len(s.Lacks) > 0:
		return fmt.Sprintf("Kept%s, though its quotes do not say all of it (%s): %s", numbers, lacks, s.Text)
	case s.Unchecked:
		return "Kept" + numbers + ", not checked, since the check knows English alone: " + s.Text
	}
	return "Kept" + numbers + ": " + s.Text
}

// steps adds the stages with their times as a list, the parts of a stage below it.
func (d *page) steps(steps []replies.Step) {
	d.Paragraph("## Steps")
	var add func(steps []replies.Step, depth int)
	add = func(steps []replies.Step, depth int) {
		parts := 0 // where those of the next step begin
		for i, s := range steps {
			if s.Depth != depth {
				continue
			}
			line := fmt.Sprintf("%s, %.2f ms", s.Name, s.Ms)
			if s.Detail != "" {
				line += ": " + s.Detail
			}
			d.WriteString(strings.Repeat("  ", depth) + "- " + render.Inline(line) + "\n")
			add(steps[parts:i], depth+1)
			parts = i + 1
		}
	}
	add(steps, 0)
}

// document is a reply as Markdown that may be rendered anywhere.
func (r *WhyNotReply) document(x *Account) string {
	d := replies.Page{}
	d.Paragraph("# Why not %s", render.Inline(r.Path))
	d.Text("Question: %s", r.Question)
	d.Paragraph("**Step: %s.** %s", r.Step, render.Inline(r.Detail))
	var rows [][]string
	for _, t := range r.Terms[:min(shownTerms, len(r.Terms))] {
		rows = append(rows, []string{render.Inline(t.Term), fmt.Sprint(t.Times), fmt.Sprint(t.Files), replies.Decimal(t.Counts), render.Inline(t.Nearest)})
	}
	d.Table([]string{"Term", "Times here", "Files", "Counts", "Nearest here"}, rows)
	switch {
	case x.Again:
		d.Text("%s", again)
	case r.Answer == "":
		d.Text("The question was asked for this now, and without a model.")
	}
	return render.Markdown(d.String(), func(string) bool { return false })
}
