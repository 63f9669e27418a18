package index

import (
	"unsafe"

	"docuquest/core/index/splay"
)

// A slab allocates the small pieces of words from large pieces, since a text needs
// thousands of them. A large piece lives as long as any word in it.
type slab struct {
	words []word
	pool  []term
	lists []*term
	refs  []splay.Ref
	bytes []byte
}

const (
	slabWords = 256
	slabTerms = 512
	slabBytes = 8192
)

func (s *slab) word() *word {
	if len(s.words) == 0 {
		s.words = make([]word, slabWords)
	}
	w := &s.words[0]
	s.words = s.words[1:]
	return w
}

func (s *slab) term() *term {
	if len(s.pool) == 0 {
		s.pool = make([]term, slabTerms)
	}
	t := &s.pool[0]
	s.pool = s.pool[1:]
	return t
}

// terms returns room for n terms and for their references.
func (s *slab) terms(n int) ([]*term, []splay.Ref) {
	if len(s.lists) < n {
		s.lists = make([]*term, max(n, slabTerms))
		s.refs = make([]splay.Ref, len(s.lists))
	}
	terms, refs := s.lists[:n:n], s.refs[:n:n]
	s.lists, s.refs = s.lists[n:], s.refs[n:]
	return terms, refs
}

// string returns a copy that keeps no text alive.
func (s *slab) string(from string) string {
	if from == "" {
		return ""
	}
	b := append(s.space(len(from)), from...)
	return unsafe.String(&b[0], len(b)) // b has no other reference, and is never written again
}

// space returns an empty slice with room for n bytes.
func (s *slab) space(n int) []byte {
	if len(s.bytes) < n {
		s.bytes = make([]byte, max(n, slabBytes))
	}
	b := s.bytes[:0:n]
	s.bytes = s.bytes[n:]
	return b
}
