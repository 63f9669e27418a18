package retrieve

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"docuquest/core/embed/static"
)

// The floor of a workspace lies above what has nothing to do with it, and below what it
// answers.
func TestCalibrate(t *testing.T) {
	r, _ := newRetriever(siteFiles(t))
	r.Meaning = Weigh(r.Library, static.BuiltIn())
	var err error
	if r.Floor, err = r.Calibrate(t.Context()); err != nil || r.Floor <= 0 || 1 <= r.Floor {
		t.Fatalf("the floor is %v, %v", r.Floor, err)
	}
	for question, strange := range map[string]bool{
		"Who excavated the Velmora Terraces?":    false,
		"How deep does the wreck at Amarro lie?": false,
		"At which sites was lapis lazuli found?": false,
		"What is photosynthesis?":                true,
		"How do vaccines work?":                  true,
		"What is the best smartphone?":           true,
	} {
		if got := find(t, r, Query{Text: question}); got.IsStrange() != strange {
			t.Errorf("%s has confidence %.3f, the floor is %.3f", question, got.Confidence(), r.Floor)
		}
	}
}

// The questions of a workspace do not depend on the order in which its files were read.
func TestHalfKnown(t *testing.T) {
	files := siteFiles(t)
	names := slices.Sorted(maps.Keys(files))
	asked := func(names []string) []string {
		r, _ := newRetriever(nil)
		texts := shelf{}
		r.Source = texts
		for _, name := range names {
			f := fileOf(name, files[name])
			texts[f.URI] = f
			r.Library.Put(r.Parsers.Parse(f))
		}
		return r.halfKnown(t.Context())
	}
	forward := asked(names)
	slices.Reverse(names)
	same(t, "read the other way round", forward, asked(names))
	if len(forward) != calibrations {
		t.Errorf("%d questions of %d files", len(forward), len(files))
	}
}

// A workspace without text has no floor, and who does not wait gets none.
func TestCalibrateNothing(t *testing.T) {
	r, _ := newRetriever(nil)
	if floor, err := r.Calibrate(t.Context()); floor != 0 || err != nil {
		t.Errorf("without files the floor is %v, %v", floor, err)
	}
	r, _ = newRetriever(cave)
	r.Source = nil
	if floor, err := r.Calibrate(t.Context()); floor != 0 || err != nil {
		t.Errorf("without a source the floor is %v, %v", floor, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, _ = newRetriever(cave)
	if _, err := r.Calibrate(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}

func siteFiles(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob("../../testdata/sites/*.txt")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	files := map[string]string{}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(name)] = string(content)
	}
	return files
}
