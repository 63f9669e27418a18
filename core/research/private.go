package research

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"docuquest/core/retrieve"
)

// privateWords is how many words in a row a query may share with a file before it is
// kept from the sources beside the workspace: names are shorter, and copied text is not.
const privateWords = 8

// Why a query is kept here, for people.
const (
	keptForWords  = "it holds words of a file"
	keptForCode   = "it holds a number or a code of a file"
	keptForSecret = "it may hold a secret"
)

// IsPrivate says why a query must not leave the machine, "" for one that may. It is kept
// for a secret, as isSecret, which may be nil, knows it; for 8 words in a row of one of
// the texts, whatever their case and the marks between them; and for a number or a code of
// a text such as 55710482 or a7f3k9, which stands for one person or thing. What asked says
// counts for none of the texts: it is the question of the user, who typed it.
func IsPrivate(query, asked string, texts []string, isSecret func(string) bool) string {
	return newPrivacy(asked, texts, isSecret).keeps(query)
}

// A privacy is what queries are compared with.
type privacy struct {
	asked    string          // folded, as are texts
	texts    func() []string // that stand in files, made when a query is long enough to hold any of it
	isSecret func(query string) bool
}

func newPrivacy(asked string, texts []string, isSecret func(string) bool) privacy {
	return privacy{asked: folded(asked), isSecret: isSecret, texts: sync.OnceValue(func() []string {
		all := make([]string, len(texts))
		for i, text := range texts {
			all[i] = folded(text)
		}
		return all
	})}
}

// keeps is IsPrivate for one more query.
func (p privacy) keeps(query string) string {
	words := plainWords(query)
	switch {
	case p.isSecret != nil && p.isSecret(query):
		return keptForSecret
	case slices.ContainsFunc(runsOf(words), p.isOfFile):
		return keptForWords
	case slices.ContainsFunc(codesIn(words), p.isOfFile):
		return keptForCode
	}
	return ""
}

// isOfFile reports whether some words in a row stand in a text, and not in the question.
func (p privacy) isOfFile(run string) bool {
	run = " " + run + " "
	return !strings.Contains(p.asked, run) && slices.ContainsFunc(p.texts(), func(text string) bool { return strings.Contains(text, run) })
}

// runsOf are all runs of privateWords words.
func runsOf(words []string) []string {
	var runs []string
	for i := 0; i+privateWords <= len(words); i++ {
		runs = append(runs, strings.Join(words[i:i+privateWords], " "))
	}
	return runs
}

// What a code is. Years, the names of standards and of models are none.
const (
	codeDigits  = 6  // of one number
	spreadCode  = 9  // digits of a number that is written as several, as those of cards are
	codeLength  = 6  // letters and digits of a word that has codeTurns
	codeTurns   = 3  // from letters to digits and back
	longestName = 11 // letters and digits of a word that has both
)

// codesIn are the numbers and codes among some words, each as it stands there.
func codesIn(words []string) []string {
	var codes []string
	for i, w := range words {
		if isCode(w) {
			codes = append(codes, w)
		}
		if end := numberEnd(words, i); i+1 < end && len(strings.Join(words[i:end], "")) >= spreadCode {
			codes = append(codes, strings.Join(words[i:end], " "))
		}
	}
	return codes
}

// numberEnd is behind the last of the words of digits alone from one on.
func numberEnd(words []string, from int) int {
	end := from
	for end < len(words) && strings.Trim(words[end], "0123456789") == "" {
		end++
	}
	return end
}

func isCode(word string) bool {
	letters, digits, turns := 0, 0, 0
	var wasDigit bool
	for _, r := range word {
		isDigit := unicode.IsDigit(r)
		if letters+digits > 0 && isDigit != wasDigit {
			turns++
		}
		if wasDigit = isDigit; isDigit {
			digits++
		} else {
			letters++
		}
	}
	length := letters + digits
	return digits >= codeDigits || turns >= codeTurns && length >= codeLength || turns > 0 && length > longestName
}

// keepPrivate notes which queries are kept from the other sources, if there are any, since
// they hold what stands in some texts.
func (e *expedition) keepPrivate(queries []Query, texts []string) []Query {
	if len(e.Beside) == 0 {
		return queries
	}
	p := newPrivacy(e.query.Text, texts, e.secretsIn(queries, texts))
	for i := range queries {
		queries[i].Kept = p.keeps(queries[i].Text)
	}
	return queries
}

// secretsIn looks once which of some queries hold a secret.
func (e *expedition) secretsIn(queries []Query, texts []string) func(query string) bool {
	if e.HoldSecrets == nil {
		return nil
	}
	asked := make([]string, len(queries))
	for i, q := range queries {
		asked[i] = q.Text
	}
	held := e.HoldSecrets(asked, texts)
	return func(query string) bool { return held[slices.Index(asked, query)] }
}

// read are the texts that a query may have been made of: those of the files that were
// found, their names, and their passages as a model was shown them. What came from the
// other sources is none of the user's.
func (e *expedition) read() []string {
	var texts []string
	for _, found := range e.results() {
		for _, d := range found.Documents {
			if !e.isBeside(d.Document) {
				texts = append(texts, d.Path, d.Title, d.Text)
			}
		}
		for _, h := range found.Hits {
			if !e.isBeside(h.Document) {
				texts = append(texts, strings.Join(h.Chunk.Titles, "\n")+"\n"+h.Chunk.Text)
			}
		}
	}
	return texts
}

// results are those that were read so far.
func (e *expedition) results() []*retrieve.Result {
	all := append([]*retrieve.Result{e.single}, e.parts...)
	if e.report.Found != nil {
		all = append(all, e.report.Found)
	}
	return all
}
