package graph

import (
	"testing"

	"docuquest/core/file"
)

// The languages that are known here are among those that count as programs everywhere.
func TestLanguagesArePrograms(t *testing.T) {
	for language := range traitsByLanguage {
		if !file.IsCode(language) {
			t.Errorf("%s is not taken for a program", language)
		}
	}
}
