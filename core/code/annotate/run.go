package annotate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"docuquest/core/code/notes"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/services/llm"
)

// mostFaults is how many requests in a row may fail: a service that has failed so often,
// each time tried again by its client, does not recover while somebody waits.
const mostFaults = 3

// A run is one call of Run behind its survey.
type run struct {
	*Writer
	Job
	shelf    *Shelf
	surveyed *survey            // what the progress counts
	seen     map[file.Hash]bool // that are asked about, or have notes
	noted    map[file.Hash]bool // that got notes
	progress Progress
	likely   Cost  // of this run, to be held against what was agreed to
	faults   int   // requests that failed in a row
	failure  error // of the last request that left something because it failed
}

func (r *run) tell() {
	if r.Tell != nil {
		r.Tell(r.progress)
	}
}

// write has the notes of all files written.
func (r *run) write(ctx context.Context) error {
	for d := range r.Files {
		if err := r.note(ctx, d); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if r.failure != nil {
		return fmt.Errorf("no notes came for %d of the pieces, which another start asks for again: %w", r.progress.Failed, r.failure)
	}
	return nil
}

// note has the notes of one file written.
func (r *run) note(ctx context.Context, d *document.Document) error {
	o := outlineOf(d)
	if o == nil || !isWhole(d) {
		return ctx.Err()
	}
	r.count(d.URI, o)
	err := r.askAll(ctx, o.batches(r.shelf.missing(o, r.seen, nil)))
	// Some notes may have come with another file that says the same.
	if r.Noted != nil && slices.ContainsFunc(o.chunks, func(c notes.Chunk) bool { return r.noted[c.Content] }) {
		r.Noted(d.URI)
	}
	return cmp.Or(err, ctx.Err())
}

// count counts of a file what has come since the survey.
func (r *run) count(u file.URI, o *outline) {
	if _, read := r.surveyed.judge.read[u]; !read {
		r.surveyed.judge.read[u] = o.doc.Hash
		r.progress.Files++
	}
	for _, c := range o.chunks {
		if r.surveyed.chunks[c.Content] {
			continue
		}
		r.surveyed.chunks[c.Content] = true
		r.progress.Chunks++
		if _, ok := r.shelf.get(c.Content); ok {
			r.progress.Done++
		} else {
			r.progress.Left++
		}
	}
}

// askAll asks about the batches of one file, as long as that stands there as it was read:
// somebody who has it wait may take out of the file what should not be sent.
func (r *run) askAll(ctx context.Context, all []batch) error {
	for i, b := range all {
		if r.Await != nil {
			if err := r.Await(ctx); err != nil {
				return err
			}
		}
		if r.Still != nil && !r.Still(b.doc.Identity) {
			if ctx.Err() == nil { // else nobody could look
				r.leave(all[i:])
			}
			return ctx.Err()
		}
		if err := r.ask(ctx, b); err != nil {
			return err
		}
	}
	return nil
}

// leave leaves batches of a file that changed meanwhile. Another file that says the same
// is asked about in its place.
func (r *run) leave(all []batch) {
	for _, b := range all {
		for _, i := range b.wanted {
			delete(r.seen, b.chunks[i].Content)
		}
	}
	r.progress.Changed++
	r.tell()
}

// ask asks about a batch, and keeps what comes back. The error ends the run.
func (r *run) ask(ctx context.Context, b batch) error {
	request, paid, err := r.reserve(b)
	if err != nil {
		return err
	}
	before := r.sent()
	reply, failure := r.Model.Complete(ctx, request, func(string) {})
	made, err := r.take(b, cutReply(reply.Text, request.MaxTokens)) // first, since it is paid for
	if err := both(err, r.settle(paid, reply, failure, r.sent()-before)); err != nil {
		return err
	}
	if failure == nil && made == 0 {
		failure = errUnread
	}
	if ctx.Err() == nil { // who ends a request has not asked in vain
		r.miss(len(b.wanted)-made, failure)
	}
	r.tell()
	return cmp.Or(ctx.Err(), r.judge(failure, made))
}

// both is what went wrong of two things, on one line; nil for none of them.
func both(a, b error) error {
	if a == nil || b == nil {
		return cmp.Or(a, b)
	}
	return fmt.Errorf("%w; %w", a, b)
}

var errUnread = errors.New("its reply holds none of the notes that were asked for")

// miss counts the chunks that a request left without notes, and keeps why.
func (r *run) miss(chunks int, failure error) {
	r.progress.Failed += chunks
	if chunks > 0 && failure != nil {
		r.failure, r.progress.Reason = failure, failure.Error()
	}
}

// judge decides whether a run goes on after a request that may have failed.
func (r *run) judge(failure error, made int) error {
	if made > 0 || failure == nil {
		r.faults = 0
		return nil
	}
	if r.isHopeless(failure) {
		return fmt.Errorf("no more notes are made: %w", failure)
	}
	if r.faults++; r.faults == mostFaults {
		return fmt.Errorf("no more notes are made, since %s failed %d times in a row, the last time so: %w", r.Model.Name(), mostFaults, failure)
	}
	return nil
}

// A payment is what was taken out of the budget for a request before it was made, so that
// a program which is killed meanwhile has not spent it unseen.
type payment struct {
	day      string
	cost     Cost
	expected Cost // what somebody was told that it costs
}

// reserve gives the request for a batch, and takes out of what is left of the day what it
// costs at most. Where that is little, the reply may be no longer than it, but there is
// always room for what was expected and for thought: a model that is held to less breaks
// off, and is paid for nothing.
func (r *run) reserve(b batch) (llm.Request, payment, error) {
	request, p := b.request(r.Prompt), payment{day: dayOf(r.now())}
	p.expected = r.priced(b.expected(request))
	if r.Agreed != nil {
		if err := withinAgreed(*r.Agreed, r.likely.plus(p.expected)); err != nil {
			return request, p, err
		}
	}
	amounts, err := r.Store.Spent(p.day)
	if err != nil {
		return request, p, err
	}
	spent, least := costOf(amounts), r.priced(b.least(request))
	if err := r.Limits.allow(spent, least); err != nil {
		return request, p, err
	}
	p.cost = least
	p.cost.Calls = r.Limits.tries(spent)
	p.cost.TokensOut = max(least.TokensOut, r.Limits.room(r.Price, spent, least, int64(request.MaxTokens)))
	p.cost = r.priced(p.cost)
	request.Tries, request.MaxTokens = p.cost.Calls, int(p.cost.TokensOut)
	return request, p, r.Store.Spend(p.day, p.cost.amounts())
}

// settle replaces the cost that was reserved by the one that the request had. tries is how
// often it went out.
func (r *run) settle(p payment, reply llm.Reply, failure error, tries int) error {
	paid, isTold := r.costOf(p, reply, failure, tries)
	paid = r.priced(paid)
	r.progress.Cost = r.progress.plus(paid)
	likely := paid
	if !isTold {
		r.progress.Untold++
		likely = p.likely(paid, reply)
	}
	likely.Calls = min(likely.Calls, 1) // nobody was told of tries
	r.likely = r.likely.plus(r.priced(likely))
	return r.Store.Spend(p.day, paid.minus(p.cost).amounts())
}

// likely is about what a request cost of which the service did not say so: what was
// expected of it, or what its reply shows, or what was counted before it broke off.
func (p payment) likely(paid Cost, reply llm.Reply) Cost {
	paid.TokensOut = max(p.expected.TokensOut, int64(tokensIn(len(reply.Text))), counted(reply.Usage.ReplyTokens))
	return paid
}

// costOf is what a service counted. Where it does not say so, what was reserved stays
// booked: nobody knows what a model has thought, nor how far it came when a reply broke
// off; some services count on the way. What the service refused costs no tokens.
func (r *run) costOf(p payment, reply llm.Reply, failure error, tries int) (c Cost, isTold bool) {
	c = Cost{Calls: tries, TokensIn: counted(reply.Usage.PromptTokens), TokensOut: counted(reply.Usage.ReplyTokens)}
	if r.Sent == nil || failure == nil {
		c.Calls = max(tries, 1)
	}
	if c.Calls == 0 || reply.Text == "" && r.isUnpaid(failure) {
		return c, true
	}
	c.TokensIn = cmp.Or(c.TokensIn, p.cost.TokensIn)
	if isTold = failure == nil && c.TokensOut > 0; !isTold {
		c.TokensOut = max(c.TokensOut, p.cost.TokensOut)
	}
	return c, isTold
}

// mostCounted is how many tokens of one request are believed, many times what any costs.
const mostCounted = 1_000_000

// counted is a number of tokens that a service told, 0 where it told none.
func counted(told int) int64 { return int64(min(max(told, 0), mostCounted)) }

// priced is a cost with what it is in money.
func (w *Writer) priced(c Cost) Cost {
	c.Money = w.Price.of(c)
	return c
}

func (r *run) isHopeless(failure error) bool {
	return failure != nil && r.Hopeless != nil && r.Hopeless(failure)
}

func (r *run) isUnpaid(failure error) bool {
	return failure != nil && r.Unpaid != nil && r.Unpaid(failure)
}

// sent is how many requests have gone out, as far as somebody counts them.
func (r *run) sent() int {
	if r.Sent == nil {
		return 0
	}
	return r.Sent()
}

// take keeps the notes of a reply, which may have been broken off, and gives how many
// chunks have got some.
func (r *run) take(b batch, reply string) (made int, err error) {
	now := time.Now()
	for number, written := range readReply(reply, r.Objects) {
		c, ok := b.chunk(number)
		if !ok {
			continue
		}
		if err := r.shelf.keep(c, written, r.surveyed.texts[c.Content.String()], now); err != nil {
			return made, err
		}
		r.noted[c.Content] = true
		made++
	}
	r.progress.Done += made
	r.progress.Left -= made
	return made, nil
}
