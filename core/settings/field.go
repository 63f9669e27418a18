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

// A Field describes one field of Settings, as its tags define it.
type Field struct {
	Name    string   // in config.toml and in an editor's options, "" if it has none
	Env     string   // the variable that sets it, "" without one
	Flag    string   // the flag that sets it, without dashes, "" without one
	Kind    string   // the check of a text: "address", "path", "header", "language", "languages", "trusted", "ports" or ""
	Own     bool     // an editor's options do not set it
	Live    string   // how it may change in a session: to "any" value, to this one and back, or "" for never
	Allowed []string // the only values, nil if others are allowed
	Range   string   // the least and the greatest value, "" if it is no Count
	Default string   // as a source would write it
	Doc     string

	index []int
}

// fields are the fields of Settings in their order.
var fields = fieldsOf(reflect.TypeFor[Settings]())

// Fields returns all settings in the order in which they are documented. The
// caller owns the slice; it must not write to the slices inside.
func Fields() []Field { return slices.Clone(fields) }

// fieldsOf reads the tags of a struct.
func fieldsOf(t reflect.Type) []Field {
	var all []Field
	for f := range t.Fields() {
		tag := f.Tag
		field := Field{
			Name: tag.Get("name"), Env: tag.Get("env"), Flag: tag.Get("flag"),
			Kind: tag.Get("kind"), Own: tag.Get("own") == "yes", Live: tag.Get("live"), Default: tag.Get("default"), Doc: tag.Get("doc"),
			Range: tag.Get("range"), index: f.Index,
		}
		if allowed := tag.Get("allowed"); allowed != "" {
			field.Allowed = strings.Split(allowed, ",")
		}
		all = append(all, field)
	}
	return all
}

// text returns the text that sets the field to a value of TOML or JSON. The error
// never shows the value, which may be a key in the wrong place.
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
	switch {
	case form != "":
		return "", errors.New(form)
	case f.Allowed != nil:
		return "", errors.New("it must be a text in quotes: " + oneOf(f.Allowed))
	}
	return "", errors.New("it must be a text in quotes")
}

// numberForm returns the message of what a number in the field has to be, "" if
// the field is no number.
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

// check returns an error for a text that the field does not allow.
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
		if len(text) != 2 || strings.Trim(text, "abcdefghijklmnopqrstuvwxyz") != "" { // as in ISO 639-1
			return errors.New("it must be a language by its two letters, such as en")
		}
		return nil
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
// http is readable by every machine on the way, so it must not leave the local
// network. A name could lead anywhere, so a machine of the local network is named
// by its number.
func checkAddress(text string) error {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http":
		return errors.New("it must be an address such as https://openrouter.ai/api/v1")
	case u.User != nil:
		return errors.New("the address may hold no user and no password: a key goes into api_key")
	case u.RawQuery != "" || u.Fragment != "":
		return errors.New("the address may hold no query and no fragment")
	case u.Scheme == "https" || isLoopback(u.Hostname()):
		return nil
	}
	if ip, err := netip.ParseAddr(u.Hostname()); err != nil || !ip.Unmap().IsPrivate() {
		return errors.New("plain http is for this machine, such as http://localhost:11434/v1, and for numbers of the local network, such as http://192.168.1.5:11434/v1: use https")
	}
	return nil
}

// isLoopback reports whether a host is this machine.
func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && ip.Unmap().IsLoopback()
}

// checkHeader accepts a value for the header of a request.
func checkHeader(text string) error {
	if strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return errors.New("it may hold neither spaces nor line breaks nor letters beyond ASCII")
	}
	return nil
}

// oneOf returns a list of values for people: "a, b or c".
func oneOf(values []string) string {
	if len(values) < 2 {
		return strings.Join(values, "")
	}
	last := len(values) - 1
	return strings.Join(values[:last], ", ") + " or " + values[last]
}
