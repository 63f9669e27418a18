package fetch_test

import (
	"context"
	"net"
	"net/netip"
	"sync"
	"testing"

	"golang.org/x/net/dns/dnsmessage"
)

// A nameServer answers every name with one address, the next one of its list each time
// that it is asked, and with the last from then on.
type nameServer struct {
	conn net.PacketConn

	mu      sync.Mutex // guards all below
	answers []netip.Addr
	asked   int
}

// resolve starts a server of names on this machine, which ends with the test, and gives a
// resolver that asks it.
func resolve(t *testing.T, answers ...string) (*net.Resolver, *nameServer) {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	s := &nameServer{conn: conn}
	for _, a := range answers {
		s.answers = append(s.answers, netip.MustParseAddr(a))
	}
	go s.serve()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", conn.LocalAddr().String())
	}}, s
}

// times is how often an address of IPv4 was asked for.
func (s *nameServer) times() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked
}

func (s *nameServer) serve() {
	buffer := make([]byte, 1500)
	for {
		n, from, err := s.conn.ReadFrom(buffer)
		if err != nil {
			return
		}
		var query dnsmessage.Message
		if query.Unpack(buffer[:n]) != nil || len(query.Questions) != 1 {
			continue
		}
		packed, err := s.reply(query).Pack()
		if err == nil {
			_, _ = s.conn.WriteTo(packed, from)
		}
	}
}

func (s *nameServer) reply(query dnsmessage.Message) *dnsmessage.Message {
	asked := query.Questions[0]
	reply := &dnsmessage.Message{
		Header:    dnsmessage.Header{ID: query.ID, Response: true, RecursionAvailable: true},
		Questions: query.Questions,
	}
	if asked.Type != dnsmessage.TypeA {
		return reply
	}
	reply.Answers = []dnsmessage.Resource{{
		Header: dnsmessage.ResourceHeader{Name: asked.Name, Class: dnsmessage.ClassINET},
		Body:   &dnsmessage.AResource{A: s.next().As4()},
	}}
	return reply
}

func (s *nameServer) next() netip.Addr {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked++
	return s.answers[min(s.asked, len(s.answers))-1]
}
