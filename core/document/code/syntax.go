package code

import (
	"cmp"
	"strings"
	"sync"
	"time"

	"docuquest/core/language/text"
)

// A grammar parses the texts of one language.
type grammar interface {
	// kinds names the kinds of nodes by their numbers. Kinds of marks have the name "".
	kinds() []string
	// parse calls read with the root of a text's tree, whose nodes are valid until read returns.
	// It reports false if it takes longer than limit.
	parse(text string, limit time.Duration, read func(root node)) bool
}

// A node is one node of a syntax tree. It is all that this room needs of a parser: who brings
// another one writes a grammar and its nodes.
type node interface {
	kind() int              // its number in the kinds of the grammar; that of an error is behind them
	span() text.Span        // in bytes
	is(q quality) bool      // reports what else is known of it
	child(i int) node       // nil if there are not so many
	named(i int) node       // child without counting marks
	field(name string) node // its child of a field, nil if it has none
	// each calls visit for each child in order. Only visit may call each for that child: the
	// implementation may have a single cursor, which is at this node.
	each(visit func(node))
}

// A quality is what a node is besides its kind.
type quality uint8

const (
	isNamed  quality = iota // it is no mark
	isExtra                 // it may be anywhere, as a comment
	isError                 // nothing of the grammar
	hasError                // it, or something in it, is an error or is missing
)

const (
	// maxTreeDepth is how deep a walk goes into a tree. Definitions that are
	// deeper are a part of what they are in.
	maxTreeDepth = 200

	// minHolder is the length in bytes from which on a node without a rule is
	// walked: nothing shorter has a definition of any size.
	minHolder = 48

	// maxLeads is how many decorators a signature can leave out.
	maxLeads = 50
)

// grammarReaders returns the readers of all languages that have a grammar.
func grammarReaders(limit time.Duration) map[string]reader {
	readers := map[string]reader{}
	for language, g := range grammars() {
		rules := sync.OnceValue(func() []rule { // by the numbers of kinds
			var all []rule
			for _, kind := range g.kinds() {
				all = append(all, rulesByLanguage[language][kind])
			}
			return all
		})
		readers[language] = func(s string) (found result, ok bool) {
			ok = g.parse(s, limit, func(root node) {
				w := walker{kinds: g.kinds(), rules: rules(), text: s}
				w.children(&found.definitions, root, scope{})
				found.broken = root.is(hasError)
			})
			return found, ok
		}
	}
	return readers
}

// A walker goes through one tree.
type walker struct {
	kinds []string
	rules []rule // by kind
	text  string
}

// A scope is what is known of the nodes around one.
type scope struct {
	parent string    // the info of the innermost definition
	whole  text.Span // the statement that a definition is all of; empty if there is none
	depth  int       // in the tree
}

// children collects the definitions below a node.
func (w *walker) children(into *[]definition, parent node, in scope) {
	if in.depth == maxTreeDepth {
		return
	}
	in.depth++
	lead := -1 // where the decorators begin in front of a node
	parent.each(func(n node) {
		if n.is(isExtra) && !n.is(isError) { // a comment
			return
		}
		r := w.rule(n)
		if r.role == leads {
			if lead < 0 {
				lead = n.span().Start
			}
			return
		}
		at, below := len(*into), in
		switch {
		case n.is(isError):
			w.children(into, n, below)
		case r.role == passes && n.span().Len() >= minHolder, r.role == holds:
			below.whole = text.Span{}
			w.children(into, n, below)
		case r.role == wraps:
			if in.whole.Empty() {
				below.whole = n.span()
			}
			w.children(into, n, below)
		case r.role == defines:
			w.define(into, n, r, in)
		}
		if at < len(*into) && 0 <= lead {
			(*into)[at].span.Start = min(lead, (*into)[at].span.Start)
		}
		if n.is(isNamed) {
			lead = -1
		}
	})
}

// define collects a node that may be a definition, and what is inside.
func (w *walker) define(into *[]definition, n node, r rule, in scope) {
	f := r.find(w, n)
	if f.name == "" {
		in.whole = text.Span{}
		w.children(into, n, in)
		return
	}
	d := definition{name: text.OneLine(f.name), info: cmp.Or(f.info, r.info), span: n.span()}
	if d.info == "function" && (isType(in.parent) || strings.Contains(d.name, "::")) {
		d.info = "method"
	}
	if !in.whole.Empty() { // the definition is all of a statement, or shares it with those before it
		d.span.End = in.whole.End
		if last := len(*into) - 1; last < 0 || (*into)[last].span.End <= in.whole.Start {
			d.span.Start = in.whole.Start
		}
	}
	body := 0
	if f.body != nil { // the declaration ends before its body, and before comments between the two
		body = f.body.span().Start
		end := body
		for i := range maxLeads {
			child := n.child(i)
			if child == nil || child.span().Start == body {
				break
			}
			if child.is(isExtra) {
				body = end
				break
			}
			end = child.span().End
		}
	}
	// It begins behind its decorators, with the words around it that are a part of it, such as export.
	first := w.afterLeads(n)
	if first != nil && w.kind(first) == "modifiers" {
		if first = w.afterLeads(first); first == nil {
			first = n.child(1)
		}
	}
	head := n.span().Start
	if first != nil {
		head = first.span().Start
	}
	if in.whole.Start < head && !in.whole.Empty() && !strings.ContainsAny(w.text[in.whole.Start:head], "\n@") {
		head = in.whole.Start
	}
	d.signature = heading(w.text, text.Span{Start: head, End: d.span.End}, body)
	if !f.leaf && (!isFunction(d.info) || minInside < d.span.Len()) {
		w.children(&d.inside, n, scope{parent: d.info, depth: in.depth})
	}
	*into = append(*into, d)
}

// afterLeads returns the first node below n that is no decorator, nil if there are
// more decorators than anybody writes.
func (w *walker) afterLeads(n node) node {
	for i := range maxLeads {
		if child := n.child(i); child == nil || w.rule(child).role != leads {
			return child
		}
	}
	return nil
}

func (w *walker) rule(n node) rule {
	if n.kind() < len(w.rules) {
		return w.rules[n.kind()]
	}
	return rule{} // of an error
}

func (w *walker) kind(n node) string {
	if n.kind() < len(w.kinds) {
		return w.kinds[n.kind()]
	}
	return "ERROR"
}

// textOf returns the text of a node, "" for nil.
func (w *walker) textOf(n node) string {
	if n == nil {
		return ""
	}
	return n.span().Of(w.text)
}
