package outside

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Ledger keeps what was sent: one entry for each request, and one more for
// each time it was sent again, also where a connection broke and the body had to go
// out from its beginning over another. It has the latest entries up to its limit,
// and may be used by many goroutines at once.
type Ledger struct {
	limit int

	mu       sync.Mutex // guards all below
	records  []*record  // oldest first
	dropped  int
	room     int64             // bytes of bodies that are still kept
	consents map[subject]error // what a person chose about sending for this question; nil is yes
}

// Entry is one request that went out. A request appears as soon as there is a
// connection for it, so nothing that may have been sent is missing; a host
// that could not be reached was sent nothing and has no entry.
type Entry struct {
	Time   time.Time // of the beginning
	Method string
	Host   string // with a port if the address named one
	Path   string // without the query
	Query  string // of the address, as it was sent but for keys, which are ***; "" without one
	Bytes  int64  // of the body that were handed to the connection so far
	Body   []byte // the first of these bytes, as far as a ledger keeps them; see KeepBodies
	Purpose
}

// Target is what was asked of the host: the path, and the query where there is one.
func (e Entry) Target() string {
	if e.Query == "" {
		return e.Path
	}
	return e.Path + "?" + e.Query
}

// Purpose is what a request is for, and which parts of the user's files are in it.
type Purpose struct {
	Name   string  // a word or two, such as "summarize"
	Ranges []Range // parts of files whose text the body holds
}

// Range is a part of a file.
type Range struct {
	Path       string
	Start, End int    // bytes of the file's text, End exclusive
	Lines      [2]int // the first and the last of them, from 1; zero where nobody has counted
}

// NewLedger makes a ledger that keeps the latest limit entries, at least one.
func NewLedger(limit int) *Ledger {
	return &Ledger{limit: max(limit, 1)}
}

// KeepBodies has the ledger keep what is sent from now on, byte for byte, up to a
// number of bytes for all requests together. Without it no body is kept.
func (l *Ledger) KeepBodies(bytes int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.room = bytes
}

// Entries returns the entries that are kept, oldest first. The caller owns the
// slice and the bodies; the ranges in it are shared and not to be written. The bytes
// of a request that is still being sent grow until it is done.
func (l *Ledger) Entries() []Entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	entries := make([]Entry, len(l.records))
	for i, r := range l.records {
		entries[i] = r.read()
	}
	return entries
}

// Since returns the entries from a number on, as Entries does, and how many of those
// before the first of them had to give way. Numbers are counted from 0, with those of the
// entries that are not kept any more.
func (l *Ledger) Since(number int) (entries []Entry, missed int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	missed = max(l.dropped-number, 0)
	for _, r := range l.records[min(max(number-l.dropped, 0), len(l.records)):] {
		entries = append(entries, r.read())
	}
	return entries, missed
}

// Dropped returns how many entries had to give way to later ones.
func (l *Ledger) Dropped() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.dropped
}

// add enters a record. It takes the lock of the record inside its own.
func (l *Ledger) add(r *record) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.records) == l.limit {
		l.records = slices.Delete(l.records, 0, 1)
		l.dropped++
	}
	l.records = append(l.records, r)
	kept := l.room
	if r.length >= 0 {
		kept = min(kept, r.length)
	}
	l.room -= kept
	r.mu.Lock()
	defer r.mu.Unlock()
	r.room = max(r.room, kept)
}

// A subject is what is asked about before anything is sent.
type subject struct{ use, host string }

// keepConsent keeps what a person chose for the rest of the question.
func (l *Ledger) keepConsent(about subject, refusal error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.consents == nil {
		l.consents = map[subject]error{}
	}
	l.consents[about] = refusal
}

// consent returns what a person chose before.
func (l *Ledger) consent(about subject) (refusal error, isKnown bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	refusal, isKnown = l.consents[about]
	return refusal, isKnown
}

// WithPurpose returns a context whose requests are entered into ledgers under
// a purpose. It replaces one that the context holds already.
func WithPurpose(ctx context.Context, p Purpose) context.Context {
	p.Ranges = slices.Clone(p.Ranges)
	return context.WithValue(ctx, purposeKey{}, p)
}

// PurposeOf returns the purpose of a context, and whether it has one.
func PurposeOf(ctx context.Context) (Purpose, bool) {
	p, ok := ctx.Value(purposeKey{}).(Purpose)
	return p, ok
}

// WithLedger returns a context whose requests are entered into l, besides the
// ledger of the client and those that the context holds already. A question
// that is given a ledger of its own learns by it what it alone has sent.
func WithLedger(ctx context.Context, l *Ledger) context.Context {
	ledgers := append(slices.Clone(contextLedgers(ctx)), l)
	return context.WithValue(ctx, ledgerKey{}, ledgers)
}

func contextLedgers(ctx context.Context) []*Ledger {
	ledgers, _ := ctx.Value(ledgerKey{}).([]*Ledger)
	return ledgers
}

type (
	purposeKey struct{}
	ledgerKey  struct{}
)

// record is an entry whose bytes are still being sent. Several ledgers may hold the
// same one.
type record struct {
	length int64 // of the whole body, negative if nobody knows

	mu    sync.Mutex // guards all below
	entry Entry
	room  int64 // bytes of the body that are kept
}

func newRecord(x *exchange) *record {
	req := x.req
	purpose, _ := PurposeOf(req.Context())
	length := req.ContentLength
	if length == 0 && req.Body != nil && req.Body != http.NoBody {
		length = -1
	}
	return &record{length: length, entry: Entry{
		Time:    time.Now(),
		Method:  req.Method,
		Host:    req.URL.Host,
		Path:    req.URL.Path,
		Query:   shownQuery(req.URL, x.client.options.Secrets),
		Purpose: purpose,
	}}
}

// sent takes in a piece of the body that goes out.
func (r *record) sent(piece []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.entry.Bytes += int64(len(piece))
	kept := min(int64(len(piece)), r.room-int64(len(r.entry.Body)))
	r.entry.Body = append(r.entry.Body, piece[:max(kept, 0)]...)
}

// read is the entry as it is by now.
func (r *record) read() Entry {
	r.mu.Lock()
	defer r.mu.Unlock()
	e := r.entry
	e.Body = slices.Clone(e.Body)
	return e
}
