package replies

import (
	"fmt"
	"strings"

	"docuquest/core/answer/render"
	"docuquest/core/answer/research"
)

// Researched is how research went.
type Researched struct {
	Queries []ResearchQuery `json:"queries"`
	Slots   []ResearchSlot  `json:"slots"`
	Open    []string        `json:"open"`              // what stayed open, as it was asked for
	Rounds  int             `json:"rounds"`            // of searches that were made
	Stopped string          `json:"stopped,omitempty"` // the limit that ended them while something was missing
	Web     bool            `json:"web,omitempty"`     // the web was searched, too
}

// document is how research went, as a part of the answer's document: the table of slots,
// and what stayed open where something did.
func (r *Researched) document() string {
	if r == nil || len(r.Slots) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n## What was asked for\n\n| Fact | Type | Source |\n|---|---|---|\n")
	for _, s := range r.Slots {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", cell(s.Asked), s.Type, s.Source(func(c Citation) string { return cell(c.Place()) }))
	}
	if len(r.Open) > 0 {
		b.WriteString("\n## What stayed open\n\n")
		for _, asked := range r.Open {
			fmt.Fprintf(&b, "- %s\n", render.Inline(asked))
		}
	}
	if r.Stopped != "" {
		fmt.Fprintf(&b, "\nThe search ended at %s.\n", r.Stopped)
	}
	return b.String()
}

// A ResearchQuery is one search that was made.
type ResearchQuery struct {
	Query string `json:"query"`
	Round int    `json:"round"` // from 1
	Why   string `json:"why"`
	Web   bool   `json:"web,omitempty"` // the web was asked it, too
	// Kept is why the query was held rather than put to the web; with Web, the user has
	// released it.
	Kept string `json:"kept,omitempty"`
	// Unmade is true where nothing was searched for the query: it was for the web alone.
	Unmade bool `json:"unmade,omitempty"`
}

// A ResearchSlot is a fact that the answer needs.
type ResearchSlot struct {
	Type     research.Kind `json:"type"`
	Asked    string        `json:"asked"`
	Citation int           `json:"citation"` // the number of the one that gives it, 0 for none
	// LeftOut is what would give it where the limits of the answer left no room for that,
	// without a number. A fact that has neither this nor a citation is open.
	LeftOut *Citation `json:"leftOut,omitempty"`
}

// Source is where the fact was found, for people: [1], a place as placeOf writes it, or
// "open".
func (s ResearchSlot) Source(placeOf func(Citation) string) string {
	switch {
	case s.Citation > 0:
		return fmt.Sprintf("[%d]", s.Citation)
	case s.LeftOut != nil:
		return "found, but left out by the limit: " + placeOf(*s.LeftOut)
	}
	return "open"
}

// cell writes a text for a cell of a table.
func cell(s string) string { return strings.ReplaceAll(render.Inline(s), "|", `\|`) }
