// Package mask takes the secrets out of texts before these are sent, and puts them back
// into what comes in reply.
package mask

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// A Mask replaces each secret of some texts by a placeholder such as [secret-1], and each
// placeholder of a reply by its secret. A secret is recognised by its form (a key of a known
// service, a private key, a password in an address), by the name that it is given to
// (password = ..., api_key: ...) and by how random it looks.
//
// A Mask belongs to one request or to one question, and to one goroutine. The zero value is
// ready to use.
type Mask struct {
	secrets []string       // number n is secrets[n-1]
	numbers map[string]int // of each secret
}

// New returns a mask that has hidden nothing yet.
func New() *Mask { return &Mask{} }

// placeholderStart and its end are what a placeholder has around its number.
const (
	placeholderStart  = "[secret-"
	placeholderEnd    = ']'
	placeholderDigits = 6 // at most
)

// Hide returns a text with a placeholder for each secret. The same secret has the same
// placeholder in all texts of the mask. A placeholder that the text itself contains is
// hidden too, so that it is not taken for another.
func (m *Mask) Hide(text string) string { return m.HideAll([]string{text})[0] }

// mostRepeated bounds how many secrets are searched elsewhere in a text.
// One that is shorter may be any word.
const mostRepeated, shortestRepeated = 200, 8

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
		// A password that a file assigns may be in a sentence, too.
		for _, secret := range m.secrets[:min(len(m.secrets), mostRepeated)] {
			if len(secret) < shortestRepeated || !strings.ContainsAny(secret, "0123456789!$%&*+/=?@^") || !strings.ContainsFunc(secret, isLetter) {
				continue // it may be a word
			}
			for from := 0; ; {
				at := strings.Index(text[from:], secret)
				if at < 0 {
					break
				}
				found[i] = append(found[i], stretch{from + at, from + at + len(secret)})
				from += at + len(secret)
			}
		}
		var out strings.Builder
		done := 0
		for _, s := range merged(found[i]) {
			out.WriteString(text[done:s.start])
			out.WriteString(placeholderStart)
			out.WriteString(strconv.Itoa(m.number(text[s.start:s.end])))
			out.WriteByte(placeholderEnd)
			done = s.end
		}
		out.WriteString(text[done:])
		hidden[i] = out.String()
	}
	return hidden
}

// number returns the number of a secret, a new one if it was not hidden before.
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

// A ReplyForm is what a reply is written in, which decides how a secret is spelled in it.
type ReplyForm uint8

// The forms of a reply.
const (
	PlainReply ReplyForm = iota
	JSONReply            // a secret is inside a JSON string, where quotes and line ends are escaped
)

// Restorer returns what puts the secrets back in the places of their placeholders, in a
// text that comes in pieces.
func (m *Mask) Restorer(form ReplyForm) *Restorer { return &Restorer{mask: m, form: form} }

// A Restorer restores a text that comes in pieces. What may be the beginning of a
// placeholder is held back until its rest has come. It belongs to one goroutine.
type Restorer struct {
	mask *Mask
	form ReplyForm
	held string
}

// Next takes a piece and returns what of the text is certain by now.
func (r *Restorer) Next(piece string) string {
	if len(r.mask.secrets) == 0 {
		return piece
	}
	text := r.held + piece
	certain := len(text)
	tail := text[max(0, len(text)-len(placeholderStart)-placeholderDigits):]
	if at := strings.LastIndexByte(tail, placeholderStart[0]); at >= 0 {
		tail = tail[at:]
		digits, isBegun := strings.CutPrefix(tail, placeholderStart)
		if isBegun && strings.Trim(digits, "0123456789") == "" || !isBegun && strings.HasPrefix(placeholderStart, tail) {
			certain -= len(tail)
		}
	}
	text, r.held = text[:certain], text[certain:]
	var out strings.Builder
	done := 0
	for _, p := range placeholdersIn(text) {
		number, err := strconv.Atoi(text[p.start+len(placeholderStart) : p.end-1])
		if err != nil || number < 1 || len(r.mask.secrets) < number {
			continue // a placeholder that nobody was given
		}
		secret := r.mask.secrets[number-1]
		var inJSON strings.Builder
		e := json.NewEncoder(&inJSON)
		e.SetEscapeHTML(false)
		if r.form == JSONReply && e.Encode(secret) == nil {
			secret = strings.TrimSuffix(inJSON.String()[1:], "\"\n")
		}
		out.WriteString(text[done:p.start])
		out.WriteString(secret)
		done = p.end
	}
	out.WriteString(text[done:])
	return out.String()
}

// Rest returns what is still held back when no more pieces come.
func (r *Restorer) Rest() string {
	rest := r.held
	r.held = ""
	return rest
}

// placeholdersIn returns what has the form of a placeholder.
func placeholdersIn(text string) []stretch {
	var found []stretch
	for from := 0; ; {
		at := strings.Index(text[from:], placeholderStart)
		if at < 0 {
			return found
		}
		start := from + at
		digits := start + len(placeholderStart)
		from = run(text, digits, decimalDigits)
		if n := from - digits; 0 < n && n <= placeholderDigits && from < len(text) && text[from] == placeholderEnd {
			from++
			found = append(found, stretch{start, from})
		}
	}
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
