package office

import (
	"strings"
)

// A setting is what matters here of how a paragraph is set.
type setting struct {
	heading int // level from 1, 0 for none
	isItem  bool
	depth   int // of an item
	isTitle bool
}

// styles are those of a document by their ids.
type styles map[string]style

type style struct {
	name, basedOn string
	outline       int // from 1; 0 if it says nothing
	isItem        bool
	depth         int
}

// maxInheritance is how many styles may build on one another; there are circles.
const maxInheritance = 20

// bodyText is the outline level of a paragraph that is no heading.
const bodyText = 10

// value is an element whose attribute says all.
type value struct {
	Val string `xml:"val,attr"`
}

// readStyles reads the part with the styles. A document without one has none.
func readStyles(a *archive, part string) styles {
	var sheet struct {
		Styles []struct {
			ID      string `xml:"styleId,attr"`
			Name    value  `xml:"name"`
			BasedOn value  `xml:"basedOn"`
			Outline *value `xml:"pPr>outlineLvl"`
			Number  *value `xml:"pPr>numPr>numId"`
			Depth   value  `xml:"pPr>numPr>ilvl"`
		} `xml:"style"`
	}
	if err := a.unmarshal(part, &sheet); err != nil && len(sheet.Styles) == 0 {
		return nil
	}
	all := make(styles, len(sheet.Styles))
	for _, s := range sheet.Styles {
		made := style{name: strings.ToLower(s.Name.Val), basedOn: s.BasedOn.Val, depth: s.Depth.number()}
		if s.Outline != nil {
			made.outline = s.Outline.number() + 1
		}
		made.isItem = s.Number != nil && s.Number.Val != "0"
		all[s.ID] = made
	}
	return all
}

func (v value) number() int {
	if len(v.Val) == 1 && '0' <= v.Val[0] && v.Val[0] <= '9' {
		return int(v.Val[0] - '0')
	}
	return 0
}

// of returns how a paragraph is set: what it says itself counts more than its
// style, and that more than the styles it builds on.
func (all styles) of(p *paragraph) setting {
	l := setting{isItem: p.isItem, depth: p.depth}
	outline := p.outline
	for id, i := p.style, 0; id != "" && i < maxInheritance; i++ {
		s, known := all[id]
		if !known {
			s.name = strings.ToLower(id)
		}
		if outline == 0 {
			outline = s.outline
		}
		if outline == 0 { // the styles of headings have the same names in all languages
			digit, ok := strings.CutPrefix(strings.ReplaceAll(s.name, " ", ""), "heading")
			if ok && len(digit) == 1 && '1' <= digit[0] && digit[0] <= '9' {
				outline = int(digit[0] - '0')
			}
		}
		l.isTitle = l.isTitle || s.name == "title"
		if s.isItem && !l.isItem && !p.noItem {
			l.isItem, l.depth = true, s.depth
		}
		id = s.basedOn
	}
	if outline < bodyText {
		l.heading = outline
	}
	return l
}
