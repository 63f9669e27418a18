package file_test

import (
	"path"
	"strings"
	"testing"

	"docuquest/core/file"
)

// One file has one URI, however a client spells it. The spellings come from
// VS Code, Neovim, Emacs, Sublime and from people who try to get out.
func TestParseURI(t *testing.T) {
	for _, c := range []struct {
		in, want, path string // an empty want is an error
	}{
		{"file:///a.md", "file:///a.md", "/a.md"},
		{"file:///", "file:///", "/"},
		{"FILE:///a.md", "file:///a.md", "/a.md"},
		{"file:/a.md", "file:///a.md", "/a.md"},
		{"file://localhost/a.md", "file:///a.md", "/a.md"},
		{"file://LOCALHOST/a.md", "file:///a.md", "/a.md"},
		{"file:///a(1).md", "file:///a%281%29.md", "/a(1).md"},
		{"file:///a%281%29.md", "file:///a%281%29.md", "/a(1).md"},
		{"file:///a b.md", "file:///a%20b.md", "/a b.md"},
		{"file:///a+b.md", "file:///a%2Bb.md", "/a+b.md"},
		{"file:///%e2%82%ac.md", "file:///%E2%82%AC.md", "/€.md"},
		{"file:///€.md", "file:///%E2%82%AC.md", "/€.md"},
		{"file:///%41~-._.md", "file:///A~-._.md", "/A~-._.md"},
		{"file:///%ff", "file:///%FF", "/\xff"},
		{"file:///a%2541", "file:///a%2541", "/a%41"},
		{"file:///100%", "file:///100%25", "/100%"},
		{"file:///100%zz", "file:///100%25zz", "/100%zz"},
		{"file:///a%23b%3Fc", "file:///a%23b%3Fc", "/a#b?c"},
		{"file:///w/./a//b/", "file:///w/a/b", "/w/a/b"},
		{"file:///w/../../etc/passwd", "file:///etc/passwd", "/etc/passwd"},
		{"file:///w/%2e%2e/%2E%2E/etc", "file:///etc", "/etc"},
		{"file:///w%2Fa", "file:///w/a", "/w/a"},
		{`file:///a\b`, "file:///a%5Cb", `/a\b`},
		{"file:///c:/Me/a.md", "file:///c%3A/Me/a.md", "c:/Me/a.md"},
		{"file:///C:/Me/a.md", "file:///c%3A/Me/a.md", "c:/Me/a.md"},
		{"file:///C%3A/Me/a.md", "file:///c%3A/Me/a.md", "c:/Me/a.md"},
		{`file:///c:\Me\..\a.md`, "file:///c%3A/a.md", "c:/a.md"},
		{"file:///c:/w/%5C..%5C..%5Cx", "file:///c%3A/x", "c:/x"},
		{"file:///c:/../../x", "file:///c%3A/x", "c:/x"},
		{"file:///C:", "file:///c%3A/", "c:/"},
		{"file:///ab:/x", "file:///ab%3A/x", "/ab:/x"},

		{"", "", ""},
		{"a.md", "", ""},
		{"/a.md", "", ""},
		{"file:", "", ""},
		{"file:a.md", "", ""},
		{"file://", "", ""},
		{"file://a.md", "", ""},
		{"file://evil.example/share/x", "", ""},
		{"file://%65vil/share/x", "", ""},
		{"file://user@localhost/x", "", ""},
		{"file:////evil/share/x", "", ""},
		{"file:///%2Fevil/share/x", "", ""},
		{`file:///\evil\share\x`, "", ""},
		{"file:///%5C%5Cevil", "", ""},
		{"file:///a%00.md", "", ""},
		{"file:///a\x00.md", "", ""},
		{"file:///a.md#L3", "", ""},
		{"file:///a.md?x=1", "", ""},
		{"git:/a.md", "", ""},
		{"untitled:Untitled-1", "", ""},
		{"vscode-notebook-cell:/a.ipynb", "", ""},
		{"docuquest:/answers/1.md", "", ""},
		{"https://example.com/a.md", "", ""},
		{`c:\a.md`, "", ""},
	} {
		got, err := file.ParseURI(c.in)
		if c.want == "" {
			if err == nil {
				t.Errorf("ParseURI(%q) = %q, want an error", c.in, got)
			}
			continue
		}
		if err != nil || string(got) != c.want || got.Path() != c.path {
			t.Errorf("ParseURI(%q) = %q (path %q), %v; want %q (path %q)", c.in, got, got.Path(), err, c.want, c.path)
		}
	}
}

// A path from the file system gives the URI that an editor would send for it.
func TestFromPath(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"/w/a b/ü.md", "file:///w/a%20b/%C3%BC.md"},
		{"/w/../a/", "file:///a"},
		{"/", "file:///"},
		{`/w/a\b`, "file:///w/a%5Cb"},
		{`C:\Users\Me\a.md`, "file:///c%3A/Users/Me/a.md"},
		{"c:/Users", "file:///c%3A/Users"},
		{`D:\`, "file:///d%3A/"},
		{"/100%", "file:///100%25"},
	} {
		if got := file.FromPath(c.in); string(got) != c.want {
			t.Errorf("FromPath(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

// A long URI does not fill the log with its error.
func TestParseURIErrorIsShort(t *testing.T) {
	_, err := file.ParseURI(strings.Repeat("x", 1<<20))
	if err == nil || len(err.Error()) > 1000 {
		t.Errorf("the error has %d bytes", len(err.Error()))
	}
}

// Whatever is accepted is canonical: parsing it again changes nothing, and its
// path is absolute, clean and leads back to it.
func FuzzParseURI(f *testing.F) {
	for _, seed := range []string{
		"file:///a(1).md", "file:///w/%2e%2e/%2e%2e/etc", "file:///C%3A/x", `file:///c:\..\x`,
		"file://localhost//x", `file:/./c:\`, `file:/x/../c:\..`, `file:/./\host`, "file:///%", "file:///%2", "file:///%zz%00", "FILE:/./..",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		u, err := file.ParseURI(s)
		if err != nil {
			return
		}
		again, err := file.ParseURI(string(u))
		if err != nil || again != u {
			t.Errorf("%q gives %q, which gives %q, %v", s, u, again, err)
		}
		name := u.Path()
		if back := file.FromPath(name); back != u {
			t.Errorf("%q has the path %q, which gives %q", u, name, back)
		}
		rooted := "/" + strings.TrimPrefix(name, "/")
		clean := path.Clean(rooted)
		if clean != rooted && clean+"/" != rooted || strings.IndexByte(name, 0) >= 0 {
			t.Errorf("the path of %q is %q", u, name)
		}
	})
}
