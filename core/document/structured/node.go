package structured

import (
	"slices"

	"docuquest/core/language/text"
)

// A node is one value of a file, with the key that names it if it has one.
type node struct {
	kind kind
	// plain says that a value is written on a line with its key: that it is a
	// scalar, an empty object, or a list of nothing but these and such lists.
	plain bool

	span  text.Span // all of it: the comments above, the key, the value
	head  text.Span // the lines that name it and hold nothing else; empty in JSON
	key   string    // as the program reads it, without quotes and escapes
	keyAt text.Span // the key in the file, without quotes
	value text.Span // a scalar in the file, without quotes
	// says is what a scalar says, known for the keys alone that may name
	// an item of a list.
	says string
	// entry is its number in the cuts of a format that has them. The first
	// child of an item of a list has that of the item.
	entry int

	children []node
}

// kind says what a node is.
type kind uint8

const (
	literal kind = iota // a number, a boolean, null, or any piece that is taken as it is
	quoted              // a string of JSON
	comment
	list
	object
)

func (k kind) String() string {
	return [...]string{"a plain value", "a string", "a comment", "a list", "an object"}[k]
}

// namingKeys are the keys whose value names the object that has them, the
// best first.
var namingKeys = [...]string{"name", "title", "id"}

func isNaming(key string) bool { return slices.Contains(namingKeys[:], key) }

// member returns the first member of an object that has a key, nil if none has.
func (n *node) member(key string) *node {
	if n.kind != object {
		return nil
	}
	for i := range n.children {
		if n.children[i].key == key && n.children[i].kind != comment {
			return &n.children[i]
		}
	}
	return nil
}

// titleOf is what a whole file calls itself at the top of its tree.
func titleOf(top []node) string {
	file := node{kind: object, children: top}
	if only := onlyValue(top); only >= 0 && isSection(&top[only]) {
		file = top[only]
	}
	for _, key := range []string{"title", "name"} {
		if member := file.member(key); member != nil && member.says != "" {
			return member.says
		}
	}
	return ""
}

// unfold returns the values at the top of a file: the members of its only object,
// or the items of its only list, with the comments around it. A section stays
// one.
func unfold(values []node) []node {
	only := onlyValue(values)
	if only < 0 || len(values[only].children) == 0 || isSection(&values[only]) {
		return values
	}
	if len(values) == 1 {
		return values[0].children
	}
	return slices.Concat(values[:only], values[only].children, values[only+1:])
}

// onlyValue is the index of the only node that is no comment, -1 if there is
// not exactly one.
func onlyValue(values []node) int {
	only := -1
	for i := range values {
		if values[i].kind == comment {
			continue
		}
		if only >= 0 {
			return -1
		}
		only = i
	}
	return only
}
