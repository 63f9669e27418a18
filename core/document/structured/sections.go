package structured

import (
	"slices"

	"docuquest/core/document"
)

// isSection reports whether a value of a JSON file is a section that somebody
// wrote: an object that has
//
//	title        a string
//
// and at least one of
//
//	sections, subsections   a list of such objects, here with the title alone, too
//	content                 a string, or a list of them: a paragraph each
//	code_block              the same for code; or an object with code and language
//	table                   an object with headers and rows
//
// Its language, a string, is that of its blocks of code. All of its other
// members, and those of a wrong type, are read as in any object.
func isSection(n *node) bool {
	title := n.member("title")
	if title == nil || title.kind != quoted {
		return false
	}
	return slices.ContainsFunc(n.children, func(child node) bool {
		switch child.key {
		case "sections", "subsections":
			return child.kind == list
		case "content":
			return child.kind == quoted || child.kind == list
		case "code_block":
			return child.kind != literal
		case "table":
			return child.kind == object
		}
		return false
	})
}

// written makes the block of a section that somebody wrote, none for one that
// says nothing. It has no heading, since its title may be anywhere in it,
// unless the title is all that there is.
func (o *outliner) written(n *node, level int) []document.Block {
	b := document.Block{Kind: document.Section, Span: n.span, Level: min(level, maxLevel)}
	s := sectionWriter{outliner: o, of: n, level: level, title: n.member("title")}
	s.language, s.hasCode = o.languageOf(n), n.member("code_block") != nil
	switch {
	case s.title == nil:
		o.problems.add(point(o.text, n.span.Start), "a section without a title")
	case s.title.kind != quoted:
		o.wrongType(s.title, "a string")
		s.title = nil
	default:
		b.Title = decode(o.text, s.title.value)
	}
	b.Children = s.children()
	if len(b.Children) == 0 {
		if b.Title == "" {
			return nil
		}
		b.Children = []document.Block{{Kind: document.Heading, Span: s.title.value}}
	}
	return []document.Block{b}
}

// A sectionWriter makes the blocks of one section.
type sectionWriter struct {
	*outliner
	of    *node
	level int
	title *node // nil if it has none
	// What its members ask of it each, found once: it may have any number of
	// them.
	language string // of its code, "" if it does not say
	hasCode  bool
}

// children makes the blocks of all members. Neighbours that the shape does not
// know become blocks together. The first member that is called title is the title.
func (s *sectionWriter) children() []document.Block {
	isKnown := func(n *node) bool {
		switch n.key {
		case "title":
			return n == s.title
		case "content", "code_block", "table", "sections", "subsections":
			return n.kind != comment
		case "language":
			return n.kind == quoted && s.hasCode
		}
		return false
	}
	var blocks []document.Block
	members := s.of.children
	for from := 0; from < len(members); {
		to := from
		for to < len(members) && !isKnown(&members[to]) {
			to++
		}
		if from < to {
			blocks = append(blocks, s.blocks(members[from:to], s.level+1)...)
			from = to
			continue
		}
		blocks = append(blocks, s.member(&members[from])...)
		from++
	}
	return blocks
}

// member makes the blocks of one member that the shape knows.
func (s *sectionWriter) member(n *node) []document.Block {
	switch n.key {
	case "title":
		s.writer.string(n.value)
		s.writer.gap("\n\n")
	case "content":
		return s.passages(n, document.Block{Kind: document.Paragraph})
	case "code_block":
		return s.code(n)
	case "table":
		return s.table(n, s.level)
	case "sections", "subsections":
		return s.subsections(n)
	}
	return nil
}

// passages makes a block like the given one of a string, or of each string of a
// list.
func (s *sectionWriter) passages(n *node, like document.Block) []document.Block {
	switch n.kind {
	case quoted:
		if n.value.Trim(s.text).Empty() {
			return nil
		}
		s.writer.string(n.value)
		s.writer.gap("\n\n")
		like.Span = n.value
		return []document.Block{like}
	case list:
		var blocks []document.Block
		for i := range n.children {
			if child := &n.children[i]; child.kind == list {
				blocks = append(blocks, s.strange(child, "a string", s.level+1)...)
			} else {
				blocks = append(blocks, s.passages(child, like)...)
			}
		}
		return blocks
	case comment:
		return s.blocks([]node{*n}, s.level+1)
	}
	return s.strange(n, "a string or a list of strings", s.level+1)
}

// code makes blocks of code. Their language is next to them or in an object
// with them.
func (s *sectionWriter) code(n *node) []document.Block {
	like := document.Block{Kind: document.Code, Info: s.language}
	if n.kind != object {
		return s.passages(n, like)
	}
	code := n.member("code")
	if code == nil {
		return s.strange(n, "a string, or an object with code and language", s.level+1)
	}
	if info := s.languageOf(n); info != "" {
		like.Info = info
	}
	var blocks []document.Block
	for i := range n.children {
		switch child := &n.children[i]; {
		case child == code:
			blocks = append(blocks, s.passages(code, like)...)
		case child.key == "language" && child.kind == quoted:
		default:
			blocks = append(blocks, s.blocks(n.children[i:i+1], s.level+1)...)
		}
	}
	return blocks
}

func (o *outliner) languageOf(n *node) string {
	if language := n.member("language"); language != nil && language.kind == quoted {
		return decode(o.text, language.value)
	}
	return ""
}

// subsections makes the sections of a list of them.
func (s *sectionWriter) subsections(n *node) []document.Block {
	if n.kind != list {
		return s.strange(n, "a list of sections", s.level+1)
	}
	var blocks []document.Block
	for i := range n.children {
		switch child := &n.children[i]; child.kind {
		case object:
			blocks = append(blocks, s.written(child, s.level+1)...)
		case comment:
			blocks = append(blocks, s.blocks(n.children[i:i+1], s.level+1)...)
		default:
			blocks = append(blocks, s.strange(child, "a section", s.level+1)...)
		}
	}
	return blocks
}

// strange reports a value of a wrong type, and reads it as in any object.
func (o *outliner) strange(n *node, want string, level int) []document.Block {
	o.wrongType(n, want)
	return o.blocks([]node{*n}, level)
}

func (o *outliner) wrongType(n *node, want string) {
	name := "an item"
	if n.key != "" {
		name = n.key
	}
	o.problems.add(point(o.text, n.span.Start), "%s is %v and should be %s", name, n.kind, want)
}
