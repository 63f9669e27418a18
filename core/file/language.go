package file

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"docuquest/core/code/languages"
)

// LanguageOf returns the LSP language identifier of a file by its name, or "" when the name does
// not show it. Folders in front of the name do not matter.
func LanguageOf(name string) string {
	base := strings.ToLower(path.Base(name))
	return cmp.Or(languageByFile[base], languageByFile[path.Ext(base)])
}

// languageByFile has the languages by whole names of files and by their extensions.
var languageByFile = func() map[string]string {
	all := map[string]string{}
	for _, l := range languages.All() {
		for _, name := range l.Files {
			all[name] = l.Name
		}
	}
	return all
}()

// chooseLanguage decides between the language that an editor names and the name of the file.
// Editors have names of their own for some languages; one that is no identifier of LSP is
// replaced by the language of the file's name. Where that is unknown, "text" is plain text.
func chooseLanguage(said, path string) string {
	if isKnown(said) {
		return said
	}
	if said == "text" {
		said = "plaintext"
	}
	return cmp.Or(LanguageOf(path), said)
}

func isKnown(language string) bool { return languages.Of(language).Name != "" }

// IsCode reports whether a language is a programming language, in whose texts names such as
// maxRetryCount consist of several words.
func IsCode(language string) bool { return languages.Of(language).IsProgram }

// IsProse reports whether texts in a language are for people to read, such as prose, tables
// and data: it is known here and no programming language. Files without a language are
// prose, too.
func IsProse(language string) bool {
	return language == "" || isKnown(language) && !IsCode(language)
}

// IsExtracted reports whether the text of files in a language has to be extracted from them.
// That can take a minute, and an editor shows something else of such a file.
func IsExtracted(language string) bool {
	return language == "pdf" || language == "docx" || language == "epub"
}

// FilesByLanguage lists, for each known language, the extensions and names of its files.
func FilesByLanguage() map[string][]string {
	files := map[string][]string{}
	for _, l := range languages.All() {
		files[l.Name] = slices.Clone(l.Files)
	}
	return files
}

// Languages are a choice of languages as people write it: words with spaces or commas
// between them. The last word about a language decides.
//
//	prose     those that are no programming languages
//	all, off  every language, none
//	python    this one, by its LSP identifier
//	-json     removes json
//
// Without any word, and where the first one removes a language, it begins with prose.
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

// Named lists the languages that are chosen, sorted: known ones, and those that are chosen by
// their own names.
func (l Languages) Named() []string {
	var named []string
	for _, known := range languages.All() {
		named = append(named, known.Name)
	}
	for _, word := range l.words() {
		if word = strings.TrimPrefix(word, "-"); word != "prose" && word != "all" && word != "off" {
			named = append(named, word)
		}
	}
	named = slices.DeleteFunc(named, func(language string) bool { return !l.Has(language) })
	slices.Sort(named)
	return slices.Compact(named)
}

func (l Languages) words() []string {
	return strings.FieldsFunc(string(l), func(r rune) bool { return r == ' ' || r == ',' || r == '\t' })
}
