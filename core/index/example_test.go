package index_test

import (
	"fmt"

	"docuquest/core/document/markdown"
	"docuquest/core/file"
	"docuquest/core/index"
)

// Documents are put into a library, replaced when their files change, and looked up by the
// stems of words.
func ExampleLibrary() {
	put := func(l *index.Library, name, content string) {
		l.Put(markdown.New().Parse(file.File{
			Identity: file.Identity{URI: file.FromPath("/notes/" + name), Hash: file.HashOf(content)},
			Path:     name, Language: "markdown", Content: content,
		}))
	}
	library := index.New()
	put(library, "ring.md", "# The ring\n\nThe rings were of gold.\n")
	put(library, "pot.md", "# The pot\n\nA pot of clay.\n")
	put(library, "pot.md", "# The pot\n\nA pot of clay, with a ring.\n")

	lists, snapshot := library.Collect([]string{"ring", "clay", "silver"})
	for _, list := range lists {
		fmt.Print(list.Holding(), " of ", snapshot.Len(), " files:")
		for _, posting := range list.Merged() {
			fmt.Print(" ", snapshot.Entry(posting.Entry()).Path)
		}
		fmt.Println()
	}
	// Output:
	// 2 of 2 files: ring.md pot.md
	// 1 of 2 files: pot.md
	// 0 of 2 files:
}
