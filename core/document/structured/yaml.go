package structured

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"docuquest/core/document"
	"docuquest/core/file"
)

// YAML reads YAML: a key with keys or items on lines of their own below it is a
// section, all other keys are shown as they are. Several documents in one file
// are a section each. An alias means itself, never what it names. The
// zero value is ready to use, by any number of goroutines at once.
type YAML struct{}

// Parse reads f. Its title is the title at its top level, or else the name. A
// file that is not YAML is cut into paragraphs.
func (YAML) Parse(f file.File) *document.Document {
	return parse(f, func(d *document.Document) {
		if mayHoldTooMany(d.Text) {
			asParagraphs(d, 0, fmt.Sprintf("more than %d values", maxValues))
			return
		}
		r := &yamlReader{cuts: cuts{text: d.Text}, lines: yamlLines(d.Text)}
		documents, err := r.documents()
		if err != nil {
			at, why := r.explain(err)
			asParagraphs(d, at, why)
			return
		}
		r.setSpans(documents)
		top := unfold(documents)
		o := outliner{text: d.Text, problems: r.problems}
		d.Title = titleOf(top)
		d.Blocks = o.blocks(top, 1)
		if len(d.Blocks) == 0 { // comments alone
			d.Blocks = document.Paragraphs(d.Text, document.Paragraph)
		}
		o.problems.addTo(d)
	})
}

// mayHoldTooMany is true for every text of YAML or TOML with more than maxValues
// values, and for few others. A value costs the libraries as much memory as it
// costs us, and they have no limit of their own.
func mayHoldTooMany(s string) bool {
	count := 0
	for _, separator := range []string{"\n", "\r", ",", "- ", "? "} {
		count += strings.Count(s, separator)
	}
	return maxValues < count
}

// A yamlReader makes nodes of what the library understood.
type yamlReader struct {
	cuts
	lines    []int // where the lines begin
	problems problems
}

// documents reads all documents of the file.
func (r *yamlReader) documents() ([]node, error) {
	var nodes []node
	source := r.text
	if body := strings.TrimPrefix(source, byteOrderMark); strings.HasPrefix(body, "%YAML 1.2") {
		source = strings.Replace(source, "1.2", "1.1", 1) // the library refuses 1.2, and reads it nevertheless
	}
	decoder := yaml.NewDecoder(strings.NewReader(source))
	for {
		var root yaml.Node
		err := decoder.Decode(&root)
		if errors.Is(err, io.EOF) {
			return nodes, nil
		}
		if err != nil {
			return nil, err
		}
		if len(root.Content) > 0 {
			value := root.Content[0]
			nodes = append(nodes, r.item(value, r.begin(r.itemStart(value)), 0))
		}
	}
}

// item makes a node of an item of a list, or of a document.
func (r *yamlReader) item(value *yaml.Node, entry, depth int) node {
	n := node{plain: true, entry: entry}
	r.fill(&n, value, entry, depth)
	return n
}

// noEntry stands for an entry that has not begun.
const noEntry = -1

// fill gives n the children of a value, if it is not plain. The first child
// shares an entry that has begun; the others begin their own.
func (r *yamlReader) fill(n *node, value *yaml.Node, shared, depth int) {
	if !isBranch(value) {
		return
	}
	if depth == maxDepth {
		r.problems.add(point(r.text, r.offset(value)), "what lies deeper than %d levels is read as it stands", maxDepth)
		return
	}
	n.plain = false
	if value.Kind == yaml.SequenceNode {
		n.kind = list
		for _, item := range value.Content {
			entry := r.beginUnless(&shared, r.itemStart(item))
			n.children = append(n.children, r.item(item, entry, depth+1))
		}
		return
	}
	n.kind = object
	for i := 0; i+1 < len(value.Content); i += 2 {
		key, value := value.Content[i], value.Content[i+1]
		entry := r.beginUnless(&shared, r.offset(key))
		member := node{plain: true, entry: entry, key: key.Value}
		if value.Kind == yaml.ScalarNode && isNaming(member.key) {
			member.says = value.Value
		}
		r.fill(&member, value, noEntry, depth+1)
		n.children = append(n.children, member)
	}
}

// beginUnless begins an entry, unless there is one to be shared: that is then
// given, and shared no more.
func (r *yamlReader) beginUnless(shared *int, at int) int {
	entry := *shared
	*shared = noEntry
	if entry == noEntry {
		entry = r.begin(at)
	}
	return entry
}

// isBranch reports whether a value has structure that sections can show: keys on
// lines of their own, in it or in an item of it.
func isBranch(value *yaml.Node) bool {
	if value.Style&yaml.FlowStyle != 0 {
		return false
	}
	if value.Kind == yaml.SequenceNode {
		for _, item := range value.Content {
			if isBranch(item) {
				return true
			}
		}
	}
	return value.Kind == yaml.MappingNode && len(value.Content) > 0
}

// itemStart is the offset of the dash of an item, or of the item if there is
// none, as in front of a document.
func (r *yamlReader) itemStart(value *yaml.Node) int {
	at := r.offset(value)
	before := strings.TrimRight(r.text[:at], " \t\r\n")
	if strings.HasSuffix(before, "-") && !strings.HasSuffix(before, "--") {
		return len(before) - 1
	}
	return at
}

// offset is where a value begins.
func (r *yamlReader) offset(value *yaml.Node) int {
	line := min(max(value.Line-1, 0), len(r.lines)-1)
	at := r.lines[line]
	for range value.Column - 1 {
		_, size := utf8.DecodeRuneInString(r.text[at:])
		at += size
	}
	return at
}

// yamlLines returns where the lines of a text begin, as the library counts them:
// at its own idea of a line end, and behind a byte order mark.
func yamlLines(s string) []int {
	first := 0
	if strings.HasPrefix(s, byteOrderMark) {
		first = len(byteOrderMark)
	}
	lines := []int{first}
	for at := first; at < len(s); {
		r, size := utf8.DecodeRuneInString(s[at:])
		at += size
		if r == '\r' && strings.HasPrefix(s[at:], "\n") {
			continue
		}
		switch r {
		case '\n', '\r', '\u0085', '\u2028', '\u2029':
			lines = append(lines, at)
		}
	}
	return lines
}

// explain returns the place and the reason of an error of the library, which has
// the line in its text alone.
func (r *yamlReader) explain(err error) (at int, why string) {
	why = strings.TrimPrefix(err.Error(), "yaml: ")
	number, rest, ok := strings.Cut(strings.TrimPrefix(why, "line "), ": ")
	line, bad := strconv.Atoi(number)
	if !ok || bad != nil {
		return 0, why
	}
	return r.lines[min(max(line-1, 0), len(r.lines)-1)], rest
}
