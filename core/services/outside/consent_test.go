package outside_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/services/outside"
	"docuquest/core/services/outside/outsidetest"
)

// A person is asked before the first byte goes to another machine, once for a question,
// and never about this one.
func TestConsent(t *testing.T) {
	var mu sync.Mutex
	var asked []string
	client := outside.New(outside.Options{Consent: outside.Consent{
		Use: "answers",
		Ask: func(_ context.Context, use, host string) error {
			mu.Lock()
			defer mu.Unlock()
			asked = append(asked, use+" "+host)
			return errors.New("you have not allowed it")
		},
	}})
	question := outside.WithLedger(t.Context(), outside.NewLedger(9))
	for _, c := range []struct {
		ctx     context.Context
		address string
		want    string
	}{
		{question, "https://API.example:8443/v1", "nothing was sent to API.example:8443: you have not allowed it"},
		{question, "https://api.example/v1", "nothing was sent to api.example: you have not allowed it"},
		{outside.WithLedger(t.Context(), outside.NewLedger(9)), "https://api.example/v1", "nothing was sent to api.example: you have not allowed it"},
		{t.Context(), "http://api.example/v1", "nothing was sent to api.example: plain http is for this machine alone, use https"},
	} {
		_, err := get(t, client, c.ctx, c.address)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.address, err, c.want)
		}
	}
	server := serve(t, func(http.ResponseWriter, *http.Request) {})
	if _, err := get(t, client, t.Context(), server.URL); err != nil {
		t.Errorf("this machine: %v", err)
	}
	if diff := cmp.Diff([]string{"answers api.example", "answers api.example"}, asked); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
}

// A question that is given up while a person is asked is cancelled, and what they would
// have said is not held against it.
func TestConsentCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	client := outside.New(outside.Options{Consent: outside.Consent{Ask: func(ctx context.Context, _, _ string) error {
		cancel()
		<-ctx.Done()
		return ctx.Err()
	}}})
	_, err := get(t, client, ctx, "https://api.example/")
	var fault *outside.Error
	if !errors.As(err, &fault) || fault.Kind != outside.Cancelled {
		t.Errorf("got %v", err)
	}
}

// A ledger keeps bodies as they went out, up to its limit, also of what was sent again.
func TestLedgerKeepsBodies(t *testing.T) {
	first := true
	server := outsidetest.Record(t, func(w http.ResponseWriter, _ *http.Request) {
		if first {
			w.WriteHeader(503)
		}
		first = false
	})
	ledger := outside.NewLedger(9)
	ledger.KeepBodies(25)
	client := outside.New(outside.Options{Retries: outside.Retries{Backoff: 1}})
	ctx := outside.WithLedger(t.Context(), ledger)
	for _, body := range []string{"ten bytes!", "the last one"} {
		if _, err := post(t, client, ctx, server.URL, strings.NewReader(body)); err != nil {
			t.Fatal(err)
		}
	}
	var kept []string
	var cut []bool
	for _, e := range ledger.Entries() {
		kept, cut = append(kept, string(e.Body)), append(cut, int64(len(e.Body)) < e.Bytes)
	}
	if diff := cmp.Diff([]string{"ten bytes!", "ten bytes!", "the l"}, kept); diff != "" {
		t.Errorf("bodies (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]bool{false, false, true}, cut); diff != "" {
		t.Errorf("cut (-want +got):\n%s", diff)
	}
	var came []string
	for _, r := range server.Received() {
		came = append(came, string(r.Body))
	}
	if diff := cmp.Diff([]string{"ten bytes!", "ten bytes!", "the last one"}, came); diff != "" {
		t.Errorf("received (-want +got):\n%s", diff)
	}
}
