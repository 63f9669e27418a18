package serpapi

import (
	"encoding/json"
	"errors"
	"strings"

	"docuquest/core/services/websearch"
)

// searchReply is the part of a reply that counts. Whatever may have another form in some
// reply is decoded by itself, so that it spoils nothing else.
type searchReply struct {
	Metadata struct {
		Status string `json:"status"`
	} `json:"search_metadata"`
	Information struct {
		State string `json:"organic_results_state"`
	} `json:"search_information"`
	Error     string            `json:"error"`
	AnswerBox json.RawMessage   `json:"answer_box"`
	Organic   []json.RawMessage `json:"organic_results"`
}

// organicResult is one of Google's results.
type organicResult struct {
	Position int    `json:"position"`
	Title    string `json:"title"`
	Link     string `json:"link"`
	Snippet  string `json:"snippet"`
	Date     string `json:"date"`
}

// answerBox is what Google puts before its results, if it takes it from a page. There are
// many sorts of them, and only some parts are common.
type answerBox struct {
	organicResult
	Answer string `json:"answer"`
}

// parse takes the results out of a reply, the answer box before the others. The error is
// what the service says is wrong, or what is wrong with the reply.
func parse(body []byte) ([]websearch.Result, error) {
	var reply searchReply
	switch err := json.Unmarshal(body, &reply); {
	case len(body) == 0:
		return nil, errors.New("it is empty")
	case err != nil:
		return nil, errors.New("it is not the JSON of a search, or not all of it")
	case reply.hasNothing():
		return nil, nil
	case reply.Error != "":
		return nil, errors.New(reply.Error)
	case reply.Metadata.Status != "" && reply.Metadata.Status != "Success":
		return nil, errors.New("the search has the status " + reply.Metadata.Status)
	case reply.Metadata.Status == "" && reply.Organic == nil:
		return nil, errors.New("it holds no results")
	}
	return reply.results(), nil
}

// hasNothing reports whether Google found nothing, which the service calls an error of a
// search that succeeded.
func (r *searchReply) hasNothing() bool {
	return strings.EqualFold(r.Information.State, "Fully empty") ||
		strings.HasPrefix(r.Error, "Google hasn't returned any results")
}

func (r *searchReply) results() []websearch.Result {
	results := make([]websearch.Result, 0, len(r.Organic)+1)
	if box, ok := r.box(); ok {
		results = append(results, box)
	}
	for i, raw := range r.Organic {
		var o organicResult
		if json.Unmarshal(raw, &o) != nil {
			o = organicResult{}
		}
		result := o.result()
		if result.Position < 1 {
			result.Position = i + 1
		}
		results = append(results, result)
	}
	return results
}

// box is the answer box as a result. It is false where there is none, where it has been
// worked out by Google itself, and where its form is not known.
func (r *searchReply) box() (websearch.Result, bool) {
	var box answerBox
	if json.Unmarshal(r.AnswerBox, &box) != nil || !strings.HasPrefix(box.Link, "http") {
		return websearch.Result{}, false
	}
	result := box.result()
	result.Position = 0
	if box.Answer != "" {
		result.Snippet = strings.TrimSpace(box.Answer + "\n" + box.Snippet)
	}
	return result, true
}

func (o organicResult) result() websearch.Result {
	return websearch.Result{Title: o.Title, URL: o.Link, Snippet: o.Snippet, Date: o.Date, Position: o.Position}
}
