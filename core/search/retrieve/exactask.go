package retrieve

import (
	"strings"

	"docuquest/core/file"
	"docuquest/core/language/text"
)

// AskExact reads a question about the files themselves, such as
//
//	How many files mention jade?
//	List all Go files that mention both jade and gold but not silver.
//	Which documents never mention "gold ring"?
//	In how many files does the word jade occur?
//	How often is jade mentioned?
//	How many PDF files are there?
//
// It is strict: ok is false for every question of which it does not understand each
// word, since "How many beads were found?" is one that the texts answer. Words that a
// file contains, uses or holds must be in quotes, look like a piece of a program, or
// stand behind "the word"; "Which files contain the configuration?" asks for meaning.
func AskExact(question string) (ask ExactQuestion, ok bool) {
	p := &exactParser{tokens: exactTokens(question)}
	return p.question()
}

// AskExactOn reads a question that goes on with the last one, as in "And how many files
// mention it?". What "it" stands for is the one wording that the last question counted,
// or else the one word that is taken over: of more words nobody can tell which are meant.
// Beyond that it is as strict as AskExact.
func AskExactOn(question string, c Context, last Past) (ask ExactQuestion, ok bool) {
	if len(c.Words) == 0 {
		return ExactQuestion{}, false
	}
	subject := []Wording{{Text: c.Words[0]}}
	if counted, ok := AskExact(last.Question); ok {
		subject = counted.Wordings()
	} else if len(c.Words) > 1 {
		return ExactQuestion{}, false
	}
	if len(subject) != 1 || !isCountable(subject[0].Text) {
		return ExactQuestion{}, false
	}
	p := &exactParser{tokens: exactTokens(question), it: subject[0]}
	p.any("and", "but", "so", "then")
	p.any(",")
	return p.question()
}

// question reads all of it.
func (p *exactParser) question() (ask ExactQuestion, ok bool) {
	p.any("please", "can you", "could you")
	if !p.places() && !p.files() {
		return ExactQuestion{}, false
	}
	if p.fillers(); p.rest() > 0 {
		return ExactQuestion{}, false
	}
	return p.ask, true
}

// An exactParser reads the tokens of a question from left to right. A method that is
// false has taken nothing that matters: the question is none then.
type exactParser struct {
	tokens []exactToken
	at     int
	it     Wording // what a pronoun stands for; the zero value for nothing
	ask    ExactQuestion
}

// places reads "How often is jade mentioned".
func (p *exactParser) places() bool {
	start := p.at
	p.ask = ExactQuestion{Asks: CountPlaces}
	switch {
	case p.any("how many mentions of", "how many occurrences of"),
		p.any("count", "what is the number of", "the number of", "number of") && p.skip("all", "the") && p.any("mentions of", "occurrences of"):
		if p.objects(mentions, false) {
			p.any("are there", "exist", "are found")
			return true
		}
	case p.any("how often", "how many times", "how frequently"):
		if p.placesBehindVerb() {
			return true
		}
	}
	p.at = start
	return false
}

func (p *exactParser) placesBehindVerb() bool {
	switch {
	case p.any("is", "are", "was", "were"):
		return p.objects(mentions, false) && p.any("mentioned", "referred to")
	case p.any("do", "does"):
		start := p.at
		if p.fileNoun() && p.any("mention", "refer to") {
			return p.objects(mentions, false)
		}
		p.at = start
		return p.objects(holds, false) && p.any("occur", "appear") // how often a fault occurs is a matter of the text
	}
	return false
}

// files reads the questions that count or list files.
func (p *exactParser) files() bool {
	p.ask = ExactQuestion{}
	passive := false
	switch {
	case p.any("in how many"):
		passive = true
	case p.any("how many", "what number of", "what is the number of", "count"):
	case p.any("in which", "in what"):
		p.ask.Asks, passive = ListFiles, true
	case p.any("which", "what"):
		p.ask.Asks = ListFiles
		if p.fileNoun() && p.folder() && p.rest() > 0 {
			return p.condition()
		}
		return false
	case p.any("list", "show me", "show", "name", "find", "enumerate", "give me", "tell me"):
		p.ask.Asks = ListFiles
		p.any("the names of", "which", "what")
	default:
		return false
	}
	if !p.fileNoun() || !p.folder() {
		return false
	}
	if passive {
		return p.passive()
	}
	return p.condition()
}

// passive reads what stands behind "in which files".
func (p *exactParser) passive() bool {
	switch {
	case p.any("is", "are", "was", "were"):
		return p.objects(mentions, false) && p.any("mentioned", "referred to")
	case p.any("do", "does"):
		return p.objects(mentions, false) && p.any("occur", "appear", "stand")
	}
	return false
}

// condition reads what files must hold: a verb and its objects, or nothing.
func (p *exactParser) condition() bool {
	there := p.any("are there", "exist", "do i have", "do we have", "do you have", "are indexed", "are searched")
	p.any("that", "which")
	if p.rest() == 0 || there && p.onlyFillers() {
		return true
	}
	switch never := p.any("never", "do not", "does not", "don't", "doesn't", "did not", "didn't", "do never"); {
	case p.any("fail to mention", "fails to mention", "make no mention of", "have no mention of", "contain no mention of", "without any mention of", "without mention of", "without mentioning", "not mentioning", "never mentioning"):
		return !never && p.objects(mentions, true)
	case p.any("mention", "mentions", "mentioned", "mentioning", "refer to", "refers to", "referring to", "talk about", "speak of"):
		return p.objects(mentions, never)
	case !never && p.any("without"):
		return p.objects(holds, true)
	case p.any("contain", "contains", "containing", "include", "includes", "including", "have", "has", "having", "hold", "holds", "use", "uses", "using", "call", "calls", "say", "says", "with"):
		return p.objects(holds, never)
	}
	return false
}

// fileNoun reads what files are called, with a type of theirs in front.
func (p *exactParser) fileNoun() bool {
	p.skip("of", "all", "every", "each", "the", "these", "those", "my", "our", "your", "different")
	if t := p.peek(); !t.quoted && isTypeName(t.folded) && p.isFileNoun(1) {
		p.ask.Filter, _ = NewFilter(nil, []string{t.folded})
		p.at++
	}
	if !p.isFileNoun(0) {
		return false
	}
	p.at++
	return true
}

func (p *exactParser) isFileNoun(ahead int) bool {
	if p.rest() <= ahead {
		return false
	}
	switch t := p.tokens[p.at+ahead]; t.folded {
	case "file", "files", "document", "documents", "docs":
		return !t.quoted
	}
	return false
}

// folder reads "in the docs folder" and "below core/language/text", if that is there.
func (p *exactParser) folder() bool {
	start := p.at
	if !p.any("in", "under", "below", "inside", "of") {
		return true
	}
	if p.at--; p.onlyPlaceFillers() {
		return true
	}
	p.at = start + 1
	p.any("the")
	named := p.peek()
	p.at++
	isFolder := p.any("folder", "directory")
	if named.folded == "" || !isFolder && !strings.Contains(named.raw, "/") {
		return false
	}
	f, err := NewFilter([]string{named.raw}, nil)
	p.ask.Filter = p.ask.Filter.And(f)
	return err == nil
}

// onlyPlaceFillers takes words that say "in all that is here".
func (p *exactParser) onlyPlaceFillers() bool {
	start := p.at
	if p.any("in", "of") && p.skip("the", "this", "my", "our", "whole") && p.any("workspace", "folder", "project", "repository", "repo", "collection", "corpus", "index") {
		return true
	}
	p.at = start
	return false
}

// fillers takes what may end a question and says nothing.
func (p *exactParser) fillers() {
	for p.onlyPlaceFillers() || p.any("here", "in total", "at all", "altogether", "anywhere", "somewhere", "in them", "please", "exactly",
		"in my files", "in the files", "in these files", "in all files", "in my documents", "in the documents", "in all documents", "are there") {
		continue
	}
}

func (p *exactParser) onlyFillers() bool {
	start := p.at
	p.fillers()
	if p.rest() == 0 {
		return true
	}
	p.at = start
	return false
}

func (p *exactParser) rest() int { return len(p.tokens) - p.at }

// peek is the next token, the zero value at the end.
func (p *exactParser) peek() exactToken {
	if p.rest() == 0 {
		return exactToken{}
	}
	return p.tokens[p.at]
}

// any takes the first of some phrases that comes next.
func (p *exactParser) any(phrases ...string) bool {
	for _, phrase := range phrases {
		words := strings.Fields(phrase)
		if p.begins(words) {
			p.at += len(words)
			return true
		}
	}
	return false
}

func (p *exactParser) begins(words []string) bool {
	if p.rest() < len(words) {
		return false
	}
	for i, w := range words {
		if t := p.tokens[p.at+i]; t.quoted || t.folded != w {
			return false
		}
	}
	return true
}

// skip takes as many of some words as there are. It is always true.
func (p *exactParser) skip(words ...string) bool {
	for p.any(words...) {
		continue
	}
	return true
}

// An exactToken is a word of a question with the marks in it, a comma, or what
// stands in quotes.
type exactToken struct {
	raw    string
	folded string
	quoted bool
}

// exactTokens takes a question apart.
func exactTokens(question string) []exactToken {
	var tokens []exactToken
	question = strings.ReplaceAll(question, "’", "'")
	for rest := strings.TrimSpace(question); rest != ""; rest = strings.TrimSpace(rest) {
		if n := quotedLength(rest); n > 0 {
			said := strings.TrimSpace(strings.Trim(rest[:n], "\"`“”«»'"))
			tokens = append(tokens, exactToken{raw: said, folded: said, quoted: true})
			rest = strings.TrimLeft(rest[n:], ".?!")
			continue
		}
		if rest[0] == ',' {
			tokens = append(tokens, exactToken{raw: ",", folded: ","})
			rest = rest[1:]
			continue
		}
		end := strings.IndexAny(rest, " \t\r\n,")
		if end < 0 {
			end = len(rest)
		}
		if raw := strings.TrimRight(rest[:end], ".?!;:"); raw != "" {
			tokens = append(tokens, exactToken{raw: raw, folded: text.Fold(raw)})
		}
		rest = rest[end:]
	}
	return tokens
}

// quotedLength is the length of what stands in quotes at the start of s, single ones
// among them, which must not be apostrophes.
func quotedLength(s string) int {
	if n := quoted(s); n > 0 || s[0] != '\'' {
		return n
	}
	end := strings.IndexByte(s[1:], '\'') + 2
	if end < 3 || end < len(s) && !strings.ContainsRune(" \t,.?!", rune(s[end])) {
		return 0
	}
	return end
}

// isTypeName says whether a word names files of a kind: "go", "markdown", "pdf".
func isTypeName(word string) bool {
	if _, family := families[word]; family || word == "code" {
		return true
	}
	switch word {
	case "markdown", "python", "javascript", "typescript", "rust", "ruby":
		return true
	}
	return word != "" && strings.Trim(word, "abcdefghijklmnopqrstuvwxyz0123456789") == "" && file.LanguageOf("x."+word) != ""
}
