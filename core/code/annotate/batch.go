package annotate

import (
	"fmt"
	"strconv"
	"strings"

	"docuquest/core/code/notes"
	"docuquest/core/language/text"
	"docuquest/core/services/llm"
	"docuquest/prompts"
)

// Category is the category of the requests that a Writer makes.
const Category = "annotate"

// How much is asked for at once. The text of a batch is a few times as long as what the
// prompt says, so that little is paid for saying it again; and its reply is short enough
// for every model.
const (
	batchTokens = 4000    // of the text in a batch, as estimated; a single chunk may have more
	batchChunks = 20      // in a batch
	longestOwn  = 8 << 10 // bytes of a chunk without the chunks inside it; the rest is left out
	mostHeaders = 4 << 10 // bytes of the lines that stand in a chunk for those inside it
)

// The tokens of a reply.
const (
	replyTokens     = 110  // expected for a chunk, noted as the prompt asks for it
	mostReplyTokens = 400  // allowed for a chunk: whoever is held to less breaks off in one
	thoughtTokens   = 4000 // allowed besides, for models that think before they reply
)

// A batch is some chunks of one file that the model is asked about together.
type batch struct {
	*outline
	wanted []int // the nodes that notes are wanted of, in order
}

// batches parts the wanted nodes of a file, along its tree: what lies side by side stays
// together as far as there is room.
func (o *outline) batches(wanted []int) []batch {
	var all []batch
	var size, first int
	for i, n := range wanted {
		price := o.price(n)
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

// price is about how many tokens a node has without those inside it, but with the lines
// that stand for them.
func (o *outline) price(i int) int {
	own, headers := o.nodes[i].span.Len(), 0
	for _, child := range o.children[i] {
		own -= o.nodes[child].span.Len()
		headers += min(longestHeader, o.nodes[child].span.Len())
	}
	return tokensIn(min(own, longestOwn) + min(headers, mostHeaders) + len(o.name(i)))
}

// tokensIn estimates how many tokens a model makes of so many bytes: of programs and
// English about one of three and a half.
func tokensIn(bytes int) int { return (2*bytes + 6) / 7 }

// chunk is the chunk with a number in the prompt, from 1; false where there is none.
func (b batch) chunk(number int) (notes.Chunk, bool) {
	if number < 1 || len(b.wanted) < number {
		return notes.Chunk{}, false
	}
	return b.chunks[b.wanted[number-1]], true
}

// request asks for the notes, by a template.
func (b batch) request(template string) llm.Request {
	language := b.doc.Language
	if language == "" {
		language = "text"
	}
	r := llm.Prompt(Category, prompts.Render(template, map[string]string{
		"path":      oneLine(b.doc.Path),
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

// source is the part of the file in which all lies that is shown of it.
func (b batch) source() llm.Source {
	all := b.nodes[b.wanted[0]].span
	for _, i := range b.wanted {
		top := i
		for b.parents[top] > 0 {
			top = b.parents[top] // the lines of what encloses it are shown, too
		}
		all.Start, all.End = min(all.Start, b.nodes[top].span.Start), max(all.End, b.nodes[top].span.End)
	}
	return llm.Source{Path: b.doc.Path, Start: all.Start, End: all.End, Lines: b.linesOf(all)}
}

// linesOf are the first and the last line of the file that have something of a part.
func (b batch) linesOf(part text.Span) [2]int {
	part.End = max(part.Start, part.End-1) // what ends a line does not reach into the next
	in, span, _ := b.doc.InFile(part)
	lines := text.NewLines(in.Text).Range(span, text.UTF8)
	return [2]int{lines.Start.Line + 1, lines.End.Line + 1}
}

// expected is about what the batch costs.
func (b batch) expected(r llm.Request) Cost {
	return Cost{Calls: 1, TokensIn: requestTokens(r), TokensOut: int64(replyTokens * len(b.wanted))}
}

// least is what the batch costs where there must be room for thought, and nothing is paid
// in vain.
func (b batch) least(r llm.Request) Cost { return b.expected(r).plus(Cost{TokensOut: thoughtTokens}) }

func requestTokens(r llm.Request) (tokens int64) {
	for _, m := range r.Messages {
		tokens += int64(tokensIn(len(m.Text)))
	}
	return tokens
}

// text shows the wanted nodes, each behind a line with its number, what encloses them, and
// a line for each piece inside of them that is not wanted.
func (b batch) text() string {
	s := &sheet{batch: b, numbers: map[int]int{}}
	for i, n := range b.wanted {
		s.numbers[n] = i + 1
	}
	s.show(0)
	return strings.TrimRight(s.String(), " \t\r\n")
}

// A sheet is the text of a batch in the making.
type sheet struct {
	batch
	strings.Builder
	numbers map[int]int // of the wanted nodes
	indent  string      // what stands in front of the node at hand, on its line
	inLine  bool        // the last line that was written goes on
}

// show writes a node and what is inside it.
func (s *sheet) show(i int) {
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
func (s *sheet) whole(i int) {
	n := s.nodes[i]
	room, headers, more, at := longestOwn, mostHeaders, 0, n.span.Start
	for _, child := range s.children[i] {
		inner := s.nodes[child].span
		s.indent = s.indentOf(child)
		between := text.Span{Start: at, End: max(at, inner.Start-len(s.indent))}
		at = inner.End
		isAside := !s.isInside(child, s.wanted)
		if isAside {
			headers -= len(s.header(child))
		}
		if isAside && headers < 0 {
			more++
			if strings.TrimSpace(between.Of(s.doc.Text)) == "" {
				continue
			}
		}
		room = s.own(between, room)
		if !isAside || headers >= 0 {
			s.show(child)
		}
	}
	if more > 0 {
		s.line(fmt.Sprintf("… %d more", more))
	}
	s.own(text.Span{Start: at, End: max(at, n.span.End)}, room)
}

// own writes a part of a node as far as there is room, and gives the room that is left.
func (s *sheet) own(part text.Span, room int) int {
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

// indentOf is the white space that stands in front of a node on its line.
func (s *sheet) indentOf(i int) string {
	start := s.nodes[i].span.Start
	front := s.doc.Text[:start]
	return front[len(strings.TrimRight(front, " \t")):]
}

// line writes a line of its own.
func (s *sheet) line(said string) {
	if s.inLine {
		s.write("\n")
	}
	s.write(said + "\n")
}

func (s *sheet) write(said string) {
	if said != "" {
		s.WriteString(said)
		s.inLine = !strings.HasSuffix(said, "\n")
	}
}
