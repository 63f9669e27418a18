package fetch_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"

	"docuquest/core/services/outside"
	"docuquest/core/services/websearch/fetch"
)

// notPublic4 are addresses where no public page is.
var notPublic4 = []string{
	"127.0.0.1", "127.1.2.3", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1",
	"169.254.169.254", "100.64.0.1", "100.100.100.200", "168.63.129.16", "192.0.0.192", "198.18.0.1",
	"224.0.0.1", "255.255.255.255",
}

// spellings are hosts that lead to an IPv4 address in one way or another.
func spellings(address string) []string {
	b := netip.MustParseAddr(address).As4()
	number := uint32(b[0])<<24 | uint32(b[1])<<16 | uint32(b[2])<<8 | uint32(b[3])
	pair := fmt.Sprintf("%x:%x", number>>16, number&0xFFFF)
	return []string{
		address, address + ".",
		fmt.Sprint(number), fmt.Sprintf("0x%x", number), fmt.Sprintf("0X%X", number), fmt.Sprintf("0%o", number),
		fmt.Sprintf("0%o.0%o.0%o.0%o", b[0], b[1], b[2], b[3]),
		fmt.Sprintf("0x%x.0x%x.0x%x.0x%x", b[0], b[1], b[2], b[3]),
		fmt.Sprintf("%d.%d", b[0], number&0xFFFFFF), fmt.Sprintf("%d.%d.%d", b[0], b[1], number&0xFFFF),
		"[::ffff:" + address + "]", "[::ffff:" + pair + "]", "[0:0:0:0:0:ffff:" + address + "]",
		"[::" + address + "]", "[::ffff:0:" + address + "]",
		"[64:ff9b::" + address + "]", "[2002:" + pair + "::1]", "[2a00:1450::5efe:" + pair + "]",
		"public.example@" + address, address + ".names.test",
		strings.ReplaceAll(strings.ReplaceAll(address, ".", "。"), "1", "１"),
	}
}

// hostileAddresses are what a stranger may put into a result or a redirect to have this
// machine asked for something of its own network.
func hostileAddresses(port string) []string {
	var all []string
	for _, address := range notPublic4 {
		for _, host := range spellings(address) {
			all = append(all, "http://"+host+":"+port+"/latest/meta-data/")
		}
	}
	for _, host := range []string{
		"[::1]", "[::]", "[fe80::1]", "[fe80::1%25lo]", "[::1%25lo]", "[fec0::1]", "[fc00::1]", "[fd00:ec2::254]", "[ff02::1]",
		"[2001::1]", "[2001:db8::1]", "[3fff::1]", "[64:ff9b:1::7f00:1]", "[100::1]", "[5f00::1]",
		"localhost", "LOCALHOST", "localhost.", "any.names.test", "127.0.0.1.nip.io.names.test", "router",
	} {
		all = append(all, "http://"+host+":"+port+"/", "https://"+host+":"+port+"/")
	}
	return append(all,
		"file:///etc/passwd", "gopher://127.0.0.1:"+port+"/_x", "ftp://127.0.0.1:"+port+"/", "dict://127.0.0.1:"+port+"/d",
		"ldap://127.0.0.1:"+port+"/", "ws://127.0.0.1:"+port+"/", "unix:///var/run/docker.sock", "data:text/html,x",
		"javascript:alert(1)", "jar:http://127.0.0.1:"+port+"!/", "//127.0.0.1:"+port+"/", "127.0.0.1:"+port, "",
		"http://127.0.0.1:99999/", "http://me:secret@127.0.0.1:"+port+"/",
	)
}

// connections are those that were made under a context.
type connections struct {
	mu   sync.Mutex // guards all below
	made []string
}

// watch notes the connections that are made under the context that it returns.
func watch(ctx context.Context) (context.Context, *connections) {
	c := &connections{}
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{ConnectDone: func(_, address string, err error) {
		if err == nil {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.made = append(c.made, address)
		}
	}}), c
}

// except gives the connections to other addresses than one.
func (c *connections) except(address string) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var others []string
	for _, made := range c.made {
		if made != address {
			others = append(others, made)
		}
	}
	return others
}

// inside is a server of the private network, which nobody may reach.
func inside(t *testing.T) (port string) {
	t.Helper()
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			t.Error("the server of the private network was reached")
		}
	}
	server.Start()
	t.Cleanup(server.Close)
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// Of more than 300 addresses none leads to a connection, be it a result or what a public
// page redirects to. All names resolve to this machine, and the port is one that pages
// may be read from.
func TestPrivateNetwork(t *testing.T) {
	port := inside(t)
	public := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", r.FormValue("to"))
		w.WriteHeader(http.StatusFound)
	})
	resolver, _ := resolve(t, "127.0.0.1")
	f := fetcher(t, fetch.Options{Resolver: resolver, Ports: ports(t, port), Trusted: []netip.AddrPort{addressOf(t, public)}})
	hostile := hostileAddresses(port)
	if len(hostile) < 200 {
		t.Fatalf("only %d addresses", len(hostile))
	}
	for _, address := range hostile {
		for how, asked := range map[string]string{
			"directly":   address,
			"redirected": public.URL + "/?to=" + url.QueryEscape(address),
		} {
			if how == "redirected" && (address == "" || address == "127.0.0.1:"+port) {
				continue // which lead to the public page itself, or nowhere
			}
			ctx, made := watch(t.Context())
			page, err := f.Fetch(ctx, asked)
			var fault *outside.Error
			if page != nil || !errors.As(err, &fault) || fault.Kind != outside.Refused {
				t.Errorf("%s %q: %v, want an error of kind Refused", how, address, err)
			}
			if others := made.except(public.Listener.Addr().String()); len(others) > 0 {
				t.Errorf("%s %q: connected to %v", how, address, others)
			}
		}
	}
}

// A name that stands for a public page when it is asked for first, and for something
// private afterwards, is looked at when the connection is made, not before.
func TestRebinding(t *testing.T) {
	public := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Connection", "close")
		http.Redirect(w, r, "/second", http.StatusFound)
	})
	here := addressOf(t, public)
	resolver, names := resolve(t, "127.0.0.1", "127.0.0.2")
	f := fetcher(t, fetch.Options{Resolver: resolver, Ports: []uint16{here.Port()}, Trusted: []netip.AddrPort{here}})
	ctx, made := watch(t.Context())
	_, err := f.Fetch(ctx, fmt.Sprintf("http://rebinding.test:%d/first", here.Port()))
	want := fmt.Sprintf("web page: nothing was sent to rebinding.test:%d: 127.0.0.2 belongs to this machine, and pages are read from public addresses alone", here.Port())
	if err == nil || err.Error() != want {
		t.Errorf("got:  %v\nwant: %s", err, want)
	}
	if others := made.except(here.String()); len(others) > 0 || len(made.made) != 1 || names.times() != 2 {
		t.Errorf("connected to %v; the name was asked for %d times", made.made, names.times())
	}
}

// Trust is in one address and one port, and in nothing that looks like it.
func TestTrust(t *testing.T) {
	server := serve(t, page("text/html", "<p>inside"))
	here := addressOf(t, server)
	for _, c := range []struct {
		options fetch.Options
		kind    outside.Kind
	}{
		{fetch.Options{Trusted: []netip.AddrPort{here}}, outside.Other},
		{fetch.Options{Trusted: []netip.AddrPort{netip.AddrPortFrom(netip.AddrFrom16(here.Addr().As16()), here.Port())}}, outside.Other},
		{fetch.Options{Trusted: []netip.AddrPort{netip.AddrPortFrom(here.Addr(), 80)}}, outside.Refused},
		{fetch.Options{Trusted: []netip.AddrPort{netip.AddrPortFrom(netip.MustParseAddr("127.0.0.2"), here.Port())}}, outside.Refused},
		{fetch.Options{Ports: []uint16{here.Port()}}, outside.Refused},
	} {
		_, err := fetcher(t, c.options).Fetch(t.Context(), server.URL)
		checkFault(t, err, c.kind)
	}
}

// A page of 10 GB is given up when it is too large, whether it says so at once or goes on
// for ever, and its server sees the connection close.
func TestEndlessPages(t *testing.T) {
	gone := make(chan struct{}, 2)
	for name, length := range map[string]string{"announced": "10000000000", "endless": ""} {
		t.Run(name, func(t *testing.T) {
			server := serve(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/html")
				if length != "" {
					w.Header().Set("Content-Length", length)
				}
				for r.Context().Err() == nil {
					if _, err := w.Write(make([]byte, 64<<10)); err != nil {
						break
					}
				}
				gone <- struct{}{}
			})
			o := fetch.Options{Trusted: []netip.AddrPort{addressOf(t, server)}, Limits: fetch.Limits{Page: 1 << 20}}
			_, err := fetcher(t, o).Fetch(t.Context(), server.URL)
			checkFault(t, err, outside.TooLarge)
			<-gone
		})
	}
}
