package main

import (
	"fmt"
	"strings"

	"docuquest/core/agent"
)

// How much of what notes led to is printed.
const (
	explainedHits   = 3 // of each table
	explainedChunks = 5
	explainedGains  = 2 // of each chunk
)

// notes prints the notes that came nearest to the question, by table, and the pieces of
// files that these led to.
func (e *explanation) notes() {
	if e.Notes == nil {
		return
	}
	g := grid{left: 1}
	g.row("Notes", "weight", "cosine", "IDF", "about", "")
	for _, t := range e.Notes.Tables {
		g.row("  "+t.Kind, decimal(t.Weight), "", "", "", t.Query)
		for _, h := range t.Hits[:min(explainedHits, len(t.Hits))] {
			g.row("", "", decimal(h.Cosine), decimal(h.IDF), fmt.Sprint(h.Chunks), oneLine(h.Text))
		}
		if more := len(t.Hits) - explainedHits; more > 0 {
			g.row("", "", "", "", "", counted(more, "more note", "more notes"))
		}
	}
	e.WriteString("\n" + g.text(e.width))
	e.say("A note adds weight × cosine × IDF to each piece that it is noted about.")
	e.chunks()
}

// chunks prints the best pieces that notes led to, with what they got most from.
func (e *explanation) chunks() {
	g := grid{left: 0}
	g.row("score", "Led to")
	for _, c := range e.Notes.Chunks[:min(explainedChunks, len(e.Notes.Chunks))] {
		g.row(decimal(c.Score), oneLine(c.Name())+": "+gainsOf(c))
	}
	if more := len(e.Notes.Chunks) - explainedChunks; more > 0 {
		g.row("", counted(more, "more", "more"))
	}
	e.WriteString("\n" + g.text(e.width))
}

// gainsOf is what a piece got most from.
func gainsOf(c agent.ExplainedChunk) string {
	var said []string
	for _, g := range c.Gains[:min(explainedGains, len(c.Gains))] {
		said = append(said, fmt.Sprintf("%s %s (%s)", decimal(g.Adds), g.Kind, oneLine(g.Text)))
	}
	if more := len(c.Gains) - explainedGains; more > 0 {
		said = append(said, fmt.Sprintf("%d more", more))
	}
	return strings.Join(said, ", ")
}
