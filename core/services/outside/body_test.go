package outside

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// Of an event stream only the lines of data pass, each in one form.
func TestDataLines(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"data with and without a space", "data: a\n\ndata:b\n\n", "data: a\ndata: b\n"},
		{"comments that keep a connection open", ": WORKING\n\n: WORKING\n\ndata: a\n\n", "data: a\n"},
		{"other fields", "event: message\nid: 7\nretry: 10\ndata: a\n\n", "data: a\n"},
		{"line ends of Windows", "data: a\r\n\r\ndata: b\r\n", "data: a\ndata: b\n"},
		{"no end of the last line", "data: a\n\ndata: [DONE]", "data: a\ndata: [DONE]\n"},
		{"data without content", "data\ndata:\ndata:  \ndata: a\n", "data: a\n"},
		{"a byte order mark", "\uFEFFdata: a\n", "data: a\n"},
		{"a name that only begins like it", "database: a\nDATA: b\n", ""},
		{"a document after data is a line like others", "data: a\n{\"x\":1}\n", "data: a\n"},
		{"nothing", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			for name, chop := range map[string]func(io.Reader) io.Reader{
				"whole": func(r io.Reader) io.Reader { return r }, "byte by byte": iotest.OneByteReader,
				"with its end": iotest.DataErrReader,
			} {
				if got, err := readData(chop(strings.NewReader(c.in)), 100); got != c.want || err != nil {
					t.Errorf("%s: got %q, %v; want %q", name, got, err, c.want)
				}
			}
		})
	}
}

// A stream that is wrong ends with a typed error, after the data before it.
func TestDataLinesFaults(t *testing.T) {
	for _, c := range []struct {
		name, in string
		data     string
		kind     Kind
		message  string
	}{
		{"a line over the limit", "data: a\ndata: " + strings.Repeat("x", 95) + "\n", "data: a\n", TooLarge, "api.example sent too much: a line of the reply has more than 100 bytes"},
		{"a comment over the limit", ":" + strings.Repeat("x", 9999), "", TooLarge, "api.example sent too much: a line of the reply has more than 100 bytes"},
		{"an error as JSON", `{"error":{"message":"no credit"}}`, "", BadReply, "api.example sent a reply that makes no sense: no credit"},
		{"an error as JSON of many lines", "\n{\n \"error\": {\n  \"message\": \"busy\",\n  \"code\": 429\n }\n}\n", "", RateLimited, "api.example wants fewer requests (429): busy"},
		{"a page of HTML", "<!DOCTYPE html>\n<p>Sign in", "", BadReply, "api.example sent a reply that makes no sense: it is no stream of events"},
	} {
		t.Run(c.name, func(t *testing.T) {
			data, err := readData(strings.NewReader(c.in), 100)
			var fault *Error
			if !errors.As(err, &fault) || fault.Kind != c.kind || err.Error() != c.message {
				t.Errorf("got %v\nwant %s", err, c.message)
			}
			if data != c.data {
				t.Errorf("data %q, want %q", data, c.data)
			}
		})
	}
}

// A line that a broken connection cut short is not passed on as if it were
// whole.
func TestDataLinesCut(t *testing.T) {
	cut := io.MultiReader(strings.NewReader("data: a\ndata: {\"hal"), iotest.ErrReader(io.ErrUnexpectedEOF))
	data, err := readData(cut, 100)
	if data != "data: a\n" || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("got %q, %v", data, err)
	}
}

// The wait between two tries ends at once when the context has ended.
func TestWaitEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	defer server.Close()
	client := New(Options{Retries: Retries{Backoff: 1000 * time.Hour, MaxWait: 1000 * time.Hour}})
	defer client.Close()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(10*time.Millisecond, cancel)
	var fault *Error
	if res, err := client.Do(req); !errors.As(err, &fault) || fault.Kind != Cancelled {
		t.Errorf("%v, %v", res, err)
	}
}

// Retry-After holds seconds or a date; anything else names no wait.
func TestRetryAfter(t *testing.T) {
	now := time.Date(2030, 5, 6, 7, 8, 9, 0, time.UTC)
	for value, want := range map[string]time.Duration{
		"": 0, "0": 0, "7": 7 * time.Second, " 7 ": 7 * time.Second, "-7": 0, "1.5": 0, "soon": 0,
		"86399": 86399 * time.Second, "1000000000": longestWait, "18446744073709551616": longestWait, "Sun, 06 May 2040 07:08:39 GMT": longestWait,
		"Mon, 06 May 2030 07:08:39 GMT": 30 * time.Second, "Mon, 06 May 2030 07:08:08 GMT": 0,
	} {
		if got := retryAfter(http.Header{"Retry-After": {value}}, now); got != want {
			t.Errorf("%q: got %v, want %v", value, got, want)
		}
	}
}

// Whatever bytes come in whatever pieces: what passes is the lines of data, in
// order, up to the first fault, and no line is longer than allowed.
func FuzzDataLines(f *testing.F) {
	for _, seed := range []string{
		"data: a\n\ndata:b\r\n", ": c\nevent: x\ndata: [DONE]", "{\"error\":\"x\"}", "data:" + strings.Repeat("y", 70),
		"data: \xff\xfe\ndata\n", "\uFEFFdata: a\n<p>", "data: {\"error\":{\"message\":\"m\",\"code\":502}}\n",
	} {
		f.Add([]byte(seed))
	}
	const limit = 64
	f.Fuzz(func(t *testing.T, in []byte) {
		whole, wholeErr := readData(bytes.NewReader(in), limit)
		bytewise, bytewiseErr := readData(iotest.OneByteReader(bytes.NewReader(in)), limit)
		if whole != bytewise || fmt.Sprint(wholeErr) != fmt.Sprint(bytewiseErr) {
			t.Fatalf("in one piece: %q, %v\nbyte by byte: %q, %v", whole, wholeErr, bytewise, bytewiseErr)
		}
		want := naiveData(string(in))
		if !strings.HasPrefix(want, whole) || wholeErr == nil && want != whole {
			t.Fatalf("got %q, %v; all data is %q", whole, wholeErr, want)
		}
		for line := range strings.Lines(whole) {
			if len(line) > limit+len("data: \n") {
				t.Fatalf("a line of %d bytes", len(line))
			}
		}
	})
}

// naiveData filters the lines of a whole text at once.
func naiveData(text string) string {
	var data strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimPrefix(strings.TrimRight(line, "\r"), "\uFEFF")
		if rest, ok := strings.CutPrefix(line, "data:"); ok && len(bytes.TrimSpace([]byte(rest))) > 0 {
			data.WriteString("data: " + strings.TrimSpace(rest) + "\n")
		}
	}
	return data.String()
}

// What a service says is one short line, whatever its body holds.
func FuzzMessageOf(f *testing.F) {
	for _, seed := range []string{
		`{"error":{"message":"no","code":401}}`, `{"error":"text"}`, `{"error":null,"detail":"d"}`, `{"message":["a"]}`,
		"plain\ntext", "<p>", `{"error":{"message":"key canary-key-123"}}`, `{"error":{"code":"x"}}`, `{"error":7}`,
		`{"detail":[{"loc":["body","a"],"msg":"no"}]}`, `{"error":{"message":{"detail":[{"loc":[[]],"msg":"canary-key-123"}]}}}`,
	} {
		f.Add([]byte(seed))
	}
	key := NewSecret("canary-key-123")
	f.Fuzz(func(t *testing.T, body []byte) {
		message, _ := MessageOf(body, key)
		if len([]rune(message)) > 300 || strings.ContainsAny(message, "\r\n\x00\x1b") {
			t.Fatalf("not a short line: %q", message)
		}
		if strings.Contains(message, key.Reveal()) {
			t.Fatalf("the key is in %q", message)
		}
	})
}

// readData reads a stream as the body of a reply, with a limit for its lines.
func readData(stream io.Reader, maxLine int) (string, error) {
	req, err := http.NewRequestWithContext(context.Background(), "GET", "https://api.example/", nil)
	if err != nil {
		return "", err
	}
	x := New(Options{Limits: Limits{Line: maxLine}}).begin(req)
	lines := newDataLines(x.limited(io.NopCloser(stream), 1<<20), x, nil)
	defer lines.Close()
	data, err := io.ReadAll(lines)
	return string(data), err
}
