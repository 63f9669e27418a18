package outside

import (
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
)

// Secret is a key or a password. However it is printed, logged or encoded, it
// shows as ***; its text comes out of Reveal alone. The zero value is no
// secret. A Secret may be copied and used by many goroutines.
type Secret struct {
	// A function rather than a string: package fmt prints what is in the
	// unexported fields of a struct without asking its methods, and of a
	// function it prints no more than the address.
	reveal func() string
}

// mask replaces a secret wherever one is shown.
const mask = "***"

// NewSecret makes a secret of a text. The empty text gives the zero value.
func NewSecret(text string) Secret {
	if text == "" {
		return Secret{}
	}
	return Secret{reveal: func() string { return text }}
}

// Reveal returns the text of the secret.
func (s Secret) Reveal() string {
	if s.reveal == nil {
		return ""
	}
	return s.reveal()
}

// IsZero reports whether there is no secret.
func (s Secret) IsZero() bool { return s.reveal == nil }

// Equal reports whether two secrets are the same, in a time that does not
// depend on where they differ.
func (s Secret) Equal(other Secret) bool {
	return subtle.ConstantTimeCompare([]byte(s.Reveal()), []byte(other.Reveal())) == 1
}

// Format implements fmt.Formatter: it writes *** for every verb.
func (s Secret) Format(state fmt.State, _ rune) { io.WriteString(state, mask) }

// String returns ***.
func (s Secret) String() string { return mask }

// GoString returns ***.
func (s Secret) GoString() string { return mask }

// MarshalText returns ***; the encodings of JSON, XML and TOML use it.
func (s Secret) MarshalText() ([]byte, error) { return []byte(mask), nil }

// LogValue returns ***.
func (s Secret) LogValue() slog.Value { return slog.StringValue(mask) }

// shortestSecret is the least number of bytes of a secret that is redacted. A
// shorter one is a placeholder such as "x", which any sentence may contain.
const shortestSecret = 4

// Redact replaces each secret in a text by ***, also where it is
// percent-encoded, escaped, in hexadecimal or in base64, alone or as part of a
// longer text. Secrets of less than four bytes stay.
func Redact(text string, secrets ...Secret) string {
	var spelled []string
	for _, secret := range secrets {
		if s := secret.Reveal(); len(s) >= shortestSecret {
			spelled = append(spelled, spellings(s)...)
		}
	}
	if len(spelled) == 0 {
		return text
	}
	var clean strings.Builder
	for text != "" {
		longest := 0
		for _, s := range spelled {
			longest = max(longest, match(text, s))
		}
		if longest > 0 {
			clean.WriteString(mask)
		} else {
			longest = 1
			clean.WriteByte(text[0])
		}
		text = text[longest:]
	}
	return clean.String()
}

// match returns how many bytes at the start of a text spell s, each character
// as it is or escaped, -1 if they do not.
func match(text, s string) int {
	if s == "" {
		return 0
	}
	if char, width := unescape(text); width > 0 && strings.HasPrefix(s, char) {
		if n := match(text[width:], s[len(char):]); n >= 0 {
			return width + n
		}
	}
	if text != "" && text[0] == s[0] {
		if n := match(text[1:], s[1:]); n >= 0 {
			return 1 + n
		}
	}
	return -1
}

// unescape reads the escape at the start of a text, in the ways of a URL, of
// JSON and of Go, and returns its meaning and its length, or 0.
func unescape(text string) (char string, width int) {
	switch {
	case text == "":
		return "", 0
	case text[0] == '+':
		return " ", 1
	case text[0] == '%':
		return hexByte(text, 3)
	case text[0] != '\\' || len(text) < 2:
		return "", 0
	case text[1] == 'x':
		return hexByte(text, 4)
	case text[1] == 'u':
		return utf16Escape(text)
	default:
		return text[1:2], 2
	}
}

// hexByte reads the byte whose two digits end an escape of the given length.
func hexByte(text string, width int) (string, int) {
	if len(text) < width {
		return "", 0
	}
	b, err := strconv.ParseUint(text[width-2:width], 16, 8)
	if err != nil {
		return "", 0
	}
	return string([]byte{byte(b)}), width
}

// utf16Escape reads \uXXXX, or two of them that are one character.
func utf16Escape(text string) (string, int) {
	unit := func(at int) rune {
		if len(text) < at+6 || text[at:at+2] != `\u` {
			return -1
		}
		n, err := strconv.ParseUint(text[at+2:at+6], 16, 16)
		if err != nil {
			return -1
		}
		return rune(n)
	}
	lead := unit(0)
	if pair := utf16.DecodeRune(lead, unit(6)); pair != unicode.ReplacementChar {
		return string(pair), 12
	}
	if lead < 0 || utf16.IsSurrogate(lead) {
		return "", 0
	}
	return string(lead), 6
}

// spellings returns the ways in which a secret may be encoded: as a whole, and the base64 that
// any text with it must have. Of each of the three places that the secret may have in a group
// of three bytes, these are the characters that depend on it alone.
func spellings(s string) []string {
	digits := hex.EncodeToString([]byte(s))
	all := []string{s, digits, strings.ToUpper(digits), base64.StdEncoding.EncodeToString([]byte(s))}
	for shift := range 3 {
		whole := base64.RawStdEncoding.EncodeToString([]byte(strings.Repeat("\x00", shift) + s))
		from, to := (shift*8+5)/6, (shift+len(s))*8/6
		if to-from >= shortestSecret {
			all = append(all, whole[from:to])
		}
	}
	for _, form := range all {
		if other := strings.NewReplacer("+", "-", "/", "_").Replace(form); other != form {
			all = append(all, other)
		}
	}
	return all
}

// Scrub returns an error whose text shows no secret and, of the addresses that
// package net/http puts into its errors, no query and no password. What it was
// made from can no longer be taken out of it, but errors.Is still answers as
// before. An error that shows nothing of the kind loses its type all the same;
// nil stays nil.
func Scrub(err error, secrets ...Secret) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	var request *url.Error
	if errors.As(err, &request) {
		if u, bad := url.Parse(request.URL); bad == nil {
			text = strings.ReplaceAll(text, request.URL, (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String())
			secrets = append(slices.Clone(secrets), querySecrets(u)...)
		}
	}
	text = credentials.ReplaceAllString(text, "://"+mask+"@")
	return &scrubbed{
		text: Redact(text, secrets...),
		is:   func(target error) bool { return errors.Is(err, target) },
	}
}

// credentials matches the user and password in an address.
var credentials = regexp.MustCompile(`://[^/\s@"]+@`)

// scrubbed is an error without its secrets. It has the original in a
// function, where no printing reaches it.
type scrubbed struct {
	text string
	is   func(target error) bool
}

func (e *scrubbed) Error() string { return e.text }

// Is asks the original error.
func (e *scrubbed) Is(target error) bool { return e.is(target) }

// requestSecrets returns what a request carries that no error may show.
func requestSecrets(req *http.Request) []Secret {
	var secrets []Secret
	for name, values := range req.Header {
		if !keyHeader.MatchString(name) {
			continue
		}
		for _, value := range values {
			secrets = append(secrets, NewSecret(value))
			if _, credential, ok := strings.Cut(value, " "); ok {
				secrets = append(secrets, NewSecret(credential))
			}
		}
	}
	if req.URL != nil {
		secrets = append(secrets, querySecrets(req.URL)...)
	}
	return secrets
}

var keyHeader = regexp.MustCompile(`(?i)auth|key|token|secret|cookie`)

// shownQuery returns the query of an address without the values of names that keys have, and
// without secrets.
func shownQuery(u *url.URL, secrets []Secret) string {
	if u.RawQuery == "" {
		return ""
	}
	pairs := strings.Split(u.RawQuery, "&")
	for i, pair := range pairs {
		if name, _, hasValue := strings.Cut(pair, "="); hasValue && keyParameter.MatchString(name) {
			pairs[i] = name + "=" + mask
		}
	}
	return Redact(strings.Join(pairs, "&"), secrets...)
}

// keyParameter matches the names under which addresses carry keys, and neither
// "keywords" nor "author".
var keyParameter = regexp.MustCompile(`(?i)token|secret|passw|signature|(^|[^a-z]|o)auth($|[^a-z])|(^|[^a-z]|api|access)key$`)

// querySecrets returns every value of a query, and a password: the name of the
// value that is a key differs from service to service.
func querySecrets(u *url.URL) []Secret {
	var secrets []Secret
	for _, values := range u.Query() {
		for _, value := range values {
			secrets = append(secrets, NewSecret(value))
		}
	}
	if password, ok := u.User.Password(); ok {
		secrets = append(secrets, NewSecret(password))
	}
	return secrets
}
