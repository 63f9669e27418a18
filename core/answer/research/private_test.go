package research

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"docuquest/core/document"
	"docuquest/core/document/chunk"
	"docuquest/core/file"
	"docuquest/core/search/retrieve"
)

// What a query takes along that the question has not is what a name needs; eight words in a
// row of a file, its addresses, and secrets stay here. What the user has asked for himself
// does not.
func TestIsPrivate(t *testing.T) {
	texts := []string{
		"Nothing.", "The gold ring was found in the well,\nin 1931, by Ann Bee.",
		"Ticket a7f3k9, account 55710482, card 4111 1111 1111 1111, lot GH77231, STM32 under RFC72, from 1931 to 1945, room b52c9d",
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
		"the gold ring was found in the well":                     keptForWords, // four of them the question's
		"thegoldringwasfoundinthewell":                            keptForLength,
		"amber bishop candle dragon ember falcon garden harbour":  keptForLength, // eight
		"amber bishop candle dragon ember falcon garden":          "",
		"constantinople alexandria philadelphia copenhagen":       keptForLength, // 46 letters
		"Royal Netherlands Academy of Sciences in Haarlem":        "",
		"sesame 77 open":            keptForSecret,
		"sesame77open":              keptForSecret,
		"is Sesame a plant":         keptForSecret,
		"order 5571 0482 99121":     keptForNumber,
		"order 5,571,048,299,121":   keptForNumber,
		"x5571048299121y":           keptForNumber,
		"5571\u200b0482\u200b99121": keptForNumber,
		"\u0665\u0665\u0667\u0661\u0660\u0664\u0668\u0662\u0669\u0669\u0661\u0662\u0661": keptForNumber,
		"k9x4 m2p7":                                 keptForNumber,
		"DE89370400440532013000":                    keptForNumber,
		"+491701234567":                             keptForNumber,
		"550e8400e29b41d4":                          keptForNumber,
		"mail to ann clinic example":                keptForNumber,
		"ab 1234 cd engineer":                       keptForNumber,
		"born on 12 03 1987":                        keptForNumber,
		"4111111111111111":                          keptForNumber,
		"9 10 11 12":                                keptForNumber,
		"password hunter2":                          keptForSecret,
		"ticket A7F3K9":                             keptForNumber,
		"who owns account 55710482":                 keptForNumber,
		"card 4111-1111-1111-1111":                  keptForNumber,
		"ticket a7f3k8, account 55710483":           keptForNumber, // also of no file
		"from 1931 to 1945":                         "",
		"STM32 of May":                              "",
		"STM32 from 1931 to 1945":                   "",
		"xhqr-1726-kfy":                             keptForNumber,
		"STM32 under RFC72":                         keptForNumber,
		"lot gh 77231":                              keptForNumber,
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

// Numbers, codes and addresses that the question has not stay here, however they are
// written; what names have goes.
func TestIsPrivateCodes(t *testing.T) {
	for _, code := range []string{
		"55710482", "a7f3k9", "AB-1234-CD", "ann@x.org", "zed@well.example", "AB12345", "C12345", "987654", "4711", "ABC-1987",
		"4111 1111 1111 1111", "4111-1111-1111-1111", "DE89 3704 0044 0532 0130 00", "12.03.1987", "3.12.1987", "555-1987", "1987-2041-123",
		"xhqr-1726-kfy", "ABC-１９\u200b８７", "５５７１", "一三八一二三四五六七八", "m=ann%40x.org", "ann&#64;x.org", "5 5 7 1", "🔟🔟🔟🔟",
	} {
		for _, query := range []string{"who is " + code, code} {
			if got := IsPrivate(query, "Who has paid?", []string{"Nothing."}, nil); got == "" {
				t.Errorf("%q goes", query)
			}
		}
		if got := IsPrivate("name of "+code, "Who is "+code+"?", []string{"Nothing."}, nil); got != "" && !strings.Contains(code, "🔟") {
			t.Errorf("%q is asked for: %q", code, got)
		}
	}
	for _, query := range []string{
		"north bridge 1931", "12 year old", "mid-1990s bridges", "1914-18", "1931–1945", "bridges 2024", "covid-19", "example org", "Boeing 747",
		"J. R. R. Tolkien 1937", "UK 2016 vote", "서울 시장 건축가", "नदी पुल", "Hồ Tây Hà Nội", "C++ & C#", "一九三一年 北桥",
	} {
		if got := IsPrivate(query, "", []string{"Nothing."}, nil); got != "" {
			t.Errorf("%q: %q", query, got)
		}
	}
}

// A query of the first round is made of the question alone, and as long as a model likes.
func TestIsPrivateUnread(t *testing.T) {
	const query = "amber bishop candle dragon ember falcon garden harbour 55710482 constantinople alexandria"
	if got := IsPrivate(query, "", nil, nil); got != "" {
		t.Errorf("before anything was read: %q", got)
	}
	if got := IsPrivate(query, "", []string{""}, nil); got == "" {
		t.Error("it goes after something was read")
	}
}

// How much of what the question has not a query may hold.
func TestIsPrivateLimits(t *testing.T) {
	for query, goes := range map[string]bool{
		"amber bishop candle dragon ember falcon garden":         true, // seven words
		"amber bishop candle dragon ember falcon garden harbour": false,
		"ambers bishops candles dragons embers falcon x":         true, // 40 letters
		"ambers bishops candles dragons embers falcon xy":        false,
		"abcdefghijklmnopqrst":                                   true, // 20
		"abcdefghijklmnopqrstu":                                  false,
		"a - b - c - d":                                          true, // initials and signs
		"a b. c. d. e.":                                          false,
		strings.Repeat(".-", 6):                                  true,
		strings.Repeat(".-", 6) + ".":                            false,
		"to be or not to be":                                     true,
		"7 7":                                                    true, // as often as the question has it, and twice as numbers
		"7 7 7 7":                                                false,
	} {
		if got := IsPrivate(query, "7", []string{"Nothing."}, nil); (got == "") != goes {
			t.Errorf("%q: %q", query, got)
		}
	}
}

// An address of a file is seen without its sign, and found in a long text at once.
func TestAddresses(t *testing.T) {
	text := strings.Repeat("a", 1<<22) + " mailto:ann@clinic.example.md " + strings.Repeat("a@a.", 1<<18) + " é@b.c"
	for query, want := range map[string]string{"ann clinic example": keptForNumber, "ann clinic": "", "é b c": keptForNumber} {
		if got := IsPrivate(query, "", []string{text}, nil); got != want {
			t.Errorf("%q: got %q, want %q", query, got, want)
		}
	}
}

// In scripts without spaces 12 characters in a row are private, of Thai 24 letters, however
// spaces cut them.
func TestIsPrivateUnspaced(t *testing.T) {
	for text, most := range map[string]int{
		"一九三一年在井里发现的金戒指被卖给了奥斯陆的商人":                      11,
		"きんのゆびわはいどのなかでみつかったといわれています":                    11,
		"แหวนทองคำถูกพบในบ่อน้ำเมื่อปีพุทธศักราชสองพัน": 23,
	} {
		characters := spell(text).list()
		for _, apart := range []string{"", " "} {
			for _, every := range []int{1, 2, 5} {
				query := func(n int) string {
					var b strings.Builder
					for i, c := range characters[2 : 2+n] {
						if b.WriteString(c); i%every == every-1 {
							b.WriteString(apart)
						}
					}
					return b.String()
				}
				if got := IsPrivate(query(most), "", []string{text}, nil); got != "" {
					t.Errorf("%q: %q", query(most), got)
				}
				if got := IsPrivate(query(most+1), "", []string{text}, nil); got == "" {
					t.Errorf("%q passes", query(most+1))
				}
				if got := IsPrivate(query(most+1), text, []string{text}, nil); got != "" {
					t.Errorf("%q is asked for: %q", query(most+1), got)
				}
			}
		}
	}
}

// A secret of five letters and digits or more is told by them all, in words of its own.
func TestIsPrivateSecrets(t *testing.T) {
	secretOf := func(texts []string) []string {
		if _, secret, ok := strings.Cut(texts[0], "password: "); ok {
			return []string{secret}
		}
		return nil
	}
	for _, c := range []struct{ secret, query, want string }{
		{"hunter2", "hunter2", keptForSecret},
		{"hunter2", "who is hun ter2?", keptForSecret},
		{"hunter2", "h u n t e r 2", keptForSecret},
		{"hunter2", "H-U-N-T-E-R-2", keptForSecret},
		{"hunter2", "a hunter, 2 of them", keptForSecret},
		{"hunter2", "the hunters", ""},
		{"hunter2", "hunter 23", ""},
		{"ab1c", "AB1C", keptForSecret},
		{"ab1cd", "ab 1c d", keptForSecret},
		{"correcthorse", "xcorrect horsey", keptForSecret},
		{"пароль7", "п а р о л ь 7", keptForSecret},
		{"玉灯金井铜", "玉 灯 金 井 铜", keptForSecret},
	} {
		if got := IsPrivate(c.query, c.query, []string{"password: " + c.secret}, secretOf); got != c.want {
			t.Errorf("%q of %q: got %q, want %q", c.query, c.secret, got, c.want)
		}
	}
}

// A spelling has each letter and digit folded by itself, and each character of a script
// without spaces as a word.
func TestSpell(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "  ",
		"...":                              "  ",
		"Don't_go, Café (CAFE\u0301)!":     " don t go cafe cafe ",
		"a\u200bb\u00adc":                  " abc ",
		"玉灯a7在":                            " 玉 灯 a7 在 ",
		"\u0661\u0662 \u096a ５ \U0001d7d9": " 12 4 5 1 ",
		"\xff1931\xfe2":                    " 1931 2 ",
	} {
		want = strings.Replace(want, "  ", " ", 1)
		if got := spell(text); got.words != want || got.bare != strings.ReplaceAll(want, " ", "") {
			t.Errorf("%q: %q, %q", text, got.words, got.bare)
		}
	}
}

// A piece of a text of eight words or more is always found, whatever stands around it, and so
// is a code in each form.
func FuzzIsPrivate(f *testing.F) {
	f.Add("a b c d e f g h i j", 1, "x", "y")
	f.Add("Ärger, ÄRGER über «alles» und noch viel, viel mehr davon", 0, "", "!")
	f.Add("一九三一年在井里发现的金戒指被卖给了奥斯陆", 3, "玉", "Ann")
	f.Add("tel:55710482|a7f3k9", 0, "(", "\xff")
	f.Fuzz(func(t *testing.T, text string, start int, before, behind string) {
		words := spell(text).list()
		if runs := runsOf(words[min(max(0, start), len(words)):], wordWeight); len(runs) > 0 {
			checkKept(t, before+" "+runs[0]+" "+behind, text)
		}
		checkKept(t, before+" 55710482 "+behind, text)
		for _, code := range addressesOf(text) {
			checkKept(t, before+" "+code+" "+behind, text)
		}
	})
}

// checkKept wants a query kept that holds something of a text.
func checkKept(t *testing.T, query, text string) {
	t.Helper()
	if IsPrivate(query, "", []string{text}, nil) == "" {
		t.Errorf("%q is not seen in %q", query, text)
	}
}

// What a query may have been made of is all that was read of the files, and nothing of what
// other sources brought.
func TestRead(t *testing.T) {
	found := func(name string) *retrieve.Result {
		d := &document.Document{Path: name + ".txt", Title: "title of " + name, Text: "text of " + name}
		d.Hash = file.HashOf(d.Text)
		hit := retrieve.Hit{Document: d, Chunk: chunk.Chunk{Titles: []string{"above " + name}, Text: "shown of " + name}}
		return &retrieve.Result{Documents: []retrieve.Document{{Document: d}}, Hits: []retrieve.Hit{hit}}
	}
	e := &expedition{
		single: found("single"), parts: []*retrieve.Result{found("part")}, shown: []*retrieve.Result{found("shown")},
		beside: []*retrieve.Result{found("page")},
	}
	e.shown = append(e.shown, e.beside...)
	var want []string
	for _, name := range []string{"single", "part", "shown"} {
		want = append(want, name+".txt", "title of "+name, "text of "+name, "above "+name+"\nshown of "+name)
	}
	slices.Sort(want)
	if got := slices.Sorted(maps.Values(e.read())); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// What stands in a text is worked out once for all rounds; where the time is over before all
// texts were looked at, nothing leaves.
func TestKeepPrivate(t *testing.T) {
	asked := 0
	doc := &document.Document{Path: "a.txt", Text: "account 55710482"}
	doc.Hash = file.HashOf(doc.Text)
	e := &expedition{
		Researcher: &Researcher{Beside: []Source{&pages{}}, Secrets: func(texts []string) []string {
			if texts[0] == doc.Text {
				asked++
			}
			return nil
		}},
		meter: newMeter(Limits{Time: time.Hour}), single: &retrieve.Result{Documents: []retrieve.Document{{Document: doc}}},
	}
	e.parts = []*retrieve.Result{e.single}
	kept := func(ctx context.Context) string {
		return e.keepPrivate(ctx, []Query{{Text: "who is 55710482"}})[0].Kept
	}
	if first, second := kept(t.Context()), kept(t.Context()); first != keptForNumber || second != keptForNumber || asked != 1 {
		t.Errorf("kept %q and %q, and the text was looked at %d times", first, second, asked)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if got := kept(ended); got != keptForTime {
		t.Errorf("after the end: %q", got)
	}
	e.meter.end = time.Now()
	if got := kept(t.Context()); got != keptForTime {
		t.Errorf("after the time: %q", got)
	}
}
