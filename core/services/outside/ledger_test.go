package outside_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"docuquest/core/services/outside"
)

// A request that was sent twice has two entries, each with all that was sent.
func TestLedgerEntries(t *testing.T) {
	calls := 0
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		if calls++; calls == 1 {
			w.WriteHeader(503)
		}
	})
	ledger := outside.NewLedger(10)
	client := outside.New(outside.Options{Ledger: ledger, Retries: outside.Retries{Backoff: 1}})
	ranges := []outside.Range{{Path: "sites/a.txt", Start: 3, End: 40}}
	ctx := outside.WithPurpose(t.Context(), outside.Purpose{Name: "summarize", Ranges: ranges})
	ranges[0].Path = "changed by its owner"
	if _, err := post(t, client, ctx, server.URL+"/v1/chat?key=secret", strings.NewReader("the prompt")); err != nil {
		t.Fatal(err)
	}
	entry := outside.Entry{
		Method: "POST", Host: server.Listener.Addr().String(), Path: "/v1/chat", Query: "key=***", Bytes: 10,
		Purpose: outside.Purpose{Name: "summarize", Ranges: []outside.Range{{Path: "sites/a.txt", Start: 3, End: 40}}},
	}
	want := []outside.Entry{entry, entry}
	got := ledger.Entries()
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(outside.Entry{}, "Time")); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
	for _, e := range got {
		if e.Time.IsZero() {
			t.Error("an entry has no time")
		}
	}
}

// What came since some entry is told once, and what had to give way in between is counted.
func TestLedgerSince(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, r *http.Request) { io.Copy(io.Discard, r.Body) })
	ledger := outside.NewLedger(3)
	client := outside.New(outside.Options{Ledger: ledger})
	next, said := 0, ""
	for _, requests := range []int{0, 2, 1, 5, 0} {
		for range requests {
			if _, err := post(t, client, t.Context(), server.URL, strings.NewReader("prompt")); err != nil {
				t.Fatal(err)
			}
		}
		entries, missed := ledger.Since(next)
		next += missed + len(entries)
		said += fmt.Sprintf("%d and %d missed; ", len(entries), missed)
	}
	if want := "0 and 0 missed; 2 and 0 missed; 1 and 0 missed; 3 and 2 missed; 0 and 0 missed; "; said != want || next != 8 {
		t.Errorf("told are %s; want %s", said, want)
	}
}

// Questions that run at once each see their own requests in their own ledger,
// and all of them stand in the client's.
func TestLedgerOfAQuestion(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, r *http.Request) { io.Copy(io.Discard, r.Body) })
	all := outside.NewLedger(1000)
	client := outside.New(outside.Options{Ledger: all})
	const questions, requests = 8, 20
	own := make([]*outside.Ledger, questions)
	var running sync.WaitGroup
	for i := range own {
		own[i] = outside.NewLedger(1000)
		running.Go(func() {
			ctx := outside.WithLedger(outside.WithPurpose(t.Context(), outside.Purpose{Name: fmt.Sprint(i)}), own[i])
			for range requests {
				if _, err := post(t, client, ctx, server.URL, strings.NewReader("prompt")); err != nil {
					t.Error(err)
				}
				own[i].Entries()
			}
		})
	}
	running.Wait()
	for i, ledger := range own {
		entries := ledger.Entries()
		if len(entries) != requests {
			t.Errorf("question %d has %d entries, want %d", i, len(entries), requests)
		}
		for _, e := range entries {
			if e.Purpose.Name != fmt.Sprint(i) || e.Bytes != int64(len("prompt")) {
				t.Errorf("question %d holds %+v", i, e)
			}
		}
	}
	if n := len(all.Entries()); n != questions*requests {
		t.Errorf("the client's ledger has %d entries, want %d", n, questions*requests)
	}
}

// A ledger inside another's context adds to it, and hides nothing from it.
func TestLedgersNest(t *testing.T) {
	server := serve(t, func(http.ResponseWriter, *http.Request) {})
	outer, inner := outside.NewLedger(9), outside.NewLedger(9)
	whole := outside.WithLedger(t.Context(), outer)
	for _, ctx := range []context.Context{whole, outside.WithLedger(whole, inner)} {
		if _, err := get(t, outside.New(outside.Options{}), ctx, server.URL); err != nil {
			t.Fatal(err)
		}
	}
	if o, i := len(outer.Entries()), len(inner.Entries()); o != 2 || i != 1 {
		t.Errorf("outer has %d entries and inner %d, want 2 and 1", o, i)
	}
}

// A full ledger keeps the latest entries and counts the others.
func TestLedgerIsBounded(t *testing.T) {
	server := serve(t, func(http.ResponseWriter, *http.Request) {})
	ledger := outside.NewLedger(2)
	client := outside.New(outside.Options{Ledger: ledger})
	for i := range 5 {
		if _, err := get(t, client, t.Context(), fmt.Sprint(server.URL, "/", i)); err != nil {
			t.Fatal(err)
		}
	}
	var paths []string
	for _, e := range ledger.Entries() {
		paths = append(paths, e.Path)
	}
	if got := fmt.Sprint(paths, ledger.Dropped()); got != "[/3 /4] 3" {
		t.Errorf("got %s", got)
	}
}
