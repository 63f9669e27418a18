package websearch

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// longestAddress is in bytes. Browsers and servers agree on about this much.
const longestAddress = 2048

// ParseAddress reads the address of a page: http or https, a host without a zone, no user
// name, a port from 1 to 65535 or none, and no more than 2,048 bytes. The error says what is
// wrong without repeating the address.
func ParseAddress(address string) (*url.URL, error) {
	address = strings.TrimSpace(address)
	if len(address) > longestAddress {
		return nil, fmt.Errorf("its address has more than %d bytes", longestAddress)
	}
	u, err := url.Parse(address)
	switch {
	case address == "":
		return nil, errors.New("it has no address")
	case err != nil:
		return nil, errors.New("its address cannot be read")
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, errors.New("its address begins neither with http:// nor with https://")
	case strings.Trim(u.Hostname(), ".") == "":
		return nil, errors.New("its address names no host")
	case strings.Contains(u.Hostname(), "%"): // the zone of an IPv6 address
		return nil, errors.New("its address names an interface of one machine")
	case u.User != nil:
		return nil, errors.New("its address holds a user name")
	case !isPort(u.Port()):
		return nil, errors.New("its address names a port that there is not")
	}
	return u, nil
}

// isPort reports whether an address may name a port, which is "" if it names none.
func isPort(port string) bool {
	number, err := strconv.ParseUint(port, 10, 16)
	return port == "" || err == nil && number > 0
}

// Canonical gives one address to all spellings of the address of a page: scheme and host
// in lower case, no default port, no fragment, no slash at the end, no parameters that
// only tell where a reader came from, the others by name, and in place of copies for
// telephones, where it is known where the page itself is, the page. It is for comparing
// and not for asking, and stays the same when it is made canonical again.
//
// The error is that of ParseAddress.
func Canonical(address string) (string, error) {
	u, err := ParseAddress(address)
	if err != nil {
		return "", err
	}
	for range mostCopies { // a copy of a copy
		page, isCopy := original(u)
		if !isCopy {
			break
		}
		u = page
	}
	host := canonicalHost(u)
	path := strings.TrimRight(canonicalPath(u), "/")
	if query := canonicalQuery(u.RawQuery); query != "" {
		path += "?" + query
	}
	return u.Scheme + "://" + host + path, nil
}

func canonicalHost(u *url.URL) string {
	host := strings.TrimRight(strings.ToLower(u.Hostname()), ".")
	if page, isMobile := pageHost(host); isMobile {
		host = page
	}
	port := u.Port()
	if port == "80" && u.Scheme == "http" || port == "443" && u.Scheme == "https" {
		port = ""
	}
	if port != "" {
		port = ":" + port
	}
	spelled := url.URL{Host: host + port}
	if strings.Contains(host, ":") {
		spelled.Host = "[" + host + "]" + port
	}
	return strings.TrimPrefix(spelled.String(), "//")
}

// canonicalPath is the path without dots that climb, percent-encoded in one way.
func canonicalPath(u *url.URL) string {
	resolved := u.ResolveReference(&url.URL{Path: u.Path})
	if u.Path == "" || resolved.Path == "" {
		return ""
	}
	if strings.Contains(strings.ToUpper(u.EscapedPath()), "%2F") {
		return u.EscapedPath() // where a slash is no separator, another spelling is another page
	}
	return (&url.URL{Path: resolved.Path}).EscapedPath()
}

// canonicalQuery sorts the parameters by name, those of one name as they stand.
func canonicalQuery(raw string) string {
	var kept []string
	for pair := range strings.SplitSeq(raw, "&") {
		name, value, hasValue := strings.Cut(pair, "=")
		if pair == "" || isTracking(unescaped(name)) {
			continue
		}
		pair = url.QueryEscape(unescaped(name))
		if hasValue {
			pair += "=" + url.QueryEscape(unescaped(value))
		}
		kept = append(kept, pair)
	}
	slices.SortStableFunc(kept, func(a, b string) int {
		nameA, _, _ := strings.Cut(a, "=")
		nameB, _, _ := strings.Cut(b, "=")
		return strings.Compare(nameA, nameB)
	})
	return strings.Join(kept, "&")
}

// unescaped undoes percent-encoding where it is right.
func unescaped(s string) string {
	if plain, err := url.QueryUnescape(s); err == nil {
		return plain
	}
	return s
}

// isTracking reports whether a parameter only tells where a reader came from.
func isTracking(name string) bool {
	name = strings.ToLower(name)
	if strings.HasPrefix(name, "utm_") {
		return true
	}
	switch name {
	case "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "srsltid", "_ga", "_gl",
		"fbclid", "msclkid", "yclid", "twclid", "ttclid", "igshid", "li_fat_id",
		"mc_cid", "mc_eid", "_hsenc", "_hsmi", "vero_id", "oly_anon_id", "oly_enc_id":
		return true
	}
	return false
}

// mostCopies is how many copies inside one another are looked through.
const mostCopies = 3

// original is the page whose copy an address names, if it is in the stock of one of the
// two services whose addresses tell.
func original(u *url.URL) (*url.URL, bool) {
	host, path := strings.ToLower(u.Hostname()), u.EscapedPath()
	var rest string
	switch {
	case host == "www.google.com" && strings.HasPrefix(path, "/amp/s/"):
		rest = strings.TrimPrefix(path, "/amp/s/")
	case strings.HasSuffix(host, ".cdn.ampproject.org") && strings.HasPrefix(path, "/c/s/"):
		rest = strings.TrimPrefix(path, "/c/s/")
	default:
		return nil, false
	}
	page := "https://" + rest
	if u.RawQuery != "" {
		page += "?" + u.RawQuery
	}
	parsed, err := ParseAddress(page)
	return parsed, err == nil
}

// pageHost is the host of the pages that a host has for telephones. Of other hosts that
// begin with "m." nobody can tell.
func pageHost(host string) (string, bool) {
	switch host {
	case "m.youtube.com":
		return "www.youtube.com", true
	case "m.wikidata.org":
		return "www.wikidata.org", true
	}
	for _, family := range []string{
		"wikipedia.org", "wiktionary.org", "wikisource.org", "wikiquote.org", "wikibooks.org", "wikivoyage.org",
	} {
		if language, ok := strings.CutSuffix(host, ".m."+family); ok {
			return language + "." + family, true
		}
	}
	return "", false
}
