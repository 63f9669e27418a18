package retrieve

import (
	"testing"
)

func FuzzParseGroups(f *testing.F) {
	for _, reply := range []string{"1. gold\n- jade", "```\nx\n```", "\r\r\n3)", "•", "3.5"} {
		f.Add(reply)
	}
	f.Fuzz(func(t *testing.T, reply string) {
		for _, g := range parseGroups(reply) {
			if len(g.classic) == 0 {
				t.Errorf("a group without terms in %q", reply)
			}
			for _, token := range g.classic {
				for _, c := range []byte(token) {
					if (c < '0' || '9' < c) && (c < 'a' || 'z' < c) {
						t.Errorf("token %q of %q", token, reply)
					}
				}
			}
		}
	})
}
