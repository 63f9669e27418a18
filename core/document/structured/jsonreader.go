package structured

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"docuquest/core/language/text"
)

// A jsonReader makes nodes of stretches of a text. The library finds the tokens
// in a copy of the stretch without comments (see jsonCanvas), whose offsets are
// those of the stretch.
type jsonReader struct {
	text     string
	decoder  *jsontext.Decoder
	problems problems

	// Of the stretch that is being read:
	base     int // where it begins in the text
	canvas   []byte
	comments []text.Span // those that are in no node yet
	count    int         // values read
}

func newJSONReader(s string) *jsonReader {
	return &jsonReader{text: s, decoder: new(jsontext.Decoder)}
}

// read makes nodes of a stretch: one value as a rule, several in a file of JSON
// lines that goes by another name. placeOf and reasonOf explain an error; what else is
// wrong is in r.problems.
func (r *jsonReader) read(stretch text.Span) ([]node, error) {
	r.base, r.count = stretch.Start, 0
	r.canvas, r.comments = jsonCanvas(r.text, stretch)
	r.decoder.Reset(bytes.NewBuffer(r.canvas), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	var nodes []node
	for !r.isFull() {
		nodes = r.takeComments(nodes, r.nextStart())
		n, err := r.value(0)
		if errors.Is(err, io.EOF) {
			return nodes, nil
		}
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, n)
	}
	return r.appendRest(nodes, endOfText)
}

// value reads the next value, which lies in depth others.
func (r *jsonReader) value(depth int) (node, error) {
	kind := r.decoder.PeekKind()
	isContainer := kind == '{' || kind == '['
	if isContainer && depth < maxDepth {
		return r.container(depth)
	}
	n := node{plain: true, span: text.Span{Start: r.nextStart()}}
	if err := r.decoder.SkipValue(); err != nil {
		return node{}, err
	}
	r.count++
	n.span.End = r.offset()
	n.value = n.span
	switch {
	case kind == '"':
		n.kind, n.value = quoted, unquoted(n.span)
	case isContainer:
		r.dropComments(n.span.End)
		r.problems.add(point(r.text, n.span.Start), "what lies deeper than %d levels is read as it stands", maxDepth)
	}
	return n, nil
}

// container reads a list or an object.
func (r *jsonReader) container(depth int) (node, error) {
	n := node{kind: list, span: text.Span{Start: r.nextStart()}}
	open, err := r.decoder.ReadToken()
	if err != nil {
		return node{}, err
	}
	r.count++
	next, closing := r.value, jsontext.Kind(']')
	if open.Kind() == '{' {
		n.kind, next, closing = object, r.member, '}'
	}
	if n.children, err = r.children(next, closing, depth+1); err != nil {
		return node{}, err
	}
	if _, err := r.decoder.ReadToken(); err != nil {
		return node{}, err
	}
	n.span.End = r.offset()
	n.value = n.span
	n.plain = n.kind != object || len(n.children) == 0
	seen := map[string]bool{}
	for i := range n.children {
		child := &n.children[i]
		n.plain = n.plain && child.plain
		if n.kind != object || child.keyAt.Empty() {
			continue
		}
		if seen[child.key] {
			r.problems.add(child.keyAt, "the key %q occurs twice in one object", child.key)
		}
		seen[child.key] = true
	}
	return n, nil
}

// children reads what a container holds, up to the token that closes it.
func (r *jsonReader) children(next func(int) (node, error), closing jsontext.Kind, depth int) ([]node, error) {
	var nodes []node
	for r.decoder.PeekKind() != closing {
		if r.isFull() {
			return r.appendRest(nodes, closing)
		}
		nodes = r.takeComments(nodes, r.nextStart())
		n, err := next(depth)
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, n)
	}
	return r.takeComments(nodes, r.nextStart()), nil
}

// member reads a key and its value.
func (r *jsonReader) member(depth int) (node, error) {
	at := text.Span{Start: r.nextStart()}
	if err := r.decoder.SkipValue(); err != nil {
		return node{}, err
	}
	at.End = r.offset()
	r.dropComments(r.nextStart())
	n, err := r.value(depth)
	if err != nil {
		return node{}, err
	}
	n.span.Start = at.Start
	n.keyAt = unquoted(at)
	n.key = decode(r.text, n.keyAt)
	if n.kind <= quoted && isNaming(n.key) {
		n.says = decode(r.text, n.value)
	}
	return n, nil
}

// endOfText is the closing of what no token closes.
const endOfText = jsontext.Kind(255)

// isFull reports whether the values that may be looked at have been.
func (r *jsonReader) isFull() bool { return maxValues <= r.count }

// appendRest adds what is left in front of a closing token as one node that is
// taken as it is.
func (r *jsonReader) appendRest(nodes []node, closing jsontext.Kind) ([]node, error) {
	span := text.Span{Start: r.nextStart()}
	for r.decoder.PeekKind() != closing {
		if err := r.decoder.SkipValue(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		span.End = r.offset()
	}
	if span.Empty() {
		return nodes, nil
	}
	r.dropComments(span.End)
	r.problems.add(span, "more than %d values: what follows is read as it stands", maxValues)
	return append(nodes, node{plain: true, span: span, value: span}), nil
}

// takeComments adds the comments that begin before an offset to nodes.
func (r *jsonReader) takeComments(nodes []node, before int) []node {
	for len(r.comments) > 0 && r.comments[0].Start < before {
		span := r.comments[0]
		r.comments = r.comments[1:]
		written := span.Of(r.text)
		inside := strings.TrimLeft(written, "/*")
		value := text.Span{Start: span.End - len(inside), End: span.End}
		if strings.HasPrefix(written, "/*") {
			value.End = value.Start + len(strings.TrimRight(inside, "*/"))
		}
		if value = value.Trim(r.text); !value.Empty() {
			nodes = append(nodes, node{kind: comment, plain: true, span: span, value: value})
		}
	}
	return nodes
}

// dropComments leaves out the comments that begin before an offset.
func (r *jsonReader) dropComments(before int) {
	for len(r.comments) > 0 && r.comments[0].Start < before {
		r.comments = r.comments[1:]
	}
}

// offset is where the last token ends in the text.
func (r *jsonReader) offset() int { return r.base + int(r.decoder.InputOffset()) }

// nextStart is where the next token begins in the text.
func (r *jsonReader) nextStart() int {
	at := int(r.decoder.InputOffset())
	for at < len(r.canvas) && strings.IndexByte(" \t\r\n,:", r.canvas[at]) >= 0 {
		at++
	}
	return r.base + at
}

func unquoted(span text.Span) text.Span {
	return text.Span{Start: span.Start + 1, End: span.End - 1}
}

// placeOf is the offset at which the text breaks the rules of JSON.
func (r *jsonReader) placeOf(err error) int {
	var broken *jsontext.SyntacticError
	if errors.As(err, &broken) {
		return r.base + int(broken.ByteOffset)
	}
	return r.base
}

// reasonOf is what is wrong, without a place.
func reasonOf(err error) string {
	var broken *jsontext.SyntacticError
	if errors.As(err, &broken) && broken.Err != nil {
		return strings.TrimPrefix(broken.Err.Error(), "jsontext: ")
	}
	return err.Error()
}

// jsonCanvas copies a stretch of a text, with spaces for all that JSON does not
// know: a byte order mark, comments, and commas after the last item. Every byte
// of the copy is where it is in the stretch. The comments are given in
// their order, as spans of the text.
func jsonCanvas(s string, stretch text.Span) (canvas []byte, comments []text.Span) {
	canvas = []byte(stretch.Of(s))
	if strings.HasPrefix(stretch.Of(s), byteOrderMark) {
		blank(canvas[:len(byteOrderMark)])
	}
	comma := -1 // the last one, if only spaces and comments came after it
	for at := 0; at < len(canvas); at++ {
		switch c := canvas[at]; c {
		case '"':
			for at++; at < len(canvas) && canvas[at] != '"'; at++ {
				if canvas[at] == '\\' {
					at++
				}
			}
			comma = -1
		case '/':
			end := len(canvas) // where nothing ends the comment
			switch rest := canvas[at+1:]; {
			case bytes.HasPrefix(rest, []byte("/")):
				if n := bytes.IndexAny(rest, "\r\n"); n >= 0 {
					end = at + 1 + n
				}
			case bytes.HasPrefix(rest, []byte("*")):
				if n := bytes.Index(rest[1:], []byte("*/")); n >= 0 {
					end = at + 2 + n + len("*/")
				}
			default:
				end = at
			}
			if end > at {
				comments = append(comments, text.Span{Start: at, End: end}.Shift(stretch.Start))
				blank(canvas[at:end])
				at = end - 1
			}
		case ',':
			comma = at
		case ']', '}':
			if comma >= 0 {
				canvas[comma] = ' '
			}
			comma = -1
		case ' ', '\t', '\r', '\n':
		default:
			comma = -1
		}
	}
	return canvas, comments
}

// byteOrderMark begins some texts that come from an editor; those of the disk
// have lost it.
const byteOrderMark = "\ufeff"

func blank(canvas []byte) {
	for i := range canvas {
		canvas[i] = ' '
	}
}
