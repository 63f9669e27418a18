// Package sent keeps what left the machine for a question or for notes: the very requests, by the
// ids of answers, and shows them to people. It sends nothing.
package sent

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"time"

	"docuquest/core/agent/fault"
	"docuquest/core/answer/replies"
	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
	"docuquest/core/services/outside"
)

// A Store keeps what was sent for questions; *store.Sent is one, and documents the methods.
type Store interface {
	Keep(id string, record []byte) error
	Add(id string, part []byte) error
	Load(id string) (record []byte, err error)
	Recent(most int) (ids []string, err error)
}

// A Record is all that left the machine for one question, or for notes. Each request is
// there, but of the bodies only the first 4 MiB of all requests together: what goes out
// behind them is there with the number of its bytes, and where it is of files, with their
// names and lines.
type Record struct {
	ID       string    `json:"id"` // of the answer, or of the search
	Question string    `json:"question"`
	Time     time.Time `json:"time"` // of the first request
	Requests []Request `json:"requests"`
	Dropped  int       `json:"dropped,omitempty"` // earlier requests, of more than 1000 for a question, of which nothing is kept
}

// A Request is one request, as often as it went out.
type Request struct {
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
func (r *Record) Bytes() int64 {
	var all int64
	for _, request := range r.Requests {
		all += bytesSent(request.Bytes, request.Path)
	}
	return all
}

// Hosts are the ones that were sent something, each once, without ports.
func (r *Record) Hosts() []string {
	var hosts []string
	for _, request := range r.Requests {
		if host := (&url.URL{Host: request.Host}).Hostname(); !slices.Contains(hosts, host) {
			hosts = append(hosts, host)
		}
	}
	return hosts
}

// NotKept is the error where nothing was sent for an answer, or it is forgotten.
func NotKept(id string) error {
	return fault.New(fault.NotFound, "nothing was sent for an answer with the id %.80q, or it is not kept any more", id)
}

// Load returns what was sent for an answer.
func Load(kept Store, id string) (*Record, error) {
	raw, err := kept.Load(id)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, NotKept(id)
	case err != nil:
		return nil, err
	}
	var r *Record
	var broken error
	for line := range bytes.Lines(raw) {
		var part Record
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

// A Recorder keeps what is sent.
type Recorder struct {
	Store Store // nil keeps nothing
	Log   *slog.Logger
}

// ledgerLimit is how many requests are listed: research in the web makes some hundreds.
const ledgerLimit = 1000

// NewLedger is for one question, or one search.
func (r Recorder) NewLedger() *outside.Ledger {
	l := outside.NewLedger(ledgerLimit)
	if r.Store != nil {
		l.KeepBodies(keptBodies)
	}
	return l
}

// Keep keeps what a ledger has, if anything was sent, also where no answer came of
// it. found may be nil.
func (r Recorder) Keep(id, title string, l *outside.Ledger, found *retrieve.Result) {
	if r.Store == nil {
		return
	}
	record := Record{ID: id, Question: title, Dropped: l.Dropped()}
	r.put(r.Store.Keep, record, l.Entries(), found)
}

// Add adds to a record what a ledger has from the entry with a number on, and gives
// the number of the next. What a long run sends is kept so, request by request, without
// writing all of it again.
func (r Recorder) Add(id, title string, l *outside.Ledger, from int) (next int) {
	if r.Store == nil {
		return from
	}
	entries, missed := l.Since(from)
	record := Record{ID: id, Question: title, Dropped: missed}
	r.put(r.Store.Add, record, entries, nil)
	return from + missed + len(entries)
}

// put keeps a record of entries, where there are any.
func (r Recorder) put(keep func(string, []byte) error, record Record, entries []outside.Entry, found *retrieve.Result) {
	if len(entries) == 0 {
		return
	}
	record.Time = entries[0].Time
	for _, e := range entries {
		record.Requests = append(record.Requests, newSentRequest(e, found))
	}
	raw, err := json.Marshal(record)
	if err == nil {
		err = keep(record.ID, raw)
	}
	if err != nil {
		r.Log.Warn("what was sent could not be kept", "id", record.ID, "err", err)
	}
}

func newSentRequest(e outside.Entry, found *retrieve.Result) Request {
	r := Request{
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

// BodyForm is how the bodies of requests are shown.
type BodyForm uint8

// The forms of bodies.
const (
	SetOut   BodyForm = iota // JSON with line breaks and indents, which is said above it
	AsItWent                 // byte for byte
)

// Text shows a record to people: for each request when, where to and what for it went
// out, which parts of files it held, and its body.
func (r *Record) Text(form BodyForm) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Question: %s\nSent:     %s in %s to %s\n", text.OneLine(r.Question),
		replies.Kilobytes(r.Bytes()), text.Counted(len(r.Requests), "request"), strings.Join(r.Hosts(), ", "))
	if r.Dropped > 0 {
		fmt.Fprintf(&b, "Earlier:  %s of which nothing is kept\n", text.Counted(r.Dropped, "request"))
	}
	for i, request := range r.Requests {
		fmt.Fprintf(&b, "\n---- request %d of %d ----\n", i+1, len(r.Requests))
		request.write(&b, form)
	}
	return b.String()
}

func (r Request) write(b *strings.Builder, form BodyForm) {
	fmt.Fprintf(b, "Time:     %s\n", r.Time.Format(time.RFC3339Nano))
	fmt.Fprintf(b, "To:       %s %s%s\n", r.Method, r.Host, r.Path)
	fmt.Fprintf(b, "For:      %s\n", r.Purpose)
	if u, err := url.Parse(r.Path); err == nil && u.Query().Get("q") != "" { // of a search of the web
		fmt.Fprintf(b, "Query:    %s\n", text.OneLine(u.Query().Get("q")))
	}
	for i, part := range r.Ranges {
		label := "         "
		if i == 0 {
			label = "Files:   "
		}
		fmt.Fprintf(b, "%s %s\n", label, text.OneLine(part))
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

// ByHost is what a question's ledger has, by host, with the lines of the files
// that went along.
func ByHost(l *outside.Ledger, found *retrieve.Result) []replies.Sent {
	out := []replies.Sent{}
	for _, e := range l.Entries() {
		host := (&url.URL{Host: e.Host}).Hostname()
		i := slices.IndexFunc(out, func(s replies.Sent) bool { return s.Host == host })
		if i < 0 {
			i = len(out)
			out = append(out, replies.Sent{Host: host, Ranges: []string{}})
		}
		out[i].Bytes += bytesSent(e.Bytes, e.Target())
		for _, r := range e.Ranges {
			out[i].Ranges = append(out[i].Ranges, sentLines(r, found))
		}
	}
	slices.SortFunc(out, func(a, b replies.Sent) int { return cmp.Compare(a.Host, b.Host) })
	return out
}

// sentLines is "path:first-last", lines from 1.
func sentLines(r outside.Range, found *retrieve.Result) string {
	for _, d := range found.Documents {
		if d.Path != r.Path || r.End > len(d.Text) {
			continue
		}
		last := max(r.Start, r.End-1) // a range that ends a line does not reach into the next
		in, span, _ := d.InFile(text.Span{Start: r.Start, End: last})
		lines := text.NewLines(in.Text).Range(span, text.UTF8)
		return fmt.Sprintf("%s:%d-%d", r.Path, lines.Start.Line+1, lines.End.Line+1)
	}
	return r.Path
}

// bytesSent is how many bytes a request sent its host: its body and the query in its address,
// or all of the address where it has neither.
func bytesSent(body int64, target string) int64 {
	path, query, _ := strings.Cut(target, "?")
	if body == 0 && query == "" {
		return int64(len(path))
	}
	return body + int64(len(query))
}
