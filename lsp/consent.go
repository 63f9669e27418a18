package lsp

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// What a person can be asked to allow, for a host.
const (
	// UseAnswers is to send it questions and passages, when a question is asked.
	UseAnswers = "answers"
	// UseVectors is to send it the text of all files, in the background.
	UseVectors = "vectors"
	// UseWeb is to send it queries that search the web, and to read the pages it names.
	UseWeb = "web"
	// UseNotes is to send it the text of files, to have notes written about them.
	UseNotes = "notes"
)

// A ConsentStore keeps what a person has said between sessions; *store.Consents is one,
// and says what its methods promise.
type ConsentStore interface {
	Said(host, use string) (said string)
	Keep(host, use, said string) error
}

// What a ConsentStore keeps.
const (
	SaidAllow = "allow"
	SaidNever = "never"
)

// Consents asks the person at the editor before anything is sent to another machine. It
// belongs to one session, whose Options hold it, and is made before the agent is, whose
// services ask it. Its methods may be called from any goroutine.
type Consents struct {
	kept ConsentStore // nil for none

	mu      sync.Mutex                // guards all below
	server  *server                   // nil before the session
	asked   map[about]*pendingConsent // that wait for the person
	session map[about]error           // what holds until the session ends; nil is yes
}

// about is what a person is asked.
type about struct{ use, host string }

// A pendingConsent is a question to the person for which others may wait, too.
type pendingConsent struct {
	done    chan struct{} // closed when refusal is set
	refusal error
}

// NewConsents makes the consents of a session. kept may be nil: then every session asks
// anew.
func NewConsents(kept ConsentStore) *Consents {
	return &Consents{kept: kept, asked: map[about]*pendingConsent{}, session: map[about]error{}}
}

var (
	errNever    = errors.New("you have chosen that it never gets anything; \"docuquest consent\" tells how to take that back")
	errDeclined = errors.New("you have not allowed it")
	errNobody   = errors.New("there is nobody to ask")
)

// Ask returns nil where a person has allowed a host to get texts for a use, and waits for
// them to say so if they have not yet. The error, in the user's words, is that they do
// not, that their editor does not ask or that they gave no answer in time; or that of ctx.
func (c *Consents) Ask(ctx context.Context, use, host string) error {
	a := about{use, host}
	if c.kept != nil {
		switch c.kept.Said(host, use) {
		case SaidAllow:
			return nil
		case SaidNever:
			return errNever
		}
	}
	c.mu.Lock()
	if refusal, isSaid := c.session[a]; isSaid {
		c.mu.Unlock()
		return refusal
	}
	if c.server == nil {
		c.mu.Unlock()
		return errNobody
	}
	session := c.server.ctx
	waiting := c.askPerson(a)
	c.mu.Unlock()
	select {
	case <-waiting.done:
		return waiting.refusal
	case <-ctx.Done():
		return ctx.Err()
	case <-session.Done():
		return errNobody
	}
}

// What can be chosen for a query that is kept here.
const (
	chooseKeep = "Keep it here"
	chooseSend = "Send this query"
)

// Release asks the person whether a query that is held, and why, may go to the web, and
// waits for them. It is true only where they chose that, which is not what is offered first;
// each query is asked for by itself, and nothing is kept.
func (c *Consents) Release(ctx context.Context, query, why string) bool {
	c.mu.Lock()
	s := c.server
	c.mu.Unlock()
	if s == nil {
		return false
	}
	question := fmt.Sprintf("DocuQuest would search the web for %q, and keeps this query here, since %s.", query, why)
	return s.client.choose(ctx, question, []string{chooseKeep, chooseSend}) == chooseSend
}

// serve has the person at a session asked.
func (c *Consents) serve(s *server) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.server = s
}

// askPerson asks the person, unless they are being asked already. It is called with the
// lock held and does not wait: whoever wanted to know may give up, and what the person
// says then holds for the next one.
func (c *Consents) askPerson(a about) *pendingConsent {
	if waiting, ok := c.asked[a]; ok {
		return waiting
	}
	waiting := &pendingConsent{done: make(chan struct{}), refusal: errDeclined}
	c.asked[a] = waiting
	s := c.server
	s.background("asking for consent", func() {
		defer close(waiting.done)
		waiting.refusal = c.settle(a, s.client.choose(s.ctx, a.question(), choices))
	})
	return waiting
}

// What can be chosen.
const (
	chooseAllow = "Allow"
	chooseOnce  = "Allow this time"
	chooseNever = "Never"
)

var choices = []string{chooseAllow, chooseOnce, chooseNever}

// question is what the person is asked.
func (a about) question() string {
	switch a.use {
	case UseWeb:
		return fmt.Sprintf("DocuQuest wants to search the web for your question: to send queries to %s, which may hold names from your files, and to read the pages that it finds.", a.host)
	case UseNotes:
		return fmt.Sprintf("DocuQuest wants to send the text of files to %s, to have notes written about them.", a.host)
	case UseVectors:
		return fmt.Sprintf("DocuQuest wants to send the text of all files of every workspace that you open to %s, to find passages by their meaning.", a.host)
	}
	return fmt.Sprintf("DocuQuest wants to send parts of your files to %s to answer your question.", a.host)
}

// settle takes in what was chosen, "" for nothing, and gives why nothing may be sent or
// nil. What is done in the background is asked for once in a session; a question that is
// asked anew asks anew.
func (c *Consents) settle(a about, chosen string) (refusal error) {
	keep := ""
	switch chosen {
	case chooseAllow:
		keep = SaidAllow
	case chooseOnce:
	case chooseNever:
		keep, refusal = SaidNever, errNever
	default:
		refusal = errDeclined
	}
	isKept := keep != "" && c.keep(a, keep)
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.asked, a)
	if !isKept && (keep != "" || a.use == UseVectors) {
		c.session[a] = refusal
	}
	return refusal
}

// keep keeps what was said, and reports whether it could.
func (c *Consents) keep(a about, said string) bool {
	if c.kept == nil {
		return false
	}
	err := c.kept.Keep(a.host, a.use, said)
	c.server.problem("what you said about "+a.host+" could not be kept", err)
	return err == nil
}
