package replies

import (
	"strings"

	"docuquest/core/language/text"
)

// QuestionKey is the same for questions that differ in case, in white space and in
// the marks at their ends alone.
func QuestionKey(typed string) string {
	return strings.Trim(strings.ToLower(text.OneLine(typed)), "?؟？.!… ")
}
