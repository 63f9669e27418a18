package disk

import (
	"context"
	"io/fs"
	"os"
	"sync/atomic"
	"time"

	"docuquest/core/file"
)

// A walk is one look at the folders or at a part of them. It is planned by one
// goroutine, with startAll, startTree and startFiles, and then run by workers
// that share its tasks: to list a directory, and to read some files of one.
type walk struct {
	disk *Disk
	ctx  context.Context // of the one call that makes and runs the walk
	rulebook
	number uint64

	// fresh lets files out even if they are as they were.
	fresh bool
	// emit gets the files. It is called by all workers at once.
	emit func([]file.Change)
	// enter, unless nil, is called before a directory is listed, by all
	// workers at once.
	enter func(native string)

	scope   scope
	tasks   *queue
	started time.Time

	unlisted atomic.Int64 // directories that were found and not listed yet
	unread   atomic.Int64 // files that were listed and not let out yet
}

// newWalk makes a walk that has nothing to do yet.
func (d *Disk) newWalk(ctx context.Context) *walk {
	return &walk{
		disk: d, ctx: ctx, rulebook: newRulebook(*d.folders.Load(), &d.options),
		tasks: newQueue(), started: time.Now(),
	}
}

// startAll lets the walk look at everything.
func (w *walk) startAll() {
	w.scope.all = true
	for _, f := range w.folders {
		w.startTree(place{folder: f})
	}
}

// startTree lets the walk look at a directory and all that is in it.
func (w *walk) startTree(at place) {
	w.scope.addTree(at.uri())
	root, err := w.root(at.folder)
	reason := readError(err)
	var above *ignores
	if reason == "" {
		above, reason = w.above(root, at)
	}
	w.unlisted.Add(1)
	w.tasks.push(func(o *worker) {
		if reason != "" {
			w.unlisted.Add(-1)
			o.skip(w.display(at), reason)
			return
		}
		w.list(o, root, at, above)
	})
}

// startFiles lets the walk look at some files of one directory.
func (w *walk) startFiles(at place, names []string) {
	for _, name := range names {
		w.scope.addFile(at.child(name).uri())
	}
	root, err := w.root(at.folder)
	if err != nil {
		return // Nothing is found, and what was known is gone.
	}
	rules, reason := w.in(root, at)
	if reason != "" {
		return
	}
	w.tasks.push(func(o *worker) { w.listNames(o, root, at, rules, names) })
}

// run does what was planned, lets the removed files out last, and reports. The
// caller holds Disk.order from the planning to the end.
func (w *walk) run() (Report, error) {
	defer w.close()
	w.disk.walks++
	w.number = w.disk.walks
	workers := w.tasks.run(func() *worker {
		return &worker{reader: reader{options: &w.disk.options}, emit: w.emit}
	})
	report := merge(workers)
	err := w.ctx.Err()
	if err == nil {
		if removed := w.disk.known.forget(w.scope, w.number); len(removed) > 0 {
			w.emit(removed)
		}
	}
	report.Elapsed = time.Since(w.started)
	return report, err
}

// An openDir is a directory whose entries are read by several tasks. The last
// one to finish closes it.
type openDir struct {
	place
	root   *os.Root
	folder *os.Root // the whole folder of the workspace, which stays open for all of the walk
	tasks  atomic.Int32
}

func (d *openDir) release() {
	if d.tasks.Add(-1) == 0 {
		d.root.Close()
	}
}

// list reads a directory: it pushes a task for each directory in it and for each
// lot of files. Above are the rules of the directories above it.
func (w *walk) list(o *worker, root *os.Root, at place, above *ignores) {
	defer w.unlisted.Add(-1)
	if w.ctx.Err() != nil {
		return
	}
	if w.enter != nil {
		w.enter(at.native())
	}
	dir, entries, err := open(root, at)
	if err != nil {
		if reason := readError(err); reason != gone {
			o.skip(w.display(at), reason)
		}
		if dir == nil {
			return
		}
	}
	defer dir.release()
	rules := w.readRules(dir.root, at, ruleFilesAmong(entries), above)
	var files []fs.DirEntry
	for _, entry := range entries {
		child := at.child(entry.Name())
		switch reason := w.admit(root, child, entry.Type(), rules); {
		case reason == elsewhere:
		case reason != "":
			o.skipEntry(w.display(child), reason, entry.Type())
		case entry.IsDir():
			w.unlisted.Add(1)
			w.tasks.push(func(o *worker) { w.list(o, root, child, rules) })
		default:
			files = append(files, entry)
		}
	}
	w.pushFiles(dir, files)
}

// open opens a directory and reads its entries in no order. With an error there
// may be a part of the entries, unless the directory is nil.
func open(root *os.Root, at place) (*openDir, []fs.DirEntry, error) {
	sub, err := root.OpenRoot(at.inRoot())
	if err != nil {
		return nil, nil, err
	}
	f, err := sub.Open(".")
	if err != nil {
		sub.Close()
		return nil, nil, err
	}
	defer f.Close()
	entries, err := f.ReadDir(-1)
	dir := &openDir{place: at, root: sub, folder: root}
	dir.tasks.Store(1)
	return dir, entries, err
}

// pushFiles splits the files of a directory into tasks, so that one large
// directory keeps all workers busy.
func (w *walk) pushFiles(dir *openDir, files []fs.DirEntry) {
	const lot = 32
	w.unread.Add(int64(len(files)))
	for len(files) > 0 {
		part := files[:min(lot, len(files))]
		files = files[len(part):]
		dir.tasks.Add(1)
		w.tasks.push(func(o *worker) {
			defer dir.release()
			for _, entry := range part {
				if w.ctx.Err() != nil {
					return
				}
				if w.unchanged(o, dir, entry) {
					w.unread.Add(-1)
				} else {
					w.lookOrWait(o, dir, entry.Name())
				}
			}
		})
	}
}

// listNames does for some entries of a directory what list does for all of its
// files, and reads them whatever their times say, since somebody said that they
// changed. Names that are no files by now are passed over.
func (w *walk) listNames(o *worker, root *os.Root, at place, rules *ignores, names []string) {
	sub, err := root.OpenRoot(at.inRoot())
	if err != nil {
		return
	}
	dir := &openDir{place: at, root: sub, folder: root}
	dir.tasks.Store(1)
	defer dir.release()
	for _, name := range names {
		info, err := sub.Lstat(name)
		if err != nil || info.IsDir() || w.ctx.Err() != nil {
			continue
		}
		if reason := w.admit(root, at.child(name), info.Mode().Type(), rules); reason == "" {
			w.unread.Add(1)
			w.lookOrWait(o, dir, name)
		}
	}
}

// unchanged says whether a file is by its times and size what it was when it
// last came out, so that it need not be read.
func (w *walk) unchanged(o *worker, dir *openDir, entry fs.DirEntry) bool {
	if w.fresh {
		return false
	}
	info, err := entry.Info()
	if err != nil {
		return false
	}
	at := dir.child(entry.Name())
	if !w.disk.known.unchanged(at.uri(), w.display(at), stampOf(info, w.started), w.number) {
		return false
	}
	o.take(info.Size())
	return true
}

// lookOrWait reads one file that the rules let in. A document waits until all texts
// are let out, and comes out alone, since whoever gets it takes seconds to find its
// text; its directory is not kept open for so long.
func (w *walk) lookOrWait(o *worker, dir *openDir, name string) {
	at := dir.child(name)
	if !isDocument(name) {
		w.look(o, dir.root, name, at)
		w.unread.Add(-1)
		return
	}
	root := dir.folder
	w.tasks.pushLate(func(o *worker) {
		defer w.unread.Add(-1)
		if w.ctx.Err() == nil {
			w.look(o, root, at.inRoot(), at)
			o.flush()
		}
	})
}

// look reads the file of that name in dir, and lets it out if it changed.
func (w *walk) look(o *worker, dir *os.Root, name string, at place) {
	shown, u := w.display(at), at.uri()
	f, stamp, reason := o.reader.read(dir, name, shown)
	switch {
	case reason == gone:
		return
	case reason != "":
		o.report.Of++
		o.skip(shown, reason)
		return
	}
	f.URI = u
	o.take(int64(len(f.Content)))
	if changed := w.disk.known.record(f, stamp, w.number); changed || w.fresh {
		o.add(file.Change{Kind: file.Written, File: f})
	}
}
