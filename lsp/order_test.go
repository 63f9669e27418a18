package lsp_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"docuquest/core/file"
	"docuquest/lsp/lsptest"
)

// Ten thousand edits are sent without waiting, with a hover after every tenth.
// Each hover must see the text as it was when the hover was sent: neither an
// edit less nor one more, although answers are written while edits go on.
func TestHoverSeesTheEditsBeforeIt(t *testing.T) {
	const edits, every = 10_000, 10
	f := &fake{}
	e := f.start(t, lsptest.Options{})
	e.OpenText("a.txt", "word")

	var hovers []*lsptest.Reply
	var want []string
	for i := range edits {
		marker := fmt.Sprintf("word v%d", i)
		e.Edit("a.txt", lsptest.Edit{Text: marker})
		if i%every == 0 {
			hovers = append(hovers, e.Go("textDocument/hover", e.At("a.txt", 0, 1)))
			want = append(want, marker)
		}
	}
	for i, reply := range hovers {
		var h protocol.Hover
		if err := reply.Wait(&h); err != nil {
			t.Fatal(err)
		}
		text := h.Contents.(*protocol.MarkupContent).Value
		if !strings.HasSuffix(text, want[i]) {
			t.Fatalf("hover %d saw %q, not %q", i, text, want[i])
		}
	}
}

// The answers that cite a passage are those of the text that was pointed at, also where it
// is changed while other places are read.
func TestAnswersAreOfThePassagePointedAt(t *testing.T) {
	var e *lsptest.Editor
	var asked string
	f := &fake{answersOn: func(in file.File) { asked = in.Content }, meanwhile: func() {
		e.Edit("a.txt", lsptest.Edit{Text: "another word"})
		if err := e.Command("docuquest.stop", nil, nil); err != nil { // comes after the edit
			t.Error(err)
		}
	}}
	e = f.start(t, lsptest.Options{})
	e.OpenText("a.txt", "a word")
	if _, err := e.References("a.txt", 0, 3); err != nil || asked != "a word" {
		t.Errorf("%v, %q", err, asked)
	}
}

// Random edits are applied by the session and by the editor's own model. The
// texts must stay the same in every encoding of positions, whatever the edits
// hold: characters of all widths, all line ends, many edits in one message,
// ranges that are reversed or beyond the end.
func TestRandomEdits(t *testing.T) {
	for _, encoding := range []string{"utf-8", "utf-16", "utf-32"} {
		t.Run(encoding, func(t *testing.T) {
			f := &fake{}
			e := f.start(t, lsptest.Options{Encodings: []string{encoding}})
			if e.Encoding != encoding {
				t.Fatalf("the server chose %s", e.Encoding)
			}
			rng := rand.New(rand.NewPCG(1, 2))
			e.OpenText("a.txt", "ab\ncd\r\nef\rgh")
			u := file.URI(e.URI("a.txt"))
			for i := range 300 {
				e.Edit("a.txt", randomEdits(rng, e.Content("a.txt"), encoding)...)
				if i%10 != 0 {
					continue
				}
				if err := e.Command("docuquest.stop", nil, nil); err != nil { // a reply comes after all edits
					t.Fatal(err)
				}
				if b, _ := f.Buffer(u); b.Content != e.Content("a.txt") {
					t.Fatalf("after %d edits the session has\n%q\nthe editor has\n%q", i+1, b.Content, e.Content("a.txt"))
				}
			}
		})
	}
}

// pieces are what random edits insert.
var pieces = []string{
	"", "a", "word ", "é", "日本", "😀", "👩‍🚀", "\n", "\r\n", "\r", "\u2028", "\uFEFF", "e\u0301", "\t", "x\ny\nz", `"\`,
}

// randomEdits makes one to four edits, each of the text that the one before it
// leaves.
func randomEdits(rng *rand.Rand, content, encoding string) []lsptest.Edit {
	model := lsptest.NewText(content, encoding)
	var edits []lsptest.Edit
	for range 1 + rng.IntN(4) {
		edit := lsptest.Edit{Text: pieces[rng.IntN(len(pieces))] + pieces[rng.IntN(len(pieces))]}
		switch start := randomIndex(rng, model); {
		case rng.IntN(50) == 0: // the whole text
		case rng.IntN(20) == 0:
			edit.Range = &lsptest.Range{Start: model.Position(start), End: lsptest.Position{Line: 1 << 20, Character: 3}}
		case rng.IntN(20) == 0:
			p := model.Position(start)
			edit.Range = &lsptest.Range{Start: p, End: lsptest.Position{Line: p.Line, Character: 1 << 20}}
		default:
			edit.Range = &lsptest.Range{Start: model.Position(start), End: model.Position(randomIndex(rng, model))}
		}
		model.Apply(edit)
		edits = append(edits, edit)
	}
	return edits
}

// randomIndex gives a place at which a cursor can stand.
func randomIndex(rng *rand.Rand, m *lsptest.Text) int {
	for {
		if i := rng.IntN(m.Len() + 1); m.Whole(i) && !m.InBreak(i) {
			return i
		}
	}
}
