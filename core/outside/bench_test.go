package outside_test

import (
	"os"
	"strings"
	"testing"

	"docuquest/core/outside"
)

// What masking costs for 100 kB of Markdown and program text, which hold no secret.
func BenchmarkHide(b *testing.B) {
	for _, path := range []string{"mask.go", "../doc.go"} {
		content, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		text := strings.Repeat(string(content), 1+100_000/len(content))[:100_000]
		b.Run(path[strings.LastIndexByte(path, '/')+1:], func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				outside.NewMask().Hide(text)
			}
		})
	}
}
