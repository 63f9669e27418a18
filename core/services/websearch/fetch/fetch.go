// Package fetch reads pages of the web: it asks for an address that a stranger chose,
// and makes of the reply a document that quotes can be checked in.
//
// A page is asked for by http or https alone, at a public address (guard.go) that is
// checked for each connection and each redirect; without cookies, without a proxy
// and without any credentials. Size, time and the number of redirects are limited. The
// program names itself to the server as it does everywhere.
//
// A page is data. It is read by the parsers that read the user's own files, and runs
// nothing.
package fetch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"docuquest/core/document"
	"docuquest/core/services/outside"
	"docuquest/core/services/websearch"
)

// Options is how pages are read. Addresses in it come from the user alone, never from
// a workspace or a page.
type Options struct {
	// Parsers read what was fetched, by the languages "html", "pdf", "markdown" and
	// "plaintext". Its Fallback must be set.
	Parsers document.Parsers

	// Limits are what is read at most.
	Limits Limits

	// Ports are those that pages are read from besides 80 and 443.
	Ports []uint16

	// Trusted are addresses that pages are read from although they are not public: of a
	// server in the user's own network, say. Each is one address and one port. Nothing
	// else makes an exception, and so tests put their own server here.
	Trusted []netip.AddrPort

	// Resolver finds the addresses of names; nil for the system's. What it finds is
	// checked like anything else.
	Resolver *net.Resolver

	// Outside is what the HTTP client is made of: consent and ledger. Its Timeouts, its
	// Limits and its Web are set here, and its Retries where they are not.
	Outside outside.Options
}

// Limits are what is read of one page. A zero field is its default.
type Limits struct {
	// Page is in bytes, after decompression; default 16 MiB. While a page is being read it
	// takes many times as much memory: whoever reads several at once sets less.
	Page      int64
	Redirects int           // of a page; default 5
	Time      time.Duration // for a page, redirects and parsing included; default 15 s
}

// A Fetcher reads pages. It may be used by any number of goroutines.
type Fetcher struct {
	parsers document.Parsers
	limits  Limits
	client  *outside.Client
}

// New makes a Fetcher. It asks for nothing yet. The error names what the options lack.
func New(o Options) (*Fetcher, error) {
	if o.Parsers.Fallback == nil {
		return nil, errors.New("there are no parsers to read pages with")
	}
	limits := Limits{
		Page:      cmp.Or(o.Limits.Page, 16<<20),
		Redirects: cmp.Or(o.Limits.Redirects, 5),
		Time:      cmp.Or(o.Limits.Time, 15*time.Second),
	}
	g := guard{ports: slices.Clone(o.Ports)}
	for _, a := range o.Trusted {
		g.trusted = append(g.trusted, netip.AddrPortFrom(a.Addr().Unmap(), a.Port()))
	}
	o.Outside.Web = &outside.Web{Admit: g.admit, Resolver: o.Resolver}
	o.Outside.Limits.Body = limits.Page
	o.Outside.Timeouts = outside.Timeouts{
		Connect: limits.Time, Header: limits.Time, Idle: limits.Time, Total: limits.Time,
	}
	o.Outside.Retries = cmp.Or(o.Outside.Retries, outside.Retries{Tries: 2, MaxWait: 3 * time.Second})
	return &Fetcher{parsers: o.Parsers, limits: limits, client: outside.New(o.Outside)}, nil
}

// Close closes the connections that are kept open.
func (f *Fetcher) Close() { f.client.Close() }

const op = "web page"

// Fetch reads the page at an address. The requests go into the ledgers as "web page",
// unless the context names another purpose. The error is an *outside.Error: of kind
// Refused where nothing was asked for, since the address is not one for pages.
//
// A page without a word to read, such as one that a program in it would have to write,
// is an error, too.
func (f *Fetcher) Fetch(ctx context.Context, address string) (*Page, error) {
	at, err := parseAddress(address)
	if err != nil {
		return nil, &outside.Error{Op: op, Kind: outside.Refused, Err: err}
	}
	if _, ok := outside.PurposeOf(ctx); !ok {
		ctx = outside.WithPurpose(ctx, outside.Purpose{Name: op})
	}
	limited, stop := context.WithTimeout(ctx, f.limits.Time)
	defer stop()
	var page *Page
	r, err := f.follow(limited, at)
	if err == nil {
		page, err = f.read(limited, r)
	}
	// The error names whose time ended the request: the page's, or the caller's.
	late := fmt.Sprintf("it was not there within %v", f.limits.Time)
	if ctx.Err() != nil {
		late = "the time for the search was over"
	}
	var fault *outside.Error
	if errors.As(err, &fault) {
		fault.Err = websearch.Overdue(fault.Err, late)
	}
	return page, err
}

// A reply is the content of a page and where it came from.
type reply struct {
	at      *url.URL
	kind    string // the header Content-Type
	content []byte
}

// follow asks for a page, and for what it redirects to.
func (f *Fetcher) follow(ctx context.Context, at *url.URL) (reply, error) {
	for redirects := 0; ; redirects++ {
		r, err := f.get(ctx, at)
		var fault *outside.Error
		if !errors.As(err, &fault) || fault.Location == nil {
			return r, err
		}
		if redirects == f.limits.Redirects {
			fault.Err = fmt.Errorf("it did so more than %d times", f.limits.Redirects)
			return reply{}, fault
		}
		if at, err = parseAddress(fault.Location.String()); err != nil {
			return reply{}, &outside.Error{Op: op, Host: fault.Location.Host, Kind: outside.Refused, Err: err}
		}
	}
}

// accepted is what servers are asked for.
const accepted = "text/html, application/xhtml+xml, application/pdf;q=0.9, text/markdown;q=0.8, text/plain;q=0.8"

// get asks for one address. An error has none of the words of the server, which are those of
// a stranger; and where it refuses a page, no key was missing.
func (f *Fetcher) get(ctx context.Context, at *url.URL) (reply, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), nil)
	if err != nil {
		return reply{}, &outside.Error{Op: op, Host: at.Host, Kind: outside.Refused, Err: err}
	}
	req.Header.Set("Accept", accepted)
	res, err := f.client.Do(req)
	if err != nil {
		var fault *outside.Error
		if errors.As(err, &fault) && fault.Status >= 400 {
			fault.Err = nil
			if fault.Kind == outside.Unauthorized {
				fault.Kind = outside.Rejected
			}
		}
		return reply{}, err
	}
	defer res.Body.Close()
	r := reply{at: at, kind: res.Header.Get("Content-Type")}
	if r.kind != "" && languageOf(r.kind, nil) == "" {
		return reply{}, unreadable(at, fmt.Errorf("it is of the type %q, and web pages, PDF and plain text are read", r.kind))
	}
	if r.content, err = io.ReadAll(res.Body); err != nil {
		return reply{}, err
	}
	return r, nil
}

func unreadable(at *url.URL, why error) *outside.Error {
	return &outside.Error{Op: op, Host: at.Host, Kind: outside.BadReply, Err: why}
}

// parseAddress reads the address of a page, without its fragment, which is no part of what
// is asked for. It refuses a host that ends in a number as an IPv4 address does and is not
// such an address in its one proper spelling: some resolvers read 127.1, 0x7f.1,
// 017700000001 and 2130706433, and others ask the world for such names.
func parseAddress(address string) (*url.URL, error) {
	u, err := websearch.ParseAddress(address)
	if err != nil {
		return nil, err
	}
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	digits := "0123456789"
	last, isHex := strings.CutPrefix(host[strings.LastIndexByte(host, '.')+1:], "0x")
	if isHex {
		digits += "abcdef"
	}
	if _, err := netip.ParseAddr(u.Hostname()); err != nil && strings.Trim(last, digits) == "" {
		return nil, errors.New("its address has a number for a host, in a spelling that is not read")
	}
	u.Fragment, u.RawFragment = "", ""
	return u, nil
}
