package text

import "strings"

// SpeaksOfRights reports whether a comment is one of those that stand in every file of a
// project and say who may copy it: it holds words that licences have, and the comments
// that document programs have not.
func SpeaksOfRights(comment string) bool {
	comment = strings.ToLower(comment)
	for _, words := range [...]string{
		"copyright", "spdx-license", "licensed under", "all rights reserved",
		"permission is hereby granted", "redistribution and use", "public domain",
	} {
		if strings.Contains(comment, words) {
			return true
		}
	}
	return false
}
