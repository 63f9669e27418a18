package fetch

import (
	"net/netip"
	"testing"
)

// Public addresses are admitted, at the ports of the web.
func TestAdmit(t *testing.T) {
	g := guard{ports: []uint16{8080}}
	for address, want := range map[string]string{
		"8.8.8.8:443":                     "",
		"8.8.8.8:80":                      "",
		"8.8.8.8:8080":                    "",
		"172.32.0.1:443":                  "",
		"100.128.0.1:443":                 "",
		"[::ffff:8.8.8.8]:443":            "",
		"[2606:4700:4700::1111]:443":      "",
		"[64:ff9b::8.8.8.8]:443":          "",
		"[2002:808:808::1]:443":           "",
		"8.8.8.8:22":                      "it is asked for at port 22, and pages are read from the ports 80 and 443 alone",
		"127.0.0.1:80":                    "127.0.0.1 belongs to this machine, and pages are read from public addresses alone",
		"10.0.0.1:80":                     "10.0.0.1 belongs to a private network, and pages are read from public addresses alone",
		"[::1]:80":                        "::1 is not public, and pages are read from public addresses alone",
		"[2606:4700::1%eth0]:80":          "2606:4700::1%eth0 is bound to a network of this machine, and pages are read from public addresses alone",
		"[2001:db8::200:5efe:8.8.8.8]:80": "2001:db8::200:5efe:808:808 is kept for special purposes, and pages are read from public addresses alone",
	} {
		got := ""
		if err := g.admit(netip.MustParseAddrPort(address)); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}

// What the standard library calls anything but global is forbidden, and so is every
// address that hands it on.
func FuzzForbidden(f *testing.F) {
	for _, seed := range []string{
		"127.0.0.1", "8.8.8.8", "::1", "fe80::1", "fd00::1", "ff02::1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::1", "2a00:1450::5efe:a00:1",
	} {
		f.Add(netip.MustParseAddr(seed).AsSlice())
	}
	f.Fuzz(func(t *testing.T, bytes []byte) {
		a, ok := netip.AddrFromSlice(bytes)
		if !ok {
			return
		}
		plain := a.Unmap()
		if (!plain.IsGlobalUnicast() || plain.IsPrivate()) && forbidden(a) == "" {
			t.Fatalf("%s is admitted", a)
		}
		if !plain.Is4() || forbidden(a) == "" {
			return
		}
		for _, carrier := range carriers(plain.As4()) {
			if forbidden(carrier) == "" {
				t.Fatalf("%s is admitted, which leads to %s", carrier, plain)
			}
		}
	})
}

// carriers are addresses of IPv6 that hand on to one of IPv4.
func carriers(b [4]byte) []netip.Addr {
	with := func(prefix string, at int) netip.Addr {
		bytes := netip.MustParseAddr(prefix).As16()
		copy(bytes[at:], b[:])
		return netip.AddrFrom16(bytes)
	}
	return []netip.Addr{
		with("::ffff:0:0", 12), with("::", 12), with("64:ff9b::", 12), with("2002::1", 2),
		with("2a00:1450::5efe:0:0", 12), with("2a00:1450::200:5efe:0:0", 12),
	}
}
