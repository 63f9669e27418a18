package lsp_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"docuquest/lsp/lsptest"
)

// site is the file that is hovered over.
const site = "amarro_wreck.txt"

// BenchmarkHoverStdio hovers over words of a workspace of forty files, over
// pipes of the operating system, after an edit of the same file and without one.
// The files are those of the repository, which nobody has written just now. It
// reports what half of the hovers took at most, and 99 of 100.
func BenchmarkHoverStdio(b *testing.B) {
	none := func(*lsptest.Editor, int) {}
	b.Run("blank", func(b *testing.B) { benchmarkHover(b, none, blankLine) })
	b.Run("still", func(b *testing.B) { benchmarkHover(b, none, anywhere) })
	b.Run("typing", func(b *testing.B) {
		benchmarkHover(b, func(e *lsptest.Editor, i int) {
			e.Edit(site, lsptest.Edit{
				Range: &lsptest.Range{Start: lsptest.Position{Line: 1, Character: 0}, End: lsptest.Position{Line: 1, Character: i % 2}},
				Text:  strings.Repeat("x", (i+1)%2),
			})
		}, anywhere)
	})
}

// blankLine is a place where there is nothing to say: what the way there and
// back costs.
func blankLine([]string, *rand.Rand) (line, character int) { return 1, 0 }

func anywhere(lines []string, rng *rand.Rand) (line, character int) {
	line = 2 + rng.IntN(len(lines)-2)
	return line, rng.IntN(len(lines[line]) + 1)
}

func benchmarkHover(b *testing.B, before func(e *lsptest.Editor, i int), place func([]string, *rand.Rand) (line, character int)) {
	e := lsptest.Start(b, lsptest.Options{Folder: "../testdata/sites", Pipe: lsptest.SystemPipe})
	e.Open(site)
	lines := strings.Split(e.Content(site), "\n")
	rng := rand.New(rand.NewPCG(1, 1))
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		line, character := place(lines, rng)
		before(e, i)
		start := time.Now()
		e.HoverText(site, line, character)
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Nanoseconds())/1e3, "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Nanoseconds())/1e3, "p99-µs")
}
