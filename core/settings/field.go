package settings

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"docuquest/core/services/outside"
)

// A Field is what the tags of one field of Settings say.
type Field struct {
	Name    string   // in config.toml and in an editor's options, "" if it has none
	Env     string   // the variable that sets it, "" if none does
	Flag    string   // the flag that sets it, without dashes, "" if none does
	Kind    string   // how a text is checked: "address", "path", "header", "language", "languages", "trusted", "ports" or ""
	Own     bool     // an editor's options do not set it
	Live    string   // how it may change in a session: to "any" value, to this one and back, or "" for not at all
	Allowed []string // the only values, nil if there are others
	Range   string   // the least and the greatest value, "" if it is no Count
	Default string   // as a source would write it
	Doc     string

	index []int
}

// fields are the fields of Settings in their order.
var fields = fieldsOf(reflect.TypeFor[Settings]())

// Fields lists all settings in the order in which they are documented. The
// caller owns the slice; the slices in it are shared and not to be written.
func Fields() []Field { return slices.Clone(fields) }

func fieldsOf(t reflect.Type) []Field {
	var all []Field
	for f := range t.Fields() {
		tag := f.Tag
		all = append(all, Field{
			Name: tag.Get("name"), Env: tag.Get("env"), Flag: tag.Get("flag"),
			Kind: tag.Get("kind"), Own: tag.Get("own") == "yes", Live: tag.Get("live"), Default: tag.Get("default"), Doc: tag.Get("doc"),
			Allowed: list(tag.Get("allowed")), Range: tag.Get("range"), index: f.Index,
		})
	}
	return all
}

func list(tag string) []string {
	if tag == "" {
		return nil
	}
	return strings.Split(tag, ",")
}

// text turns a value of TOML or JSON into the text that sets the field. The
// error never shows the value, which may be a key in the wrong place.
func (f Field) text(value any) (string, error) {
	form := f.numberForm()
	switch v := value.(type) {
	case string:
		return strings.TrimSpace(v), nil
	case int64:
		if form != "" {
			return strconv.FormatInt(v, 10), nil
		}
	case float64:
		if form == amountForm {
			return strconv.FormatFloat(v, 'f', -1, 64), nil
		}
	case json.Number:
		if form != "" {
			return v.String(), nil
		}
	}
	if form != "" {
		return "", errors.New(form)
	}
	return "", fmt.Errorf("it must be a text in quotes%s", f.allowedText())
}

// numberForm says what a number in the field has to be, "" if it holds none.
func (f Field) numberForm() string {
	switch reflect.TypeFor[Settings]().FieldByIndex(f.index).Type {
	case reflect.TypeFor[Size]():
		return sizeForm
	case reflect.TypeFor[Amount]():
		return amountForm
	case reflect.TypeFor[Count]():
		return "it must be a whole number from " + f.Range
	}
	return ""
}

func (f Field) allowedText() string {
	if f.Allowed == nil {
		return ""
	}
	return ": " + oneOf(f.Allowed)
}

// assign checks a text and stores it. An empty text unsets the field.
func (f Field) assign(to reflect.Value, text string) error {
	if err := f.check(text); err != nil {
		return err
	}
	switch v := to.Addr().Interface().(type) {
	case *string:
		*v = text
	case *outside.Secret:
		*v = outside.NewSecret(text)
	case *Size:
		size, err := parseSize(text)
		if err != nil {
			return err
		}
		*v = size
	case *Amount:
		amount, err := parseAmount(text)
		if err != nil {
			return err
		}
		*v = amount
	case *Count:
		count, err := f.parseCount(text)
		if err != nil {
			return err
		}
		*v = count
	}
	return nil
}

func (f Field) check(text string) error {
	switch {
	case text == "":
		return nil
	case f.Allowed != nil && !slices.Contains(f.Allowed, text):
		return fmt.Errorf("%q is not known: it may be %s", text, oneOf(f.Allowed))
	case f.Kind == "address":
		return checkAddress(text)
	case f.Kind == "header":
		return checkHeader(text)
	case f.Kind == "language":
		return checkLanguage(text)
	case f.Kind == "languages":
		return checkLanguages(text)
	case f.Kind == "trusted":
		_, err := parseTrusted(text)
		return err
	case f.Kind == "ports":
		_, err := parsePorts(text)
		return err
	}
	return nil
}

// checkLanguages accepts names of languages with spaces or commas between them.
func checkLanguages(text string) error {
	if strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-+#._, \t", r)
	}) {
		return errors.New("it must be LSP identifiers of languages with spaces between them, such as \"prose python -json\"")
	}
	return nil
}

// checkAddress accepts the address of a service that text may be sent to. Plain
// http shows it to everyone on the way, so it may not leave the local network; a
// name could lead anywhere, so there it takes the number of the machine.
func checkAddress(text string) error {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http":
		return errors.New("it must be an address such as https://openrouter.ai/api/v1")
	case u.User != nil:
		return errors.New("the address may hold no user and no password: a key goes into api_key")
	case u.RawQuery != "" || u.Fragment != "":
		return errors.New("the address may hold no query and no fragment")
	case u.Scheme == "http" && !isLoopback(u.Hostname()) && !isPrivate(u.Hostname()):
		return errors.New("plain http is for this machine, such as http://localhost:11434/v1, and for numbers of the local network, such as http://192.168.1.5:11434/v1: use https")
	}
	return nil
}

func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && ip.Unmap().IsLoopback()
}

// isPrivate reports whether a host is the number of a machine in a private
// network.
func isPrivate(host string) bool {
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsPrivate()
}

// checkHeader accepts what can stand in the header of a request.
func checkHeader(text string) error {
	if strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return errors.New("it may hold neither spaces nor line breaks nor letters beyond ASCII")
	}
	return nil
}

// oneOf lists values for people: "a, b or c".
func oneOf(values []string) string {
	if len(values) < 2 {
		return strings.Join(values, "")
	}
	last := len(values) - 1
	return strings.Join(values[:last], ", ") + " or " + values[last]
}
