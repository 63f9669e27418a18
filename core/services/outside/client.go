// Package outside is the one way out of the program: every request to another
// machine, and to a service on this one, goes through its Client.
//
// The client follows no redirect, limits every wait and every size, sends
// nothing in clear text to another machine, repeats a request only where that
// is safe, and turns all that can go wrong into an *Error of one line. Keys
// are held in a Secret, which prints as ***, and are taken out of every error.
// A Ledger keeps what was sent: where to, how much, what for, which ranges of the
// user's files, and the very bytes. A Mask takes the secrets out of texts before they
// are sent, and puts them back into what comes in reply.
package outside

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Client sends requests. It may be used by many goroutines at once and is
// never copied. It has the method of an HTTP client that libraries ask for
// (Do), so they can be given one.
type Client struct {
	options   Options
	transport *http.Transport
}

// Options configures a Client. The zero value of every field stands for the
// default that its comment names.
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

	// Ledger, if not nil, is told of everything that is sent. The ledgers in
	// the context of a request (see WithLedger) are told as well.
	Ledger *Ledger

	// Web is for pages of the web, whose addresses nobody here has chosen. Default: nil,
	// for services that the user has set.
	Web *Web
}

// keepAlive is how often an idle connection is probed.
const keepAlive = 30 * time.Second

// Timeouts says how long a Client waits for what.
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

// Limits says how much of a reply a Client takes. All are bytes, counted after
// decompression.
type Limits struct {
	Body   int64 // of an ordinary reply; default 8 MiB
	Stream int64 // of an event stream, what is dropped from it included; default 64 MiB
	Line   int   // of one line of an event stream; default 1 MiB
	Error  int64 // of the body of a failed reply, the rest is not read; default 64 KiB
}

// Retries says when a Client tries again. It does so after the status 429 and
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
	o = o.withDefaults()
	return &Client{
		options: o,
		transport: &http.Transport{
			Proxy:                  o.proxy(),
			DialContext:            o.dialer().DialContext,
			TLSHandshakeTimeout:    o.Timeouts.Connect,
			ForceAttemptHTTP2:      true,
			MaxIdleConnsPerHost:    4,
			IdleConnTimeout:        90 * time.Second,
			MaxResponseHeaderBytes: 256 << 10,
		},
	}
}

// Do sends a request and returns the reply, whose body the caller closes. A
// reply always has a status from 200 to 299; whatever else happens is an
// *Error. Reading the body fails with an *Error too.
//
// The body of a reply to a request that accepts text/event-stream alone holds
// nothing but its lines of data, each as "data: ...\n": comments, other fields
// and empty lines are dropped.
//
// The context of the request ends everything at once: the tries, the waits
// between them and the reading of the body, and closes the connection. The
// request itself is not changed, but its body is read and closed.
func (c *Client) Do(req *http.Request) (*http.Response, error) {
	why := c.refusal(req) // before the exchange begins, whose time a person does not spend
	if why == nil && !takeTry(req.Context()) {
		why = errors.New("it has gone out as often as it may")
	}
	x := c.begin(req)
	if why != nil {
		fault := x.refused(why)
		x.abandon()
		return nil, fault
	}
	if failed := x.question.failed(req); failed != nil {
		fault := *failed
		fault.Op = x.op()
		x.abandon()
		return nil, &fault
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
		if pause(x.ctx, wait) != nil {
			fault = x.transportFault(x.ctx.Err())
			x.end(nil)
			return nil, fault
		}
	}
}

// refusal says why a request must not be sent, or returns nil.
func (c *Client) refusal(req *http.Request) error {
	u := req.URL
	switch {
	case u == nil || u.Host == "":
		return errors.New("the address names no host")
	case u.User != nil:
		return errors.New("the address holds a user name")
	case u.Scheme == "https", u.Scheme == "http" && c.plain(u.Hostname()):
		return c.consent(req)
	case u.Scheme == "http":
		return errors.New("plain http is for this machine alone, use https")
	default:
		return fmt.Errorf("addresses begin with https, not with %q", u.Scheme)
	}
}

// consent asks whether a request may be sent. The error says why not.
func (c *Client) consent(req *http.Request) error {
	if c.options.Consent.Ask == nil || isLoopback(req.URL.Hostname()) {
		return nil
	}
	ctx := req.Context()
	about := subject{c.options.Consent.Use, strings.ToLower(req.URL.Hostname())}
	ledgers := contextLedgers(ctx)
	for _, l := range ledgers {
		if err, isSaid := l.said(about); isSaid {
			return err
		}
	}
	err := c.options.Consent.Ask(ctx, about.use, about.host)
	if ctx.Err() == nil {
		for _, l := range ledgers {
			l.hear(about, err)
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

// plain reports whether a host may be spoken to without encryption.
func (c *Client) plain(host string) bool {
	return isLoopback(host) || c.options.Web != nil || slices.Contains(c.options.PlainHosts, host)
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

func (o Options) withDefaults() Options {
	t, l, r := &o.Timeouts, &o.Limits, &o.Retries
	setDefault(&t.Connect, 10*time.Second)
	setDefault(&t.Header, time.Minute)
	setDefault(&t.Idle, 30*time.Second)
	setDefault(&t.Total, 5*time.Minute)
	setDefault(&l.Body, 8<<20)
	setDefault(&l.Stream, 64<<20)
	setDefault(&l.Line, 1<<20)
	setDefault(&l.Error, 64<<10)
	setDefault(&r.Tries, 3)
	setDefault(&r.Backoff, 500*time.Millisecond)
	setDefault(&r.MaxWait, 20*time.Second)
	return o
}

func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}
