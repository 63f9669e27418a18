package websearch

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"sync"
	"unicode"
)

// Found is what several queries brought together.
type Found struct {
	Results    []Result  // each page once, in the order of the queries, of the providers and of the results
	Duplicates int       // results that named a page once more
	Failures   []Failure // in the same order
}

// A Failure is what one query or one result lacks. It costs nothing but that.
type Failure struct {
	Provider string
	Query    string
	Position int // of the result that cannot be used; 0 if the whole query failed
	Err      error
}

// Error names in one line what failed.
func (f Failure) Error() string {
	if f.Position > 0 {
		return fmt.Sprintf("result %d of %s for %q: %v", f.Position, f.Provider, f.Query, f.Err)
	}
	return fmt.Sprintf("%s for %q: %v", f.Provider, f.Query, f.Err)
}

// Unwrap returns Err.
func (f Failure) Unwrap() error { return f.Err }

// How long the texts of a result may be, in characters.
const (
	longestTitle   = 300
	longestSnippet = 2000
	longestDate    = 60
)

// Gather asks all providers all queries, all at once, and waits for every reply. A page
// that several of them name counts as the first of them; a title, a snippet or a date that
// it lacks comes from the others. The texts of its results are single lines
// of limited length, and Canonical accepts their addresses.
//
// It does not fail: Failures name what did not come. When ctx ends, so do the
// queries that are still open, each with a failure.
func Gather(ctx context.Context, providers []Provider, queries []string, o Options) Found {
	type reply struct {
		provider Provider
		query    string
		results  []Result
		err      error
	}
	replies := make([]reply, len(queries)*len(providers))
	var open sync.WaitGroup
	for i := range replies {
		r := &replies[i]
		r.query, r.provider = queries[i/len(providers)], providers[i%len(providers)]
		open.Go(func() { r.results, r.err = r.provider.Search(ctx, r.query, o) })
	}
	open.Wait()
	var found Found
	places := map[string]int{} // of pages in the results, by canonical address
	for _, r := range replies {
		fails := func(position int, err error) {
			found.Failures = append(found.Failures, Failure{Provider: r.provider.Name(), Query: r.query, Position: position, Err: err})
		}
		if r.err != nil {
			fails(0, r.err)
		}
		for _, result := range r.results {
			page, err := Canonical(result.URL)
			if err != nil {
				fails(result.Position, err)
				continue
			}
			result.Title = Line(result.Title, longestTitle)
			result.Snippet = Line(result.Snippet, longestSnippet)
			result.Date = Line(result.Date, longestDate)
			result.URL = strings.TrimSpace(result.URL)
			at, isKnown := places[page]
			if !isKnown {
				places[page] = len(found.Results)
				found.Results = append(found.Results, result)
				continue
			}
			found.Duplicates++
			known := &found.Results[at]
			known.Title = cmp.Or(known.Title, result.Title)
			known.Snippet = cmp.Or(known.Snippet, result.Snippet)
			known.Date = cmp.Or(known.Date, result.Date)
		}
	}
	return found
}

// Line returns a text in one line of at most so many characters, 1 at least. What is cut off
// leaves an ellipsis; white space and control characters become single spaces.
func Line(text string, most int) string {
	words := strings.FieldsFunc(strings.ToValidUTF8(text, "\uFFFD"), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r)
	})
	runes := []rune(strings.Join(words, " "))
	if len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return string(runes)
}
