package analysis

// appendParts appends the parts of an identifier without underscores: it cuts
// before a capital and around digits, and of a run of capitals the last one
// belongs to the small letters after it.
//
//	getUserName    get User Name
//	HTTPServer     HTTP Server
//	utf8Valid      utf 8 Valid
//
// A word with a letter beyond ASCII is one part, since case has no meaning in
// many scripts.
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

// partLength returns the length of the first part of a word of ASCII letters and digits.
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

// leading returns how many bytes at the start of s are in the class.
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
