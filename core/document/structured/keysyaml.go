package structured

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"docuquest/core/language/text"
)

// valuesOfYAML returns the documents of a stretch of YAML, none where it is not YAML.
func valuesOfYAML(s string, stretch text.Span) []value {
	body := stretch.Of(s)
	if mayHoldTooMany(body) {
		return nil
	}
	k := yamlKeys{reader: yamlReader{cuts: cuts{text: body}, lines: yamlLines(body)}, base: stretch.Start}
	decoder := yaml.NewDecoder(strings.NewReader(body))
	var values []value
	for {
		var root yaml.Node
		if err := decoder.Decode(&root); err != nil {
			return values // what is before a mistake counts, as it does at the end
		}
		if len(root.Content) > 0 {
			end := len(body)
			if at := k.reader.offset(root.Content[0]); strings.Contains(body[at:], "\n---") {
				end = at + strings.Index(body[at:], "\n---")
			}
			values = append(values, k.value(root.Content[0], end, 0))
		}
	}
}

// yamlKeys makes values of what the library understood.
type yamlKeys struct {
	reader yamlReader
	base   int // of the stretch in the text
}

// value makes a value that ends before an offset of the stretch at the latest. An alias is empty:
// what it names may name it in turn.
func (k yamlKeys) value(n *yaml.Node, limit, depth int) value {
	start := k.reader.offset(n)
	v := value{span: k.span(start, limit)}
	switch {
	case n.Kind == yaml.ScalarNode:
		v.at = k.scalar(n, start, limit)
		if n.Tag != "!!null" {
			v.text = n.Value
		}
	case n.Kind == yaml.SequenceNode && depth < maxDepth:
		v.kind = list
		for i, item := range n.Content {
			end := limit
			if i+1 < len(n.Content) {
				end = k.reader.itemStart(n.Content[i+1])
			}
			v.children = append(v.children, k.value(item, end, depth+1))
		}
	case n.Kind == yaml.MappingNode && depth < maxDepth:
		v.kind = object
		for i := 0; i+1 < len(n.Content); i += 2 {
			end := limit
			if i+2 < len(n.Content) {
				end = k.reader.offset(n.Content[i+2])
			}
			member := k.value(n.Content[i+1], end, depth+1)
			member.key = n.Content[i].Value
			member.span = k.span(k.reader.offset(n.Content[i]), end)
			v.children = append(v.children, member)
		}
	}
	return v
}

// span is what is between two offsets of the stretch, without comments and blanks at its end, in
// the text.
func (k yamlKeys) span(start, end int) text.Span {
	span := text.Span{Start: start, End: max(start, end)}.Trim(k.reader.text)
	for {
		written := span.Of(k.reader.text)
		line := strings.LastIndexByte(written, '\n') + 1
		if line == 0 || !strings.HasPrefix(strings.TrimSpace(written[line:]), "#") {
			break
		}
		span.End = span.Start + line
		span = span.Trim(k.reader.text)
	}
	for written := span.Of(k.reader.text); written != ""; { // the marks of a list or an object around it
		last := len(written) - 1
		isOfOuter := written[last] == ']' && strings.Count(written, "]") > strings.Count(written, "[") ||
			written[last] == '}' && strings.Count(written, "}") > strings.Count(written, "{")
		if written[last] != ',' && !isOfOuter {
			break
		}
		written = strings.TrimRight(written[:last], " \t\r\n")
		span.End = span.Start + len(written)
	}
	return span.Shift(k.base)
}

// scalar is the place of a scalar without its quotes.
func (k yamlKeys) scalar(n *yaml.Node, start, limit int) text.Span {
	s := k.reader.text
	if plain := (text.Span{Start: start, End: start + len(n.Value)}); plain.End <= len(s) && plain.Of(s) == n.Value {
		return plain.Shift(k.base)
	}
	span := k.span(start, limit).Shift(-k.base)
	if quote := s[start:min(start+1, len(s))]; quote == `"` || quote == "'" {
		if end := strings.LastIndex(span.Of(s), quote); end > 0 {
			span = text.Span{Start: start + 1, End: start + end}
		}
	}
	return span.Shift(k.base)
}
