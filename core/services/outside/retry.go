package outside

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// again reports whether a failed try is followed by another, and after what wait.
func (c *Client) again(fault *Error, req *http.Request, try int) (time.Duration, bool) {
	retries, ctx := c.options.Retries, req.Context()
	isRepeatable := req.Body == nil || req.Body == http.NoBody || req.GetBody != nil
	if !fault.Kind.Temporary() || try >= retries.Tries || !isRepeatable {
		return 0, false
	}
	// Where tries are counted they may have to be paid for: one after which the service may
	// have done its work is the last.
	if _, isCounted := ctx.Value(triesKey{}).(*atomic.Int64); isCounted && !fault.TurnedAway() {
		return 0, false
	}
	if wait := fault.RetryAfter; wait > 0 {
		// A wait beyond the deadline would end in a time-out, which hides the words of the service.
		deadline, isLimited := ctx.Deadline()
		return wait, wait <= retries.MaxWait && (!isLimited || wait < time.Until(deadline))
	}
	wait := min(retries.Backoff<<min(try-1, 20), retries.MaxWait)
	// Clients that failed together must not come back together.
	return wait/2 + rand.N(wait/2+1), true
}

// WithTries returns a context whose requests go out so many times at most, all of them
// together and each time that one is tried again counted. They are tried again after the
// statuses 429 and 503 alone, which say that nothing was done. What the transport sends
// anew because a connection was closed before anybody read from it does not count.
func WithTries(ctx context.Context, most int) context.Context {
	left := &atomic.Int64{}
	left.Store(int64(most))
	return context.WithValue(ctx, triesKey{}, left)
}

// MayTry reports whether a request of a context may go out another time.
func MayTry(ctx context.Context) bool {
	left, isLimited := ctx.Value(triesKey{}).(*atomic.Int64)
	return !isLimited || left.Load() > 0
}

type triesKey struct{}

// takeTry takes one of the tries of a context; false where none is left.
func takeTry(ctx context.Context) bool {
	left, isLimited := ctx.Value(triesKey{}).(*atomic.Int64)
	return !isLimited || left.Add(-1) >= 0
}

// longestWait is the longest wait that a service is believed to mean.
const longestWait = 24 * time.Hour

// retryAfter reads the header Retry-After, which has seconds or a date, as a wait of
// at most longestWait. It returns 0 where that names no wait.
func retryAfter(header http.Header, now time.Time) time.Duration {
	value := strings.TrimSpace(header.Get("Retry-After"))
	if seconds, err := strconv.ParseUint(value, 10, 64); err == nil || errors.Is(err, strconv.ErrRange) {
		return time.Duration(min(seconds, uint64(longestWait/time.Second))) * time.Second
	}
	if date, err := http.ParseTime(value); err == nil {
		return min(max(date.Sub(now), 0), longestWait)
	}
	return 0
}

// ForQuestion returns a context for all requests of one question, whose answer somebody
// waits for. A service to which something is posted in it is not asked again once it has
// failed: it cannot be reached, took longer than a client allows, or replied, as often as
// a client tries, all requests together, that it cannot reply now. A service is a path of
// a host. The wait for the beginning of a reply is no longer than for the next piece
// (Timeouts.Idle).
func ForQuestion(ctx context.Context) context.Context {
	return context.WithValue(ctx, questionKey{}, &question{services: map[string]*service{}})
}

type questionKey struct{}

// A question remembers the services that failed while it was answered.
type question struct {
	mu       sync.Mutex // guards all below
	services map[string]*service
}

// A service is what a question knows of one.
type service struct {
	refusals int           // tries after which it may have been asked again
	waited   time.Duration // between them
	failed   *Error        // nil while it may be asked
}

// questionOf returns the question that a request belongs to, nil for none. What is fetched, such
// as pages and results of the web, of which many are at once, fails one by one.
func questionOf(req *http.Request) *question {
	q, _ := req.Context().Value(questionKey{}).(*question)
	if req.Method != http.MethodPost || req.URL == nil {
		return nil
	}
	return q
}

// change calls f with what is known of the service that a request goes to.
func (q *question) change(req *http.Request, f func(*service)) {
	if q == nil {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	key := req.URL.Host + req.URL.Path
	if q.services[key] == nil {
		q.services[key] = &service{}
	}
	f(q.services[key])
}

// failed returns why the service of a request is not asked again, nil if it may be asked.
func (q *question) failed(req *http.Request) (why *Error) {
	q.change(req, func(s *service) { why = s.failed })
	return why
}

// refused counts a try after which the service may be asked again, and returns their
// number.
func (q *question) refused(req *http.Request, try int) int {
	q.change(req, func(s *service) {
		s.refusals++
		try = max(try, s.refusals)
	})
	return try
}

// waits notes a wait before the next try, and reports whether all of them together are no
// longer than most.
func (q *question) waits(req *http.Request, wait, most time.Duration) bool {
	short := true
	q.change(req, func(s *service) {
		s.waited += wait
		short = s.waited <= most
	})
	return short
}

// fails keeps the fault of a request. Where the caller ended it, or did not wait long enough,
// the service is not at fault.
func (q *question) fails(req *http.Request, fault *Error) {
	switch fault.Kind {
	case Unreachable, Timeout, RateLimited, Unavailable:
	default:
		return
	}
	if req.Context().Err() == nil {
		q.change(req, func(s *service) { s.failed = fault })
	}
}
