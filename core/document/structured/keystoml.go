package structured

import (
	"github.com/pelletier/go-toml/v2/unstable"

	"docuquest/core/language/text"
)

// valuesOfTOML returns the table that a stretch of TOML is; none where it is not TOML.
func valuesOfTOML(s string, stretch text.Span) []value {
	body := stretch.Of(s)
	if mayHoldTooMany(body) || tooDeep(body) >= 0 {
		return nil
	}
	k := tomlKeys{base: stretch.Start}
	k.parser.Reset([]byte(body))
	root := value{kind: object}
	open := &root // the table that keys belong to
	for k.parser.NextExpression() {
		n := k.parser.Expression()
		if n.Kind == unstable.KeyValue {
			k.add(open, n, maxDepth)
			continue
		}
		var path []string
		for key := n.Key(); key.Next(); {
			path = append(path, string(key.Node().Data))
		}
		if len(path) == 0 || len(path) > maxDepth {
			return nil
		}
		open = &root
		for i, key := range path {
			isItem := n.Kind == unstable.ArrayTable && i == len(path)-1
			open = member(open, key)
			switch {
			case isItem:
				open.kind = list
				open.children = append(open.children, value{kind: object})
			case open.kind != list:
				open.kind = object
			}
			if open.kind == list && len(open.children) > 0 {
				open = &open.children[len(open.children)-1]
			}
		}
	}
	if k.parser.Error() != nil {
		return nil
	}
	return []value{root}
}

// member returns the last member of an object, which is made where it has another key. Parts of one
// table that are not next to each other are two, of which a record has the fields of both.
func member(of *value, key string) *value {
	if last := len(of.children) - 1; last < 0 || of.children[last].key != key {
		of.children = append(of.children, value{key: key, kind: object})
	}
	return &of.children[len(of.children)-1]
}

// tomlKeys makes values of the expressions of a file.
type tomlKeys struct {
	parser unstable.Parser
	base   int // of the stretch in the text
}

// add adds a key with its value to a table.
func (k *tomlKeys) add(to *value, n *unstable.Node, depth int) {
	span := k.place(n)
	var path []string
	for key := n.Key(); key.Next(); {
		path = append(path, string(key.Node().Data))
	}
	if len(path) == 0 || len(path) > depth {
		return
	}
	for _, key := range path[:len(path)-1] {
		to = member(to, key)
	}
	v := k.value(n.Value(), span, depth-len(path))
	v.key, v.span = path[len(path)-1], span
	to.children = append(to.children, v)
}

// value makes a value of a node inside of a span.
func (k *tomlKeys) value(n *unstable.Node, inside text.Span, depth int) value {
	v := value{span: inside, at: inside}
	switch {
	case depth <= 0:
	case n.Kind == unstable.Array:
		v.kind = list
		for item := n.Children(); item.Next(); {
			if item.Node().Kind != unstable.Comment {
				v.children = append(v.children, k.value(item.Node(), inside, depth-1))
			}
		}
	case n.Kind == unstable.InlineTable:
		v.kind = object
		for pair := n.Children(); pair.Next(); {
			k.add(&v, pair.Node(), depth-1)
		}
	default:
		v.text = string(n.Data)
		if n.Raw.Length > 0 { // true and false have none
			v.at = k.place(n)
		} else if len(v.text) <= inside.Len() {
			v.at.Start = inside.End - len(v.text)
		}
		if n.Kind == unstable.String && v.at.Len() == len(v.text)+2 { // without escapes
			v.at = unquoted(v.at)
		}
	}
	return v
}

func (k *tomlKeys) place(n *unstable.Node) text.Span {
	start := k.base + int(n.Raw.Offset)
	return text.Span{Start: start, End: start + int(n.Raw.Length)}
}
