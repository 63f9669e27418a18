package research

import (
	"slices"
	"strings"
	"sync"

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
// for a secret, one of its own or of the texts, as secrets, which may be nil, knows them;
// for 8 words in a row of one of the texts, or 24 letters cut into other words; and for a
// number or a code of a text such as 55710482, a7f3k9 or an address of mail, which stands
// for one person or thing. Case, marks and spaces make no difference. What asked says is in
// none of the texts: it is the question of the user, who typed it.
//
// It is no wall: words in another order, words between them and letters that only look
// alike pass.
func IsPrivate(query, asked string, texts []string, secrets func(texts []string) []string) string {
	return newPrivacy(asked, texts, secrets).keeps(query)
}

// A spelling is a text as queries are compared with it.
type spelling struct {
	words string // folded, with a space around each
	bare  string // its letters and digits, folded
}

func spell(s string) spelling {
	words := folded(s)
	return spelling{words, bareOf(words)}
}

func (s spelling) holds(words string) bool { return strings.Contains(s.words, " "+words+" ") }

// A privacy is what queries are compared with. What it knows of the texts is made when it
// is first needed.
type privacy struct {
	asked     spelling
	secretsIn func(texts []string) []string
	texts     func() []spelling
	codes     func() []string // bare
	secrets   func() []spelling
}

func newPrivacy(asked string, texts []string, secrets func(texts []string) []string) privacy {
	if secrets == nil {
		secrets = func([]string) []string { return nil }
	}
	return privacy{
		asked:     spell(asked),
		secretsIn: secrets,
		texts:     sync.OnceValue(func() []spelling { return spellAll(texts) }),
		codes:     sync.OnceValue(func() []string { return codesOf(texts) }),
		secrets:   sync.OnceValue(func() []spelling { return spellAll(secrets(texts)) }),
	}
}

func spellAll(texts []string) []spelling {
	all := make([]spelling, len(texts))
	for i, text := range texts {
		all[i] = spell(text)
	}
	return all
}

// keeps is IsPrivate for one more query.
func (p privacy) keeps(query string) string {
	q := spell(query)
	words := strings.Fields(q.words)
	switch {
	case len(p.secretsIn([]string{query})) > 0 || slices.ContainsFunc(p.secrets(), q.tells):
		return keptForSecret
	case slices.ContainsFunc(runsOf(words), p.isOfFile) || slices.ContainsFunc(stretchesOf(words), p.isRecut):
		return keptForWords
	case slices.ContainsFunc(p.codes(), func(code string) bool { return strings.Contains(q.bare, code) && !strings.Contains(p.asked.bare, code) }),
		slices.ContainsFunc(spreadNumbers(words), p.isOfFile):
		return keptForCode
	}
	return ""
}

// How much of a secret tells it: all of it however it is cut, if it is long enough not to
// stand in other words, or one of its words.
const (
	tellingSecret = 8
	tellingWord   = 4
)

// tells reports whether a query, which s is, tells a secret.
func (s spelling) tells(secret spelling) bool {
	if len(secret.bare) >= tellingSecret && strings.Contains(s.bare, secret.bare) {
		return true
	}
	return slices.ContainsFunc(strings.Fields(secret.words), func(w string) bool { return len(w) >= tellingWord && s.holds(w) })
}

// isOfFile reports whether some words in a row stand in a text, and not in the question.
func (p privacy) isOfFile(run string) bool {
	return !p.asked.holds(run) && slices.ContainsFunc(p.texts(), func(text spelling) bool { return text.holds(run) })
}

// isRecut reports whether some words in a row stand in a text cut into other words.
func (p privacy) isRecut(run string) bool {
	bare := bareOf(run)
	return !strings.Contains(p.asked.bare, bare) && slices.ContainsFunc(p.texts(), func(text spelling) bool {
		return strings.Contains(text.bare, bare) && !text.holds(run)
	})
}

// runsOf are all runs of privateWords words.
func runsOf(words []string) []string {
	var runs []string
	for i := 0; i+privateWords <= len(words); i++ {
		runs = append(runs, strings.Join(words[i:i+privateWords], " "))
	}
	return runs
}

// longStretch is how many bytes of words in a row are private however they are cut.
const longStretch = 24

// stretchesOf are the runs of words that are just as long, one from each word on.
func stretchesOf(words []string) []string {
	var stretches []string
	for i := range words {
		for j, size := i, 0; j < len(words); j++ {
			if size += len(words[j]); size >= longStretch {
				stretches = append(stretches, strings.Join(words[i:j+1], " "))
				break
			}
		}
	}
	return stretches
}

// keepPrivate notes which queries are kept from the other sources, if there are any, since
// they hold what stands in some texts.
func (e *expedition) keepPrivate(queries []Query, texts []string) []Query {
	if len(e.Beside) == 0 {
		return queries
	}
	p := newPrivacy(e.query.Text, texts, e.Secrets)
	for i := range queries {
		queries[i].Kept = p.keeps(queries[i].Text)
	}
	return queries
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
	return slices.Concat([]*retrieve.Result{e.single}, e.parts, e.shown)
}
