package store_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"docuquest/core/store"
)

// Records are kept for the next session, replaced, listed in the order of their keys, and
// dropped.
func TestNotes(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "notes")
	n := store.NewNotes(folder)
	if _, ok := n.Get("a1"); ok || len(maps.Collect(n.All())) > 0 {
		t.Error("there is something before anything is kept")
	}
	for _, kept := range [][2]string{{"b2", "two"}, {"a1", "one"}, {"b2", "zwei"}, {"b3", "three"}} {
		if err := n.Put(kept[0], []byte(kept[1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := n.Drop("b3", "nothing", "../b2"); err != nil {
		t.Error(err)
	}
	if err := n.Put("../a", nil); err == nil {
		t.Error("a path is taken for a key")
	}
	var keys, records []string
	for key, record := range store.NewNotes(folder).All() {
		keys, records = append(keys, key), append(records, string(record))
	}
	if !slices.Equal(keys, []string{"a1", "b2"}) || !slices.Equal(records, []string{"one", "zwei"}) {
		t.Errorf("kept are %q, %q", keys, records)
	}
	for range n.All() {
		break // a walk may end early
	}
}

// What a killed program or a bad disk left is no record, and takes none along. A record
// that is not whole is listed without what is in it.
func TestNotesDamaged(t *testing.T) {
	folder := t.TempDir()
	n := store.NewNotes(folder)
	for _, key := range []string{"aa", "ab"} {
		if err := n.Put(key, []byte("whole")); err != nil {
			t.Fatal(err)
		}
	}
	for name, content := range map[string]string{"aa/aa": "torn", "ab/ab.123": "half"} {
		if err := os.WriteFile(filepath.Join(folder, "kept", filepath.FromSlash(name)), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if got := maps.Collect(n.All()); len(got) != 2 || got["aa"] != nil || string(got["ab"]) != "whole" {
			t.Errorf("there are %q", got)
		}
	}
}

// The account of a day adds up what several sessions spent on it, and no other day.
func TestNotesSpent(t *testing.T) {
	folder := t.TempDir()
	var spending sync.WaitGroup
	for range 4 {
		n := store.NewNotes(folder)
		spending.Go(func() {
			for range 5 {
				if err := n.Spend("20260101", [4]int64{1, 100, 10, 7}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	spending.Wait()
	n := store.NewNotes(folder)
	account := filepath.Join(folder, "spent", "20260101")
	raw, err := os.ReadFile(account)
	if err == nil {
		raw = append(raw, make([]byte, 100_000)...) // what a bad disk wrote behind a whole line
		raw = append(raw, "\n1 2"...)               // and a crash
		err = os.WriteFile(account, raw, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := n.Spend("20260101", [4]int64{0, -50, 5, 0}); err != nil {
		t.Fatal(err)
	}
	for day, want := range map[string][4]int64{"20260101": {20, 1950, 205, 140}, "20260102": {}} {
		if got, err := n.Spent(day); err != nil || got != want {
			t.Errorf("%s: %v, want %v (%v)", day, got, want, err)
		}
	}
	if _, err := n.Spent("../x"); err == nil {
		t.Error("a path is taken for a day")
	}
	if err := n.Forget("20251231", "../notes"); err != nil {
		t.Error(err)
	}
	for _, want := range [][]string{{"20260101"}, nil} {
		if got, err := n.Days(); err != nil || !slices.Equal(got, want) {
			t.Errorf("the days are %q, want %q (%v)", got, want, err)
		}
		if err := n.Forget("20260101"); err != nil {
			t.Error(err)
		}
	}
}

// One at a time has the lock, and whoever comes later is told so. The folder is made with
// it, and where that cannot be, the error says why.
func TestNotesLock(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a", "notes")
	unlock, ok, err := store.NewNotes(folder).Lock()
	if err != nil || !ok {
		t.Fatalf("the first: %v, %v", ok, err)
	}
	for range 2 {
		if _, ok, err := store.NewNotes(folder).Lock(); ok || err != nil {
			t.Errorf("while another has it: %v, %v", ok, err)
		}
	}
	unlock()
	unlock, ok, err = store.NewNotes(folder).Lock()
	if err != nil || !ok {
		t.Fatalf("when it is free again: %v, %v", ok, err)
	}
	unlock()

	inTheWay := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(inTheWay, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := store.NewNotes(filepath.Join(inTheWay, "notes")).Lock(); ok || err == nil {
		t.Errorf("below a file: %v, %v", ok, err)
	}
}
