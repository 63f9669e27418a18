package settings

import (
	"cmp"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
)

// UsesSerpAPI reports whether a search of the web uses SerpAPI.
func (s Settings) UsesSerpAPI() bool { return !s.SerpAPIKey.IsZero() && s.WebProvider != "searxng" }

// UsesSearXNG reports whether a search of the web uses SearXNG.
func (s Settings) UsesSearXNG() bool { return s.SearXNGURL != "" && s.WebProvider != "serpapi" }

// SearXNG returns the endpoint of SearXNG.
func (s Settings) SearXNG() Endpoint { return Endpoint{Named: s.UsesSearXNG(), BaseURL: s.SearXNGURL} }

// SerpAPI returns the endpoint of SerpAPI, with its key.
func (s Settings) SerpAPI() Endpoint {
	return Endpoint{Named: s.UsesSerpAPI(), BaseURL: cmp.Or(s.SerpAPIURL, serpAPIURL), Key: s.SerpAPIKey}
}

const serpAPIURL = "https://serpapi.com"

// TrustedPages returns the addresses of WebTrusted. The caller owns the slice.
func (s Settings) TrustedPages() []netip.AddrPort {
	all, _ := parseTrusted(s.WebTrusted) // was checked when it was set
	return all
}

// PagePorts returns the ports of WebPorts. The caller owns the slice.
func (s Settings) PagePorts() []uint16 {
	all, _ := parsePorts(s.WebPorts) // was checked when it was set
	return all
}

func parseTrusted(text string) ([]netip.AddrPort, error) {
	var all []netip.AddrPort
	for one := range strings.FieldsSeq(text) {
		address, err := netip.ParseAddrPort(one)
		if err != nil {
			return nil, fmt.Errorf("%q is not the number of a machine with a port, such as 192.168.1.5:8080", one)
		}
		all = append(all, address)
	}
	return all, nil
}

func parsePorts(text string) ([]uint16, error) {
	var all []uint16
	for one := range strings.FieldsSeq(text) {
		port, err := strconv.ParseUint(one, 10, 16)
		if err != nil || port == 0 {
			return nil, fmt.Errorf("%q is not a port: it may be 1 to 65535", one)
		}
		all = append(all, uint16(port))
	}
	return all, nil
}
