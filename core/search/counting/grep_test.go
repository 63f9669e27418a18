package counting

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"github.com/google/go-cmp/cmp"

	"docuquest/core/search/question"
)

// TestCountAgreesWithGrep makes 200 questions and compares each count and each list with
// those of a counter that knows no index: it goes through the texts with regular
// expressions and maps.
func TestCountAgreesWithGrep(t *testing.T) {
	for name, folders := range map[string][]string{
		"testdata": {filepath.Join("..", "..", "..", "testdata", "sites"), filepath.Join("..", "..", "..", "testdata", "questions")},
		"go tree":  goTree(t, "go", "text"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := newGrep(readTexts(t, folders))
			r, _ := newCounter(g.texts)
			rng := rand.New(rand.NewPCG(3, 4))
			for range 100 {
				g.check(t, r, g.question(rng))
			}
		})
	}
}

// goTree gives folders of the source of Go.
func goTree(t *testing.T, folders ...string) []string {
	t.Helper()
	root, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	for i, folder := range folders {
		folders[i] = filepath.Join(strings.TrimSpace(string(root)), "src", folder)
	}
	return folders
}

// readTexts reads the texts below folders by names that begin with that of theirs.
func readTexts(t *testing.T, folders []string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			content, err := os.ReadFile(path)
			if err == nil && utf8.Valid(content) && !slices.Contains(content, 0) {
				texts[filepath.ToSlash(strings.TrimPrefix(path, filepath.Dir(folder)+string(filepath.Separator)))] = string(content)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return texts
}

// A grep counts in texts.
type grep struct {
	texts map[string]string
	words map[string]map[string]int // by text, the folded words with their counts
	stems map[string]string         // of all words
	kin   map[string][]string       // by word, all of its stem; made when it is asked for
	pool  []string                  // words to ask for

	holding  map[string]int            // by word, how many texts hold it
	patterns map[string]*regexp.Regexp // of the phrases that were asked for
}

var grepWord = regexp.MustCompile(`[\pL\pN\pM]+`)

func newGrep(texts map[string]string) *grep {
	g := &grep{texts: texts, words: map[string]map[string]int{}, stems: map[string]string{}, kin: map[string][]string{}, holding: map[string]int{}, patterns: map[string]*regexp.Regexp{}}
	env := snowballstem.NewEnv("")
	for name, content := range texts {
		g.words[name] = map[string]int{}
		for _, w := range grepWord.FindAllString(content, -1) {
			w = strings.ToLower(w)
			if g.words[name][w]++; g.words[name][w] == 1 {
				g.holding[w]++
			}
			if _, known := g.stems[w]; !known && strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == "" {
				env.SetCurrent(w)
				english.Stem(env)
				g.stems[w] = env.Current()
			}
		}
	}
	for w := range g.stems {
		if 4 <= len(w) && len(w) <= 30 {
			g.pool = append(g.pool, w)
		}
	}
	slices.Sort(g.pool)
	return g
}

// A grepQuestion is a sentence with what it comes to.
type grepQuestion struct {
	sentence string
	meant    func(name string) bool
	places   func(name string) int // nil where files are counted
}

// question makes a sentence of one of the kinds.
func (g *grep) question(rng *rand.Rand) grepQuestion {
	a, b, c := g.word(rng), g.word(rng), g.word(rng)
	in := func(words ...string) func(string) bool {
		return func(name string) bool {
			return slices.ContainsFunc(words, func(w string) bool { return g.places(name, w) > 0 })
		}
	}
	phrase := g.phrase(rng)
	phraseIn := func(name string) bool { return g.phrasePlaces(name, phrase) > 0 }
	kinds := []grepQuestion{
		{"How many files mention " + a + "?", in(a), nil},
		{"Which documents mention " + a + "?", in(a), nil},
		{"In how many files is " + a + " mentioned?", in(a), nil},
		{"List all files that never mention " + a + ".", func(n string) bool { return !in(a)(n) }, nil},
		{"List the files that mention both " + a + " and " + b + ".", func(n string) bool { return in(a)(n) && in(b)(n) }, nil},
		{"How many documents mention " + a + " or " + b + "?", in(a, b), nil},
		{"Which files mention " + a + " but not " + b + "?", func(n string) bool { return in(a)(n) && !in(b)(n) }, nil},
		{"Which files mention neither " + a + " nor " + b + "?", func(n string) bool { return !in(a, b)(n) }, nil},
		{"Count the files that mention " + a + " or " + b + ", but never " + c + ".", func(n string) bool { return in(a, b)(n) && !in(c)(n) }, nil},
		{"How many files contain the word " + a + "?", func(n string) bool { return g.words[n][a] > 0 }, nil},
		{"How often is " + a + " mentioned?", in(a), func(n string) int { return g.places(n, a) }},
		{"How many files contain \"" + phrase + "\"?", phraseIn, nil},
		{"Find all documents without '" + phrase + "'.", func(n string) bool { return !phraseIn(n) }, nil},
		{"How often does \"" + phrase + "\" occur?", phraseIn, func(n string) int { return g.phrasePlaces(n, phrase) }},
		{"List all Go files that mention " + a + ".", func(n string) bool { return strings.HasSuffix(n, ".go") && in(a)(n) }, nil},
	}
	return kinds[rng.IntN(len(kinds))]
}

// word draws one that means something; half of the time a frequent one.
func (g *grep) word(rng *rand.Rand) string {
	for {
		w := g.pool[rng.IntN(len(g.pool))]
		if rng.IntN(2) == 0 {
			for range 30 {
				if next := g.pool[rng.IntN(len(g.pool))]; g.holding[next] > g.holding[w] {
					w = next
				}
			}
		}
		if ask := question.Of("How many files mention " + w + "?").Collection; ask != nil && !g.hasStopKin(w) {
			return w
		}
	}
}

// hasStopKin reports whether a word shares its stem with one that is never looked for.
func (g *grep) hasStopKin(word string) bool {
	for other, stem := range g.stems {
		if stem == g.stems[word] && stopKin[other] {
			return true
		}
	}
	return false
}

var stopKin = map[string]bool{"other": true, "further": true, "having": true, "being": true, "doing": true, "before": true, "during": true, "does": true, "once": true, "own": true, "under": true, "will": true, "just": true, "only": true, "very": true, "each": true, "same": true, "them": true, "here": true, "some": true}

// phrase draws two neighbours on a line.
func (g *grep) phrase(rng *rand.Rand) string {
	pair := regexp.MustCompile(`\b[A-Za-z]{2,20} [A-Za-z]{2,20}\b`)
	names := slices.Sorted(func(yield func(string) bool) {
		for name := range g.texts {
			if !yield(name) {
				return
			}
		}
	})
	for {
		if found := pair.FindAllString(g.texts[names[rng.IntN(len(names))]], -1); len(found) > 0 {
			return found[rng.IntN(len(found))]
		}
	}
}

// places counts the words of one stem in a text.
func (g *grep) places(name, word string) int {
	if g.kin[word] == nil {
		for w, stem := range g.stems {
			if stem == g.stems[word] {
				g.kin[word] = append(g.kin[word], w)
			}
		}
	}
	sum := 0
	for _, w := range g.kin[word] {
		sum += g.words[name][w]
	}
	return sum
}

// phrasePlaces counts a phrase that stands between marks.
func (g *grep) phrasePlaces(name, phrase string) int {
	first, second, _ := strings.Cut(phrase, " ")
	if words := g.words[name]; words[strings.ToLower(first)] == 0 || words[strings.ToLower(second)] == 0 {
		return 0
	}
	if g.patterns[phrase] == nil {
		g.patterns[phrase] = regexp.MustCompile(`(?i)` + first + `(\s+)` + second)
	}
	content, sum := g.texts[name], 0
	for at := 0; ; {
		span := g.patterns[phrase].FindStringSubmatchIndex(content[at:])
		if span == nil {
			return sum
		}
		before := content[max(0, at+span[0]-utf8.UTFMax) : at+span[0]]
		if !endsInWord.MatchString(before) && !beginsWithWord.MatchString(content[at+span[1]:]) {
			sum++
		}
		at += span[2] // the second word may be the first of another place
	}
}

var (
	endsInWord     = regexp.MustCompile(`[\pL\pN\pM]$`)
	beginsWithWord = regexp.MustCompile(`^[\pL\pN\pM]`)
)

// check compares the answer to a question with what is counted here.
func (g *grep) check(t *testing.T, r Counter, q grepQuestion) {
	t.Helper()
	ask := question.Of(q.sentence).Collection
	if ask == nil {
		t.Errorf("%s: not understood", q.sentence)
		return
	}
	var want []string
	count := 0
	for name := range g.texts {
		if q.meant(name) {
			want = append(want, name)
			if count++; q.places != nil {
				count += q.places(name) - 1
			}
		}
	}
	slices.Sort(want)
	got, err := r.Count(t.Context(), *ask, Options{Rows: MaxRows})
	if err != nil {
		t.Fatal(err)
	}
	if got.Count != count || got.AtLeast {
		t.Errorf("%s %d, want %d", q.sentence, got.Count, count)
	}
	var paths []string
	for _, row := range got.Rows {
		paths = append(paths, row.Document.Path)
	}
	if diff := cmp.Diff(want[:min(len(want), MaxRows)], paths); diff != "" {
		t.Errorf("%s (-want +got):\n%s", q.sentence, fmt.Sprintf("%.2000s", diff))
	}
}
