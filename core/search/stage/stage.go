// Package stage records what a question did: one tree of stages, to which everything that
// has a part in a question appends. The steps of a reply, explain, why-not and --explain are
// views of it.
package stage

import (
	"fmt"
	"iter"
	"time"
)

// A Stage is a piece of the work on a question that has ended.
type Stage struct {
	Name     string // such as "rank"
	Began    time.Time
	Took     time.Duration
	Says     string // what came of it, or why nothing did, on one line
	Children Tree   // the stages that it consists of, as far as they were recorded
}

// A Tree is the stages of a question, or of one stage, in the order in which they ended. The
// zero value is ready to use. It belongs to one goroutine.
type Tree []Stage

// Add appends a stage that began at a time and ends now. The stages at the end of the tree
// that began after it are parts of it, and become its children.
func (t *Tree) Add(name string, began time.Time, format string, args ...any) {
	first := len(*t)
	for first > 0 && (*t)[first-1].Began.After(began) {
		first--
	}
	whole := Stage{Name: name, Began: began, Took: time.Since(began), Says: fmt.Sprintf(format, args...)}
	whole.Children = append(whole.Children, (*t)[first:]...)
	*t = append((*t)[:first:first], whole)
}

// All yields every stage with its depth, 0 for one that is no part of another: the parts
// before the whole, as they ended.
func (t Tree) All() iter.Seq2[int, Stage] {
	return func(yield func(int, Stage) bool) { t.walk(0, yield) }
}

func (t Tree) walk(depth int, yield func(int, Stage) bool) bool {
	for _, s := range t {
		if !s.Children.walk(depth+1, yield) || !yield(depth, s) {
			return false
		}
	}
	return true
}
