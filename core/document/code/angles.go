package code

// maxOpenAngles is how many angle brackets that nothing closes a grammar gets to
// read. The library takes each for the beginning of a list of types, and when the
// file turns out to be broken, it mends that in one step that no time limit ends:
// 100 KB of "a<a<" took 60 s and 10 GB. Comparisons are such brackets too, but a
// file of 1 MiB that somebody wrote has a few hundred of them.
const maxOpenAngles = 2000

// anglesNest says for which languages that is so.
var anglesNest = map[string]bool{"java": true, "typescript": true, "typescriptreact": true}

// openAngles counts the angle brackets that nothing closes before the next
// semicolon. Arrows close none.
func openAngles(s string) int {
	all, open := 0, 0
	for i := range len(s) {
		switch s[i] {
		case '<':
			all++
			open++
		case '>':
			if open > 0 && s[i-1] != '=' && s[i-1] != '-' {
				all--
				open--
			}
		case ';':
			open = 0
		}
	}
	return all
}
