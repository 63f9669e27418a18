package main

import (
	"context"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"docuquest/core/agent"
	"docuquest/core/code/codemap"
	"docuquest/core/settings"
)

// goQuestions are what people ask of the Go source tree.
var goQuestions = []string{
	"How does the garbage collector decide when to start a cycle?",
	"Where is the HTTP/2 server implemented?",
	"How are maps iterated in random order?",
	"What happens when a goroutine panics?",
	"How is a slice grown by append?",
	"Which errors does os.Open return?",
	"How does the race detector instrument memory accesses?",
	"Where are TLS certificates verified?",
	"How is the stack of a goroutine copied?",
	"What is the maximum size of a JSON number?",
	"How does sync.Pool keep its values?",
	"How are build tags evaluated?",
	"Which hash does the map use for strings?",
	"How does the scheduler steal work from other processors?",
	"What does time.Parse do with a missing year?",
	"How is escape analysis done?",
	"How are method sets of embedded structs computed?",
	"Where does the linker write DWARF?",
	"How does bufio.Scanner handle long lines?",
	"How does net/http reuse connections?",
	"What is the format of the module cache?",
	"How does go vet find printf mistakes?",
	"How are generic functions instantiated?",
	"When does the select statement block?",
	"How is a channel closed while others are sending?",
	"How are regular expressions compiled?",
	"What limits the depth of recursion in encoding/gob?",
	"Which signals does the runtime catch?",
	"How does strconv format floating point numbers?",
	"How does the profiler sample the stack?",
}

// BenchmarkQuestion asks the Go source tree, with all that is built in and no model:
// from the words of the question to the answer whose citations were checked. It
// reports what half of the questions took at most, and 99 of 100, and what half of them
// took when they were asked for the first time: later the files that they read are at hand.
func BenchmarkQuestion(b *testing.B) {
	a := goTree(b)
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		start := time.Now()
		if _, err := a.Ask(b.Context(), agent.Request{Text: goQuestions[i%len(goQuestions)]}, nil); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(start))
	}
	b.ReportMetric(percentile(slices.Clone(took[:min(len(took), len(goQuestions))]), 50), "first-p50-ms")
	b.ReportMetric(percentile(took, 50), "p50-ms")
	b.ReportMetric(percentile(took, 99), "p99-ms")
}

// percentile is what so many of a hundred took at most, in milliseconds.
func percentile(took []time.Duration, of int) float64 {
	slices.Sort(took)
	return float64(took[len(took)*of/100].Microseconds()) / 1e3
}

// BenchmarkMap draws the Go source tree as "docuquest map" does: it reads all programs,
// finds who calls whom, and writes the document.
func BenchmarkMap(b *testing.B) {
	a := goTreeUnread(b)
	for b.Loop() {
		code, err := a.ReadCodeBase(b.Context(), nil)
		if err != nil {
			b.Fatal(err)
		}
		m, err := code.Map("")
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(m.Files), "files")
		b.ReportMetric(float64(len(m.Document(codemap.LinkByPath))), "bytes")
	}
}

// goTreeUnread is an agent for the Go distribution.
func goTreeUnread(b *testing.B) *agent.Agent {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		b.Fatal(err)
	}
	folders := []string{strings.TrimSpace(string(root))}
	a, err := parts{settings: settings.Defaults(), formats: newFormats("", ""), folders: folders}.agent()
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(a.Close)
	return a
}

// goTree is an agent that has read the Go distribution.
func goTree(b *testing.B) *agent.Agent {
	a := goTreeUnread(b)
	if err := a.Load(context.Background(), nil); err != nil {
		b.Fatal(err)
	}
	// The first question of all finds what later ones use.
	if _, err := a.Ask(b.Context(), agent.Request{Text: goQuestions[0]}, nil); err != nil {
		b.Fatal(err)
	}
	return a
}
