package replies

import (
	"strings"
	"unicode/utf8"

	"docuquest/core/document/entry"
	"docuquest/core/language/text"
)

const (
	// mostListWords is how many words the items of a list have together where it is shown.
	mostListWords = 110
	// mostItemLines is how many items are shown with a line each. Of a longer list only the terms
	// are shown, as many on a line as leave it shorter than longestLine, and at most mostTerms.
	mostItemLines = mostShown
	longestLine   = 90
	mostTerms     = 60
	longestTerm   = 6 // words
)

// listShown returns a list as a reader sees it: what introduces it, and all of its items, each
// cut as far as needed for all to have a place.
func listShown(s string, list entry.List) string {
	whole := text.Span{Start: list.Items[0].Start, End: list.Items[len(list.Items)-1].End}
	if !list.Intro.Empty() {
		whole.Start = list.Intro.Start
	}
	whole.Start = strings.LastIndexByte(s[:whole.Start], '\n') + 1
	if !list.IsOutline && strings.Count(whole.Of(s), "\n") < mostShown && len(strings.Fields(whole.Of(s))) <= mostListWords {
		return shownLines(s, whole, text.Span{Start: whole.Start, End: whole.Start})
	}
	var shown []string
	if !list.Intro.Empty() {
		shown = append(shown, introShown(list.Intro.Of(s)), "")
	}
	if len(list.Items) <= mostItemLines {
		each := mostListWords / len(list.Items)
		for _, item := range list.Items {
			shown = append(shown, "- "+firstWords(itemText(item.Of(s)), each))
		}
		return strings.Join(shown, "\n")
	}
	var terms []string
	long := 0 // that are none
	for _, item := range list.Items {
		one := term(itemText(item.Of(s)))
		if strings.HasSuffix(one, "…") {
			long++
		}
		terms = append(terms, one)
	}
	if len(terms) < 4*long { // sentences, of which the first are shown
		for _, item := range list.Items[:mostShown] {
			shown = append(shown, "- "+firstWords(itemText(item.Of(s)), mostListWords/mostShown))
		}
		return strings.Join(append(shown, "…"), "\n")
	}
	if mostTerms < len(terms) {
		terms = append(terms[:mostTerms], "…")
	}
	line := terms[0]
	for _, one := range terms[1:] {
		if longestLine < utf8.RuneCountInString(line+one) {
			shown, line = append(shown, line+","), one
		} else {
			line += ", " + one
		}
	}
	return strings.Join(append(shown, line), "\n")
}

// introShown returns the lines of an introduction, only the last where they are many.
func introShown(s string) string {
	const most = 4
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimLeft(line, " \t#;/")
	}
	if most < len(lines) {
		lines = append([]string{"…"}, lines[len(lines)-most:]...)
	}
	return strings.Join(lines, "\n")
}

// itemText returns an item on one line, without its mark; the cells of a row of a table with
// bars between them.
func itemText(s string) string {
	lines := strings.Split(s, "\n")
	if strings.HasPrefix(lines[0], "|") {
		var cells []string
		for _, line := range lines {
			for i, cell := range strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|") {
				if i == len(cells) {
					cells = append(cells, "")
				}
				cells[i] = text.OneLine(cells[i] + " " + cell)
			}
		}
		return strings.Join(cells, " | ")
	}
	for i, line := range lines {
		line = strings.TrimLeft(line, " \t#;/")
		if i > 0 && line != "" && strings.Trim(line, "=-~^*+`.:\"' ") == "" {
			line = "" // below a heading
		}
		lines[i] = line
	}
	mark, rest, ok := strings.Cut(text.OneLine(strings.Join(lines, " ")), " ")
	if ok && entry.IsItem(mark+" x") && strings.Trim(mark, "-*+•") == "" {
		return rest
	}
	return mark + " " + rest
}

// firstWords returns the first sentence of a text if it is no longer than so many words, or else
// as many words.
func firstWords(s string, most int) string {
	words := strings.Fields(s)
	if len(words) <= most {
		return s
	}
	end := 0
	for sentence := range text.Sentences(s) {
		if most < len(strings.Fields(s[:sentence.End])) {
			break
		}
		end = sentence.End
	}
	if end > 0 {
		return s[:end]
	}
	return strings.Join(words[:most], " ") + " …"
}

// term returns what an item is called: the words in front of what it says of them.
func term(s string) string {
	for _, separator := range []string{" | ", " -> ", " => ", " – ", " — ", " - ", ": ", " = ", ",", "  "} {
		if before, _, ok := strings.Cut(s, separator); ok {
			s = before
		}
	}
	words := strings.Fields(s)
	if longestTerm < len(words) {
		return strings.Join(words[:longestTerm], " ") + " …"
	}
	return strings.Join(words, " ")
}
