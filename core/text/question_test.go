package text_test

import (
	"testing"

	"docuquest/core/text"
)

func TestMarkedQuestion(t *testing.T) {
	for line, want := range map[string]string{
		"?? Where is the gold?":   "Where is the gold?",
		"  // ?? What does it do": "What does it do",
		"# ?? Why":                "Why",
		"> ? Where was it found?": "Where was it found?",
		">?Where":                 "Where",
		"1. ?? numbered":          "numbered",
		"- ??? Really":            "Really",
		"Is it ?? or not":         "",
		"Where was it found?":     "",
		"> It was found. Was it?": "",
		"??":                      "",
		"? a question of nobody":  "",
		"x ?? y":                  "",
		"":                        "",
	} {
		if got := text.MarkedQuestion(line); got != want {
			t.Errorf("MarkedQuestion(%q) = %q, want %q", line, got, want)
		}
	}
}

func TestWithoutQuestions(t *testing.T) {
	for s, want := range map[string]string{
		"One.\n?? Two?\nThree.": "One.\n       \nThree.",
		"?? ö?\r\nx":            "      \r\nx",
		"> ? a":                 "     ",
		"Is it? No.":            "Is it? No.",
		"nothing":               "nothing",
		"":                      "",
	} {
		if got := text.WithoutQuestions(s); got != want {
			t.Errorf("WithoutQuestions(%q) = %q, want %q", s, got, want)
		}
	}
}
