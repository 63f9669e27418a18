package outside

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// again says whether a failed try is followed by another, and after what wait.
func (c *Client) again(fault *Error, req *http.Request, try int) (time.Duration, bool) {
	retries := c.options.Retries
	if !fault.Kind.Temporary() || try >= retries.Tries || !repeatable(req) || mayHaveWorked(fault, req.Context()) {
		return 0, false
	}
	if fault.RetryAfter > 0 {
		return fault.RetryAfter, fault.RetryAfter <= retries.MaxWait && endsInTime(req.Context(), fault.RetryAfter)
	}
	wait := min(retries.Backoff<<min(try-1, 20), retries.MaxWait)
	// Clients that failed together must not come back together.
	return wait/2 + rand.N(wait/2+1), true
}

// mayHaveWorked reports whether the service may have done what it was asked for, before it
// failed. That is of weight to whoever counts the tries: they may have to be paid for.
func mayHaveWorked(fault *Error, ctx context.Context) bool {
	_, isCounted := ctx.Value(triesKey{}).(*atomic.Int64)
	return isCounted && !fault.TurnedAway()
}

// endsInTime reports whether a wait ends before the context does: one that does not would
// end in a time-out, and nobody would hear what the service said.
func endsInTime(ctx context.Context, wait time.Duration) bool {
	deadline, limited := ctx.Deadline()
	return !limited || wait < time.Until(deadline)
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

func repeatable(req *http.Request) bool {
	return req.Body == nil || req.Body == http.NoBody || req.GetBody != nil
}

// longestWait is the longest wait that a service is believed to mean.
const longestWait = 24 * time.Hour

// retryAfter reads the header Retry-After, which holds seconds or a date, as a wait of
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

// pause waits, or returns the context's error as soon as that ends.
func pause(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
