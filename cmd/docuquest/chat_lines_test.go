package main

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// What a terminal gets to read of what is typed, in one piece or byte by byte, and what
// was done meanwhile.
func TestKeyReader(t *testing.T) {
	for _, c := range []struct {
		name, typed, want string
		stops             int
		interrupted       bool
	}{
		{"characters", "Où est l’or? 金", "Où est l’or? 金", 0, false},
		{"keys", "\x1b[A\t\r", "\x1b[A\t\r", 0, false},
		{"bytes that are no character", "gold\xff in\xc3 Troy\xe2\x82", "gold? in? Troy??", 0, false},
		{"the sign for them", "gold\ufffd in", "gold? in", 0, false},
		{"Ctrl-C", "a\x03", "a\x03", 0, true},
		{"Ctrl-\\", "a\x1c", "a\x03", 0, true},
		{"Ctrl-Z", "a\x1ab\x1a", "ab", 2, false},
		{"a long line", strings.Repeat("金", 300), strings.Repeat("金", 300), 0, false},
	} {
		for pieces, in := range map[string]io.Reader{
			"whole":     strings.NewReader(c.typed),
			"in bytes":  iotest.OneByteReader(strings.NewReader(c.typed)),
			"with EOF":  iotest.DataErrReader(strings.NewReader(c.typed)),
			"in halves": iotest.HalfReader(strings.NewReader(c.typed)),
		} {
			stops := 0
			r := &keyReader{in: in, stop: func() { stops++ }}
			got, err := io.ReadAll(r)
			if string(got) != c.want || err != nil || stops != c.stops || r.interrupted != c.interrupted {
				t.Errorf("%s %s: %q, %v, stopped %d times, interrupted: %t", c.name, pieces, got, err, stops, r.interrupted)
			}
		}
	}
}

// What is read of keys is characters, whatever was typed, and none is held back.
func FuzzKeyReader(f *testing.F) {
	for _, seed := range []string{"gold\xff", "\xe2\x82", "金\x1a\x1c", "\x1b[A"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, typed []byte) {
		got, err := io.ReadAll(&keyReader{in: iotest.HalfReader(bytes.NewReader(typed))})
		if want := len(bytes.Runes(typed)) - bytes.Count(typed, []byte{ctrlZ}); err != nil || len(bytes.Runes(got)) != want || bytes.Contains(got, []byte("\ufffd")) {
			t.Errorf("%q becomes %q, %v", typed, got, err)
		}
	})
}

// The keys that end the input end the line, too, and show no prompt once more.
func TestEndedLines(t *testing.T) {
	for _, key := range []string{"\x03", "\x04", "\x1c", "go\x03", ""} {
		var shown bytes.Buffer
		q := newKeyboard(strings.NewReader(key), &shown, testCompleter()).ask(t.Context(), "> ")
		typed := strings.TrimRight(key, "\x03\x04\x1c")
		if q.err == nil || shown.String() != "> "+typed+"\r\n" && typed == "" || strings.Count(shown.String(), "> ") != 1 || !strings.HasSuffix(shown.String(), "\r\n") {
			t.Errorf("at %q, %q is shown: %v", key, shown.String(), q.err)
		}
	}
}

// A byte that is no character holds nothing back: the line is shown as it is typed.
func TestInvalidKeys(t *testing.T) {
	var shown bytes.Buffer
	k := newKeyboard(strings.NewReader("a\xffb\r"), &shown, testCompleter())
	if q := k.ask(t.Context(), "> "); q.err != nil || q.text != "a?b" || !strings.Contains(shown.String(), "a?b") {
		t.Errorf("%q, %v; %q is shown", q.text, q.err, shown.String())
	}
}
