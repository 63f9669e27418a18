package llmtest

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// Act is what a server does about one request.
type Act func(x *Exchange)

// Exchange is a request and the means to reply to it.
type Exchange struct {
	*Received
	ctx context.Context // ends when the client is gone or the test is over
	w   http.ResponseWriter
}

// Reply is an act that replies well: with a text, in one piece or word by word
// as the client asked for.
func Reply(text string) Act { return ReplyPieces(words(text)...) }

// ReplyPieces replies with the pieces of a text, each in an event of its own
// if the client asked for a stream.
func ReplyPieces(pieces ...string) Act {
	return func(x *Exchange) {
		if !x.Stream {
			x.sendJSON(x.completion(strings.Join(pieces, "")))
			return
		}
		x.begin(pieces...)
		x.event(delta("", "stop"))
		if x.Counted {
			x.data(string(x.counts(strings.Join(pieces, ""))))
		}
		x.data("[DONE]")
	}
}

// ReplyBytewise replies with a text, sending each byte of the body by itself.
func ReplyBytewise(text string) Act {
	return func(x *Exchange) {
		x.w = bytewise{x.w}
		Reply(text)(x)
	}
}

// After waits for the gate before it sends even the header of a reply.
func After(gate *Gate, act Act) Act {
	return func(x *Exchange) {
		if gate.wait(x.ctx) == nil {
			act(x)
		}
	}
}

// Hang streams a text, then waits for the gate, then streams the rest. If the
// client did not ask for a stream, it waits after half of the body.
func Hang(text string, gate *Gate, rest string) Act {
	return func(x *Exchange) {
		if !x.Stream {
			body := x.completion(text + rest)
			x.header(200, "application/json")
			x.write(body[:len(body)/2])
			if gate.wait(x.ctx) == nil {
				x.write(body[len(body)/2:])
			}
			return
		}
		x.begin(text)
		if gate.wait(x.ctx) == nil {
			x.event(delta(rest, "stop"))
			x.data("[DONE]")
		}
	}
}

// KeepAlive streams a number of comments before the text, as services do while
// a model has not begun.
func KeepAlive(comments int, text string) Act {
	return func(x *Exchange) {
		x.header(200, "text/event-stream")
		x.write(bytes.Repeat([]byte(": PROCESSING\n\n"), comments))
		Reply(text)(x)
	}
}

// Then plays one act after the other in one reply.
func Then(acts ...Act) Act {
	return func(x *Exchange) {
		for _, act := range acts {
			act(x)
		}
	}
}

// OnlyComments streams comments until the client is gone, as a service does whose model
// hangs.
func OnlyComments() Act {
	return func(x *Exchange) {
		x.header(200, "text/event-stream")
		for x.ctx.Err() == nil {
			x.write([]byte(": PROCESSING\n\n"))
		}
	}
}

// Status replies with a status and a message in the form of an OpenAI error.
func Status(status int, message string) Act {
	body, _ := json.Marshal(map[string]any{"error": map[string]any{"message": message, "type": "error", "code": status}})
	return Raw(status, "application/json", string(body))
}

// RateLimit replies with the status 429 and a header Retry-After.
func RateLimit(retryAfter string) Act {
	return func(x *Exchange) {
		x.w.Header().Set("Retry-After", retryAfter)
		Status(429, "too many requests")(x)
	}
}

// Redirect replies with a status from 301 to 308 and an address.
func Redirect(status int, address string) Act {
	return func(x *Exchange) {
		x.w.Header().Set("Location", address)
		x.header(status, "text/plain")
	}
}

// Raw replies with a body as it is: JSON that is none, bytes that are not
// UTF-8, another format than was asked for.
func Raw(status int, contentType, body string) Act {
	return func(x *Exchange) {
		x.header(status, contentType)
		x.write([]byte(body))
	}
}

// Events streams each text as the data of one event, and then ends the stream
// in the way of HTTP.
func Events(data ...string) Act {
	return func(x *Exchange) {
		x.header(200, "text/event-stream")
		for _, d := range data {
			x.data(d)
		}
	}
}

// ErrorEvent streams a text, then the data of an error, and then keeps the
// connection open, as some services do.
func ErrorEvent(text, data string) Act {
	return func(x *Exchange) {
		x.begin(text)
		x.data(data)
		<-x.ctx.Done()
	}
}

// Unfinished streams a text and ends the stream without the reason to finish
// and without the mark of the end.
func Unfinished(text string) Act {
	return func(x *Exchange) { x.begin(words(text)...) }
}

// Cut sends a text, or half of a body, and then breaks the connection.
func Cut(text string) Act {
	return func(x *Exchange) {
		if x.Stream {
			x.begin(text)
		} else {
			body := x.completion(text)
			x.w.Header().Set("Content-Length", fmt.Sprint(len(body)))
			x.header(200, "application/json")
			x.write(body[:len(body)/2])
		}
		panic(http.ErrAbortHandler)
	}
}

// NoChoices replies without any choice.
func NoChoices() Act {
	return func(x *Exchange) {
		if x.Stream {
			Events(`{"choices":[]}`, "[DONE]")(x)
			return
		}
		x.sendJSON([]byte(`{"id":"1","object":"chat.completion","choices":[]}`))
	}
}

// Vectors replies with the vector of each text that was sent, in the form that
// OpenAI and Ollama have for them.
func Vectors(of func(text string) []float32) Act {
	return func(x *Exchange) {
		data := make([]any, len(x.Texts))
		for i, text := range x.Texts {
			data[i] = map[string]any{"object": "embedding", "index": i, "embedding": of(text)}
		}
		body, _ := json.Marshal(map[string]any{"object": "list", "model": x.Model, "data": data})
		x.sendJSON(body)
	}
}

// EndlessLine streams one event that has no end, until the client is gone.
func EndlessLine() Act {
	return func(x *Exchange) {
		x.header(200, "text/event-stream")
		x.write([]byte(`data: {"choices":[{"delta":{"content":"`))
		x.fill(1<<62, 'a')
	}
}

// Huge replies with a status and a body of so many bytes, which are made while
// they are sent.
func Huge(status int, size int64) Act {
	return func(x *Exchange) {
		x.header(status, "application/json")
		x.write([]byte(`{"error":"`))
		x.fill(size, 'a')
	}
}

// GzipBomb replies with a few bytes that are so many when decompressed.
func GzipBomb(size int64) Act {
	return func(x *Exchange) {
		x.w.Header().Set("Content-Encoding", "gzip")
		x.header(200, "application/json")
		z, _ := gzip.NewWriterLevel(x.w, gzip.BestSpeed)
		defer z.Close()
		_, err := io.Copy(z, io.LimitReader(endless(' '), size))
		x.note(err)
	}
}

// act plays a step over HTTP.
func (s Step) act() Act {
	return func(x *Exchange) {
		pieces := s.pieces()
		if s.Before.wait(x.ctx) != nil {
			return
		}
		switch {
		case s.Err != nil:
			Status(500, s.Err.Error())(x)
		case s.Between != nil && len(pieces) > 0:
			Hang(pieces[0], s.Between, strings.Join(pieces[1:], ""))(x)
		default:
			ReplyPieces(pieces...)(x)
		}
	}
}

// begin starts a stream with the pieces of a text.
func (x *Exchange) begin(pieces ...string) {
	x.header(200, "text/event-stream")
	for _, piece := range pieces {
		x.event(delta(piece, ""))
	}
}

// event streams one event of a completion.
func (x *Exchange) event(choice map[string]any) {
	data, _ := json.Marshal(map[string]any{
		"id": "1", "object": "chat.completion.chunk", "model": x.Model, "choices": []any{choice},
	})
	x.data(string(data))
}

// data streams one event.
func (x *Exchange) data(data string) { x.write([]byte("data: " + data + "\n\n")) }

// completion is the body of a whole reply.
func (x *Exchange) completion(text string) []byte {
	body, _ := json.Marshal(map[string]any{
		"id": "1", "object": "chat.completion", "model": x.Model,
		"choices": []any{map[string]any{
			"index": 0, "finish_reason": "stop",
			"message": map[string]any{"role": "assistant", "content": text},
		}},
		"usage": x.usage(text),
	})
	return body
}

// counts is the last event of a stream whose tokens are counted.
func (x *Exchange) counts(text string) []byte {
	data, _ := json.Marshal(map[string]any{"id": "1", "object": "chat.completion.chunk", "choices": []any{}, "usage": x.usage(text)})
	return data
}

// usage counts words as tokens.
func (x *Exchange) usage(text string) map[string]int {
	return map[string]int{"prompt_tokens": len(strings.Fields(x.Prompt)), "completion_tokens": len(strings.Fields(text))}
}

func delta(text, finish string) map[string]any {
	choice := map[string]any{"index": 0, "delta": map[string]any{"content": text}, "finish_reason": nil}
	if finish != "" {
		choice["finish_reason"] = finish
	}
	return choice
}

func (x *Exchange) sendJSON(body []byte) {
	x.header(200, "application/json")
	x.write(body)
}

// header sets the header of the reply, unless that was done. It is sent
// together with the first bytes of the body, so that a client that has the
// header has these as well.
func (x *Exchange) header(status int, contentType string) {
	if x.w.Header().Get("Content-Type") != "" {
		return
	}
	x.w.Header().Set("Content-Type", contentType)
	x.w.WriteHeader(status)
}

// write sends bytes at once.
func (x *Exchange) write(p []byte) {
	_, err := x.w.Write(p)
	x.note(err)
	_ = http.NewResponseController(x.w).Flush()
}

// note takes a failed write for what it is: the client has left, and that may
// be known here before the connection is seen to be closed.
func (x *Exchange) note(err error) {
	if err != nil {
		x.left()
	}
}

// fill sends so many bytes, or as many as the client takes.
func (x *Exchange) fill(size int64, b byte) {
	_, err := io.Copy(x.w, io.LimitReader(endless(b), size))
	x.note(err)
}

// endless is a reader that repeats one byte.
type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}

// bytewise sends every byte by itself.
type bytewise struct{ http.ResponseWriter }

func (b bytewise) Write(p []byte) (int, error) {
	for i := range p {
		if _, err := b.ResponseWriter.Write(p[i : i+1]); err != nil {
			return i, err
		}
		if err := http.NewResponseController(b.ResponseWriter).Flush(); err != nil {
			return i, err
		}
	}
	return len(p), nil
}

func (b bytewise) Unwrap() http.ResponseWriter { return b.ResponseWriter }
