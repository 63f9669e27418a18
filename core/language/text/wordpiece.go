package text

import (
	"iter"
	"unicode"
	"unicode/utf8"
)

// A WordPiece cuts texts into the pieces of a vocabulary, as the uncased models of
// the BERT family do. It is immutable: any number of goroutines may use it at once.
//
// Letters are lower-cased and lose their accents; characters that cannot be seen are
// left out; white space separates; a sign of punctuation and a character of Chinese
// is a word of its own. A word is cut from its start, the longest piece first, where
// all pieces but the first are written with ## in front. A word that cannot be cut so,
// or that is longer than 100 characters, is the piece [UNK].
//
// Two things differ from the tokenizers of those models. Accents are taken from Latin
// letters alone, and form feeds and vertical tabs separate words, where the models join the
// words on both sides of a page break.
type WordPiece struct {
	starts  *pieceTable // pieces at the start of a word
	rests   *pieceTable // pieces inside of a word, without their ##
	signs   [utf8.RuneSelf]int32
	unknown int
}

// Unknown is the piece for a word that cannot be cut, in the spelling of the
// vocabulary.
const Unknown = "[UNK]"

// longestWord is how many characters a word may have.
const longestWord = 100

// NewWordPiece makes the cutter for a vocabulary. The number of a piece is its place
// in the slice. Where the vocabulary has no [UNK], its number is -1.
func NewWordPiece(vocabulary []string) *WordPiece {
	w := &WordPiece{starts: newPieceTable(len(vocabulary)), rests: newPieceTable(len(vocabulary) / 4), unknown: -1}
	for i, piece := range vocabulary {
		switch {
		case piece == Unknown:
			w.unknown = i
			w.starts.add(piece, i)
		case len(piece) > 2 && piece[:2] == "##":
			w.rests.add(piece[2:], i)
		default:
			w.starts.add(piece, i)
		}
	}
	for sign := range w.signs {
		w.signs[sign] = int32(w.unknown)
		if number, found := w.starts.find(keyOf(string(rune(sign)), 0, 1)); found {
			w.signs[sign] = int32(number)
		}
	}
	return w
}

// Unknown is the number of the piece [UNK], -1 if the vocabulary has none.
func (w *WordPiece) Unknown() int { return w.unknown }

// Pieces returns the pieces of s in order, each with its number and its place: the bytes
// of s that it was made from. With code, underscores separate and words are cut first
// where a small letter or a digit meets a capital, and in front of the last of several
// capitals: "HTTPServer_port" is read as "http server port".
//
// The time is linear in the length of s, and words in ASCII cost no allocation.
func (w *WordPiece) Pieces(s string, code bool) iter.Seq2[int, Span] {
	return func(yield func(int, Span) bool) {
		c := newCutter(w, s, code, yield)
		for at := 0; at < len(s) && !c.stopped; {
			at = c.step(at)
		}
	}
}

// A byteClass is the role of a byte for the cutter.
type byteClass uint8

const (
	wideByte  byteClass = iota // not ASCII, or a control character: needs a second look
	blankByte                  // separates
	signByte                   // a word of its own
	wordByte                   // a letter or digit
)

var (
	proseClasses = newByteClasses(false)
	codeClasses  = newByteClasses(true)
)

func newByteClasses(code bool) (classes [256]byteClass) {
	for b := range utf8.RuneSelf {
		switch {
		case '0' <= b && b <= '9', 'A' <= b && b <= 'Z', 'a' <= b && b <= 'z':
			classes[b] = wordByte
		case b == ' ', '\t' <= b && b <= '\r', code && b == '_':
			classes[b] = blankByte
		case ' ' < b && b < 0x7f:
			classes[b] = signByte
		}
	}
	return classes
}

// A cutter goes through one text.
type cutter struct {
	words   *WordPiece
	source  string
	classes *[256]byteClass
	code    bool
	yield   func(int, Span) bool
	stopped bool // yield returned false

	pieces [longestWord]cutPiece // of the word at hand
	folded foldedWord
}

// A cutPiece is a piece of a word: with its place in the word's form.
type cutPiece struct {
	number     int
	start, end int
}

func newCutter(w *WordPiece, s string, code bool, yield func(int, Span) bool) *cutter {
	c := &cutter{words: w, source: s, classes: &proseClasses, code: code, yield: yield}
	if code {
		c.classes = &codeClasses
	}
	return c
}

// step cuts what starts at an offset, and returns where it ends.
func (c *cutter) step(at int) int {
	switch c.classes[c.source[at]] {
	case blankByte:
		return at + 1
	case signByte:
		c.emit(int(c.words.signs[c.source[at]]), Span{at, at + 1})
		return at + 1
	case wideByte:
		return c.stepWide(at)
	}
	end := c.asciiWord(at)
	if end == at {
		return c.stepWide(at)
	}
	if c.code {
		c.cutParts(at, end)
	} else {
		c.cut(at, end)
	}
	return end
}

// asciiWord is where the word ends that starts at an offset, and that offset itself if
// no word starts there or one that is not all ASCII.
func (c *cutter) asciiWord(at int) (end int) {
	for end = at; end < len(c.source); end++ {
		switch c.classes[c.source[end]] {
		case wordByte:
		case wideByte:
			return at
		default:
			return end
		}
	}
	return end
}

// cutParts cuts an identifier in ASCII where its case changes.
func (c *cutter) cutParts(start, end int) {
	from := start
	for at := start + 1; at < end && !c.stopped; at++ {
		if isPartStart(c.source, at, end) {
			c.cut(from, at)
			from = at
		}
	}
	if !c.stopped {
		c.cut(from, end)
	}
}

// isPartStart reports whether a part of an identifier that ends at end starts at an
// offset after its first byte.
func isPartStart(s string, at, end int) bool {
	if !isCapital(s[at]) {
		return false
	}
	return !isCapital(s[at-1]) || at+1 < end && 'a' <= s[at+1] && s[at+1] <= 'z'
}

func isCapital(b byte) bool { return 'A' <= b && b <= 'Z' }

// cut cuts a word in ASCII, in whatever case.
func (c *cutter) cut(start, end int) {
	n := -1
	if end-start <= longestWord {
		n = c.split(c.source, start, end, lowerCase)
	}
	if n < 0 {
		c.emit(c.words.unknown, Span{start, end})
		return
	}
	for _, p := range c.pieces[:n] {
		c.emit(p.number, Span{p.start, p.end})
	}
}

// lowerCase has the bits that make ASCII letters small and leave digits as they are.
const lowerCase = 0x20 * eachByte

// split cuts the form [start, end) of s and returns how many pieces there are, -1 if
// it cannot be cut. The bits in lower are set in each byte first.
func (c *cutter) split(s string, start, end int, lower uint64) int {
	table, n := c.words.starts, 0
	for at := start; at < end; n++ {
		number, length := table.longestAt(s, at, end, lower)
		if length == 0 {
			return -1
		}
		c.pieces[n] = cutPiece{number, at, at + length}
		at += length
		table = c.words.rests
	}
	return n
}

func (c *cutter) emit(number int, span Span) {
	c.stopped = c.stopped || !c.yield(number, span)
}

// stepWide cuts what starts at an offset and is not all ASCII.
func (c *cutter) stepWide(at int) int {
	end := c.folded.read(c.source, at, c.classes)
	form := string(c.folded.form)
	if form == "" {
		return end
	}
	n := -1
	if c.folded.letters <= longestWord {
		n = c.split(form, 0, len(form), 0)
	}
	if n < 0 {
		c.emit(c.words.unknown, c.folded.span(0, len(form)))
		return end
	}
	for _, p := range c.pieces[:n] {
		c.emit(p.number, c.folded.span(p.start, p.end))
	}
	return end
}

// A foldedWord is a word as it is looked up, with the place of each byte in the text.
type foldedWord struct {
	form    []byte
	places  []Span // of the character that a byte of form comes from, and its marks
	letters int    // characters of the form; those past longestWord are not kept
}

func (f *foldedWord) span(start, end int) Span {
	return Span{f.places[start].Start, f.places[end-1].End}
}

// read folds the word that starts at an offset, which is no blank, and returns where
// it ends.
func (f *foldedWord) read(s string, at int, classes *[256]byteClass) int {
	f.form, f.places, f.letters = f.form[:0], f.places[:0], 0
	for at < len(s) {
		r, size := utf8.DecodeRuneInString(s[at:])
		place := Span{at, at + size}
		switch wordRuneKind(r, classes) {
		case unspaced:
			if f.letters > 0 {
				return at
			}
			f.add(unaccented(r), place)
			return place.End
		case separator:
			if f.letters > 0 {
				return at
			}
			return place.End
		case mark:
			f.extend(place)
		case letter:
			f.add(unaccented(unicode.ToLower(r)), place)
		}
		at = place.End
	}
	return at
}

func (f *foldedWord) add(r rune, place Span) {
	if f.letters++; f.letters > longestWord {
		f.places[len(f.places)-1].End = place.End
		return
	}
	f.form = utf8.AppendRune(f.form, r)
	for len(f.places) < len(f.form) {
		f.places = append(f.places, place)
	}
}

// extend adds a mark to the character that it belongs to.
func (f *foldedWord) extend(place Span) {
	if n := len(f.places); n > 0 {
		f.places[n-1].End = place.End
	}
}

// wordRuneKind returns the effect of a character on a word: letter continues it, mark and
// joiner leave no trace in it, separator ends it, and unspaced is a word of its own.
func wordRuneKind(r rune, classes *[256]byteClass) runeKind {
	if r < utf8.RuneSelf {
		switch classes[r] {
		case wordByte:
			return letter
		case blankByte:
			return separator
		case signByte:
			return unspaced
		}
		return joiner
	}
	switch {
	case unicode.IsSpace(r):
		return separator
	case unicode.IsPunct(r), isChinese(r):
		return unspaced
	case unicode.Is(unicode.Mn, r):
		return mark
	case r == utf8.RuneError, unicode.In(r, unicode.Cc, unicode.Cf):
		return joiner
	}
	return letter
}

// isChinese reports whether r is in the blocks that the models of the family treat as
// Chinese.
func isChinese(r rune) bool {
	switch {
	case r < 0x3400:
		return false
	case r <= 0x4DBF, 0x4E00 <= r && r <= 0x9FFF, 0xF900 <= r && r <= 0xFAFF:
		return true
	}
	return 0x20000 <= r && r <= 0x2CEAF || 0x2F800 <= r && r <= 0x2FA1F
}
