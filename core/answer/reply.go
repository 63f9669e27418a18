package answer

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"docuquest/core/language/text"
)

// A reply is the reply of a model without its claims, as far as it could be read.
type reply struct {
	missing string // what the passages do not contain
	cut     bool   // it ended before it was complete
	aside   int    // words that belong to no claim, and that are not shown
	prose   bool   // it has nothing that was asked for, and is a claim as a whole
	table   string // the filter over a table, as it is written; see tableFilter
}

// A replyParser reads a reply that should be
//
//	{"statements": [{"text": "", "quotes": [{"passage": 1, "quote": ""}]}], "missing": ""}
//
// and accepts what models make of that: a thought, a fence or prose around it, several
// objects, other names, a string in place of a list or of an object, numbers as
// strings, an end that is missing. No letter or digit is lost in silence: what cannot be read
// is a claim without quotes, a reply without any JSON is one as a whole, and the words
// between the claims are counted. A claim that occurred before in the reply is left out.
type replyParser struct {
	lenient
	reply reply
	emit  func(claim)     // called with each claim as soon as it is complete
	found bool            // a part that was asked for: prose is not the reply itself
	made  map[string]bool // the claims up to here
}

// read goes through the whole text.
func (p *replyParser) read() {
	p.skipThought()
	first := p.at
	for p.seek() {
		start := p.at
		switch isObject := p.text[p.at] == '{'; {
		case !isObject:
			p.items(0, p.take)
			p.found = true
		case p.outer(0):
			p.found = true
		default:
			p.reply.aside += wordsAside(p.text[start:p.at])
		}
	}
	p.reply.cut = p.cut
	if !p.found {
		p.reply.aside, p.reply.prose = 0, true
		p.take(strings.TrimSpace(string(p.text[first:])))
	}
}

// skipThought goes past what models think aloud before they reply.
func (p *replyParser) skipThought() {
	p.peek()
	startsWith := func(s string) bool {
		for i := range len(s) {
			if !p.is(p.at+i, s[i]) {
				return false
			}
		}
		return true
	}
	for _, name := range []string{"think", "thinking", "reasoning"} {
		if !startsWith("<" + name + ">") {
			continue
		}
		closing := []byte("</" + name + ">")
		for end := p.at; p.has(end); end++ {
			if p.text[end] == '>' && bytes.HasSuffix(p.text[p.at:end+1], closing) {
				p.at = end + 1
				return
			}
		}
	}
}

// seek goes to the next place where JSON begins, counts the words before it, and reports
// whether there is such a place.
func (p *replyParser) seek() bool {
	start := p.at
	for p.has(p.at) && !p.begins(start) {
		p.at++
	}
	p.reply.aside += wordsAside(p.text[start:p.at])
	return p.has(p.at)
}

// begins reports whether JSON begins at a bracket, so that brackets in prose do not matter;
// prose is where the text before it begins. A list of strings is only taken for a
// reply where nothing but a fence precedes it.
func (p *replyParser) begins(prose int) bool {
	const longestFence = 16 // bytes
	next := p.skip(p.at + 1)
	switch {
	case p.text[p.at] == '{':
		return p.has(next) && isMark(p.text[next])
	case p.text[p.at] != '[':
		return false
	case p.is(next, '{'):
		next = p.skip(next + 1)
		return p.has(next) && isMark(p.text[next])
	}
	return p.has(next) && isMark(p.text[next]) && p.reply.aside == 0 &&
		p.at-prose <= longestFence && wordsAside(p.text[prose:p.at]) == 0
}

// wordsAside counts the words of prose that is not shown, without the lines of fences.
func wordsAside(prose []byte) int {
	count := 0
	for line := range bytes.Lines(prose) {
		if bytes.HasPrefix(bytes.TrimSpace(line), []byte("```")) {
			continue
		}
		for field := range bytes.FieldsSeq(line) {
			if text.HasLetterOrDigit(string(field)) {
				count++
			}
		}
	}
	return count
}

const (
	missingName  = "missing"
	tableName    = "table"
	revisedName  = "revises"
	deepestOuter = 3 // objects around the list of claims
)

// outer reads an object that contains a list of claims, or is a claim itself, or has a
// member that does or is; false if it is neither.
func (p *replyParser) outer(depth int) bool {
	rest := map[string]any{}
	listed := false
	p.members(func(name string) {
		isPart := slices.Contains(quotesNames, name) || slices.Contains(wordsNames, name) || slices.Contains(passageNames, name)
		switch c := p.peek(); {
		case c == '[' && slices.Contains(listNames, name):
			listed = true
			p.items(depth+1, p.take)
		case c == '{' && depth < deepestOuter && !isPart:
			start := p.at
			if p.outer(depth + 1) {
				listed = true
			} else {
				put(rest, name, string(p.text[start:p.at]))
			}
		default:
			put(rest, name, p.value(depth+1, memberRole))
		}
	})
	return p.conclude(rest, listed)
}

// conclude makes what it can of the members of an object that are no lists of claims, and
// counts the words of all others. listed reports whether the object had a list of claims.
func (p *replyParser) conclude(rest map[string]any, listed bool) (known bool) {
	known = listed
	if missing, ok := rest[missingName]; ok {
		known = true
		if _, isWord := missing.(word); !isWord {
			p.reply.missing = plainText(missing)
		}
		delete(rest, missingName)
	}
	if filter, ok := rest[tableName].(string); ok && strings.HasPrefix(filter, "{") {
		known = true
		p.reply.table = filter
		delete(rest, tableName)
	}
	if !listed && (has(rest, textNames) || has(rest, quotesNames)) {
		known = true
		p.take(maps.Clone(rest))
		for _, name := range slices.Concat(textNames, quotesNames, passageNames, []string{revisedName}) {
			delete(rest, name)
		}
	}
	for _, name := range listNames {
		if v, ok := rest[name]; ok && !listed {
			known = true
			p.take(v)
			delete(rest, name)
		}
	}
	if !known {
		return false
	}
	for _, value := range rest {
		if _, isWord := value.(word); !isWord {
			p.reply.aside += wordsAside([]byte(plainText(value)))
		}
	}
	return true
}

// take emits the claims in an item of a list of claims.
func (p *replyParser) take(item any) {
	if items, ok := item.([]any); ok {
		for _, item := range items {
			p.take(item)
		}
		return
	}
	c := claimOf(item)
	if !c.isFilled() && c.revises == 0 {
		return
	}
	if key := fmt.Sprintf("%#v", c); !p.made[key] {
		p.made[key] = true
		p.emit(c)
	}
}

// Objects returns the JSON objects in the reply of a model, in order and however they are
// written: with a thought, a fence or prose around them, with commas too many or too few, and
// without an end. Values are strings (also for numbers and words like true), lists ([]any),
// objects (map[string]any, whose names are in lower case) and nil.
func Objects(reply string) []map[string]any {
	p := replyParser{lenient: lenient{text: []byte(reply), await: func() bool { return false }}}
	p.skipThought()
	var all []map[string]any
	for p.seek() {
		all = append(all, objectsIn(plain(p.value(0, itemRole)))...)
	}
	return all
}

// objectsIn returns an object, or the objects of a list.
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

// plain replaces torn strings and words in a value of a lenient parser by strings.
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

// A claim is a statement of a model, before its quotes are assigned to hits.
type claim struct {
	text    string
	quotes  []claimQuote
	revises int  // the number of the statement that it replaces, 0 for none
	half    bool // its text broke off, so that it is unknown what its quotes should show
}

type claimQuote struct {
	text    string
	passage int // the number in the prompt, 0 if the model named none
}

// isFilled reports whether a claim has any content. One without can still replace a
// statement, which it withdraws.
func (c claim) isFilled() bool { return text.HasLetterOrDigit(c.text) || len(c.quotes) > 0 }

// The names that models give to the parts of a reply, beginning with the one in the prompt.
// Models that were made for questions on documents often call quotes substrings.
var (
	listNames    = []string{"statements", "claims", "answers", "sentences", "answer"}
	textNames    = []string{"text", "statement", "claim", "sentence", "answer"}
	quotesNames  = []string{"quotes", "quote", "evidence", "citations", "substrings"}
	wordsNames   = []string{"quote", "text", "words", "quotes"}
	passageNames = []string{"passage", "source", "number", "id"}
)

// claimOf reads an item of a list of claims, which should be an object.
func claimOf(item any) claim {
	object, ok := item.(map[string]any)
	if !ok {
		return claim{text: plainText(item)}
	}
	content := member(object, textNames)
	if inner, ok := content.(map[string]any); ok && !has(object, quotesNames) {
		return claimOf(inner)
	}
	c := claim{text: plainText(content), revises: numberOf(object, []string{revisedName})}
	if _, c.half = content.(torn); !c.half {
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

// numberOf returns the first number in the member with one of these names: 2 for 2, "2",
// "[2]" and "passage 2". It is 0 without a number.
func numberOf(object map[string]any, names []string) int {
	isNoDigit := func(r rune) bool { return r < '0' || '9' < r }
	for digits := range strings.FieldsFuncSeq(plainText(member(object, names)), isNoDigit) {
		if n, err := strconv.Atoi(digits); err == nil {
			return n
		}
	}
	return 0
}

// member returns the value of the first name that an object has, nil if it has none.
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

// plainText returns the visible text of a value, in the order of the reply for
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
