package notebook

import (
	"fmt"
	"strings"

	"docuquest/core/language/text"
)

// Text returns what notes would cost, in a few sentences for people.
func (e *AnnotateEstimate) Text() string {
	if e.Left == 0 {
		return fmt.Sprintf("%s in %s: all of them have notes by %s.", text.Counted(e.Chunks, "piece"), text.Counted(e.Files, "file"), e.Model)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s in %s, of which %d have no notes by %s. ", text.Counted(e.Chunks, "piece"), text.Counted(e.Files, "file"), e.Left, e.Model)
	fmt.Fprintf(&b, "To write these takes about %s to %s: %d tokens sent and %d received", text.Counted(e.Calls, "request"), e.Host, e.TokensIn, e.TokensOut)
	if e.Priced {
		fmt.Fprintf(&b, ", for about %v", e.Money)
	} else {
		b.WriteString("; set model_price_in and model_price_out to see it in money")
	}
	fmt.Fprintf(&b, ". A single request can bring up to %d tokens, where the model thinks before it replies", e.Largest.TokensOut)
	if e.Priced {
		fmt.Fprintf(&b, ", and cost %v", e.Largest.Money)
	}
	b.WriteString(". The text of the files is sent there.")
	if e.Limit != "" {
		fmt.Fprintf(&b, " The limit of a day, %s, will end it before all are written.", e.Limit)
	}
	return b.String()
}

// Text returns how far the notes are, in a sentence for people.
func (s AnnotateState) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %s noted by %s", s.Done, text.Counted(s.Chunks, "piece is", "pieces are"), s.Model)
	if s.Failed > 0 {
		fmt.Fprintf(&b, "; for %d none came that could be read, and the next run tries them again", s.Failed)
	}
	if s.Reason != "" && s.State != annotateIdle { // at the end the error has it
		fmt.Fprintf(&b, " (%s)", s.Reason)
	}
	if s.Changed > 0 {
		fmt.Fprintf(&b, "; %s", text.Counted(s.Changed, "file changed or went meanwhile: another start asks about what is left", "files changed or went meanwhile: another start asks about what is left"))
	}
	if s.Removed > 0 {
		fmt.Fprintf(&b, "; those about %s that are gone were removed", text.Counted(s.Removed, "text"))
	}
	fmt.Fprintf(&b, "; %s, %d tokens sent and %d received", text.Counted(s.Calls, "request"), s.TokensIn, s.TokensOut)
	if s.Money > 0 {
		fmt.Fprintf(&b, ", for %v", s.Money)
	}
	if s.Untold > 0 {
		fmt.Fprintf(&b, "; of %s the service does not say what it took, which counts at the most that it can be", text.Counted(s.Untold, "request"))
	}
	if s.State == annotatePaused {
		b.WriteString("; paused")
	}
	b.WriteString(".")
	return b.String()
}

// Summary returns how far the notes are, for a person who asks at any time.
func (s AnnotateState) Summary() string {
	switch {
	case s.Model == "":
		return "no model has been told to write notes since this started."
	case s.State == annotateIdle:
		return "no notes are being written; in the last run " + s.Text()
	}
	return "notes are being written: " + s.Text()
}

// Annotates reports whether a model can write notes.
func (n *Notebook) Annotates() bool { return n.Options.Annotate.Model != nil }
