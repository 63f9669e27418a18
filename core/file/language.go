package file

import (
	"cmp"
	"path"
	"strings"
)

// LanguageOf gives the LSP language identifier of a file by its name, or ""
// when the name says nothing. Folders in front of the name do not matter.
func LanguageOf(name string) string {
	base := strings.ToLower(path.Base(name))
	if language, ok := languageByName[base]; ok {
		return language
	}
	return languageByExtension[path.Ext(base)]
}

// chooseLanguage settles what an editor and a name say of a language. Editors have
// names of their own for some; one that is no identifier of LSP gives way to what the
// name of the file says. Where that says nothing, "text" is plain text.
func chooseLanguage(said, path string) string {
	if knownLanguages[said] {
		return said
	}
	if said == "text" {
		said = "plaintext"
	}
	return cmp.Or(LanguageOf(path), said)
}

// knownLanguages are all identifiers that LanguageOf gives.
var knownLanguages = func() map[string]bool {
	known := map[string]bool{}
	for _, names := range []map[string]string{languageByName, languageByExtension} {
		for _, language := range names {
			known[language] = true
		}
	}
	return known
}()

// IsCode says whether a language is a programming language, in whose texts
// names such as maxRetryCount are made of several words.
func IsCode(language string) bool { return codeLanguages[language] }

// IsExtracted says whether the text of files in a language has to be taken out of them.
// That can take a minute, and what an editor shows of such a file as a text is not what it
// says.
func IsExtracted(language string) bool {
	switch language {
	case "pdf", "docx", "epub":
		return true
	}
	return false
}

// languageByName holds whole names in lower case, for files whose extension is
// missing or says less than the name.
var languageByName = map[string]string{
	"authors":        "plaintext",
	"changelog":      "plaintext",
	"changes":        "plaintext",
	"cmakelists.txt": "cmake",
	"contributing":   "plaintext",
	"contributors":   "plaintext",
	"copying":        "plaintext",
	"dockerfile":     "dockerfile",
	"gemfile":        "ruby",
	"gnumakefile":    "makefile",
	"go.mod":         "go.mod",
	"go.sum":         "go.sum",
	"install":        "plaintext",
	"jenkinsfile":    "groovy",
	"license":        "plaintext",
	"makefile":       "makefile",
	"news":           "plaintext",
	"notice":         "plaintext",
	"patents":        "plaintext",
	"rakefile":       "ruby",
	"readme":         "plaintext",
	"todo":           "plaintext",
	"vagrantfile":    "ruby",
	".bash_profile":  "shellscript",
	".bashrc":        "shellscript",
	".profile":       "shellscript",
	".zshrc":         "shellscript",
}

var languageByExtension = map[string]string{
	".adoc":     "asciidoc",
	".asciidoc": "asciidoc",
	".asm":      "asm",
	".bash":     "shellscript",
	".bat":      "bat",
	".bib":      "bibtex",
	".c":        "c",
	".cc":       "cpp",
	".cjs":      "javascript",
	".clj":      "clojure",
	".cmake":    "cmake",
	".cmd":      "bat",
	".cpp":      "cpp",
	".cs":       "csharp",
	".css":      "css",
	".csv":      "csv",
	".cu":       "cuda-cpp",
	".cxx":      "cpp",
	".dart":     "dart",
	".diff":     "diff",
	".docx":     "docx",
	".epub":     "epub",
	".erl":      "erlang",
	".ex":       "elixir",
	".exs":      "elixir",
	".f90":      "fortran",
	".fs":       "fsharp",
	".go":       "go",
	".gradle":   "groovy",
	".groovy":   "groovy",
	".h":        "c",
	".hh":       "cpp",
	".hpp":      "cpp",
	".hs":       "haskell",
	".htm":      "html",
	".html":     "html",
	".hxx":      "cpp",
	".ini":      "ini",
	".ipynb":    "json",
	".java":     "java",
	".jl":       "julia",
	".js":       "javascript",
	".json":     "json",
	".jsonc":    "jsonc",
	".jsonl":    "jsonl",
	".jsx":      "javascriptreact",
	".kt":       "kotlin",
	".kts":      "kotlin",
	".less":     "less",
	".lisp":     "lisp",
	".log":      "log",
	".lua":      "lua",
	".m":        "objective-c",
	".markdown": "markdown",
	".md":       "markdown",
	".mdx":      "mdx",
	".mjs":      "javascript",
	".mk":       "makefile",
	".ml":       "ocaml",
	".mli":      "ocaml",
	".mm":       "objective-cpp",
	".mts":      "typescript",
	".nim":      "nim",
	".nix":      "nix",
	".odt":      "odt",
	".org":      "org",
	".pas":      "pascal",
	".patch":    "diff",
	".pdf":      "pdf",
	".php":      "php",
	".pl":       "perl",
	".pm":       "perl",
	".pptx":     "pptx",
	".proto":    "proto",
	".ps1":      "powershell",
	".py":       "python",
	".pyi":      "python",
	".r":        "r",
	".rb":       "ruby",
	".rs":       "rust",
	".rst":      "restructuredtext",
	".s":        "asm",
	".scala":    "scala",
	".scss":     "scss",
	".sh":       "shellscript",
	".sql":      "sql",
	".svelte":   "svelte",
	".svg":      "xml",
	".swift":    "swift",
	".tcl":      "tcl",
	".tex":      "latex",
	".text":     "plaintext",
	".tf":       "terraform",
	".toml":     "toml",
	".ts":       "typescript",
	".tsv":      "tsv",
	".tsx":      "typescriptreact",
	".txt":      "plaintext",
	".vb":       "vb",
	".vim":      "vim",
	".vue":      "vue",
	".xhtml":    "html",
	".xlsx":     "xlsx",
	".xml":      "xml",
	".yaml":     "yaml",
	".yml":      "yaml",
	".zig":      "zig",
	".zsh":      "shellscript",
}

var codeLanguages = setOf(
	"asm", "bat", "c", "clojure", "cmake", "cpp", "csharp", "css", "cuda-cpp", "dart", "dockerfile",
	"elixir", "erlang", "fortran", "fsharp", "go", "go.mod", "groovy", "haskell", "java", "javascript",
	"javascriptreact", "julia", "kotlin", "less", "lisp", "lua", "makefile", "nim", "nix", "objective-c",
	"objective-cpp", "ocaml", "pascal", "perl", "php", "powershell", "proto", "python", "r", "ruby",
	"rust", "scala", "scss", "shellscript", "sql", "svelte", "swift", "tcl", "terraform", "typescript",
	"typescriptreact", "vb", "vim", "vue", "zig",
)

func setOf(names ...string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}
