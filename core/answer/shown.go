package answer

import (
	"docuquest/core/search/retrieve"
	"docuquest/core/services/llm"
)

// Shown is how passages stand in a prompt, each with its number in brackets.
type Shown struct {
	Text    string
	Hits    []int        // by the number of a passage less 1: its index among the hits
	Sources []llm.Source // what of files stands there
}

// Show puts the best of some passages together for a prompt, whole, as long as there is
// room for so many tokens; the first always goes. 0 tokens are DefaultBudget.
func Show(hits []retrieve.Hit, tokens int) Shown {
	passages := pack(hits, tokens)
	s := Shown{Text: textOf(passages), Sources: sourcesIn(passages, hits)}
	for _, p := range passages {
		s.Hits = append(s.Hits, p.hit)
	}
	return s
}

// Objects reads the JSON objects that stand in the reply of a model, in order and however
// they are written: with a thought, a fence or prose around them, with commas too many or
// too few, and without an end. Values are strings, which numbers and words such as true
// are as well, lists ([]any), objects (map[string]any, whose names are in small letters)
// and nil. A reply without any object gives nothing.
func Objects(reply string) []map[string]any {
	p := replyParser{lenient: lenient{text: []byte(reply), await: func() bool { return false }}}
	p.skipThought()
	var all []map[string]any
	for p.seek() {
		all = append(all, objectsIn(plain(p.value(0, itemRole)))...)
	}
	return all
}

// objectsIn is an object, or the objects of a list.
func objectsIn(value any) []map[string]any {
	switch v := value.(type) {
	case map[string]any:
		return []map[string]any{v}
	case []any:
		var all []map[string]any
		for _, item := range v {
			all = append(all, objectsIn(item)...)
		}
		return all
	}
	return nil
}

// plain is a value of a lenient parser with strings alone in it.
func plain(value any) any {
	switch v := value.(type) {
	case torn:
		return string(v)
	case word:
		return string(v)
	case []any:
		for i := range v {
			v[i] = plain(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = plain(v[name])
		}
	}
	return value
}
