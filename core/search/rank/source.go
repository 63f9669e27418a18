package rank

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"docuquest/core/language/lexicon"
	"docuquest/core/language/text"
	"docuquest/core/search/question"
)

// A Source is what a file is to others. Most files are originals; the others copy them or stand
// for them, and come behind them.
type Source uint8

// The sources.
const (
	Original  Source = iota
	Stub             // it only says where something is now
	Older            // an edition of which a newer one was found
	Archived         // in a folder for what is no longer in use
	Generated        // made by a program
	Fixture          // data of tests
)

// String is the name of a source in the lexicon and in explanations.
func (s Source) String() string {
	return [...]string{"original", "stub", "older", "archived", "generated", "fixture"}[s]
}

// Remark is what a reader should know of a source, "" for an original.
func (s Source) Remark() string {
	return [...]string{"", "moved", "older edition", "archived", "generated", "test data"}[s]
}

// Part is what a source adds to the score of a document, which is never positive: a stub loses what
// the BM25 of the best document is worth. What only an archive says is still found.
func (s Source) Part() Part {
	p := Part{Signal: "source", Whole: 1, Weight: 1}
	switch s {
	case Stub, Older:
		p.Value = -1
	case Generated, Fixture:
		p.Value = -0.6
	case Archived:
		p.Value = -0.3
	}
	return p
}

// longestStub is the length in bytes of a text that only says where something is.
const longestStub = 600

// SourceOf returns what a file is by its path and its text, of which the beginning will do. Whether
// it is an older edition depends on the other files, see OlderOf.
func SourceOf(name, said string, isProgram bool) Source {
	names := strings.Split(text.Fold(name), "/")
	folders, base := names[:len(names)-1], names[len(names)-1]
	inFolder := func(s Source) bool {
		return slices.ContainsFunc(folders, func(f string) bool {
			return slices.Contains(lexicon.Any("second-hand folders").Keys(f), s.String())
		})
	}
	isCalled := func(s Source) bool {
		return slices.ContainsFunc(lexicon.Any("second-hand names").Words(s.String()), func(end string) bool { return strings.HasSuffix(base, end) })
	}
	switch {
	case !isProgram && len(said) <= longestStub && isStub(text.Fold(said)):
		return Stub
	case inFolder(Fixture), isCalled(Fixture):
		return Fixture
	case inFolder(Generated), isCalled(Generated), isProgram && isGenerated(said):
		return Generated
	case !isProgram && inFolder(Archived):
		return Archived
	}
	return Original
}

// isStub reports whether a short folded text says that something is elsewhere, and where.
func isStub(said string) bool {
	const near = 200 // bytes from the words to the place
	marks := lexicon.Any("second-hand marks")
	for line := range strings.Lines(said) {
		line = strings.TrimLeft(line, "#=* \t\"'")
		if slices.ContainsFunc(marks.Words("redirect"), func(w string) bool { return strings.HasPrefix(line, w) }) {
			return true
		}
	}
	places := []string{"](", ":ref:", ":doc:", "://", "<a ", ".md", ".html", ".rst", ".adoc", "[["}
	return slices.ContainsFunc(marks.Words("stub"), func(w string) bool {
		at := strings.Index(said, w)
		return at >= 0 && containsAny(said[at:min(len(said), at+near)], places)
	})
}

// isGenerated reports whether the head of a program says that a program has made it.
func isGenerated(said string) bool {
	const head = 1 << 10
	return containsAny(text.Fold(said[:min(head, len(said))]), lexicon.Any("second-hand marks").Words("generated"))
}

func containsAny(s string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(s, w) })
}

// AsksFor reports whether a question asks for files of a source itself, or names the file by its
// number or by the version of its folder.
func AsksFor(asked *question.Question, s Source, name string) bool {
	section := lexicon.Any("second-hand questions")
	name = text.Fold(name)
	return slices.ContainsFunc(asked.Words, func(w question.Word) bool {
		isVersion := strings.ContainsAny(w.Folded, "0123456789")
		return slices.Contains(section.Keys(w.Folded), s.String()) || isVersion && s != Stub && namesFigure(name, w.Folded)
	})
}

// namesFigure reports whether a path has a word with digits: that word, or it with zeros in front.
func namesFigure(name, word string) bool {
	for w := range text.Words(name) {
		said := w.Span.Of(name)
		if said == word || strings.TrimLeft(said, "0v") == strings.TrimLeft(word, "0v") {
			return true
		}
	}
	return false
}

// An Edition is what distinguishes a file from other editions of it.
type Edition struct {
	Path  string
	Title string
	Head  string // the beginning of its text, "" where only its name is known
}

// OlderOf reports which files are older editions of others among them: the same file with the same
// title in a folder of an earlier version, or in one for what is out of use, and one that another
// one says it supersedes.
func OlderOf(all []Edition) []bool {
	older := make([]bool, len(all))
	series, versions := make([]string, len(all)), make([][]int, len(all))
	newest := map[string][]int{} // by series
	plain := map[string]bool{}   // those without a version, with and without their first folder
	for i, e := range all {
		title := "\n" + strings.Trim(text.Fold(e.Title), "0123456789. v")
		name := text.Fold(e.Path)
		name, versions[i] = editionOf(name)
		series[i] = name + title
		if versions[i] == nil {
			_, below, _ := strings.Cut(name, "/")
			plain[series[i]], plain[below+title] = true, true
		} else if at, known := newest[series[i]]; !known || slices.Compare(at, versions[i]) < 0 {
			newest[series[i]] = versions[i]
		}
	}
	for i, version := range versions {
		if version != nil && !slices.Contains(version, newestVersion) {
			_, below, _ := strings.Cut(series[i], "*/")
			older[i] = slices.Compare(version, newest[series[i]]) < 0 || plain[below]
		}
	}
	for i, e := range all {
		by, of := supersession(e.Head)
		if len(by) == 0 && len(of) == 0 {
			continue
		}
		for k, other := range all {
			if k != i && path.Dir(e.Path) == path.Dir(other.Path) {
				older[i] = older[i] || slices.Contains(by, numberOf(other.Path))
				older[k] = older[k] || slices.Contains(of, numberOf(other.Path))
			}
		}
	}
	return older
}

// versioned matches a name that is a version, which is no year, or ends with the mark of one.
var versioned = regexp.MustCompile(`^(|.*[-_])(?:v|version[-_]?)(\d+(?:\.(?:\d+|x))*)$|^(\d{1,3}(?:\.(?:\d+|x))+)$`)

// editionOf returns a folded path without its versions, which are "*" there, and these; nil for a
// path without one. The newest edition is that of a folder called so.
func editionOf(name string) (series string, version []int) {
	folders := lexicon.Any("second-hand folders")
	names := strings.Split(name, "/")
	for i, n := range names {
		end := ""
		if i == len(names)-1 {
			end = path.Ext(n)
			n = strings.TrimSuffix(n, end)
		}
		var m []string
		if strings.ContainsAny(n, "0123456789") {
			m = versioned.FindStringSubmatch(n)
		}
		switch keys := folders.Keys(n); {
		case slices.Contains(keys, "log"):
			return name, nil
		case m != nil && (end == "" || m[1] != ""):
			names[i] = m[1] + "*" + end
			for part := range strings.SplitSeq(m[2]+m[3], ".") {
				number, _ := strconv.Atoi(part) // an x is 0
				version = append(version, number)
			}
		case end == "" && slices.Contains(keys, "newest"):
			names[i], version = "*", append(version, newestVersion)
		case end == "" && slices.Contains(keys, "archived"):
			names[i], version = "*", append(version, -1)
		}
	}
	return strings.Join(names, "/"), version
}

const newestVersion = 1 << 30 // greater than any

// supersession returns the numbers of the files that supersede a text by what its head says, and of
// those that it supersedes: "Superseded-By: 649", "Obsoletes: 793, 879".
func supersession(head string) (by, of []int) {
	const (
		mostLines = 40
		mostFront = 20 // bytes in front of the words: "Status: ", "> **"
	)
	section := lexicon.Any("second-hand marks")
	rest := text.Fold(head)
	for range mostLines {
		line, below, more := strings.Cut(rest, "\n")
		numbers := func(key string) (found []int) {
			for _, w := range section.Words(key) {
				if at := strings.Index(line, w); 0 <= at && at <= mostFront {
					for _, digits := range figures.FindAllString(line[at+len(w):], -1) {
						n, _ := strconv.Atoi(digits)
						found = append(found, n)
					}
				}
			}
			return found
		}
		by, of = append(by, numbers("superseded")...), append(of, numbers("supersedes")...)
		if rest = below; !more {
			break
		}
	}
	return by, of
}

var figures = regexp.MustCompile(`\d{1,6}`)

// numberOf returns the first number in the name of a file, -1 without one.
func numberOf(name string) int {
	n, err := strconv.Atoi(figures.FindString(path.Base(name)))
	if err != nil {
		return -1
	}
	return n
}
