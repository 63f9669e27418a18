package annotate

import (
	"slices"
	"strings"

	"docuquest/core/code/notes"
	"docuquest/core/document"
)

// An outline is the tree of what one document contains, with what is inside of what.
type outline struct {
	doc      *document.Document // as it reads
	nodes    []node             // the file first, each in front of those inside it
	parents  []int              // of each node, -1 for the file
	children [][]int            // of each node, in the order of the text
	chunks   []notes.Chunk      // of each node
}

// outlineOf gives the tree that the rules walk, nil for a document without anything to
// read.
func outlineOf(d *document.Document) *outline {
	d = d.AsRead()
	if strings.TrimSpace(d.Text) == "" {
		return nil
	}
	o := &outline{doc: d, nodes: nodesOf(d)}
	o.children = make([][]int, len(o.nodes))
	var above []int // the nodes on the way to the one at hand
	for i, n := range o.nodes {
		above = above[:len(n.titles)]
		parent := -1
		if len(above) > 0 {
			parent = above[len(above)-1]
			o.children[parent] = append(o.children[parent], i)
		}
		above = append(above, i)
		o.parents = append(o.parents, parent)
		o.chunks = append(o.chunks, chunkOf(d, n))
	}
	return o
}

// name says what a node is: "function Put, in Store".
func (o *outline) name(i int) string {
	n := o.nodes[i]
	if len(n.titles) == 0 {
		return "file"
	}
	name := n.info + " " + shortened(oneLine(n.title()), longestHeader)
	if above := n.titles[:len(n.titles)-1]; len(above) > 0 {
		name += ", in " + shortened(oneLine(strings.Join(above, " > ")), longestHeader)
	}
	return name
}

// header is the line that stands for a node where the rest of it is left out: its
// declaration, else the first line of it.
func (o *outline) header(i int) string {
	n := o.nodes[i]
	declared := n.signature.Of(o.doc.Text)
	if strings.TrimSpace(declared) == "" {
		declared, _, _ = strings.Cut(strings.TrimSpace(n.span.Of(o.doc.Text)), "\n")
	}
	return shortened(oneLine(declared), longestHeader)
}

// longestHeader is how many bytes of a declaration stand for what it declares.
const longestHeader = 200

// isInside reports whether a node holds one of some nodes that are sorted, or is one.
func (o *outline) isInside(i int, some []int) bool {
	at, is := slices.BinarySearch(some, i)
	if is {
		return true
	}
	// All that is inside of a node stands behind it, in front of the next one beside it.
	return at < len(some) && o.below(some[at], i)
}

// below reports whether a node is inside of another.
func (o *outline) below(i, other int) bool {
	for i = o.parents[i]; i >= 0; i = o.parents[i] {
		if i == other {
			return true
		}
	}
	return false
}
