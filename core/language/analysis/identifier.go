package analysis

// appendParts appends the parts of an identifier without underscores: it cuts in
// front of a capital and around digits, and of a run of capitals the last one
// goes with the small letters behind it.
//
//	getUserName    get User Name
//	HTTPServer     HTTP Server
//	utf8Valid      utf 8 Valid
//
// A word that holds a letter beyond ASCII is one part, since the case of many
// scripts says nothing.
func appendParts(parts []string, word string) []string {
	if !isASCII(word) {
		return append(parts, word)
	}
	for word != "" {
		n := partLength(word)
		parts = append(parts, word[:n])
		word = word[n:]
	}
	return parts
}

// partLength is the length of the first part of a word of ASCII letters and digits.
func partLength(word string) int {
	if n := leading(word, isDigit); n > 0 {
		return n
	}
	capitals := leading(word, isUpper)
	small := leading(word[capitals:], isLower)
	switch {
	case small == 0:
		return max(capitals, 1)
	case capitals > 1:
		return capitals - 1
	}
	return capitals + small
}

// leading is how many bytes at the start of s are in the class.
func leading(s string, class func(byte) bool) int {
	n := 0
	for n < len(s) && class(s[n]) {
		n++
	}
	return n
}

func isUpper(b byte) bool { return 'A' <= b && b <= 'Z' }
func isLower(b byte) bool { return 'a' <= b && b <= 'z' }
func isDigit(b byte) bool { return '0' <= b && b <= '9' }
