//go:build cgo

package code

import (
	"cmp"
	"strings"
	"sync"
	"time"

	sitter "github.com/tree-sitter/go-tree-sitter"

	"docuquest/core/language/text"
)

const (
	// maxTreeDepth is how deep a walk goes into a tree. Definitions that lie
	// deeper are a part of what they lie in.
	maxTreeDepth = 200

	// minHolder is the length in bytes from which on a node of no interest is
	// looked into: nothing shorter holds a definition of any size.
	minHolder = 48

	// minVariable is the length in bytes from which on a variable that is no
	// function is a definition.
	minVariable = 120

	// maxLeads is how many decorators a signature can leave out.
	maxLeads = 50

	// window is how many bytes the library gets at once. It copies what it gets,
	// and keeps the copies, each time that it goes back behind the beginning of
	// the last ones.
	window = 1 << 15
)

// grammarReaders gives the readers of all languages that have a grammar.
func grammarReaders(limit time.Duration) map[string]reader {
	readers := map[string]reader{}
	for language, source := range grammars {
		compiled := sync.OnceValue(source.compile)
		readers[language] = func(s string) (result, bool) { return compiled().read(s, limit) }
	}
	return readers
}

// A compiled grammar has its rules by the numbers of its kinds of nodes.
type compiled struct {
	language *sitter.Language
	rules    []rule
}

func (g grammar) compile() *compiled {
	c := &compiled{language: sitter.NewLanguage(g.language())}
	c.rules = make([]rule, c.language.NodeKindCount())
	for id := range c.rules {
		if c.language.NodeKindIsNamed(uint16(id)) {
			c.rules[id] = g.rules[c.language.NodeKindForId(uint16(id))]
		}
	}
	return c
}

// read parses a text, and is false if that takes longer than limit. It makes a
// parser of its own each time: that costs microseconds, and a parser that was
// kept would have to be freed by hand.
func (c *compiled) read(s string, limit time.Duration) (result, bool) {
	parser := sitter.NewParser()
	defer parser.Close()
	if err := parser.SetLanguage(c.language); err != nil {
		panic(err) // the versions in go.mod do not fit each other
	}
	//lint:ignore SA1019 the callback that is to take its place leaks memory with each parse
	parser.SetTimeoutMicros(uint64(limit.Microseconds()))
	tree := parser.ParseWithOptions(func(at int, _ sitter.Point) []byte {
		return []byte(s[min(at, len(s)):min(at+window, len(s))])
	}, nil, nil)
	if tree == nil {
		return result{}, false
	}
	defer tree.Close()
	w := walker{compiled: c, text: s, cursor: tree.Walk()}
	defer w.cursor.Close()
	var found []definition
	w.children(&found, scope{})
	return result{definitions: found, broken: tree.RootNode().HasError()}, true
}

// A walker goes through one tree.
type walker struct {
	*compiled
	text   string
	cursor *sitter.TreeCursor
}

// A scope is what is known of the nodes around the cursor.
type scope struct {
	parent string    // the info of the innermost definition
	whole  text.Span // the statement that a definition is all of; empty if there is none
	depth  int       // in the tree
}

// role says what to do with a node.
type role uint8

const (
	passes  role = iota // looked into if it is long
	holds               // looked into always
	wraps               // looked into; a definition in it takes all of its span
	leads               // a decorator: belongs to the definition behind it
	hides               // holds no definitions
	defines             // is a definition if its rule finds a name
)

// A rule says what a kind of node is.
type rule struct {
	role role
	info string
	find func(w *walker, n *sitter.Node) finding // for defines
}

// A finding is what a rule found out of a definition.
type finding struct {
	name string       // "" if the node defines nothing
	info string       // "" for that of the rule
	body *sitter.Node // nil if there is none
	leaf bool         // there is nothing to find inside
}

// node takes in the node at the cursor.
func (w *walker) node(into *[]definition, n *sitter.Node, in scope) {
	if n.IsError() {
		w.children(into, in)
		return
	}
	r := w.rule(n)
	switch r.role {
	case passes:
		if n.EndByte()-n.StartByte() >= minHolder {
			in.whole = text.Span{}
			w.children(into, in)
		}
	case holds:
		in.whole = text.Span{}
		w.children(into, in)
	case wraps:
		if in.whole.Empty() {
			in.whole = spanOf(n)
		}
		w.children(into, in)
	case defines:
		w.define(into, n, r, in)
	}
}

// children takes in the nodes below the cursor, and brings the cursor back.
func (w *walker) children(into *[]definition, in scope) {
	if in.depth == maxTreeDepth || !w.cursor.GotoFirstChild() {
		return
	}
	in.depth++
	lead := -1 // where the decorators begin that stand in front of a node
	for more := true; more; more = w.cursor.GotoNextSibling() {
		n := w.cursor.Node()
		if n.IsExtra() && !n.IsError() { // a comment
			continue
		}
		if w.rule(n).role == leads {
			if lead < 0 {
				lead = int(n.StartByte())
			}
			continue
		}
		at := len(*into)
		w.node(into, n, in)
		if at < len(*into) && 0 <= lead {
			(*into)[at].span.Start = min(lead, (*into)[at].span.Start)
		}
		if n.IsNamed() {
			lead = -1
		}
	}
	w.cursor.GotoParent()
}

// define takes in a node that may be a definition, and what lies inside.
func (w *walker) define(into *[]definition, n *sitter.Node, r rule, in scope) {
	f := r.find(w, n)
	if f.name == "" {
		in.whole = text.Span{}
		w.children(into, in)
		return
	}
	d := definition{name: oneLine(f.name), info: cmp.Or(f.info, r.info), span: widened(spanOf(n), in.whole, *into)}
	if d.info == "function" && (isType(in.parent) || strings.Contains(d.name, "::")) {
		d.info = "method"
	}
	head, body := w.head(n, in), 0
	if f.body != nil {
		body = w.headEnd(n, f.body)
		d.doc = w.docstring(f.body)
	}
	d.signature = heading(w.text, text.Span{Start: head, End: d.span.End}, body)
	if !f.leaf && (!isFunction(d.info) || minInside < d.span.Len()) {
		w.children(&d.inside, scope{parent: d.info, depth: in.depth})
	}
	*into = append(*into, d)
}

// widened gives the span of a definition that is all of a statement, or shares it
// with those before it.
func widened(span, whole text.Span, before []definition) text.Span {
	if whole.Empty() {
		return span
	}
	span.End = whole.End
	if last := len(before) - 1; last < 0 || before[last].span.End <= whole.Start {
		span.Start = whole.Start
	}
	return span
}

// head gives where a declaration begins: behind its decorators, and with the
// words around it that are a part of it, such as export.
func (w *walker) head(n *sitter.Node, in scope) int {
	first := w.afterLeads(n)
	if first != nil && first.Kind() == "modifiers" {
		if word := w.afterLeads(first); word != nil {
			first = word
		} else {
			first = n.Child(1)
		}
	}
	start := int(n.StartByte())
	if first != nil {
		start = int(first.StartByte())
	}
	if in.whole.Start < start && !in.whole.Empty() && !strings.ContainsAny(w.text[in.whole.Start:start], "\n@") {
		return in.whole.Start
	}
	return start
}

// headEnd gives where a declaration ends: before its body, and before comments
// that stand between the two.
func (w *walker) headEnd(n, body *sitter.Node) int {
	end := body.StartByte()
	for i := range uint(maxLeads) {
		child := n.Child(i)
		if child == nil || child.StartByte() == body.StartByte() {
			break
		}
		if child.IsExtra() {
			return int(end)
		}
		end = child.EndByte()
	}
	return int(body.StartByte())
}

// afterLeads gives the first node below n that is no decorator, nil if there are
// more decorators than anybody writes.
func (w *walker) afterLeads(n *sitter.Node) *sitter.Node {
	for i := range uint(maxLeads) {
		if child := n.Child(i); child == nil || w.rule(child).role != leads {
			return child
		}
	}
	return nil
}

// docstring gives the string that begins the body of a definition in Python.
func (w *walker) docstring(body *sitter.Node) text.Span {
	if body.Kind() != "block" {
		return text.Span{}
	}
	first := body.NamedChild(0)
	if first == nil || first.Kind() != "expression_statement" {
		return text.Span{}
	}
	if s := first.NamedChild(0); s != nil && s.Kind() == "string" && first.NamedChildCount() == 1 {
		return spanOf(s)
	}
	return text.Span{}
}

func (w *walker) rule(n *sitter.Node) rule {
	if id := int(n.KindId()); id < len(w.rules) {
		return w.rules[id]
	}
	return rule{} // of an error
}

func (w *walker) textOf(n *sitter.Node) string {
	if n == nil {
		return ""
	}
	return spanOf(n).Of(w.text)
}

func spanOf(n *sitter.Node) text.Span {
	return text.Span{Start: int(n.StartByte()), End: int(n.EndByte())}
}

// oneLine makes a name that goes over lines one that does not.
func oneLine(name string) string { return strings.Join(strings.Fields(name), " ") }
