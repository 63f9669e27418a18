package file

import "testing"

func TestLanguageOfBuffers(t *testing.T) {
	for _, test := range []struct{ path, said, want string }{
		{"a.txt", "text", "plaintext"},
		{"a.txt", "", "plaintext"},
		{"a.txt", "markdown", "markdown"},
		{"run.sh", "sh", "shellscript"},
		{"a.cs", "cs", "csharp"},
		{"a.unheard", "mine", "mine"},
		{"NOTES", "text", "plaintext"},
		{"a.unheard", "", ""},
	} {
		o := NewOverlay(nil)
		u := FromPath("/" + test.path)
		o.Open(u, test.path, test.said, 1, "")
		if f, _ := o.Get(u); f.Language != test.want {
			t.Errorf("%s, said to be %q, is %q, want %q", test.path, test.said, f.Language, test.want)
		}
	}
}
