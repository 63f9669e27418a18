package file_test

import (
	"strings"
	"testing"

	"docuquest/core/file"
)

// The hash is the head of the SHA-256, known from the standard's examples.
func TestHashOf(t *testing.T) {
	for content, want := range map[string]string{
		"":    "e3b0c44298fc1c149afbf4c8996fb924",
		"abc": "ba7816bf8f01cfea414140de5dae2223",
	} {
		if got := file.HashOf(content).String(); got != want {
			t.Errorf("HashOf(%q) = %s, want %s", content, got, want)
		}
	}
}

// Hashing a large content must not copy it.
func TestHashOfDoesNotAllocate(t *testing.T) {
	content := strings.Repeat("x", 1<<20)
	if n := testing.AllocsPerRun(10, func() { file.HashOf(content) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// Reasons with details count as one kind.
func TestReasonKind(t *testing.T) {
	for reason, want := range map[file.Reason]file.Reason{
		"binary":                         "binary",
		"too large (3.1 MiB > 2.0 MiB)":  "too large",
		"not readable: permission: none": "not readable",
		"not readable: x (y)":            "not readable",
		"ignored by .gitignore":          "ignored by .gitignore",
		"":                               "",
	} {
		if got := reason.Kind(); got != want {
			t.Errorf("%q has the kind %q, want %q", reason, got, want)
		}
	}
}

func TestLanguageOf(t *testing.T) {
	for name, want := range map[string]string{
		"a/b.go":             "go",
		"A.PY":               "python",
		"x.tsx":              "typescriptreact",
		"README":             "plaintext",
		"docs/Readme.md":     "markdown",
		"LICENSE":            "plaintext",
		"a.txt":              "plaintext",
		"CMakeLists.txt":     "cmake",
		"Makefile":           "makefile",
		".bashrc":            "shellscript",
		"archive.tar.gz":     "",
		"readme.d/unknown":   "",
		"go.mod":             "go.mod",
		"book.epub":          "epub",
		"a.rst":              "restructuredtext",
		"folder.md/data.csv": "csv",
		"":                   "",
	} {
		if got := file.LanguageOf(name); got != want {
			t.Errorf("LanguageOf(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestIsCode(t *testing.T) {
	for language, want := range map[string]bool{
		"go": true, "typescriptreact": true, "shellscript": true, "sql": true,
		"markdown": false, "plaintext": false, "json": false, "csv": false, "html": false, "": false,
	} {
		if got := file.IsCode(language); got != want {
			t.Errorf("IsCode(%q) = %v", language, got)
		}
	}
}
