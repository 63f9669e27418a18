package index

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/analysis"
)

// doc is a document as a parser would give it.
func doc(name, content string) *document.Document {
	return &document.Document{
		Identity: file.Identity{URI: file.FromPath("/" + name), Hash: file.HashOf(content)},
		Path:     name,
		Language: file.LanguageOf(name),
		Text:     content,
	}
}

// dump is everything that a library tells, in an order of its own: what two
// libraries with the same documents have in common.
func dump(l *Library) []string {
	var lines []string
	snap := l.Snapshot()
	for key, postings := range l.terms.Ascend("") {
		for _, p := range postings {
			lines = append(lines, fmt.Sprintf("%s %s %d", key, snap.Entry(p.Entry()).Path, p&maxCount))
		}
	}
	for stem := range stemsOf(l) {
		lists, _ := l.Collect([]string{stem})
		for _, f := range lists[0].Forms {
			lines = append(lines, fmt.Sprintf("stem %s %s %v %d", stem, f.Text, f.Part, len(f.Postings)))
		}
	}
	for e := range snap.All {
		lines = append(lines, fmt.Sprintf("entry %s %s %d %d %v %v", e.Path, e.Hash, e.Length, e.Size, e.Code, e.classic))
	}
	lines = append(lines, fmt.Sprintf("all %d %d %d", snap.count, snap.tokens, snap.bytes))
	slices.Sort(lines)
	return lines
}

// stemsOf are the stems of all forms that stand somewhere.
func stemsOf(l *Library) map[string]bool {
	stems := map[string]bool{}
	a := analysis.NewAnalyzer()
	for key := range l.terms.Ascend("") {
		if analysis.Field(key[0]) != analysis.FieldClassic && !analysis.IsStop(key[1:]) {
			stems[a.Stem(key[1:])] = true
		}
	}
	return stems
}

func paths(entries []*Entry) []string {
	var names []string
	for _, e := range entries {
		names = append(names, e.Path)
	}
	slices.Sort(names)
	return names
}

var vocabulary = append(strings.Fields(`jade ruby rubies lapis lazuli gold golden running runs run the of and
	getUserName HTTPServer max_file_size utf8Valid site Café cafe naïve Ω mega 日本語 x y 1974 3.5 can't km² CO₂ 5½ Ⅷ 2024-01-05 1,234 1234 v1.26.0`), "co\u00adoperate")

func randomText(r *rand.Rand) string {
	words := make([]string, r.IntN(30))
	for i := range words {
		words[i] = vocabulary[r.IntN(len(vocabulary))]
	}
	return strings.Join(words, " ")
}

// After any sequence of changes a library knows what one would that was built
// from the last state alone.
func TestChangesEqualRebuild(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		l := New()
		now := map[string]string{}
		for range 200 {
			name := fmt.Sprintf("%c.%s", 'a'+rune(r.IntN(12)), []string{"txt", "go"}[r.IntN(2)])
			if r.IntN(4) == 0 {
				delete(now, name)
				l.Remove(file.FromPath("/" + name))
				continue
			}
			now[name] = randomText(r)
			l.Put(doc(name, now[name]))
			if r.IntN(100) == 0 {
				l.Rest()
			}
		}
		rebuilt := New()
		for name, content := range now {
			rebuilt.Put(doc(name, content))
		}
		if diff := cmp.Diff(dump(rebuilt), dump(l)); diff != "" {
			t.Fatalf("seed %d: rebuilt and edited differ (-rebuilt +edited):\n%s", seed, diff)
		}
	}
}

// The boolean rule gives what the classic index gives, over any text.
func TestMatchEqualsClassic(t *testing.T) {
	terms := strings.Fields("jade ruby gold run the getusername name max size caf cafe na ve 1974 3 5 can t utf8valid utf km co operate 1234 234 2024 26")
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 2))
		l, c, folder := New(), NewClassic(), fstest.MapFS{}
		for i := range 15 {
			name := fmt.Sprintf("%02d.%s", i, []string{"txt", "go"}[r.IntN(2)])
			content := randomText(r)
			folder[name] = &fstest.MapFile{Data: []byte(content)}
			l.Put(doc(name, content))
		}
		if n, err := c.BuildIndex(folder); n != 15 || err != nil {
			t.Fatalf("BuildIndex: %d, %v", n, err)
		}
		for range 40 {
			group := []string{terms[r.IntN(len(terms))], terms[r.IntN(len(terms))]}[:1+r.IntN(2)]
			entries, _ := l.Match([][]string{group})
			if diff := cmp.Diff(c.Query(group), paths(entries)); diff != "" && len(entries)+len(c.Query(group)) > 0 {
				t.Fatalf("seed %d, %q: (-classic +library):\n%s", seed, group, diff)
			}
		}
	}
}

func TestMatch(t *testing.T) {
	l := New()
	l.Put(
		doc("a.txt", "Jade and ruby."),
		doc("b.txt", "Ruby alone, rubies not."),
		doc("c.txt", "lapis lazuli"),
	)
	for _, test := range []struct {
		name   string
		groups [][]string
		want   []string
	}{
		{"a group is a conjunction", [][]string{{"jade", "ruby"}}, []string{"a.txt"}},
		{"groups are a union without duplicates", [][]string{{"jade"}, {"ruby"}, {"ruby"}}, []string{"a.txt", "b.txt"}},
		{"tokens are not stemmed", [][]string{{"rubi"}}, nil},
		{"a term that stands nowhere fails its group alone", [][]string{{"jade", "opal"}, {"lazuli"}}, []string{"c.txt"}},
		{"a group without terms matches nothing", [][]string{{}}, nil},
		{"no groups match nothing", nil, nil},
	} {
		entries, _ := l.Match(test.groups)
		if diff := cmp.Diff(test.want, paths(entries)); diff != "" {
			t.Errorf("%s: (-want +got):\n%s", test.name, diff)
		}
	}
}

// A stem's list is the merge of its forms', with the counts added up.
func TestCollect(t *testing.T) {
	l := New()
	l.Put(
		doc("a.txt", "run runs running"),
		doc("b.txt", "runs"),
		doc("c.go", "func runFast() {}"),
		doc("d.txt", "walk"),
	)
	lists, snap := l.Collect([]string{"run", "swim"})
	got := map[string]int{}
	for _, p := range lists[0].Merged() {
		got[snap.Entry(p.Entry()).Path] = int(p.Count())
	}
	want := map[string]int{"a.txt": 3, "b.txt": 1, "c.go": 1}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !lists[1].Empty() {
		t.Error("a stem that stands nowhere has a list")
	}
}

// The classes of stems lose the forms that nothing holds when there are many.
func TestClassesAreSwept(t *testing.T) {
	l := New()
	for i := range 1000 {
		name := []rune{'b' + rune(i%20), 'a' + rune(i/20%20), 'b' + rune(i/400)}
		l.Put(doc("a.txt", string(name)+"ings playing"))
	}
	forms := 0
	for _, class := range l.stems.Ascend("") {
		forms += len(class)
	}
	if forms == 0 || forms > 300 {
		t.Errorf("%d forms in the classes of a library that holds two words", forms)
	}
}

// A count of 255 and more is kept as 255, and leaves the entry's number alone.
func TestCountsSaturate(t *testing.T) {
	l := New()
	l.Put(doc("a.txt", strings.Repeat("jade ", 700)))
	lists, snap := l.CollectExact([]string{"jade"})
	p := lists[0].Merged()
	if len(p) != 1 || p[0].Count() != maxCount || snap.Entry(p[0].Entry()).Length != 700 {
		t.Errorf("got %v of %v", p, snap.Entry(0))
	}
}

// Readers see each document whole: all of its words, or those of the version
// before, with the snapshot that belongs to them.
func TestReadersSeeWholeDocuments(t *testing.T) {
	l := New()
	l.Put(doc("a.txt", "even even0"), doc("b.txt", "other"))
	done := make(chan struct{})
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				if entries, _ := l.Match([][]string{{"even", "odd"}}); len(entries) > 0 {
					t.Error("two versions of one document at once")
					return
				}
				lists, snap := l.Collect([]string{"even", "odd"})
				for _, list := range lists {
					for _, p := range list.Merged() {
						if snap.Entry(p.Entry()) == nil {
							t.Error("a posting of an entry that the snapshot does not hold")
							return
						}
					}
				}
			}
		})
	}
	for i := range 2000 {
		l.Put(doc("a.txt", fmt.Sprintf("%s w%d", []string{"even", "odd"}[i%2], i)))
		if i%7 == 0 {
			l.Remove(file.FromPath("/b.txt"))
			l.Put(doc("c.txt", "even again"), doc("b.txt", "odd one"))
		}
		if i%500 == 0 {
			group.Go(l.Rest)
		}
	}
	close(done)
	group.Wait()
}

func TestClassic(t *testing.T) {
	c := NewClassic()
	folder := fstest.MapFS{
		"one.txt": {Data: []byte("Hello, CS32!!! Go 2 LA's top-rated UCLA.")},
		"two.txt": {Data: []byte("hello there")},
	}
	if n, err := c.BuildIndex(folder); n != 2 || err != nil {
		t.Fatalf("BuildIndex: %d, %v", n, err)
	}
	for _, test := range []struct {
		terms []string
		want  []string
	}{
		{[]string{"hello"}, []string{"one.txt", "two.txt"}},
		{[]string{"hello", "cs32", "s"}, []string{"one.txt"}},
		{[]string{"hello", "hello"}, []string{"one.txt", "two.txt"}},
		{[]string{"absent"}, nil},
		{[]string{"hello", "absent"}, []string{}},
		{nil, nil},
	} {
		if got := c.Query(test.terms); !slices.Equal(got, test.want) {
			t.Errorf("Query(%q) = %q, want %q", test.terms, got, test.want)
		}
	}
	if err := c.AddDoc(folder, "three.txt"); err == nil {
		t.Error("a file that is not there was added")
	}
}

// FuzzLibrary plays bytes as changes of four files, and compares with a library
// built from the last state.
func FuzzLibrary(f *testing.F) {
	f.Add([]byte("\x00\x05\x81\x07\x00\x85\x42"))
	f.Add([]byte("abcabcabc"))
	f.Fuzz(func(t *testing.T, ops []byte) {
		l := New()
		now := map[string]string{}
		for _, op := range ops[:min(len(ops), 200)] {
			name := fmt.Sprintf("%d.%s", op&3, []string{"txt", "go"}[op&1])
			if op&0x80 != 0 {
				delete(now, name)
				l.Remove(file.FromPath("/" + name))
				continue
			}
			now[name] += " " + vocabulary[int(op>>2)%len(vocabulary)]
			l.Put(doc(name, now[name]))
		}
		rebuilt := New()
		for name, content := range now {
			rebuilt.Put(doc(name, content))
		}
		if diff := cmp.Diff(dump(rebuilt), dump(l)); diff != "" {
			t.Fatalf("(-rebuilt +edited):\n%s", diff)
		}
	})
}

// Forms counts the entries that hold each form, parts of identifiers by
// themselves.
func TestForms(t *testing.T) {
	l := New()
	l.Put(doc("a.txt", "gate Gate iron"), doc("b.txt", "gate"), doc("c.go", "openGate"))
	got := map[string]int{}
	for form, holding := range l.Forms() {
		got[form] += holding
	}
	want := map[string]int{"gate": 3, "iron": 1, "open": 1, "opengate": 1}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for range l.Forms() {
		break // a reader may stop
	}
}
