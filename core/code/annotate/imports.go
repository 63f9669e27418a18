package annotate

import (
	"slices"
	"strings"
)

// importWords are what the lines begin with by which a program imports another, by
// language. What is imported is quoted there, or is the first name behind these words.
var importWords = map[string][]string{
	"c":               {"#include"},
	"cpp":             {"#include", "import"},
	"csharp":          {"using"},
	"cuda-cpp":        {"#include"},
	"dart":            {"import", "export"},
	"elixir":          {"alias", "import", "use", "require"},
	"go":              {"import"},
	"groovy":          {"import"},
	"haskell":         {"import"},
	"java":            {"import"},
	"javascript":      {"import", "export"},
	"javascriptreact": {"import", "export"},
	"julia":           {"using", "import"},
	"kotlin":          {"import"},
	"objective-c":     {"#import", "#include", "@import"},
	"objective-cpp":   {"#import", "#include", "@import"},
	"perl":            {"use", "require"},
	"php":             {"use", "require", "require_once", "include", "include_once"},
	"proto":           {"import"},
	"python":          {"import", "from"},
	"r":               {"library", "require"},
	"ruby":            {"require", "require_relative", "load"},
	"rust":            {"use", "pub use", "extern crate"},
	"scala":           {"import"},
	"scss":            {"@use", "@import"},
	"shellscript":     {"source"},
	"swift":           {"import"},
	"typescript":      {"import", "export"},
	"typescriptreact": {"import", "export"},
	"zig":             {}, // @import(...), wherever it stands
}

// quotedOnly are the languages in which a name without quotes is none that is imported.
var quotedOnly = setOf("dart go javascript javascriptreact proto typescript typescriptreact scss")

// importsOf are what a program imports, each once, in order: the first ones, as many as a
// file is noted to depend on.
func importsOf(s, language string) []string {
	words, known := importWords[language]
	if !known {
		return nil
	}
	var all []string
	grouped := false // in the brackets that are behind one "import" of Go
	for line := range codeLines(s, language) {
		imported := importedBy(line, words, language)
		if grouped {
			imported = []string{quoted(line)}
		}
		for _, name := range imported {
			if len(all) == mostDependencies {
				return all
			}
			if name != "" && !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
		grouped = language == "go" && (line == "import (" || grouped && !strings.HasPrefix(line, ")"))
	}
	return all
}

// importedBy is what a line imports, nothing or "" for another line.
func importedBy(line string, words []string, language string) []string {
	for _, mark := range [...]string{"require(", "@import("} {
		if _, rest, ok := strings.Cut(line, mark); ok {
			return []string{quoted(rest)}
		}
	}
	if strings.HasPrefix(line, "} from ") {
		return []string{quoted(line)}
	}
	for _, word := range words {
		rest, ok := strings.CutPrefix(line, word)
		if !ok || rest == "" || strings.IndexByte(" \t(\"'<", rest[0]) < 0 {
			continue
		}
		if quotedOnly[language] || strings.ContainsAny(rest, "\"'<") {
			return []string{quoted(rest)}
		}
		if language != "python" || word != "import" {
			return []string{firstName(rest)}
		}
		var all []string
		for part := range strings.SplitSeq(rest, ",") {
			all = append(all, firstName(part))
		}
		return all
	}
	return nil
}

// quoted is what stands in the first quotes of a line, or in its angles. A value is no
// import, though it is quoted behind "export".
func quoted(line string) string {
	start := strings.IndexAny(line, "\"'`<")
	if start < 0 || strings.Contains(line[:start], "=") {
		return ""
	}
	closing := line[start : start+1]
	if closing == "<" {
		closing = ">"
	}
	inside, _, closed := strings.Cut(line[start+1:], closing)
	if !closed {
		return ""
	}
	return inside
}

// firstName is the first name of a line that is none of the words that only say how
// something is imported.
func firstName(line string) string {
	for field := range strings.FieldsFuncSeq(line, func(r rune) bool { return strings.ContainsRune(" \t;,(){}", r) }) {
		switch field {
		case "static", "qualified", "type", "function", "const", "=", "crate":
			continue
		}
		return strings.Trim(field, ".:\\*")
	}
	return ""
}
