package retrieve

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/file"
)

// What a question takes over from the one before it, and from the ones before that.
func TestFollow(t *testing.T) {
	well := Past{Question: "How deep is the well of Kessarim?", Documents: []file.URI{"file:///well"}}
	dig := Past{Question: "Who dug at Velmora?", Said: "The Terraces of Velmora were dug by Ilsabet Corvane in 1931.", Documents: []file.URI{"file:///dig", "file:///map"}}
	for _, c := range []struct {
		question string
		before   []Past // the latest first
		words    string
		near     int
	}{
		{"What lay at its bottom?", []Past{well}, "deep well Kessarim", 1},
		{"When?", []Past{well}, "deep well Kessarim", 1},
		{"Why not?", []Past{well}, "deep well Kessarim", 1},
		{"And the silver?", []Past{well}, "deep well Kessarim", 1},
		{"How old?", []Past{well}, "deep well Kessarim", 1},
		{"the depth?", []Past{well}, "deep well Kessarim", 1},
		{"What else was lost?", []Past{well}, "deep well Kessarim", 1},
		{"Who lived there?", []Past{well}, "deep well Kessarim", 1},
		{"How much was that worth?", []Past{well}, "deep well Kessarim", 1},
		{"Where did she study?", []Past{dig}, "dug Velmora Ilsabet Corvane", 2},
		{"Where did they study?", []Past{dig}, "dug Velmora", 2},

		{"What about Ishkar?", []Past{well}, "deep well", 0},
		{"No, I mean Ishkar", []Past{well}, "deep well", 0},
		{"sorry, the tower of Ishkar", []Past{well}, "deep well", 0},
		{"And how many at Ishkar?", []Past{well}, "deep well", 0},
		{"What about the bridge?", []Past{well}, "deep well Kessarim", 1},

		{"How deep was that shaft?", []Past{{Question: "Who painted the barn?"}, {Question: "How far down does the pit of Ishkar go?", Near: true}}, "far pit Ishkar go", 0},
		{"How deep is it?", []Past{{Question: "Who painted the barn?"}, {Question: "How far down does the pit of Ishkar go?", Near: true}}, "painted barn", 0},
		{"How deep was that shaft?", []Past{{Question: "Who painted the barn?"}, {Question: "How far down does the pit of Ishkar go?"}}, "painted barn", 0},
		{"Who made that barn?", []Past{{Question: "Who painted the barn?"}, {Question: "How far down does the pit of Ishkar go?", Near: true}}, "painted", 0},

		{"And who dug it?", []Past{{Question: "When?", Carried: []string{"well", "Kessarim"}}}, "well Kessarim", 0},
		{"And how old is the well?", []Past{dig, well}, "deep Kessarim", 1},
		{"And how old is it?", []Past{dig, well}, "dug Velmora", 2},

		{"那么谁找到了它?", []Past{{Question: "玉石是在哪里被发现的?", Said: "它是在矿山里被发现的。"}}, "", 0},
		{"How deep is the lake?", []Past{well}, "", 0},
		{"And who dug the tower at Ishkar?", []Past{well}, "", 0},
		{"What did Agnes do with the detector after it found a kettle?", []Past{well}, "", 0},
		{"Which king collected animals and buried them?", []Past{well}, "", 0},
		{"How was the cow saved when she fell?", []Past{well}, "", 0},
		{"Is there gold in the ossuary?", []Past{well}, "", 0},
		{"How many kilns are there?", []Past{well}, "", 0},
		{"Which is the town that burned?", []Past{well}, "", 0},
		{"What is jade?", []Past{well}, "", 0},
		{"jade", []Past{well}, "", 0},
		{"Kessarim frogs", []Past{well}, "", 0},
		{"What more is there about this? A long passage that somebody selected in a file, of walls and towers, gates, bridges and roads", []Past{well}, "", 0},
		{"", []Past{well}, "", 0},
		{"When?", nil, "", 0},
	} {
		got := Follow(c.question, c.before)
		if words := strings.Join(got.Words, " "); words != c.words || len(got.Near) != c.near {
			t.Errorf("%q takes over %q and %d documents, want %q and %d", c.question, words, len(got.Near), c.words, c.near)
		}
	}
}

// A question takes over no more words than one question has.
func TestFollowMost(t *testing.T) {
	long := Past{Question: strings.Repeat("alpha beta gamma delta epsilon ", 2) + "zeta eta theta iota kappa lambda my nya xi omicron"}
	if got := Follow("When?", []Past{long}).Words; len(got) != mostCarried {
		t.Errorf("%d words: %q", len(got), got)
	}
}

// The last question is always told of, an earlier one where it has to do with this one.
func TestRelated(t *testing.T) {
	before := []Past{{Question: "Who found jade?"}, {Question: "How deep are the wells?"}, {Question: "Where is the jade kept?"}}
	for _, c := range []struct {
		question string
		words    []string
		want     []int
	}{
		{"Is a well there?", nil, []int{0, 1}},
		{"When?", []string{"jade", "found"}, []int{0, 2}},
		{"What of silver?", nil, []int{0}},
	} {
		if diff := cmp.Diff(c.want, Related(c.question, Context{Words: c.words}, before)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.question, diff)
		}
	}
	before[1].Near = true
	if diff := cmp.Diff([]int{0, 1}, Related("What of silver?", Context{}, before)); diff != "" {
		t.Errorf("what is near (-want +got):\n%s", diff)
	}
	if got := Related("When?", Context{}, nil); got != nil {
		t.Errorf("of nothing before: %v", got)
	}
}

// Whatever is asked, before and now, has an answer: a bounded number of words, of which
// none is twice.
func FuzzFollow(f *testing.F) {
	f.Add("And who found it?", "Where was jade found?", "Ximo Calderane found it.")
	f.Add("what about", "…,;?", "")
	f.Add("那么谁找到了它?", "玉石是在哪里被发现的?", "它是在矿山里被发现的。")
	f.Add("\xff, I mean\x00", "a\nb", "Ü Ö")
	f.Fuzz(func(t *testing.T, question, before, said string) {
		c := Follow(question, []Past{{Question: before, Said: said, Carried: []string{said}}})
		seen := map[string]bool{}
		for _, w := range c.Words {
			if folded := strings.ToLower(w); seen[w] || w == "" || folded == "it" {
				t.Fatalf("%q: %q", w, c.Words)
			}
			seen[w] = true
		}
		if len(c.Words) > mostCarried {
			t.Fatalf("%d words", len(c.Words))
		}
	})
}
