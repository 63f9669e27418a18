package websearch

import (
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

// Error says in one line what failed.
func (f Failure) Error() string {
	if f.Position > 0 {
		return fmt.Sprintf("result %d of %s for %q: %v", f.Position, f.Provider, f.Query, f.Err)
	}
	return fmt.Sprintf("%s for %q: %v", f.Provider, f.Query, f.Err)
}

// Unwrap returns Err.
func (f Failure) Unwrap() error { return f.Err }

// Gather asks all providers all queries, all at once, and waits for every reply. A page
// that several of them name counts as the first of them; what that lacks of a title, a
// snippet or a date is taken from the others. The texts of its results are single lines
// of limited length, and their addresses are such that Canonical takes them.
//
// It does not fail: what did not come is named in Failures. When ctx ends, so do the
// queries that are still open, each with a failure.
func Gather(ctx context.Context, providers []Provider, queries []string, o Options) Found {
	replies := make([]reply, len(queries)*len(providers))
	var open sync.WaitGroup
	for i := range replies {
		r := &replies[i]
		r.query, r.provider = queries[i/len(providers)], providers[i%len(providers)]
		open.Go(func() { r.results, r.err = r.provider.Search(ctx, r.query, o) })
	}
	open.Wait()
	return merge(replies)
}

// A reply is what one provider said to one query.
type reply struct {
	provider Provider
	query    string
	results  []Result
	err      error
}

func merge(replies []reply) Found {
	var found Found
	places := map[string]int{} // of pages in the results, by canonical address
	for _, r := range replies {
		if r.err != nil {
			found.Failures = append(found.Failures, Failure{Provider: r.provider.Name(), Query: r.query, Err: r.err})
		}
		for _, result := range r.results {
			page, err := Canonical(result.URL)
			if err != nil {
				found.Failures = append(found.Failures, Failure{
					Provider: r.provider.Name(), Query: r.query, Position: result.Position, Err: err,
				})
				continue
			}
			result = tidy(result)
			if at, isThere := places[page]; isThere {
				found.Duplicates++
				found.Results[at].complete(result)
				continue
			}
			places[page] = len(found.Results)
			found.Results = append(found.Results, result)
		}
	}
	return found
}

// complete takes from another result for the same page what r lacks.
func (r *Result) complete(other Result) {
	for _, text := range []struct{ mine, theirs *string }{
		{&r.Title, &other.Title}, {&r.Snippet, &other.Snippet}, {&r.Date, &other.Date},
	} {
		if *text.mine == "" {
			*text.mine = *text.theirs
		}
	}
}

// How long the texts of a result may be, in characters.
const (
	longestTitle   = 300
	longestSnippet = 2000
	longestDate    = 60
)

func tidy(r Result) Result {
	r.Title = Line(r.Title, longestTitle)
	r.Snippet = Line(r.Snippet, longestSnippet)
	r.Date = Line(r.Date, longestDate)
	r.URL = strings.TrimSpace(r.URL)
	return r
}

// Line is a text in one line of at most so many characters, 1 at least. What is cut off
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
