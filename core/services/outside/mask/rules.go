package mask

import (
	_ "embed"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
)

// gitleaksRules are the rules of gitleaks 8.28.0 for the keys of some two hundred
// services, unchanged; NOTICE in this folder has its licence. A newer release of the file
// can replace it.
//
//go:embed gitleaks.toml
var gitleaksRules string

// A keyRule is the form of the keys of one service.
type keyRule struct {
	keywords []string // in lower case; without one of them no key is near
	regex    func() *regexp.Regexp
	entropy  float64 // in bits a byte, that a key exceeds
	spared   []*regexp.Regexp
	begins   bool // the key itself begins with the keyword
}

// leftToWords are rules whose secrets are found by names, by armor and by the form of web
// tokens here, also where they are cut or have several lines.
var leftToWords = []string{
	"generic-api-key", "private-key", "jwt", "curl-auth-user", "curl-auth-header", "kubernetes-secret-yaml",
	"hashicorp-tf-password", "nuget-config-password",
}

// keyRules are the rules with the finder of their keywords. They are read when the first
// text is masked, and a regular expression is compiled when its keyword first occurs.
var keyRules = sync.OnceValues(func() ([]keyRule, *keywordFinder) {
	var file struct {
		Rules []struct {
			ID       string
			Regex    string
			Entropy  float64
			Keywords []string

			Allowlists []struct{ Regexes []string }
		}
	}
	if _, err := toml.Decode(gitleaksRules, &file); err != nil {
		panic("mask: gitleaks.toml: " + err.Error()) // it is part of the program
	}
	var rules []keyRule
	for _, r := range file.Rules {
		if r.Regex == "" || slices.Contains(leftToWords, r.ID) {
			continue
		}
		// The part of a name in front of the keyword makes no difference to the key, and
		// takes most of the time.
		pattern := strings.ReplaceAll(r.Regex, `[\w.-]{0,50}?`, "")
		head := strings.NewReplacer("(?i)", "", `\b`, "", "(", "", "?:", "", `\`, "").Replace(pattern)
		isValue := strings.Contains(pattern, "(?:=|") // of a name that the keyword is part of
		rule := keyRule{
			keywords: r.Keywords,
			regex:    sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) }),
			entropy:  r.Entropy,
			begins:   !isValue && len(r.Keywords) == 1 && len(r.Keywords[0]) >= shortestBeginning && hasPrefixFold(head, r.Keywords[0]),
		}
		for _, list := range r.Allowlists {
			for _, spared := range list.Regexes {
				rule.spared = append(rule.spared, regexp.MustCompile(spared))
			}
		}
		rules = append(rules, rule)
	}
	return rules, newKeywordFinder(rules)
})

const (
	// shortestBeginning is that of a key that is known by it alone, where the text cuts it.
	shortestBeginning = 4
	// A keyword as short as this occurs in usual words. It begins a key, of which at least
	// leastBehind bytes follow.
	shortKeyword, leastBehind = 3, 12
	// Of a key that the end of the text cuts: bytes, and bits a byte.
	leastCut, leastCutEntropy = 6, 2
)

// ruledKeys finds the keys that the rules describe. Each expression reads what is near its
// keywords, and nothing of that twice.
func ruledKeys(text string) []stretch {
	rules, finder := keyRules()
	near := map[int][]stretch{}
	var found []stretch
	behind := 0 // the end of the token that has the last keyword
	finder.each(text, func(rule, at, end int) {
		if behind < end {
			behind = run(text[:min(len(text), end+longestKey)], end, dotted)
		}
		if end-at <= shortKeyword && behind-end < leastBehind {
			return
		}
		if rules[rule].begins && behind == len(text) && (at == 0 || !alphanumeric[text[at-1]]) {
			if rest := strings.TrimRight(text[end:behind], "."); len(rest) >= leastCut && entropy(rest) > leastCutEntropy {
				found = append(found, stretch{at, end + len(rest)})
				return
			}
		}
		near[rule] = append(near[rule], stretch{max(0, at-keyReach), max(behind, min(len(text), end+4*keyReach))})
	})
	for _, rule := range slices.Sorted(maps.Keys(near)) {
		for _, place := range merged(near[rule]) {
			found = append(found, rules[rule].keys(text, place)...)
		}
	}
	return found
}

// keys returns those of the rule in a part of a text: of each match the longest group.
func (r keyRule) keys(text string, place stretch) []stretch {
	var found []stretch
	for _, groups := range r.regex().FindAllStringSubmatchIndex(text[place.start:place.end], -1) {
		key := stretch{groups[0], groups[1]}
		if len(groups) > 2 {
			key = stretch{}
		}
		for i := 2; i < len(groups); i += 2 {
			if groups[i+1]-groups[i] > key.end-key.start {
				key = stretch{groups[i], groups[i+1]}
			}
		}
		key.start += place.start
		key.end += place.start
		s := text[key.start:key.end]
		if s == "" || entropy(s) <= r.entropy || isStandIn(s) {
			continue
		}
		isSpared := slices.ContainsFunc(r.spared, func(spared *regexp.Regexp) bool { return spared.MatchString(s) })
		line := key // the whole token
		for line.start > 0 && tokenBytes[text[line.start-1]] {
			line.start--
		}
		if !isSpared && !isEncodedLine(text, line.start, run(text, line.end, tokenBytes)) {
			found = append(found, key)
		}
	}
	return found
}

const (
	keyReach   = 120     // bytes from a keyword to its key, or back to its beginning
	longestKey = 4 << 10 // bytes
)

// entropy returns the entropy of the bytes of a text, in bits a byte.
func entropy(s string) float64 {
	var counts [256]int
	for i := range len(s) {
		counts[s[i]]++
	}
	sum := 0.0
	for _, n := range counts {
		if n > 0 {
			p := float64(n) / float64(len(s))
			sum -= p * math.Log2(p)
		}
	}
	return sum
}

// A keywordFinder finds the keywords of rules, in capitals or not. At most places of a text
// one read of a table of bits is enough.
type keywordFinder struct {
	may [1 << 15 / 64]uint64 // by the code of three bytes
	by  map[uint16][]keyword
}

type keyword struct {
	text string
	rule int
}

func newKeywordFinder(rules []keyRule) *keywordFinder {
	f := &keywordFinder{by: map[uint16][]keyword{}}
	add := func(code uint16, k keyword) {
		f.may[code/64] |= 1 << (code % 64)
		f.by[code] = append(f.by[code], k)
	}
	for i, rule := range rules {
		for _, text := range rule.keywords {
			k := keyword{text, i}
			if len(text) > 2 {
				add(code(text[0], text[1], text[2]), k)
				continue
			}
			for third := range byte(32) {
				add(code(text[0], text[1], third), k)
			}
		}
	}
	return f
}

// code is the same for letters in capitals and not.
func code(a, b, c byte) uint16 { return uint16(a&31)<<10 | uint16(b&31)<<5 | uint16(c&31) }

// each calls back with each keyword of a text, in order.
func (f *keywordFinder) each(text string, found func(rule, start, end int)) {
	for at := 0; at+2 < len(text); at++ {
		c := code(text[at], text[at+1], text[at+2])
		if f.may[c/64]>>(c%64)&1 == 0 {
			continue
		}
		for _, k := range f.by[c] {
			if hasPrefixFold(text[at:], k.text) {
				found(k.rule, at, at+len(k.text))
			}
		}
	}
}

// hasPrefixFold reports whether a text begins with a word, in capitals or not.
func hasPrefixFold(text, word string) bool {
	return len(text) >= len(word) && strings.EqualFold(text[:len(word)], word)
}
