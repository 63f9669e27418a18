//go:build cgo

package code

import (
	"sync"
	"time"
	"unsafe"

	lua "github.com/tree-sitter-grammars/tree-sitter-lua/bindings/go"
	sitter "github.com/tree-sitter/go-tree-sitter"
	c "github.com/tree-sitter/tree-sitter-c/bindings/go"
	cpp "github.com/tree-sitter/tree-sitter-cpp/bindings/go"
	java "github.com/tree-sitter/tree-sitter-java/bindings/go"
	javascript "github.com/tree-sitter/tree-sitter-javascript/bindings/go"
	python "github.com/tree-sitter/tree-sitter-python/bindings/go"
	ruby "github.com/tree-sitter/tree-sitter-ruby/bindings/go"
	rust "github.com/tree-sitter/tree-sitter-rust/bindings/go"
	typescript "github.com/tree-sitter/tree-sitter-typescript/bindings/go"

	"docuquest/core/language/text"
)

// grammars returns the grammars that tree-sitter has, by language.
func grammars() map[string]grammar {
	all := map[string]grammar{}
	for language, load := range map[string]func() unsafe.Pointer{
		"c":               c.Language,
		"cpp":             cpp.Language,
		"java":            java.Language,
		"javascript":      javascript.Language,
		"javascriptreact": javascript.Language,
		"lua":             lua.Language,
		"python":          python.Language,
		"ruby":            ruby.Language,
		"rust":            rust.Language,
		"typescript":      typescript.LanguageTypescript,
		"typescriptreact": typescript.LanguageTSX,
	} {
		all[language] = sitterGrammar{sync.OnceValues(func() (*sitter.Language, []string) {
			l := sitter.NewLanguage(load())
			names := make([]string, l.NodeKindCount())
			for id := range names {
				if l.NodeKindIsNamed(uint16(id)) {
					names[id] = l.NodeKindForId(uint16(id))
				}
			}
			return l, names
		})}
	}
	return all
}

// A sitterGrammar is a grammar of tree-sitter, which is loaded when it is first used.
type sitterGrammar struct {
	load func() (*sitter.Language, []string)
}

func (g sitterGrammar) kinds() []string {
	_, names := g.load()
	return names
}

// window is how many bytes the library gets at once. It copies what it gets,
// and keeps the copies, each time that it goes back behind the beginning of
// the last ones.
const window = 1 << 15

// parse makes a parser of its own each time: that costs microseconds, and a parser that was
// kept would have to be freed by hand.
func (g sitterGrammar) parse(s string, limit time.Duration, read func(root node)) bool {
	language, _ := g.load()
	parser := sitter.NewParser()
	defer parser.Close()
	if err := parser.SetLanguage(language); err != nil {
		panic(err) // the versions in go.mod do not fit each other
	}
	//lint:ignore SA1019 the callback that is to take its place leaks memory with each parse
	parser.SetTimeoutMicros(uint64(limit.Microseconds()))
	tree := parser.ParseWithOptions(func(at int, _ sitter.Point) []byte {
		return []byte(s[min(at, len(s)):min(at+window, len(s))])
	}, nil, nil)
	if tree == nil {
		return false
	}
	defer tree.Close()
	cursor := tree.Walk()
	defer cursor.Close()
	read(&sitterNode{cursor.Node(), cursor})
	return true
}

// A sitterNode is a node of tree-sitter, with the cursor of its tree.
type sitterNode struct {
	*sitter.Node
	cursor *sitter.TreeCursor
}

func (n *sitterNode) with(other *sitter.Node) node {
	if other == nil {
		return nil
	}
	return &sitterNode{other, n.cursor}
}

func (n *sitterNode) kind() int { return int(n.KindId()) }
func (n *sitterNode) span() text.Span {
	return text.Span{Start: int(n.StartByte()), End: int(n.EndByte())}
}
func (n *sitterNode) child(i int) node       { return n.with(n.Child(uint(i))) }
func (n *sitterNode) named(i int) node       { return n.with(n.NamedChild(uint(i))) }
func (n *sitterNode) field(name string) node { return n.with(n.ChildByFieldName(name)) }

func (n *sitterNode) is(q quality) bool {
	switch q {
	case isNamed:
		return n.IsNamed()
	case isExtra:
		return n.IsExtra()
	case isError:
		return n.IsError()
	}
	return n.HasError()
}

func (n *sitterNode) each(visit func(node)) {
	if !n.cursor.GotoFirstChild() {
		return
	}
	for more := true; more; more = n.cursor.GotoNextSibling() {
		visit(&sitterNode{n.cursor.Node(), n.cursor})
	}
	n.cursor.GotoParent()
}
