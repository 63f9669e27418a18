package agent

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"docuquest/core/file"
	"docuquest/core/language/text"
)

// BenchmarkEvidence checks 100 citations of a text of 100 KB: as they stand, when all of
// them have moved, and when all were changed.
func BenchmarkEvidence(b *testing.B) {
	var cited, citing strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&cited, "Line %d tells of a lamp of bronze, a ruby and %d more things that were found there.\n", i, i*i)
		if i%10 == 0 {
			fmt.Fprintf(&citing, "- a.txt:%d \"Line %d tells of a lamp of bronze, a ruby and %d more things\"\n", i+1, i, i*i)
		}
	}
	for name, content := range map[string]string{
		"ok": cited.String(), "moved": "Above.\n" + cited.String(), "changed": strings.ReplaceAll(cited.String(), "bronze", "brass"),
	} {
		folder := folderOf(b, map[string]string{"a.txt": content})
		a := start(b, folder, Options{})
		note := file.FromPath(filepath.ToSlash(filepath.Join(folder, "note.md")))
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				all, err := a.Evidence(b.Context(), note, citing.String(), text.UTF16)
				if err != nil || len(all) != 100 || string(all[50].State) != name {
					b.Fatalf("%d citations, %+v, %v", len(all), all[0], err)
				}
			}
		})
	}
}
