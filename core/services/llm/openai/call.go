package openai

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"

	sdk "github.com/sashabaranov/go-openai"

	"docuquest/core/services/llm"
	"docuquest/core/services/outside"
	"docuquest/core/services/outside/mask"
)

// call is one request to the service. It is the HTTP client that the library
// is given for it, and notices in the reply what the library overlooks. The library
// uses it from the goroutine of Complete alone.
type call struct {
	outside.Call
	most int  // bytes of text that a reply may have
	done bool // the service has sent the end of its stream

	restorer *mask.Restorer // puts the secrets of the request back into the reply
}

// Do sends the request of the library.
func (c *call) Do(req *http.Request) (*http.Response, error) {
	res, err := c.Send(req)
	if err != nil {
		return nil, err
	}
	if req.Header.Get("Accept") == "text/event-stream" {
		res.Body = &watched{call: c, body: res.Body, lines: bufio.NewReader(res.Body)}
		return res, nil
	}
	return res, c.Inspect(res)
}

// whole asks for a reply in one piece.
func (c *call) whole(ctx context.Context, client *sdk.Client, q sdk.ChatCompletionRequest) (llm.Reply, error) {
	res, err := client.CreateChatCompletion(ctx, q)
	if err != nil {
		return llm.Reply{}, c.Explain(err)
	}
	a := answer{call: c, stream: func(string) {}}
	a.reply.Usage = usage(&res.Usage)
	for _, choice := range res.Choices[:min(len(res.Choices), 1)] {
		a.refusal = choice.Message.Refusal
		a.reply.FinishReason = string(choice.FinishReason)
		if err := a.add(choice.Message.Content); err != nil {
			return a.partial(), err
		}
	}
	c.done = true
	return a.end()
}

// streamed asks for a reply in pieces.
func (c *call) streamed(ctx context.Context, client *sdk.Client, q sdk.ChatCompletionRequest, stream func(string)) (llm.Reply, error) {
	events, err := client.CreateChatCompletionStream(ctx, q)
	if err != nil {
		return llm.Reply{}, c.Explain(err)
	}
	defer events.Close()
	a := answer{call: c, stream: stream}
	for {
		event, err := events.Recv()
		if err == io.EOF {
			return a.end()
		}
		if err != nil {
			return a.partial(), c.Explain(err)
		}
		if event.Usage != nil {
			a.reply.Usage = usage(event.Usage)
		}
		for _, choice := range event.Choices {
			if choice.Index != 0 {
				continue // only the first of several counts
			}
			a.refusal += choice.Delta.Refusal
			a.reply.FinishReason = cmp.Or(string(choice.FinishReason), a.reply.FinishReason)
			if err := a.add(choice.Delta.Content); err != nil {
				return a.partial(), err
			}
		}
	}
}

// answer puts the pieces of a reply together.
type answer struct {
	call    *call
	stream  func(delta string)
	text    strings.Builder
	refusal string // the words of a model that declines
	reply   llm.Reply
}

// add takes a piece of the text.
func (a *answer) add(delta string) error {
	delta = a.call.restorer.Next(delta)
	if a.text.Len()+len(delta) > a.call.most {
		return a.call.Failed(outside.TooLarge, errors.New("the reply has more text than is allowed"))
	}
	a.pass(delta)
	return nil
}

// pass hands a piece on.
func (a *answer) pass(delta string) {
	if delta != "" {
		a.text.WriteString(delta)
		a.stream(delta)
	}
}

// partial returns the reply as far as it came.
func (a *answer) partial() llm.Reply {
	a.pass(a.call.restorer.Rest())
	a.reply.Text = a.text.String()
	return a.reply
}

// end judges the reply when nothing more comes of it.
func (a *answer) end() (llm.Reply, error) {
	reply := a.partial()
	blank := strings.TrimSpace(reply.Text) == ""
	switch {
	case reply.FinishReason == "error":
		return reply, a.call.Failed(outside.BadReply, errors.New("the model ended with an error that the service does not name"))
	case !a.call.done && reply.FinishReason == "":
		return reply, a.call.Failed(outside.Interrupted, llm.ErrCut)
	case blank && a.refusal != "":
		return reply, a.call.Failed(outside.BadReply, errors.New("the model declined: "+a.refusal))
	case blank:
		return reply, a.call.Failed(outside.BadReply, llm.ErrEmpty)
	}
	return reply, nil
}

// watched reads the lines of data of a stream, and ends it with an error where
// one of them is an error. The library would wait for the next line first,
// knows only one form of them, and takes "error": null for an error too.
type watched struct {
	call  *call
	body  io.Closer
	lines *bufio.Reader
	rest  []byte // of the line that is being handed out
	err   error  // after rest
}

// Read implements io.Reader.
func (w *watched) Read(p []byte) (int, error) {
	if len(w.rest) == 0 && w.err == nil {
		w.rest, w.err = w.lines.ReadBytes('\n')
		data := bytes.TrimSpace(bytes.TrimPrefix(w.rest, []byte("data:")))
		if string(data) == "[DONE]" {
			w.call.done = true
		}
		if fault := w.call.Fault(data); fault != nil {
			w.rest, w.err = nil, fault
		} else if rest, ok := bytes.CutPrefix(data, []byte(`{"error":`)); ok {
			// A space is enough to get it past the library.
			w.rest = slices.Concat([]byte(`data: { "error":`), rest, []byte("\n"))
		}
	}
	if len(w.rest) == 0 {
		return 0, w.err
	}
	n := copy(p, w.rest)
	w.rest = w.rest[n:]
	return n, nil
}

// Close closes the body of the reply.
func (w *watched) Close() error { return w.body.Close() }

// usage returns what a service has counted. Some leave what a model thinks out of the tokens of
// the reply and have it in the sum alone.
func usage(u *sdk.Usage) llm.Usage {
	counted := llm.Usage{PromptTokens: u.PromptTokens, ReplyTokens: u.CompletionTokens}
	if u.PromptTokens > 0 {
		counted.ReplyTokens = max(counted.ReplyTokens, u.TotalTokens-u.PromptTokens)
	}
	return counted
}
