package chunk_test

import (
	"math/rand/v2"
	"testing"

	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/document/documenttest"
)

// A grower makes a document of any bytes: what they say decides which blocks
// there are, what stands in them and whether it has a reading.
type grower struct {
	maker
	bytes  []byte
	marked bool // not all text is read as it is
	depth  int
}

func grown(bytes []byte) *document.Document {
	g := &grower{bytes: bytes}
	g.marked = g.next(2) == 1
	names := []string{"a.md", "a.json", "a.csv", "a.go"}
	name := names[g.next(len(names))]
	if g.next(4) == 0 {
		g.pages()
	} else {
		g.blocks(document.Section)
	}
	return g.document([]string{"", "Title"}[g.next(2)], documenttest.File(name, ""))
}

// next is a number below n, 0 when the bytes are used up.
func (g *grower) next(n int) int {
	if len(g.bytes) == 0 {
		return 0
	}
	b := g.bytes[0]
	g.bytes = g.bytes[1:]
	return int(b) % n
}

func (g *grower) pages() {
	for page := '1'; page <= '3'; page++ {
		g.begin(document.Page, string(page))
		g.blocks(document.Item)
		g.end()
		g.write(" ")
	}
}

// The kinds that a block may hold besides those that are parts of others.
var (
	anywhere   = []document.Kind{document.Paragraph, document.Code, document.Table, document.List, document.Quote, document.HTML, document.Break}
	inSections = append([]document.Kind{document.Section, document.Section, document.Definition}, anywhere...)
	inPrograms = []document.Kind{document.Definition, document.Code, document.Paragraph}
)

// blocks writes some blocks that may stand in a parent, and marks between them.
func (g *grower) blocks(parent document.Kind) {
	kinds := anywhere
	switch parent {
	case document.Section:
		kinds = inSections
	case document.Definition:
		kinds = inPrograms
	}
	for range 1 + g.next(5) {
		kind := kinds[g.next(len(kinds))]
		if g.depth > 8 {
			kind = document.Paragraph
		}
		g.block(kind)
		g.between()
	}
}

func (g *grower) block(kind document.Kind) {
	g.depth++
	switch kind {
	case document.Section:
		g.section()
	case document.Definition:
		g.definition()
	case document.Table:
		g.table()
	case document.List:
		g.list()
	default:
		g.begin(kind, "")
		if kind == document.Quote && g.next(2) == 0 {
			g.blocks(document.Quote)
		}
		g.words()
		g.end()
	}
	g.depth--
}

func (g *grower) section() {
	title := []string{"", "Wells", "é x"}[g.next(3)]
	g.begin(document.Section, title)
	switch g.next(3) {
	case 0:
		g.begin(document.Heading, "")
		g.write("# " + title)
		g.end()
		g.write("\n")
	case 1:
		g.write("\n" + title + ":\n")
	}
	g.block(document.Paragraph)
	g.between()
	g.blocks(document.Section)
	g.end()
}

func (g *grower) definition() {
	g.begin(document.Definition, "d")
	signature := span(g.text.Len(), 0)
	g.write("func d()")
	signature.End = g.text.Len()
	if g.next(2) == 0 {
		g.open[len(g.open)-1].Code.Signature = signature
	}
	g.write(" {\n\t")
	g.blocks(document.Definition)
	g.write("}")
	g.end()
}

func (g *grower) list() {
	g.begin(document.List, "")
	for range 1 + g.next(3) {
		g.begin(document.Item, "")
		g.write("- ")
		g.blocks(document.Item)
		g.end()
	}
	g.end()
}

func (g *grower) table() {
	g.begin(document.Table, "")
	if g.next(3) == 0 {
		g.write("a caption\n")
	}
	for range g.next(5) {
		g.begin(document.Row, "")
		for range g.next(4) {
			g.write("|")
			g.begin(document.Cell, "")
			g.cell()
			g.end()
		}
		if g.next(5) == 0 {
			g.write("|rest")
		}
		g.end()
		g.write("\n")
	}
	g.end()
}

func (g *grower) cell() {
	for range g.next(3) {
		g.piece()
	}
}

func (g *grower) words() {
	g.write("w")
	for range g.next(40) {
		g.piece()
	}
}

// piece writes what may stand in a text, and what reads otherwise.
func (g *grower) piece() {
	pieces := []string{" word", ".", " A sentence.", "\n", "\n\n", "é", "\"", "\\", "\t", "x", " 12", "\n\n\t"}
	swaps := [][2]string{{"&amp;", "&"}, {`\n`, "\n"}, {"<b>", ""}, {"&x;", "ab"}, {"~", "é"}, {`""`, `"`}, {"12", "ab"}}
	at := g.next(len(pieces) + len(swaps) + 1)
	switch {
	case at < len(pieces):
		g.write(pieces[at])
	case !g.marked:
		g.write(" ")
	case at == len(pieces)+len(swaps):
		g.gap("\n• ")
	default:
		swap := swaps[at-len(pieces)]
		if len(swap[0]) == len(swap[1]) { // a part of one length is the same bytes
			swap[1] = "c"
		}
		g.swap(swap[0], swap[1])
	}
}

// between writes what may stand between two blocks.
func (g *grower) between() {
	switch g.next(5) {
	case 0:
		g.write("\n\n")
	case 1:
		g.write("\n\t")
	case 2:
		g.write("\nstray words\n")
	default:
		g.write("\n")
	}
}

// checkGrown cuts a document of any bytes and demands all that Split promises.
func checkGrown(tb testing.TB, bytes []byte, o chunk.Options) {
	tb.Helper()
	d := grown(bytes)
	documenttest.Check(tb, d)
	checkSplit(tb, d, chunk.Split(d, o), o)
}

// Whatever blocks a document has, its chunks keep every promise.
func TestRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	for range 5000 {
		bytes := make([]byte, random.IntN(400))
		for i := range bytes {
			bytes[i] = byte(random.Uint32())
		}
		o := chunk.Options{Size: 1 + random.IntN(200), Overlap: random.IntN(60) - 1, RowsPerChunk: random.IntN(4) - 1}
		checkGrown(t, bytes, o)
	}
}

func FuzzTree(f *testing.F) {
	random := rand.New(rand.NewPCG(7, 7))
	for range 30 {
		bytes := make([]byte, 200)
		for i := range bytes {
			bytes[i] = byte(random.Uint32())
		}
		f.Add(bytes, 1+random.IntN(100), random.IntN(30), random.IntN(4)-1)
	}
	f.Fuzz(func(t *testing.T, bytes []byte, size, overlap, rows int) {
		checkGrown(t, bytes, chunk.Options{Size: size, Overlap: overlap, RowsPerChunk: rows})
	})
}
