package text

import "strings"

// SpeaksOfRights reports whether a comment is a notice of copyright or licence, which every
// file of a project may contain: it contains words that occur in licences, but not in the
// comments that document programs.
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
