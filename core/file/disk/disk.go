// Package disk reads the workspace's folders: it walks them, leaves out
// what git would ignore and what is no text, and watches for changes. It is the only
// package that reads the user's files, and it never writes one.
//
// # What is read
//
// Only regular files are read, through os.Root, so that no path and no symbolic
// link leads out of a folder. Named pipes, sockets and devices are never waited
// for, and no file costs more memory than Options.MaxBytes. What is left out has
// a file.Reason: the rules of .gitignore (nested, with negation, as git applies
// them to files that it does not track), .git/info/exclude and .ignore,
// folders of dependencies and of version control, binary, minified and large
// files, symbolic links. A symbolic link into the folder would name a file
// twice, and one to a folder may be a loop, so none is followed.
//
// # Order
//
// Scan, Rescan and what Watch finds run one after another, and a file's changes
// are reported in the order in which they were read. A change is decided by the hash
// of the content; time stamps only save reading.
package disk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/fsnotify/fsnotify"
	lru "github.com/hashicorp/golang-lru/v2"

	"docuquest/core/file"
)

// DefaultMaxBytes is the size of the largest file that is read, unless Options
// set another. Larger texts are nearly always data or generated.
const DefaultMaxBytes = 2 << 20

// DefaultMaxDocumentBytes is the same for documents such as .pdf and .docx, which
// hold pictures and fonts besides their text.
const DefaultMaxDocumentBytes = 64 << 20

// Options select the files to read. The zero value is good for a folder of text
// and source code.
type Options struct {
	// MaxBytes is the size of the largest file that is read; 0 means
	// DefaultMaxBytes.
	MaxBytes int64
	// MaxDocumentBytes is the size of the largest document, such as .pdf and
	// .docx, that is read; 0 means DefaultMaxDocumentBytes.
	MaxDocumentBytes int64
	// Accept reports whether to read a file, by its path (as file.File has it),
	// before the file is opened, and returns the reason if not. The files that
	// it accepts are still checked for binary content, except for documents
	// such as .pdf and .docx, which only Accept lets in. It may be called by
	// several goroutines at once. Nil accepts everything but such documents.
	Accept func(path string) (ok bool, reason file.Reason)
	// AnyFolder allows even the root of the file system and the user's home to
	// be opened, which is hardly ever intended.
	AnyFolder bool
	// Unruled lets in files that ignore rules leave out, for a file that the user named.
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

	// order is held for a whole walk with its emissions, so that changes are
	// reported in order. It guards walks, the number of walks so far.
	order sync.Mutex
	walks uint64

	walking atomic.Pointer[walk] // the running Scan or Rescan, or nil

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
	d := &Disk{
		options: o,
		known:   catalog{files: map[file.URI]record{}},
		dirty:   dirtySet{paths: map[string]cause{}, wake: make(chan struct{}, 1)},
		newWatcher: func() (watcher, error) {
			w, err := fsnotify.NewWatcher()
			if err != nil {
				return nil, err
			}
			return fsNotify{w}, nil
		},
		timing: usualTiming,
		budget: watchBudget(),
	}
	// It fails only for sizes below 1.
	d.recent.files, _ = lru.NewWithEvict(recentFiles, func(_ file.URI, m remembered) {
		d.recent.bytes.Add(-int64(len(m.file.Content)))
	})
	d.folders.Store(&folders{})
	for _, p := range paths {
		if err := d.AddFolder(p); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// AddFolder adds a workspace folder, under the same conditions as Open; a folder
// that was added before changes nothing. A running Watch finds its files;
// otherwise the next Scan or Rescan does. The second folder changes the Path of
// every file, so all of them are reported as Written again.
func (d *Disk) AddFolder(path string) error {
	f, err := checkFolder(path, d.options)
	if err != nil {
		return err
	}
	d.changing.Lock()
	all := *d.folders.Load()
	if !slices.ContainsFunc(all, func(g folder) bool { return g.slash == f.slash }) {
		base := f.name
		for n := 2; slices.ContainsFunc(all, func(g folder) bool { return g.name == f.name }); n++ {
			f.name = fmt.Sprintf("%s~%d", base, n)
		}
		next := append(slices.Clone(all), f)
		d.folders.Store(&next)
	}
	d.changing.Unlock()
	d.dirty.markAll(false)
	return nil
}

// RemoveFolder removes a workspace folder. Its files are reported as Removed by
// a running Watch, or else by the next Scan or Rescan. An unknown folder changes
// nothing.
func (d *Disk) RemoveFolder(path string) {
	slash := strings.TrimSuffix(file.FromPath(path).Path(), "/")
	d.changing.Lock()
	next := slices.DeleteFunc(slices.Clone(*d.folders.Load()), func(f folder) bool { return f.slash == slash })
	d.folders.Store(&next)
	d.changing.Unlock()
	d.dirty.markAll(false)
}

// Folders returns the workspace folders, as the system writes their paths.
func (d *Disk) Folders() []string {
	var paths []string
	for _, f := range *d.folders.Load() {
		paths = append(paths, f.native)
	}
	return paths
}

// MaxBytes returns the size of the largest file that is read.
func (d *Disk) MaxBytes() int64 { return d.options.MaxBytes }

// Touch notes that files or folders may have changed, as an editor knows from a
// save or from its own watching. A running Watch reads them soon. URIs outside
// the folders are ignored.
func (d *Disk) Touch(uris ...file.URI) {
	for _, u := range uris {
		slash := u.Path()
		if _, _, ok := d.folders.Load().locate(slash); !ok {
			continue
		}
		if runtime.GOOS != "windows" && !strings.HasPrefix(slash, "/") {
			slash = "/" + slash // A folder at the root whose name looks like a drive.
		}
		d.dirty.mark(filepath.FromSlash(slash), touched)
	}
}

// NameOf returns the path of u relative to its folder, after the folder's name
// where the Disk has several, or the absolute path outside all folders.
func (d *Disk) NameOf(u file.URI) string {
	all := *d.folders.Load()
	f, rel, ok := all.locate(u.Path())
	if !ok {
		return u.Path()
	}
	return all.display(f, rel)
}

// Read reads one file under the same rules as Scan: for a file that Scan leaves
// out the error is a file.Skip with the reason, even if no such file exists yet.
// A missing file that would be let in has an error that wraps fs.ErrNotExist.
func (d *Disk) Read(ctx context.Context, u file.URI) (file.File, error) {
	if err := ctx.Err(); err != nil {
		return file.File{}, err
	}
	rules := newRulebook(*d.folders.Load(), &d.options)
	defer rules.close()
	f, rel, ok := rules.folders.locate(u.Path())
	if !ok {
		return file.File{}, file.Skip{Path: u.Path(), Reason: rules.folders.outside()}
	}
	at := place{f, rel}
	path := rules.display(at)
	known := d.known.has(at.uri())
	if got, ok := d.recent.still(at, path); ok && known {
		return got, nil
	}
	leftOut := func(reason file.Reason) (file.File, error) {
		if reason == gone {
			return file.File{}, fmt.Errorf("%s: %w", path, fs.ErrNotExist)
		}
		return file.File{}, file.Skip{Path: path, Reason: reason}
	}
	root, err := rules.root(f)
	if err != nil {
		return leftOut(readError(err))
	}
	info, err := root.Lstat(at.inRoot())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return leftOut(cmp.Or(rules.judgeMissing(root, at), gone))
	case err != nil:
		return leftOut(readError(err))
	case info.IsDir():
		return leftOut(IsDirectory)
	}
	// A file that a walk let in stays let in until another walk decides otherwise.
	if !known || !info.Mode().IsRegular() {
		above, reason := rules.in(root, at.parent())
		if reason == "" {
			reason = rules.admit(root, at, info.Mode().Type(), above)
		}
		if reason != "" {
			return leftOut(reason)
		}
	}
	r, ok := d.readers.Get().(*reader)
	if !ok {
		r = &reader{options: &d.options}
	}
	defer d.readers.Put(r)
	got, stamp, reason := r.read(root, at.inRoot(), path)
	if reason != "" {
		return leftOut(reason)
	}
	got.URI = at.uri()
	d.recent.remember(got, at, stamp)
	return got, nil
}
