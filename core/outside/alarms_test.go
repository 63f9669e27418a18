package outside

import (
	"go/build"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// What is hidden of texts without secrets is a loss to the answers. Measured are pieces
// of 1,000 bytes of Go's own sources: program text, test data and tables of numbers.
// Keys and certificates that its tests hold count as alarms, too.
func TestFalseAlarms(t *testing.T) {
	pieces, alarms := 0, 0
	for _, folder := range []string{"compress", "debug", "encoding", "hash", "image", "math", "net", "text", "internal/trace"} {
		err := filepath.WalkDir(filepath.Join(build.Default.GOROOT, "src", folder), func(path string, entry os.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			content, err := os.ReadFile(path)
			if err != nil || !utf8.Valid(content) || strings.Contains(string(content), "\x00") {
				return err
			}
			for rest := string(content); rest != ""; pieces++ {
				var piece string
				piece, rest = cutPiece(rest)
				if found := secretsIn(piece); len(found) > 0 {
					alarms++
					t.Logf("%s: %q", path, piece[found[0].start:found[0].end])
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if pieces < 1000 || alarms*1000 > 5*pieces {
		t.Errorf("%d of %d pieces are masked, which is more than 5 in 1,000", alarms, pieces)
	}
}

// cutPiece cuts the first lines from a text, 1,000 bytes at most.
func cutPiece(text string) (piece, rest string) {
	n := min(len(text), 1000)
	if line := strings.LastIndexByte(text[:n], '\n'); n < len(text) && line >= 0 {
		n = line + 1
	}
	return text[:n], text[n:]
}
