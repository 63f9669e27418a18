// Package view is a workspace at one moment: its files with the text of open buffers, the
// index, the parsers, and how far the files are read. Features are functions of a [View].
//
// It follows no file and decides nothing: agent makes views, and keeps the index up to date.
package view

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"

	"docuquest/core/agent/fault"
	"docuquest/core/answer/replies"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/file/disk"
	"docuquest/core/index"
	"docuquest/core/language/text"
	"docuquest/core/search/embed"
	"docuquest/core/search/meaning"
)

// A View is a workspace at one moment. It is never written after it was made. Files that are
// not open are read as the disk has them when they are read.
type View struct {
	Files    *file.View      // with the text of open buffers
	Snapshot *index.Snapshot // the files that are indexed
	// Library looks words up. A look-up returns a snapshot of its own, which may be newer
	// than Snapshot.
	Library *index.Library
	Parser  *Parser

	Folders []string                // of the workspace, as absolute paths
	Name    func(u file.URI) string // what people call a file of the workspace
	AtHand  func(f file.File) bool  // parsing it does not take long; see ErrBehind
	Report  disk.Report             // of the last walk over the workspace that came to its end
	Lexicon func() embed.Lexicon    // the built-in vectors; returns nil for none
	Weights func() *meaning.Weights // of the pieces of words; returns nil for none
	Log     *slog.Logger

	Reading  int  // files that have changed and are not indexed as they are now
	Complete bool // the files were read, and no walk over them is under way
}

// TooLarge is the kind of the reason for which a large file is not read.
const TooLarge file.Reason = "too large"

// ErrBehind is the error of reading a document that has changed since it was indexed and takes
// long to parse. It is parsed in the background.
var ErrBehind = fault.New(fault.Busy, "has changed and is being read: try again in a moment")

// Quick reads the files of a view but for files that take long to parse, which are [ErrBehind].
type Quick struct{ *View }

// Read implements [file.Source].
func (q Quick) Read(ctx context.Context, u file.URI) (file.File, error) {
	f, err := q.Files.Read(ctx, u)
	if err == nil && !q.AtHand(f) {
		return file.File{}, ErrBehind
	}
	return f, err
}

// Document returns a file as its parser understands it. It is parsed once for each content.
// The error is that of reading the file.
func (v *View) Document(ctx context.Context, u file.URI) (*document.Document, error) {
	f, err := v.Files.Read(ctx, u)
	if err != nil {
		return nil, err
	}
	return v.Parser.Parse(f), nil
}

// ByPath reads the indexed file that replies call by a path.
func (v *View) ByPath(ctx context.Context, path string) (file.File, error) {
	for e := range v.Snapshot.All {
		if e.Path == path {
			return v.Files.Read(ctx, e.URI)
		}
	}
	return file.File{}, fmt.Errorf("%s is none of the indexed files", path)
}

// Extracted returns the document that a URI of [replies.TextURI] names, and which part of its
// text: all of it, or that of one page. Errors: the URI names no document, the file is not
// indexed or cannot be read, or it has no such page.
func (v *View) Extracted(ctx context.Context, u file.URI) (*document.Document, text.Span, error) {
	path, page, err := replies.ParseTextURI(u)
	if err != nil {
		return nil, text.Span{}, err
	}
	f, err := v.ByPath(ctx, path)
	if err != nil {
		return nil, text.Span{}, err
	}
	d := v.Parser.Parse(f)
	part, ok := PartOf(d, page)
	if !ok {
		return nil, text.Span{}, fmt.Errorf("%s has no text on a page %d", path, page)
	}
	return d, part, nil
}

// PartOf returns the part of a document's text in which the lines of a citation are counted: a
// page, or all of it for page 0. It is false for a page that does not exist.
func PartOf(d *document.Document, page int) (text.Span, bool) {
	if page == 0 {
		return text.Span{End: len(d.Text)}, true
	}
	for _, b := range d.Blocks {
		if b.Kind == document.Page && b.Box.Page == page {
			return b.Span, true
		}
	}
	return text.Span{}, false
}

// TextAt returns the text in which the range of a citation lies. The error is that of reading
// the file, or ErrBehind.
func (v *View) TextAt(ctx context.Context, u file.URI) (string, error) {
	path, _, err := replies.ParseTextURI(u)
	if err != nil {
		d, err := v.Document(ctx, u)
		if err != nil {
			return "", err
		}
		return d.Text, nil
	}
	if f, err := v.ByPath(ctx, path); err == nil && !v.AtHand(f) {
		return "", ErrBehind
	}
	d, part, err := v.Extracted(ctx, u)
	if err != nil {
		return "", err
	}
	return part.Of(d.Text), nil
}

// Contains reports whether a URI is one of the folders of the workspace, or lies in one.
func (v *View) Contains(u file.URI) bool {
	return slices.ContainsFunc(v.Folders, func(folder string) bool { return Below(u, file.FromPath(folder)) })
}

// PathOf returns the path of a folder or a file as replies call it, "" for that of the whole
// workspace. The error reports that it is in no folder of the workspace.
func (v *View) PathOf(u file.URI) (string, error) {
	if !v.Contains(u) {
		return "", fmt.Errorf("%s lies in no folder of the workspace", u.Path())
	}
	if len(v.Folders) == 1 && file.FromPath(v.Folders[0]) == u {
		return "", nil
	}
	return strings.Trim(v.Name(u), "/"), nil
}

// Entries returns the entries in a folder, sorted by path, of the languages that wanted
// admits; nil admits all.
func (v *View) Entries(folder string, wanted func(language string) bool) []*index.Entry {
	var all []*index.Entry
	for e := range v.Snapshot.All {
		if InFolder(e.Path, folder) && (wanted == nil || wanted(e.Language)) {
			all = append(all, e)
		}
	}
	slices.SortFunc(all, func(a, b *index.Entry) int { return strings.Compare(a.Path, b.Path) })
	return all
}

// InFolder reports whether a path is that of a folder or a file, or below it. Every path is in
// the folder "".
func InFolder(path, folder string) bool {
	return folder == "" || path == folder || strings.HasPrefix(path, folder+"/")
}

// Below reports whether a file or a folder is a folder itself or lies in it.
func Below(u, folder file.URI) bool {
	return u == folder || strings.HasPrefix(string(u), strings.TrimSuffix(string(folder), "/")+"/")
}

// IsAbout reports whether a number of entries is at most a tenth more or less than one
// that was counted before.
func IsAbout(entries, before int) bool {
	return 10*max(entries-before, before-entries) <= before
}

// Contain keeps a panic in the background from ending the process. It is deferred.
func Contain(log *slog.Logger, task string) {
	if p := recover(); p != nil {
		log.Error("a fault in DocuQuest", "task", task, "panic", p, "stack", string(debug.Stack()))
	}
}
