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
// name, a port from 1 to 65535 or none, and no more than 2,048 bytes. The error is what is
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
	}
	if number, err := strconv.ParseUint(u.Port(), 10, 16); u.Port() != "" && (err != nil || number == 0) {
		return nil, errors.New("its address names a port that does not exist")
	}
	return u, nil
}

// Canonical returns one address for all spellings of the address of a page: scheme and host
// in lower case, no default port, no fragment, no slash at the end, no parameters that
// only name where a reader came from, the others by name, and in place of copies for
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
	path := strings.TrimRight(canonicalPath(u), "/")
	if query := canonicalQuery(u.RawQuery); query != "" {
		path += "?" + query
	}
	return u.Scheme + "://" + canonicalHost(u) + path, nil
}

// canonicalHost returns the host with its port, in one spelling. Of the hosts that begin with
// "m." or have it inside, only some are known to be copies for telephones.
func canonicalHost(u *url.URL) string {
	host := strings.TrimRight(strings.ToLower(u.Hostname()), ".")
	switch host {
	case "m.youtube.com":
		host = "www.youtube.com"
	case "m.wikidata.org":
		host = "www.wikidata.org"
	}
	for _, family := range []string{
		"wikipedia.org", "wiktionary.org", "wikisource.org", "wikiquote.org", "wikibooks.org", "wikivoyage.org",
	} {
		if language, ok := strings.CutSuffix(host, ".m."+family); ok {
			host = language + "." + family
		}
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

// canonicalPath returns the path without dots that climb, percent-encoded in one way.
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

// tracking are the parameters that only name where a reader came from, besides utm_ ones.
var tracking = strings.Fields(`gclid gclsrc dclid gbraid wbraid srsltid _ga _gl fbclid msclkid yclid twclid ttclid igshid
	li_fat_id mc_cid mc_eid _hsenc _hsmi vero_id oly_anon_id oly_enc_id`)

// canonicalQuery sorts the parameters by name, those of one name as they come.
func canonicalQuery(raw string) string {
	unescaped := func(s string) string {
		if plain, err := url.QueryUnescape(s); err == nil {
			return plain
		}
		return s
	}
	var kept []string
	for pair := range strings.SplitSeq(raw, "&") {
		name, value, hasValue := strings.Cut(pair, "=")
		name = unescaped(name)
		lower := strings.ToLower(name)
		if pair == "" || strings.HasPrefix(lower, "utm_") || slices.Contains(tracking, lower) {
			continue
		}
		pair = url.QueryEscape(name)
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

// mostCopies is how many copies inside one another are followed.
const mostCopies = 3

// original returns the page whose copy an address names, if one of the two services keeps it
// whose addresses show the page.
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
