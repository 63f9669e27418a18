package agent

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"slices"
	"strings"
	"time"

	"docuquest/core/search/retrieve"
	"docuquest/core/services/outside"
)

// SentStore keeps what was sent for questions; *store.Sent is one, and says what its
// methods promise.
type SentStore interface {
	Keep(id string, record []byte) error
	Add(id string, part []byte) error
	Load(id string) (record []byte, err error)
	Recent(most int) (ids []string, err error)
}

// A SentRecord is all that left the machine for one question, or for notes. Each request is
// there, but of the bodies only the first 4 MiB of all requests together: what goes out
// behind them is there with the number of its bytes, and where it is of files, with their
// names and lines.
type SentRecord struct {
	ID       string        `json:"id"` // of the answer, or of the search
	Question string        `json:"question"`
	Time     time.Time     `json:"time"` // of the first request
	Requests []SentRequest `json:"requests"`
	Dropped  int           `json:"dropped,omitempty"` // earlier requests, of more than 1000 for a question, of which nothing is kept
}

// A SentRequest is one request, as often as it went out.
type SentRequest struct {
	Time    time.Time `json:"time"`
	Host    string    `json:"host"` // with a port if the address named one
	Method  string    `json:"method"`
	Path    string    `json:"path"` // and the query of the address, in which keys are ***
	Purpose string    `json:"purpose"`
	Ranges  []string  `json:"ranges"` // path:first-last, lines from 1; the path alone where they are not known
	Bytes   int64     `json:"bytes"`  // of the body
	Body    []byte    `json:"body"`   // its first bytes as they went out; in JSON as base64
}

// Bytes is what went out for the question: the bodies of requests, and what they asked for
// in their addresses.
func (r *SentRecord) Bytes() int64 {
	var all int64
	for _, request := range r.Requests {
		all += said(request.Bytes, request.Path)
	}
	return all
}

// Hosts are those that were sent something, each once, without ports.
func (r *SentRecord) Hosts() []string {
	var hosts []string
	for _, request := range r.Requests {
		if host := hostname(request.Host); !slices.Contains(hosts, host) {
			hosts = append(hosts, host)
		}
	}
	return hosts
}

// Sent is what was sent for an answer or a search, by its id. The error wraps
// fs.ErrNotExist where nothing was, or nothing is kept any more.
func (a *Agent) Sent(id string) (*SentRecord, error) {
	if a.options.Sent == nil {
		return nil, fmt.Errorf("what was sent for %.80q: %w", id, fs.ErrNotExist)
	}
	return LoadSent(a.options.Sent, id)
}

// LoadSent is Sent for whoever has the store and no agent.
func LoadSent(kept SentStore, id string) (*SentRecord, error) {
	raw, err := kept.Load(id)
	if err != nil {
		return nil, err
	}
	var r *SentRecord
	var broken error
	for line := range bytes.Lines(raw) {
		var part SentRecord
		err := json.Unmarshal(line, &part)
		switch {
		case err != nil:
			broken = err // an empty line, or one that a crash cut
		case r == nil:
			r = &part
		default:
			r.Requests = append(r.Requests, part.Requests...)
			r.Dropped += part.Dropped
		}
	}
	if r == nil {
		return nil, fmt.Errorf("what was sent for %s cannot be read: %w", id, cmp.Or(broken, io.ErrUnexpectedEOF))
	}
	return r, nil
}

// keptBodies is how much is kept of what one question sends, in bytes.
const keptBodies = 4 << 20

// newLedger is for one question, or one search.
func (a *Agent) newLedger() *outside.Ledger {
	l := outside.NewLedger(ledgerLimit)
	if a.options.Sent != nil {
		l.KeepBodies(keptBodies)
	}
	return l
}

// keepSent keeps what a ledger holds, if anything was sent, also where no answer came of
// it. found may be nil.
func (a *Agent) keepSent(id, question string, l *outside.Ledger, found *retrieve.Result) {
	if a.options.Sent == nil {
		return
	}
	r := SentRecord{ID: id, Question: question, Dropped: l.Dropped()}
	a.putSent(a.options.Sent.Keep, r, l.Entries(), found)
}

// addSent adds to a record what a ledger holds from the entry with a number on, and gives
// the number of the next. What a long run sends is kept so, request by request, without
// writing all of it again.
func (a *Agent) addSent(id, question string, l *outside.Ledger, from int) (next int) {
	if a.options.Sent == nil {
		return from
	}
	entries, missed := l.Since(from)
	r := SentRecord{ID: id, Question: question, Dropped: missed}
	a.putSent(a.options.Sent.Add, r, entries, nil)
	return from + missed + len(entries)
}

// putSent keeps a record of entries, where there are any.
func (a *Agent) putSent(keep func(string, []byte) error, r SentRecord, entries []outside.Entry, found *retrieve.Result) {
	if len(entries) == 0 {
		return
	}
	r.Time = entries[0].Time
	for _, e := range entries {
		r.Requests = append(r.Requests, newSentRequest(e, found))
	}
	raw, err := json.Marshal(r)
	if err == nil {
		err = keep(r.ID, raw)
	}
	if err != nil {
		a.log.Warn("what was sent could not be kept", "id", r.ID, "err", err)
	}
}

func newSentRequest(e outside.Entry, found *retrieve.Result) SentRequest {
	r := SentRequest{
		Time: e.Time.Round(0), Host: e.Host, Method: e.Method, Path: e.Target(),
		Purpose: e.Name, Ranges: []string{}, Bytes: e.Bytes, Body: e.Body,
	}
	for _, part := range e.Ranges {
		switch {
		case part.Lines != [2]int{}:
			r.Ranges = append(r.Ranges, fmt.Sprintf("%s:%d-%d", part.Path, part.Lines[0], part.Lines[1]))
		case found == nil:
			r.Ranges = append(r.Ranges, part.Path)
		default:
			r.Ranges = append(r.Ranges, sentLines(part, found))
		}
	}
	return r
}

// SentLines tell what was sent for the answer, a line for each of the hosts that were sent
// the most and one for the rest, and how to see it; none where nothing was sent.
func (r *Answer) SentLines() []string { return sentTo(r.Sent, r.ID) }

// SentLines tell what was sent for the search, as those of an answer do.
func (r *SearchReply) SentLines() []string { return sentTo(r.Sent, r.ID) }

// mostSentTo is how many hosts are named at most: pages of the web are read from many.
const mostSentTo = 4

func sentTo(hosts []Sent, id string) []string {
	var lines []string
	line := func(bytes int64, to string) {
		lines = append(lines, fmt.Sprintf("Sent %s to %s: docuquest sent %s", kilobytes(bytes), to, id))
	}
	hosts = slices.Clone(hosts)
	if len(hosts) > mostSentTo {
		slices.SortStableFunc(hosts, func(a, b Sent) int { return cmp.Compare(b.Bytes, a.Bytes) })
	}
	var rest int64
	for i, s := range hosts {
		if i < mostSentTo {
			line(s.Bytes, s.Host)
			continue
		}
		rest += s.Bytes
	}
	if further := len(hosts) - mostSentTo; further > 0 {
		line(rest, plural(further, "further host"))
	}
	return lines
}

// kilobytes writes a number of bytes for people.
func kilobytes(n int64) string {
	if n < 1000 {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%.1f kB", float64(n)/1000)
}

func hostname(host string) string { return (&url.URL{Host: host}).Hostname() }

// BodyForm is how the bodies of requests are shown.
type BodyForm uint8

// The forms of bodies.
const (
	SetOut   BodyForm = iota // JSON with line breaks and indents, which is said above it
	AsItWent                 // byte for byte
)

// Text shows a record to people: for each request when, where to and what for it went
// out, which parts of files it held, and its body.
func (r *SentRecord) Text(form BodyForm) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Question: %s\nSent:     %s in %s to %s\n", oneLine(r.Question),
		kilobytes(r.Bytes()), plural(len(r.Requests), "request"), strings.Join(r.Hosts(), ", "))
	if r.Dropped > 0 {
		fmt.Fprintf(&b, "Earlier:  %s of which nothing is kept\n", plural(r.Dropped, "request"))
	}
	for i, request := range r.Requests {
		fmt.Fprintf(&b, "\n---- request %d of %d ----\n", i+1, len(r.Requests))
		request.write(&b, form)
	}
	return b.String()
}

func (r SentRequest) write(b *strings.Builder, form BodyForm) {
	fmt.Fprintf(b, "Time:     %s\n", r.Time.Format(time.RFC3339Nano))
	fmt.Fprintf(b, "To:       %s %s%s\n", r.Method, r.Host, r.Path)
	fmt.Fprintf(b, "For:      %s\n", r.Purpose)
	if query := searchedFor(r.Path); query != "" {
		fmt.Fprintf(b, "Query:    %s\n", oneLine(query))
	}
	for i, part := range r.Ranges {
		label := "         "
		if i == 0 {
			label = "Files:   "
		}
		fmt.Fprintf(b, "%s %s\n", label, oneLine(part))
	}
	if r.Bytes == 0 {
		b.WriteString("Body:     none\n")
		return
	}
	body, how := r.Body, "as they went out"
	if form == SetOut {
		var indented bytes.Buffer
		if json.Indent(&indented, r.Body, "", "  ") == nil {
			body, how = indented.Bytes(), "set out with line breaks and indents that were not sent"
		}
	}
	if missing := r.Bytes - int64(len(r.Body)); missing > 0 {
		how += fmt.Sprintf("; the last %d were not kept", missing)
	}
	fmt.Fprintf(b, "Body:     %d bytes, %s\n\n%s\n", r.Bytes, how, body)
}

// oneLine is a text without line breaks.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
