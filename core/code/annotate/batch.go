package annotate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"docuquest/core/code/notes"
	"docuquest/core/document"
	"docuquest/core/language/text"
	"docuquest/core/services/llm"
	"docuquest/prompts"
)

// Category is the category of the requests that a Writer makes.
const Category = "annotate"

// How much one request is about. The text of a batch is a few times as long as what the
// prompt, so that little is paid for repeating it; and its reply is short enough for every model.
const (
	batchTokens = 4000    // of the text in a batch, as estimated; a single chunk may have more
	batchChunks = 20      // in a batch
	longestOwn  = 8 << 10 // bytes of a chunk without the chunks inside it; the rest is left out
	mostHeaders = 4 << 10 // bytes of the lines in a chunk that stand for those inside it
)

// The tokens of a reply.
const (
	replyTokens     = 110  // expected for a chunk, noted as the prompt asks for it
	mostReplyTokens = 400  // allowed for a chunk: a model with less breaks off in one
	thoughtTokens   = 4000 // allowed on top, for models that think before they reply
)

// A batch is some chunks of one file that the model is asked about together.
type batch struct {
	*outline
	wanted []int // the nodes that notes are wanted of, in order
}

// batches divides the wanted nodes of a file, along its tree: neighbours stay together as far as
// there is room.
func (o *outline) batches(wanted []int) []batch {
	var all []batch
	var size, first int
	for i, n := range wanted {
		// The node without those inside it, but with the lines that stand for them.
		own, headers := o.nodes[n].span.Len(), 0
		for _, child := range o.children[n] {
			inner := o.nodes[child].span.Len()
			own -= inner
			headers += min(longestHeader, inner)
		}
		price := tokensIn(min(own, longestOwn) + min(headers, mostHeaders) + len(o.name(n)))
		if first < i && (size+price > batchTokens || i-first == batchChunks) {
			all = append(all, batch{o, wanted[first:i:i]})
			first, size = i, 0
		}
		size += price
	}
	if first < len(wanted) {
		all = append(all, batch{o, wanted[first:]})
	}
	return all
}

// tokensIn estimates how many tokens a model makes of so many bytes: of programs and
// English about one of three and a half.
func tokensIn(bytes int) int { return (2*bytes + 6) / 7 }

// request asks for the notes, by a template.
func (b batch) request(template string) llm.Request {
	language := b.doc.Language
	if language == "" {
		language = "text"
	}
	r := llm.Prompt(Category, prompts.Render(template, map[string]string{
		"path":      text.OneLine(b.doc.Path),
		"language":  language,
		"count":     strconv.Itoa(len(b.wanted)),
		"documents": b.text(),
	}))
	r.JSON, r.Counted = true, true
	r.Masked = true // the notes are kept, and listed in clear
	r.MaxTokens = thoughtTokens + mostReplyTokens*len(b.wanted)
	r.Sources = []llm.Source{b.source()}
	return r
}

// source is the part of the file that contains all that is shown of it.
func (b batch) source() llm.Source {
	all := b.nodes[b.wanted[0]].span
	for _, i := range b.wanted {
		top := i
		for b.parents[top] > 0 {
			top = b.parents[top] // the lines of what encloses it are shown, too
		}
		all.Start, all.End = min(all.Start, b.nodes[top].span.Start), max(all.End, b.nodes[top].span.End)
	}
	part := text.Span{Start: all.Start, End: max(all.Start, all.End-1)} // what ends a line does not reach into the next
	in, span, _ := b.doc.InFile(part)
	lines := text.NewLines(in.Text).Range(span, text.UTF8)
	return llm.Source{
		Path: b.doc.Path, Start: all.Start, End: all.End, Lines: [2]int{lines.Start.Line + 1, lines.End.Line + 1},
	}
}

// expected is about what the batch costs.
func (b batch) expected(r llm.Request) Cost {
	return Cost{Calls: 1, TokensIn: requestTokens(r), TokensOut: int64(replyTokens * len(b.wanted))}
}

func requestTokens(r llm.Request) (tokens int64) {
	for _, m := range r.Messages {
		tokens += int64(tokensIn(len(m.Text)))
	}
	return tokens
}

// text shows the wanted nodes, each behind a line with its number, what encloses them, and
// a line for each piece inside of them that is not wanted.
func (b batch) text() string {
	s := &listing{batch: b, numbers: map[int]int{}}
	for i, n := range b.wanted {
		s.numbers[n] = i + 1
	}
	s.show(0)
	return strings.TrimRight(s.String(), " \t\r\n")
}

// A listing is the text of a batch in the making.
type listing struct {
	batch
	strings.Builder
	numbers map[int]int // of the wanted nodes
	indent  string      // in front of the node at hand, on its line
	inLine  bool        // the last line that was written has no end yet
}

// show writes a node and what is inside it.
func (s *listing) show(i int) {
	number, wanted := s.numbers[i]
	switch {
	case wanted:
		s.line("[[" + strconv.Itoa(number) + ": " + s.name(i) + "]]")
		s.write(s.indent)
		s.whole(i)
	case s.isInside(i, s.wanted):
		if i > 0 {
			s.line(s.indent + s.header(i) + " …")
		}
		for _, child := range s.children[i] {
			if s.isInside(child, s.wanted) {
				s.indent = s.indentOf(child)
				s.show(child)
			}
		}
	default:
		s.write(s.indent + s.header(i) + " …")
	}
}

// whole writes the text of a wanted node, with those inside it in their places. Where there
// are very many of them, the last ones are only counted.
func (s *listing) whole(i int) {
	n := s.nodes[i]
	room, headers, more, at := longestOwn, mostHeaders, 0, n.span.Start
	for _, child := range s.children[i] {
		inner := s.nodes[child].span
		s.indent = s.indentOf(child)
		between := text.Span{Start: at, End: max(at, inner.Start-len(s.indent))}
		at = inner.End
		isUnwanted := !s.isInside(child, s.wanted)
		if isUnwanted {
			headers -= len(s.header(child))
		}
		if isUnwanted && headers < 0 {
			more++
			if strings.TrimSpace(between.Of(s.doc.Text)) == "" {
				continue
			}
		}
		room = s.own(between, room)
		if !isUnwanted || headers >= 0 {
			s.show(child)
		}
	}
	if more > 0 {
		s.line(fmt.Sprintf("… %d more", more))
	}
	s.own(text.Span{Start: at, End: max(at, n.span.End)}, room)
}

// own writes a part of a node as far as there is room, and returns the room that is left.
func (s *listing) own(part text.Span, room int) int {
	said := part.Of(s.doc.Text)
	if len(said) <= room {
		s.write(said)
		return room - len(said)
	}
	if room > 0 {
		s.line(said[:boundary(said, room)] + " …")
	}
	return 0
}

// indentOf is the white space in front of a node on its line.
func (s *listing) indentOf(i int) string {
	start := s.nodes[i].span.Start
	front := s.doc.Text[:start]
	return front[len(strings.TrimRight(front, " \t")):]
}

// line writes a line of its own.
func (s *listing) line(said string) {
	if s.inLine {
		s.write("\n")
	}
	s.write(said + "\n")
}

func (s *listing) write(said string) {
	if said != "" {
		s.WriteString(said)
		s.inLine = !strings.HasSuffix(said, "\n")
	}
}

// An outline is the tree of what one document contains, with what is inside of what.
type outline struct {
	doc      *document.Document // as it reads
	nodes    []node             // the file first, each in front of those inside it
	parents  []int              // of each node, -1 for the file
	children [][]int            // of each node, in the order of the text
	chunks   []notes.Chunk      // of each node
}

// outlineOf returns the tree that the rules walk, nil for a document without anything to
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

// name describes a node: "function Put, in Store".
func (o *outline) name(i int) string {
	n := o.nodes[i]
	if len(n.titles) == 0 {
		return "file"
	}
	name := n.info + " " + shortened(text.OneLine(n.title()), longestHeader)
	if above := n.titles[:len(n.titles)-1]; len(above) > 0 {
		name += ", in " + shortened(text.OneLine(strings.Join(above, " > ")), longestHeader)
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
	return shortened(text.OneLine(declared), longestHeader)
}

// longestHeader is how many bytes of a declaration stand for what it declares.
const longestHeader = 200

// isInside reports whether a node has one of some nodes that are sorted, or is one.
func (o *outline) isInside(i int, some []int) bool {
	at, is := slices.BinarySearch(some, i)
	if is || at == len(some) {
		return is
	}
	// All that is inside of a node follows it, in front of the next one beside it.
	for n := o.parents[some[at]]; n >= 0; n = o.parents[n] {
		if n == i {
			return true
		}
	}
	return false
}
