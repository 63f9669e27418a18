package research

import (
	"strings"
	"testing"

	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/search/question"
	"docuquest/core/search/rank"
	"docuquest/core/search/retrieve"
)

func nothingFound() *retrieve.Result { return &retrieve.Result{Question: &rank.Query{}} }

// What a sentence has to hold to fill a slot of a kind.
func TestHolds(t *testing.T) {
	for _, c := range []struct {
		kind            Kind
		asked, sentence string
		want            bool
	}{
		{Date, "when was it built", "It was built in 1931.", true},
		{Date, "when was it built", "It was built in 88 CE.", true},
		{Date, "when was it built", "It stood from 1914-1918.", true},
		{Date, "when was it built", "It was built on 15.01.2024.", true},
		{Date, "when was it built", "It listens at host:1234.", false},
		{Date, "when was it built", "It is version v1.2023 of it.", false},
		{Date, "when was it built", "It is release 2023.4 of it.", false},
		{Date, "when was it built", "It lies in /data/2003/04 alone.", false},
		{Date, "when was it built", "Call 555-1234 or 1234-5678.", false},
		{Date, "what was built in 1931", "It was built in 1931.", false},

		{Number, "how many beads", "The pot held forty beads.", true},
		{Number, "how many beads", "The pot held 1200 beads.", true},
		{Number, "how many beads", "The pot held 1,207 pearls.", true},
		{Number, "how many beads", "The beads numbered 64.", true},
		{Number, "how many beads", "The beads were found in 2012 by miners.", false},
		{Number, "how many beads", "The beads lay 1,200 metres below.", false},
		{Number, "how many beads", "The beads were of eleven colours.", false},
		{Number, "how many beads", "The beads were found on 12 May.", false},
		{Number, "the number of beads", "The beads were of eleven colours.", false},
		{Number, "how tall is it", "It is 1500 metres tall.", true},
		{Number, "what did it cost", "It cost €1500.", true},
		{Number, "what did it cost", "It was sold in 1931.", false},
		{Number, "how tall is it", "It is eleven metres tall.", true},

		{Person, "who painted the cave", "The cave was painted by Ann Bee.", true},
		{Person, "who painted the cave", "The cave was painted by Plato.", true},
		{Person, "who painted the cave", "In 1601 Plato painted the cave.", true},
		{Person, "who painted the cave", "Originally painted in 1601, the cave was closed.", false},
		{Person, "who painted the cave", "Nobody painted the cave.", false},
		{Person, "who painted the cave", "The cave was painted by May.", false},
		{Person, "who painted the cave", "The cave near Oslo was painted.", false},
		{Person, "who painted the cave", "The cave was painted by hand.", false},
		{Person, "did Plato paint it, or who", "It was painted by Plato.", false},

		{Person, "who wrote it", "It is PEP 540: Add a new UTF-8 Mode.", false},

		{Version, "in which release was it dropped", "It was dropped in 2.0.0.", true},
		{Version, "in which release was it dropped", "It goes away in lamp v3.1 at last.", true},
		{Version, "in which version was it dropped", "It was dropped in version 2.", true},
		{Version, "in which release was it dropped", "Release 7 drops it.", true},
		{Version, "in which release was it dropped", "It was dropped since nobody used it.", false},
		{Version, "in which release was it dropped", "Dropping it saves 2.5 seconds and 3.1 % of it.", false},
		{Version, "in which release was it dropped", "It has 3 parts and 12 releases.", false},
		{Version, "which release follows 2.0.0", "It follows 2.0.0 at last.", false},
		{Version, "which release follows version 2", "It follows version 2 at last.", false},

		{CodePlace, "which function reads", "func readAll(r io.Reader) error {", true},
		{CodePlace, "which function reads", "class Reader:", true},
		{CodePlace, "which function reads", "type Reader struct {", true},
		{CodePlace, "which function reads", "// HeaderReader reads it.", true},
		{CodePlace, "which function reads", "// max_size is what is read.", true},
		{CodePlace, "which function reads", "// This function reads a class of (odd) headers.", false},
		{CodePlace, "which function reads", "// All of it is read here.", false},
	} {
		f := newFilling(question.Of(c.asked), nothingFound(), nil)
		slot := &Slot{Kind: c.kind, Asked: c.asked, own: question.Of(c.asked).AskedWords()}
		hit := retrieve.Hit{Document: &document.Document{Language: "go"}}
		if got := f.holds(slot, c.sentence, hit); got != c.want {
			t.Errorf("%s, %s: %q: %t", c.kind, c.asked, c.sentence, got)
		}
	}
}

// A sentence that names no version is about the one in the heading above it.
func TestHoldsVersionAbove(t *testing.T) {
	asked := question.Of("in which release was it dropped")
	for title, want := range map[string]bool{"2.0.0 (2023-04-26)": true, "Changes in lamp 2.0.0": true, "Removed": false, "1.2 Scope": false} {
		hit := retrieve.Hit{Document: &document.Document{}, Chunk: chunk.Chunk{Titles: []string{title, "Removed"}}}
		slot := &Slot{Kind: Version, Asked: asked.Text, own: asked.AskedWords()}
		if got := newFilling(asked, nothingFound(), nil).holds(slot, "It was dropped.", hit); got != want {
			t.Errorf("below %q: %t", title, got)
		}
	}
	only := retrieve.Hit{Document: &document.Document{Title: "Version 5.2"}, Chunk: chunk.Chunk{Titles: []string{"Version 5.2"}}}
	if newFilling(asked, nothingFound(), nil).holds(&Slot{Kind: Version, Asked: asked.Text, own: asked.AskedWords()}, "It was dropped.", only) {
		t.Error("a text that only begins with a version: true")
	}
}

// A word in front of a sentence is a name only if it is written with a capital elsewhere.
func TestLeadsOpening(t *testing.T) {
	doc := &document.Document{Title: "The bridge"}
	doc.Text = "Patient hands made it. Oslo paid. Adekemi came. It lies in Oslo. Ferris Adekemi left. One stayed."
	var names []string
	for _, l := range leadsOf(question.Of("Who made it?"), question.Of("Who made it?"), []*document.Document{doc}) {
		names = append(names, l.name)
	}
	if got, want := strings.Join(names, ", "), "Adekemi, Ferris Adekemi, Oslo"; got != want {
		t.Errorf("%s; want %s", got, want)
	}
}

// Whatever a file says, it is read without a panic, and a year is four digits.
func FuzzHolds(f *testing.F) {
	for _, seed := range []string{"", "1914-1918", "at 1,207 people", "12-1", "$1500", "class A", "func (", "2024-", "\xff1931\xfe", "11\u00a0000 玉"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, sentence string) {
		filling := newFilling(question.Of("how many beads"), nothingFound(), nil)
		for _, kind := range []Kind{Date, Number, Version} {
			filling.holds(&Slot{Kind: kind, Asked: "how many beads", own: []string{"beads"}}, sentence, retrieve.Hit{Document: &document.Document{}})
		}
		if showsCode(sentence) && strings.TrimSpace(sentence) == "" {
			t.Errorf("%q shows code", sentence)
		}
	})
}

// A further round asks for what is open, with the words that it leans on; for all of it where nothing
// or everything was found, and for things that are compared.
func TestOpenPart(t *testing.T) {
	for _, c := range []struct {
		asked  string
		filled []int
		want   string
	}{
		{"Who designed the bridge, and in which city did she live?", []int{0}, "in which city did she live designed bridge"},
		{"Who designed the bridge, and in which city did she live?", []int{1}, "Who designed the bridge"},
		{"Who designed the bridge, and in which city did she live?", nil, "Who designed the bridge, and in which city did she live?"},
		{"Who designed the bridge, and in which city did she live?", []int{0, 1}, "Who designed the bridge, and in which city did she live?"},
		{"Which is older, Ombry or Velmora?", []int{0}, "Which is older, Ombry or Velmora?"},
	} {
		asked := question.Of(c.asked)
		e := &expedition{query: retrieve.Query{Question: asked}, reflected: true}
		e.report = Report{Slots: slotsOf(asked), Found: &retrieve.Result{Question: &rank.Query{}}}
		for _, i := range c.filled {
			e.report.Slots[i].Fill = &Fill{}
		}
		if got := strings.TrimSpace(e.openPart().Text); got != c.want {
			t.Errorf("%s, filled %v: asks %q, want %q", c.asked, c.filled, got, c.want)
		}
	}
}
