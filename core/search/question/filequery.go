package question

import (
	"slices"
	"strings"
	"unicode"

	"docuquest/core/file"
	"docuquest/core/language/analysis"
	"docuquest/core/language/lexicon"
	"docuquest/core/language/text"
)

// A FileQuery asks about all files rather than for the best of them: how many contain some
// words, which ones do, which do not. A file fits that contains each wording of All, one of
// Any where there is any, and none of None; without any wording, every file fits.
type FileQuery struct {
	Asks   FileAim
	All    []Wording
	Any    []Wording
	None   []Wording
	Filter Filter // of the kind of files that is named: "which Go files"
}

// A FileAim is what a FileQuery wants to know.
type FileAim uint8

// The aims.
const (
	CountFiles  FileAim = iota // how many files
	ListFiles                  // which files
	CountPlaces                // how often, in all files that fit
)

// A Wording is a word, or some words in a row, that a file contains or does not.
//
// Case and accents never matter. A Literal one occurs as it is written, white space aside;
// of any other each word means all words of its stem, as "jade" does for "jades", and
// only white space or hyphens may be between the words. Parts of an identifier are words
// only where underscores separate them.
type Wording struct {
	Text    string
	Literal bool
}

// Wordings returns all wordings, in the order All, Any, None.
func (q FileQuery) Wordings() []Wording { return slices.Concat(q.All, q.Any, q.None) }

// FileQueryOn returns the question on files that goes on with an earlier question, as in
// "And how many files mention it?"; nil for any other. "It" is the one wording that the
// earlier question counted, or else the one word that this question inherits: of several
// words it is unknown which are meant.
func (q *Question) FileQueryOn(earlier *Question, inherited []string) *FileQuery {
	if len(inherited) == 0 {
		return nil
	}
	subject := []Wording{{Text: inherited[0]}}
	if earlier.Collection != nil {
		subject = earlier.Collection.Wordings()
	} else if len(inherited) > 1 {
		return nil
	}
	if len(subject) != 1 || !isCountable(subject[0].Text) {
		return nil
	}
	return fileQuery(q.Text, subject[0])
}

// fileQuery reads a question about the files themselves, such as
//
//	How many files mention jade?
//	List all Go files that mention both jade and gold but not silver.
//	Which documents never mention "gold ring"?
//	In how many files does the word jade occur?
//	How often is jade mentioned?
//	How many PDF files are there?
//
// It is strict: the result is nil for every question of which it does not understand each
// word, since the texts answer "How many beads were found?". Words that a file contains,
// uses or holds must be in quotes, look like a piece of a program, or follow "the word";
// "Which files contain the configuration?" asks for meaning. it is the wording that a pronoun means
// in a question that goes on with another one; the zero value for none.
func fileQuery(s string, it Wording) *FileQuery {
	p := &fileParser{tokens: tokensIn(s), it: it, phrases: lexicon.Of("en").Section("file questions")}
	if it.Text != "" {
		p.take("goes-on")
		p.comma()
	}
	p.take("polite")
	if !p.places() && !p.files() {
		return nil
	}
	if p.fillers(); p.rest() > 0 {
		return nil
	}
	return &p.query
}

// A fileParser reads the tokens of a question from left to right. Its methods report
// whether they took what they read; what a method took that reports false does not matter,
// since the question is none on files then.
type fileParser struct {
	tokens  []token
	at      int
	it      Wording // what a pronoun means; the zero value for nothing
	phrases lexicon.Section
	query   FileQuery
}

// places reads "How often is jade mentioned".
func (p *fileParser) places() bool {
	start := p.at
	p.query = FileQuery{Asks: CountPlaces}
	switch {
	case p.take("count-places"), p.take("count") && p.skip("noun-skipped") && p.take("mentions"):
		if p.objects(mentions, false) {
			p.take("found")
			return true
		}
	case p.take("how-often"):
		if p.take("be") && p.objects(mentions, false) && p.take("mentioned") {
			return true
		}
		if !p.take("do") {
			break
		}
		// "Does a file mention jade", or "does the word jade occur": how often a fault occurs is a
		// matter of the texts.
		verb := p.at
		if p.fileNoun() && p.take("mention-verb") {
			return p.objects(mentions, false)
		}
		p.at = verb
		if p.objects(holds, false) && p.take("occur") {
			return true
		}
	}
	p.at = start
	return false
}

// files reads the questions that count or list files.
func (p *fileParser) files() bool {
	p.query = FileQuery{}
	isPassive := false
	switch {
	case p.take("in-how-many"):
		isPassive = true
	case p.take("how-many"):
	case p.take("in-which"):
		p.query.Asks, isPassive = ListFiles, true
	case p.take("which"):
		p.query.Asks = ListFiles
		return p.fileNoun() && p.folder() && p.rest() > 0 && p.condition()
	case p.take("list"):
		p.query.Asks = ListFiles
		p.take("list-what")
	default:
		return false
	}
	switch {
	case !p.fileNoun() || !p.folder():
		return false
	case !isPassive:
		return p.condition()
	case p.take("be"):
		return p.objects(mentions, false) && p.take("mentioned")
	case p.take("do"):
		return p.objects(mentions, false) && p.take("occur-passive")
	}
	return false
}

// condition reads what files must contain: a verb and its objects, or nothing.
func (p *fileParser) condition() bool {
	there := p.take("exist")
	p.take("relative")
	start := p.at
	if there {
		p.fillers()
	}
	if p.rest() == 0 {
		return true
	}
	p.at = start
	switch never := p.take("deny"); {
	case p.take("no-mention"):
		return !never && p.objects(mentions, true)
	case p.take("mention"):
		return p.objects(mentions, never)
	case !never && p.take("without"):
		return p.objects(holds, true)
	case p.take("contain"):
		return p.objects(holds, never)
	}
	return false
}

// fileNoun reads a word for files, with a type of theirs before it.
func (p *fileParser) fileNoun() bool {
	isNoun := func(at int) bool {
		return at < len(p.tokens) && !p.tokens[at].quoted && p.isKey("noun", p.tokens[at].folded)
	}
	p.skip("noun-skipped")
	if t := p.peek(); !t.quoted && isNoun(p.at+1) {
		_, isFamily := families[t.folded]
		isExtension := t.folded != "" && strings.Trim(t.folded, "abcdefghijklmnopqrstuvwxyz0123456789") == "" && file.LanguageOf("x."+t.folded) != ""
		if isFamily || t.folded == "code" || p.isKey("type", t.folded) || isExtension {
			p.query.Filter, _ = NewFilter(nil, []string{t.folded})
			p.at++
		}
	}
	if !isNoun(p.at) {
		return false
	}
	p.at++
	return true
}

// folder reads "in the docs folder" and "below core/language/text", if that follows.
func (p *fileParser) folder() bool {
	start := p.at
	if !p.take("in") {
		return true
	}
	if p.at--; p.inAll() {
		return true
	}
	p.at = start + 1
	p.take("the")
	named := p.peek()
	p.at++
	isFolder := p.take("folder")
	if named.folded == "" || !isFolder && !strings.Contains(named.raw, "/") {
		return false
	}
	f, err := NewFilter([]string{named.raw}, nil)
	p.query.Filter = p.query.Filter.And(f)
	return err == nil
}

// inAll reads words that mean the whole workspace.
func (p *fileParser) inAll() bool {
	start := p.at
	if p.take("in-all") && p.skip("all-skipped") && p.take("all") {
		return true
	}
	p.at = start
	return false
}

// fillers reads words that may end a question and mean nothing.
func (p *fileParser) fillers() {
	for p.inAll() || p.take("filler") {
		continue
	}
}

// A fileVerb is a kind of verb, by what its objects may be.
type fileVerb uint8

const (
	mentions fileVerb = iota // any words
	holds                    // only what is plainly meant as words
)

// objects reads the wordings behind a verb: "jade", "both jade and gold", "jade or gold but
// not silver". Of a verb that is denied all of them are absent.
func (p *fileParser) objects(verb fileVerb, isDenied bool) bool {
	lead, wanted := "", "" // the word that announces several objects, and the joint that it needs
	for _, announced := range []struct{ lead, joint string }{{"both", "and"}, {"either", "or"}, {"neither", "nor"}} {
		if lead == "" && p.take(announced.lead) {
			lead, wanted = announced.lead, announced.joint
		}
	}
	wordings, joint, ok := p.wordings(verb)
	if !ok {
		return false
	}
	switch {
	case lead != "" && joint != wanted:
		return false
	case lead == "neither" && !isDenied, isDenied && lead != "neither" && joint != "and":
		p.query.None = wordings
		return true // in "neither jade nor gold but silver" words are left, and the question is none
	case isDenied || joint == "nor":
		return false // "do not mention jade and gold" may be true of files with one of them
	case joint == "or":
		p.query.Any = wordings
	default:
		p.query.All = wordings
	}
	p.comma()
	if !p.take("except") {
		return p.tokens[max(0, p.at-1)].folded != ","
	}
	p.take("mentioning")
	none, joint, ok := p.wordings(verb)
	p.query.None = none
	return ok && joint != "and"
}

// wordings reads objects with one kind of joint between them.
func (p *fileParser) wordings(verb fileVerb) (all []Wording, joint string, ok bool) {
	for {
		w, ok := p.wording(verb)
		if !ok {
			return nil, "", false
		}
		all = append(all, w)
		next := p.joint()
		switch {
		case next == "":
			return all, joint, joint != ","
		case joint != "" && joint != "," && next != joint:
			return nil, "", false // "jade and gold or silver" has two meanings
		case joint == "" || joint == ",":
			joint = next
		}
	}
}

// joint reads what is between two objects: "and", "or", "nor", or a comma, behind which one
// of these must follow in the end. It returns "" for nothing.
func (p *fileParser) joint() string {
	start := p.at
	comma := p.comma()
	for _, joint := range []string{"and", "or", "nor"} {
		if !p.take(joint) {
			continue
		}
		if p.next("no") > 0 {
			p.at = start
			return ""
		}
		return joint
	}
	if comma && p.next("but") == 0 {
		return ","
	}
	p.at = start
	return ""
}

// mostObjectWords is the number of words that an object has at most that is not in quotes.
const mostObjectWords = 3

// wording reads one object.
func (p *fileParser) wording(verb fileVerb) (Wording, bool) {
	if p.it.Text != "" && p.take("it") {
		return p.it, verb == mentions || p.it.Literal
	}
	p.skip("object-skipped")
	isWord := p.take("worded")
	switch t := p.peek(); {
	case t.quoted:
		p.at++
		return Wording{Text: t.raw, Literal: true}, isCountable(t.raw)
	case isWord, isCodeLike(t.raw):
		p.at++
		next := p.peek()
		goesOn := next.folded != "" && (next.quoted || p.isObjectWord(next))
		return Wording{Text: t.raw, Literal: true}, isCountable(t.raw) && !goesOn
	case verb == holds:
		return Wording{}, false
	}
	var words []string
	for t := p.peek(); !t.quoted && p.isObjectWord(t); t = p.peek() {
		words = append(words, t.raw)
		p.at++
	}
	w := Wording{Text: strings.Join(words, " ")}
	w.Literal = strings.ContainsAny(w.Text, "0123456789") // figures have no stem
	return w, 0 < len(words) && len(words) <= mostObjectWords && !p.peek().quoted
}

// isObjectWord reports whether a word can be what a file mentions, rather than a part of the
// question.
func (p *fileParser) isObjectWord(t token) bool {
	return !p.isKey("no-object", t.folded) && text.HasLetterOrDigit(t.raw) && !analysis.IsStop(analysis.Exact(t.raw)) && !strings.ContainsAny(t.raw, "()[]{}<>\"'")
}

// isCountable reports whether a wording begins and ends with characters that words have: the
// index does not distinguish C from C#, or force from --force.
func isCountable(s string) bool {
	isMark := func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r)
	}
	return text.HasLetterOrDigit(s) && strings.TrimFunc(s, isMark) == s
}

// isCodeLike reports whether a word is spelled as pieces of programs are: with a mark
// inside, with a capital behind a small letter, or in capitals alone.
func isCodeLike(word string) bool {
	if !text.HasLetterOrDigit(word) {
		return false
	}
	if strings.ContainsAny(word, "_.():/=#@$") {
		return true
	}
	small, large := 0, 0
	for _, r := range word {
		switch {
		case unicode.IsLower(r):
			small++
		case unicode.IsUpper(r) && small > 0:
			return true
		case unicode.IsUpper(r):
			large++
		}
	}
	return small == 0 && large > 2
}

func (p *fileParser) rest() int { return len(p.tokens) - p.at }

// peek returns the next token, the zero value at the end.
func (p *fileParser) peek() token {
	if p.rest() <= 0 {
		return token{}
	}
	return p.tokens[p.at]
}

// isKey reports whether a folded word is a phrase of a key.
func (p *fileParser) isKey(key, word string) bool { return slices.Contains(p.phrases.Words(key), word) }

// take takes the first phrase of a key that comes next.
func (p *fileParser) take(key string) bool {
	n := p.next(key)
	p.at += n
	return n > 0
}

// next returns the number of words of the first phrase of a key that comes next, 0 for none.
func (p *fileParser) next(key string) int {
	return phraseLength(p.phrases.Words(key), func(i int) string {
		if p.at+i >= len(p.tokens) || p.tokens[p.at+i].quoted {
			return ""
		}
		return p.tokens[p.at+i].folded
	})
}

// phraseLength returns the number of words of the first of some phrases that a text begins
// with, 0 for none. word returns its words, "" behind the last one.
func phraseLength(phrases []string, word func(i int) string) int {
	for _, phrase := range phrases {
		words := strings.Fields(phrase)
		n := 0
		for n < len(words) && words[n] == word(n) {
			n++
		}
		if n == len(words) {
			return n
		}
	}
	return 0
}

// skip takes the phrases of a key as often as they come. It is always true.
func (p *fileParser) skip(key string) bool {
	for p.take(key) {
		continue
	}
	return true
}

func (p *fileParser) comma() bool {
	if t := p.peek(); t.folded == "," && !t.quoted {
		p.at++
		return true
	}
	return false
}

// A token is a word of a question with the marks in it, a comma, or a quotation.
type token struct {
	raw    string
	folded string
	quoted bool
}

func tokensIn(s string) []token {
	var tokens []token
	s = strings.ReplaceAll(s, "’", "'")
	for rest := strings.TrimSpace(s); rest != ""; rest = strings.TrimSpace(rest) {
		if n := quotationLength(rest); n > 0 {
			inside := strings.TrimSpace(strings.Trim(rest[:n], "\"`“”«»'"))
			tokens = append(tokens, token{raw: inside, folded: inside, quoted: true})
			rest = strings.TrimLeft(rest[n:], ".?!")
			continue
		}
		if rest[0] == ',' {
			tokens = append(tokens, token{raw: ",", folded: ","})
			rest = rest[1:]
			continue
		}
		end := strings.IndexAny(rest, " \t\r\n,")
		if end < 0 {
			end = len(rest)
		}
		if raw := strings.TrimRight(rest[:end], ".?!;:"); raw != "" {
			tokens = append(tokens, token{raw: raw, folded: text.Fold(raw)})
		}
		rest = rest[end:]
	}
	return tokens
}

// quotationLength returns the length of the quotation at the start of s, single marks among
// them, which must not be apostrophes.
func quotationLength(s string) int {
	if n := quoted(s); n > 0 || s[0] != '\'' {
		return n
	}
	end := strings.IndexByte(s[1:], '\'') + 2
	if end < 3 || end < len(s) && !strings.ContainsRune(" \t,.?!", rune(s[end])) {
		return 0
	}
	return end
}
