// Package embedtest makes vectors for tests: real ones, of a small size and without a
// service. Texts of similar meaning are nearer to one another than others.
package embedtest

import (
	"context"
	"slices"
	"sync"

	"docuquest/core/search/embed"
	"docuquest/core/search/embed/static"
	"docuquest/core/search/vector"
)

// Dimensions is the length of the vectors.
const Dimensions = 64

// Vector is the vector of a text, of length 1: the first components of the sum of the
// vectors of its words. A text without words has one too. It is the caller's.
func Vector(text string) []float32 {
	lexicon := static.BuiltIn()
	var terms []embed.Term
	for p := range lexicon.Pieces(text, true) {
		if lexicon.Speaks(p.ID) {
			terms = append(terms, embed.Term{ID: p.ID, Weight: 1})
		}
	}
	sum := make([]float32, lexicon.Dimensions())
	lexicon.Add(sum, terms)
	v := slices.Clone(sum[:Dimensions])
	if !vector.Unit(v) {
		v[0] = 1
	}
	return v
}

// An Embedder is an embed.Embedder that remembers what it was asked. Its fields are set
// before it is used.
type Embedder struct {
	// Model is its name.
	Model string
	// Before, which may be nil, is called with the texts of each request; its error is
	// the reply.
	Before func(ctx context.Context, texts []string) error

	mu    sync.Mutex // guards asked
	asked [][]string
}

var _ embed.Embedder = (*Embedder)(nil)

// Name is Model.
func (e *Embedder) Name() string { return e.Model }

// Dimensions is the length of the vectors.
func (e *Embedder) Dimensions() int { return Dimensions }

// Embed returns the Vector of each text.
func (e *Embedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	e.mu.Lock()
	e.asked = append(e.asked, slices.Clone(texts))
	e.mu.Unlock()
	if e.Before != nil {
		if err := e.Before(ctx, texts); err != nil {
			return nil, err
		}
	}
	vectors := make([][]float32, len(texts))
	for i, t := range texts {
		vectors[i] = Vector(t)
	}
	return vectors, nil
}

// Asked are the texts of all requests so far, in order.
func (e *Embedder) Asked() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Concat(e.asked...)
}

// Kept is a place in memory for vectors. The zero value is ready, and any number of
// goroutines may use it.
type Kept struct {
	mu      sync.Mutex // guards content
	content map[string][]byte
}

// Load gives what was kept under a key.
func (k *Kept) Load(key string) ([]byte, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	content, ok := k.content[key]
	return slices.Clone(content), ok
}

// Keep keeps bytes under a key.
func (k *Kept) Keep(key string, content []byte) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.content == nil {
		k.content = map[string][]byte{}
	}
	k.content[key] = slices.Clone(content)
	return nil
}

// Has reports whether something is kept under a key.
func (k *Kept) Has(key string) bool {
	_, ok := k.Load(key)
	return ok
}

// Drop forgets what is kept under a key.
func (k *Kept) Drop(key string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.content, key)
}

// Empty reports whether nothing is kept.
func (k *Kept) Empty() bool { return k.Len() == 0 }

// Len is how many keys there are.
func (k *Kept) Len() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.content)
}
