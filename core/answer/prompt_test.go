package answer

import (
	"os"
	"path/filepath"
	"testing"

	"docuquest/core/search/embed/static"
)

// TestCountTokens: the estimate is within an eighth of what a real vocabulary gives,
// since a prompt that is too long fails, and one that is too short says less.
func TestCountTokens(t *testing.T) {
	const table = "| Find | Year | Metres | Owner |\n|------|------|-------:|-------|\n| Ring of A. Orrin | 1912 | 12.75 | Museum |\n| Cup | 1913-04-02 | 1,204.5 | unknown |\n"
	const chinese = "城墙建于公元1370年，高十二米，至今保存完好。"
	for _, c := range []struct {
		why, glob, text string
		code            bool
	}{
		{why: "prose", glob: "../../testdata/sites/*.txt"},
		{why: "code", glob: "*.go", code: true},
		{why: "prompts", glob: "../../prompts/*.txt"},
		{why: "Markdown", glob: "../../README.md"},
		{why: "a table", text: table},
		{why: "Chinese", text: chinese},
	} {
		text := c.text + contents(t, c.glob)
		want := 0
		for range static.BuiltIn().Pieces(text, c.code) {
			want++
		}
		got := countTokens(text)
		t.Logf("%-10s %7d characters, %6d tokens estimated, %6d pieces: %.2f", c.why, len([]rune(text)), got, want, float64(got)/float64(want))
		if 8*got < 7*want || 8*got > 9*want {
			t.Errorf("%s: %d tokens are estimated, and there are %d", c.why, got, want)
		}
	}
}

// contents are the files of a pattern, one behind the other.
func contents(t *testing.T, glob string) string {
	t.Helper()
	names, err := filepath.Glob(glob)
	if err != nil {
		t.Fatal(err)
	}
	all := ""
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all += string(content)
	}
	return all
}

func TestCountTokensOfKinds(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
	}{
		{"", 0},
		{" \n\t", 0},
		{"wall", 1},
		{"the old wall", 3},
		{"fortification", 2},
		{"Kanäle der Terrassen", 4},
		{"12 345 6789", 4},
		{"a1b", 3},
		{"(a, b)", 5},
		{"城墙", 2},
		{"성벽", 2},
		{"стена", 2},
		{"e\u0301", 2},
		{"\xff", 1},
	} {
		if got := countTokens(c.text); got != c.want {
			t.Errorf("%q: %d tokens, want %d", c.text, got, c.want)
		}
	}
}
