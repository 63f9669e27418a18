package analysis_test

import (
	"testing"

	"docuquest/core/language/analysis"
)

// Only what is surely in another language is said to be.
func TestIsForeign(t *testing.T) {
	for sentence, want := range map[string]bool{
		"Der Turm von Halrun ist sicher.":                        true,
		"Gold ist teuer.":                                        true,
		"Die Treppe wurde 1931 gesperrt.":                        true,
		"La tour est sûre.":                                      true,
		"Le prix a augmenté de 4 %.":                             true,
		"La torre no es segura desde 1931.":                      true,
		"A torre não é segura.":                                  true,
		"La torre è sicura.":                                     true,
		"De toren is niet veilig.":                               true,
		"Tornet er ikke sikkert.":                                true,
		"Tornet är säkert.":                                      true,
		"Wieża nie jest bezpieczna.":                             true,
		"Věž není bezpečná.":                                     true,
		"Kule güvenli değil.":                                    true,
		"Torni ei ole turvallinen vuodesta 1931.":                true,
		"Башня не безопасна.":                                    true,
		"塔は安全ではない。":                                              true,
		"برج هالرون غير آمن.":                                    true,
		"":                                                       false,
		"12 kg":                                                  false,
		"The tower is safe":                                      false,
		"Wenna Astrop found jade.":                               false,
		"Gold prices rose sharply.":                              false,
		"Jade, gold, rubies.":                                    false,
		"Everyone deserves to die.":                              false,
		"Rats prefer blue cheese to yellow cheese.":              false,
		"Returns nil.":                                           false,
		"max_retry defaults to 5.":                               false,
		"Default maximum backoff time: 120 seconds.":             false,
		"Connection pool sizes, request timeouts, retry limits.": false,
		"E = mc²":                                                false,
		"Charles de Gaulle resigned.":                            false,
		"Ludwig van Beethoven died in Vienna.":                   false,
		"Los Angeles won.":                                       false,
		"São Paulo grew.":                                        false,
		"The café of Zürich serves crème brûlée.":                false,
		"The sign says “der Turm ist nicht sicher”, which nobody in the village has ever read.": false,
	} {
		if got := analysis.IsForeign(sentence); got != want {
			t.Errorf("%q: %v, want %v", sentence, got, want)
		}
	}
}
