// Package outside is the one way out of the program: every request to another
// machine, and to a service on this one, goes through its Client.
//
// The client follows no redirect, limits every wait and every size, sends
// nothing in clear text to another machine, repeats a request only where that
// is safe, and turns all that can go wrong into an *Error of one line. Keys
// are held in a Secret, which prints as ***, and are taken out of every error.
// A Ledger keeps what was sent: where to, how much, what for, which ranges of the
// user's files, and the very bytes. The package mask below takes the secrets out of texts
// before they are sent.
package outside

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"syscall"
	"time"
)

// Client sends requests. It may be used by many goroutines at once and is
// never copied. It has the method of an HTTP client that libraries ask for
// (Do), so they can be given one.
type Client struct {
	options   Options
	transport *http.Transport
}

// Options configures a Client. The zero value of every field is the default that its
// comment names.
type Options struct {
	Timeouts Timeouts
	Limits   Limits
	Retries  Retries

	// PlainHosts are the hosts, without a port, that may be spoken to by
	// plain http. This machine itself always may. Default: none.
	PlainHosts []string

	// Secrets are taken out of every error, besides what a request carries in
	// its own query and in its headers for keys, tokens and cookies.
	Secrets []Secret

	// Consent is asked before the first byte goes to a host that is not this machine.
	// Default: nobody is.
	Consent Consent

	// Ledger, if not nil, gets an entry for everything that is sent, and so do the ledgers
	// in the context of a request (see WithLedger).
	Ledger *Ledger

	// Web is for pages of the web, whose addresses nobody here has chosen. Default: nil,
	// for services that the user has set.
	Web *Web
}

// Web makes a Client fit for addresses that strangers chose, such as those of search
// results. Such a client speaks plain http to every host, as pages may have no other
// address. It uses no proxy of the environment, which would resolve names and connect
// where Admit cannot see it. And it reports where a redirect points (Error.Location),
// so that the caller may ask there.
type Web struct {
	// Admit is asked before each connection, by several goroutines at once. It is given
	// the very address that the connection goes to, after all names were resolved:
	// nothing can change between the question and the connection. An error is why there
	// is no connection, in the user's words. It must not be nil.
	Admit func(to netip.AddrPort) error

	// Resolver finds the addresses of names. Default: that of the system.
	Resolver *net.Resolver
}

// barred is why a connection was not made.
type barred struct{ error }

// control asks for one connection, as net.Dialer.Control does.
func (w *Web) control(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return barred{errors.New("its address is none of an internet")}
	}
	if err := w.Admit(to); err != nil {
		return barred{err}
	}
	return nil
}

// Timeouts are how long a Client waits for what.
type Timeouts struct {
	Connect time.Duration // to reach the host, and again for its TLS handshake; default 10 s
	// Header is for the header of a reply, and for the first data of an event stream, from
	// the start of one try, connecting included; default 60 s, and no more than Idle in a
	// question (see [ForQuestion]).
	Header time.Duration
	// Idle is for the next bytes of a body, and the next data of an event stream, in which
	// comments are none, while it is being read; default 30 s.
	Idle  time.Duration
	Total time.Duration // for all tries and waits and the whole body; default 5 min
}

// Limits are how much of a reply a Client accepts. All are bytes, counted after
// decompression.
type Limits struct {
	Body   int64 // of an ordinary reply; default 8 MiB
	Stream int64 // of an event stream, what is dropped from it included; default 64 MiB
	Line   int   // of one line of an event stream; default 1 MiB
	Error  int64 // of the body of a failed reply, the rest is not read; default 64 KiB
}

// Retries are when a Client tries again. It does so after the status 429 and
// after those from 500 (see also [WithTries]), and only if the request has no body or one that can be
// read again (http.Request.GetBody).
type Retries struct {
	Tries   int           // at most, the first one included; default 3
	Backoff time.Duration // wait after the first try, doubled after each, where the service names none; default 500 ms
	MaxWait time.Duration // a service that asks for more ends the tries at once; default 20 s
}

// Consent is who decides whether anything may be sent.
type Consent struct {
	// Use is what texts are sent for, as a word. What is allowed for one use of a host
	// is allowed for no other.
	Use string

	// Ask is given the use and a host, in lower case and without a port, and the context
	// of the request. It may wait for a person. An error is why nothing may be sent, in
	// the user's words. It is asked once for all requests of a question, which are those
	// whose contexts hold the same ledger.
	Ask func(ctx context.Context, use, host string) error
}

// New makes a client.
func New(o Options) *Client {
	t, l, r := &o.Timeouts, &o.Limits, &o.Retries
	t.Connect, t.Header = cmp.Or(t.Connect, 10*time.Second), cmp.Or(t.Header, time.Minute)
	t.Idle, t.Total = cmp.Or(t.Idle, 30*time.Second), cmp.Or(t.Total, 5*time.Minute)
	l.Body, l.Stream = cmp.Or(l.Body, 8<<20), cmp.Or(l.Stream, 64<<20)
	l.Line, l.Error = cmp.Or(l.Line, 1<<20), cmp.Or(l.Error, 64<<10)
	r.Tries, r.Backoff, r.MaxWait = cmp.Or(r.Tries, 3), cmp.Or(r.Backoff, 500*time.Millisecond), cmp.Or(r.MaxWait, 20*time.Second)
	dialer := &net.Dialer{Timeout: t.Connect, KeepAlive: 30 * time.Second}
	transport := &http.Transport{
		Proxy:                  http.ProxyFromEnvironment, // which excepts every loopback address
		DialContext:            dialer.DialContext,
		TLSHandshakeTimeout:    t.Connect,
		ForceAttemptHTTP2:      true,
		MaxIdleConnsPerHost:    4,
		IdleConnTimeout:        90 * time.Second,
		MaxResponseHeaderBytes: 256 << 10,
	}
	if o.Web != nil {
		dialer.Control, dialer.Resolver = o.Web.control, o.Web.Resolver
		transport.Proxy = nil
	}
	return &Client{options: o, transport: transport}
}

// Do sends a request and returns the reply, whose body the caller closes. A
// reply always has a status from 200 to 299; whatever else happens is an
// *Error. Reading the body fails with an *Error too.
//
// The body of a reply to a request that accepts text/event-stream alone has
// nothing but its lines of data, each as "data: ...\n": comments, other fields
// and empty lines are dropped.
//
// The context of the request ends everything at once: the tries, the waits
// between them and the reading of the body, and closes the connection. The
// request itself is not changed, but its body is read and closed.
func (c *Client) Do(req *http.Request) (*http.Response, error) {
	why := c.refusal(req) // before the exchange begins: the time that a person takes does not count
	if why == nil && !takeTry(req.Context()) {
		why = errors.New("it has gone out as often as it may")
	}
	x := c.begin(req)
	var unsent *Error
	if failed := x.question.failed(req); why != nil {
		unsent = x.fault(Refused, why)
		if ended := x.ctx.Err(); ended != nil && errors.Is(why, ended) {
			unsent = x.endFault() // while a person was asked
		}
	} else if failed != nil {
		again := *failed
		again.Op = x.op()
		unsent = &again
	}
	if unsent != nil {
		if req.Body != nil {
			req.Body.Close()
		}
		x.end(nil)
		return nil, unsent
	}
	for try := 1; ; try++ {
		res, fault := x.try(try)
		if fault == nil {
			return res, nil
		}
		wait, again := c.again(fault, req, x.question.refused(req, try))
		if !again || !x.question.waits(req, wait, c.options.Timeouts.Idle) || !takeTry(req.Context()) {
			x.question.fails(req, fault)
			x.end(nil)
			return nil, fault
		}
		select {
		case <-time.After(wait):
		case <-x.ctx.Done():
			fault = x.endFault()
			x.end(nil)
			return nil, fault
		}
	}
}

// refusal returns why a request must not be sent, or nil.
func (c *Client) refusal(req *http.Request) error {
	u := req.URL
	switch {
	case u == nil || u.Host == "":
		return errors.New("the address names no host")
	case u.User != nil:
		return errors.New("the address holds a user name")
	case u.Scheme != "http" && u.Scheme != "https":
		return fmt.Errorf("addresses begin with https, not with %q", u.Scheme)
	}
	ip := net.ParseIP(u.Hostname())
	isHere := strings.EqualFold(u.Hostname(), "localhost") || ip != nil && ip.IsLoopback()
	if u.Scheme == "http" && !isHere && c.options.Web == nil && !slices.Contains(c.options.PlainHosts, u.Hostname()) {
		return errors.New("plain http is for this machine alone, use https")
	}
	if c.options.Consent.Ask == nil || isHere {
		return nil
	}
	return c.consent(req.Context(), subject{c.options.Consent.Use, strings.ToLower(u.Hostname())})
}

// consent asks whether a request may be sent. The error is why not.
func (c *Client) consent(ctx context.Context, about subject) error {
	ledgers := contextLedgers(ctx)
	for _, l := range ledgers {
		if err, isKnown := l.consent(about); isKnown {
			return err
		}
	}
	err := c.options.Consent.Ask(ctx, about.use, about.host)
	if ctx.Err() == nil {
		for _, l := range ledgers {
			l.keepConsent(about, err)
		}
	}
	return err
}

// Close closes the connections that are kept open for later requests. It is
// for the end: a request that begins at the same moment may fail, later ones
// do not.
func (c *Client) Close() {
	c.transport.CloseIdleConnections()
}

// begin makes the exchange of a request, with the limit on its whole duration.
func (c *Client) begin(req *http.Request) *exchange {
	total := c.options.Timeouts.Total
	ctx, stop := context.WithTimeoutCause(req.Context(), total, expiry{"the whole reply was not there", total})
	ctx, end := context.WithCancelCause(ctx)
	return &exchange{
		client:  c,
		req:     req,
		ctx:     ctx,
		end:     func(cause error) { end(cause); stop() },
		secrets: append(requestSecrets(req), c.options.Secrets...),

		question: questionOf(req),
	}
}
