package view

import (
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/file"
)

// Each case reads files, named by a letter and their size in MiB, one after another: a
// number changes what the file holds. want are those that were really parsed.
var rememberCases = []struct {
	name  string
	reads []string
	want  []string
}{
	{"a file twice", []string{"a1", "a1"}, []string{"a1"}},
	{"a file that has changed, and back", []string{"a1", "a2", "a1"}, []string{"a1", "a2", "a1"}},
	{"as much as there is room for", []string{"a8", "b8", "a8", "b8"}, []string{"a8", "b8"}},
	{"too much: the oldest goes", []string{"a8", "b8", "c1", "b8", "a8"}, []string{"a8", "b8", "c1", "a8"}},
	{"too much: what was read again stays", []string{"a8", "b7", "a8", "c7", "a8"}, []string{"a8", "b7", "c7"}},
	{"one that is larger than all room", []string{"a1", "b20", "b20", "a1"}, []string{"a1", "b20", "a1"}},
	{"a change does not count twice", []string{"a8", "a7", "a8", "b8", "a8"}, []string{"a8", "a7", "a8", "b8"}},
}

func TestParsedFilesAreRemembered(t *testing.T) {
	for _, c := range rememberCases {
		t.Run(c.name, func(t *testing.T) {
			counter := &countingParser{}
			r := NewParser(document.Parsers{Fallback: counter}, slog.New(slog.DiscardHandler))
			for _, name := range c.reads {
				size, err := strconv.Atoi(name[1:])
				if err != nil {
					t.Fatal(err)
				}
				content := strings.Repeat(name[:1], size<<20)
				identity := file.Identity{URI: file.URI("file:///" + name[:1]), Hash: file.HashOf(content)}
				r.Parse(file.File{Identity: identity, Path: name[:1], Content: content})
			}
			if diff := cmp.Diff(c.want, counter.parsed); diff != "" {
				t.Errorf("parsed (-want +got):\n%s", diff)
			}
		})
	}
}

// A countingParser notes what it parses.
type countingParser struct{ parsed []string }

func (c *countingParser) Parse(f file.File) *document.Document {
	c.parsed = append(c.parsed, fmt.Sprintf("%s%d", f.Path, len(f.Content)>>20))
	return &document.Document{Identity: f.Identity, Path: f.Path, Text: f.Content}
}

// Chunks are remembered for the very document that was cut, not for the one that has
// taken its place.
func TestChunksBelongToTheirDocument(t *testing.T) {
	r := NewParser(document.Parsers{Fallback: &countingParser{}}, slog.New(slog.DiscardHandler))
	parse := func(content string) *document.Document {
		return r.Parse(file.File{Identity: file.Identity{URI: "file:///a", Hash: file.HashOf(content)}, Content: content})
	}
	old := parse("jade")
	r.Keep(old, []chunk.Chunk{{Text: "jade"}})
	if got := r.Chunks(old); len(got) != 1 || got[0].Text != "jade" {
		t.Errorf("chunks of the present: %v", got)
	}
	changed := parse("opal")
	r.Keep(old, []chunk.Chunk{{Text: "jade"}})
	if got := r.Chunks(changed); got != nil {
		t.Errorf("chunks of the changed one: %v", got)
	}
	if got := r.Chunks(old); got != nil {
		t.Errorf("chunks of the old one: %v", got)
	}
}
