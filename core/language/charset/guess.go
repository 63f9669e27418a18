package charset

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/saintfish/chardet"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// A legacy is an encoding from before Unicode.
type legacy struct {
	name     string
	encoding encoding.Encoding
	script   *unicode.RangeTable // of the letters beyond ASCII; nil if characters take several bytes
}

// legacies maps the detector's names to encodings. A file that the detector takes for
// ISO-8859-1 or ISO-8859-9 is decoded as the Windows encoding that extends it.
var legacies = map[string]legacy{
	"ISO-8859-1":   {"windows-1252", charmap.Windows1252, unicode.Latin},
	"ISO-8859-2":   {"iso-8859-2", charmap.ISO8859_2, unicode.Latin},
	"ISO-8859-5":   {"iso-8859-5", charmap.ISO8859_5, unicode.Cyrillic},
	"ISO-8859-6":   {"iso-8859-6", charmap.ISO8859_6, unicode.Arabic},
	"ISO-8859-7":   {"iso-8859-7", charmap.ISO8859_7, unicode.Greek},
	"ISO-8859-8":   {"iso-8859-8", charmap.ISO8859_8, unicode.Hebrew},
	"ISO-8859-8-I": {"iso-8859-8-i", charmap.ISO8859_8I, unicode.Hebrew},
	"ISO-8859-9":   {"windows-1254", charmap.Windows1254, unicode.Latin},
	"windows-1250": {"windows-1250", charmap.Windows1250, unicode.Latin},
	"windows-1251": {"windows-1251", charmap.Windows1251, unicode.Cyrillic},
	"windows-1252": {"windows-1252", charmap.Windows1252, unicode.Latin},
	"windows-1253": {"windows-1253", charmap.Windows1253, unicode.Greek},
	"windows-1254": {"windows-1254", charmap.Windows1254, unicode.Latin},
	"windows-1255": {"windows-1255", charmap.Windows1255, unicode.Hebrew},
	"windows-1256": {"windows-1256", charmap.Windows1256, unicode.Arabic},
	"KOI8-R":       {"koi8-r", charmap.KOI8R, unicode.Cyrillic},
	"Shift_JIS":    {"shift_jis", japanese.ShiftJIS, nil},
	"EUC-JP":       {"euc-jp", japanese.EUCJP, nil},
	"EUC-KR":       {"euc-kr", korean.EUCKR, nil},
	"GB-18030":     {"gb18030", simplifiedchinese.GB18030, nil},
	"Big5":         {"big5", traditionalchinese.Big5, nil},
}

// guess decodes content that is not in Unicode.
func guess(content string) (text, name string, err error) {
	// What the detector finds, and what it misses or confuses, the most likely first, in a fixed
	// order. Without results the latter remain.
	results, err := chardet.NewTextDetector().DetectAll([]byte(content[:min(len(content), sampleSize)]))
	if err != nil {
		results = nil
	}
	results = append(results, chardet.Result{Charset: "windows-1252", Confidence: 6})
	for _, also := range []string{"ISO-8859-2", "windows-1250", "windows-1251", "KOI8-R"} {
		results = append(results, chardet.Result{Charset: also, Confidence: 5})
	}
	var found []candidate
	for _, r := range results {
		if l, known := legacies[r.Charset]; known {
			found = append(found, candidate{legacy: l, confidence: float64(r.Confidence) / 100})
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.confidence, a.confidence), cmp.Compare(a.name, b.name))
	})
	var best candidate
	for _, c := range found {
		if c.judge(content) && c.score > best.score {
			best = c
		}
	}
	if best.score == 0 {
		ascii := strings.Map(func(r rune) rune {
			if r > unicode.MaxASCII {
				return -1
			}
			return r
		}, content)
		if !isPlausible(ascii) {
			return "", "", errBinary
		}
		return "", "", errUnknown
	}
	return best.text, best.name, nil
}

// A candidate is an encoding that content may be in.
type candidate struct {
	legacy
	confidence float64 // the detector's, from 0 to 1
	text       string
	score      float64 // the confidence, weighted by the faults of the decoded text
}

// sampleSize is how many bytes the detector reads, which takes time for each.
const sampleSize = 64 << 10

// judge decodes content and sets the score. It returns false if the content is not in
// the encoding. For letters of a script the score falls with the share of characters
// beyond ASCII that are misplaced.
func (c *candidate) judge(content string) bool {
	text, err := c.encoding.NewDecoder().String(content)
	if err != nil || !isPlausible(text) {
		return false
	}
	c.text, c.score = text, c.confidence
	if c.script == nil {
		return true
	}
	wide, faults := 1, 0
	var before, previous rune
	for _, r := range text {
		if r > unicode.MaxASCII {
			wide++
		}
		if isMisplaced(before, previous, r, c.script) {
			faults++
		}
		before, previous = previous, r
	}
	likeness := 1 - min(1, float64(faults)/float64(wide))
	c.score = (0.2 + c.confidence) * math.Pow(likeness, 6)
	return true
}

// isMisplaced reports whether the last of three neighbours shows a wrong encoding: a sign
// inside of a word, a letter of another script, a capital after a small letter, in Latin
// three accented letters in a row, elsewhere a word that continues in ASCII.
func isMisplaced(before, previous, r rune, script *unicode.RangeTable) bool {
	if !unicode.IsLetter(r) {
		return unicode.IsLetter(previous) && strings.ContainsRune(neverAfterLetter, r)
	}
	wide, afterWide := r > unicode.MaxASCII, previous > unicode.MaxASCII
	switch {
	case !unicode.IsLetter(previous):
		return afterWide && unicode.IsLetter(before) && !strings.ContainsRune(betweenLetters, previous)
	case wide && !unicode.Is(script, r):
		return true
	case !wide && !afterWide:
		return false
	case unicode.IsUpper(r) && unicode.IsLower(previous):
		return true
	case script == unicode.Latin:
		return wide && afterWide && before > unicode.MaxASCII
	}
	return wide != afterWide
}

// betweenLetters are the signs that occur between two letters of ordinary text,
// neverAfterLetter the signs that occur before words, or apart from them.
const (
	neverAfterLetter = "±¶¿¡¬¦¤×÷¸´¨¯¼½¾"
	betweenLetters   = "’‘“”–—…·•\u00a0\u00ad"
)
