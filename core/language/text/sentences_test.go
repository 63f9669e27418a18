package text_test

import (
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"docuquest/core/language/text"
)

func TestSentences(t *testing.T) {
	archive, err := txtar.ParseFile(filepath.Join("testdata", "sentences.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(archive.Files); i += 2 {
		name, _, _ := strings.Cut(archive.Files[i].Name, "/")
		t.Run(name, func(t *testing.T) {
			checkSentences(t, string(archive.Files[i].Data), string(archive.Files[i+1].Data))
		})
	}
}

func checkSentences(t *testing.T, in, want string) {
	t.Helper()
	var got strings.Builder
	for span := range text.Sentences(in) {
		for i, line := range strings.Split(span.Of(in), "\n") {
			if i > 0 {
				got.WriteString(" / ")
			}
			got.WriteString(strings.TrimSpace(line))
		}
		got.WriteString("\n")
	}
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("sentences (-want +got):\n%s", diff)
	}
}

// The kind of line end makes no difference.
func TestSentencesLineEnds(t *testing.T) {
	for _, end := range []string{"\n", "\r\n", "\r"} {
		in := strings.ReplaceAll("One\n\nTwo is\nwrapped. Three.\n", "\n", end)
		n := 0
		for range text.Sentences(in) {
			n++
		}
		if n != 3 {
			t.Errorf("%q gives %d sentences, want 3", in, n)
		}
	}
}

func FuzzSentences(f *testing.F) {
	for _, seed := range []string{"", "A. B. C", "e.g. (x.) \r\r\n- . ", "…\"\xff。 a.", "1. a\n2. b\n\n# c"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		at := 0
		for span := range text.Sentences(in) {
			between := in[at:span.Start]
			if strings.TrimFunc(between, unicode.IsSpace) != "" {
				t.Fatalf("%q left out of %q", between, in)
			}
			if s := span.Of(in); s == "" || strings.TrimFunc(s, unicode.IsSpace) != s {
				t.Fatalf("sentence %q is not trimmed", s)
			}
			at = span.End
		}
		if rest := in[at:]; strings.TrimFunc(rest, unicode.IsSpace) != "" {
			t.Fatalf("%q left out at the end of %q", rest, in)
		}
	})
}

func BenchmarkSentences(b *testing.B) {
	in := strings.Repeat("The oldest of the graves lies under the wall, e.g. in room 3.5 of it.\nDr. Hale saw it. ", 1000)
	b.SetBytes(int64(len(in)))
	for b.Loop() {
		for range text.Sentences(in) {
		}
	}
}
