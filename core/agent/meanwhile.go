package agent

import (
	"cmp"
	"context"
	"sync"
	"time"

	"docuquest/core/answer"
	"docuquest/core/answer/replies"
)

// modelPatience is how long a person waits for a model before the text answers, unless the
// options have another time.
const modelPatience = 10 * time.Second

// meanwhile has the text answer in a Stage where the model that was asked has proven nothing
// after some time. The question is still on its way then. It ends with done, after which
// no stage is reported any more.
func (a *asking) meanwhile(ctx context.Context) (done func()) {
	writer, err := a.writer(a.question, a.mode(a.question.Retrieval))
	if _, generates := writer.(answer.Generative); a.progress == nil || err != nil || !generates {
		return func() {} // the classic answer is the model's alone
	}
	text := *a // as long as nothing was done for it
	text.question.Writer, text.question.Rounds, text.progress = replies.Extractive, 0, nil

	var mu sync.Mutex // guards replied, and has one stage reported after the other
	replied := false
	report := a.progress
	a.progress = func(s Stage) {
		mu.Lock()
		defer mu.Unlock()
		replied = replied || s.Proven != ""
		report(s)
	}
	ctx, end := context.WithCancel(ctx)
	var working sync.WaitGroup
	working.Go(func() {
		wait := time.NewTimer(cmp.Or(a.options.ModelPatience, modelPatience))
		defer wait.Stop()
		select {
		case <-ctx.Done():
			return
		case <-wait.C:
		}
		reply, err := text.run(ctx)
		mu.Lock()
		defer mu.Unlock()
		if err == nil && ctx.Err() == nil && !replied && !reply.Refused {
			report(Stage{Name: "write", Message: "Waiting for the model", Meanwhile: reply})
		}
	})
	return func() {
		end()
		working.Wait()
	}
}
