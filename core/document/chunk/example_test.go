package chunk_test

import (
	"fmt"

	"docuquest/core/document/chunk"
	"docuquest/core/document/markdown"
	"docuquest/core/file"
)

// A document is cut into passages, each with the titles that lead to it and its place in the
// file.
func ExampleSplit() {
	const guide = "# Guide\n\n## Firewall\n\nIt is off by default.\n\n## Disk\n\nIt is encrypted.\n"
	d := markdown.New().Parse(file.File{Path: "guide.md", Language: "markdown", Content: guide})
	for _, c := range chunk.Split(d, chunk.Options{}) {
		fmt.Printf("%q, bytes %d to %d, %v\n", c.Titles, c.Span.Start, c.Span.End, c.Kind)
	}
	// Output:
	// ["Guide"], bytes 0 to 7, prose
	// ["Guide" "Firewall"], bytes 9 to 43, prose
	// ["Guide" "Disk"], bytes 45 to 70, prose
}
