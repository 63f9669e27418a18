package disk

import (
	"strings"
	"testing"
)

// Patterns as git reads them, each with texts that it matches and texts that it
// does not.
func TestGlob(t *testing.T) {
	for _, c := range []struct {
		pattern string
		yes, no []string
	}{
		{"a", []string{"a"}, []string{"", "b", "aa"}},
		{"a?c", []string{"abc", "a-c"}, []string{"ac", "a/c", "aéc"}},
		{"*", []string{"", "a", "a.b"}, []string{"/", "a/b"}},
		{"a*c", []string{"ac", "abc", "acc"}, []string{"a/c", "ab", "cac"}},
		{"*a*b*", []string{"ab", "xaybz"}, []string{"ba", "a/b"}},
		{"a/*/c", []string{"a/b/c"}, []string{"a/c", "a/b/b/c"}},
		{"**/a", []string{"a", "b/a", "c/b/a"}, []string{"ba", "b/ba"}},
		{"a/**", []string{"a/", "a/b", "a/b/c"}, []string{"a", "b/a/c"}},
		{"a/**/b", []string{"a/b", "a/x/b", "a/x/y/b"}, []string{"ab", "a/xb", "a/x/yb"}},
		{"a/**/*.c", []string{"a/x.c", "a/b/x.c"}, []string{"a/x.d", "x.c"}},
		{"**", []string{"", "a", "a/b"}, nil},
		{"a**b", []string{"ab", "axb"}, []string{"a/b"}},
		{"a**/b", []string{"a/b", "ax/b"}, []string{"a/x/b"}},
		{"**a", []string{"a", "ba"}, []string{"b/a"}},
		{"***/a", []string{"a", "b/a"}, []string{"ba"}},
		{`a/**\/b`, []string{"a/b", "a/x/b"}, []string{"a/xb"}},
		{"[abc]", []string{"a", "c"}, []string{"d", "ab", ""}},
		{"[a-c]x", []string{"ax", "bx"}, []string{"dx", "-x"}},
		{"[!a-c]", []string{"d", "-"}, []string{"a", "/"}},
		{"[^a]", []string{"b"}, []string{"a"}},
		{"[]a]", []string{"]", "a"}, []string{"b"}},
		{"[!]a]", []string{"b"}, []string{"]", "a"}},
		{"[a-]", []string{"a", "-"}, []string{"b"}},
		{"[-a]", []string{"a", "-"}, []string{"b"}},
		{`[\]]`, []string{"]"}, []string{`\`}},
		{`[a\-c]`, []string{"a", "-", "c"}, []string{"b"}},
		{"[[:alpha:]]", []string{"a", "Z"}, []string{"1", "[", ":"}},
		{"[[:digit:]x]", []string{"1", "x"}, []string{"a"}},
		{"[![:space:]]", []string{"a"}, []string{" ", "\t"}},
		{"[[:xdigit:]][[:upper:]][[:lower:]]", []string{"fAa"}, []string{"gAa", "faa", "fAA"}},
		{"[[:punct:][:blank:]]", []string{"!", " "}, []string{"a", "\n"}},
		{"[[:nothing:]]", nil, []string{"a", "n"}},
		{"[[:]", []string{"[", ":"}, []string{"a"}},
		{"[[:a]", []string{"[", ":", "a"}, []string{"b"}},
		{"a[/]b", nil, []string{"a/b"}},
		{"[a", nil, []string{"a", "[a"}},
		{`\*`, []string{"*"}, []string{"a", `\*`}},
		{`a\`, nil, []string{"a", `a\`}},
		{`\a\[`, []string{"a["}, []string{`\a[`}},
	} {
		g, ok := compileGlob(c.pattern)
		for _, text := range c.yes {
			if !ok || !g.match(text) {
				t.Errorf("%q does not match %q", c.pattern, text)
			}
		}
		for _, text := range c.no {
			if ok && g.match(text) {
				t.Errorf("%q matches %q", c.pattern, text)
			}
		}
	}
}

// A pattern of many stars has more ways to match than there is time for; this
// test ends only if they are not all tried.
func TestGlobManyStars(t *testing.T) {
	for _, unit := range []string{"*a", "**/", "**/*a/", "*a**/", "?*"} {
		g, ok := compileGlob(strings.Repeat(unit, 60) + "b")
		if !ok {
			t.Fatalf("%q is not a pattern", unit)
		}
		for _, text := range []string{strings.Repeat("a", 4000), strings.Repeat("a/", 2000)} {
			if g.match(text) {
				t.Errorf("%d times %q, then b, matches a text without b", 60, unit)
			}
		}
	}
}

// The scan with its two places to go back to must agree with trying out all
// ways, which is the definition, for small inputs.
func FuzzGlob(f *testing.F) {
	for _, seed := range [][2]string{
		{"*a*a*a*b", "aaaaaaaab"},
		{"a/**/b/**/c", "a/x/b/b/c"},
		{"**/*a*/b*", "x/aa/ba"},
		{"[!a-c]*[[:alpha:]]", "xyz"},
		{`\*?[]]`, "*a]"},
		{"**/a/*b/**/c*", "a/ab/a/b/cc"},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		if len(pattern) > 40 || len(text) > 40 {
			return
		}
		g, ok := compileGlob(pattern)
		if !ok {
			return
		}
		if got, want := g.match(text), tryAll(g, text, true, map[[2]int]bool{}); got != want {
			t.Errorf("%q matches %q: %v, want %v", pattern, text, got, want)
		}
	})
}

// tryAll tries every length of every star. Failed holds the pairs of remaining
// lengths that are known to fail.
func tryAll(g glob, text string, atName bool, failed map[[2]int]bool) bool {
	key := [2]int{len(g), len(text)}
	if failed[key] {
		return false
	}
	ok := tryToken(g, text, atName, failed)
	failed[key] = !ok
	return ok
}

func tryToken(g glob, text string, atName bool, failed map[[2]int]bool) bool {
	if len(g) == 0 {
		return text == ""
	}
	switch g[0].kind {
	case anyRest:
		return true
	case star:
		return tryAll(g[1:], text, false, failed) ||
			text != "" && text[0] != '/' && tryAll(g, text[1:], false, failed)
	case anyFolders:
		if atName && tryAll(g[1:], text, true, failed) {
			return true
		}
		for i := range len(text) {
			if text[i] == '/' && tryAll(g[1:], text[i+1:], true, failed) {
				return true
			}
		}
		return false
	}
	return text != "" && g[:1].match(text[:1]) && tryAll(g[1:], text[1:], text[0] == '/', failed)
}
