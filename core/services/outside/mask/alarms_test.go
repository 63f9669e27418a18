package mask

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// What is hidden of texts without secrets is a loss to the answers. Measured are 10,000
// pieces of 1,000 bytes, every so many of the whole source tree of Go: programs, their
// tests, test data, pages, and tables of numbers. The keys, certificates and passwords
// that its tests hold count as alarms, too.
func TestFalseAlarms(t *testing.T) {
	const wanted, most = 10_000, 100 // 1 %
	pieces := piecesOfGo(t)
	if len(pieces) < wanted {
		t.Fatalf("the tree has %d pieces only", len(pieces))
	}
	alarms := 0
	for i := range wanted {
		piece := pieces[i*len(pieces)/wanted]
		if found := secretsIn(piece.text); len(found) > 0 {
			alarms++
			t.Logf("%s: %q", piece.path, piece.text[found[0].start:found[0].end])
		}
	}
	if alarms > most {
		t.Errorf("%d of %d pieces are masked, want %d at most", alarms, wanted, most)
	}
	t.Logf("%d of %d pieces are masked", alarms, wanted)
}

// A piece is some lines of a file.
type piece struct{ path, text string }

// piecesOfGo cuts all texts of Go's source tree, in the order of their paths.
func piecesOfGo(t *testing.T) []piece {
	t.Helper()
	root, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	var pieces []piece
	err = filepath.WalkDir(filepath.Join(strings.TrimSpace(string(root)), "src"), func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil || !utf8.Valid(content) || strings.Contains(string(content), "\x00") {
			return err
		}
		for rest := string(content); rest != ""; {
			p := piece{path: path}
			p.text, rest = cutPiece(rest)
			pieces = append(pieces, p)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return pieces
}

// cutPiece cuts the first lines from a text, 1,000 bytes at most.
func cutPiece(text string) (piece, rest string) {
	n := min(len(text), 1000)
	if line := strings.LastIndexByte(text[:n], '\n'); n < len(text) && line >= 0 {
		n = line + 1
	}
	return text[:n], text[n:]
}
