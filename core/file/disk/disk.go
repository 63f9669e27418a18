// Package disk reads the workspace's folders: it walks them, leaves out what
// git would ignore and what is no text, and keeps watching. It is the only
// package that reads the user's files, and it never writes one.
//
// # What is read
//
// Regular files alone, through os.Root, so that no path and no symbolic link
// leads out of a folder. Named pipes, sockets and devices are never waited for,
// and no file costs more memory than Options.MaxBytes. What is left out has a
// file.Reason: the rules of .gitignore (nested, with negation, as git applies
// them to files that it does not track), .git/info/exclude and .ignore,
// folders of dependencies and of version control, binary, minified and large
// files, symbolic links. A symbolic link into the folder would name a file
// twice, and one to a folder may be a loop, so none is followed.
//
// # Order
//
// Scan, Rescan and what Watch finds run one after another, and a file's changes
// come out in the order in which they were read. A change is decided by the hash
// of the content; time stamps only save reading.
package disk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"sync/atomic"

	"docuquest/core/file"
)

// DefaultMaxBytes is the size of the largest file that is read, unless Options
// say otherwise. Larger texts are nearly always data or generated.
const DefaultMaxBytes = 2 << 20

// DefaultMaxDocumentBytes is the same for documents such as .pdf and .docx, which
// hold pictures and fonts besides their text.
const DefaultMaxDocumentBytes = 64 << 20

// Options say which files are wanted. The zero value is good for a folder of
// text and source code.
type Options struct {
	// MaxBytes is the size of the largest file that is read; 0 stands for
	// DefaultMaxBytes.
	MaxBytes int64
	// MaxDocumentBytes is the size of the largest document, such as .pdf and
	// .docx, that is read; 0 stands for DefaultMaxDocumentBytes.
	MaxDocumentBytes int64
	// Accept is asked about a file by its path (as file.File has it) before it
	// is opened, and gives the reason when it says no. Files that it accepts
	// are still checked for binary content, except for documents such as .pdf
	// and .docx, which nothing but Accept lets in. It may be called by several
	// goroutines at once. Nil accepts everything but such documents.
	Accept func(path string) (ok bool, reason file.Reason)
	// AnyFolder allows even the root of the file system and the user's home to
	// be opened, which are hardly ever meant.
	AnyFolder bool
	// Unruled lets in what ignore rules leave out, for a file that the user named.
	Unruled bool
}

// A Disk is a set of workspace folders. It is a file.Source and a file.Namer.
// All methods may be called at the same time; the functions that are passed to
// Scan, Rescan and Watch must not call these three.
type Disk struct {
	options Options
	known   catalog
	recent  recent
	dirty   dirtySet
	readers sync.Pool // of *reader, for files that are read one at a time

	// folders is replaced as a whole, by the holder of changing.
	folders  atomic.Pointer[folders]
	changing sync.Mutex

	// order is held for a whole walk with its emissions, so that changes come
	// out in order. It guards walks, the number of walks so far.
	order sync.Mutex
	walks uint64

	walking atomic.Pointer[walk] // the Scan or Rescan that is under way, nil without one

	watching   atomic.Bool
	newWatcher func() (watcher, error)
	timing     timing
	budget     int // of directories that may be watched
}

var (
	_ file.Source = (*Disk)(nil)
	_ file.Namer  = (*Disk)(nil)
)

// Open makes a Disk of folders, which are absolute paths of directories. It
// reads nothing yet. The root of the file system and the user's home are
// refused unless Options.AnyFolder is set.
func Open(paths []string, o Options) (*Disk, error) {
	o.MaxBytes = cmp.Or(o.MaxBytes, DefaultMaxBytes)
	o.MaxDocumentBytes = cmp.Or(o.MaxDocumentBytes, DefaultMaxDocumentBytes)
	d := &Disk{options: o, newWatcher: newFSNotify, timing: usualTiming, budget: watchBudget()}
	d.known.init()
	d.recent.init()
	d.dirty.init()
	d.folders.Store(&folders{})
	for _, p := range paths {
		if err := d.AddFolder(p); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// AddFolder adds a workspace folder, with the same conditions as Open; one that
// is there already changes nothing. A running Watch finds its files; without
// one they are found by the next Scan or Rescan. The second folder changes the
// Path of every file, so all of them come out as Written again.
func (d *Disk) AddFolder(path string) error {
	f, err := checkFolder(path, d.options)
	if err != nil {
		return err
	}
	d.changing.Lock()
	next := d.folders.Load().with(f)
	d.folders.Store(&next)
	d.changing.Unlock()
	d.dirty.markAll()
	return nil
}

// RemoveFolder takes a workspace folder out. Its files come out as Removed from
// a running Watch, or else from the next Scan or Rescan. A folder that is not
// there changes nothing.
func (d *Disk) RemoveFolder(path string) {
	slash := strings.TrimSuffix(file.FromPath(path).Path(), "/")
	d.changing.Lock()
	next := d.folders.Load().without(slash)
	d.folders.Store(&next)
	d.changing.Unlock()
	d.dirty.markAll()
}

// Folders gives the workspace folders, as the system writes their paths.
func (d *Disk) Folders() []string {
	var paths []string
	for _, f := range *d.folders.Load() {
		paths = append(paths, f.native)
	}
	return paths
}

// MaxBytes is the size of the largest file that is read.
func (d *Disk) MaxBytes() int64 { return d.options.MaxBytes }

// Touch says that files or folders may have changed, as an editor knows it from
// a save or from its own watching. A running Watch reads them soon. URIs outside
// the folders are ignored.
func (d *Disk) Touch(uris ...file.URI) {
	for _, u := range uris {
		if _, _, ok := d.folders.Load().locate(u.Path()); ok {
			d.dirty.mark(nativePath(u.Path()), touched)
		}
	}
}

// NameOf gives the path of u relative to its folder, with the folder's name in
// front when there are several, or the absolute path outside all folders.
func (d *Disk) NameOf(u file.URI) string {
	all := *d.folders.Load()
	f, rel, ok := all.locate(u.Path())
	if !ok {
		return u.Path()
	}
	return all.display(f, rel)
}

// Read reads one file under the same rules as Scan: what Scan leaves out gives
// an error that is a file.Skip with the reason, also where there is no such file
// yet. A missing file that would be let in gives an error that wraps
// fs.ErrNotExist.
func (d *Disk) Read(ctx context.Context, u file.URI) (file.File, error) {
	if err := ctx.Err(); err != nil {
		return file.File{}, err
	}
	book := newRulebook(*d.folders.Load(), &d.options)
	defer book.close()
	f, rel, ok := book.folders.locate(u.Path())
	if !ok {
		return file.File{}, file.Skip{Path: u.Path(), Reason: book.folders.outside()}
	}
	at := place{f, rel}
	if known, ok := d.recent.still(at, book.display(at)); ok && d.known.has(at.uri()) {
		return known, nil
	}
	got, reason := d.readAt(&book, at)
	switch {
	case reason == gone:
		return file.File{}, fmt.Errorf("%s: %w", book.display(at), fs.ErrNotExist)
	case reason != "":
		return file.File{}, file.Skip{Path: book.display(at), Reason: reason}
	}
	return got, nil
}

// readAt reads the file of a place, or gives the reason why it may not be read.
func (d *Disk) readAt(book *rulebook, at place) (file.File, file.Reason) {
	root, err := book.root(at.folder)
	if err != nil {
		return file.File{}, readError(err)
	}
	info, err := root.Lstat(at.inRoot())
	if errors.Is(err, fs.ErrNotExist) {
		return file.File{}, cmp.Or(book.judgeMissing(root, at), gone)
	}
	if err != nil {
		return file.File{}, readError(err)
	}
	u := at.uri()
	// What a walk let in is let in still, as long as no walk says otherwise.
	if !d.known.has(u) || !info.Mode().IsRegular() {
		if reason := book.judge(root, at, info); reason != "" {
			return file.File{}, reason
		}
	}
	r, ok := d.readers.Get().(*reader)
	if !ok {
		r = &reader{options: &d.options}
	}
	defer d.readers.Put(r)
	f, stamp, reason := r.read(root, at.inRoot(), book.display(at))
	if reason != "" {
		return file.File{}, reason
	}
	f.URI = u
	d.recent.remember(f, at, stamp)
	return f, ""
}
