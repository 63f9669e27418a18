package languages

import (
	"strings"
	"testing"
)

// Each file name belongs to one language, and what programs are written with is in the table.
func TestTable(t *testing.T) {
	owners := map[string]string{}
	for _, l := range All() {
		if len(l.Files) == 0 {
			t.Errorf("%s has no files", l.Name)
		}
		for _, name := range l.Files {
			if owners[name] != "" || name != strings.ToLower(name) {
				t.Errorf("%s is a file of %s and of %s", name, owners[name], l.Name)
			}
			owners[name] = l.Name
		}
		if l.IsProgram && (len(l.Line)+len(l.Block) == 0 || l.Quotes == "" || len(l.Keywords) == 0) {
			t.Errorf("%s lacks comments, strings or keywords", l.Name)
		}
		for word, kind := range l.Defines {
			if l.FoldCase && word != strings.ToLower(word) || kind == "" {
				t.Errorf("%s defines %q by %q", l.Name, kind, word)
			}
		}
	}
	for _, key := range []string{"keywords", "uncalled", "callers", "statements", "definers", "modifiers", "variables", "prebody", "nameless", "unnamed"} {
		if len(Shared(key)) == 0 {
			t.Errorf("there are no words of %q", key)
		}
	}
}

// A language has what the one has that it is like, and what is added to that.
func TestInherited(t *testing.T) {
	c, cpp, cuda := Of("c"), Of("cpp"), Of("cuda-cpp")
	if cuda.Functions != Typed || cuda.Defines["struct"] != "struct" || cuda.Defines["class"] != "class" || !cuda.Characters || !cuda.Implicit {
		t.Errorf("cuda-cpp is %+v", cuda)
	}
	if c.Implicit || c.Defines["class"] != "" || len(c.Keywords) >= len(cpp.Keywords) {
		t.Errorf("c is %+v", c)
	}
	if l := Of("elm"); l.Name != "" || l.IsProgram || l.Scope != OpenScope {
		t.Errorf("an unknown language is %+v", l)
	}
}

func TestParseErrors(t *testing.T) {
	for _, source := range []string{"key: before a section", "[a]\nno key", "[a]\nlines: //", "[a]\nis: odd", "[a]\ntypes: left"} {
		if _, err := parse(source); err == nil {
			t.Errorf("%q is a table", source)
		}
	}
}

// The marks of comments are no part of their text.
func TestUncommented(t *testing.T) {
	for _, test := range []struct{ language, comment, want string }{
		{"go", "// Opens.\n//\n// Twice.", "Opens.\n\nTwice."},
		{"java", "/** Opens.\n * Twice. */", "Opens.\nTwice."},
		{"rust", "/// Opens.\n//! Really.", "Opens.\nReally."},
		{"python", "r\"\"\"Opens.\n\n    Twice.\n    \"\"\"", "Opens.\n\nTwice."},
		{"python", "## Opens.", "Opens."},
		{"haskell", "--| Opens.", "Opens."},
		{"lua", "--[[ Opens. ]]", "Opens."},
		{"ruby", "=begin\nOpens.\n=end", "Opens."},
		{"c", "/* Lists\n * a list\n ** not one */", "Lists\na list\n** not one"},
		{"lisp", ";;; Opens.", "Opens."},
		{"pascal", "{ Opens. }", "Opens."},
		{"java", "/** Opens.\n * @param name the name\n * More. */", "Opens."},
		{"python", "\"\"\"Opens.\n\n    Args:\n        name: it\n    \"\"\"", "Opens."},
		{"javascript", "// eslint-disable\n// Opens.", "Opens."},
	} {
		if got := Of(test.language).Uncommented(test.comment); got != test.want {
			t.Errorf("%s %q: %q, want %q", test.language, test.comment, got, test.want)
		}
	}
}
