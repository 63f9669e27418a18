package file

import (
	"errors"
	"fmt"
	"path"
	"strings"
)

// URI names one file on this machine, and no file has two: the scheme is
// `file`, there is no authority, the path is absolute and clean, a drive letter
// is in lower case, and bytes are percent-encoded exactly as VS Code does it,
// so that URIs can be compared with those of an editor as strings. The zero
// value names no file.
//
// A name in composed and the same name in decomposed Unicode are two names, as
// they are to most file systems.
//
// Only a page that was read from the web is no such file: its address is used in place of
// a URI then, and Path is not to be asked of it.
type URI string

const scheme = "file://"

// FromPath gives the URI of an absolute path. Backslashes separate when the
// path starts with a drive letter or with a backslash; in any other path they
// are part of a name. Shares on other machines have no URI of their own here,
// and callers refuse them beforehand.
func FromPath(abs string) URI {
	if hasDrive(abs) || strings.HasPrefix(abs, `\`) {
		abs = strings.ReplaceAll(abs, `\`, "/")
	}
	if abs == "" || abs[0] != '/' {
		abs = "/" + abs
	}
	return encode(canonical(abs))
}

// ParseURI reads what a client sends. Two spellings of one file give one URI;
// what does not name a file on this machine is an error that says why. A
// percent sign that no two hexadecimal digits follow means itself.
func ParseURI(s string) (URI, error) {
	name, err := parsePath(s)
	if err != nil {
		return "", fmt.Errorf("%q: %w", shorten(s), err)
	}
	return encode(canonical(name)), nil
}

// Path returns the absolute path with slashes: "/home/me/a.md" or "c:/me/a.md".
// It is not cleaned again, so u must come from FromPath or ParseURI.
func (u URI) Path() string {
	name := decode(strings.TrimPrefix(string(u), scheme))
	if hasDrive(strings.TrimPrefix(name, "/")) {
		return name[1:]
	}
	return name
}

// parsePath takes a URI apart down to its decoded path, or says what is wrong.
func parsePath(s string) (string, error) {
	kind, rest, found := strings.Cut(s, ":")
	if !found || !strings.EqualFold(kind, "file") {
		return "", errors.New("not the URI of a file")
	}
	if strings.ContainsAny(rest, "?#") {
		return "", errors.New("a file's URI has no query and no fragment")
	}
	if after, ok := strings.CutPrefix(rest, "//"); ok {
		slash := strings.IndexByte(after, '/')
		if slash < 0 {
			return "", errors.New("no path")
		}
		host := decode(after[:slash])
		if host != "" && !strings.EqualFold(host, "localhost") {
			return "", fmt.Errorf("on another machine: %q", host)
		}
		rest = after[slash:]
	}
	return checkPath(decode(rest))
}

// checkPath makes backslashes into slashes where a drive letter says that they
// separate, and refuses what cannot be the path of a file on this machine.
func checkPath(name string) (string, error) {
	if (strings.HasPrefix(name, "/.") || strings.Contains(name, "/../")) && !hasDrive(name[1:]) {
		name = path.Clean(name) // what follows the dots may be a drive or a host
	}
	switch {
	case strings.HasPrefix(name, "//"), strings.HasPrefix(name, `/\`):
		return "", errors.New("on another machine: the path starts with two slashes")
	case !strings.HasPrefix(name, "/"):
		return "", errors.New("the path is not absolute")
	case strings.IndexByte(name, 0) >= 0:
		return "", errors.New("the path holds a NUL byte")
	case hasDrive(name[1:]):
		return strings.ReplaceAll(name, `\`, "/"), nil
	}
	return name, nil
}

// canonical cleans a path that starts with a slash. Dots cannot climb out of a
// drive: "/c:/../x" is "/c:/x".
func canonical(name string) string {
	if !hasDrive(name[1:]) {
		return path.Clean(name)
	}
	drive := name[1] | 0x20
	return "/" + string(rune(drive)) + ":" + path.Clean("/"+name[len("/c:"):])
}

// hasDrive reports whether a path starts with a drive letter, a colon and either
// a separator or nothing.
func hasDrive(name string) bool {
	if len(name) < 2 || name[1] != ':' {
		return false
	}
	letter := name[0] | 0x20
	if letter < 'a' || letter > 'z' {
		return false
	}
	return len(name) == 2 || name[2] == '/' || name[2] == '\\'
}

// encode writes a canonical path as a URI. Letters, digits, `-._~` and slashes
// mean themselves, every other byte is encoded with capital digits.
func encode(name string) URI {
	special := 0
	for i := range len(name) {
		if !unreserved(name[i]) {
			special++
		}
	}
	if special == 0 {
		return URI(scheme + name)
	}
	const digits = "0123456789ABCDEF"
	var out strings.Builder
	out.Grow(len(scheme) + len(name) + 2*special)
	out.WriteString(scheme)
	for i := range len(name) {
		c := name[i]
		if unreserved(c) {
			out.WriteByte(c)
			continue
		}
		out.Write([]byte{'%', digits[c>>4], digits[c&15]})
	}
	return URI(out.String())
}

func unreserved(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	}
	return c == '/' || c == '-' || c == '.' || c == '_' || c == '~'
}

// decode undoes percent-encoding, once.
func decode(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			high, low := digit(s[i+1]), digit(s[i+2])
			if high >= 0 && low >= 0 {
				out = append(out, byte(high<<4|low))
				i += 2
				continue
			}
		}
		out = append(out, s[i])
	}
	return string(out)
}

// digit gives the value of a hexadecimal digit, or -1.
func digit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// shorten keeps an error message readable whatever a client sent.
func shorten(s string) string {
	const limit = 200
	if len(s) <= limit {
		return s
	}
	return s[:limit] + "..."
}
