//go:build unix

package lsp_test

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"docuquest/core/services/llm"
	"docuquest/core/services/llm/openai"
	"docuquest/core/services/outside"
	"docuquest/lsp/lsptest"
)

var cancels = flag.Int("cancels", 1000, "how many questions are cancelled")

// Whenever a question is cancelled, its model's server sees the connection close
// before the editor has the reply, and is not called again for that question.
func TestCancelClosesFirst(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	server := newEndless(t)
	e := lsptest.Start(t, lsptest.Options{Files: ruins, Model: server.model(t)})
	for n := range *cancels {
		pieces := random.IntN(12)
		server.next(n, pieces)
		asked := e.Go("workspace/executeCommand", map[string]any{
			"command": "docuquest.ask", "arguments": []any{fmt.Sprintf("What is a ruby, number q%dq?", n)},
		})
		if random.IntN(10) > 0 { // else it is cancelled at once
			<-server.said
		}
		e.Cancel(asked)
		if _, err := asked.Raw(); err == nil || !strings.Contains(err.Error(), "-32800") {
			t.Fatalf("question %d, cancelled after %d pieces: %v", n, pieces, err)
		}
		if open := server.stillOpen(n); open > 0 {
			t.Fatalf("question %d, cancelled after %d pieces: the reply came while %d calls were open", n, pieces, open)
		}
	}
	if late := server.lateCalls(); len(late) > 0 {
		t.Errorf("the model was called after the reply to the questions %v", late)
	}
}

// An endless model streams words over real connections, and never comes to an end.
type endless struct {
	net.Listener
	said chan struct{} // one for each question that has its pieces

	mu     sync.Mutex // guards all below
	now    int        // the question that is asked
	pieces int        // that are said before it may be cancelled
	calls  []call
	late   []int
}

// A call is a request whose reply goes on.
type call struct {
	question int
	conn     net.Conn
}

func newEndless(t testing.TB) *endless {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &endless{Listener: l, said: make(chan struct{}, 1)}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go s.serve(conn)
		}
	}()
	return s
}

func (s *endless) model(t testing.TB) llm.Model {
	client := outside.New(outside.Options{})
	t.Cleanup(client.Close)
	m, err := openai.New(openai.Options{BaseURL: "http://" + s.Addr().String() + "/v1", Model: "endless", Client: client})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// next is the question that is asked from now on.
func (s *endless) next(question, pieces int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now, s.pieces, s.calls = question, pieces, nil
	select {
	case <-s.said: // of a question that was cancelled at once
	default:
	}
}

var asksNumber = regexp.MustCompile(`q(\d+)q`)

// serve answers one request. Its connection stays open for stillOpen to look at.
func (s *endless) serve(conn net.Conn) {
	request, err := http.ReadRequest(bufio.NewReader(conn))
	if err != nil {
		conn.Close()
		return
	}
	body, err := io.ReadAll(request.Body)
	asked := asksNumber.FindSubmatch(body)
	if err != nil || asked == nil { // it was given up while it was sent
		conn.Close()
		return
	}
	number, _ := strconv.Atoi(string(asked[1]))
	pieces := s.enter(number, conn)
	io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
	for range pieces {
		io.WriteString(conn, `data: {"choices":[{"index":0,"delta":{"content":"ruby "}}]}`+"\n\n")
	}
	select {
	case s.said <- struct{}{}:
	default:
	}
}

func (s *endless) enter(question int, conn net.Conn) (pieces int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if question != s.now && !hungUp(conn) { // else it was sent in time and read late
		s.late = append(s.late, question)
	}
	s.calls = append(s.calls, call{question, conn})
	return s.pieces
}

// stillOpen counts the calls for a question whose client has not hung up.
func (s *endless) stillOpen(question int) (open int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.calls {
		if c.question == question && !hungUp(c.conn) {
			open++
		}
		c.conn.Close()
	}
	s.now = -1
	return open
}

// lateCalls are the questions for which a call came after their reply.
func (s *endless) lateCalls() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.late)
}

// hungUp looks at a connection without waiting: its end is there, or it was reset.
func hungUp(c net.Conn) bool {
	raw, err := c.(*net.TCPConn).SyscallConn()
	if err != nil {
		return true
	}
	hungUp := false
	err = raw.Read(func(fd uintptr) bool {
		n, _, err := syscall.Recvfrom(int(fd), make([]byte, 1), syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
		hungUp = err == nil && n == 0 || errors.Is(err, syscall.ECONNRESET)
		return true
	})
	return hungUp || err != nil
}

// BenchmarkCancel tells how long it takes from the cancellation of a question by the
// editor until the server of its model has lost the connection.
func BenchmarkCancel(b *testing.B) {
	server := newEndless(b)
	e := lsptest.Start(b, lsptest.Options{Files: ruins, Model: server.model(b)})
	var took []time.Duration
	for n := 0; b.Loop(); n++ {
		server.next(n, 3)
		asked := e.Go("workspace/executeCommand", map[string]any{
			"command": "docuquest.ask", "arguments": []any{fmt.Sprintf("What is a ruby, number q%dq?", n)},
		})
		<-server.said
		conn := server.first()
		start := time.Now()
		e.Cancel(asked)
		if _, err := conn.Read(make([]byte, 1)); err == nil {
			b.Fatal("the client has sent more")
		}
		took = append(took, time.Since(start))
		if _, err := asked.Raw(); err == nil {
			b.Fatal("a cancelled question was answered")
		}
		server.stillOpen(n)
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1e3, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1e3, "p99-ms")
}

// first is the connection of the first call for the question at hand.
func (s *endless) first() net.Conn {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[0].conn
}
