package outside

import (
	"compress/flate"
	"compress/gzip"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync"
	"time"
)

// exchange is one call of Client.Do: a request, all tries at it, and the body
// of the reply until that is closed.
type exchange struct {
	client  *Client
	req     *http.Request
	ctx     context.Context   // of all tries and of the body
	end     func(cause error) // ends ctx and frees its timer
	secrets []Secret          // what no error may show

	question *question // nil for none
}

// try sends the request once; tries are counted from 1. It returns a reply
// with a good status, or what went wrong.
func (x *exchange) try(number int) (*http.Response, *Error) {
	out, err := x.outgoing(number)
	if err != nil {
		return nil, x.fault(Refused, err)
	}
	timeouts, limits := x.client.options.Timeouts, x.client.options.Limits
	limit := timeouts.Header
	if x.question != nil {
		limit = min(limit, timeouts.Idle)
	}
	silence := time.AfterFunc(limit, func() { x.end(expiry{"no answer", limit}) })
	res, err := x.client.transport.RoundTrip(out)
	if err != nil {
		silence.Stop()
		return nil, x.transportFault(err)
	}
	isGood := 200 <= res.StatusCode && res.StatusCode <= 299
	if isGood && x.req.Header.Get("Accept") == "text/event-stream" {
		res.Body = newDataLines(x.limited(res.Body, limits.Stream), x, silence)
		return res, nil
	}
	silence.Stop()
	switch {
	case !isGood:
		return nil, x.statusFault(res)
	case res.ContentLength > limits.Body:
		res.Body.Close()
		return nil, x.fault(TooLarge, tooLarge("the reply", limits.Body))
	}
	res.Body = x.limited(res.Body, limits.Body)
	return res, nil
}

// outgoing makes the request of one try, and arranges that it is written into
// the ledgers as soon as there is a connection to send it over.
func (x *exchange) outgoing(try int) (*http.Request, error) {
	body := x.req.Body
	if try > 1 && body != nil && body != http.NoBody {
		var err error
		if body, err = x.req.GetBody(); err != nil {
			return nil, err
		}
	}
	note := &note{exchange: x, current: newRecord(x)}
	out := x.req.Clone(httptrace.WithClientTrace(x.ctx, &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) { note.enter() },
	}))
	if out.Header == nil {
		out.Header = http.Header{}
	}
	if out.Header.Get("User-Agent") == "" {
		out.Header.Set("User-Agent", "docuquest")
	}
	out.Body = noted(body, note.current)
	if rewind := x.req.GetBody; rewind != nil {
		out.GetBody = func() (io.ReadCloser, error) {
			again, err := rewind()
			return noted(again, note.again()), err
		}
	}
	return out, nil
}

// A note enters one try into the ledgers, as often as its body begins to go out: the
// transport begins anew where a connection that was kept open turns out to be closed.
type note struct {
	exchange *exchange

	mu      sync.Mutex // guards all below
	current *record
	entered bool // current is in the ledgers
}

// enter is called when there is a connection.
func (n *note) enter() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.entered {
		return
	}
	n.entered = true
	if own := n.exchange.client.options.Ledger; own != nil {
		own.add(n.current)
	}
	for _, l := range contextLedgers(n.exchange.req.Context()) {
		l.add(n.current)
	}
}

// again returns the record of a body that is sent from its beginning once more.
func (n *note) again() *record {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.entered {
		n.current, n.entered = newRecord(n.exchange), false
	}
	return n.current
}

func (x *exchange) limited(body io.ReadCloser, limit int64) *limitedBody {
	return &limitedBody{exchange: x, body: body, limit: limit}
}

// statusFault turns a reply with a bad status into an error, and closes it.
func (x *exchange) statusFault(res *http.Response) *Error {
	limit := x.client.options.Limits.Error
	said, _ := io.ReadAll(io.LimitReader(x.pausing(res.Body), limit))
	res.Body.Close()
	if x.ctx.Err() != nil {
		return x.endFault()
	}
	fault := x.fault(StatusKind(res.StatusCode), nil)
	fault.Status = res.StatusCode
	if fault.Kind == Redirected {
		// Without the path and the query, in which a service may repeat what it was sent.
		to, err := res.Location()
		if err != nil {
			fault.Err = errors.New("an address that it does not name")
			return fault
		}
		fault.Err = errors.New((&url.URL{Scheme: to.Scheme, Host: to.Host}).String())
		if x.client.options.Web != nil {
			fault.Location = to
		}
		return fault
	}
	fault.RetryAfter = retryAfter(res.Header, time.Now())
	if message, _ := MessageOf(said, x.secrets...); message != "" {
		fault.Err = errors.New(message)
	}
	return fault
}

// pausing limits the time for each read of a body, and nothing else.
func (x *exchange) pausing(body io.Reader) io.Reader {
	return readerFunc(func(p []byte) (int, error) {
		defer x.idle().Stop()
		return body.Read(p)
	})
}

// idle ends the exchange where it is not stopped within the limit on waiting for more.
func (x *exchange) idle() *time.Timer {
	limit := x.client.options.Timeouts.Idle
	return time.AfterFunc(limit, func() { x.end(expiry{"no more of the reply came", limit}) })
}

// transportFault returns what an error of the connection means. The end of the
// exchange's context, if that came first, is the reason of all that follows.
func (x *exchange) transportFault(err error) *Error {
	var (
		why         barred
		waited      net.Error
		unresolved  *net.DNSError
		operation   *net.OpError
		certificate *tls.CertificateVerificationError
		record      tls.RecordHeaderError
		corrupt     flate.CorruptInputError
	)
	kind := Interrupted
	switch {
	case x.ctx.Err() != nil:
		return x.endFault()
	case errors.As(err, &why):
		return x.fault(Refused, why.error)
	case errors.As(err, &waited) && waited.Timeout():
		kind = Timeout
	case errors.As(err, &unresolved), errors.As(err, &operation) && operation.Op == "dial", errors.As(err, &certificate), errors.As(err, &record):
		kind = Unreachable
	case errors.As(err, &corrupt), errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum), strings.Contains(err.Error(), "malformed"):
		kind = BadReply // a reply that is not what its protocol or its compression asks for; net/http has no type for it
	}
	return x.fault(kind, err)
}

func (x *exchange) endFault() *Error {
	var late expiry
	switch {
	case errors.As(context.Cause(x.ctx), &late):
		return x.fault(Timeout, late)
	case errors.Is(x.ctx.Err(), context.DeadlineExceeded):
		return x.fault(Timeout, context.DeadlineExceeded)
	default:
		return x.fault(Cancelled, context.Canceled)
	}
}

// fault makes an error of this exchange that shows none of its secrets.
func (x *exchange) fault(kind Kind, err error) *Error {
	fault := &Error{Op: x.op(), Kind: kind, Err: Scrub(err, x.secrets...)}
	if x.req.URL != nil {
		fault.Host = x.req.URL.Host
	}
	return fault
}

func (x *exchange) op() string {
	purpose, _ := PurposeOf(x.req.Context())
	return purpose.Name
}

// expiry is the end of a wait.
type expiry struct {
	what  string
	limit time.Duration
}

func (e expiry) Error() string { return fmt.Sprintf("%s within %v", e.what, e.limit) }

// Timeout reports true, as the errors of package net do.
func (e expiry) Timeout() bool { return true }

// Is reports that an expiry is a deadline that has passed.
func (e expiry) Is(target error) bool { return target == context.DeadlineExceeded }

// noted notes in a record what is read from a body. An absent body stays what it is,
// since the transport compares it by identity.
func noted(body io.ReadCloser, r *record) io.ReadCloser {
	if body == nil || body == http.NoBody {
		return body
	}
	return struct {
		io.Reader
		io.Closer
	}{readerFunc(func(p []byte) (int, error) {
		n, err := body.Read(p)
		r.sent(p[:n])
		return n, err
	}), body}
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// tooLarge is the error of what has more bytes than its limit, which is written in the largest
// unit that divides it.
func tooLarge(what string, limit int64) error {
	units := []string{"bytes", "KiB", "MiB", "GiB"}
	unit := 0
	for limit >= 1024 && limit%1024 == 0 && unit < len(units)-1 {
		limit /= 1024
		unit++
	}
	return fmt.Errorf("%s has more than %d %s", what, limit, units[unit])
}
