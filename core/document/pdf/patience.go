package pdf

import (
	"sync"
	"time"
)

// A patience bounds the time that documents may take together of which nothing comes:
// a folder can have any number of files made to waste it. Each may waste a part of what
// is left, so that the first of them do not take all of it from the good ones behind
// them, which need little. It comes back slowly, for a session may last for weeks.
type patience struct {
	whole time.Duration

	mu   sync.Mutex // guards all below
	left time.Duration
	at   time.Time // when left was right
}

const (
	patienceParts = 6  // the first document may waste one of them, and so many are all
	patienceBack  = 10 // a second comes back in so many
)

// newPatience has the first document wait for so long.
func newPatience(timeout time.Duration) *patience {
	return &patience{whole: patienceParts * timeout, left: patienceParts * timeout}
}

// part is how long the next document may take in vain; 0 if it is not to be tried.
func (p *patience) part(now time.Time) time.Duration {
	const least = 20 // of these the first had as much: less would not do for a good document
	p.mu.Lock()
	defer p.mu.Unlock()
	p.regain(now)
	if p.left < p.whole/least {
		return 0
	}
	return p.left / patienceParts
}

// spend takes away what a document took in vain.
func (p *patience) spend(now time.Time, wasted time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.regain(now)
	p.left = max(p.left-max(wasted, 0), 0)
}

// regain is called with mu held.
func (p *patience) regain(now time.Time) {
	if !p.at.IsZero() {
		p.left = min(p.left+now.Sub(p.at)/patienceBack, p.whole)
	}
	p.at = now
}
