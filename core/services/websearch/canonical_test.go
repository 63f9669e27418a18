package websearch_test

import (
	"strings"
	"testing"

	"docuquest/core/services/websearch"
)

// All spellings of an address have one form, and pages that may differ keep two.
func TestCanonical(t *testing.T) {
	for _, c := range []struct{ address, want string }{
		{"https://example.org", "https://example.org"},
		{"HTTPS://Example.ORG/", "https://example.org"},
		{"https://example.org:443/a", "https://example.org/a"},
		{"http://example.org:80/a", "http://example.org/a"},
		{"http://example.org:443/a", "http://example.org:443/a"},
		{"https://example.org./a", "https://example.org/a"},
		{"  https://example.org/a  ", "https://example.org/a"},
		{"https://example.org/a#part", "https://example.org/a"},
		{"https://example.org/a/#:~:text=x", "https://example.org/a"},
		{"https://example.org/A", "https://example.org/A"},
		{"https://example.org/a/b/../c/./d", "https://example.org/a/c/d"},
		{"https://example.org/%7euser/%c3%a9", "https://example.org/~user/%C3%A9"},
		{"https://example.org/é", "https://example.org/%C3%A9"},
		{"https://example.org/a%2Fb/", "https://example.org/a%2Fb"},
		{"https://example.org/?", "https://example.org"},
		{"https://example.org/?b=2&a=1&a=0", "https://example.org?a=1&a=0&b=2"},
		{"https://example.org/?q=a+b", "https://example.org?q=a+b"},
		{"https://example.org/?q=a%20b", "https://example.org?q=a+b"},
		{"https://example.org/?UTM_Source=x&utm_medium=y&id=7&gclid=1&fbclid=2", "https://example.org?id=7"},
		{"https://example.org/?utm_source=x", "https://example.org"},
		{"https://example.org/?flag", "https://example.org?flag"},
		{"https://example.org/?q=%zz", "https://example.org?q=%25zz"},
		{"https://en.m.wikipedia.org/wiki/Go", "https://en.wikipedia.org/wiki/Go"},
		{"https://m.youtube.com/watch?v=x", "https://www.youtube.com/watch?v=x"},
		{"https://m.example.org/a", "https://m.example.org/a"},
		{"https://www.google.com/amp/s/example.org/a/?id=1", "https://example.org/a?id=1"},
		{"https://example-org.cdn.ampproject.org/c/s/example.org/a", "https://example.org/a"},
		{"https://example.org/amp/s/a.org/b", "https://example.org/amp/s/a.org/b"},
		{"http://[2001:DB8::1]:8080/a", "http://[2001:db8::1]:8080/a"},

		{"", "it has no address"},
		{"/a", "its address begins neither with http:// nor with https://"},
		{"javascript:alert(1)", "its address begins neither with http:// nor with https://"},
		{"file:///etc/passwd", "its address begins neither with http:// nor with https://"},
		{"https:///a", "its address names no host"},
		{"https://:80/a", "its address names no host"},
		{"https://me:secret@example.org/", "its address holds a user name"},
		{"https://example.org:0/", "its address names a port that does not exist"},
		{"https://example.org:65536/", "its address names a port that does not exist"},
		{"https://exa mple.org/", "its address cannot be read"},
		{"https://example.org/" + strings.Repeat("a", 2048), "its address has more than 2048 bytes"},
	} {
		got, err := websearch.Canonical(c.address)
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%.80q: %s, want %s", c.address, got, c.want)
		}
	}
}

// A canonical address is an address, and canonical.
func FuzzCanonical(f *testing.F) {
	for _, seed := range []string{
		"https://example.org/a/../b/?b=2&a=1#x", "http://EN.M.Wikipedia.org:80//", "https://www.google.com/amp/s/m.youtube.com/a?utm_source=1",
		"https://[fe80::1%25lo]:443/%2f/", "https://[fe80::1%25\x83o]:", "https://h/?;=&=&&%", "http://h../%2e%2e/a", "https://İ/", "https://xn--a/ %",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, address string) {
		once, err := websearch.Canonical(address)
		if err != nil {
			return
		}
		twice, err := websearch.Canonical(once)
		if err != nil && len(once) <= 2048 || err == nil && once != twice {
			t.Fatalf("%q becomes %q and then %q, %v", address, once, twice, err)
		}
	})
}
