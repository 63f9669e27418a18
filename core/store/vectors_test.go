package store_test

import (
	"strings"
	"testing"

	"docuquest/core/store"
)

// What one model made comes back for that model alone, and not damaged.
func TestVectors(t *testing.T) {
	folder := t.TempDir()
	blobs := store.NewBlobs(folder)
	v, other := store.NewVectors(blobs, "small at localhost:1"), store.NewVectors(blobs, "small at localhost:2")
	check := func(when string, v *store.Vectors, key, want string, empty bool) {
		t.Helper()
		got, ok := v.Load(key)
		if string(got) != want || ok != (want != "") || v.Has(key) != ok || v.Empty() != empty {
			t.Errorf("%s: %q, %v, has %v, empty %v; want %q, empty %v", when, got, ok, v.Has(key), v.Empty(), want, empty)
		}
	}
	check("at first", v, "0a", "", true)
	if err := v.Keep("0a", []byte("one")); err != nil {
		t.Fatal(err)
	}
	check("kept", v, "0a", "one", false)
	check("of another model", other, "0a", "", true)
	check("by another program", store.NewVectors(store.NewBlobs(folder), "small at localhost:1"), "0a", "one", false)
	v.Drop("0a")
	check("dropped", v, "0a", "", false)
	if err := v.Keep("0b", []byte("two")); err != nil {
		t.Fatal(err)
	}
	damage(t, folder)
	check("damaged", v, "0b", "", false)
	for _, key := range []string{"", "../x", strings.Repeat("a", 65)} {
		if v.Keep(key, []byte("x")) == nil || v.Has(key) {
			t.Errorf("%q is taken for a key", key)
		}
		v.Drop(key)
	}
}
