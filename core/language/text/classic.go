package text

import "iter"

// Classic returns the tokens of s as the classic rule has them: the runs of ASCII
// letters and digits, lower-cased. Everything else separates.
func Classic(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		eachRun(s, class{}, func(start, end int, _ bool) bool {
			return yield(Fold(s[start:end]))
		})
	}
}

// ClassicTokens returns the tokens of Classic as a slice, nil if there are none.
func ClassicTokens(s string) []string {
	var tokens []string
	for token := range Classic(s) {
		tokens = append(tokens, token)
	}
	return tokens
}
