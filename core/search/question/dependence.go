package question

import (
	"slices"
	"strings"
)

// A Dependence says whether a question can be understood by itself.
type Dependence uint8

// The dependences.
const (
	ByItself    Dependence = iota
	GoesOn                 // asks more about the subject of an earlier question
	AsksAnother            // asks the same of another thing, which it names
)

// String returns a dependence in words.
func (d Dependence) String() string {
	return [...]string{"by itself", "goes on", "asks of another thing"}[d]
}

// mostDependent is the number of content words that a question has at most that needs
// earlier ones: a longer one says what it is about.
const mostDependent = 8

// turnLength is among how many first words a change of the subject is searched for.
const turnLength = 4

// dependence reads how the question depends on earlier ones: by the words that refer to
// something said before ("it", "there", "and the silver?", "what about ...") in the
// languages that have such words in the lexicon, and in any language by what a question
// lacks.
func (q *Question) dependence() Dependence {
	content := len(q.ContentWords())
	switch {
	case len(q.Words) == 0 || mostDependent < content:
		return ByItself
	case content == 0:
		return GoesOn
	}

	// One that begins as an added question may say all the same what it is about, and what it
	// asks of it.
	first := q.Words[0].Folded
	opens := slices.ContainsFunc(q.Words[:min(turnLength, len(q.Words))], func(w Word) bool {
		return q.words.Has("fragments", "opens", w.Folded) || q.words.Has("helpers", "verb", w.Folded)
	})
	isWhole := opens && q.hasName() && content > 1
	if q.changesSubject() || q.words.Has("follow ups", "adds", first) && !isWhole {
		if q.hasName() {
			return AsksAnother
		}
		return GoesOn // "what about the bridge?" asks for a part of the subject
	}

	// "How deep?" and "the silver?" have no verb.
	asks := strings.HasSuffix(strings.TrimSpace(q.Text), "?")
	isFragment := !q.has("helpers", "verb") && (q.words.Has("fragments", "opens", first) || asks && q.words.Has("fragments", "article", first))
	if q.refersBack() || !q.hasName() && (q.has("follow ups", "more") || content == 1 && isFragment) {
		return GoesOn
	}
	return ByItself
}

// ContentWords returns the words that say what the question is about.
func (q *Question) ContentWords() []Word {
	return slices.DeleteFunc(slices.Clone(q.Words), func(w Word) bool { return !w.IsContent() })
}

// RefersToPerson reports whether a pronoun of the question means a person.
func (q *Question) RefersToPerson() bool { return q.has("pronouns", "person") }

// RefersToThing reports whether the question names the kind of the thing that a word stands
// for: "that shaft".
func (q *Question) RefersToThing() bool {
	for i, w := range q.Words[:max(0, len(q.Words)-1)] {
		if q.words.Has("pronouns", "pointer", w.Folded) && q.isReference(i) && q.Words[i+1].IsContent() {
			return true
		}
	}
	return false
}

// has reports whether a word of the question belongs to a key of a section.
func (q *Question) has(section, key string) bool {
	return slices.ContainsFunc(q.Words, func(w Word) bool { return q.words.Has(section, key, w.Folded) })
}

func (q *Question) hasName() bool {
	return slices.ContainsFunc(q.Words, func(w Word) bool { return w.Name })
}

// changesSubject reports whether the question puts something in the place of its subject:
// "what about ...", "no, I mean ...", "sorry, ...".
func (q *Question) changesSubject() bool {
	for i, w := range q.Words[:min(turnLength, len(q.Words))] {
		next := Word{}
		if i+1 < len(q.Words) {
			next = q.Words[i+1]
		}
		if q.words.Has("follow ups", "turns", w.Folded+" "+next.Folded) || i == 0 && next.Comma && q.words.Has("follow ups", "corrects", w.Folded) {
			return true
		}
	}
	return false
}

// refersBack reports whether a word means something that no word before it in the
// question names: neither a name, nor a clause of its own with a content word.
func (q *Question) refersBack() bool {
	content, isNamed := false, false
	for i, w := range q.Words {
		if q.isReference(i) && !isNamed && !(q.words.Has("pronouns", "pointer", w.Folded) && q.hasName()) {
			return true
		}
		isNamed = isNamed || w.Name || content && (w.Comma || q.words.Has("clauses", "joins", w.Folded))
		content = content || w.IsContent()
	}
	return false
}

// isReference reports whether the word at a place means something else. "There" does
// not in "is there", nor does "that" behind the word to which it belongs.
func (q *Question) isReference(i int) bool {
	before, after := Word{}, Word{}
	if i > 0 {
		before = q.Words[i-1]
	}
	if i+1 < len(q.Words) {
		after = q.Words[i+1]
	}
	word := q.Words[i].Folded
	switch key, _ := q.words.Section("pronouns").Key(word); {
	case key == "place":
		return !q.words.Has("helpers", "verb", before.Folded) && !q.words.Has("helpers", "verb", after.Folded)
	case key == "pointer" && q.words.Has("clauses", "joins", word):
		return i == 0 || !before.IsContent()
	default:
		return key != ""
	}
}
