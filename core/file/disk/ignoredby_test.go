package disk

import (
	"testing"

	"docuquest/core/file"
)

// The rule that decides is named, with the file that it stands in.
func TestIgnoredBy(t *testing.T) {
	root := plant(t, tree{
		".gitignore":        "*.log\nbuild/\n!keep.log\n",
		"sub/.gitignore":    "/notes*\n",
		"sub/.ignore":       "  # no comment\nsecret.md\n",
		".git/info/exclude": "draft.md\n",
		"a.md":              "", "x/a.log": "", "keep.log": "", "build/deep/a.md": "",
		"sub/notes.md": "", "sub/secret.md": "", "draft.md": "", "node_modules/a.md": "",
	})
	d := openDisk(t, Options{}, root)
	for path, want := range map[string]string{
		"a.md": "", "keep.log": "", "node_modules/a.md": "", "sub": "", "": "",
		"x/a.log":         "*.log in .gitignore",
		"x/missing.log":   "*.log in .gitignore",
		"build/deep/a.md": "build/ in .gitignore",
		"sub/notes.md":    "/notes* in sub/.gitignore",
		"sub/secret.md":   "secret.md in sub/.ignore",
		"draft.md":        "draft.md in .git/info/exclude",
	} {
		if got := d.IgnoredBy(file.FromPath(root + "/" + path)); got != want {
			t.Errorf("%s is ignored by %q, want %q", path, got, want)
		}
	}
	if got := d.IgnoredBy(file.FromPath(t.TempDir() + "/a.log")); got != "" {
		t.Errorf("a file outside is ignored by %q", got)
	}
}

// A rule is named for a file if and only if a rule leaves it out.
func TestIgnoredByAgrees(t *testing.T) {
	for _, c := range ignoreCases {
		t.Run(c.name, func(t *testing.T) {
			root := plant(t, c.files)
			d := openDisk(t, Options{}, root)
			for path := range c.files {
				u := file.FromPath(root + "/" + path)
				_, err := d.Read(t.Context(), u)
				skip, _ := err.(file.Skip)
				if ruled := isRule(skip.Reason) && skip.Reason != versions && skip.Reason != bySecretName; ruled != (d.IgnoredBy(u) != "") {
					t.Errorf("%s is left out as %q, by the rule %q", path, skip.Reason, d.IgnoredBy(u))
				}
			}
		})
	}
}
