package annotate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"docuquest/core/code/notes"
	"docuquest/core/file"
	"docuquest/core/services/llm"
)

const (
	// mostFaults is how many requests in a row may fail: a service that has failed so often,
	// each time tried again by its client, does not recover while somebody waits.
	mostFaults = 3
	// mostCounted is how many tokens of one request are believed, many times what any costs.
	mostCounted = 1_000_000
)

var errUnread = errors.New("its reply holds none of the notes that were asked for")

// A run is one call of Run after its survey.
type run struct {
	*Writer
	Job
	written  *ModelNotes
	surveyed *survey            // what the progress counts
	seen     map[file.Hash]bool // that are asked about, or have notes
	noted    map[file.Hash]bool // that got notes
	progress Progress
	likely   Cost  // of this run, to be compared with what was agreed to
	faults   int   // requests that failed in a row
	failure  error // of the last request that left something because it failed
}

func (r *run) notify() {
	if r.Notify != nil {
		r.Notify(r.progress)
	}
}

// write has the notes of all files written.
func (r *run) write(ctx context.Context) error {
	for d := range r.Files {
		o := outlineOf(d)
		if o != nil && isWhole(d) {
			r.count(o)
			err := r.askAll(ctx, o.batches(r.written.missing(o, r.seen, nil)))
			// Some notes may have come with another file with the same text.
			if r.Noted != nil && slices.ContainsFunc(o.chunks, func(c notes.Chunk) bool { return r.noted[c.Content] }) {
				r.Noted(d.URI)
			}
			if err != nil {
				return err
			}
		}
		if err := ctx.Err(); err != nil {
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

// count counts what has come to a file since the survey.
func (r *run) count(o *outline) {
	if _, read := r.surveyed.judge.read[o.doc.URI]; !read {
		r.surveyed.judge.read[o.doc.URI] = o.doc.Hash
		r.progress.Files++
	}
	for _, c := range o.chunks {
		if r.surveyed.chunks[c.Content] {
			continue
		}
		r.surveyed.chunks[c.Content] = true
		r.progress.Chunks++
		if _, ok := r.written.get(c.Content); ok {
			r.progress.Done++
		} else {
			r.progress.Left++
		}
	}
}

// askAll asks about the batches of one file, as long as that is as it was read:
// somebody who has it wait may remove from the file what should not be sent.
func (r *run) askAll(ctx context.Context, all []batch) error {
	for i, b := range all {
		if r.Await != nil {
			if err := r.Await(ctx); err != nil {
				return err
			}
		}
		if r.Still != nil && !r.Still(b.doc.Identity) {
			if err := ctx.Err(); err != nil { // so that nobody could find out
				return err
			}
			// Another file with the same text is asked about in its place.
			for _, b := range all[i:] {
				for _, n := range b.wanted {
					delete(r.seen, b.chunks[n].Content)
				}
			}
			r.progress.Changed++
			r.notify()
			return nil
		}
		if err := r.ask(ctx, b); err != nil {
			return err
		}
	}
	return nil
}

// ask asks about a batch, and keeps what comes back. The error ends the run.
func (r *run) ask(ctx context.Context, b batch) error {
	request, paid, err := r.reserve(b)
	if err != nil {
		return err
	}
	before := r.sent()
	reply, failure := r.Model.Complete(ctx, request, func(string) {})
	made, err := r.keep(b, cutReply(reply.Text, request.MaxTokens)) // first, since it is paid for
	if recorded := r.recordCost(paid, reply, failure, r.sent()-before); err != nil && recorded != nil {
		err = fmt.Errorf("%w; %w", err, recorded)
	} else {
		err = cmp.Or(err, recorded)
	}
	if err != nil {
		return err
	}
	if failure == nil && made == 0 {
		failure = errUnread
	}
	if missed := len(b.wanted) - made; ctx.Err() == nil { // a request that was ended is no failure
		r.progress.Failed += missed
		if missed > 0 && failure != nil {
			r.failure, r.progress.Reason = failure, failure.Error()
		}
	}
	r.notify()
	if err := ctx.Err(); err != nil {
		return err
	}
	if made > 0 || failure == nil {
		r.faults = 0
		return nil
	}
	if r.Hopeless != nil && r.Hopeless(failure) {
		return fmt.Errorf("no more notes are made: %w", failure)
	}
	if r.faults++; r.faults == mostFaults {
		return fmt.Errorf("no more notes are made, since %s failed %d times in a row, the last time so: %w", r.Model.Name(), mostFaults, failure)
	}
	return nil
}

// sent is how many requests have gone out, as far as somebody counts them.
func (r *run) sent() int {
	if r.Sent == nil {
		return 0
	}
	return r.Sent()
}

// A payment is what was taken out of the budget for a request before it was made, so that
// a program that is killed meanwhile has not spent it unseen.
type payment struct {
	day      string
	cost     Cost
	expected Cost // what the user agreed to
}

// reserve makes the request for a batch, and takes out of what is left of the day what it
// costs at most. Where that is little, the reply may be no longer than it, but there is
// always room for what was expected and for thought: a model with less breaks
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
	spent, least := costOf(amounts), r.priced(b.expected(request).plus(Cost{TokensOut: thoughtTokens}))
	if limit := r.Limits.reached(least); limit != "" { // on no day
		return request, p, fmt.Errorf("%w: the limit of %s is lower than what one may cost; set a higher one", ErrSpent, limit)
	}
	if limit := r.Limits.reached(spent.plus(least)); limit != "" {
		return request, p, fmt.Errorf("%w: the limit of %s; another day goes on, or a higher limit", ErrSpent, limit)
	}
	p.cost = least
	p.cost.Calls = mostTries
	if r.Limits.Calls > 0 {
		p.cost.Calls = min(mostTries, r.Limits.Calls-spent.Calls)
	}
	p.cost.TokensOut = max(least.TokensOut, r.Limits.room(r.Price, spent, least, int64(request.MaxTokens)))
	p.cost = r.priced(p.cost)
	request.Tries, request.MaxTokens = p.cost.Calls, int(p.cost.TokensOut)
	return request, p, r.Store.Spend(p.day, p.cost.amounts())
}

// recordCost replaces the cost that was reserved by the one that the service counted. tries is how
// often the request went out. Where the service counts nothing, what was reserved stays recorded:
// nobody knows what a model has thought, nor how far it came when a reply broke
// off; some services count on the way. What the service refused costs no tokens.
func (r *run) recordCost(p payment, reply llm.Reply, failure error, tries int) error {
	counted := func(tokens int) int64 { return int64(min(max(tokens, 0), mostCounted)) }
	paid := Cost{Calls: tries, TokensIn: counted(reply.Usage.PromptTokens), TokensOut: counted(reply.Usage.ReplyTokens)}
	if r.Sent == nil || failure == nil {
		paid.Calls = max(tries, 1)
	}
	isUnpaid := paid.Calls == 0 || reply.Text == "" && failure != nil && r.Unpaid != nil && r.Unpaid(failure)
	isCounted := isUnpaid || failure == nil && paid.TokensOut > 0
	if !isUnpaid {
		paid.TokensIn = cmp.Or(paid.TokensIn, p.cost.TokensIn)
	}
	if !isCounted {
		paid.TokensOut = max(paid.TokensOut, p.cost.TokensOut)
	}
	paid = r.priced(paid)
	r.progress.Cost = r.progress.plus(paid)
	likely := paid
	if !isCounted { // what was expected, or what the reply shows, or what was counted before it broke off
		r.progress.Untold++
		likely.TokensOut = max(p.expected.TokensOut, int64(tokensIn(len(reply.Text))), counted(reply.Usage.ReplyTokens))
	}
	likely.Calls = min(likely.Calls, 1) // the user agreed to requests, not to tries
	r.likely = r.likely.plus(r.priced(likely))
	difference := paid.plus(Cost{-p.cost.Calls, -p.cost.TokensIn, -p.cost.TokensOut, -p.cost.Money})
	return r.Store.Spend(p.day, difference.amounts())
}

// priced is a cost with what it is in money.
func (w *Writer) priced(c Cost) Cost {
	c.Money = w.Price.of(c)
	return c
}

// keep keeps the notes of a reply, which may have been broken off, and returns how many
// chunks have got some.
func (r *run) keep(b batch, reply string) (made int, err error) {
	now := time.Now()
	for number, written := range readReply(reply, r.Objects) {
		if number < 1 || len(b.wanted) < number {
			continue
		}
		c := b.chunks[b.wanted[number-1]]
		if err := r.written.keep(c, written, r.surveyed.texts[c.Content.String()], now); err != nil {
			return made, err
		}
		r.noted[c.Content] = true
		made++
	}
	r.progress.Done += made
	r.progress.Left -= made
	return made, nil
}
