package mask_test

import (
	"strings"
	"testing"

	"docuquest/core/services/outside/mask"
	"docuquest/core/services/outside/outsidetest"
)

// No planted secret is left in a text, and all come back.
func TestPlantedSecrets(t *testing.T) {
	for _, seed := range []uint64{1, 2} {
		for _, p := range outsidetest.Plant(seed, 500) {
			m := mask.New()
			hidden := m.Hide(p.Text)
			if piece := leftOver(hidden, p.Secret); piece != "" {
				t.Errorf("%s, seed %d: %q of %q is left in\n%s", p.Path, seed, piece, p.Secret, hidden)
			}
			r := m.Restorer(mask.PlainReply)
			if back := r.Next(hidden) + r.Rest(); back != p.Text {
				t.Errorf("%s, seed %d: it comes back as\n%s", p.Path, seed, back)
			}
		}
	}
}

// leftOver is a piece of a secret that a text still holds, "" if there is none.
func leftOver(text, secret string) string {
	const telling = 8 // bytes
	for at := 0; at+telling <= len(secret); at++ {
		if strings.Contains(text, secret[at:at+telling]) {
			return secret[at : at+telling]
		}
	}
	return ""
}
