package agent

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

var (
	evidenceRounds = flag.Int("evidence.rounds", 1000, "how many random edits of cited files are checked")
	evidenceSeed   = flag.Uint64("evidence.seed", 1, "the seed of the first of them")
)

// cited are the files that the random edits start from, with a mark around each quote.
var citedFiles = map[string]string{
	"a.txt": "Head\n\n‹The jade lies in the well of Kessarim.› It is green.\nNobody knows ‹why 500 men came in 1931› 😀 to see it.\n\nMore of it, and more.\n",
	"b.md":  "# Temple\r\n\r\n‹The altar of the temple\r\nheld a ruby as large as an egg.›\r\n\r\n- One. ‹Two emoji 😀🙂 stood there.›\r\n- Three.\r\n",
	"c.go":  "package c\n\n// ‹Retry is how often a request is sent again.›\nconst Retry = 3\n\n// Others are sent once.\nconst Once = 1\n",
}

// Whatever becomes of cited files, each citation of a kept answer and of a text is ok,
// moved, changed or gone as a reader finds who looks at every place, and after mending
// the text cites what stands there.
func TestEvidenceAfterRandomEdits(t *testing.T) {
	states := map[replies.State]int{}
	for round := range uint64(*evidenceRounds) {
		seed := *evidenceSeed + round
		w := newCitedWorld(t, seed)
		for range 1 + w.random.IntN(3) {
			w.edit()
		}
		for _, e := range w.evidence() {
			states[e.State]++
		}
		if t.Failed() {
			t.Fatalf("with -evidence.seed %d", seed)
		}
	}
	t.Logf("from seed %d: %v", *evidenceSeed, states)
	for _, state := range []replies.State{replies.StateOK, replies.StateMoved, replies.StateChanged, replies.StateGone} {
		if states[state] == 0 && *evidenceRounds >= 1000 {
			t.Errorf("no citation was %s", state)
		}
	}
}

// A citedWorld is a workspace whose files are cited.
type citedWorld struct {
	t        *testing.T
	random   *rand.Rand
	encoding text.Encoding
	folder   string
	files    map[string]string // as they are now, by path
	cites    []worldCite
	answer   *replies.Answer
	markdown string // cites the same, with the quotes as quotations and as strings
}

// A worldCite is one place that is cited.
type worldCite struct {
	path, quote string
	line        int // from 0
}

func newCitedWorld(t *testing.T, seed uint64) *citedWorld {
	w := &citedWorld{t: t, random: rand.New(rand.NewPCG(seed, 7)), folder: t.TempDir(), files: map[string]string{}}
	w.encoding = []text.Encoding{text.UTF8, text.UTF16, text.UTF32}[w.random.IntN(3)]
	w.answer = &replies.Answer{ID: "kept", Question: "What?", Encoding: w.encoding.String()}
	for _, path := range []string{"a.txt", "b.md", "c.go"} {
		w.cite(path, citedFiles[path])
	}
	w.answer.Document = replies.DocumentOf(w.answer)
	return w
}

// cite makes citations of what is marked in a file.
func (w *citedWorld) cite(path, marked string) {
	content := strings.NewReplacer("‹", "", "›", "").Replace(marked)
	w.files[path] = content
	for rest := marked; ; {
		_, after, found := strings.Cut(rest, "‹")
		if !found {
			return
		}
		quote, _, _ := strings.Cut(after, "›")
		rest = after
		at := strings.Index(content, quote)
		line := strings.Count(content[:at], "\n")
		w.cites = append(w.cites, worldCite{path, quote, line})
		w.answer.Citations = append(w.answer.Citations, replies.Citation{
			Number: len(w.cites), URI: w.uri(path), Path: path, Quote: quote,
			Range: replies.Range{Start: w.position(content, at), End: w.position(content, at+len(quote))},
		})
		w.write(path, line, quote)
	}
}

// write adds a citation to the Markdown, in one of the forms in which people cite.
func (w *citedWorld) write(path string, line int, quote string) {
	plain := text.OneLine(quote)
	switch w.random.IntN(3) {
	case 0:
		w.markdown += fmt.Sprintf("- [%s:%d](%s#L%d)\n\n  > %s\n\n", path, line+1, path, line+1, plain)
	case 1:
		w.markdown += fmt.Sprintf("So \"%s\" (%s:%d).\n\n", plain, path, line+1)
	default:
		w.markdown += fmt.Sprintf("From `%s:%d-%d`:\n\n> %s\n\n", path, line+1, line+1, strings.ReplaceAll(plain, " the ", "\n> the "))
	}
}

func (w *citedWorld) uri(path string) file.URI {
	return file.FromPath(filepath.ToSlash(filepath.Join(w.folder, path)))
}

// position counts by hand.
func (w *citedWorld) position(content string, at int) replies.Position {
	before := withNewlines(content[:at])
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return replies.Position{Line: strings.Count(before, "\n"), Character: w.units(line)}
}

// withNewlines ends all lines alike.
func withNewlines(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}

func (w *citedWorld) units(s string) int {
	switch w.encoding {
	case text.UTF8:
		return len(s)
	case text.UTF16:
		return len(utf16.Encode([]rune(s)))
	}
	return utf8.RuneCountInString(s)
}

// edit changes one file in some way.
func (w *citedWorld) edit() {
	var paths []string
	for path := range w.files {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	if len(paths) == 0 {
		return
	}
	path := paths[w.random.IntN(len(paths))]
	switch w.random.IntN(12) {
	case 0:
		delete(w.files, path)
	case 1:
		to := []string{"sub/" + path, "new-" + path}[w.random.IntN(2)]
		w.files[to] = w.files[path]
		delete(w.files, path)
	case 2:
		w.files[path] = strings.ReplaceAll(strings.ReplaceAll(w.files[path], "\r\n", "\n"), "\n", "\r\n")
	case 3:
		w.files[path] = strings.ReplaceAll(w.files[path], " ", "\n")
	case 4, 5, 6:
		w.files[path] = w.editLines(w.files[path])
	default:
		for range 1 + w.random.IntN(4) {
			w.files[path] = w.editText(w.files[path])
		}
	}
}

// editLines inserts, doubles, removes or moves a line.
func (w *citedWorld) editLines(s string) string {
	lines := strings.SplitAfter(s, "\n")
	from, to := w.random.IntN(len(lines)), w.random.IntN(len(lines))
	line := lines[from]
	switch w.random.IntN(4) {
	case 0:
		return strings.Join(slices.Insert(lines, to, "A new line 🙂.\n"), "")
	case 1:
		return strings.Join(slices.Insert(lines, to, line), "")
	case 2:
		return strings.Join(slices.Delete(lines, from, from+1), "")
	}
	lines = slices.Delete(lines, from, from+1)
	return strings.Join(slices.Insert(lines, min(to, len(lines)), line), "")
}

// editText replaces, removes or inserts a few characters.
func (w *citedWorld) editText(s string) string {
	runes := []rune(s)
	at := w.random.IntN(len(runes) + 1)
	until := min(len(runes), at+w.random.IntN(12))
	if w.random.IntN(8) == 0 {
		until = min(len(runes), at+w.random.IntN(80))
	}
	with := []string{"", "", "x", " ", "7", "Ü", "😀", "\n", "not ", ".", "-", ", "}[w.random.IntN(12)]
	return string(runes[:at]) + with + string(runes[until:])
}

// evidence checks all citations against the files.
func (w *citedWorld) evidence() []replies.Evidence {
	w.t.Helper()
	for path, content := range w.files {
		name := filepath.Join(w.folder, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			w.t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			w.t.Fatal(err)
		}
	}
	a := start(w.t, w.folder, Options{})
	defer a.Close()
	if err := a.Keep(w.answer); err != nil {
		w.t.Fatal(err)
	}
	kept, err := a.KeptEvidence(w.t.Context(), w.encoding)
	if err != nil || len(kept) != len(w.cites) {
		w.t.Fatalf("%d of %d citations, %v", len(kept), len(w.cites), err)
	}
	for i, e := range kept {
		w.check(w.cites[i], e)
	}
	return slices.Concat(kept, w.written(a, w.markdown), w.written(a, w.answer.Document))
}

// written checks the citations of a text, before and after it is mended: of the one in
// which somebody cites, whose quotes have one space for a line's end, and of the answer's
// document.
func (w *citedWorld) written(a *Agent, markdown string) []replies.Evidence {
	w.t.Helper()
	note := w.uri("note.md")
	all, err := a.Evidence(w.t.Context(), note, markdown, w.encoding)
	if err != nil {
		w.t.Fatal(err)
	}
	cites := slices.Clone(w.cites)
	if len(all) != len(cites) {
		w.t.Fatalf("%d of %d citations of\n%s", len(all), len(cites), markdown)
	}
	for i, e := range all {
		w.check(cites[i], e)
	}
	mended := mend(markdown, all, w.encoding)
	again, err := a.Evidence(w.t.Context(), note, mended, w.encoding)
	if err != nil || len(again) != len(all) {
		w.t.Fatalf("%d of %d citations after mending, %v:\n%s", len(again), len(all), err, mended)
	}
	for i, e := range again {
		if was := all[i]; was.Now != nil && (e.State != replies.StateOK || e.Now.URI != was.Now.URI || e.Now.Range.Start != was.Now.Range.Start) {
			w.t.Errorf("%s: %+v was mended to %s: %q %+v in\n%s\n%q", was.State, was.Now, e.State, e.Quote, e.Now, mended, w.files)
		} else if was.Now == nil && e.State != was.State {
			w.t.Errorf("%s became %s by mending others", was.State, e.State)
		}
	}
	return all
}

// check looks at every place where the quote could stand.
func (w *citedWorld) check(c worldCite, e replies.Evidence) {
	w.t.Helper()
	content, exists := w.files[c.path]
	want := replies.StateGone
	var places []int
	if exists {
		places = standing(content, c.quote)
	}
	for path, other := range w.files {
		if !exists && len(standing(other, c.quote)) > 0 && path != c.path {
			want = replies.StateMoved
		}
	}
	if len(places) > 0 {
		want = replies.StateMoved
	}
	for _, at := range places {
		if w.position(content, at).Line == c.line {
			want = replies.StateOK
		}
	}
	if want == replies.StateGone && e.State == replies.StateChanged || want == replies.StateGone && exists && isLike(content, c) {
		want = replies.StateChanged
	}
	if e.State != want {
		w.t.Errorf("%+v is %s %+v, want %s in\n%q", c, e.State, e.Now, want, content)
		return
	}
	w.checkPlace(c, e)
}

// checkPlace compares what is said to stand at a place with what does.
func (w *citedWorld) checkPlace(c worldCite, e replies.Evidence) {
	w.t.Helper()
	if e.Now == nil {
		return
	}
	content := w.files[e.Now.Path]
	start := -1
	for at := range content {
		if w.position(content, at) == e.Now.Range.Start && strings.HasPrefix(content[at:], e.Now.Text) {
			start = at
			break
		}
	}
	if start < 0 || w.position(content, start+len(e.Now.Text)) != e.Now.Range.End {
		w.t.Errorf("%q does not stand at %+v of\n%q", e.Now.Text, e.Now.Range, content)
	}
	likeness := naiveRatio([]rune(plainly(c.quote)), []rune(plainly(e.Now.Text)))
	switch e.State {
	case replies.StateChanged:
		if likeness < 0.75 || plainly(c.quote) == plainly(e.Now.Text) && isWhole(content, start, start+len(e.Now.Text)) {
			w.t.Errorf("%q is said to be like %q, whose likeness is %v", e.Now.Text, c.quote, likeness)
		}
	default:
		if plainly(c.quote) != plainly(e.Now.Text) {
			w.t.Errorf("%q is said to be %q", e.Now.Text, c.quote)
		}
	}
}

// plainly is how a text reads: without marks at the starts of lines, with single spaces.
func plainly(s string) string {
	var lines []string
	for line := range strings.SplitSeq(withNewlines(s), "\n") {
		lines = append(lines, strings.TrimLeft(afterMarks(line), " "))
	}
	return text.OneLine(strings.Join(lines, "\n"))
}

// afterMarks is a line without the marks that it starts with.
func afterMarks(line string) string {
	for {
		line = strings.TrimLeft(line, " \t")
		mark := strings.TrimLeft(line, "/#*>;%+-")
		isMark := len(mark) < len(line) && (mark == "" || mark[0] == ' ' || strings.HasPrefix(line, "//"))
		if !isMark {
			return line
		}
		line = mark
	}
}

// standing gives the offsets where a quote stands, as it reads, and cuts no word.
func standing(content, quote string) []int {
	wanted := plainly(quote)
	var places []int
	for at := range content {
		if content[at] != wanted[0] {
			continue
		}
		for _, end := range ends(content, at, len(wanted)) {
			if plainly(content[at:end]) == wanted {
				if isWhole(content, at, end) {
					places = append(places, at)
				}
				break
			}
		}
	}
	return places
}

// ends are the offsets at which a text that starts at another one may end: not much
// more than so many bytes behind, since only white space and marks come between.
func ends(content string, at, size int) []int {
	var all []int
	for end := at + size; end <= min(len(content), at+2*size); end++ {
		if end == len(content) || utf8.RuneStart(content[end]) {
			all = append(all, end)
		}
	}
	return all
}

// isWhole reports whether a stretch cuts neither a word nor a number.
func isWhole(s string, start, end int) bool {
	return !isCut(s, start) && !isCut(s, end)
}

func isCut(s string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:at])
	after, _ := utf8.DecodeRuneInString(s[at:])
	inWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) }
	digit := func(i int) bool { return 0 <= i && i < len(s) && '0' <= s[i] && s[i] <= '9' }
	point := func(i int) bool { return 0 <= i && i < len(s) && (s[i] == '.' || s[i] == ',') }
	switch {
	case inWord(before) && inWord(after):
		return true
	case point(at-1) && digit(at-2) && digit(at), point(at) && digit(at-1) && digit(at+1):
		return true
	case digit(at) && 0 < at && s[at-1] == '-': // a minus sign, if no word stands in front of it
		r, _ := utf8.DecodeLastRuneInString(s[:at-1])
		return !inWord(r)
	}
	return unicode.IsMark(after)
}

// isLike reports whether any window of whole words is like a quote. One that is short
// has to stand on its line.
func isLike(content string, c worldCite) bool {
	wanted := []rune(plainly(c.quote))
	runes := []rune(plainly(content))
	for at := range runes {
		if at > 0 && runes[at-1] != ' ' {
			continue
		}
		for end := at + 6*len(wanted)/10; end <= min(len(runes), at+10*len(wanted)/6); end++ {
			isEnd := end == len(runes) || runes[end] == ' '
			if isEnd && sharedAtMost(wanted, runes[at:end]) >= leastLike && naiveRatio(wanted, runes[at:end]) >= leastLike {
				return true
			}
		}
	}
	return false
}

// leastLike is the likeness from which a window must be found. The search looks at the
// few regions that share most with the quote, so what is barely like it may be missed.
const leastLike = 0.80

// sharedAtMost is more than the ratio of two texts can be.
func sharedAtMost(a, b []rune) float64 {
	count := map[rune]int{}
	for _, r := range a {
		count[r]++
	}
	shared := 0
	for _, r := range b {
		if count[r] > 0 {
			count[r]--
			shared++
		}
	}
	return 2 * float64(shared) / float64(len(a)+len(b))
}

// naiveRatio is the likeness by its definition.
func naiveRatio(a, b []rune) float64 {
	if len(a)+len(b) == 0 {
		return 1
	}
	return 2 * float64(inCommon(a, b)) / float64(len(a)+len(b))
}

// inCommon is the length of the longest stretch of both, and of what both have in common
// in front of it and behind it.
func inCommon(a, b []rune) int {
	length, atA, atB := 0, 0, 0
	for i := range a {
		for j := range b {
			n := 0
			for i+n < len(a) && j+n < len(b) && a[i+n] == b[j+n] {
				n++
			}
			if n > length {
				length, atA, atB = n, i, j
			}
		}
	}
	if length == 0 {
		return 0
	}
	return length + inCommon(a[:atA], b[:atB]) + inCommon(a[atA+length:], b[atB+length:])
}
