package outside

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// A Call is one request that a library makes and whose reply it reads by itself. It adds
// the key, notices the errors that libraries overlook, and explains what went wrong. It
// belongs to one goroutine.
type Call struct {
	Client   *Client
	Op, Host string // as in Error; the key goes to this host alone
	Key      Secret // which no error shows; zero for none

	sent bool
}

// Send sends the request of the library with the key.
func (c *Call) Send(req *http.Request) (*http.Response, error) {
	c.sent = true
	if !c.Key.IsZero() && req.URL.Host == c.Host {
		req.Header.Set("Authorization", "Bearer "+c.Key.Reveal())
	}
	return c.Client.Do(req)
}

// Inspect reads a whole reply, and puts it back if it has no error.
func (c *Call) Inspect(res *http.Response) error {
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	if fault := c.Fault(body); fault != nil {
		return fault
	}
	res.Body = io.NopCloser(bytes.NewReader(body))
	return nil
}

// Failed is an error of the call.
func (c *Call) Failed(kind Kind, err error) *Error {
	return &Error{Op: c.Op, Host: c.Host, Kind: kind, Err: Scrub(err, c.Key)}
}

// Fault finds an error in the JSON of a reply that came under a good status, or of one
// event of it; nil if there is none.
func (c *Call) Fault(body []byte) *Error {
	if !bytes.Contains(body, []byte(`"error"`)) {
		return nil // which the body of every good reply lacks
	}
	var reply struct{ Error json.RawMessage }
	if json.Unmarshal(body, &reply) != nil || reply.Error == nil || string(reply.Error) == "null" {
		return nil
	}
	message, code := MessageOf(body, c.Key)
	if message == "" {
		message = "an error that the service does not describe"
	}
	fault := c.Failed(BadReply, errors.New(message))
	fault.InReply = true
	if code >= 400 {
		fault.Kind, fault.Status = StatusKind(code), code
	}
	return fault
}

// Explain turns an error of the library into one of ours. Those of the Client come
// through the library as they are.
func (c *Call) Explain(err error) *Error {
	var fault *Error
	switch {
	case errors.As(err, &fault):
		return fault
	case !c.sent:
		return c.Failed(Refused, err)
	}
	return c.Failed(BadReply, err)
}

// An Address describes what an address is for, so that errors can name it.
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
