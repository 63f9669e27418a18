package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"docuquest/core/language/fuzzy"
)

func nameOf(f Field) string { return f.Name }

// fileLayer opens config.toml.
func fileLayer(from Sources) (layer, error) {
	l := layer{source: File, where: from.FileName, folder: filepath.Dir(from.FileName), nameOf: nameOf}
	if l.where == "" {
		l.where = "config.toml"
	}
	if err := toml.Unmarshal(from.File, &l.values); err != nil {
		return layer{}, &Error{Source: File, Where: l.where, Problem: tomlProblem(err)}
	}
	return l, nil
}

// tomlProblem returns the error of the TOML library as one line. It quotes nothing
// of the file, which may contain a key.
func tomlProblem(err error) string {
	var syntax toml.ParseError
	if !errors.As(err, &syntax) {
		return "it cannot be read as TOML"
	}
	at := fmt.Sprintf("line %d", syntax.Position.Line)
	if syntax.LastKey != "" {
		at += fmt.Sprintf(", at or after %q", syntax.LastKey)
	}
	return at + ": this is no TOML; a setting is written as name = \"value\""
}

// environmentLayer opens the environment. A variable that is empty sets nothing.
func environmentLayer(from Sources) (layer, error) {
	l := layer{source: Environment, where: "the environment", nameOf: func(f Field) string { return f.Env }, values: map[string]any{}}
	for _, variable := range from.Environ {
		if name, value, ok := strings.Cut(variable, "="); ok && value != "" {
			l.values[name] = value
		}
	}
	l.ours = func(name string) bool { return strings.HasPrefix(name, "DOCUQUEST_") }
	return l, nil
}

// editorLayer opens settings that come from an editor.
func editorLayer(where string, content []byte) (layer, error) {
	l := layer{source: Options, where: where, nameOf: nameOf}
	fail := func(problem string) (layer, error) {
		return layer{}, &Error{Source: l.source, Where: l.where, Problem: problem}
	}
	content = bytes.TrimSpace(content)
	if len(content) == 0 {
		return l, nil
	}
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.UseNumber()
	if err := decoder.Decode(&l.values); err != nil {
		return fail("it must be a JSON object of settings by their names")
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return fail("something follows the JSON object")
	}
	return l, nil
}

// flagsLayer opens the flags.
func flagsLayer(from Sources) (layer, error) {
	l := layer{source: Flags, nameOf: func(f Field) string { return dashed(f.Flag) }, values: map[string]any{}}
	for name, value := range from.Flags {
		l.values[dashed(name)] = value
	}
	return l, nil
}

// dashed returns a flag as users type it.
func dashed(flag string) string {
	if flag == "" {
		return ""
	}
	return "--" + flag
}

// warnUnknown warns of the names in a layer that are no settings.
func (l *loader) warnUnknown(from layer, known map[string]bool) {
	names := slices.Sorted(maps.Keys(known))
	for _, name := range slices.Sorted(maps.Keys(from.values)) {
		if known[name] || from.ours != nil && !from.ours(name) {
			continue
		}
		l.warn("%s: %s", from.where, unknown(name, names))
	}
}

// unknown returns the warning about a name that is no setting.
func unknown(name string, known []string) string {
	const longest = 60 // name that is shown whole and may be a typing error
	if len(name) > longest {
		return fmt.Sprintf("%.*q... is not a setting", longest, name)
	}
	if meant, ok := fuzzy.Nearest(name, known); ok {
		return fmt.Sprintf("%q is not a setting; did you mean %s?", name, meant)
	}
	return fmt.Sprintf("%q is not a setting", name)
}
