package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"runtime"
	"strings"
	"testing"

	"go.lsp.dev/jsonrpc2"
)

// streamOf reads from bytes and drops what the stream says.
func streamOf(t testing.TB, in string) *stream {
	out := newOutbox(io.Discard, func(error) {})
	t.Cleanup(func() { out.close(0) })
	return newStream(io.NopCloser(strings.NewReader(in)), out, func() {})
}

// Whatever bytes come, the stream gives nothing but frames that jsonrpc2 can
// read, up to the end of the input; and what follows the bytes on a line of its
// own is found again.
func FuzzStream(f *testing.F) {
	status := `{"jsonrpc":"2.0","id":1,"method":"shutdown"}`
	for _, seed := range []string{
		"", "\n", "Content-Length: 2\r\n\r\n{}", "Content-Length: 44\r\n\r\n" + status, "Content-Length: 9999999999\r\n\r\n",
		"content-length:5\n\n[1,2]", "Content-Length: -1\r\n\r\nx", "garbage Content-Length: 2\r\n\r\n{}", "a: b\r\n\r\n",
		strings.Repeat("x", 20_000) + "Content-Length: 2\r\n\r\n{}", "Content-Length: 3\r\n\r\n[[]",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		s := streamOf(t, in)
		for {
			body, _, err := s.ReadFrame(context.Background())
			if err != nil {
				return
			}
			if !json.Valid(body) {
				t.Fatalf("a frame that is no JSON: %q", body)
			}
			if _, err := jsonrpc2.DecodeMessage(body); err != nil && !strings.HasPrefix(strings.TrimLeft(string(body), " \t\r\n"), "[") {
				t.Fatalf("a frame that is no message: %q: %v", body, err)
			}
			if _, err := jsonrpc2.ParseRequests(body); err != nil {
				t.Fatalf("a frame that jsonrpc2 cannot read: %q: %v", body, err)
			}
		}
	})
}

// A length that is announced costs nothing; only bytes that arrive do.
func TestStreamTakesNoMemoryForPromises(t *testing.T) {
	least := uint64(math.MaxUint64) // of several times: what else the process does meanwhile only adds
	for range 5 {
		s := streamOf(t, "Content-Length: 67108864\r\n\r\n{")
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, _, err := s.ReadFrame(context.Background()); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	if 1<<20 < least {
		t.Errorf("%d bytes were taken for one byte", least)
	}
}
