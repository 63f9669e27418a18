package main

import (
	"maps"
	"path"
	"path/filepath"
	"strings"
	"sync/atomic"

	"docuquest/core/document"
	"docuquest/core/document/code"
	"docuquest/core/document/html"
	"docuquest/core/document/markdown"
	"docuquest/core/document/office"
	"docuquest/core/document/pdf"
	"docuquest/core/document/plain"
	"docuquest/core/document/structured"
	"docuquest/core/file"
	"docuquest/core/store"
)

// formats are all the kinds of files that can be read, and who reads them. One
// is made for a process and lives as long: what reads PDFs starts with the first
// of them and serves everyone.
type formats struct {
	parsers document.Parsers
	pages   *pdf.Reader // draws pages, too

	shown atomic.Pointer[func(task string) (end func())] // shows a long task to the user; nil for nobody
}

// The names under which it is kept what was taken out of files. One gets another
// number when its parser makes something else of the same file.
const (
	pdfKind  = "pdf1"
	docxKind = "docx1"
	epubKind = "epub1"
)

// caches are folders for what was costly to make and can be made again. Where one
// is "", nothing is kept.
type caches struct {
	compiled string // what reads PDFs, as code of this machine
	extracts string // what was taken out of files
}

// cachesIn are the caches in our own folder, none for "".
func cachesIn(folder string) caches {
	if folder == "" {
		return caches{}
	}
	return caches{compiled: filepath.Join(folder, "wasm"), extracts: filepath.Join(folder, "extracts")}
}

// newFormats makes the table of languages and their parsers.
func newFormats(c caches) *formats {
	f := &formats{}
	f.pages = pdf.New(pdf.Options{Cache: c.compiled, Preparing: f.preparing})
	byLanguage := map[string]document.Parser{
		"docx":     c.keeping(docxKind, office.Docx{}),
		"epub":     c.keeping(epubKind, office.Epub{}),
		"html":     html.Parser{},
		"markdown": markdown.New(),
		"pdf":      c.keeping(pdfKind, f.pages),
	}
	maps.Copy(byLanguage, structured.Parsers())
	for _, language := range []string{"json", "jsonc"} {
		byLanguage[language] = structured.JSON{Markdown: byLanguage["markdown"]}
	}
	programs := code.New(code.Options{})
	for _, language := range programs.Languages() {
		byLanguage[language] = programs
	}
	f.parsers = document.Parsers{ByLanguage: byLanguage, Fallback: plain.Parser{}}
	return f
}

// preparing shows that the reader of PDFs is started.
func (f *formats) preparing() (end func()) {
	show := f.shown.Load()
	if show == nil {
		return func() {}
	}
	return (*show)("preparing the reader of PDFs (some seconds, the first time)")
}

// showBy has long tasks shown, until stop is called.
func (f *formats) showBy(show func(task string) (end func())) (stop func()) {
	f.shown.Store(&show)
	return func() { f.shown.CompareAndSwap(&show, nil) }
}

// keeping is the parser with a memory for what it takes out of files.
func (c caches) keeping(kind string, parser document.Parser) document.Parser {
	if c.extracts == "" {
		return parser
	}
	return store.Extracts{Parser: parser, Blobs: store.NewBlobs(c.extracts), Kind: kind}
}

// accept lets a file in by its name: a document that is no text needs a parser
// that knows it.
func (f *formats) accept(name string) (ok bool, reason file.Reason) {
	extension := strings.ToLower(path.Ext(name))
	if _, known := f.parsers.ByLanguage[file.LanguageOf(name)]; binaryDocuments[extension] && !known {
		return false, file.Reason("no reader for " + extension)
	}
	return true, ""
}

// binaryDocuments are the endings of files that hold text and are none.
var binaryDocuments = map[string]bool{
	".doc": true, ".docx": true, ".epub": true, ".odp": true, ".ods": true, ".odt": true,
	".pdf": true, ".ppt": true, ".pptx": true, ".rtf": true, ".xls": true, ".xlsx": true,
}
