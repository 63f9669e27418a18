package research

import (
	"context"
	"errors"
	"fmt"
	"time"

	"docuquest/core/services/llm"
)

// Limits bound what one question may cost. A field that is 0 has its default.
type Limits struct {
	Rounds int           // of searches, 1 to MaxRounds
	Calls  int           // of the model, for planning and reflecting; what it writes is not counted
	Tokens int           // that these calls send and bring, as the service counts them or as estimated
	Time   time.Duration // of the searches and these calls together; evidence that was found by then is used
}

// The defaults of Limits, and the most rounds there may be.
const (
	DefaultRounds = 2
	DefaultCalls  = 8
	DefaultTokens = 60_000
	DefaultTime   = time.Minute
	MaxRounds     = 10
)

// filled are the limits with the defaults.
func (l Limits) filled() Limits {
	d := Limits{DefaultRounds, DefaultCalls, DefaultTokens, DefaultTime}
	if l.Rounds > 0 {
		d.Rounds = min(l.Rounds, MaxRounds)
	}
	if l.Calls > 0 {
		d.Calls = l.Calls
	}
	if l.Tokens > 0 {
		d.Tokens = l.Tokens
	}
	if l.Time > 0 {
		d.Time = l.Time
	}
	return d
}

// A meter counts what a question costs.
type meter struct {
	Limits
	end    time.Time
	calls  int
	tokens int
}

func newMeter(l Limits) *meter {
	l = l.filled()
	return &meter{Limits: l, end: time.Now().Add(l.Time)}
}

// spent names the limit that is reached after so many rounds, "" for none.
func (m *meter) spent(rounds int) string {
	switch {
	case m.Rounds <= rounds:
		return "the limit of " + plural(m.Rounds, "round")
	case !time.Now().Before(m.end):
		return fmt.Sprintf("the limit of %s", m.Time)
	}
	return ""
}

// errSpent wraps the limit that keeps the model from being asked.
var errSpent = errors.New("not asked")

// ask puts one request to a model, if the limits allow it, and not beyond their time.
func (m *meter) ask(ctx context.Context, model llm.Model, r llm.Request) (string, error) {
	switch {
	case m.Calls <= m.calls:
		return "", fmt.Errorf("%w: the limit of %s is reached", errSpent, plural(m.Calls, "call"))
	case m.Tokens <= m.tokens:
		return "", fmt.Errorf("%w: the limit of %s is reached", errSpent, plural(m.Tokens, "token"))
	}
	m.calls++
	ctx, cancel := context.WithDeadline(ctx, m.end)
	defer cancel()
	reply, err := model.Complete(ctx, r, func(string) {})
	m.tokens += tokensOf(r, reply)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() != nil {
		err = fmt.Errorf("no reply came within the limit of %s", m.Time)
	}
	return reply.Text, err
}

// bytesPerToken is about what vocabularies make of English text.
const bytesPerToken = 4

// tokensOf is what a service counted, or an estimate where it does not say.
func tokensOf(r llm.Request, reply llm.Reply) int {
	if n := reply.Usage.PromptTokens + reply.Usage.ReplyTokens; n > 0 {
		return n
	}
	size := len(reply.Text)
	for _, m := range r.Messages {
		size += len(m.Text)
	}
	return size / bytesPerToken
}

// plural counts: "1 round", "2 rounds", "3 queries". The plural is made with an s where it
// is not given.
func plural(n int, one string, many ...string) string {
	switch {
	case n == 1:
		return "1 " + one
	case many != nil:
		return fmt.Sprintf("%d %s", n, many[0])
	}
	return fmt.Sprintf("%d %ss", n, one)
}
