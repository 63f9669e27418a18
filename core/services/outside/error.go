package outside

import (
	"bytes"
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

	// InReply says that the service told it inside of a reply that had begun well, for
	// which it may have worked already.
	InReply bool

	// RetryAfter is the wait that the service asked for, at most a day, 0 if it named none.
	RetryAfter time.Duration

	// Location is where a redirect points, if the client is one for the Web; else nil.
	// No text shows it.
	Location *url.URL

	// Err says more, or is nil. It holds context.Canceled when the caller
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

// sentences holds for each kind what it says about the host, %s.
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

// Error says in one line what happened.
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
		s.WriteString(": " + oneLine(e.Err.Error()))
	}
	return s.String()
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// TurnedAway reports whether the service said that it did nothing, since it was asked for
// too much at the moment: the statuses 429 and 503.
func (e *Error) TurnedAway() bool {
	return e.Status == http.StatusTooManyRequests || e.Status == http.StatusServiceUnavailable
}

// Timeout reports whether the kind is Timeout, as the errors of package net do.
func (e *Error) Timeout() bool { return e.Kind == Timeout }

// Said finds what a service says in the body of a failed reply: the message,
// as one line of at most 300 characters, and the number that it gives as a
// code, or 0. It knows the forms {"error": {"message", "code"}},
// {"error": "..."}, {"message"} and {"detail"}, the latter also with a list of
// {"loc", "msg"}, and takes a text that is neither JSON nor HTML as it stands. A
// body without a message gives "".
//
// A service may repeat what it was sent: the message shows none of the secrets.
func Said(body []byte, secrets ...Secret) (message string, code int) {
	// Before, since a line that is cut may cut a secret; and after, since a
	// secret may have been hidden in escapes.
	message, code = said([]byte(Redact(string(body), secrets...)))
	return Redact(message, secrets...), code
}

func said(body []byte) (message string, code int) {
	var reply struct {
		saying
		Error json.RawMessage
	}
	if err := json.Unmarshal(body, &reply); err != nil {
		if body = bytes.TrimSpace(body); isDocument(body) {
			return "", 0
		}
		return oneLine(string(body)), 0
	}
	var inner saying
	if json.Unmarshal(reply.Error, &inner) != nil {
		inner.Message = reply.Error
	}
	return first(inner.text(), reply.text()), first(number(inner.Code), number(reply.Code))
}

// saying is the part of a reply that says what is wrong.
type saying struct {
	Message, Detail, Code json.RawMessage
}

func (s saying) text() string { return first(text(s.Message), text(s.Detail)) }

// text is a JSON string, or the first of a list of faults, as one line; "" for any other
// value.
func text(value json.RawMessage) string {
	var s string
	if json.Unmarshal(value, &s) == nil {
		return oneLine(s)
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
	return oneLine(fmt.Sprint(faults[0].Loc, " ", faults[0].Msg))
}

// number is a whole JSON number, or 0 for any other value.
func number(value json.RawMessage) int {
	var n int
	if json.Unmarshal(value, &n) != nil {
		return 0
	}
	return n
}

// first returns the first value that is not zero.
func first[T comparable](values ...T) T {
	var zero T
	for _, v := range values {
		if v != zero {
			return v
		}
	}
	return zero
}

// oneLine makes a line of at most 300 characters out of a text from outside:
// a run of spaces or control characters becomes one space.
func oneLine(s string) string {
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
