package ground

import (
	"cmp"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"docuquest/core/language/fuzzy"
	"docuquest/core/language/text"
)

// An Anchorage is a text in which quotes of an earlier day are sought. What that
// takes is made once, so one Anchorage should serve all quotes of a text. It is not
// to be used by two goroutines at once.
type Anchorage struct {
	text  string
	lines *text.Lines
	read  *folded // nil until it is needed
}

// NewAnchorage makes one of a text of 2 GB at most.
func NewAnchorage(s string) *Anchorage { return &Anchorage{text: s, lines: text.NewLines(s)} }

// An Anchor is what a text has of a quote.
type Anchor struct {
	Span text.Span // in the text; empty where the text has nothing like the quote
	// Ratio is 1 where the text has the quote as it reads, from 0.75 on where something
	// like it does, and 0 where nothing does.
	Ratio float64
	// Here says that it begins on the lines where it was expected.
	Here bool
}

// Find looks for a quote, nearest to where it was: on the lines of near, or else
// as few bytes from them as can be. Two texts read the same if nothing but white
// space, marks of emphasis and those at the starts of lines, and invisible characters
// distinguishes them. A quote that the text does not contain is searched by likeness: first around
// near, and then everywhere; a quote of less than 12 characters on the lines of near
// alone, since something like it occurs everywhere.
func (a *Anchorage) Find(quote string, near text.Span) Anchor {
	lines := a.linesOf(near, quote)
	exact := a.nearest(occurrences(a.text, quote), near, lines)
	if exact.Here {
		return exact
	}
	needle := reading(quote).trimmed()
	if found := a.nearest(a.readings(needle), near, lines); found.Ratio > 0 {
		return found
	}
	if exact.Ratio > 0 || needle == "" {
		return exact
	}
	return a.like(needle, lines)
}

// linesOf widens a span to whole lines, and to as many more as a quote begins with that
// have nothing but marks: as it reads, it begins behind them.
func (a *Anchorage) linesOf(s text.Span, quote string) text.Span {
	first, last := a.lines.Position(s.Start, text.UTF8).Line, a.lines.Position(s.End, text.UTF8).Line
	for line := range strings.Lines(quote) {
		if last+1 == a.lines.Count() || reading(line).trimmed() != "" {
			break
		}
		last++
	}
	return text.Span{Start: a.lines.Line(first).Start, End: a.lines.Line(last).End}
}

// anchor is a place where a quote reads as it did, if ratio is 1, or where something
// like it occurs.
func (a *Anchorage) anchor(span, lines text.Span, ratio float64) Anchor {
	return Anchor{Span: span, Ratio: ratio, Here: lines.Start <= span.Start && span.Start <= lines.End}
}

// nearest is the place that cuts no word and is nearest to some lines, and of several on the
// lines nearest to where it was. The zero Anchor means that there is none.
func (a *Anchorage) nearest(places func(func(text.Span) bool), near, lines text.Span) (best Anchor) {
	for span := range places {
		if cutsWord(a.text, span) {
			continue
		}
		if best.Span.Empty() || cmp.Or(
			cmp.Compare(beside(span, lines), beside(best.Span, lines)),
			cmp.Compare(max(span.Start-near.Start, near.Start-span.Start), max(best.Span.Start-near.Start, near.Start-best.Span.Start)),
		) < 0 {
			best = a.anchor(span, lines, 1)
		}
	}
	return best
}

// beside is how far from some lines a span begins, 0 on them.
func beside(span, lines text.Span) int {
	return max(0, lines.Start-span.Start, span.Start-lines.End)
}

// readings are the places that read as needle does.
func (a *Anchorage) readings(needle string) func(func(text.Span) bool) {
	return func(yield func(text.Span) bool) {
		read := a.reading()
		for span := range occurrences(read.text, needle) {
			if !yield(read.source(a.text, span)) {
				return
			}
		}
	}
}

// like finds what is most like a quote that the text does not contain: around some lines, and
// where nothing there is like it anywhere.
func (a *Anchorage) like(needle string, lines text.Span) Anchor {
	read := a.reading()
	around := text.Span{Start: lines.Start - 2*len(needle), End: lines.End + 2*len(needle)}
	isShort := utf8.RuneCountInString(needle) < shortQuote
	if isShort {
		around = lines
	}
	if found := a.window(needle, read.stretch(around), lines); found.Ratio > 0 || isShort {
		return found
	}
	return a.window(needle, text.Span{End: len(read.text)}, lines)
}

// window finds what is most like a quote in a stretch of the normal form.
func (a *Anchorage) window(needle string, in, lines text.Span) Anchor {
	read := a.reading()
	window, ratio := fuzzy.BestWindow(needle, in.Of(read.text))
	if ratio < leastRatio || window.Empty() {
		return Anchor{}
	}
	span := read.source(a.text, window.Shift(in.Start)).Trim(a.text)
	if cutsWord(a.text, span) {
		for span.Start > 0 && insideWord(a.text, span.Start) {
			_, size := utf8.DecodeLastRuneInString(a.text[:span.Start])
			span.Start -= size
		}
		span = wholeWord(a.text, span)
		ratio = fuzzy.Ratio(needle, reading(span.Of(a.text)).trimmed())
	}
	if span.Empty() || ratio < leastRatio {
		return Anchor{}
	}
	return a.anchor(span, lines, min(ratio, almost))
}

// almost is the likeness of what differs by less than a ratio of characters can say.
const almost = 0.999

func (a *Anchorage) reading() *folded {
	if a.read == nil {
		a.read = reading(a.text)
	}
	return a.read
}

// reading is the normal form in which a quote is distinguished from one that was changed: of
// what [fold] forgets it forgets white space, emphasis, the marks at the starts of
// lines and what shows nothing, and keeps case, hyphens and every other character.
func reading(raw string) *folded {
	f := folder{raw: raw}
	for at := text.LineMarks(raw); at < len(raw); {
		r, size := utf8.DecodeRuneInString(raw[at:])
		switch {
		case unicode.IsSpace(r), strings.ContainsRune("*_~`", r):
			at = f.step(at)
			continue
		case isInvisible(r) || unicode.Is(unicode.Cf, r):
		default:
			f.emit(at, raw[at:at+size])
		}
		at += size
	}
	return &folded{text: string(f.out), starts: f.starts}
}

// stretch is what a span of the raw text became in the normal form.
func (f *folded) stretch(source text.Span) text.Span {
	offset := func(raw int) int {
		return sort.Search(len(f.starts), func(i int) bool { return raw <= int(f.starts[i]) })
	}
	start := offset(source.Start)
	return text.Span{Start: start, End: max(start, offset(source.End))}
}
