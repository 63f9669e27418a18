package research

import (
	"slices"
	"strings"
	"testing"
)

// Eight words in a row of a file, its numbers and codes, and secrets stay here. What the
// user has asked for himself does not.
func TestIsPrivate(t *testing.T) {
	texts := []string{
		"Nothing.", "The gold ring was found in the well,\nin 1931, by Ann Bee.",
		"Ticket a7f3k9, account 55710482, card 4111 1111 1111 1111, lot GH77231, STM32 under RFC7231, from 1931 to 1945, room b52c9d",
		"Door: Sesame-77-open. Order 5571048299121 of ann@clinic.example, born 12.03.1987, file AB-1234-CD, k9x4m2p7, DE89 3704 0044 0532 0130 00, +49 170 1234567, 550e8400-e29b-41d4",
		"The Royal Netherlands Academy of Sciences met in Haarlem. 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13",
	}
	const asked = "What of room b52c9d, and who says that the silver ring was found in a lake near Oslo?"
	secrets := func(texts []string) (all []string) {
		for _, s := range []string{"Sesame-77-open", "hunter2"} {
			if slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, s) }) {
				all = append(all, s)
			}
		}
		return all
	}
	for query, want := range map[string]string{
		"":                                    "",
		"gold ring 1931":                      "",
		"The gold ring was found in the":      "", // seven
		"The gold ring was found in the well": keptForWords,
		"who says that THE GOLD RING was found in the well now":   keptForWords,
		"ring; was - found (in) the \"well\" in 1931":             keptForWords,
		"the golden ring was found in a deep well in May of 1931": "",
		"theg oldri ngwas foundint hewell":                        keptForWords,
		"thegoldringwasfoundinthewell":                            keptForWords,
		"Royal Netherlands Academy of Sciences in Haarlem":        "",
		"sesame 77 open":            keptForSecret,
		"sesame77open":              keptForSecret,
		"is Sesame a plant":         keptForSecret,
		"order 5571 0482 99121":     keptForCode,
		"order 5,571,048,299,121":   keptForCode,
		"x5571048299121y":           keptForCode,
		"5571\u200b0482\u200b99121": keptForCode,
		"\u0665\u0665\u0667\u0661\u0660\u0664\u0668\u0662\u0669\u0669\u0661\u0662\u0661": keptForWords, // of as many bytes
		"k9x4 m2p7":                                 keptForCode,
		"DE89370400440532013000":                    keptForCode,
		"+491701234567":                             keptForCode,
		"550e8400e29b41d4":                          keptForCode,
		"mail to ann clinic example":                keptForCode,
		"ab 1234 cd engineer":                       keptForCode,
		"born on 12 03 1987":                        keptForCode,
		"4111111111111111":                          keptForCode,
		"9 10 11 12":                                "",
		"password hunter2":                          keptForSecret,
		"ticket A7F3K9":                             keptForCode,
		"who owns account 55710482":                 keptForCode,
		"card 4111-1111-1111-1111":                  keptForCode,
		"ticket a7f3k8, account 55710483":           "", // of no file
		"STM32 under RFC7231 from 1931 to 1945":     "",
		"who sleeps in room b52c9d":                 "", // asked for
		"silver ring was found in a lake near Oslo": "",
		"who lost the silver ring was found in a lake near Oslo in 1931": "",
	} {
		if got := IsPrivate(query, asked, append(texts, "The silver ring was found in a lake near Oslo."), secrets); got != want {
			t.Errorf("%q: got %q, want %q", query, got, want)
		}
	}
	if got := IsPrivate("password hunter2", "", nil, nil); got != "" {
		t.Errorf("without a judge of secrets: %q", got)
	}
}

// A piece of a text of eight words or more is always found, whatever stands around it.
func FuzzIsPrivate(f *testing.F) {
	f.Add("a b c d e f g h i j", 1, "x", "y")
	f.Add("Ärger, ÄRGER über «alles» und noch viel, viel mehr davon", 0, "", "!")
	f.Fuzz(func(t *testing.T, text string, start int, before, behind string) {
		words := plainWords(text)
		if start < 0 || len(words) < start+privateWords {
			IsPrivate(before, "", []string{text}, nil)
			return
		}
		query := before + " " + strings.Join(words[start:start+privateWords], " ") + " " + behind
		if plain := strings.Join(plainWords(query), " "); !strings.Contains(plain, strings.Join(words[start:start+privateWords], " ")) {
			return // folding what was folded split or joined a word
		}
		if IsPrivate(query, "", []string{text}, nil) == "" {
			t.Errorf("%q is not seen in %q", query, text)
		}
	})
}
