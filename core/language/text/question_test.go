package text_test

import (
	"testing"

	"docuquest/core/language/text"
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

func TestMarkedAnswer(t *testing.T) {
	for line, want := range map[string]bool{
		"!! It was found in 1931.": true,
		"> !! [1] temple.md:3":     true,
		"\t// !! Nobody. [1]":      true,
		"  - > !!\r\n":             true,
		"/* !! so */":              true,
		"!!":                       true,
		"!!str tagged":             false,
		"! one":                    false,
		"!!! three":                false,
		"xs !! 3":                  false,
		"":                         false,
	} {
		if got := text.MarkedAnswer(line); got != want {
			t.Errorf("MarkedAnswer(%q) = %v", line, got)
		}
	}
}

func TestWithoutQuestions(t *testing.T) {
	for s, want := range map[string]string{
		"One.\n?? Two?\nThree.": "One.\n       \nThree.",
		"?? ö?\r\nx":            "      \r\nx",
		"> ? a":                 "     ",
		"> !! a\nb":             "      \nb",
		"Is it? No.":            "Is it? No.",
		"nothing":               "nothing",
		"":                      "",
	} {
		if got := text.WithoutQuestions(s); got != want {
			t.Errorf("WithoutQuestions(%q) = %q, want %q", s, got, want)
		}
	}
}
