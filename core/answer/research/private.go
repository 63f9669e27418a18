package research

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/search/retrieve"
)

// privateWords is how many words in a row a query may share with a file before it is
// kept from the sources beside the workspace: names are shorter, and copied text is not.
const privateWords = 8

// Why a query is kept here, for people.
const (
	keptForWords  = "it holds words of a file"
	keptForLength = "it holds more words, or longer ones, than a name has that are none of your question's"
	keptForNumber = "it holds a number, a code or an address that is none of your question's"
	keptForSecret = "it may hold a secret"
	keptForTime   = "there was no time to compare it with the files"
)

// IsPrivate says why a query that was made of some texts must not leave the machine, "" for
// one that may. It is kept for
//   - a secret, one of its own or of the texts, as secrets, which may be nil, knows them: all
//     of it in 5 letters and digits or more, however spaces cut it, or one of its words in 4;
//   - what the question, asked, has not: a number of more than 3 digits but for two years, a
//     code such as a7f3k9, an address of mail, more than 7 words or 40 letters in all, a
//     word of more than 20, or more than a few signs, whether they stand in the texts or not;
//   - 8 words in a row of one of the texts, or 24 letters cut into other words, also where some
//     of them are the question's. In scripts without spaces both are 12 characters of Chinese or
//     Japanese, whose words have one and a half on average, or 24 letters of Thai, Lao, Khmer or
//     Burmese.
//
// Case, marks, accents and spaces make no difference. A query that was made of no text at all
// is kept for a secret alone.
//
// It is no wall: 7 words of a file pass, numbers that are spelled out among them, and so do 40
// letters of it without spaces between others.
func IsPrivate(query, asked string, texts []string, secrets func(texts []string) []string) string {
	p := newPrivacy(asked, secrets)
	for _, text := range texts {
		p.read = append(p.read, p.reading(text))
	}
	return p.keeps(query)
}

// A privacy is what queries are compared with.
type privacy struct {
	asked        spelling
	askedWords   []string
	askedPlainly string                        // bare, with signs
	secretsIn    func(texts []string) []string // nil for none
	read         []*reading
}

func newPrivacy(asked string, secrets func(texts []string) []string) *privacy {
	spelled := spell(asked)
	return &privacy{asked: spelled, askedWords: spelled.list(), askedPlainly: spell(withSigns(asked)).bare, secretsIn: secrets}
}

// A reading is what a query may hold of a text.
type reading struct {
	spelling
	addresses []string // bare
	secrets   []spelling
}

func (p *privacy) reading(text string) *reading {
	r := &reading{spelling: spell(text), addresses: addressesOf(withSigns(text))}
	for _, secret := range p.secrets(text) {
		r.secrets = append(r.secrets, spell(secret))
	}
	return r
}

func (p *privacy) secrets(text string) []string {
	if p.secretsIn == nil {
		return nil
	}
	return p.secretsIn([]string{text})
}

// keeps is IsPrivate for one more query.
func (p *privacy) keeps(query string) string {
	q := spell(query)
	if len(p.secrets(query)) > 0 || slices.ContainsFunc(p.read, func(r *reading) bool { return slices.ContainsFunc(r.secrets, q.tells) }) {
		return keptForSecret
	}
	if len(p.read) == 0 {
		return ""
	}
	if why := p.exceeds(query, q); why != "" {
		return why
	}
	words := q.list()
	switch {
	case slices.ContainsFunc(runsOf(words, wordWeight), p.isOfFile) || slices.ContainsFunc(runsOf(words, letterWeight), p.isRecut):
		return keptForWords
	case slices.ContainsFunc(p.read, func(r *reading) bool { return p.holdsAddress(q, r) }):
		return keptForNumber
	}
	return ""
}

// holdsAddress reports whether a query holds an address of a text that the question does
// not.
func (p *privacy) holdsAddress(q spelling, r *reading) bool {
	return slices.ContainsFunc(r.addresses, func(address string) bool {
		return strings.Contains(q.bare, address) && !strings.Contains(p.asked.bare, address)
	})
}

// How much of a secret tells it, in letters and digits: all of it wherever it stands, if it
// is long enough not to stand in other words; all of it in words of its own; or one of its
// words.
const (
	tellingSecret = 8
	joinedSecret  = 5
	tellingWord   = 4
)

// tells reports whether a query, which s is, tells a secret.
func (s spelling) tells(secret spelling) bool {
	length := utf8.RuneCountInString(secret.bare)
	if length >= tellingSecret && strings.Contains(s.bare, secret.bare) || length >= joinedSecret && s.joins(secret.bare) {
		return true
	}
	return slices.ContainsFunc(secret.list(), func(w string) bool { return utf8.RuneCountInString(w) >= tellingWord && s.holds(w) })
}

// isOfFile reports whether some words in a row stand in a text, and not in the question.
func (p *privacy) isOfFile(run string) bool {
	return !p.asked.holds(run) && slices.ContainsFunc(p.read, func(r *reading) bool { return r.holds(run) })
}

// isRecut reports whether some words in a row stand in a text cut into other words, as
// scripts without spaces always do.
func (p *privacy) isRecut(run string) bool {
	bare := strings.ReplaceAll(run, " ", "")
	return !strings.Contains(p.asked.bare, bare) && slices.ContainsFunc(p.read, func(r *reading) bool {
		return strings.Contains(r.bare, bare) && (startsUnspaced(run) || !r.holds(run))
	})
}

// runWeight is how much words in a row weigh that are private: as privateWords words, each
// of lettersPerWord, or as so many letters that are cut into other words.
const (
	lettersPerWord = 3
	runWeight      = privateWords * lettersPerWord
)

// wordWeight is what a word weighs among whole words. In scripts without spaces it is one
// character.
func wordWeight(word string) int {
	if startsUnspaced(word) {
		return letterWeight(word)
	}
	return lettersPerWord
}

// letterWeight is what the letters and digits of a word weigh: each one, and two where it is
// a syllable or a word by itself.
func letterWeight(word string) int {
	weight := 0
	for _, r := range word {
		if weight++; isWide(r) {
			weight++
		}
	}
	return weight
}

// runsOf are the shortest runs of words that weigh enough, one from each word on.
func runsOf(words []string, weigh func(word string) int) []string {
	var runs []string
	for i := range words {
		for j, weight := i, 0; j < len(words); j++ {
			if weight += weigh(words[j]); weight >= runWeight {
				runs = append(runs, strings.Join(words[i:j+1], " "))
				break
			}
		}
	}
	return runs
}

// keepPrivate notes which queries are kept from the other sources, if there are any, since
// they hold what stands in the texts that were read. Where ctx or the time of the question
// ends before all of these were looked at, all queries are kept.
func (e *expedition) keepPrivate(ctx context.Context, queries []Query) []Query {
	if len(e.Beside) == 0 || len(queries) == 0 {
		return queries
	}
	isLong := func(q Query) bool { return utf8.RuneCountInString(q.Text) > MaxAside }
	if !slices.ContainsFunc(queries, func(q Query) bool { return !isLong(q) }) {
		return queries // aside says why they stay here
	}
	ctx, cancel := context.WithDeadline(ctx, e.meter.end)
	defer cancel()
	p := newPrivacy(e.query.Text, e.Secrets)
	inTime := e.lookAt(ctx, p)
	for i, q := range queries {
		switch {
		case isLong(q):
		case inTime:
			queries[i].Kept = p.keeps(q.Text)
		default:
			queries[i].Kept = keptForTime
		}
	}
	return queries
}

// A readText is a text that a query may have been made of: a document by its path and hash,
// or a short one itself.
type readText struct {
	hash file.Hash
	text string // or path
}

// lookAt gives a privacy what was read so far, each text once and not again in later rounds,
// and reports whether ctx left it the time for all of them.
func (e *expedition) lookAt(ctx context.Context, p *privacy) (all bool) {
	if e.looked == nil {
		e.looked = map[readText]*reading{}
	}
	for of, text := range e.read() {
		if ctx.Err() != nil {
			return false
		}
		if e.looked[of] == nil {
			e.looked[of] = p.reading(text)
		}
		p.read = append(p.read, e.looked[of])
	}
	return ctx.Err() == nil
}

// read are the texts that a query may have been made of: those of the files that were
// found, their names, and their passages as a model was shown them. What came from the
// other sources is none of the user's.
func (e *expedition) read() map[readText]string {
	texts := map[readText]string{}
	addShort := func(text string) { texts[readText{text: text}] = text }
	isOwn := map[*document.Document]bool{}
	for _, found := range e.results() {
		for _, d := range found.Documents {
			if isOwn[d.Document] = !e.isBeside(d.Document); isOwn[d.Document] {
				addShort(d.Path)
				addShort(d.Title)
				texts[readText{d.Hash, d.Path}] = d.Text
			}
		}
		for _, h := range found.Hits {
			if own, known := isOwn[h.Document]; own || !known && !e.isBeside(h.Document) {
				addShort(strings.Join(h.Chunk.Titles, "\n") + "\n" + h.Chunk.Text)
			}
		}
	}
	return texts
}

// results are those that were read so far.
func (e *expedition) results() []*retrieve.Result {
	all := make([]*retrieve.Result, 0, 1+len(e.parts)+len(e.shown))
	if e.single != nil {
		all = append(all, e.single)
	}
	return slices.Concat(all, e.parts, e.shown)
}
