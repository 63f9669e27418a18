package annotate

import (
	"fmt"

	"docuquest/core/document"
	"docuquest/core/language/text"
)

// A node is one of the tree of what a file contains.
type node struct {
	titles    []string // on the way down from the file, its own last; none for the file
	info      string
	span      text.Span
	doc       text.Span // the comment that documents it, empty if there is none
	signature text.Span // its declaration, empty if it has none
	inside    []document.Block
}

// title is the node's own, "" for the file.
func (n node) title() string {
	if len(n.titles) == 0 {
		return ""
	}
	return n.titles[len(n.titles)-1]
}

const (
	// mostNodes is how many nodes of one file are noted. A file with more was made by a
	// program, and what stands in it says less than how much of it there is. Each node may
	// have some twenty notes, of a kilobyte of memory each.
	mostNodes = 1000
	// mostTitles is how deep a node may lie.
	mostTitles = 16
)

// nodesOf gives the nodes of a document, the file first.
func nodesOf(d *document.Document) []node {
	all := []node{{info: "file", span: text.Span{End: len(d.Text)}, inside: d.Blocks}}
	return appendNodes(all, d.Blocks, nil)
}

func appendNodes(all []node, blocks []document.Block, titles []string) []node {
	for _, b := range blocks {
		title, info := nodeOf(b)
		if title == "" || len(titles) == mostTitles {
			all = appendNodes(all, childrenOf(b), titles)
			continue
		}
		if len(all) == mostNodes {
			return all
		}
		n := node{titles: append(titles[:len(titles):len(titles)], title), info: info, span: b.Span, inside: b.Children}
		if b.Code != nil {
			n.doc, n.signature = b.Code.Doc, b.Code.Signature
		}
		all = appendNodes(append(all, n), b.Children, n.titles)
	}
	return all
}

// childrenOf are the blocks in one that is no node, as far as there can be nodes in them.
func childrenOf(b document.Block) []document.Block {
	switch b.Kind {
	case document.Definition, document.Section, document.Page:
		return b.Children
	}
	return nil
}

// nodeOf gives the title of a block that is a node and says what it is; no title for one
// that is none. Constants and variables are mostly lines of what they stand in, unless
// somebody has documented them.
func nodeOf(b document.Block) (title, info string) {
	switch b.Kind {
	case document.Definition:
		if isValue(b.Info) && (b.Code == nil || b.Code.Doc.Empty()) {
			return "", ""
		}
		return b.Title, b.Info
	case document.Section:
		return b.Title, "section"
	case document.Page:
		if b.Box != nil {
			return fmt.Sprintf("page %d", b.Box.Page), "page"
		}
	}
	return "", ""
}

func isValue(info string) bool { return info == "const" || info == "var" }
