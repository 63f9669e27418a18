// Package websearch has the interface of a search of the web, and keeps its results in order.
//
// It has the interface, what every provider does in the same way, and what is done with
// results whoever found them: Gather asks several providers several questions at once,
// Canonical gives one address to all spellings of a page's, and FragmentLink links to a
// sentence of a page. The rooms below ask one service each (serpapi, searxng) or read
// pages (fetch).
//
// Whatever comes from the web is data. A title, a snippet and an address were written by
// strangers, and the providers pass them on as they came; Gather drops what is no address
// of a page.
package websearch

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Provider searches the web. It may be used by any number of goroutines.
type Provider interface {
	// Name names the provider, for people: "SerpAPI".
	Name() string

	// Search returns what the web has for a query, best first, at most as many results as
	// the options ask for. Nothing found is no error. A result that the service
	// described in a way that makes no sense has its Position and no URL. The slice is
	// the caller's.
	//
	// With an error it returns no results. The error is one line for the user, without any
	// key, and concerns this query alone. Search ends early when ctx does, with an error
	// that is ctx's.
	Search(ctx context.Context, query string, o Options) ([]Result, error)
}

// Options say what results are wanted. The zero value will do.
type Options struct {
	Count    int    // at most, 1 to MaxCount; 0 for DefaultCount
	Language string // that pages should be in, as ISO 639-1 has it ("en"); "" leaves it to the provider
}

// How many results a query may ask for.
const (
	DefaultCount = 10
	MaxCount     = 100
)

// Limit returns how many results the options ask for, always in 1 to MaxCount.
func (o Options) Limit() int {
	if o.Count == 0 {
		return DefaultCount
	}
	return min(max(o.Count, 1), MaxCount)
}

// A Result is a page that a provider names. All texts are the provider's.
type Result struct {
	Title   string
	URL     string // of the page
	Snippet string // some of its text, or ""
	Date    string // in the provider's words: "Dec 18, 2022", "3 days ago"; "" for none

	Position int    // among the results of the query, from 1; 0 for an answer that precedes them
	Provider string // its Name
	Query    string // that found it, as it was sent
}

// MaxQuery is how long a query may be, in characters. No person types more; what is
// longer was copied from somewhere, and may be private.
const MaxQuery = 400

// Query brings a query into one line without control characters. The error is why it
// cannot be searched for.
func Query(typed string) (string, error) {
	query := strings.Join(strings.FieldsFunc(typed, func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r)
	}), " ")
	switch length := utf8.RuneCountInString(query); {
	case length == 0:
		return "", errors.New("the query is empty")
	case length > MaxQuery:
		return "", fmt.Errorf("the query has %d characters, of which at most %d are sent", length, MaxQuery)
	}
	return query, nil
}

// Overdue replaces an error that is no more than a passed deadline by words that name which
// one; to errors.Is it remains context.DeadlineExceeded. Any other error stays as it is,
// and nil is nil.
func Overdue(err error, words string) error {
	if err == nil || err.Error() != context.DeadlineExceeded.Error() {
		return err
	}
	return overdue(words)
}

// overdue is a deadline that has passed.
type overdue string

func (o overdue) Error() string { return string(o) }

// Is reports that it is a deadline that has passed.
func (overdue) Is(target error) bool { return target == context.DeadlineExceeded }
