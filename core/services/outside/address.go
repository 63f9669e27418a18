package outside

import (
	"fmt"
	"net/url"
	"strings"
)

// An Address says what an address is for, so that what is wrong with one can be told.
type Address struct {
	What      string // "the base URL"
	Like      string // one that would do
	Operation string // the path of a request, which people leave at the end of it: "/rerank"
}

// Parse checks what was typed and brings it into one form, without the operation and
// without a slash at its end. Errors are one line and do not repeat the address, in
// which someone may have put a key.
func (a Address) Parse(typed string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(typed))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s is not an address", a.What)
	case u.Scheme != "https" && u.Scheme != "http", u.Host == "":
		return nil, fmt.Errorf("%s must be like %s", a.What, a.Like)
	case u.User != nil:
		return nil, fmt.Errorf("%s holds a user name; set the key instead", a.What)
	case u.RawQuery != "" || u.Fragment != "":
		return nil, fmt.Errorf("%s holds a query or a fragment", a.What)
	}
	u.Path = strings.TrimRight(strings.TrimSuffix(strings.TrimRight(u.Path, "/"), a.Operation), "/")
	u.RawPath = ""
	return u, nil
}
