package file_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/file"
)

// disk is a Source that names its files as a workspace at /w would.
type disk map[file.URI]string

func (d disk) Read(_ context.Context, u file.URI) (file.File, error) {
	content, ok := d[u]
	if !ok {
		return file.File{}, fmt.Errorf("%s: %w", u, fs.ErrNotExist)
	}
	return file.File{Identity: file.Identity{URI: u, Hash: file.HashOf(content)}, Content: content}, nil
}

func (d disk) NameOf(u file.URI) string { return u.Path()[len("/w/"):] }

const (
	one file.URI = "file:///w/one.md"
	two file.URI = "file:///w/two.md"
)

// A buffer wins over the disk from Open to Close; a snapshot keeps what it saw.
func TestOverlay(t *testing.T) {
	o := file.NewOverlay(disk{one: "on disk"})
	steps := []struct {
		name string
		do   func() error
		want string // what one.md holds afterwards
	}{
		{"nothing is open", func() error { return nil }, "on disk"},
		{"open", func() error { o.Open(one, "", "", 1, "opened"); return nil }, "opened"},
		{"edit", func() error { return o.Edit(one, 2, "edited") }, "edited"},
		{"another file does not matter", func() error { o.Open(two, "", "", 1, "two"); return nil }, "edited"},
		{"open again", func() error { o.Open(one, "", "", 1, "again"); return nil }, "again"},
		{"close", func() error { o.Close(one); return nil }, "on disk"},
		{"close again", func() error { o.Close(one); return nil }, "on disk"},
	}
	views := make([]*file.View, 0, len(steps))
	for _, step := range steps {
		if err := step.do(); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		views = append(views, o.Snapshot())
		checkContent(t, step.name, o, step.want)
	}
	for i, view := range views {
		checkContent(t, "the view of: "+steps[i].name, view, steps[i].want)
	}
}

func checkContent(t *testing.T, name string, s file.Source, want string) {
	t.Helper()
	got, err := s.Read(t.Context(), one)
	if err != nil || got.Content != want || got.Hash != file.HashOf(want) {
		t.Errorf("%s: %q, hash %s, %v; want %q", name, got.Content, got.Hash, err, want)
	}
}

// An open file is complete: named as its folder names it, with the language of
// the editor or else of its name.
func TestOverlayFile(t *testing.T) {
	o := file.NewOverlay(disk{})
	o.Open(two, "given/two.md", "plaintext", 7, "b")
	o.Open(one, "", "", 3, "a")
	want := []file.File{
		{
			Identity: file.Identity{URI: one, Hash: file.HashOf("a")}, Path: "one.md", Content: "a",
			Language: "markdown", Version: 3, Open: true,
		},
		{
			Identity: file.Identity{URI: two, Hash: file.HashOf("b")}, Path: "given/two.md", Content: "b",
			Language: "plaintext", Version: 7, Open: true,
		},
	}
	if diff := cmp.Diff(want, o.Buffers()); diff != "" {
		t.Error(diff)
	}
	if got, ok := o.Get(two); !ok || got != want[1] {
		t.Errorf("Get = %+v, %v", got, ok)
	}
	if got, ok := o.Get("file:///w/three.md"); ok {
		t.Errorf("Get of a file that is not open = %+v", got)
	}
}

// An edit that cannot be right changes nothing and says so.
func TestOverlayRefusesEdits(t *testing.T) {
	o := file.NewOverlay(disk{one: "on disk"})
	if err := o.Edit(one, 1, "x"); err == nil {
		t.Error("an edit before Open was taken")
	}
	o.Open(one, "", "", 5, "opened")
	if err := o.Edit(one, 4, "x"); err == nil {
		t.Error("an older version was taken")
	}
	checkContent(t, "after refused edits", o, "opened")
	if err := o.Edit(one, 5, "same version"); err != nil {
		t.Error(err)
	}
	checkContent(t, "after an edit that did not count", o, "same version")
}

// Errors of the base and of the context come through.
func TestOverlayErrors(t *testing.T) {
	o := file.NewOverlay(disk{})
	if _, err := o.Read(t.Context(), one); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	o.Open(one, "", "", 1, "opened")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := o.Read(ended, one); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context: %v", err)
	}
}

// Writers on different files never lose each other's changes, and readers see
// whole buffers, under the race detector too.
func TestOverlayConcurrent(t *testing.T) {
	const writers, edits = 8, 200
	o := file.NewOverlay(disk{})
	var group sync.WaitGroup
	for w := range writers {
		u := file.FromPath(fmt.Sprintf("/w/%d", w))
		o.Open(u, "", "", 0, "0")
		group.Go(func() {
			for v := int32(1); v <= edits; v++ {
				if err := o.Edit(u, v, fmt.Sprint(v)); err != nil {
					t.Error(err)
				}
				for _, f := range o.Buffers() {
					if f.Content != fmt.Sprint(f.Version) || f.Hash != file.HashOf(f.Content) {
						t.Errorf("a torn buffer: %+v", f)
					}
				}
			}
		})
	}
	group.Wait()
	for _, f := range o.Buffers() {
		if f.Version != edits {
			t.Errorf("%s stopped at version %d", f.URI, f.Version)
		}
	}
}

// The price of a keystroke must not grow with the length of the text.
func BenchmarkEdit(b *testing.B) {
	for _, size := range []int{1 << 10, 10 << 20} {
		b.Run(fmt.Sprintf("bytes=%d", size), func(b *testing.B) {
			o := file.NewOverlay(disk{})
			text := string(make([]byte, size))
			o.Open(one, "", "", 0, text)
			for v := int32(0); b.Loop(); v++ {
				if err := o.Edit(one, v, text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// A buffer is out of step after a version that came too late or twice, until its text comes
// as a whole. Versions may be left out, and an editor need not count.
func TestOverlayOutOfStep(t *testing.T) {
	part := func(f file.File) file.File {
		f.Content += "+"
		return f
	}
	for _, test := range []struct {
		versions []int32
		content  string
		why      string
	}{
		{[]int32{6, 7, 20}, "opened+++", ""},
		{[]int32{5, 5}, "opened++", ""},
		{[]int32{6, 6, 7}, "opened+++", "version 6 came twice"},
		{[]int32{6, 4, 7}, "opened++", "version 4 came after version 6"},
	} {
		o := file.NewOverlay(disk{})
		o.Open(one, "one.md", "", 5, "opened")
		for _, version := range test.versions {
			_ = o.Change(one, version, part) // an older version is an error
		}
		checkContent(t, fmt.Sprint(test.versions), o, test.content)
		if got := o.OutOfStep(one); got != test.why {
			t.Errorf("%v: %q, not %q", test.versions, got, test.why)
		}
		if got := o.AllOutOfStep(); (len(got) == 1) != (test.why != "") {
			t.Errorf("%v: out of step are %q", test.versions, got)
		}
		o.Save(one, "saved")
		checkContent(t, "when it was saved", o, "saved")
		if got := o.OutOfStep(one); got != "" {
			t.Errorf("%v: when it was saved: %q", test.versions, got)
		}
	}
}
