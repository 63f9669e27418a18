package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// A file is looked for where its answer was asked, if it is not where the user is: by its
// path as seen from there, or as a whole. One that is where the user is comes first, and
// -C is taken at its word.
func TestWhyNotFromElsewhere(t *testing.T) {
	h, folder := home{t, t.TempDir()}, rings(t)
	h.must("", "ask", "-C", folder, "Where was the gold ring found?")
	id := h.past()[0].ID
	here := t.TempDir()
	writeFile(t, filepath.Join(here, "pot.md"), "Another pot.\n")
	t.Chdir(here)
	const elsewhere = "The answer is of another folder"
	for _, c := range []struct{ args, want string }{
		{"ring.md", "Step: quoted. "},
		{filepath.Join(folder, "ring.md"), "Step: quoted. "},
		{filepath.Join(folder, "pot.md"), "Step: no term. "},
		{"pot.md", elsewhere},
		{"../ring.md", elsewhere},
		{"nix.md", elsewhere},
		{"-C . ring.md", elsewhere},
	} {
		args := append([]string{"whynot"}, append(strings.Fields(c.args), id)...)
		if got := h.must("", args...); !strings.Contains(got, c.want) {
			t.Errorf("whynot %s:\n%s", c.args, got)
		}
	}
}
