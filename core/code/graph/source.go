package graph

import (
	"cmp"
	"slices"
	"strings"

	"docuquest/core/language/text"
)

func newSource(index int, f File) source {
	return source{
		File: f, index: index, folder: folderOf(f.Path),
		family: familyOf(f.Facts.Language), traits: traitsOf(f.Facts.Language), test: IsTest(f.Path),
	}
}

func comparePaths(a, b string) int { return cmp.Compare(a, b) }

func sameName(a, b string) bool { return text.Fold(a) == text.Fold(b) }

// endsWithPath says whether a path ends with another one, in whole parts.
func endsWithPath(path, ending string) bool {
	return path == ending || strings.HasSuffix(path, "/"+ending)
}

// IsTest says whether a file is a test by its name or by a folder that it is in.
func IsTest(name string) bool {
	base := withoutEnding(lastElement(name))
	for _, mark := range [...]string{"_test", ".test", ".spec", "_spec", "-test"} {
		if strings.HasSuffix(base, mark) {
			return true
		}
	}
	if strings.HasPrefix(base, "test_") || strings.HasSuffix(base, "Test") || strings.HasSuffix(base, "Tests") {
		return true
	}
	folders := strings.Split(folderOf(name), "/")
	return slices.ContainsFunc(folders, func(f string) bool {
		return f == "test" || f == "tests" || f == "__tests__" || f == "testdata" || f == "spec"
	})
}
