package outside

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// ForQuestion returns a context for all requests of one question, whose answer somebody
// waits for. A service to which something is posted in it is not asked again once it has
// failed: where it cannot be reached, took longer than a client allows, or said as often as
// a client tries, all requests together, that it cannot reply now. A service is a path of
// a host. And nobody waits longer for the beginning of its reply than for the next piece
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

// questionOf is the question that a request belongs to, nil for none. What is fetched, such
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

// failed is why the service of a request is not asked again, nil if it may be asked.
func (q *question) failed(req *http.Request) (why *Error) {
	q.change(req, func(s *service) { why = s.failed })
	return why
}

// refused counts a try after which the service may be asked again, and gives how many
// there were.
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

// fails notes a fault with which a request ended. What the caller ended or was too impatient
// for is no fault of the service.
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
