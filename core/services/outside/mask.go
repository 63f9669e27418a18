package outside

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// A Mask hides the secrets that stand in texts before these are sent, and puts them
// back into what comes in reply: each is replaced by a placeholder such as [secret-1].
// What a secret is, is told by its form (a key of a known service, a private key, a
// password in an address), by the name that it is given to (password = ..., api_key:
// ...) and by how random it looks.
//
// A Mask belongs to one request or to one question, and to one goroutine. The zero
// value is ready to use, and so is what NewMask gives.
type Mask struct {
	secrets []string       // number n is secrets[n-1]
	numbers map[string]int // of each secret
}

// NewMask makes a mask that hides nothing yet.
func NewMask() *Mask { return &Mask{} }

// placeholderStart and its end are what a placeholder has around its number.
const (
	placeholderStart  = "[secret-"
	placeholderEnd    = ']'
	placeholderDigits = 6 // at most
)

// Hide returns a text with a placeholder for each secret. The same secret has the same
// placeholder in all texts of the mask. A text that holds such a placeholder of its own
// has that hidden too, so that none is taken for another.
func (m *Mask) Hide(text string) string { return m.HideAll([]string{text})[0] }

// HideAll hides the secrets of several texts: one that is recognised in any of them is
// hidden in all. The caller owns the result; the texts are not changed.
func (m *Mask) HideAll(texts []string) []string {
	found := make([][]stretch, len(texts))
	for i, text := range texts {
		found[i] = secretsIn(text)
		for _, s := range found[i] {
			m.number(text[s.start:s.end])
		}
	}
	hidden := make([]string, len(texts))
	for i, text := range texts {
		hidden[i] = m.replace(text, merged(append(found[i], m.repeated(text)...)))
	}
	return hidden
}

// Hidden returns how many different secrets were hidden so far.
func (m *Mask) Hidden() int { return len(m.secrets) }

// Secrets returns what was hidden so far, each secret once. The slice is the caller's.
func (m *Mask) Secrets() []string { return slices.Clone(m.secrets) }

// Restorer puts the secrets back in the places of their placeholders, in a text that
// comes in pieces.
func (m *Mask) Restorer(form ReplyForm) *Restorer {
	spell := asItIs
	if form == JSONReply {
		spell = inJSON
	}
	return &Restorer{mask: m, spell: spell}
}

// ReplyForm is what a reply is written in, which decides how a secret is spelled in it.
type ReplyForm uint8

// The forms of a reply.
const (
	PlainReply ReplyForm = iota
	JSONReply            // a secret stands inside a JSON string, where quotes and line ends are escaped
)

// A Restorer restores a text that comes in pieces. What may be the beginning of a
// placeholder is held back until its rest has come. It belongs to one goroutine.
type Restorer struct {
	mask  *Mask
	spell func(secret string) string
	held  string
}

// Next takes a piece and returns what of the text is certain by now.
func (r *Restorer) Next(piece string) string {
	if r.mask.Hidden() == 0 {
		return piece
	}
	text := r.held + piece
	certain := len(text) - openPlaceholder(text)
	r.held = text[certain:]
	return r.mask.restore(text[:certain], r.spell)
}

// Rest returns what is still held back when no more pieces come.
func (r *Restorer) Rest() string {
	rest := r.held
	r.held = ""
	return rest
}

// openPlaceholder is the length of the end of a text that may become a placeholder.
func openPlaceholder(text string) int {
	longest := len(placeholderStart) + placeholderDigits
	at := strings.LastIndexByte(text[max(0, len(text)-longest):], placeholderStart[0])
	if at < 0 {
		return 0
	}
	end := text[max(0, len(text)-longest)+at:]
	digits, begun := strings.CutPrefix(end, placeholderStart)
	if !begun && !strings.HasPrefix(placeholderStart, end) || begun && strings.Trim(digits, "0123456789") != "" {
		return 0
	}
	return len(end)
}

func asItIs(secret string) string { return secret }

// inJSON spells a secret as the inside of a JSON string.
func inJSON(secret string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(secret) != nil {
		return secret
	}
	return strings.TrimSuffix(b.String()[1:], "\"\n")
}

func (m *Mask) restore(text string, spell func(string) string) string {
	if len(m.secrets) == 0 || !strings.Contains(text, placeholderStart) {
		return text
	}
	var out strings.Builder
	done := 0
	for _, p := range placeholdersIn(text) {
		number, err := strconv.Atoi(text[p.start+len(placeholderStart) : p.end-1])
		if err != nil || number < 1 || len(m.secrets) < number {
			continue // a placeholder that nobody was given
		}
		out.WriteString(text[done:p.start])
		out.WriteString(spell(m.secrets[number-1]))
		done = p.end
	}
	out.WriteString(text[done:])
	return out.String()
}

// replace puts placeholders in the places of stretches, which are in order and apart.
func (m *Mask) replace(text string, hidden []stretch) string {
	if len(hidden) == 0 {
		return text
	}
	var out strings.Builder
	done := 0
	for _, s := range hidden {
		out.WriteString(text[done:s.start])
		out.WriteString(placeholderStart)
		out.WriteString(strconv.Itoa(m.number(text[s.start:s.end])))
		out.WriteByte(placeholderEnd)
		done = s.end
	}
	out.WriteString(text[done:])
	return out.String()
}

// number is the number of a secret, a new one if it was not hidden before.
func (m *Mask) number(secret string) int {
	if n, ok := m.numbers[secret]; ok {
		return n
	}
	if m.numbers == nil {
		m.numbers = map[string]int{}
	}
	m.secrets = append(m.secrets, secret)
	m.numbers[secret] = len(m.secrets)
	return len(m.secrets)
}

// mostRepeated bounds for how many secrets it is looked where else they stand.
const mostRepeated = 200

// repeated finds the secrets of the mask wherever else they stand in a text: a password
// that a file assigns is told in a sentence, too.
func (m *Mask) repeated(text string) []stretch {
	var found []stretch
	for _, secret := range m.secrets[:min(len(m.secrets), mostRepeated)] {
		if !isTelling(secret) {
			continue
		}
		for from := 0; ; {
			at := strings.Index(text[from:], secret)
			if at < 0 {
				break
			}
			found = append(found, stretch{from + at, from + at + len(secret)})
			from += at + len(secret)
		}
	}
	return found
}

// isTelling reports whether a secret can be told from a word that stands in a text for
// other reasons.
func isTelling(secret string) bool {
	const least = 8
	return len(secret) >= least && strings.ContainsAny(secret, "0123456789!$%&*+/=?@^") &&
		strings.ContainsFunc(secret, isLetter)
}

// A stretch is a part of a text, in bytes, its end exclusive.
type stretch struct{ start, end int }

// merged puts stretches in order and joins those that overlap.
func merged(all []stretch) []stretch {
	slices.SortFunc(all, func(a, b stretch) int { return cmp.Compare(a.start, b.start) })
	var out []stretch
	for _, s := range all {
		if last := len(out) - 1; last >= 0 && s.start < out[last].end {
			out[last].end = max(out[last].end, s.end)
			continue
		}
		out = append(out, s)
	}
	return out
}

// placeholdersIn finds what has the form of a placeholder.
func placeholdersIn(text string) []stretch {
	var found []stretch
	for from := 0; ; {
		at := strings.Index(text[from:], placeholderStart)
		if at < 0 {
			return found
		}
		start := from + at
		from = start + len(placeholderStart)
		digits := from
		for from < len(text) && isDigit(text[from]) {
			from++
		}
		if n := from - digits; 0 < n && n <= placeholderDigits && from < len(text) && text[from] == placeholderEnd {
			from++
			found = append(found, stretch{start, from})
		}
	}
}
