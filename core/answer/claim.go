package answer

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A claim is a statement of a model, before anybody knows what it quotes.
type claim struct {
	text    string
	quotes  []claimQuote
	revises int  // the number of the statement that it takes the place of, 0 for none
	half    bool // its text broke off, so that nobody knows what its quotes should show
}

type claimQuote struct {
	text    string
	passage int // the number in the prompt, 0 if the model named none
}

// says reports whether a claim says anything. One that does not can still take the
// place of a statement, which is withdrawn then.
func (c claim) says() bool { return saysAnything(c.text) || len(c.quotes) > 0 }

// The names that models give to the parts of a reply, the one that was asked for
// first. Those who were made for questions on documents often call quotes substrings.
var (
	listNames    = []string{"statements", "claims", "answers", "sentences", "answer"}
	textNames    = []string{"text", "statement", "claim", "sentence", "answer"}
	quotesNames  = []string{"quotes", "quote", "evidence", "citations", "substrings"}
	wordsNames   = []string{"quote", "text", "words", "quotes"}
	passageNames = []string{"passage", "source", "number", "id"}
)

// claimOf reads an item of a list of claims: an object, or what else stands there.
func claimOf(item any) claim {
	object, ok := item.(map[string]any)
	if !ok {
		return claim{text: plainText(item)}
	}
	said := member(object, textNames)
	if inner, ok := said.(map[string]any); ok && !has(object, quotesNames) {
		return claimOf(inner)
	}
	c := claim{text: plainText(said), revises: numberOf(object, []string{revisedName})}
	if _, c.half = said.(torn); !c.half {
		c.quotes = quotesOf(member(object, quotesNames), numberOf(object, passageNames))
	}
	if !has(object, textNames) && len(c.quotes) == 0 {
		c.text = plainText(object)
	}
	return c
}

// quotesOf reads quotes that name no passage of their own as those of a passage.
func quotesOf(value any, passage int) []claimQuote {
	switch v := value.(type) {
	case string:
		if v = strings.TrimSpace(v); v != "" {
			return []claimQuote{{v, passage}}
		}
	case torn:
		return quotesOf(string(v), passage)
	case word:
		return quotesOf(string(v), passage)
	case []any:
		var all []claimQuote
		for _, item := range v {
			all = append(all, quotesOf(item, passage)...)
		}
		return all
	case map[string]any:
		if own := numberOf(v, passageNames); own > 0 {
			passage = own
		}
		return quotesOf(member(v, wordsNames), passage)
	}
	return nil
}

// numberOf is the first number that the member of one of these names holds, 0 if
// there is none: of 2, "2", "[2]" and "passage 2".
func numberOf(object map[string]any, names []string) int {
	isNoDigit := func(r rune) bool { return r < '0' || '9' < r }
	for digits := range strings.FieldsFuncSeq(plainText(member(object, names)), isNoDigit) {
		if n, err := strconv.Atoi(digits); err == nil {
			return n
		}
	}
	return 0
}

// member is the value of the first name that an object has, nil if it has none.
func member(object map[string]any, names []string) any {
	for _, name := range names {
		if v, ok := object[name]; ok {
			return v
		}
	}
	return nil
}

func has(object map[string]any, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { _, ok := object[name]; return ok })
}

func remove(object map[string]any, names []string) {
	for _, name := range names {
		delete(object, name)
	}
}

// plainText is what a value says to a reader, in the order of the reply for
// lists and of the names for objects.
func plainText(value any) string {
	switch v := value.(type) {
	case string:
		return strings.TrimSpace(v)
	case word:
		return string(v)
	case torn:
		return strings.TrimSpace(string(v)) + " …"
	case []any:
		var parts []string
		for _, item := range v {
			parts = append(parts, plainText(item))
		}
		return strings.Join(parts, " ")
	case map[string]any:
		var parts []string
		for _, name := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, name+": "+plainText(v[name]))
		}
		return strings.Join(parts, ", ")
	}
	return ""
}
