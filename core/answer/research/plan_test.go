package research

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"docuquest/core/search/question"
)

var update = flag.Bool("update", false, "rewrite what is wanted in testdata")

// checkGolden compares a text with the section of a file that holds what is wanted.
func checkGolden(t *testing.T, path, section, got string) {
	t.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := ""
	kept := archive.Files[:0]
	for _, f := range archive.Files {
		if f.Name == section {
			want = string(f.Data)
			continue
		}
		kept = append(kept, f)
	}
	if *update {
		archive.Files = append(kept, txtar.File{Name: section, Data: []byte(got)})
		if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", archive.Comment, diff)
	}
}

// The plan of the rules, for questions of all kinds.
func TestPlans(t *testing.T) {
	const path = "testdata/plans/questions.txtar"
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for typed := range strings.Lines(string(archive.Files[0].Data)) {
		typed = strings.TrimSpace(typed)
		asked := question.Of(typed)
		fmt.Fprintf(&b, "? %s\n", typed)
		planned := filledUp(plannedQueries(asked), asked, false)
		withOthers := filledUp(plannedQueries(asked), asked, true)
		least := 3
		if !strings.ContainsAny(typed, " ") || strings.HasPrefix(typed, "Wer") { // which are all there is to search for
			least = 1
		}
		if n, m := len(planned), len(withOthers); min(n, m) < least || 5 < max(n, m) {
			t.Errorf("%q has %d queries, and %d where other sources are asked", typed, n, m)
		}
		for _, q := range planned[1:] {
			fmt.Fprintf(&b, "  query: %s (%s)\n", q.Text, q.Why)
		}
		for _, s := range slotsOf(asked) {
			if s.Asked == "" {
				t.Errorf("%q: a slot has no label", typed)
			}
			fmt.Fprintf(&b, "  slot: %s: %s", s.Kind, strings.Join(s.own, " "))
			if len(s.about) > 0 {
				fmt.Fprintf(&b, " | %s", strings.Join(s.about, " "))
			}
			b.WriteByte('\n')
		}
	}
	checkGolden(t, path, "plans", b.String())
}

// Whatever is asked, there is a plan that fits the limits, and no panic.
func FuzzPlan(f *testing.F) {
	for _, seed := range []string{"", "Who and when?", "and or, which which", "Is A or B older than C and D?", "\xff\xfe", "玉灯在哪里", "Which is taller, Tokyo 東京都市圏 or Osaka 大阪府市圏?"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		asked := question.Of(typed)
		queries, slots := filledUp(plannedQueries(asked), asked, false), slotsOf(asked)
		if len(queries) < 1 || mostPlanned < len(queries) || queries[0].Text != typed {
			t.Errorf("%d queries: %v", len(queries), queries)
		}
		if len(slots) < 1 || mostSlots < len(slots) {
			t.Errorf("%d slots: %v", len(slots), slots)
		}
	})
}
