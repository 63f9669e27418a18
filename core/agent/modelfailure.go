package agent

import (
	"slices"
	"strings"
)

// ModelFailure is a sentence, without its full stop, on an answer that a model should have
// written and that was taken from the text, since the model could not be used; it ends with
// the reason. It is "" for every other answer.
func (r *Answer) ModelFailure() string {
	if r.Writer != extractive {
		return ""
	}
	for _, step := range slices.Backward(r.Steps) {
		if step.Name != "write" {
			continue
		}
		if strings.HasSuffix(step.Detail, " statements by "+extractive) {
			return "" // by choice, or since what the model said did not hold, which the answer says
		}
		return "the model could not be used, so this answer is taken from the text: " + step.Detail
	}
	return ""
}
