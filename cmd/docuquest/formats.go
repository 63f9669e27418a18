package main

import (
	"maps"
	"path"
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

// formats are all the kinds of files that can be read, and their parsers. One is made for a
// process and lives as long: what reads PDFs starts with the first of them.
type formats struct {
	parsers document.Parsers
	pages   *pdf.Reader // draws pages, too

	shown atomic.Pointer[func(task string) (end func())] // shows a long task to the user; nil for none
}

// The names under which what was taken out of files is kept. A name gets another number when
// its parser makes something else of the same file.
const (
	pdfKind  = "pdf1"
	docxKind = "docx1"
	epubKind = "epub1"
)

// newFormats makes the table of languages and their parsers. What was costly to make is kept
// in two folders: what reads PDFs, compiled for this machine, and what was taken out of
// files. Nothing is kept where a folder is "".
func newFormats(compiled, extracts string) *formats {
	f := &formats{}
	keeping := func(kind string, parser document.Parser) document.Parser {
		if extracts == "" {
			return parser
		}
		return store.Extracts{Parser: parser, Blobs: store.NewBlobs(extracts), Kind: kind}
	}
	f.pages = pdf.New(pdf.Options{Cache: compiled, Preparing: func() (end func()) {
		show := f.shown.Load()
		if show == nil {
			return func() {}
		}
		return (*show)("preparing the reader of PDFs (some seconds, the first time)")
	}})
	byLanguage := map[string]document.Parser{
		"docx":     keeping(docxKind, office.Docx{}),
		"epub":     keeping(epubKind, office.Epub{}),
		"html":     html.Parser{},
		"markdown": markdown.New(),
		"pdf":      keeping(pdfKind, f.pages),
	}
	maps.Copy(byLanguage, structured.Parsers())
	for _, language := range []string{"json", "jsonc"} {
		byLanguage[language] = structured.JSON{Markdown: byLanguage["markdown"]}
	}
	programs := code.New(code.Options{})
	for _, language := range programs.Languages() {
		byLanguage[language] = programs
	}
	f.parsers = document.Parsers{ByLanguage: byLanguage, Fallback: plain.Parser{}, Keys: structured.Records{}}
	return f
}

// showBy has long tasks shown, until stop is called.
func (f *formats) showBy(show func(task string) (end func())) (stop func()) {
	f.shown.Store(&show)
	return func() { f.shown.CompareAndSwap(&show, nil) }
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

// binaryDocuments are the endings of files that have text and are none.
var binaryDocuments = map[string]bool{
	".doc": true, ".docx": true, ".epub": true, ".odp": true, ".ods": true, ".odt": true,
	".pdf": true, ".ppt": true, ".pptx": true, ".rtf": true, ".xls": true, ".xlsx": true,
}
