package lsp

import (
	"context"
	"sync"
)

// How many things of one kind are done at once. What is beyond it waits, so that
// a flood of them leaves the machine to whoever points and types.
const (
	asksAtOnce    = 4 // docuquest.ask, which may wait long for a model
	glancesAtOnce = 4 // searches, and questions that are pointed at
)

// waitingAtMost is how many wait for their turn at most. They are fewer than [workedOn], which
// leaves some room to what is quick.
const waitingAtMost = 32

// A queue lets a few tasks run at once, and some others in their order after them.
// The methods may be called from any goroutine.
type queue struct {
	running chan struct{} // an element for each task that runs
	waiting chan struct{} // and for each that waits
}

func newQueue(atOnce, waiting int) *queue {
	return &queue{make(chan struct{}, atOnce), make(chan struct{}, waiting)}
}

// enter waits for the caller's turn, and calls waits first if it has to wait. The
// turn ends with leave. The error is that of ctx, or says that too many wait.
func (q *queue) enter(ctx context.Context, waits func()) (leave func(), err error) {
	leave = func() { <-q.running }
	select {
	case q.running <- struct{}{}:
		return leave, nil
	default:
	}
	select {
	case q.waiting <- struct{}{}:
		defer func() { <-q.waiting }()
	default:
		return nil, errBusy
	}
	waits()
	select {
	case q.running <- struct{}{}:
		if err := ctx.Err(); err != nil { // both had come, and chance chose
			leave()
			return nil, err
		}
		return leave, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// patiently is for callers without a person to inform of the wait.
func patiently() {}

// pending are the questions without an answer, by the id that it will have. The
// methods may be called from any goroutine.
type pending struct {
	mu        sync.Mutex // guards questions and what it points at
	questions map[string]*pendingQuestion
}

type pendingQuestion struct {
	cancel context.CancelFunc
	begun  bool // the agent has it, or is about to get it
}

// add enters a question; done takes it out again.
func (p *pending) add(id string, cancel context.CancelFunc) (done func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.questions == nil {
		p.questions = map[string]*pendingQuestion{}
	}
	p.questions[id] = &pendingQuestion{cancel: cancel}
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.questions, id)
	}
}

// begin notes that a question waits no longer.
func (p *pending) begin(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.questions[id].begun = true
}

// stop ends one question, or all for "", and reports how many of them were still
// waiting; the others are the agent's to count. Those that wait end first, or they
// would get the turns that the others leave.
func (p *pending) stop(id string) (waiting int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var begun []*pendingQuestion
	for known, q := range p.questions {
		switch {
		case id != "" && id != known:
		case q.begun:
			begun = append(begun, q)
		default:
			q.cancel()
			waiting++
		}
	}
	for _, q := range begun {
		q.cancel()
	}
	return waiting
}
