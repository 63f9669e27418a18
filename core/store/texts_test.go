package store

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A text is a file that bears a name like that of where it comes from, and lies
// in the folder whatever it is called.
func TestTexts(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "state", "texts")
	texts := NewTexts(folder)
	seen := map[string]string{}
	for _, c := range [][2]string{
		{"report.pdf, page 12", "one"},
		{"report.pdf, page 12", "two"},
		{"report.pdf, page 13", "one"},
		{"../../etc/passwd", "three"},
		{"CON", "four"},
		{"", ""},
		{"\x00/\\:*?\"<>|🏺" + string(make([]byte, 300)), "five"},
	} {
		path, err := texts.Keep(c[0], c[1])
		if err != nil || filepath.Dir(path) != folder || len(filepath.Base(path)) > 100 {
			t.Fatalf("%q: %s, %v", c[0], path, err)
		}
		if content, err := os.ReadFile(path); err != nil || string(content) != c[1] {
			t.Errorf("%q: %q, %v", c[0], content, err)
		}
		if other, taken := seen[path]; taken {
			t.Errorf("%q and %q are one file", other, c[0])
		}
		seen[path] = c[0]
		if again, err := texts.Keep(c[0], c[1]); err != nil || again != path {
			t.Errorf("%q again: %s, not %s, %v", c[0], again, path, err)
		}
	}
}

// A document is found by the name of its file, and removed by the words in front.
func TestTextsRemove(t *testing.T) {
	folder := t.TempDir()
	texts := NewTexts(folder)
	paths := map[string]string{}
	for _, name := range []string{"explain-a7.md", "explain-a77.md", "whynot-a7-b8.md", "explain-a7.pdf, page 1"} {
		path, err := texts.Keep(name, name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Count(path, ".md") > 1 {
			t.Errorf("%s ends twice", path)
		}
		if got, ok := texts.Name(path); ok != strings.HasSuffix(name, ".md") || ok && got != name {
			t.Errorf("%s was kept as %q, not as %q", path, got, name)
		}
		paths[name] = path
	}
	for _, other := range []string{filepath.Join(t.TempDir(), filepath.Base(paths["explain-a7.md"])), filepath.Join(folder, "text-.md"), filepath.Join(folder, "explain-a7-0123456789ab.md")} {
		if name, ok := texts.Name(other); ok {
			t.Errorf("%s was kept as %s", other, name)
		}
	}
	for _, step := range []struct {
		words string
		left  int
	}{{"explain-a7", 3}, {"whynot-a7", 2}, {"explain", 1}, {"explain", 1}} {
		if err := texts.Remove(step.words); err != nil {
			t.Fatal(err)
		}
		if left, err := os.ReadDir(folder); err != nil || len(left) != step.left {
			t.Errorf("after %s %v are left, %v", step.words, left, err)
		}
	}
	if err := NewTexts(filepath.Join(folder, "none")).Remove("explain"); err != nil {
		t.Error(err)
	}
}

// What somebody wrote into such a file is no text of ours.
func TestTextWasChanged(t *testing.T) {
	texts := NewTexts(t.TempDir())
	path, err := texts.Keep("a", "one")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("other"), 0o600); err != nil {
		t.Fatal(err)
	}
	again, err := texts.Keep("a", "one")
	if content, _ := os.ReadFile(again); err != nil || again != path || string(content) != "one" {
		t.Errorf("%s: %q, %v", again, content, err)
	}
}

// The files that were used last stay.
func TestTextsMakeRoom(t *testing.T) {
	texts := NewTexts(t.TempDir())
	texts.most = 3
	var paths []string
	for i := range 3 {
		path, err := texts.Keep("a", fmt.Sprint(i))
		if err != nil {
			t.Fatal(err)
		}
		then := time.Unix(int64(1000+i), 0)
		if err := os.Chtimes(path, then, then); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	if _, err := texts.Keep("a", "0"); err != nil { // used again
		t.Fatal(err)
	}
	if _, err := texts.Keep("a", "new"); err != nil {
		t.Fatal(err)
	}
	for i, stays := range []bool{true, false, true} {
		if _, err := os.Stat(paths[i]); (err == nil) != stays {
			t.Errorf("text %d: %v", i, err)
		}
	}
}
