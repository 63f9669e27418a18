package charset_test

import (
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"docuquest/core/language/charset"
)

func utf16Bytes(s string, big bool) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(s)) {
		if big {
			b.WriteString(string([]byte{byte(u >> 8), byte(u)}))
		} else {
			b.WriteString(string([]byte{byte(u), byte(u >> 8)}))
		}
	}
	return b.String()
}

func utf32Bytes(s string, big bool) string {
	var b []byte
	for _, r := range s {
		if big {
			b = append(b, 0, byte(r>>16), byte(r>>8), byte(r))
		} else {
			b = append(b, byte(r), byte(r>>8), byte(r>>16), 0)
		}
	}
	return string(b)
}

func TestDecodeUnicode(t *testing.T) {
	const s = "Grüße, 漢字 and 😀\r\nline two\n"
	for _, c := range []struct{ content, text, name string }{
		{"", "", "utf-8"},
		{s, s, "utf-8"},
		{"\xef\xbb\xbf" + s, s, "utf-8"},
		{"\xef\xbb\xbf", "", "utf-8"},
		{"\xff\xfe" + utf16Bytes(s, false), s, "utf-16le"},
		{"\xfe\xff" + utf16Bytes(s, true), s, "utf-16be"},
		{"\xff\xfe\x00\x00" + utf32Bytes(s, false), s, "utf-32le"},
		{"\x00\x00\xfe\xff" + utf32Bytes(s, true), s, "utf-32be"},
		{utf16Bytes(s, false), s, "utf-16le"},
		{utf16Bytes(s, true), s, "utf-16be"},
		{utf16Bytes("Привет, мир\n", false), "Привет, мир\n", "utf-16le"},
		{"a stray \x00 zero in a line", "a stray \x00 zero in a line", "utf-8"},
		{"a\ufeffb", "a\ufeffb", "utf-8"}, // a mark inside of the text is part of it
	} {
		text, name, err := charset.Decode(c.content)
		if err != nil || text != c.text || name != c.name {
			t.Errorf("Decode(%q) = %q, %q, %v; want %q, %q", c.content, text, name, err, c.text, c.name)
		}
	}
}

const (
	french  = "L'été dernier, nous avons visité le château où le roi a vécu; c'était très beau, à côté d'une forêt.\n"
	german  = "Die Gräber der Könige liegen südlich der großen Mauer, für die man Straßen verlegt hat.\n"
	polish  = "Zażółć gęślą jaźń. W czasie wykopalisk znaleziono złoty pierścień oraz wiele innych przedmiotów, które są dziś w muzeum.\n"
	russian = "В начале было слово. Археологи нашли золотое кольцо под северной стеной старого дома, и никто не знает, кто его там оставил.\n"
	greek   = "Οι αρχαιολόγοι βρήκαν ένα χρυσό δαχτυλίδι κάτω από τον βόρειο τοίχο του παλιού σπιτιού και κανείς δεν ξέρει.\n"
	hebrew  = "הארכאולוגים מצאו טבעת זהב מתחת לקיר הצפוני של הבית הישן ואיש אינו יודע מי השאיר אותה שם\n"
	nihongo = "考古学者は古い家の北の壁の下で金の指輪を見つけました。誰がそこに置いたのかは誰も知りません。\n"
	hangul  = "고고학자들은 오래된 집의 북쪽 벽 아래에서 금반지를 발견했다. 누가 그것을 두었는지 아무도 모른다.\n"
	hanzi   = "考古学家在老房子的北墙下发现了一枚金戒指。没有人知道是谁把它放在那里的。\n"
	hanziTW = "考古學家在老房子的北牆下發現了一枚金戒指。沒有人知道是誰把它放在那裡的。\n"
)

func TestDecodeLegacy(t *testing.T) {
	for _, c := range []struct {
		why      string
		encoding encoding.Encoding
		text     string
		name     string
	}{
		{"French", charmap.Windows1252, french, "windows-1252"},
		{"French with signs of Windows", charmap.Windows1252, "“C'était l'été…” – " + french, "windows-1252"},
		{"German", charmap.ISO8859_1, german, "windows-1252"},
		{"one accent only", charmap.ISO8859_1, "The café is open every day of the week.\n", "windows-1252"},
		{"one sign only", charmap.Windows1252, "// Copyright © 1998 by the authors. All rights reserved.\nint main() { return 0; }\n", "windows-1252"},
		{"Polish", charmap.ISO8859_2, polish, "iso-8859-2"},
		{"Polish of Windows", charmap.Windows1250, polish, "windows-1250"},
		{"Russian of Windows", charmap.Windows1251, russian, "windows-1251"},
		{"Russian of Unix", charmap.KOI8R, russian, "koi8-r"},
		{"Greek", charmap.ISO8859_7, greek, "iso-8859-7"},
		{"Hebrew", charmap.Windows1255, hebrew, "iso-8859-8-i"},
		{"Japanese", japanese.ShiftJIS, nihongo, "shift_jis"},
		{"Japanese of Unix", japanese.EUCJP, nihongo, "euc-jp"},
		{"Korean", korean.EUCKR, hangul, "euc-kr"},
		{"Chinese", simplifiedchinese.GB18030, hanzi, "gb18030"},
		{"Chinese of Taiwan", traditionalchinese.Big5, hanziTW, "big5"},
	} {
		content, err := c.encoding.NewEncoder().String(c.text)
		if err != nil {
			t.Fatal(err)
		}
		text, name, err := charset.Decode(content)
		if err != nil || text != c.text || name != c.name {
			t.Errorf("%s: got %q in %q, %v", c.why, text, name, err)
		}
	}
}

// What cannot be decoded without a loss is an error, in words for the user.
func TestDecodeErrors(t *testing.T) {
	for _, c := range []struct{ why, content, want string }{
		{"half a unit", "\xff\xfea\x00b", "looks like UTF-16LE text, but the bytes at offset 2 are not valid in it"},
		{"half a pair at the end", "\xfe\xff\xd8\x00", "looks like UTF-16BE text, but the bytes at offset 0 are not valid in it"},
		{"half a pair", "\xfe\xff\xd8\x00\x00a", "looks like UTF-16BE text"},
		{"a number that is no character", "\xff\xfe\x00\x00\x00\x00\x11\x00", "looks like UTF-32LE text"},
		{"UTF-8 cut off", "Grüße aus Köln, \xe6\xbc", "looks like UTF-8 text, but the bytes at offset 19 are not valid in it"},
		{"a broken file with a mark", "\xef\xbb\xbfab\xff", "looks like UTF-8 text, but the bytes at offset 5 are not valid in it"},
		{"overlong", "ünïcödé \xc0\xaf", "looks like UTF-8 text"},
		{"a program", "\x7fELF\x02\x01\x01\x00\x00\x00\xff\xfe\x80", "holds binary data, not text"},
		{"noise", "\x89PNG\r\n\x1a\n\x01\x02\x03\xff\x81\x8d", "holds binary data, not text"},
	} {
		text, name, err := charset.Decode(c.content)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || text != "" || name != "" {
			t.Errorf("%s: got %q, %q, %v; want the error %q", c.why, text, name, err, c.want)
		}
	}
}

func TestDecodeUTF8DoesNotCopy(t *testing.T) {
	s := strings.Repeat("größer als nichts\n", 100)
	if n := testing.AllocsPerRun(10, func() { _, _, _ = charset.Decode(s) }); n != 0 {
		t.Errorf("Decode of UTF-8 allocates %v times", n)
	}
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		"", "plain", "\xef\xbb\xbfx", "\xff\xfea\x00", "\xfe\xff\x00a", "\xff\xfe\x00\x00a\x00\x00\x00",
		"a\x00b\x00", "\xe9t\xe9", "\x1b$B", "\x82\xa0\x82\xa2", "\xcf\xf0\xe8\xe2\xe5\xf2", "\x00\x00\xfe\xff\xff",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, content string) {
		text, name, err := charset.Decode(content)
		switch {
		case err != nil && (text != "" || name != ""):
			t.Fatalf("Decode(%q) = %q, %q, %v", content, text, name, err)
		case !utf8.ValidString(text):
			t.Fatalf("Decode(%q) = %q, which is not UTF-8", content, text)
		}
		if again, same, _ := charset.Decode(content); again != text || same != name {
			t.Fatalf("Decode(%q) gives %q and then %q", content, name, same)
		}
	})
}
