package fetch

import (
	"fmt"
	"net/netip"
	"slices"
)

// A guard decides which addresses pages are read from. It sees them when names have been
// resolved and a connection is about to be made, so that neither the spelling of an address
// matters nor the address of a name, which may just have changed.
type guard struct {
	ports   []uint16         // besides 80 and 443
	trusted []netip.AddrPort // as Options.Trusted
}

// admit returns why there is no connection to an address, nil if there may be one.
func (g guard) admit(to netip.AddrPort) error {
	if slices.Contains(g.trusted, netip.AddrPortFrom(to.Addr().Unmap(), to.Port())) {
		return nil
	}
	if why := forbidden(to.Addr()); why != "" {
		return fmt.Errorf("%s %s, and pages are read from public addresses alone", to.Addr(), why)
	}
	if to.Port() != 80 && to.Port() != 443 && !slices.Contains(g.ports, to.Port()) {
		return fmt.Errorf("it is asked for at port %d, and pages are read from the ports 80 and 443 alone", to.Port())
	}
	return nil
}

// forbidden returns why an address is none of a public page, "" if it may be one. Traffic to
// some IPv6 addresses is handed on to the IPv4 address in them, which then counts, too.
func forbidden(a netip.Addr) string {
	if a.Zone() != "" {
		return "is bound to a network of this machine"
	}
	a = a.Unmap()
	addresses := []netip.Addr{a}
	if a.Is6() {
		bytes := a.As16()
		isISATAP := bytes[8]&^2 == 0 && bytes[9] == 0 && bytes[10] == 0x5E && bytes[11] == 0xFE
		switch {
		case within(a, nat64), isISATAP:
			addresses = append(addresses, netip.AddrFrom4([4]byte(bytes[12:])))
		case within(a, sixToFour):
			addresses = append(addresses, netip.AddrFrom4([4]byte(bytes[2:6])))
		}
	}
	for _, one := range slices.Backward(addresses) {
		for _, r := range reserved {
			if r.prefix.Contains(one) {
				return r.why
			}
		}
	}
	if a.Is6() && !within(a, public6) && !within(a, nat64) {
		return "is not public"
	}
	return ""
}

// The beginnings of IPv6 addresses that have a rule of their own.
const (
	public6   = "2000::/3"
	nat64     = "64:ff9b::/96"
	sixToFour = "2002::/16"
)

func within(a netip.Addr, prefix string) bool { return netip.MustParsePrefix(prefix).Contains(a) }

// A reservation is a range of addresses where no public page is.
type reservation struct {
	prefix netip.Prefix
	why    string
}

// reserved are the ranges that the registries of special addresses name as not global,
// and one of a cloud. IPv6 outside of public6 needs no entry.
var reserved = func() []reservation {
	const (
		ownMachine = "belongs to this machine"
		private    = "belongs to a private network"
		link       = "belongs to the local network, or to a service of the machine's cloud"
		special    = "is kept for special purposes"
	)
	var all []reservation
	for _, r := range [...]struct{ prefix, why string }{
		{"0.0.0.0/8", ownMachine},
		{"127.0.0.0/8", ownMachine},
		{"10.0.0.0/8", private},
		{"172.16.0.0/12", private},
		{"192.168.0.0/16", private},
		{"100.64.0.0/10", private}, // of a provider
		{"169.254.0.0/16", link},
		{"168.63.129.16/32", link}, // Azure's, which looks public
		{"192.0.0.0/24", special},
		{"192.0.2.0/24", special},    // for examples, and so below
		{"192.88.99.0/24", special},  // relays into IPv6
		{"198.18.0.0/15", special},   // for measurements
		{"198.51.100.0/24", special}, //
		{"203.0.113.0/24", special},
		{"224.0.0.0/4", "belongs to a group of machines"},
		{"240.0.0.0/4", special},   // broadcast included
		{"2001::/23", special},     // tunnels
		{"2001:db8::/32", special}, // for examples, and so below
		{"3fff::/20", special},
	} {
		all = append(all, reservation{netip.MustParsePrefix(r.prefix), r.why})
	}
	return all
}()
