package retrieve

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/index"
	"docuquest/core/search/question"
)

// Files are found by what their titles and their own names say, and how: as the name, as
// its beginning or the other way round, or somewhere.
func TestFindByTitle(t *testing.T) {
	r, _ := newRetriever(map[string]string{
		"a/bee.md":            "# Ann Bee (engineer)\n\nShe built the bridge.\n",
		"a/hall.md":           "# Bee Hall: a house of glass\n\nIt is of glass.\n",
		"b/north_bridge.txt":  "It crosses the river.\n",
		"b/notes.md":          "# The life of Ann Bee\n\nNotes.\n",
		"b/Café Ångström.txt": "It is shut.\n",
	})
	for _, c := range []struct {
		name string
		want []string
	}{
		{"Ann Bee", []string{"a/bee.md 1.0", "b/notes.md 0.4"}},
		{"ANN", []string{"a/bee.md 0.7", "b/notes.md 0.4"}},
		{"Ann Bee Hives", []string{"a/bee.md 0.7"}},
		{"Bee Hall", []string{"a/hall.md 1.0"}},
		{"north bridge", []string{"b/north_bridge.txt 1.0"}},
		{"engineer", nil},
		{"cafe angstrom", []string{"b/Café Ångström.txt 1.0"}},
		{"...", nil},
	} {
		var got []string
		for _, found := range r.FindByTitle([]string{c.name}, Query{}) {
			got = append(got, fmt.Sprintf("%s %.1f", found.Path, found.Match))
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.name, diff)
		}
	}
	within := Query{Question: question.Of(""), Within: func(e *index.Entry) bool { return e.Path[0] == 'b' }}
	if got := r.FindByTitle([]string{"lamp", "Ann Bee"}, within); len(got) != 1 || got[0].Path != "b/notes.md" || got[0].Name != 1 {
		t.Errorf("within a folder: %+v", got)
	}
	if found := find(t, r, within.Among(map[string]bool{"b/notes.md": true, "a/bee.md": true})); found.Snapshot.Len() != 5 {
		t.Errorf("%d files", found.Snapshot.Len())
	}
}

// A query among some files finds no other.
func TestAmong(t *testing.T) {
	r, _ := newRetriever(map[string]string{"a.txt": "a gold ring", "b.txt": "a gold ring of old", "c.txt": "gold"})
	found := find(t, r, Query{Question: question.Of("gold ring")}.Among(map[string]bool{"b.txt": true, "c.txt": true}))
	if diff := cmp.Diff([]string{"b.txt", "c.txt"}, paths(found)); diff != "" {
		t.Error(diff)
	}
}

// A name is as common as the rarest of its words.
func TestCommonness(t *testing.T) {
	texts := map[string]string{}
	for i := range 200 {
		texts[fmt.Sprintf("%03d.txt", i)] = fmt.Sprintf("common word%d", i)
	}
	r, _ := newRetriever(texts)
	got := r.Commonness([]string{"Common", "Common Word7", "nowhere", ""})
	if diff := cmp.Diff([]float64{1, 0.005, 0, 1}, got); diff != "" {
		t.Error(diff)
	}
}
