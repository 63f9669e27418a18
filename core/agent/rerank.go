package agent

import (
	"cmp"
	"fmt"

	"docuquest/core/answer/replies"
	"docuquest/core/search/rerank"
)

// rerankerFor is who reads the best passages of a question once more, nil for nobody.
// choice is the question's own, and writer the one that it asks for by name; both may
// be "". Who chose the text itself to answer chose that nothing is sent.
func (a *Agent) rerankerFor(choice, writer string) (rerank.Reranker, error) {
	switch cmp.Or(choice, a.preferences().Rerank, "on") {
	case "off":
		return nil, nil
	case "on":
	default:
		return nil, fmt.Errorf("rerank %q is not known: it is on or off", choice)
	}
	if cmp.Or(writer, a.preferences().Writer) == replies.Extractive {
		return a.options.LocalReranker, nil
	}
	return a.options.Reranker, nil
}

// checkThreshold refuses a threshold that no confidence can be compared with.
func checkThreshold(t float64) error {
	if 0 <= t && t <= 1 {
		return nil
	}
	return fmt.Errorf("threshold is %v: it may be 0 to 1", t)
}
