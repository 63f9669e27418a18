package retrieve

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/search/embed/static"
	"docuquest/core/search/question"
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
	for asked, strange := range map[string]bool{
		"Who excavated the Velmora Terraces?":    false,
		"How deep does the wreck at Amarro lie?": false,
		"At which sites was lapis lazuli found?": false,
		"What is photosynthesis?":                true,
		"How do vaccines work?":                  true,
		"What is the best smartphone?":           true,
	} {
		if got := find(t, r, Query{Question: question.Of(asked)}); got.IsStrange() != strange {
			t.Errorf("%s has confidence %.3f, the floor is %.3f", asked, got.Confidence(), r.Floor)
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

// No floor is 0: where nothing can be calibrated with it is the least one or the default one,
// and who does not wait gets none.
func TestCalibrateNothing(t *testing.T) {
	r, _ := newRetriever(nil)
	if floor, err := r.Calibrate(t.Context()); floor != leastFloor || err != nil {
		t.Errorf("without files the floor is %v, %v", floor, err)
	}
	r, _ = newRetriever(cave)
	r.Source = nil
	if floor, err := r.Calibrate(t.Context()); floor != DefaultFloor || err != nil {
		t.Errorf("without a source the floor is %v, %v", floor, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, _ = newRetriever(cave)
	if _, err := r.Calibrate(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}

// What has to be taken out of a file again, what could be read in part and what has no words
// is nothing to calibrate with.
func TestCalibrateAtHand(t *testing.T) {
	files := siteFiles(t)
	r, _ := newRetriever(files)
	source := &countedSource{Source: r.Source}
	r.Source = source
	broken := []document.Problem{{Message: "page 2 has no text"}}
	for i, name := range slices.Sorted(maps.Keys(files)) {
		d := r.Parsers.Parse(fileOf(name, files[name]))
		switch {
		case i == 0:
			continue // the one at hand
		case i%3 == 0:
			d.Extracted = true
		case i%3 == 1:
			d.Problems = broken
		default:
			d.Text, d.Blocks = "", nil
		}
		r.Library.Put(d)
	}
	if floor, err := r.Calibrate(t.Context()); floor < leastFloor || err != nil {
		t.Errorf("the floor is %v, %v", floor, err)
	}
	same(t, "read", []string{slices.Sorted(maps.Keys(files))[0]}, source.names())
}

// A countedSource notes which files are read.
type countedSource struct {
	file.Source
	read sync.Map // file.URI -> bool
}

func (s *countedSource) Read(ctx context.Context, u file.URI) (file.File, error) {
	s.read.Store(u, true)
	return s.Source.Read(ctx, u)
}

func (s *countedSource) names() []string {
	var all []string
	for u := range s.read.Range {
		all = append(all, filepath.Base(u.(file.URI).Path()))
	}
	slices.Sort(all)
	return all
}

func siteFiles(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob("../../../testdata/sites/*.txt")
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
