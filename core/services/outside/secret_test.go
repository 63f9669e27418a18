package outside_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"docuquest/core/services/outside"
)

// canary is a key with characters that every encoding writes differently.
const canary = `sk-or/v1+C4nary&"K3y=ü?>`

// A secret shows its text in no way but by Reveal.
func TestSecretIsNeverPrinted(t *testing.T) {
	type settings struct {
		Host string
		Key  outside.Secret
		key  outside.Secret
		list []outside.Secret
		to   *outside.Secret
	}
	key := outside.NewSecret(canary)
	s := settings{"h", key, key, []outside.Secret{key}, &key}
	var printed bytes.Buffer
	for _, verb := range []string{"v", "+v", "#v", "s", "q", "x", "X", "d", "T", "20s", "-5q", "p"} {
		for _, value := range []any{key, &key, s, &s, []any{key}, map[string]outside.Secret{"k": key}} {
			fmt.Fprintf(&printed, "%"+verb+"\n", value)
		}
	}
	fmt.Fprintln(&printed, key, s)
	encoded, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	printed.Write(encoded)
	slog.New(slog.NewTextHandler(&printed, nil)).Info("x", "key", key, "settings", s)
	slog.New(slog.NewJSONHandler(&printed, nil)).Info("x", "key", key, "settings", s)
	fmt.Fprintln(&printed, fmt.Errorf("with %v: %w", key, errors.New("x")), key.String(), key.GoString())
	checkHidden(t, printed.String())
	if got := fmt.Sprintf("%v %s %q %#v %x", key, key, key, key, key); got != "*** *** *** *** ***" {
		t.Errorf("got %s", got)
	}
	if string(encoded) != `{"Host":"h","Key":"***"}` {
		t.Errorf("got %s", encoded)
	}
}

func TestSecretValue(t *testing.T) {
	var none outside.Secret
	some := outside.NewSecret(canary)
	for _, c := range []struct {
		what      string
		got, want any
	}{
		{"Reveal", some.Reveal(), canary},
		{"Reveal of none", none.Reveal(), ""},
		{"IsZero", some.IsZero(), false},
		{"IsZero of none", none.IsZero(), true},
		{"IsZero of the empty text", outside.NewSecret("").IsZero(), true},
		{"Equal to itself", some.Equal(outside.NewSecret(canary)), true},
		{"Equal to none", some.Equal(none), false},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %v, want %v", c.what, c.got, c.want)
		}
	}
}

// Redact finds a key however it is written, and leaves the rest alone.
func TestRedact(t *testing.T) {
	key := outside.NewSecret(canary)
	for name, text := range forms() {
		got := outside.Redact("before "+text+" after", key)
		if !strings.HasPrefix(got, "before ") || !strings.HasSuffix(got, " after") || !strings.Contains(got, "***") {
			t.Errorf("%s: got %q", name, got)
		}
		checkHidden(t, got)
	}
	for _, c := range []struct{ text, secret, want string }{
		{"a text without it", canary, "a text without it"},
		{"x is too short to look for", "x", "x is too short to look for"},
		{"abcd abcd", "abcd", "*** ***"},
		{"", canary, ""},
		{"no secret at all", "", "no secret at all"},
	} {
		if got := outside.Redact(c.text, outside.NewSecret(c.secret)); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// Whatever the text and the secret: the secret is gone, in its plain form and
// behind escapes, and a text without it is left as it is.
func FuzzRedact(f *testing.F) {
	f.Add("before sk-or-123 after", "sk-or-123")
	f.Add(`\ud83d \ud83d\ude00 \x41 %41 %4`, "\uFFFD😀A")
	f.Add(`a\\b %2541+`, `a\b %41`)
	f.Fuzz(func(t *testing.T, text, secret string) {
		got := outside.Redact(text, outside.NewSecret(secret))
		if len(secret) < 4 || strings.Contains(secret, "*") {
			return
		}
		for _, form := range []string{secret, url.QueryEscape(secret), hex.EncodeToString([]byte(secret))} {
			if strings.Contains(got, form) {
				t.Errorf("%q of %q shows in %q", form, secret, got)
			}
			if whole := outside.Redact(form, outside.NewSecret(secret)); whole != "***" {
				t.Errorf("%q of %q becomes %q", form, secret, whole)
			}
		}
	})
}

// An error of package net/http repeats the whole address. Scrub takes out the
// query and the password, and keeps what errors.Is can ask for.
func TestScrub(t *testing.T) {
	address := "https://user:pass-word@search.example/find?q=gold&api_key=" + url.QueryEscape(canary)
	err := outside.Scrub(fmt.Errorf("searching: %w", &url.Error{Op: "Get", URL: address, Err: io.ErrUnexpectedEOF}))
	if got, want := err.Error(), `searching: Get "https://search.example/find": unexpected EOF`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error("errors.Is no longer finds the reason")
	}
	if inner := new(url.Error); errors.As(err, &inner) {
		t.Error("the original error can still be taken out")
	}
	checkHidden(t, fmt.Sprintf("%v %+v %#v %q", err, err, err, err))
	if outside.Scrub(nil) != nil {
		t.Error("nil does not stay nil")
	}
	proxy := outside.Scrub(errors.New("proxyconnect http://me:letmein@proxy.example: refused"))
	if got := proxy.Error(); got != "proxyconnect http://***@proxy.example: refused" {
		t.Errorf("got %s", got)
	}
}

// A service repeats the key in every form it can, in every kind of fault; no
// error shows it.
func TestKeyNeverInErrors(t *testing.T) {
	var all strings.Builder
	for _, form := range forms() {
		all.WriteString(form + " ")
	}
	quoted, err := json.Marshal(all.String())
	if err != nil {
		t.Fatal(err)
	}
	for name, handler := range map[string]http.HandlerFunc{
		"a text":                   answer(401, nil, all.String()),
		"JSON":                     answer(400, nil, `{"error":{"message":`+string(quoted)+`}}`),
		"a redirect":               answer(307, header("Location", "/?key="+url.QueryEscape(canary)), ""),
		"a key at the end of line": answer(500, nil, strings.Repeat("-", 290)+canary),
		"a stream that is JSON":    answer(200, nil, `{"error":`+string(quoted)+`}`),
		"no HTTP": func(w http.ResponseWriter, r *http.Request) {
			if conn, _, err := w.(http.Hijacker).Hijack(); err == nil {
				io.WriteString(conn, canary+"\r\n\r\n")
				conn.Close()
			}
		},
	} {
		for _, where := range []string{"query", "bearer", "header"} {
			t.Run(name+", "+where, func(t *testing.T) {
				req, err := http.NewRequestWithContext(t.Context(), "GET", serve(t, handler).URL, nil)
				if err != nil {
					t.Fatal(err)
				}
				req.Header.Set("Accept", "text/event-stream")
				switch where {
				case "query":
					req.URL.RawQuery = "api_key=" + url.QueryEscape(canary)
				case "bearer":
					req.Header.Set("Authorization", "Bearer "+canary)
				case "header":
					req.Header.Set("X-Api-Key", canary)
				}
				_, err = do(outside.New(outside.Options{Retries: outside.Retries{Tries: 1}}), req)
				if err == nil {
					t.Fatal("no error")
				}
				var fault *outside.Error
				errors.As(err, &fault)
				checkHidden(t, fmt.Sprintf("%v\n%+v\n%#v\n%#v\n%+v", err, err, err, fault, *fault))
			})
		}
	}
}

// forms writes the canary in all the ways that a log or an error might.
func forms() map[string]string {
	escaped, _ := json.Marshal(canary)
	all := map[string]string{
		"as it is":      canary,
		"in a query":    url.QueryEscape(canary),
		"in a path":     url.PathEscape(canary),
		"in lower case": strings.ReplaceAll(strings.ReplaceAll(url.QueryEscape(canary), "%2F", "%2f"), "%2B", "%2b"),
		"in JSON":       string(escaped),
		"quoted":        fmt.Sprintf("%q", canary),
		"hexadecimal":   hex.EncodeToString([]byte(canary)),
		"HEXADECIMAL":   fmt.Sprintf("%X", canary),
	}
	for i, user := range []string{"", "u:", "us:", "me@"} {
		all[fmt.Sprint("base64 ", i)] = base64.StdEncoding.EncodeToString([]byte(user + canary))
		all[fmt.Sprint("base64 of the URL ", i)] = base64.RawURLEncoding.EncodeToString([]byte(user + canary + "@host"))
	}
	return all
}

// checkHidden fails if a text holds a part of the canary, in any encoding.
func checkHidden(t *testing.T, text string) {
	t.Helper()
	plain := func(s string) string {
		return strings.NewReplacer("-", "+", "_", "/", " ", "").Replace(strings.ToLower(s))
	}
	for _, part := range []string{"C4nary", hex.EncodeToString([]byte("C4nary"))} {
		if strings.Contains(plain(text), plain(part)) {
			t.Errorf("%q shows in\n%s", part, text)
		}
	}
	for shift := range 3 {
		whole := base64.RawStdEncoding.EncodeToString([]byte(strings.Repeat("x", shift) + "v1+C4nary"))
		if part := whole[4 : len(whole)-2]; strings.Contains(plain(text), plain(part)) {
			t.Errorf("base64 %q shows in\n%s", part, text)
		}
	}
}
