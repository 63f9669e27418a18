package store

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// What was said is kept by host and use in a file of the user's alone, and can be taken
// back for a host.
func TestConsents(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "consents.json")
	c := NewConsents(path)
	if all, err := c.All(); err != nil || len(all) > 0 || c.Said("a.example", "answers") != "" {
		t.Errorf("without a file: %v, %v", all, err)
	}
	for _, one := range []Consent{
		{Host: "b.example", Use: "answers", Said: "never"},
		{Host: "a.example", Use: "vectors", Said: "allow"},
		{Host: "a.example", Use: "answers", Said: "never"},
		{Host: "a.example", Use: "answers", Said: "allow"},
	} {
		if err := c.Keep(one.Host, one.Use, one.Said); err != nil {
			t.Fatal(err)
		}
	}
	all, err := NewConsents(path).All()
	want := []Consent{{Host: "a.example", Use: "answers", Said: "allow"}, {Host: "a.example", Use: "vectors", Said: "allow"}, {Host: "b.example", Use: "answers", Said: "never"}}
	if diff := cmp.Diff(want, all, cmpopts.IgnoreFields(Consent{}, "Time")); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info.Mode(), err)
	}
	for host, want := range map[string]int{"A.example": 2, "c.example": 0} {
		if n, err := c.Forget(host); n != want || err != nil {
			t.Errorf("%s: forgot %d, %v", host, n, err)
		}
	}
	if c.Said("a.example", "answers") != "" || c.Said("b.example", "answers") != "never" {
		t.Error("what was taken back still holds, or more was")
	}
}

// A damaged file allows nothing, is told of, and is begun anew.
func TestDamagedConsents(t *testing.T) {
	path := filepath.Join(t.TempDir(), "consents.json")
	if err := os.WriteFile(path, []byte(`[{"host":"a.example","use":"answers","said":"allow"`), 0o600); err != nil {
		t.Fatal(err)
	}
	c := NewConsents(path)
	if _, err := c.All(); err == nil || c.Said("a.example", "answers") != "" {
		t.Errorf("error %v", err)
	}
	if err := c.Keep("b.example", "answers", "allow"); err != nil || c.Said("b.example", "answers") != "allow" {
		t.Errorf("error %v", err)
	}
}
