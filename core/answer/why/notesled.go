package why

import (
	"cmp"
	"strings"

	"docuquest/core/answer/replies"
	"docuquest/core/code/notes"
	"docuquest/core/search/retrieve"
)

// ExplainedNotes is what was searched for in the notes on files, and what was found.
type ExplainedNotes struct {
	Tables []ExplainedTable `json:"tables"` // that were asked
	Chunks []ExplainedChunk `json:"chunks"` // best first
}

// An ExplainedTable is the notes of one kind that came nearest to what was searched for.
type ExplainedTable struct {
	Kind     string             `json:"kind"`  // such as "summaries"
	Query    string             `json:"query"` // what was searched for
	Weight   float64            `json:"weight"`
	MaxHits  int                `json:"maxHits"`
	MinScore float64            `json:"minScore"` // the cosine above which a note is a hit
	Hits     []ExplainedNoteHit `json:"hits"`     // best first
}

// An ExplainedNoteHit is a note. It adds weight × cosine × IDF to the score of each chunk
// that it is noted about.
type ExplainedNoteHit struct {
	Text   string  `json:"text"`
	Cosine float64 `json:"cosine"`
	Chunks int     `json:"chunks"` // that it is noted about, in all files
	IDF    float64 `json:"idf"`
}

// An ExplainedChunk is a file, or a piece of one, that notes led to.
type ExplainedChunk struct {
	Path    string          `json:"path"`
	Titles  []string        `json:"titles"` // on the way down to it, none for the file itself
	Info    string          `json:"info"`   // "file", "section", "function"
	Summary string          `json:"summary,omitempty"`
	Score   float64         `json:"score"` // what Gains add
	Gains   []ExplainedGain `json:"gains"`
}

// An ExplainedGain is what a chunk got from one note.
type ExplainedGain struct {
	Kind string  `json:"kind"`
	Text string  `json:"text"`
	Adds float64 `json:"adds"`
}

// Name is the path of a chunk with its titles: "bank/vault.go > Vault > Open".
func (c ExplainedChunk) Name() string {
	return strings.Join(append([]string{c.Path}, c.Titles...), " > ")
}

// explainNotes converts an exploration, nil for none.
func explainNotes(x *retrieve.Exploration) *ExplainedNotes {
	if x == nil {
		return nil
	}
	e := &ExplainedNotes{
		Tables: []ExplainedTable{},
		Chunks: replies.Each(x.Found.Chunks, func(c notes.Scored) ExplainedChunk {
			return ExplainedChunk{
				Path: c.Path, Titles: replies.OrEmpty(c.Titles), Info: c.Info, Summary: c.Summary(), Score: c.Score,
				Gains: replies.Each(x.Gains(c), func(g retrieve.Gain) ExplainedGain { return ExplainedGain{g.Kind.String(), g.Text, g.Adds} }),
			}
		}),
	}
	for k, ask := range x.Query.Of {
		if ask.Vector != nil && ask.Weight > 0 {
			e.Tables = append(e.Tables, ExplainedTable{
				Kind: notes.Kind(k).String(), Query: ask.Text, Weight: ask.Weight,
				MaxHits: cmp.Or(ask.MaxHits, notes.DefaultMaxHits), MinScore: ask.MinScore,
				Hits: replies.Each(x.Found.Hits[k], func(h notes.Hit) ExplainedNoteHit { return ExplainedNoteHit(h) }),
			})
		}
	}
	return e
}
