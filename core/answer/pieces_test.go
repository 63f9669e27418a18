package answer

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/language/text"
)

// A passage of a program may begin or end within a comment. The sentences that it cuts are
// read whole, and no others beyond it.
func TestCodePieces(t *testing.T) {
	const program = "// One. Two goes\n// on. Three.\nx := 1\n\t# Four goes\n\t# on. Five.\n\ny := 2\n"
	for _, test := range []struct{ from, to, want string }{
		{"// on.", "Three.", "Two goes\n// on.|Three."},
		{"// One", "goes", "One.|Two goes\n// on."},
		{"x :=", "# Four goes", "x := 1|Four goes\n\t# on."},
		{"\t# on", "Five.", "Four goes\n\t# on.|Five."},
		{"// One", "y := 2", "One.|Two goes\n// on.|Three.|x := 1|Four goes\n\t# on.|Five.|y := 2"},
	} {
		start := strings.Index(program, test.from)
		span := text.Span{Start: start, End: start + strings.Index(program[start:], test.to) + len(test.to)}
		var got []string
		for _, p := range codePieces(program, wholeLines(program, span), nil) {
			got = append(got, strings.TrimLeft(p.span.Of(program), "/# "))
		}
		if diff := cmp.Diff(test.want, strings.Join(got, "|")); diff != "" {
			t.Errorf("%q (-want +got):\n%s", span.Of(program), diff)
		}
	}
}
