package agent

import (
	"testing"

	"docuquest/core/search/embed"
	"docuquest/core/search/embed/static"
)

// builtIn has the vectors that come with the program.
func builtIn() embed.Lexicon { return static.BuiltIn() }

// asked20 are questions on twenty things.
var asked20 = []string{
	"Where was jade found?",
	"How deep is the well of Kessarim?",
	"Who opened the long mound?",
	"How is a connection to the database opened?",
	"What does the retry policy do after a timeout?",
	"When is the review?",
	"How many skulls are in the Brannish Ossuary?",
	"What did the amphora of Quorndale hold?",
	"How much is the rent of the flat?",
	"What will the repair of the Orrin bridge cost?",
	"Which settings has the cache?",
	"Where is the config file read?",
	"Who wrote the parser?",
	"How are errors wrapped?",
	"What is the highest price?",
	"When was the aqueduct of Othmere built?",
	"Which plants grow on the north wall?",
	"What happens when a token expires?",
	"How do I install the plugin?",
	"Which doctor treated the sick sailors?",
}

// A question that comes back to a thing is near to the one on it, in its words or in others,
// and to no other; one on another thing is near to none. Three paraphrases show how far
// that goes: they are not found.
func TestNearness(t *testing.T) {
	a := &Agent{options: Options{Lexicon: builtIn}}
	past := each(asked20, func(q string) exchange { return exchange{question: q} })
	for _, c := range []struct{ question, want string }{
		{"Where was jade discovered?", asked20[0]},
		{"jade", asked20[0]},
		{"What is known of Kessarim?", asked20[1]},
		{"how do I make a database connection?", asked20[3]},
		{"what is tried again after the timeout?", asked20[4]},
		{"What was in the jar from Quorndale?", asked20[7]},
		{"What do I pay as rent for my flat each month?", asked20[8]},
		{"Who was that physician?", asked20[19]},
		{"Who is the president of France?", ""},
		{"Where are the frogs?", ""},
		{"What is the capital of Norway?", ""},
		{"When is the meeting?", ""},
		{"it", ""},

		{"How many bones were in the crypt?", ""},
		{"How far down does that shaft go?", ""},
		{"Who may come in without a password?", ""},
	} {
		near, got := a.nearness(c.question, past), ""
		for i, n := range near {
			if n < 0 || 1 < n {
				t.Errorf("%q is %f near to %q", c.question, n, asked20[i])
			}
			if n >= leastNear {
				got += asked20[i]
			}
		}
		if got != c.want {
			t.Errorf("%q is near to %q, want %q", c.question, got, c.want)
		}
	}
	for i, q := range asked20 {
		for j, n := range a.nearness(q, past) {
			if (n >= leastNear) != (i == j) {
				t.Errorf("%q is %.2f near to %q", q, n, asked20[j])
			}
		}
	}
}

// Without vectors the words decide, and what the answer says counts.
func TestNearnessWithoutVectors(t *testing.T) {
	a := &Agent{}
	past := []exchange{{"Where was it?", "Edith Marl kept it in the barn."}, {"Who painted the barns?", ""}, {"Wo ist das?", ""}}
	for _, c := range []struct {
		question string
		want     []bool
	}{
		{"What did Edith Marl paint?", []bool{true, false, false}},
		{"painted barn", []bool{true, true, false}},
		{"the frog", []bool{false, false, false}},
		{"and?", []bool{false, false, false}},
	} {
		for i, n := range a.nearness(c.question, past) {
			if (n >= leastNear) != c.want[i] {
				t.Errorf("%q is %.2f near to %q", c.question, n, past[i].question)
			}
		}
	}
	if got := a.nearness("anything", nil); len(got) != 0 {
		t.Errorf("near to nothing: %v", got)
	}
}
