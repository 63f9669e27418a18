package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// readPage reads a page of the repository.
func readPage(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("../..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// The README is short, and the program still prints the sources of its transcripts.
func TestReadme(t *testing.T) {
	page := readPage(t, "README.md")
	if n := strings.Count(page, "\n"); n > 120 {
		t.Errorf("the README has %d lines", n)
	}
	transcripts := strings.Split(page, "    $ docuquest ")[1:]
	if len(transcripts) == 0 {
		t.Error("the README has no transcript")
	}
	typed, quoted := regexp.MustCompile(`^.*(?:\n        .*)*`), regexp.MustCompile(`"[^"]*"|[^\s"]+`)
	for _, transcript := range transcripts {
		var args []string
		for _, word := range quoted.FindAllString(typed.FindString(transcript), -1) {
			word = strings.Join(strings.Fields(strings.Trim(word, `"`)), " ")
			args = append(args, strings.Replace(word, "testdata/", "../../testdata/", 1))
		}
		code, stdout, stderr := start(t.Context(), t, "", args...)
		if code != 0 || stderr != "" {
			t.Errorf("%q: exit code %d, %s", args, code, stderr)
		}
		sources := 0
		for line := range strings.Lines(stdout) {
			if strings.HasPrefix(line, "[") {
				sources++
				if !strings.Contains(transcript, "    "+line) {
					t.Errorf("%q: the README lacks %s", args, line)
				}
			}
		}
		if sources == 0 {
			t.Errorf("%q has no sources:\n%s", args, stdout)
		}
	}
}

// Each promise of SECURITY.md names tests, and these exist in the packages that it names.
func TestSecurity(t *testing.T) {
	promises := 0
	named := regexp.MustCompile("`([A-Za-z/]+)`")
	for line := range strings.Lines(readPage(t, "SECURITY.md")) {
		cells := strings.Split(line, "|")
		if len(cells) != 4 || strings.Contains(cells[2], "---") || strings.Contains(cells[2], "held by") {
			continue
		}
		promises++
		folder, tests := "", 0
		for _, m := range named.FindAllStringSubmatch(cells[2], -1) {
			if !strings.HasPrefix(m[1], "Test") && !strings.HasPrefix(m[1], "Fuzz") {
				folder = m[1]
				continue
			}
			tests++
			if !hasTest(t, folder, m[1]) {
				t.Errorf("%s has no test %s, which is to hold: %s", folder, m[1], strings.TrimSpace(cells[1]))
			}
		}
		if tests == 0 {
			t.Errorf("no test holds: %s", strings.TrimSpace(cells[1]))
		}
	}
	if promises == 0 {
		t.Error("SECURITY.md has no promises")
	}
}

// hasTest reports whether a package has a test.
func hasTest(t *testing.T, folder, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("../..", folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(content), "\nfunc "+name+"(") {
			return true
		}
	}
	return false
}

// Links between the pages of the repository lead to files.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#\s]+)\)`)
	for _, name := range []string{
		"README.md", "CONTRIBUTING.md", "SECURITY.md", "lsp/README.md",
		"editors/vscode/README.md", "editors/neovim/README.md", "editors/helix/README.md", "editors/emacs/README.md",
	} {
		for _, m := range link.FindAllStringSubmatch(readPage(t, name), -1) {
			if strings.Contains(m[1], ":") {
				continue
			}
			if _, err := fs.Stat(os.DirFS("../.."), path.Join(path.Dir(name), m[1])); err != nil {
				t.Errorf("%s links to %s: %v", name, m[1], err)
			}
		}
	}
}
