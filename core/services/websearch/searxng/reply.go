package searxng

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"docuquest/core/services/websearch"
)

// searchReply is the part of a reply that counts.
type searchReply struct {
	Results      []json.RawMessage `json:"results"`
	Unresponsive []json.RawMessage `json:"unresponsive_engines"`
}

// searchResult is one of the results. What its engines know differs, and so does its
// category; these parts are common.
type searchResult struct {
	URL           string `json:"url"`
	Title         string `json:"title"`
	Content       string `json:"content"`
	PublishedDate string `json:"publishedDate"` // "2022-12-18T18:05:00", or null
}

// parse takes the results out of a reply. Nothing found is an error if engines did not
// answer, since they might have found something.
func parse(body []byte) ([]websearch.Result, error) {
	var reply searchReply
	switch err := json.Unmarshal(body, &reply); {
	case len(body) == 0:
		return nil, errors.New("it is empty")
	case err != nil:
		return nil, errors.New("it is not the JSON of a search, or not all of it")
	case reply.Results == nil:
		return nil, errors.New("it holds no results")
	case len(reply.Results) == 0 && len(reply.Unresponsive) > 0:
		return nil, fmt.Errorf("nothing was found, and some of its engines did not answer: %s", reply.silent())
	}
	results := make([]websearch.Result, len(reply.Results))
	for i, raw := range reply.Results {
		var r searchResult
		if json.Unmarshal(raw, &r) != nil {
			r = searchResult{}
		}
		results[i] = r.result(i + 1)
	}
	return results, nil
}

func (r searchResult) result(position int) websearch.Result {
	date, _, _ := strings.Cut(r.PublishedDate, "T")
	return websearch.Result{Title: r.Title, URL: r.URL, Snippet: r.Content, Date: date, Position: position}
}

// silent names the engines that did not answer, each with its reason: they come as pairs
// of the two.
func (r *searchReply) silent() string {
	var names []string
	for _, raw := range r.Unresponsive {
		var pair []string
		if json.Unmarshal(raw, &pair) == nil && len(pair) > 0 {
			names = append(names, strings.Join(pair, ": "))
		}
	}
	return strings.Join(names, ", ")
}
