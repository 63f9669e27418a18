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

// Names of hosts know no case, in a file that a person wrote neither.
func TestConsentsCase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "consents.json")
	if err := os.WriteFile(path, []byte(`[{"host":"A.Example","use":"answers","said":"allow"}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	c := NewConsents(path)
	if c.Said("a.EXAMPLE", "answers") != "allow" {
		t.Error("the host is not found")
	}
	if err := c.Keep("a.exAmple", "answers", "never"); err != nil {
		t.Fatal(err)
	}
	all, err := c.All()
	want := []Consent{{Host: "a.example", Use: "answers", Said: "never"}}
	if diff := cmp.Diff(want, all, cmpopts.IgnoreFields(Consent{}, "Time")); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// What cannot be read is not written over. A link to a folder stands for a file that
// fails, or the folder itself where there are no links.
func TestUnreadableConsents(t *testing.T) {
	path := filepath.Join(t.TempDir(), "consents.json")
	if os.Symlink(t.TempDir(), path) != nil {
		if err := os.Mkdir(path, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	c := NewConsents(path)
	if err := c.Keep("a.example", "answers", "allow"); err == nil {
		t.Error("it is kept over what could not be read")
	}
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		t.Errorf("what stood there is gone: %v", err)
	}
}

// A damaged file allows nothing, is told of, and is set aside for a new one.
func TestDamagedConsents(t *testing.T) {
	path := filepath.Join(t.TempDir(), "consents.json")
	const damaged = `[{"host":"a.example","use":"answers","said":"allow"`
	if err := os.WriteFile(path, []byte(damaged), 0o600); err != nil {
		t.Fatal(err)
	}
	c := NewConsents(path)
	if _, err := c.All(); err == nil || c.Said("a.example", "answers") != "" {
		t.Errorf("error %v", err)
	}
	if err := c.Keep("b.example", "answers", "allow"); err != nil || c.Said("b.example", "answers") != "allow" {
		t.Errorf("error %v", err)
	}
	if aside, err := os.ReadFile(path + damagedEnding); err != nil || string(aside) != damaged {
		t.Errorf("what was damaged is %q, %v", aside, err)
	}
}
