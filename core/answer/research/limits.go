package research

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"docuquest/core/language/text"
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

// A meter counts what a question costs.
type meter struct {
	Limits
	end    time.Time
	calls  int
	tokens int
}

func newMeter(l Limits) *meter {
	l.Rounds = min(cmp.Or(max(l.Rounds, 0), DefaultRounds), MaxRounds)
	l.Calls = cmp.Or(max(l.Calls, 0), DefaultCalls)
	l.Tokens = cmp.Or(max(l.Tokens, 0), DefaultTokens)
	l.Time = cmp.Or(max(l.Time, 0), DefaultTime)
	return &meter{Limits: l, end: time.Now().Add(l.Time)}
}

// errSpent wraps the limit that keeps the model from being asked.
var errSpent = errors.New("not asked")

// bytesPerToken is about what vocabularies make of English text.
const bytesPerToken = 4

// ask puts one request to a model, if the limits allow it, and not beyond their time.
func (m *meter) ask(ctx context.Context, model llm.Model, r llm.Request) (string, error) {
	switch {
	case m.Calls <= m.calls:
		return "", fmt.Errorf("%w: the limit of %s is reached", errSpent, text.Counted(m.Calls, "call"))
	case m.Tokens <= m.tokens:
		return "", fmt.Errorf("%w: the limit of %s is reached", errSpent, text.Counted(m.Tokens, "token"))
	}
	m.calls++
	ctx, cancel := context.WithDeadline(ctx, m.end)
	defer cancel()
	reply, err := model.Complete(ctx, r, func(string) {})
	used := reply.Usage.PromptTokens + reply.Usage.ReplyTokens
	if used <= 0 { // the service does not count them
		used = len(reply.Text)
		for _, message := range r.Messages {
			used += len(message.Text)
		}
		used /= bytesPerToken
	}
	m.tokens += used
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() != nil {
		err = fmt.Errorf("no reply came within the limit of %s", m.Time)
	}
	return reply.Text, err
}
