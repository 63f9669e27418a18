package answer

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A reply is what a model said besides its claims, as far as it could be read.
type reply struct {
	missing string // what the passages do not say
	cut     bool   // it ended before it was complete
	aside   int    // words that belong to no claim, and that nobody will see
	prose   bool   // it is nothing that was asked for, and a claim as a whole
	table   string // the filter over a table, as it is written; see tableFilter
}

// A replyParser reads a reply that should be
//
//	{"statements": [{"text": "", "quotes": [{"passage": 1, "quote": ""}]}], "missing": ""}
//
// and takes what models make of that: a thought, a fence or prose around it, several
// objects, other names, a string in place of a list or of an object, numbers as
// strings, an end that is missing. Nothing that holds a letter or a digit is lost in
// silence: what cannot be read is a claim without quotes, a reply that is nothing of the
// kind is one as a whole, and what stands beside the claims is counted. A claim
// that the reply made before is left out.
type replyParser struct {
	lenient
	reply reply
	emit  func(claim) // is given each claim as soon as it is complete
	found bool        // a part that was asked for, so that prose is not the reply itself
	made  map[string]bool
}

// read goes through the whole text.
func (p *replyParser) read() {
	p.skipThought()
	first := p.at
	for p.seek() {
		start := p.at
		if p.part() {
			p.found = true
		} else {
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
	for _, name := range []string{"think", "thinking", "reasoning"} {
		if !p.startsWith("<" + name + ">") {
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

func (p *replyParser) startsWith(s string) bool {
	for i := range len(s) {
		if !p.holds(p.at+i, s[i]) {
			return false
		}
	}
	return true
}

// seek goes to where JSON begins, and counts the words before it. It says whether
// there is any.
func (p *replyParser) seek() bool {
	start := p.at
	for p.has(p.at) && !p.begins(start) {
		p.at++
	}
	p.reply.aside += wordsAside(p.text[start:p.at])
	return p.has(p.at)
}

// begins says whether JSON begins at a bracket, so that those of prose do not matter;
// prose is where what was passed over begins. A list of strings is only taken for a
// reply where nothing but a fence stands before it.
func (p *replyParser) begins(prose int) bool {
	const longestFence = 16 // bytes
	next := p.skip(p.at + 1)
	switch {
	case p.text[p.at] == '{':
		return p.has(next) && isMark(p.text[next])
	case p.text[p.at] != '[':
		return false
	case p.holds(next, '{'):
		next = p.skip(next + 1)
		return p.has(next) && isMark(p.text[next])
	}
	return p.has(next) && isMark(p.text[next]) && p.reply.aside == 0 &&
		p.at-prose <= longestFence && wordsAside(p.text[prose:p.at]) == 0
}

// wordsAside counts the words of prose that is not shown. The lines of fences are none.
func wordsAside(prose []byte) int {
	count := 0
	for line := range bytes.Lines(prose) {
		if bytes.HasPrefix(bytes.TrimSpace(line), []byte("```")) {
			continue
		}
		for field := range bytes.FieldsSeq(line) {
			if saysAnything(string(field)) {
				count++
			}
		}
	}
	return count
}

// part reads the list or the object at hand, and says whether it is one that was
// asked for.
func (p *replyParser) part() bool {
	if p.text[p.at] == '{' {
		return p.outer(0)
	}
	p.items(0, p.take)
	return true
}

const (
	missingName  = "missing"
	tableName    = "table"
	revisedName  = "revises"
	deepestOuter = 3 // objects around the list of claims
)

// outer reads an object that holds a list of claims, or is a claim itself, or has a
// member that does or is; false if it is none of these.
func (p *replyParser) outer(depth int) bool {
	rest := map[string]any{}
	listed := false
	p.members(func(name string) {
		switch c := p.peek(); {
		case c == '[' && slices.Contains(listNames, name):
			listed = true
			p.items(depth+1, p.take)
		case c == '{' && depth < deepestOuter && !isPartOfClaim(name):
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

func isPartOfClaim(name string) bool {
	return slices.Contains(quotesNames, name) || slices.Contains(wordsNames, name) || slices.Contains(passageNames, name)
}

// conclude makes what it can of the members of an object that are no lists of claims.
func (p *replyParser) conclude(rest map[string]any, listed bool) (known bool) {
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
		for _, names := range [][]string{textNames, quotesNames, passageNames, {revisedName}} {
			remove(rest, names)
		}
	}
	for _, name := range listNames {
		if v, ok := rest[name]; ok && !listed {
			known = true
			p.take(v)
			delete(rest, name)
		}
	}
	if known = known || listed; known {
		p.leave(rest)
	}
	return known
}

// leave counts the words of members that nobody asked for.
func (p *replyParser) leave(rest map[string]any) {
	for _, value := range rest {
		if _, isWord := value.(word); !isWord {
			p.reply.aside += wordsAside([]byte(plainText(value)))
		}
	}
}

// take emits what an item of a list of claims says.
func (p *replyParser) take(item any) {
	if items, ok := item.([]any); ok {
		for _, item := range items {
			p.take(item)
		}
		return
	}
	c := claimOf(item)
	if !c.says() && c.revises == 0 {
		return
	}
	if key := fmt.Sprintf("%#v", c); !p.made[key] {
		p.made[key] = true
		p.emit(c)
	}
}
