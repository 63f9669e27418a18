package research

import (
	"slices"
	"strings"
	"testing"

	"docuquest/core/document"
	"docuquest/core/language/analysis"
	"docuquest/core/search/question"
)

// A query goes if it holds the words of the question and whole names that are titles or
// headings; what it lacks is named.
func TestUnknown(t *testing.T) {
	v := newVocabulary(question.Of("What of room b52c9d, C++, and who says that the silver ring was found near Oslo? 北桥在哪里"))
	v.addWords("ring date year")
	for _, title := range []string{
		"Ann Bee", "Duchess of Kent (film)", "J. R. R. Tolkien", "Royal Netherlands Academy of Sciences", "Élan", "奥斯陆", "Hồ Tây",
		// no names: sentences, numbers, what is short or long
		"The gold ring was found in the well", "Account 55710482", "zed@well.example", "B", "Mr. X, thief", "notes", strings.Repeat("Ann ", 13),
	} {
		v.addName(title)
	}
	v.addHeadings([]document.Block{{Kind: document.Section, Title: "Gold Ring", Children: []document.Block{
		{Kind: document.Section, Title: "Deep Well"}, {Kind: document.Definition, Title: "ReadHeader"},
	}}})
	for query, want := range map[string]string{
		"":                                    "",
		"who found the silver ring":           "",
		"SILVER RING, near Oslo?":             "",
		"room b52c9d":                         "", // asked for
		"of room b52c9d, C++, and":            "", // as it was typed
		"ring date year":                      "", // planned
		"Ann Bee near Oslo":                   "",
		"who is Ann Bee":                      "",
		"ann bee: silver ring":                "",
		"Ann":                                 "Ann", // names are whole
		"Ann Bees":                            "Ann",
		"Bee Ann":                             "Bee",
		"Duchess of Kent ring":                "",
		"J. R. R. Tolkien":                    "",
		"Royal Netherlands Academy":           "Royal",
		"elan":                                "",
		"the gold ring deep well":             "", // two headings
		"gold":                                "gold",
		"ReadHeader":                          "ReadHeader",
		"the gold ring was found in the well": "well",
		"thegoldringwasfoundinthewell":        "thegoldringwasfoundinthewell",
		"found 55710482":                      "55710482",
		"Account 55710482":                    "Account",
		"zed@well.example":                    "zed",
		"B52C9D b":                            "b",
		"notes":                               "notes",
		"ring -- -- ring":                     "-- --",
		"ring 🔔 ring":                         "🔔",
		"ring\u200bring":                      "\u200b",
		"r\u200ding":                          "\u200d",
		"ring ....":                           "....",
		"北桥":                                  "",
		"北 桥":                                 "北",
		"奥斯陆 北桥":                              "",
		"奥斯陆人":                                "陆人",
		"ho tay":                              "",
	} {
		if got := v.unknown(query); got != want {
			t.Errorf("%q: got %q, want %q", query, got, want)
		}
	}
}

// Numbers, codes, addresses and sentences that the question has not are held, however they are
// written, and go where the user has typed them.
func TestHeld(t *testing.T) {
	for _, canary := range []string{
		"55710482", "a7f3k9", "AB-1234-CD", "ann@x.org", "zed@well.example", "AB12345", "C12345", "987654", "4711", "ABC-1987",
		"4111 1111 1111 1111", "4111-1111-1111-1111", "DE89 3704 0044 0532 0130 00", "12.03.1987", "3.12.1987", "555-1987", "1987-2041-123",
		"xhqr-1726-kfy", "ABC-１９\u200b８７", "５５７１", "一三八一二三四五六七八", "m=ann%40x.org", "ann&#64;x.org", "5 5 7 1", "🔟🔟🔟🔟",
		"hunter2", "h u n t e r 2", "H-U-N-T-E-R-2", "correct horse", "пароль7", "п а р о л ь 7", "玉灯金井铜", "玉 灯 金 井 铜",
		"x5571048299121y", "5571\u200b0482\u200b99121", "\u0665\u0665\u0667\u0661", "theg oldri ngwas foundint hewell", "+491701234567",
		"amber bishop candle dragon ember falcon garden harbour", "一九三一年在井里发现的金戒指", "แหวนทองคำถูกพบในบ่อน้ำ", "きんのゆびわはいど",
	} {
		for _, query := range []string{"who is " + canary, canary, strings.ToUpper(canary), "x" + canary} {
			if newVocabulary(question.Of("Who is it that has paid?")).unknown(query) == "" {
				t.Errorf("%q goes", query)
			}
		}
		if why := newVocabulary(question.Of("Who is " + canary + "?")).unknown("is " + canary); why != "" {
			t.Errorf("%q is asked for: %s", canary, why)
		}
	}
}

// However a piece of a file is spelled and whatever stands around it, it is held.
func FuzzHeld(f *testing.F) {
	f.Add("55710482", "x", "y")
	f.Add("Ärger, ÄRGER über «alles»", "", "!")
	f.Add("一九三一年", "玉", "Ann")
	f.Add("a7f3k9", "(", "\xff")
	f.Fuzz(func(t *testing.T, piece, before, behind string) {
		v := newVocabulary(question.Of("the well"))
		v.addName("Ann Bee")
		isUnknown := func(w string) bool {
			return !analysis.IsStop(w) && !slices.Contains([]string{"the", "well", "ann", "bee"}, w)
		}
		if slices.ContainsFunc(plainWords(piece), isUnknown) && v.unknown(before+" "+piece+" "+behind) == "" {
			t.Errorf("%q goes", before+" "+piece+" "+behind)
		}
	})
}
