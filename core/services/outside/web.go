package outside

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"syscall"
)

// Web makes a Client fit for addresses that strangers chose, such as those of search
// results. Such a client speaks plain http to every host, as pages may have no other
// address. It uses no proxy of the environment, which would resolve names and connect
// where Admit cannot see it. And it tells where a redirect points (Error.Location),
// which whoever asked may then ask for anew.
type Web struct {
	// Admit is asked before each connection, by several goroutines at once. It is given
	// the very address that the connection goes to, after all names were resolved:
	// nothing can change between the question and the connection. An error is why there
	// is none, in the user's words. It must not be nil.
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

func (o Options) dialer() *net.Dialer {
	dialer := &net.Dialer{Timeout: o.Timeouts.Connect, KeepAlive: keepAlive}
	if o.Web != nil {
		dialer.Control, dialer.Resolver = o.Web.control, o.Web.Resolver
	}
	return dialer
}

// proxy chooses the proxy of a request, nil for none ever.
func (o Options) proxy() func(*http.Request) (*url.URL, error) {
	if o.Web != nil {
		return nil
	}
	return http.ProxyFromEnvironment // which leaves out every loopback address
}
