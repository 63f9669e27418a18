package agent

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"docuquest/core/answer/history"
	"docuquest/core/answer/replies"
	"docuquest/core/answer/why"
	"docuquest/core/code/notebook"
	"docuquest/core/code/notes"
	"docuquest/core/document"
	programs "docuquest/core/document/code"
	"docuquest/core/document/plain"
	"docuquest/core/file"
	"docuquest/core/file/disk"
	"docuquest/core/language/text"
	"docuquest/core/services/llm/llmtest"
	"docuquest/prompts"
)

// garage is a code base where what is asked for is said in other words.
var garage = map[string]string{
	"shop/repair.go": "package shop\n\n// Mend repairs a damaged automobile, wheel by wheel.\nfunc Mend(a Automobile) error { return a.fix() }\n",
	"shop/sell.go":   "package shop\n\n// Sell gives a receipt for the goods.\nfunc Sell(g Goods) Receipt { return Receipt{g} }\n",
	"verse/read.go":  "package verse\n\n// Aloud reads a poem to whoever listens.\nfunc Aloud(p Poem) { p.speak() }\n",
	"notes.txt":      "The broken clock in the hall is to be replaced, says the driver of many cars.\n",
}

// startNoting makes an agent over programs in Go, with the built-in vectors.
func startNoting(t testing.TB, folder string, o Options) *Agent {
	t.Helper()
	d, err := disk.Open([]string{folder}, disk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	o.Workspace, o.Lexicon, o.Prompts = d, builtIn, prompts.Default()
	o.Parsers = document.Parsers{
		ByLanguage: map[string]document.Parser{"go": programs.New(programs.Options{})}, Fallback: plain.Parser{},
	}
	if o.NotesPatience == 0 {
		o.NotesPatience = time.Hour // until all is noted
	}
	a := New(o)
	t.Cleanup(a.Close)
	if err := a.Load(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return a
}

// explored searches with notes, and gives the reply and what the notes led to.
func explored(t testing.TB, a *Agent, s Search) (*SearchReply, *why.ExplainedNotes) {
	t.Helper()
	s.Explain = true
	if s.Notes == "" {
		s.Notes = "on"
	}
	r, err := a.Search(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return r, r.Explain.Notes
}

func pathsOfHits(r *SearchReply) []string {
	var paths []string
	for _, h := range r.Hits {
		paths = append(paths, h.Path)
	}
	return paths
}

// Notes lead to what no word of the question stands in, and say what every chunk got from
// them. Without them it is not found.
func TestNotesLead(t *testing.T) {
	var noting atomic.Bool
	a := startNoting(t, folderOf(t, garage), Options{ModelNotes: func(notes.Chunk) []notes.Note { noting.Store(true); return nil }})
	const query = "broken cars"
	without, err := a.Search(t.Context(), Search{Query: query, Explain: true})
	if err != nil {
		t.Fatal(err)
	}
	if slices.Contains(pathsOfHits(without), "shop/repair.go") || without.Explain.Notes != nil {
		t.Errorf("without notes: %q, %+v", pathsOfHits(without), without.Explain.Notes)
	}
	if noting.Load() {
		t.Error("notes are made that nobody wants")
	}
	r, noted := explored(t, a, Search{Query: query})
	if !slices.Contains(pathsOfHits(r), "shop/repair.go") {
		t.Errorf("with notes: %q", pathsOfHits(r))
	}
	if !slices.ContainsFunc(noted.Chunks, func(c why.ExplainedChunk) bool { return c.Name() == "shop/repair.go > Mend" }) {
		t.Fatalf("the notes led to %+v", noted.Chunks)
	}
	for _, c := range noted.Chunks {
		sum := 0.0
		for _, g := range c.Gains {
			sum += g.Adds
		}
		if d := sum - c.Score; d < -1e-9 || 1e-9 < d {
			t.Errorf("%s scores %v, and its gains add up to %v", c.Name(), c.Score, sum)
		}
	}
	for _, p := range r.Explain.Passages {
		if p.Path == "shop/repair.go" && p.OfNotes <= 0 {
			t.Errorf("the passage got nothing from the notes that led to it: %+v", p)
		}
	}
}

// A question with filters explores what they admit.
func TestNotesWithin(t *testing.T) {
	a := startNoting(t, folderOf(t, garage), Options{})
	_, noted := explored(t, a, Search{Query: "broken cars in:verse"})
	for _, c := range noted.Chunks {
		if !strings.HasPrefix(c.Path, "verse/") {
			t.Errorf("the notes led to %s", c.Name())
		}
	}
}

// Notes follow what is typed and what is removed, and leave nothing behind.
func TestNotesFollow(t *testing.T) {
	folder := folderOf(t, garage)
	a := startNoting(t, folder, Options{})
	names := func() (all []string) {
		_, noted := explored(t, a, Search{Query: "a poem is read"})
		for _, c := range noted.Chunks {
			all = append(all, c.Path)
		}
		return all
	}
	if got := names(); !slices.Contains(got, "verse/read.go") {
		t.Fatalf("before the edit: %q", got)
	}
	u := file.FromPath(filepath.ToSlash(filepath.Join(folder, "verse", "read.go")))
	a.Open(u, "go", 1, garage["verse/read.go"])
	if err := a.Edit(u, 2, []text.Edit{{Text: "package verse\n\n// Bake heats bread in an oven.\nfunc Bake(b Bread) {}\n"}}, text.UTF16); err != nil {
		t.Fatal(err)
	}
	_, noted := explored(t, a, Search{Query: "bread in an oven"})
	if len(noted.Chunks) == 0 || noted.Chunks[0].Path != "verse/read.go" || !strings.Contains(noted.Chunks[0].Summary, "oven") {
		t.Errorf("after the edit: %+v", noted.Chunks)
	}
	if err := os.Remove(u.Path()); err != nil {
		t.Fatal(err)
	}
	a.CloseBuffer(u)
	if got := names(); slices.Contains(got, "verse/read.go") {
		t.Errorf("after the removal: %q", got)
	}
	r := ask(t, a, Request{Text: "Where is the broken clock?", Notes: "on"})
	if !slices.ContainsFunc(r.Steps, func(s replies.Step) bool { return s.Name == "notes" && s.Detail == "3 of 3 files are noted" }) {
		t.Errorf("after the removal the steps are %+v", r.Steps)
	}
}

// A question that comes before the notes are made waits for its moment, is answered from
// what is there, and says how much that is.
func TestNotesTooEarly(t *testing.T) {
	gate := make(chan struct{})
	model := llmtest.NewModel(llmtest.Script{
		"terms":      {llmtest.Say("clock")},
		"statements": {llmtest.Say(`{"statements": [{"text": "It is in the hall.", "quotes": [{"passage": 1, "quote": "The broken clock in the hall"}]}]}`)},
		"revise":     {llmtest.Fail("gone")},
	})
	a := startNoting(t, folderOf(t, garage), Options{
		Model: model, TermsModel: model,
		NotesPatience: time.Nanosecond,
		ModelNotes:    func(notes.Chunk) []notes.Note { <-gate; return nil },
	})
	r, err := a.Ask(t.Context(), Request{Text: "Where is the broken clock?", Notes: "on"}, nil)
	close(gate)
	if err != nil {
		t.Fatal(err)
	}
	if r.Refused || !slices.ContainsFunc(r.Steps, func(s replies.Step) bool { return s.Name == "notes" && s.Detail == "0 of 4 files are noted" }) {
		t.Errorf("%s, with the steps %+v", r.Answer, r.Steps)
	}
	if planned := model.Prompts("explore"); len(planned) > 0 {
		t.Errorf("a query was paid for although nothing is noted: %q", planned)
	}
	if !slices.ContainsFunc(r.Steps, func(s replies.Step) bool {
		return s.Name == "explore" && strings.HasPrefix(s.Detail, "nothing is noted")
	}) {
		t.Errorf("no step says that nothing is noted: %+v", r.Steps)
	}
	checkSame(t, "what is said", []string{"Notes led from 0 of 4 files alone: the others are still being noted"}, r.Failed)
}

// What a model noted takes the place of the rules' notes of its kinds, also when it comes
// later.
func TestModelNotes(t *testing.T) {
	given := map[string]string{"shop/sell.go": "Counts stars through a telescope at night."}
	a := startNoting(t, folderOf(t, garage), Options{ModelNotes: func(c notes.Chunk) []notes.Note {
		if s := given[c.Path]; s != "" {
			return []notes.Note{{Kind: notes.Summaries, Text: s}}
		}
		return nil
	}})
	first := func(query string) string {
		_, noted := explored(t, a, Search{Query: query, Notes: "keywords=0,tags=0,synonyms=0,dependencies=0"})
		if len(noted.Chunks) == 0 {
			return ""
		}
		return noted.Chunks[0].Path
	}
	checkSame(t, "what the model noted", "shop/sell.go", first("stars in a telescope"))
	if kinds := noteKindsOf(t, a, "shop/sell.go"); !slices.Contains(kinds, "keywords") {
		t.Errorf("the rules' notes of other kinds are lost: %v", kinds)
	}
	given["verse/read.go"] = "Sails a boat over the ocean."
	for e := range a.library.Snapshot().All {
		a.NotesChanged(e.URI)
	}
	checkSame(t, "what it noted later", "verse/read.go", first("a boat on the ocean"))
}

// What a model notes about a file while that is being noted is not lost.
func TestModelNotesMeanwhile(t *testing.T) {
	var (
		a    *Agent
		mu   sync.Mutex // guards said
		said = map[string]string{}
	)
	a = startNoting(t, folderOf(t, garage), Options{ModelNotes: func(c notes.Chunk) []notes.Note {
		mu.Lock()
		defer mu.Unlock()
		before, again := said[c.Path]
		if said[c.Path] = "Sails a boat over the ocean."; !again {
			a.NotesChanged(c.URI)
			return nil
		}
		return []notes.Note{{Kind: notes.Summaries, Text: before}}
	}})
	_, noted := explored(t, a, Search{Query: "a boat on the ocean", Notes: "keywords=0,tags=0,synonyms=0,dependencies=0"})
	for path := range garage {
		if !slices.ContainsFunc(noted.Chunks, func(c why.ExplainedChunk) bool { return c.Name() == path && c.Summary == said[path] }) {
			t.Errorf("of %s the note that came last is lost: %+v", path, noted.Chunks)
		}
	}
}

// noteKindsOf are the kinds of the notes on a file and what is in it.
func noteKindsOf(t *testing.T, a *Agent, path string) (kinds []string) {
	t.Helper()
	if err := a.ListNotes(t.Context(), path, func(c notebook.ChunkNotes) bool {
		kinds = slices.AppendSeq(kinds, maps.Keys(c.Notes))
		return true
	}); err != nil {
		t.Error(err)
	}
	return kinds
}

// A file that is written to fill everything gets its share and no more, through the whole
// line: of the notes, of the chunks and of what is read for the answer.
func TestPoisonedNotes(t *testing.T) {
	files := map[string]string{}
	var evil strings.Builder
	evil.WriteString("package evil\n")
	for i := range 200 {
		fmt.Fprintf(&evil, "\n// Mend%d repairs a damaged automobile, wheel by wheel, number %d.\nfunc Mend%d() {}\n", i, i, i)
	}
	files["evil/evil.go"] = evil.String()
	for i, part := range []string{"engine", "brake", "window", "mirror", "door", "seat", "lamp", "horn", "axle", "roof", "tank", "belt"} {
		files["shop/"+part+".go"] = fmt.Sprintf("package shop\n\n// Repair%d mends the %s of a damaged automobile.\nfunc Repair%d() {}\n", i, part, i)
	}
	a := startNoting(t, folderOf(t, files), Options{})
	r, noted := explored(t, a, Search{Query: "repair a damaged automobile", Limit: 20})
	evilChunks := 0
	for _, c := range noted.Chunks {
		if c.Path == "evil/evil.go" {
			evilChunks++
		}
	}
	if share := notes.DefaultBest / 3; share < evilChunks || len(noted.Chunks) <= evilChunks {
		t.Errorf("%d of %d chunks are of the poisoned file", evilChunks, len(noted.Chunks))
	}
	for _, table := range noted.Tables {
		own := 0
		for _, h := range table.Hits {
			if strings.Contains(h.Text, "number") {
				own++
			}
		}
		if notes.DefaultMaxHits/3 < own {
			t.Errorf("%d of the %d %s are the poisoned file's", own, len(table.Hits), table.Kind)
		}
	}
	hits := pathsOfHits(r)
	others := slices.DeleteFunc(slices.Clone(hits), func(p string) bool { return p == "evil/evil.go" })
	if len(others) < 12 {
		t.Errorf("of the 12 honest files %d are left among the passages %q", len(others), hits)
	}
}

// A model makes a query for each table, with numbers where it has some; the question's own
// numbers win. Where it fails, rules do, and a step says why.
func TestPlannedByModel(t *testing.T) {
	for _, test := range []struct {
		name, reply, notes string
		tables             []string // as "kind: query ×weight, hits"; nil for those of the rules
		step               string
	}{
		{
			"an object for each table",
			"```json\n" + `{"summaries": {"query": "mends a car", "maxHits": 1, "weight": 2}, "tags": {"query": ["go", "shop"], "minScore": "0.1"}}` + "\n```", "on",
			[]string{"summaries: mends a car ×2, 1", "tags: go shop ×0.5, 10"},
			"query by scripted",
		},
		{
			"texts alone, and a kind that is none", `{"keywords": "wheel", "mood": "good", "synonyms": []}`, "on",
			[]string{"keywords: wheel ×0.5, 10"},
			"query by scripted",
		},
		{
			"the question wins", `{"summaries": {"query": "mends a car", "maxHits": 1, "weight": 2}, "keywords": "wheel"}`, "hits=2,summaries=3,keywords=0",
			[]string{"summaries: mends a car ×3, 2"},
			"query by scripted",
		},
		{"the question wins over a weight of 0", `{"summaries": {"query": "mends a car", "weight": 0}, "keywords": {"query": "wheel", "weight": 0}}`, "summaries=3", []string{"summaries: mends a car ×3, 10"}, "query by scripted"},
		{"weights of 0 alone", `{"summaries": {"query": "mends a car", "weight": 0}}`, "on", nil, "asks for nothing"},
		{"numbers out of their range are held", `{"summaries": {"query": "mends a car", "maxHits": -7, "weight": 1e9}}`, "on", []string{"summaries: mends a car ×5, 1"}, "query by scripted"},
		{"no JSON", "I would look for cars.", "on", nil, "asks for nothing"},
		{"a failure", "error: no credit left", "on", nil, "no credit left"},
	} {
		t.Run(test.name, func(t *testing.T) {
			model := llmtest.NewModel(llmtest.Script{
				"explore": {llmtest.ParseStep(test.reply)}, "terms": {llmtest.Say("car")},
				"statements": {llmtest.Fail("gone")},
			})
			a := startNoting(t, folderOf(t, garage), Options{Model: model, TermsModel: model})
			r, err := a.Ask(t.Context(), Request{Text: "Who mends cars?", Notes: test.notes, Conversation: history.NoConversation}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(r.Steps, func(s replies.Step) bool { return s.Name == "explore" && strings.Contains(s.Detail, test.step) }) {
				t.Errorf("no step says %q: %+v", test.step, r.Steps)
			}
			x, err := a.Explain(t.Context(), r.ID)
			if err != nil {
				t.Fatal(err)
			}
			var tables []string
			for _, table := range x.Search.Notes.Tables {
				tables = append(tables, fmt.Sprintf("%s: %s ×%v, %d", table.Kind, table.Query, table.Weight, table.MaxHits))
			}
			if test.tables == nil {
				if len(tables) != int(notes.Kinds) {
					t.Errorf("the rules ask %q", tables)
				}
				return
			}
			checkSame(t, "tables", test.tables, tables)
		})
	}
}

// Who chose the text itself to answer chose that nothing is sent; a hover never waits for
// notes; boolean retrieval knows none and says so where they are asked for.
func TestNotesUnasked(t *testing.T) {
	model := llmtest.NewModel(nil)
	var noting atomic.Bool
	a := startNoting(t, folderOf(t, garage), Options{
		Model: model, TermsModel: model, Preferences: Preferences{Notes: "on"},
		ModelNotes: func(notes.Chunk) []notes.Note { noting.Store(true); return nil },
	})
	if _, err := a.Glance(t.Context(), "Where is the broken clock?", text.UTF16); err != nil {
		t.Fatal(err)
	}
	if noting.Load() {
		t.Error("a hover has notes made")
	}
	r, err := a.Ask(t.Context(), Request{Text: "Where is the broken clock?", Writer: "extractive"}, nil)
	if err != nil || len(model.Requests()) > 0 {
		t.Errorf("%v, %d requests", err, len(model.Requests()))
	}
	if !slices.ContainsFunc(r.Steps, func(s replies.Step) bool { return s.Name == "explore" && strings.HasSuffix(s.Detail, "query by rules") }) {
		t.Errorf("notes had no say although they are on: %+v", r.Steps)
	}
	_, err = a.Ask(t.Context(), Request{Text: "clock", Retrieval: "boolean", Writer: "extractive", Notes: "on"}, nil)
	checkError(t, err, "notes ranked")
	if _, err = a.Ask(t.Context(), Request{Text: "clock", Retrieval: "boolean", Writer: "extractive"}, nil); err != nil {
		t.Errorf("a setting that has no effect is an error: %v", err)
	}
}

// A question that goes on with another explores what that was about: by rules with the
// words that it takes over, by a model with the conversation.
func TestNotesGoOn(t *testing.T) {
	const first, then = "Who mends a damaged automobile?", "And who sells it?"
	model := llmtest.NewModel(llmtest.Script{
		"explore":    {{Text: `{"keywords": "receipt"}`, Repeat: true}},
		"terms":      {{Text: "mend", Repeat: true}},
		"statements": {{Text: `{"statements": [{"text": "Mend does.", "quotes": [{"passage": 1, "quote": "Mend repairs a damaged automobile"}]}]}`, Repeat: true}},
		"revise":     {{Text: `{"statements": []}`, Repeat: true}},
	})
	for _, test := range []struct {
		name    string
		options Options
		want    func(*why.Account) string
	}{
		{"rules", Options{Preferences: Preferences{History: 5}}, func(x *why.Account) string { return x.Search.Notes.Tables[0].Query }},
		{"a model", Options{HistoryTokens: 1000, Model: model, TermsModel: model, Preferences: Preferences{History: 5}}, func(*why.Account) string {
			all := model.Prompts("explore")
			return all[len(all)-1]
		}},
	} {
		a := startNoting(t, folderOf(t, garage), test.options)
		var r *replies.Answer
		for _, q := range []string{first, then} {
			var err error
			if r, err = a.Ask(t.Context(), Request{Text: q, Notes: "on"}, nil); err != nil {
				t.Fatal(err)
			}
		}
		x, err := a.Explain(t.Context(), r.ID)
		if err != nil {
			t.Fatal(err)
		}
		if got := test.want(x); !strings.Contains(got, then) || !strings.Contains(got, "automobile") {
			t.Errorf("%s: the query was made of %q", test.name, got)
		}
	}
}

// A model is shown what is noted beside a passage. A statement that quotes it is not
// supported, since it stands in no file.
func TestNotesAreNoEvidence(t *testing.T) {
	const noted = "Refunds eleven thousand crowns to every customer by moonlight."
	model := llmtest.NewModel(llmtest.Script{
		"explore": {llmtest.Say(`{"summaries": "receipt"}`)}, "terms": {llmtest.Say("receipt")},
		"statements": {llmtest.Say(`{"statements": [
			{"text": "It refunds eleven thousand crowns.", "quotes": [{"passage": 1, "quote": "Refunds eleven thousand crowns to every customer by moonlight."}]},
			{"text": "Sell gives a receipt for the goods.", "quotes": [{"passage": 1, "quote": "Sell gives a receipt for the goods."}]}]}`)},
		"revise": {llmtest.Fail("gone")},
	})
	a := startNoting(t, folderOf(t, garage), Options{Model: model, TermsModel: model, ModelNotes: func(c notes.Chunk) []notes.Note {
		if c.Path == "shop/sell.go" {
			return []notes.Note{{Kind: notes.Summaries, Text: noted}}
		}
		return nil
	}})
	r, err := a.Ask(t.Context(), Request{Text: "What does Sell give a receipt for?", Notes: "on"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if prompt := model.Prompts("statements")[0]; !strings.Contains(prompt, "not to be quoted: function; "+noted) {
		t.Errorf("the prompt does not show the note:\n%s", prompt)
	}
	checkSame(t, "unsupported", []string{"It refunds eleven thousand crowns."}, r.Unsupported)
	if len(r.Citations) != 1 || r.Citations[0].Quote != "Sell gives a receipt for the goods." {
		t.Errorf("cited are %+v", r.Citations)
	}
	checkCitations(t, a, r)
}
