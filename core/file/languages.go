package file

import (
	"maps"
	"slices"
	"strings"
)

// Languages are a choice of languages as people write it: words with spaces or commas
// between them, of which the last that says something of a language decides.
//
//	prose     those that are no programming languages
//	all, off  every language, none
//	python    this one, by its LSP identifier
//	-json     takes away what json stands for
//
// Without any word, and where the first one takes away, it begins with prose.
type Languages string

// Has reports whether a language is chosen.
func (l Languages) Has(language string) bool {
	words := l.words()
	has := (len(words) == 0 || strings.HasPrefix(words[0], "-")) && IsProse(language)
	for _, word := range words {
		name, minus := strings.CutPrefix(word, "-")
		switch {
		case name == "off":
			has = false
		case name == "all", name == "prose" && IsProse(language), name == language:
			has = !minus
		}
	}
	return has
}

// Named lists the languages that are chosen, sorted: those that names of files lead to, and
// those that are chosen by their own names.
func (l Languages) Named() []string {
	named := maps.Clone(knownLanguages)
	for _, word := range l.words() {
		named[strings.TrimPrefix(word, "-")] = true
	}
	for _, word := range []string{"prose", "all", "off"} {
		delete(named, word)
	}
	maps.DeleteFunc(named, func(language string, _ bool) bool { return !l.Has(language) })
	return slices.Sorted(maps.Keys(named))
}

func (l Languages) words() []string {
	return strings.FieldsFunc(string(l), func(r rune) bool { return r == ' ' || r == ',' || r == '\t' })
}

// IsProse reports whether texts in a language are for people to read, such as prose, tables
// and data: it is known here and no programming language. What nobody has a name for is
// prose, too.
func IsProse(language string) bool {
	return language == "" || knownLanguages[language] && !IsCode(language)
}

// FilesByLanguage lists, for each known language, what the names of its files are or end
// with, sorted.
func FilesByLanguage() map[string][]string {
	files := map[string][]string{}
	for _, names := range []map[string]string{languageByExtension, languageByName} {
		for _, name := range slices.Sorted(maps.Keys(names)) {
			files[names[name]] = append(files[names[name]], name)
		}
	}
	return files
}
