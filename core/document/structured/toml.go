package structured

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"docuquest/core/document"
	"docuquest/core/file"
)

// TOML reads TOML: a table is a section with its header for a heading, in the
// section of the table around it if that comes right before, and all keys are
// shown as they are. The zero value is ready to use, by any number of
// goroutines at once.
type TOML struct{}

// Parse reads f. Its title is the title above all tables, or else the name. A
// file that is not TOML is cut into paragraphs.
func (TOML) Parse(f file.File) *document.Document {
	return parse(f, func(d *document.Document) {
		if mayHoldTooMany(d.Text) {
			asParagraphs(d, 0, fmt.Sprintf("more than %d values", maxValues))
			return
		}
		if at := tooDeep(d.Text); at >= 0 {
			asParagraphs(d, at, fmt.Sprintf("arrays deeper than %d levels", maxArrayDepth))
			return
		}
		r := tomlReader{cuts: cuts{text: d.Text}}
		if err := r.scan(); err != nil {
			at := r.base
			if broken, ok := errors.AsType[*unstable.ParserError](err); ok {
				at += int(r.parser.Range(broken.Highlight).Offset)
			}
			asParagraphs(d, at, err.Error())
			return
		}
		top := r.members(nil, 1)
		r.setSpans(top)
		o := outliner{text: d.Text}
		d.Title = titleOf(top)
		d.Blocks = o.blocks(top, 1)
		if len(d.Blocks) == 0 { // comments alone
			d.Blocks = document.Paragraphs(d.Text, document.Paragraph)
		}
	})
}

// A tomlReader makes a tree of the lines of a file.
type tomlReader struct {
	cuts
	base        int // where the text begins behind a byte order mark
	parser      unstable.Parser
	expressions []expression
	next        int // the expression that is to be put into the tree
}

// An expression is a key with its value, or the header of a table.
type expression struct {
	kind  unstable.Kind
	path  []string // the key
	says  string   // its value, if the key may name its table
	entry int
}

// scan finds the expressions.
func (r *tomlReader) scan() error {
	body := strings.TrimPrefix(r.text, byteOrderMark)
	r.base = len(r.text) - len(body)
	r.parser.Reset([]byte(body))
	for r.parser.NextExpression() {
		n, at := r.parser.Expression(), r.base
		e := expression{kind: n.Kind}
		for key := n.Key(); key.Next(); {
			if len(e.path) == 0 {
				at += int(key.Node().Raw.Offset)
			}
			e.path = append(e.path, string(key.Node().Data))
		}
		if e.kind == unstable.KeyValue && n.Value().Kind == unstable.String && len(e.path) == 1 && isNaming(e.path[0]) {
			e.says = string(n.Value().Data)
		}
		before := strings.TrimRight(r.text[:at], " \t")
		switch e.kind {
		case unstable.Table:
			at = len(before) - len("[")
		case unstable.ArrayTable:
			at = len(before) - len("[[")
		}
		e.entry = r.begin(at)
		r.expressions = append(r.expressions, e)
	}
	return r.parser.Error()
}

// members makes nodes of the next expressions, as long as they lie in the table
// of a path.
func (r *tomlReader) members(path []string, depth int) []node {
	nodes := r.pairs()
	for r.next < len(r.expressions) {
		e := &r.expressions[r.next]
		if len(e.path) <= len(path) || !slices.Equal(e.path[:len(path)], path) {
			break // it lies in another table
		}
		n := node{entry: e.entry, key: strings.Join(e.path[len(path):], ".")}
		if e.kind == unstable.ArrayTable {
			n.kind = list
			for r.next < len(r.expressions) { // the tables that follow one another in an array
				item := &r.expressions[r.next]
				if item.kind != unstable.ArrayTable || !slices.Equal(item.path, e.path) {
					break
				}
				n.children = append(n.children, node{kind: object, entry: item.entry, children: r.body(e.path, depth+2)})
			}
		} else {
			n.kind = object
			n.children = r.body(e.path, depth+1)
		}
		nodes = append(nodes, n)
	}
	return nodes
}

// body makes nodes of what follows the next header. Below the depth limit tables
// lie beside one another.
func (r *tomlReader) body(path []string, depth int) []node {
	r.next++
	if maxDepth <= depth {
		return r.pairs()
	}
	return r.members(path, depth)
}

// pairs makes nodes of the keys up to the next header.
func (r *tomlReader) pairs() []node {
	var nodes []node
	for ; r.next < len(r.expressions) && r.expressions[r.next].kind == unstable.KeyValue; r.next++ {
		e := &r.expressions[r.next]
		nodes = append(nodes, node{plain: true, entry: e.entry, key: strings.Join(e.path, "."), says: e.says})
	}
	return nodes
}

// maxArrayDepth is how many arrays and inline tables may lie in one another. The
// library goes down one call for each, and a stack that is too deep ends the
// whole program.
const maxArrayDepth = 1000

// tooDeep returns the place where more arrays and inline tables than maxArrayDepth
// lie in one another, -1 if there is none. It skips strings and comments, and
// stops at the first string that no quote closes, since the library does.
func tooDeep(s string) int {
	depth := 0
	for at := 0; at < len(s); at++ {
		switch s[at] {
		case '[', '{':
			if depth++; depth > maxArrayDepth {
				return at
			}
		case ']', '}':
			depth = max(depth-1, 0)
		case '#':
			at = lineAt(s, at).End - 1
		case '"', '\'':
			n := tomlStringLen(s[at:])
			if n < 0 {
				return -1
			}
			at += n - 1
		}
	}
	return -1
}

// tomlStringLen is the length of the string that s begins with, -1 if nothing
// closes it.
func tomlStringLen(s string) int {
	quote := s[:1]
	isLong := strings.HasPrefix(s, strings.Repeat(quote, 3))
	if isLong {
		quote = s[:3]
	}
	for at := len(quote); at < len(s); at++ {
		switch {
		case s[at] == '\\' && quote[0] == '"':
			at++
		case strings.HasPrefix(s[at:], quote):
			end := at + len(quote)
			if isLong { // up to two more quotes belong to the string
				more := s[end:min(end+2, len(s))]
				end += len(more) - len(strings.TrimLeft(more, quote))
			}
			return end
		case s[at] == '\n' && !isLong:
			return -1
		}
	}
	return -1
}
