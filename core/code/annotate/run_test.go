package annotate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"docuquest/core/answer"
	"docuquest/core/document/documenttest"
	"docuquest/core/services/llm"
	"docuquest/core/store"
)

// A worker is a clerk that does something with each request first, by which it may fail.
type worker struct {
	clerk
	do func(call int, r llm.Request) (llm.Usage, error)
}

func (w *worker) Complete(ctx context.Context, r llm.Request, tell func(string)) (llm.Reply, error) {
	used, err := w.do(w.calls+1, r)
	reply, _ := w.clerk.Complete(ctx, r, tell)
	if err != nil {
		return llm.Reply{Usage: used}, err
	}
	reply.Usage = used
	return reply, nil
}

// stones are so many files, each with a text of its own.
func stones(many int) map[string]string {
	files := map[string]string{}
	for i := range many {
		files[fmt.Sprintf("%02d.txt", i)] = fmt.Sprintf("Stone %d is green.\n", i)
	}
	return files
}

// writerOf gives a writer of notes by a model into a new folder.
func writerOf(t *testing.T, m llm.Model) (Writer, *store.Notes) {
	s := store.NewNotes(t.TempDir())
	day := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	return Writer{Model: m, Prompt: "{documents}", Store: s, Objects: answer.Objects, Now: func() time.Time { return day }}, s
}

// While one run writes notes, another sends nothing, also where it belongs to another
// program, and says why.
func TestOneRunAtATime(t *testing.T) {
	folder := t.TempDir()
	first, second := &clerk{name: "one"}, &clerk{name: "two"}
	w := Writer{Model: first, Prompt: "{documents}", Store: store.NewNotes(folder), Objects: answer.Objects}
	other := w
	other.Model, other.Store = second, store.NewNotes(folder)
	job := jobOf(stones(1))
	job.Await = func(ctx context.Context) error {
		if _, err := other.Run(ctx, jobOf(stones(1))); !errors.Is(err, ErrBusy) {
			t.Errorf("another run: %v", err)
		}
		return nil
	}
	if _, err := w.Run(t.Context(), job); err != nil || first.calls != 1 || second.calls != 0 {
		t.Errorf("%d and %d requests, %v", first.calls, second.calls, err)
	}
	checkWritten(t, "when it is over", other, stones(1), 1, 2)
}

// A run goes a tenth and a request beyond what was agreed to, and no further; what nobody
// was asked about is not begun.
func TestAgreed(t *testing.T) {
	each := Cost{Calls: 1, TokensIn: 10, TokensOut: replyTokens}
	times := func(n int) *Cost {
		return &Cost{n * each.Calls, int64(n) * each.TokensIn, int64(n) * each.TokensOut, 0}
	}
	for _, c := range []struct {
		name   string
		agreed *Cost
		calls  int
		err    error
	}{
		{"to nothing", &Cost{}, 0, ErrMore},
		{"to two", times(2), 3, ErrMore},
		{"to ten", times(10), 12, ErrMore},
		{"to all", times(20), 20, nil},
		{"to few tokens", &Cost{20, 20, 20 * replyTokens, 0}, 2, ErrMore},
		{"to whatever it takes", nil, 20, nil},
	} {
		m := &worker{do: func(int, llm.Request) (llm.Usage, error) {
			return llm.Usage{PromptTokens: int(each.TokensIn), ReplyTokens: replyTokens}, nil
		}}
		w, _ := writerOf(t, m)
		job := jobOf(stones(20))
		job.Agreed = c.agreed
		if p, err := w.Run(t.Context(), job); p.Calls != c.calls || !errors.Is(err, c.err) || p.Done != c.calls {
			t.Errorf("agreed %s: %+v, %v, want %d calls", c.name, p, err, c.calls)
		}
	}
}

// However much a model writes, a day costs no more than its limits: each request is booked
// at what it may cost before it is made, and replies may be no longer than there is room.
func TestDayHolds(t *testing.T) {
	for name, limits := range map[string]Limits{
		"annotate_tokens": {Tokens: 10_000},
		"annotate_money":  {Money: 6_000},
	} {
		m := &worker{}
		w, s := writerOf(t, m)
		w.Limits, w.Price = limits, Price{In: 500_000, Out: 600_000}
		var told int64
		m.do = func(_ int, r llm.Request) (llm.Usage, error) {
			booked, err := s.Spent("20260301")
			if most := told + requestTokens(r) + int64(r.MaxTokens); err != nil || booked[1]+booked[2] != most {
				t.Errorf("%s: %v are booked, want %d (%v)", name, booked, most, err)
			}
			used := llm.Usage{PromptTokens: int(requestTokens(r)), ReplyTokens: r.MaxTokens}
			told += int64(used.PromptTokens + used.ReplyTokens)
			return used, nil
		}
		p, err := w.Run(t.Context(), jobOf(stones(40)))
		if !errors.Is(err, ErrSpent) || !strings.Contains(err.Error(), name) || p.Calls < 2 {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
		spent := p.TokensIn + p.TokensOut
		if limits.Tokens > 0 && limits.Tokens < spent || limits.Money > 0 && limits.Money < p.Money {
			t.Errorf("%s: it cost %+v", name, p.Cost)
		}
	}
}

// A limit of money without prices is none, which is said before anything is sent.
func TestMoneyNeedsPrices(t *testing.T) {
	for _, c := range []struct {
		price Price
		want  string // the settings that are missing
	}{
		{Price{}, "without model_price_in and model_price_out:"},
		{Price{Out: 1}, "without model_price_in:"},
		{Price{In: 1}, "without model_price_out:"},
		{Price{In: 1, Out: 1}, ""},
	} {
		m := &clerk{name: "one"}
		w, _ := writerOf(t, m)
		w.Price, w.Limits = c.price, Limits{Money: unit}
		_, asked := w.Estimate(t.Context(), jobOf(stones(1)))
		_, ran := w.Run(t.Context(), jobOf(stones(1)))
		for _, err := range []error{asked, ran} {
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%+v gives %v", c.price, err)
			}
		}
		if sent := m.calls > 0; sent != (c.want == "") {
			t.Errorf("%+v: %d requests", c.price, m.calls)
		}
	}
}

// Each time that a request goes out counts, and what a service refuses counts no tokens.
func TestTries(t *testing.T) {
	refusal, sent := errors.New("refused"), 0
	m := &worker{do: func(call int, _ llm.Request) (llm.Usage, error) {
		sent += 2
		if call == 1 {
			return llm.Usage{}, refusal
		}
		return llm.Usage{PromptTokens: 7, ReplyTokens: 5}, nil
	}}
	w, s := writerOf(t, m)
	w.Unpaid = func(err error) bool { return errors.Is(err, refusal) }
	job := jobOf(stones(2))
	job.Sent = func() int { return sent }
	if p, err := w.Run(t.Context(), job); !errors.Is(err, refusal) || p.Cost != (Cost{4, 7, 5, 0}) {
		t.Errorf("%+v, %v", p, err)
	}
	if spent, err := s.Spent("20260301"); err != nil || spent != [4]int64{4, 7, 5, 0} {
		t.Errorf("the account is %v, %v", spent, err)
	}
}

// Requests that fail end a run only where they do so in a row. What they leave is told, with
// the reason, and an error at the end.
func TestFaultsBetween(t *testing.T) {
	fault := errors.New("the service has a cold")
	m := &worker{do: func(call int, _ llm.Request) (llm.Usage, error) {
		if slices.Contains([]int{1, 2, 4, 5, 7}, call) {
			return llm.Usage{}, fault
		}
		return llm.Usage{}, nil
	}}
	w, _ := writerOf(t, m)
	var told []string
	job := jobOf(stones(8))
	job.Notify = func(p Progress) { told = append(told, p.Reason) }
	p, err := w.Run(t.Context(), job)
	if !errors.Is(err, fault) || p.Calls != 8 || p.Done != 3 || p.Failed != 5 || p.Reason != fault.Error() {
		t.Errorf("%+v, %v", p, err)
	}
	if len(told) != 9 || told[0] != "" || told[1] != fault.Error() {
		t.Errorf("told was %q", told)
	}
}

// full is a store on a disk that is full.
type full struct{ *store.Notes }

var errFull = errors.New("no space left on the disk")

func (full) Put(string, []byte) error { return errFull }

// Where notes cannot be kept, nothing is paid for.
func TestNothingKeptNothingSent(t *testing.T) {
	inTheWay := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(inTheWay, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]Store{
		"no folder": store.NewNotes(filepath.Join(inTheWay, "notes")),
		"no room":   full{store.NewNotes(t.TempDir())},
	} {
		m := &clerk{name: "one"}
		w, _ := writerOf(t, m)
		w.Store = s
		_, err := w.Run(t.Context(), jobOf(stones(1)))
		if err == nil || !strings.Contains(err.Error(), "nothing was sent, since notes cannot be kept: ") || m.calls > 0 {
			t.Errorf("%s: %d requests, %v", name, m.calls, err)
		}
	}
}

// An estimate says which limit of the day ends it, with what was spent on that day before.
func TestEstimateNamesLimit(t *testing.T) {
	for _, c := range []struct {
		limits Limits
		want   string
	}{
		{Limits{}, ""},
		{Limits{Calls: 4, Tokens: 5000, Money: 10_000}, ""},
		{Limits{Tokens: 1000}, "1000 tokens (annotate_tokens)"}, // which leave no room for thought
		{Limits{Calls: 3}, "3 calls (annotate_calls)"},
		{Limits{Tokens: 280}, "280 tokens (annotate_tokens)"},
		{Limits{Money: 1}, "0.0000 (annotate_money)"},
	} {
		w, s := writerOf(t, &clerk{name: "one"})
		w.Limits, w.Price = c.limits, Price{In: 1_000_000, Out: 1_000_000}
		if err := s.Spend("20260301", [4]int64{2, 20, 30, 50}); err != nil {
			t.Fatal(err)
		}
		if e, err := w.Estimate(t.Context(), jobOf(stones(2))); err != nil || e.Limit != c.want {
			t.Errorf("%+v: %+v, %v", c.limits, e, err)
		}
	}
}

// A container of very many pieces is shown with the lines of some of them, and the
// others are counted. Its own text stays.
func TestManyHeaders(t *testing.T) {
	var b strings.Builder
	b.WriteString("class Quarry:\n    depth = 3\n")
	for i := range mostNodes - 2 {
		fmt.Fprintf(&b, "\n    def dig_%d(self, spade):\n        return %d\n", i, i)
	}
	o := outlineOf(readers().Parse(documenttest.File("quarry.py", b.String())))
	class := o.batches([]int{1})[0]
	said := class.text()
	shown := strings.Count(said, "def dig_")
	if want := fmt.Sprintf("… %d more", mostNodes-2-shown); !strings.Contains(said, want) || !strings.Contains(said, "depth = 3") || shown < 10 {
		t.Errorf("%d pieces are shown, %q is not said", shown, want)
	}
	if batches := o.batches([]int{1, 2}); len(said) > 2*mostHeaders+longestOwn || len(batches) != 1 {
		t.Errorf("%d bytes, and %d batches with a small piece", len(said), len(batches))
	}
	some := batch{o, []int{1, 990}}
	if said := some.text(); !strings.Contains(said, "return 988") {
		t.Errorf("a piece that is wanted is not shown:\n%s", said)
	}
}
