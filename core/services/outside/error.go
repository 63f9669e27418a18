package outside

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"
)

// Error is what went wrong with a request. Its text is one line in the user's
// words, without any secret that the request carried.
type Error struct {
	Op     string // what the request was for (Purpose.Name), or empty
	Host   string // that was asked, with a port if its address named one
	Kind   Kind   // what a program decides by
	Status int    // of the reply, or the code that the service gave; 0 without one

	// InReply reports that the error came inside of a reply that had begun well, for
	// which it may have worked already.
	InReply bool

	// RetryAfter is the wait that the service asked for, at most a day, 0 if it named none.
	RetryAfter time.Duration

	// Location is where a redirect points, if the client is one for the Web; else nil.
	// No text shows it.
	Location *url.URL

	// Err describes it further, or is nil. It holds context.Canceled when the caller
	// ended the request, and context.DeadlineExceeded when time did.
	Err error
}

// Kind is the sort of a fault.
type Kind uint8

// The kinds of faults. New ones are added at the end.
const (
	Other        Kind = iota // none of these
	Refused                  // nothing was sent: the address is not allowed, or the request makes no sense
	Unreachable              // no connection: no such host, none listening, no valid certificate
	Timeout                  // a limit on waiting, or the caller's deadline, has passed
	Cancelled                // the caller ended it
	Unauthorized             // 401 or 403: the key is wrong, or not for this
	RateLimited              // 429
	Rejected                 // any other status from 400 to 499
	Unavailable              // a status from 500
	Redirected               // a status from 300 to 399; it is never followed
	TooLarge                 // the reply, or a line of it, has more bytes than allowed
	BadReply                 // the reply cannot be understood
	Interrupted              // the reply ended before it was complete
)

// sentences are the words for each kind, with the host as %s.
var sentences = [...]string{
	Other:        "%s cannot be used",
	Refused:      "nothing was sent to %s",
	Unreachable:  "%s cannot be reached",
	Timeout:      "%s took too long",
	Cancelled:    "the request to %s was cancelled",
	Unauthorized: "%s did not accept the key",
	RateLimited:  "%s wants fewer requests",
	Rejected:     "%s rejected the request",
	Unavailable:  "%s has a fault of its own",
	Redirected:   "%s redirects, which is not followed; set the final address instead",
	TooLarge:     "%s sent too much",
	BadReply:     "%s sent a reply that makes no sense",
	Interrupted:  "%s broke off its reply",
}

// Temporary reports whether the same request may succeed a little later.
func (k Kind) Temporary() bool { return k == RateLimited || k == Unavailable }

// StatusKind is the kind of fault that a status outside 200 to 299 means.
func StatusKind(status int) Kind {
	switch {
	case status >= 500:
		return Unavailable
	case status == 429:
		return RateLimited
	case status == 401 || status == 403:
		return Unauthorized
	case status >= 400:
		return Rejected
	case status >= 300:
		return Redirected
	default:
		return BadReply
	}
}

// Error describes in one line what happened.
func (e *Error) Error() string {
	var s strings.Builder
	if e.Op != "" {
		s.WriteString(e.Op + ": ")
	}
	host := e.Host
	if host == "" {
		host = "the service"
	}
	fmt.Fprintf(&s, sentences[min(int(e.Kind), len(sentences)-1)], host)
	if e.Status != 0 {
		fmt.Fprintf(&s, " (%d)", e.Status)
	}
	switch {
	case e.RetryAfter >= longestWait:
		s.WriteString(", and asks for a wait of a day or more")
	case e.RetryAfter > 0:
		fmt.Fprintf(&s, ", try again in %v", e.RetryAfter.Round(time.Second))
	}
	if e.Err != nil && e.Kind != Cancelled {
		s.WriteString(": " + errorLine(e.Err.Error()))
	}
	return s.String()
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// TurnedAway reports whether the service replied that it did nothing, since it was asked for
// too much at the moment: the statuses 429 and 503.
func (e *Error) TurnedAway() bool {
	return e.Status == http.StatusTooManyRequests || e.Status == http.StatusServiceUnavailable
}

// Timeout reports whether the kind is Timeout, as the errors of package net do.
func (e *Error) Timeout() bool { return e.Kind == Timeout }

// MessageOf finds the message in the body of a failed reply, as one line of at most 300
// characters, and the number that is its code, or 0. It knows the forms
// {"error": {"message", "code"}}, {"error": "..."}, {"message"} and {"detail"}, the latter
// also with a list of {"loc", "msg"}, and takes a text that is neither JSON nor HTML as it
// is. A body without a message gives "".
//
// A service may repeat what it was sent: the message shows none of the secrets. They are
// taken out before the line is cut, which may cut a secret, and once more behind it, where a
// secret was hidden in escapes.
func MessageOf(body []byte, secrets ...Secret) (message string, code int) {
	body = []byte(Redact(string(body), secrets...))
	type part struct{ Message, Detail, Code json.RawMessage }
	var reply struct {
		part
		Error json.RawMessage
	}
	if err := json.Unmarshal(body, &reply); err != nil {
		if body = bytes.TrimSpace(body); isDocument(body) {
			return "", 0
		}
		return Redact(errorLine(string(body)), secrets...), 0
	}
	var inner part
	if json.Unmarshal(reply.Error, &inner) != nil {
		inner.Message = reply.Error
	}
	for _, value := range []json.RawMessage{inner.Message, inner.Detail, reply.Message, reply.Detail} {
		message = cmp.Or(message, stringOf(value))
	}
	for _, value := range []json.RawMessage{inner.Code, reply.Code} {
		var n int // a code may also be a word
		if json.Unmarshal(value, &n) == nil {
			code = cmp.Or(code, n)
		}
	}
	return Redact(message, secrets...), code
}

// stringOf returns a JSON string, or the first of a list of faults, as one line; "" for any
// other value.
func stringOf(value json.RawMessage) string {
	var s string
	if json.Unmarshal(value, &s) == nil {
		return errorLine(s)
	}
	var around struct{ Detail json.RawMessage }
	if json.Unmarshal(value, &around) == nil {
		value = around.Detail
	}
	var faults []struct {
		Loc []any // the way to what is wrong
		Msg string
	}
	if json.Unmarshal(value, &faults) != nil || len(faults) == 0 {
		return ""
	}
	return errorLine(fmt.Sprint(faults[0].Loc, " ", faults[0].Msg))
}

// errorLine makes a line of at most 300 characters out of a text from outside:
// a run of spaces or control characters becomes one space.
func errorLine(s string) string {
	const most = 300
	var line []rune
	for _, r := range s {
		if unicode.IsSpace(r) || !unicode.IsPrint(r) {
			r = ' '
		}
		if r == ' ' && (len(line) == 0 || line[len(line)-1] == ' ') {
			continue
		}
		if len(line) == most {
			return string(line[:most-1]) + "…"
		}
		line = append(line, r)
	}
	return strings.TrimSpace(string(line))
}
