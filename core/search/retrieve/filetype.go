package retrieve

import (
	"maps"
	"path"
	"slices"

	"docuquest/core/file"
)

// families are the types of files that are not an extension or a language, with
// the languages that belong to them. Code is one more.
var families = map[string][]string{
	"c#":     {"csharp"},
	"c++":    {"cpp"},
	"data":   {"ini", "json", "jsonc", "jsonl", "toml", "xml", "yaml"},
	"docs":   {"asciidoc", "docx", "epub", "html", "latex", "markdown", "mdx", "odt", "org", "pdf", "plaintext", "restructuredtext"},
	"office": {"docx", "odt", "pptx", "xlsx"},
	"shell":  {"bat", "powershell", "shellscript"},
	"table":  {"csv", "tsv", "xlsx"},
	"text":   {"plaintext"},
	"web":    {"css", "html", "less", "scss", "svelte", "vue"},
}

// Families are the names of the families of types that filters know, in no order. The
// caller owns the slice.
func Families() []string { return append(slices.Collect(maps.Keys(families)), "code") }

// isOfType reports whether a file is of a type: a family, a language of LSP or an
// extension. The kind and the name of the file are in lower case.
func isOfType(kind, name, language string) bool {
	if kind == "code" {
		return file.IsCode(language)
	}
	if family, ok := families[kind]; ok {
		return slices.Contains(family, language)
	}
	return kind == language || path.Ext(name) == "."+kind
}
