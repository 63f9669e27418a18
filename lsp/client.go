package lsp

import (
	"context"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// How long a client may take to answer a call of ours.
const (
	callPatience = 5 * time.Second
	// personPatience is for a call at which the client may ask its person.
	personPatience = time.Minute
)

// A client is the other end of the session. Its methods may be called from any
// goroutine; none but call ever waits.
type client struct {
	conn jsonrpc2.Conn
	out  *outbox
}

// call asks the client and waits for its answer, which is dropped. It must not
// be called before [release], because the answer comes by the same reader.
func (c *client) call(ctx context.Context, method string, params any) error {
	raw, err := protocol.Marshal(params)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, callPatience)
	defer cancel()
	_, err = c.conn.Call(ctx, method, jsonrpc2.RawMessage(raw), nil)
	return err
}

// ask is call for what the client may ask its person, with the answer decoded into result.
func (c *client) ask(ctx context.Context, method string, params, result any) error {
	raw, err := protocol.Marshal(params)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, personPatience)
	defer cancel()
	var reply jsonrpc2.RawMessage
	if _, err = c.conn.Call(ctx, method, jsonrpc2.RawMessage(raw), &reply); err != nil {
		return err
	}
	return protocol.Unmarshal(reply, result)
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

// logError writes a fault of ours to the client's log.
func (c *client) logError(message string) { c.log(protocol.MessageTypeError, message) }

// log writes to the client's log.
func (c *client) log(kind protocol.MessageType, message string) {
	c.hint(protocol.MethodWindowLogMessage, &protocol.LogMessageParams{Type: kind, Message: message})
}

// show shows the user a message.
func (c *client) show(kind protocol.MessageType, message string) {
	c.notify(protocol.MethodWindowShowMessage, &protocol.ShowMessageParams{Type: kind, Message: message})
}
