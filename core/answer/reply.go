package answer

import (
	"strconv"
	"strings"
)

// A reply is what a model said, as far as it could be read.
type reply struct {
	claims  []claim
	missing string // what the passages do not say
	cut     bool   // the reply ended before it was complete
}

// A claim is a statement of a model, before anybody knows what it quotes.
type claim struct {
	text   string
	quotes []claimQuote
}

type claimQuote struct {
	text    string
	passage int // the number in the prompt, 0 if the model named none
}

// parseReply reads a reply that should be
//
//	{"statements": [{"text": "", "quotes": [{"passage": 1, "quote": ""}]}], "missing": ""}
//
// and takes what models make of that: a fence or prose around it, other names,
// a string in place of a list or an object, numbers as strings, an end that is
// missing. Nothing that holds a letter or a digit is lost: what cannot be read is
// a claim without quotes.
func parseReply(text string) reply {
	text = strings.TrimSpace(text)
	start := objectStart(text)
	switch {
	case text == "":
		return reply{}
	case start < 0:
		return reply{claims: claimList([]any{text})}
	}
	value, complete := parseLenient(text[start:])
	claims, found := claimsOf(value)
	if !found {
		return reply{claims: claimList([]any{text})}
	}
	r := reply{claims: claims, cut: !complete}
	if object, ok := value.(map[string]any); ok {
		r.missing, _ = member(object, "missing").(string)
	}
	return r
}

// objectStart finds where the JSON begins, -1 if there is none: at the brace in
// front of the word that was asked for, so that braces in prose do not matter.
func objectStart(text string) int {
	if at := strings.Index(text, `"statements"`); at >= 0 {
		if brace := strings.LastIndexByte(text[:at], '{'); brace >= 0 {
			return brace
		}
	}
	return strings.IndexAny(text, "{[")
}

// The names that models give to the parts of a reply, the one that was asked for
// first.
var (
	listNames    = []string{"statements", "claims", "answers", "sentences", "answer"}
	textNames    = []string{"text", "statement", "claim", "sentence", "answer"}
	quotesNames  = []string{"quotes", "quote", "evidence", "citations"}
	wordsNames   = []string{"quote", "text", "words", "quotes"}
	passageNames = []string{"passage", "source", "number", "id"}
)

// member is the value of the first name that an object has, nil if it has none.
func member(object map[string]any, names ...string) any {
	for _, name := range names {
		if v, ok := object[name]; ok {
			return v
		}
	}
	return nil
}

// claimsOf reads the claims of a whole reply; found is false if it is not about
// claims at all.
func claimsOf(value any) (claims []claim, found bool) {
	switch v := value.(type) {
	case []any:
		return claimList(v), true
	case map[string]any:
		for _, name := range listNames {
			list, ok := v[name]
			if !ok {
				continue
			}
			if items, ok := list.([]any); ok || list == nil {
				return claimList(items), true
			}
			if member(v, quotesNames...) == nil {
				return claimList([]any{list}), true
			}
		}
		if claims = claimList([]any{v}); len(claims) > 0 {
			return claims, true
		}
	}
	return nil, false
}

func claimList(items []any) []claim {
	var claims []claim
	for _, item := range items {
		if c := claimOf(item); saysAnything(c.text) || len(c.quotes) > 0 {
			claims = append(claims, c)
		}
	}
	return claims
}

func claimOf(item any) claim {
	object, ok := item.(map[string]any)
	if !ok {
		return claim{text: plainText(item)}
	}
	c := claim{
		text:   plainText(member(object, textNames...)),
		quotes: quotesOf(member(object, quotesNames...), passageOf(object)),
	}
	if c.text == "" && len(c.quotes) == 0 {
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
	case []any:
		var all []claimQuote
		for _, item := range v {
			all = append(all, quotesOf(item, passage)...)
		}
		return all
	case map[string]any:
		if own := passageOf(v); own > 0 {
			passage = own
		}
		return quotesOf(member(v, wordsNames...), passage)
	}
	return nil
}

// passageOf is the number of a passage, 0 if an object has none: 2, "2", "[2]".
func passageOf(object map[string]any) int {
	text := strings.Trim(plainText(member(object, passageNames...)), "[]# ")
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return n
}

// plainText is what a value says to a reader, in the order of the reply for
// lists and of the names for objects.
func plainText(value any) string {
	switch v := value.(type) {
	case string:
		return strings.TrimSpace(v)
	case word:
		return string(v)
	case []any:
		var parts []string
		for _, item := range v {
			parts = append(parts, plainText(item))
		}
		return strings.Join(parts, " ")
	case map[string]any:
		var parts []string
		for _, name := range sortedNames(v) {
			parts = append(parts, name+": "+plainText(v[name]))
		}
		return strings.Join(parts, ", ")
	}
	return ""
}
