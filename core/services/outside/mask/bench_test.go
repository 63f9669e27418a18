package mask_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"docuquest/core/services/outside/mask"
)

// What masking costs for 100 kB of Markdown and program text, which hold no secret.
func BenchmarkHide(b *testing.B) {
	for _, path := range []string{"mask.go", "../../../doc.go"} {
		content, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		text := strings.Repeat(string(content), 1+100_000/len(content))[:100_000]
		b.Run(path[strings.LastIndexByte(path, '/')+1:], func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				mask.New().Hide(text)
			}
		})
	}
}

// What texts cost that are one long token, or the beginning of one again and again.
func BenchmarkHideLongToken(b *testing.B) {
	for _, piece := range []string{"token/a1", "ab+", "SG.", "glc_/", "LS0tLS1CRUdJTi", "-----BEGIN ", `pw="a\"`, "password: a\n", "curl -u ", "(password,", "a,password\n", "password,", "password="} {
		for _, size := range []int{100_000, 1_000_000} {
			text := "the token is " + strings.Repeat(piece, size/len(piece))
			b.Run(fmt.Sprintf("%q/%d", piece, size), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					mask.New().Hide(text)
				}
			})
		}
	}
}
