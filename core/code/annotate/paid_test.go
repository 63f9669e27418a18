package annotate

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"docuquest/core/answer"
	"docuquest/core/document"
	"docuquest/core/services/llm"
	"docuquest/core/store"
)

const someDay = "20260301" // of writerOf

// usesEach is a model whose service tells the same of each request.
func usesEach(u llm.Usage) *worker {
	return &worker{do: func(int, llm.Request) (llm.Usage, error) { return u, nil }}
}

// checkAccount compares the account of the day of writerOf.
func checkAccount(t *testing.T, when string, s *store.Notes, want [4]int64) {
	t.Helper()
	if spent, err := s.Spent(someDay); err != nil || spent != want {
		t.Errorf("%s: the account is %v, want %v (%v)", when, spent, want, err)
	}
}

// What a service counts is booked as far as it makes sense, and where it counts nothing,
// what was reserved is. Nothing that it says makes the day longer than its limits.
func TestToldUsage(t *testing.T) {
	const in, most = 9, thoughtTokens + mostReplyTokens
	for _, c := range []struct {
		name    string
		told    llm.Usage
		in, out int64 // of each request
		untold  int
	}{
		{"all", llm.Usage{PromptTokens: 7, ReplyTokens: 5}, 7, 5, 0},
		{"nothing", llm.Usage{}, in, most, 1},
		{"a negative number", llm.Usage{PromptTokens: -1, ReplyTokens: -1}, in, most, 1},
		{"a large negative number", llm.Usage{PromptTokens: -5000, ReplyTokens: -1 << 62}, in, most, 1},
		{"what was sent alone", llm.Usage{PromptTokens: 7}, 7, most, 1},
		{"what came back alone", llm.Usage{ReplyTokens: 5}, in, 5, 0},
		{"more than there is", llm.Usage{PromptTokens: 1 << 62, ReplyTokens: 1 << 62}, mostCounted, mostCounted, 0},
	} {
		w, s := writerOf(t, usesEach(c.told))
		p, err := w.Run(t.Context(), jobOf(stones(1)))
		if err != nil || p.Cost != (Cost{1, c.in, c.out, 0}) || p.Untold != c.untold {
			t.Errorf("%s: %+v, %v", c.name, p, err)
		}
		checkAccount(t, c.name, s, [4]int64{1, c.in, c.out, 0})

		w, s = writerOf(t, usesEach(c.told))
		w.Limits, w.Price = Limits{Calls: 30, Tokens: 20_000, Money: 10_000}, Price{In: 500_000, Out: 600_000}
		p, err = w.Run(t.Context(), jobOf(stones(40)))
		if !errors.Is(err, ErrSpent) || p.Calls == 0 || p.TokensIn < 0 || p.TokensOut < 0 || p.Money < 0 {
			t.Errorf("%s: %+v, %v", c.name, p, err)
		}
		checkAccount(t, c.name, s, p.amounts())
	}
}

// What was reserved for a request that failed is given back only where it surely cost
// nothing.
func TestUnknownStaysBooked(t *testing.T) {
	late, refusal := errors.New("took too long"), errors.New("refused")
	for _, c := range []struct {
		name    string
		failure error
		told    llm.Usage
		out     int
		want    [4]int64
		untold  int
	}{
		{"it took too long", late, llm.Usage{}, 1, [4]int64{1, 9, thoughtTokens + mostReplyTokens, 0}, 1},
		{"it broke off behind a count", late, llm.Usage{PromptTokens: 7, ReplyTokens: 5}, 1, [4]int64{1, 7, thoughtTokens + mostReplyTokens, 0}, 1},
		{"it was refused", refusal, llm.Usage{}, 1, [4]int64{1, 0, 0, 0}, 0},
		{"it never went out", late, llm.Usage{}, 0, [4]int64{}, 0},
	} {
		sent := 0
		m := &worker{do: func(int, llm.Request) (llm.Usage, error) {
			sent += c.out
			return c.told, c.failure
		}}
		w, s := writerOf(t, m)
		w.Unpaid = func(err error) bool { return errors.Is(err, refusal) }
		job := jobOf(stones(1))
		job.Sent = func() int { return sent }
		if p, err := w.Run(t.Context(), job); !errors.Is(err, c.failure) || p.Untold != c.untold {
			t.Errorf("%s: %+v, %v", c.name, p, err)
		}
		checkAccount(t, c.name, s, c.want)
	}
}

// A request that is tried again counts each time, and goes out no more often than the day
// allows.
func TestTriesWithinLimit(t *testing.T) {
	for calls, want := range map[int]string{1: "[1]", 3: "[3]", 4: "[3 1]", 5: "[3 2]", 0: "[3 3 3]"} {
		var tries []int
		sent := 0
		m := &worker{do: func(_ int, r llm.Request) (llm.Usage, error) {
			tries, sent = append(tries, r.Tries), sent+r.Tries
			return llm.Usage{PromptTokens: 7, ReplyTokens: 5}, nil
		}}
		w, s := writerOf(t, m)
		w.Limits = Limits{Calls: calls}
		job := jobOf(stones(3))
		job.Sent = func() int { return sent }
		p, err := w.Run(t.Context(), job)
		if errors.Is(err, ErrSpent) != (calls > 0) || fmt.Sprint(tries) != want || p.Calls != sent || calls > 0 && sent != calls {
			t.Errorf("%d calls: the requests went out %d times, want %s; %+v, %v", calls, tries, want, p, err)
		}
		checkAccount(t, fmt.Sprint(calls, " calls"), s, [4]int64{int64(sent), int64(7 * len(tries)), int64(5 * len(tries)), 0})
	}
}

// A limit is reached where there is no room for thought any more, and not where a reply
// breaks off. One that leaves no room on any day is said to be too low.
func TestRoomForThought(t *testing.T) {
	const least = thoughtTokens + replyTokens + 9
	for _, c := range []struct {
		tokens int64
		calls  int
		want   string
	}{
		{least - 1, 0, "is lower than what one may cost; set a higher one"},
		{least, 1, "another day goes on"},
		{2*least - 1, 1, "another day goes on"},
		{2 * least, 1, "another day goes on"}, // the first may have all that it wants
		{3 * least, 2, "another day goes on"},
	} {
		m := &worker{}
		m.do = func(_ int, r llm.Request) (llm.Usage, error) {
			if r.MaxTokens < thoughtTokens+replyTokens {
				t.Errorf("of %d tokens a reply may have %d", c.tokens, r.MaxTokens)
			}
			return llm.Usage{PromptTokens: int(requestTokens(r)), ReplyTokens: r.MaxTokens}, nil
		}
		w, _ := writerOf(t, m)
		w.Limits = Limits{Tokens: c.tokens}
		p, err := w.Run(t.Context(), jobOf(stones(9)))
		if !errors.Is(err, ErrSpent) || !strings.Contains(err.Error(), c.want) || p.Calls != c.calls || p.Failed > 0 || p.TokensIn+p.TokensOut > c.tokens {
			t.Errorf("%d tokens: %+v, %v", c.tokens, p, err)
		}
	}
}

// Whoever agreed to a price was told how much more a single request can cost.
func TestAgreedToLargest(t *testing.T) {
	m := &worker{}
	m.do = func(_ int, r llm.Request) (llm.Usage, error) {
		return llm.Usage{PromptTokens: int(requestTokens(r)), ReplyTokens: r.MaxTokens}, nil
	}
	w, _ := writerOf(t, m)
	w.Price = Price{In: 500_000, Out: 600_000}
	files := stones(3)
	files["many.md"] = "# Jade\n\nGreen.\n\n# Ruby\n\nRed.\n"
	e, err := w.Estimate(t.Context(), jobOf(files))
	if err != nil {
		t.Fatal(err)
	}
	job := jobOf(files)
	job.Agreed = &e.Cost
	p, err := w.Run(t.Context(), job)
	if !errors.Is(err, ErrMore) || p.Calls != 1 || p.TokensOut > e.Largest.TokensOut || p.Money > e.Largest.Money {
		t.Errorf("%+v, %v", p, err)
	}
	if want := int64(thoughtTokens + 3*mostReplyTokens); e.Largest.TokensOut != want || e.Largest.Money != w.Price.of(e.Largest) || e.Largest.TokensIn >= e.TokensIn {
		t.Errorf("the largest is %+v, want %d tokens", e.Largest, want)
	}
}

// A service that does not say what its replies cost, and a request that goes out twice, end
// no run that somebody agreed to: what they may have cost at most is booked all the same.
func TestAgreedToTheUntold(t *testing.T) {
	sent := 0
	m := &worker{do: func(int, llm.Request) (llm.Usage, error) {
		sent += 2
		return llm.Usage{}, nil
	}}
	w, s := writerOf(t, m)
	e, err := w.Estimate(t.Context(), jobOf(stones(20)))
	if err != nil {
		t.Fatal(err)
	}
	job := jobOf(stones(20))
	job.Agreed, job.Sent = &e.Cost, func() int { return sent }
	p, err := w.Run(t.Context(), job)
	if err != nil || p.Left != 0 || p.Untold != 20 {
		t.Errorf("%+v, %v", p, err)
	}
	checkAccount(t, "of the day", s, [4]int64{40, e.TokensIn, 20 * (thoughtTokens + mostReplyTokens), 0})
}

// A request that fails now and then ends no run that somebody agreed to either.
func TestAgreedToFailures(t *testing.T) {
	calls := 0
	m := &worker{do: func(int, llm.Request) (llm.Usage, error) {
		if calls++; calls%5 == 3 {
			return llm.Usage{}, errors.New("bad gateway")
		}
		return llm.Usage{PromptTokens: 7, ReplyTokens: 5}, nil
	}}
	w, _ := writerOf(t, m)
	e, err := w.Estimate(t.Context(), jobOf(stones(20)))
	if err != nil {
		t.Fatal(err)
	}
	job := jobOf(stones(20))
	job.Agreed = &e.Cost
	if p, err := w.Run(t.Context(), job); errors.Is(err, ErrMore) || p.Calls != 20 || p.Left != 4 {
		t.Errorf("%+v, %v", p, err)
	}
}

// A hiccup is a store whose account cannot be written at one of the times, counted from 1,
// nor, where it is broken, any record but the first, by which it is tried.
type hiccup struct {
	*store.Notes
	at, times int
	broken    bool
	tried     bool
}

func (h *hiccup) Put(key string, record []byte) error {
	if h.broken && h.tried {
		return errFull
	}
	h.tried = true
	return h.Notes.Put(key, record)
}

var errHiccup = errors.New("the disk has a hiccup")

func (h *hiccup) Spend(day string, amounts [4]int64) error {
	if h.times++; h.times == h.at {
		return errHiccup
	}
	return h.Notes.Spend(day, amounts)
}

// What was paid for is kept although the account cannot be written, which ends the run;
// where it cannot be written before, nothing is sent.
func TestPaidIsKept(t *testing.T) {
	for at, want := range map[int]struct{ calls, kept int }{1: {0, 0}, 2: {1, 1}, 4: {2, 2}} {
		m := &clerk{name: "one"}
		w, s := writerOf(t, m)
		w.Store = &hiccup{Notes: s, at: at}
		p, err := w.Run(t.Context(), jobOf(stones(3)))
		if !errors.Is(err, errHiccup) || m.calls != want.calls || p.Calls != want.calls || p.Done != want.kept {
			t.Errorf("at %d: %d requests, %+v, %v", at, m.calls, p, err)
		}
		if kept := List(s, everywhere); len(kept) != want.kept {
			t.Errorf("at %d: notes of %d texts are kept, want %d", at, len(kept), want.kept)
		}
	}
	w, s := writerOf(t, &clerk{name: "one"})
	w.Store = &hiccup{Notes: s, at: 2, broken: true}
	_, err := w.Run(t.Context(), jobOf(stones(1)))
	if !errors.Is(err, errHiccup) || !errors.Is(err, errFull) || strings.Contains(err.Error(), "\n") {
		t.Errorf("where nothing can be written: %v", err)
	}
}

// What a request can cost at most is booked when the program ends in the middle of it, and
// the next one holds to what is left.
func TestKilledInRequest(t *testing.T) {
	folder := t.TempDir()
	m := &worker{do: func(int, llm.Request) (llm.Usage, error) {
		runtime.Goexit() // nothing of the run comes after it
		return llm.Usage{}, nil
	}}
	w, _ := writerOf(t, m)
	w.Store, w.Limits = store.NewNotes(folder), Limits{Tokens: 2 * thoughtTokens}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		p, err := w.Run(t.Context(), jobOf(stones(2)))
		t.Errorf("the run came to its end: %+v, %v", p, err)
	}()
	<-ended

	s, next := store.NewNotes(folder), &clerk{name: "one"}
	booked := [4]int64{mostTries, 9, thoughtTokens + mostReplyTokens, 0}
	checkAccount(t, "killed", s, booked)
	again := Writer{Model: next, Prompt: w.Prompt, Store: s, Objects: answer.Objects, Now: w.Now, Limits: w.Limits}
	if _, err := again.Run(t.Context(), jobOf(stones(2))); !errors.Is(err, ErrSpent) || next.calls != 0 {
		t.Errorf("%d requests, %v", next.calls, err)
	}
	checkAccount(t, "after it", s, booked)
}

// What comes while a run is under way is counted, too.
func TestFilesComeDuringRun(t *testing.T) {
	w, _ := writerOf(t, &clerk{name: "one"})
	if _, err := w.Run(t.Context(), jobOf(map[string]string{"04.txt": "Stone 4 is green.\n"})); err != nil {
		t.Fatal(err)
	}
	walks, least := 0, 0
	job := jobOf(nil)
	job.Files = func(yield func(*document.Document) bool) {
		walks++
		documents(stones(map[int]int{1: 2, 2: 5}[walks]))(yield)
	}
	job.Gone = nil
	job.Notify = func(p Progress) { least = min(least, p.Left) }
	p, err := w.Run(t.Context(), job)
	if err != nil || p.Files != 5 || p.Chunks != 5 || p.Done != 5 || p.Left != 0 || least < 0 || p.Calls != 4 {
		t.Errorf("%+v, %v; %d were left", p, err, least)
	}
}

// A reply is read as far as one may go that was asked for.
func TestLongReply(t *testing.T) {
	for _, c := range []struct {
		tokens, before int
		want           string
	}{
		{100, 700, "1 summaries: Adds."},
		{100, 790, ""},
	} {
		reply := strings.Repeat("[", c.before) + `{"chunk": 1, "summary": "Adds."}`
		if got := describeReply(readReply(cutReply(reply, c.tokens), answer.Objects)); got != c.want {
			t.Errorf("behind %d bytes, of %d tokens: %q, want %q", c.before, c.tokens, got, c.want)
		}
	}
}
