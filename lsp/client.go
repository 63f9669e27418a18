package lsp

import (
	"context"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// How long a client may take to answer a call.
const (
	callPatience   = 5 * time.Second
	personPatience = time.Minute     // where the client may ask its person
	choicePatience = 5 * time.Minute // where the person has to choose
)

// A client is the other end of the session. Its methods may be called from any
// goroutine; only call, request and choose wait.
type client struct {
	conn jsonrpc2.Conn
	out  *outbox
}

// call sends a request and waits for the answer, which is decoded into result unless that is
// nil. It must not be called before [release], because the answer comes by the same reader.
func (c *client) call(ctx context.Context, method string, params, result any) error {
	return c.request(ctx, callPatience, method, params, result)
}

// request is call with its own patience.
func (c *client) request(ctx context.Context, patience time.Duration, method string, params, result any) error {
	raw, err := protocol.Marshal(params)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if result == nil {
		_, err = c.conn.Call(ctx, method, jsonrpc2.RawMessage(raw), nil)
		return err
	}
	var reply jsonrpc2.RawMessage
	if _, err = c.conn.Call(ctx, method, jsonrpc2.RawMessage(raw), &reply); err != nil {
		return err
	}
	return protocol.Unmarshal(reply, result)
}

// choose has the client ask its person, and returns the title that was chosen: "" where the
// question was closed, no answer came in time, or the client cannot ask. It must not be
// called before [release].
func (c *client) choose(ctx context.Context, question string, titles []string) string {
	p := &protocol.ShowMessageRequestParams{Type: protocol.MessageTypeInfo, Message: question}
	for _, title := range titles {
		p.Actions = append(p.Actions, protocol.MessageActionItem{Title: title})
	}
	var chosen *protocol.MessageActionItem
	err := c.request(ctx, choicePatience, protocol.MethodWindowShowMessageRequest, p, &chosen)
	if err != nil || chosen == nil {
		return ""
	}
	return chosen.Title
}

// notify sends a notification that the client should see.
func (c *client) notify(method string, params any) {
	if raw, err := protocol.Marshal(params); err == nil {
		_ = c.out.keep(jsonrpc2.AppendNotification(nil, method, raw)) // a failed outbox ends the session by itself
	}
}

// hint sends a notification that may be dropped.
func (c *client) hint(method string, params any) {
	if raw, err := protocol.Marshal(params); err == nil {
		c.out.hint(jsonrpc2.AppendNotification(nil, method, raw))
	}
}

// logError writes a fault of the server to the client's log.
func (c *client) logError(message string) { c.log(protocol.MessageTypeError, message) }

// log writes to the client's log.
func (c *client) log(kind protocol.MessageType, message string) {
	c.hint(protocol.MethodWindowLogMessage, &protocol.LogMessageParams{Type: kind, Message: message})
}

// show shows the user a message.
func (c *client) show(kind protocol.MessageType, message string) {
	c.notify(protocol.MethodWindowShowMessage, &protocol.ShowMessageParams{Type: kind, Message: message})
}
