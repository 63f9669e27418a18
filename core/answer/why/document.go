package why

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"docuquest/core/answer/render"
	"docuquest/core/answer/replies"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
)

// How much of an account its document shows. Programs get all of it as JSON.
const (
	shownDocuments = 10
	shownTerms     = 20
	shownLeftOut   = 10 // passages that were not kept
	shownSignals   = 4  // of each document
)

// Document is an account as Markdown that may be rendered anywhere, stage by stage. Its
// only links are to the passages that were compared.
func (x *Account) Document() string {
	d := accountPage{}
	d.Paragraph("# Why: %s", render.Inline(x.Question))
	if notice := x.Notice(); notice != "" {
		d.Text("%s", notice)
	}
	d.taken(x)
	if x.Search != nil {
		d.terms(x.Search)
		d.files(x.Search)
		d.notes(x.Search.Notes)
		d.passages(x)
	}
	d.written(x)
	d.sent(x)
	d.steps(x)
	return render.Markdown(d.String(), x.linksTo)
}

// Notice says of an account that is not of the answer's own run what that means, as plain
// text; "" where it is.
func (x *Account) Notice() string {
	if !x.Again {
		return ""
	}
	return "This answer was kept without its account. The question was asked once more for it: of the files as they are now, " +
		"by one search, and without a model. What is not kept was not repeated: a retrieval or numbers of files and passages " +
		"that were chosen for it, a threshold, and what the conversation before it cites."
}

// linksTo reports whether a document may link to a place.
func (x *Account) linksTo(destination string) bool {
	return x.Search != nil && slices.ContainsFunc(x.Search.Passages, func(p ExplainedPassage) bool { return destination == p.link() })
}

func (p ExplainedPassage) link() string { return replies.LineURI(p.URI, p.Range.Start.Line) }

// An accountPage is the document of an account in the making.
type accountPage struct{ replies.Page }

// taken tells how the question was taken.
func (d *accountPage) taken(x *Account) {
	d.Paragraph("## How the question was taken")
	for line := range strings.Lines(question.Parse(x.Question).String()) {
		d.Text("%s", strings.TrimSpace(line))
	}
	if x.Search != nil {
		d.Text("Looked for: %s", x.Search.Words)
	}
	if limits := x.Limits(); limits != nil {
		d.Text("Limited to: %s", strings.Join(limits, " "))
	}
	if groups := replies.GroupsText(x.Groups); len(x.Groups) > 0 {
		d.Text("Groups: %s", groups)
	}
	for _, remark := range x.Remarks() {
		d.Text("%s", remark)
	}
	for _, counted := range x.Counted() {
		d.Text("%s", counted)
	}
}

// Limits are what the question was limited to: the URI of a file or a folder, and filters.
func (x *Account) Limits() []string {
	return replies.NonEmpty(append([]string{x.Asked.URI}, x.Filters...)...)
}

// Counted are sentences on what was counted in all files, as plain text; none where the
// question was searched.
func (x *Account) Counted() []string {
	if x.Exact == nil || x.Exact.Of == 0 {
		return nil
	}
	said := []string{fmt.Sprintf("Counted in %s, and not searched: it is true of %d.", text.Counted(x.Exact.Of, "file"), x.Exact.Files)}
	for _, forms := range x.Exact.Counted {
		said = append(said, "Counted as one word: "+strings.Join(forms, ", "))
	}
	return said
}

// Remarks are sentences on how the question was taken, as plain text.
func (x *Account) Remarks() []string {
	all := x.Taken.Remarks()
	if len(x.Missing) > 0 {
		all = append(all, "No file contains these words: "+strings.Join(x.Missing, ", ")+".")
	}
	return replies.NonEmpty(all...)
}

func (d *accountPage) terms(x *Explanation) {
	var rows [][]string
	for _, t := range x.Terms[:min(shownTerms, len(x.Terms))] {
		from := t.Origin
		if t.For != "" {
			from += " for " + t.For
		}
		rows = append(rows, []string{render.Inline(t.Term), render.Inline(t.Stem), fmt.Sprint(t.Files), replies.Decimal(t.IDF), replies.Decimal(t.Counts), render.Inline(from)})
	}
	d.Table([]string{"Term", "Stem", "Files", "IDF", "Counts", "From"}, rows)
	if more := len(x.Terms) - len(rows); more > 0 {
		d.Text("And %s.", text.Counted(more, "more term"))
	}
}

func (d *accountPage) files(x *Explanation) {
	f := x.Files
	d.Paragraph("## Files")
	d.Text("%d indexed, %d with a term, %d of these admitted by the filters, %d weighed by their titles, %d looked at, %d read, %d kept.",
		f.Indexed, f.Holding, f.Admitted, f.Weighed, f.Looked, f.Read, f.Kept)
	for _, l := range x.Lost {
		d.Text("Could not be read: %s: %s", l.Path, l.Reason)
	}
	var rows [][]string
	for i, file := range x.Documents[:min(shownDocuments, len(x.Documents))] {
		rows = append(rows, []string{fmt.Sprint(i + 1), render.Inline(file.Path), replies.Decimal(file.Score), replies.Decimal(file.Confidence), file.signals(), file.held()})
	}
	d.Table([]string{"", "File", "Score", "Confidence", "Made of", "Holds"}, rows)
}

// signals are those that add most to the score of a file.
func (f ExplainedDocument) signals() string {
	all := slices.Clone(f.Signals)
	slices.SortStableFunc(all, func(a, b ExplainedSignal) int { return cmp.Compare(b.Adds, a.Adds) })
	var said []string
	for _, s := range all[:min(shownSignals, len(all))] {
		if s.Adds > 0 {
			said = append(said, s.Signal+" "+replies.Decimal(s.Adds))
		}
	}
	return strings.Join(said, ", ")
}

// held are the terms that a file holds, with how often.
func (f ExplainedDocument) held() string {
	var said []string
	for _, t := range f.Terms {
		said = append(said, fmt.Sprintf("%s %d×", render.Inline(t.Term), t.Times))
	}
	return strings.Join(said, ", ")
}

func (d *accountPage) passages(x *Account) {
	c := x.Search.Counts
	d.Paragraph("## Passages")
	order := "in the order in which they were found"
	if x.Search.Reranker != "" {
		order = "put in order by " + x.Search.Reranker
	}
	d.Text("%d read, %d the best of their files, %d of these compared, none that repeats another; %d kept, %s. %s",
		c.Read, c.Offered, c.Chosen, c.Kept, order, x.Written.Given())
	var rows [][]string
	leftOut := 0
	for _, p := range x.Search.Passages {
		if !p.IsKept() {
			if leftOut++; leftOut > shownLeftOut {
				continue
			}
		}
		rows = append(rows, []string{
			fmt.Sprint(p.Rank), fmt.Sprint(p.Found), replies.Decimal(p.Score), replies.Decimal(p.Confidence), x.fateOf(p),
			fmt.Sprintf("[%s, %s](%s)", render.Inline(p.Path), p.place(), p.link()),
		})
	}
	d.Table([]string{"Rank", "Found", "Score", "Sure", "", "Passage"}, rows)
	if more := leftOut - shownLeftOut; more > 0 {
		d.Text("And %s.", text.Counted(more, "more that was left out", "more that were left out"))
	}
	for _, copied := range x.Course.Copies {
		d.Text("%s says the same as %s.", copied.Path, copied.Of)
	}
}

// fateOf is what became of a passage.
func (x *Account) fateOf(p ExplainedPassage) string {
	switch {
	case slices.Contains(x.Written.Whole, p.Path):
		return "given to the writer"
	case !p.IsKept():
		return p.Fate
	case slices.Contains(x.Written.Read, p.Rank):
		return "given to the writer"
	}
	return "kept"
}

// written tells what the writer made, and what the check left of it.
func (d *accountPage) written(x *Account) {
	d.Paragraph("## The answer")
	d.Text("%s", x.Said())
	for _, s := range x.Written.Statements {
		d.WriteString("- " + render.Inline(s.Line()) + "\n")
	}
	if len(x.Written.Statements) > 0 {
		d.WriteByte('\n')
	}
}

// Said is a sentence on who wrote, or why nobody did, as plain text.
func (x *Account) Said() string {
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

// Given is a sentence on what the writer was given, as plain text.
func (w Written) Given() string {
	if w.Whole != nil {
		return "The writer was given " + text.Counted(len(w.Whole), "file as a whole", "files as a whole") + "."
	}
	return "The writer was given " + text.Counted(len(w.Read), "passage") + "."
}

// Line is a statement with what its check found, as plain text.
func (s ExplainedStatement) Line() string {
	var numbers strings.Builder
	for _, n := range s.Numbers {
		fmt.Fprintf(&numbers, " [%d]", n)
	}
	switch {
	case s.isUnproven() && s.Verbatim:
		return fmt.Sprintf("Not proven, since no quote says it (%s): %s", strings.Join(s.Lacks, ", "), s.Text)
	case s.IsCut():
		return fmt.Sprintf("Cut, since its quotes do not say it (%s): %s", strings.Join(s.Lacks, ", "), s.Text)
	case len(s.Lacks) > 0:
		return fmt.Sprintf("Kept%s, though its quotes do not say all of it (%s): %s", numbers.String(), strings.Join(s.Lacks, ", "), s.Text)
	}
	if s.Unchecked {
		return "Kept" + numbers.String() + ", not checked, since the check knows English alone: " + s.Text
	}
	return "Kept" + numbers.String() + ": " + s.Text
}

// sent tells what left the machine.
func (d *accountPage) sent(x *Account) {
	d.Paragraph("## What was sent")
	if len(x.Sent) == 0 {
		d.Text("Nothing left this machine.")
	}
	for _, s := range x.Sent {
		d.Text("%s to %s: docuquest sent %s", replies.Kilobytes(s.Bytes), s.Host, x.Answer)
	}
}

func (d *accountPage) steps(x *Account) {
	d.Paragraph("## Steps")
	var rows [][]string
	for _, s := range x.Steps {
		rows = append(rows, []string{render.Inline(s.Name), fmt.Sprintf("%.2f ms", s.Ms), render.Inline(s.Detail)})
	}
	d.Table([]string{"Step", "Time", ""}, rows)
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
		d.Text("%s", x.Notice())
	case r.Answer == "":
		d.Text("The question was asked for this now, and without a model.")
	}
	return render.Markdown(d.String(), func(string) bool { return false })
}
