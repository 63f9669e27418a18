package outside_test

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"docuquest/core/services/outside"
)

// A client of the web asks about the very address of each connection, and makes none to
// what is not admitted, by whatever name it goes.
func TestWebAdmits(t *testing.T) {
	requests := 0
	server := serve(t, func(http.ResponseWriter, *http.Request) { requests++ })
	here := netip.MustParseAddrPort(server.Listener.Addr().String())
	var asked []netip.AddrPort
	refused := errors.New("not there")
	client := outside.New(outside.Options{Web: &outside.Web{Admit: func(to netip.AddrPort) error {
		asked = append(asked, to)
		if len(asked) == 1 {
			return nil
		}
		return refused
	}}})
	for _, want := range []error{nil, refused} {
		_, err := get(t, client, t.Context(), server.URL)
		if !errors.Is(err, want) {
			t.Errorf("got %v, want %v", err, want)
		}
		if want != nil {
			checkFault(t, err, outside.Refused, "nothing was sent to "+here.String()+": not there")
		}
		client.Close() // so that the next one connects anew
	}
	if requests != 1 || len(asked) != 2 || asked[0] != here || asked[1] != here {
		t.Errorf("%d requests, and asked about %v", requests, asked)
	}
}

// Pages are spoken to by plain http, wherever they are; nothing else is.
func TestWebIsPlain(t *testing.T) {
	admit := func(netip.AddrPort) error { return nil }
	client := outside.New(outside.Options{Web: &outside.Web{Admit: admit}})
	_, err := get(t, client, t.Context(), "http://host.invalid:1/")
	checkFault(t, err, outside.Unreachable, "")
	_, err = get(t, client, t.Context(), "gopher://host.invalid/")
	checkFault(t, err, outside.Refused, "")
}

// Where a redirect points is told to clients of the web alone: elsewhere it may hold what
// was sent.
func TestWebTellsLocation(t *testing.T) {
	server := serve(t, answer(302, header("Location", "/next?q=1"), ""))
	for name, c := range map[string]struct {
		web  *outside.Web
		want string
	}{
		"a service": {nil, ""},
		"the web":   {&outside.Web{Admit: func(netip.AddrPort) error { return nil }}, server.URL + "/next?q=1"},
	} {
		_, err := get(t, outside.New(outside.Options{Web: c.web}), t.Context(), server.URL)
		var fault *outside.Error
		if !errors.As(err, &fault) {
			t.Fatalf("%s: %v", name, err)
		}
		got := ""
		if fault.Location != nil {
			got = fault.Location.String()
		}
		if got != c.want || strings.Contains(err.Error(), "next") {
			t.Errorf("%s: location %q, want %q; error %v", name, got, c.want, err)
		}
	}
}

// A wait that the service asks for, and for which there is no time, is not begun: the
// error says what the service said, not that time was over.
func TestRetryAfterTheDeadline(t *testing.T) {
	server := serve(t, answer(429, header("Retry-After", "600"), "busy"))
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	_, err := get(t, outside.New(outside.Options{Retries: outside.Retries{MaxWait: time.Hour}}), ctx, server.URL)
	checkFault(t, err, outside.RateLimited, "")
}

// The ledger shows the query of an address, and no key in it.
func TestLedgerShowsQuery(t *testing.T) {
	server := serve(t, func(http.ResponseWriter, *http.Request) {})
	for query, want := range map[string]string{
		"":                            "/s",
		"?q=two+words&n=10":           "/s?q=two+words&n=10",
		"?q=x&api_key=abcd-1234":      "/s?q=x&api_key=***",
		"?q=x&apikey=abcd-1234&y=1":   "/s?q=x&apikey=***&y=1",
		"?access_token=abcd&author=x": "/s?access_token=***&author=x",
		"?keywords=x&auth=abcd&key":   "/s?keywords=x&auth=***&key",
		"?q=hunter22&r=hunter%32%32":  "/s?q=***&r=***",
	} {
		ledger := outside.NewLedger(9)
		client := outside.New(outside.Options{Ledger: ledger, Secrets: []outside.Secret{outside.NewSecret("hunter22")}})
		if _, err := get(t, client, t.Context(), server.URL+"/s"+query); err != nil {
			t.Fatal(err)
		}
		if sent := ledger.Entries(); len(sent) != 1 || sent[0].Target() != want {
			t.Errorf("%q: %v, want %q", query, sent, want)
		}
	}
}
