package disk

import (
	"cmp"
	"context"
	"io/fs"
	"os"
	"slices"
	"sync/atomic"
	"time"

	"docuquest/core/file"
)

// A walk is one pass over the folders or a part of them. It is planned by one
// goroutine, with startAll, startTree and startFiles, and then run by workers
// that share its tasks: to list a directory, or to read some files of one.
type walk struct {
	disk *Disk
	ctx  context.Context // of the one call that makes and runs the walk
	rulebook
	number uint64

	// fresh is set to emit files even if they are unchanged.
	fresh bool
	// emit receives the files. It is called by all workers at once.
	emit func([]file.Change)
	// enter, unless nil, is called before a directory is listed, by all
	// workers at once.
	enter func(native string)

	scope   scope
	tasks   queue
	started time.Time

	unlisted atomic.Int64 // directories that were found and not listed yet
	unread   atomic.Int64 // files that were listed and not emitted yet
}

// newWalk returns a walk without tasks.
func (d *Disk) newWalk(ctx context.Context) *walk {
	return &walk{
		disk: d, ctx: ctx, rulebook: newRulebook(*d.folders.Load(), &d.options),
		started: time.Now(),
	}
}

// startAll adds everything to the walk.
func (w *walk) startAll() {
	w.scope.all = true
	for _, f := range w.folders {
		w.startTree(place{folder: f})
	}
}

// startTree adds a directory with its contents to the walk.
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

// startFiles adds some files of one directory to the walk. They were reported as
// changed, so they are read whatever their times; names that are no files by now
// are skipped.
func (w *walk) startFiles(at place, names []string) {
	if w.scope.files == nil {
		w.scope.files = map[file.URI]bool{}
	}
	for _, name := range names {
		w.scope.files[at.child(name).uri()] = true
	}
	root, err := w.root(at.folder)
	if err != nil {
		return // Nothing is found, and the files that were known are removed.
	}
	rules, reason := w.in(root, at)
	if reason != "" {
		return
	}
	w.tasks.push(func(o *worker) {
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
				w.readOrWait(o, dir, name)
			}
		}
	})
}

// run runs the planned tasks, emits the removed files last, and reports. The
// caller holds Disk.order from the planning to the end.
func (w *walk) run() (Report, error) {
	defer w.close()
	w.disk.walks++
	w.number = w.disk.walks
	workers := w.tasks.run(func() *worker {
		return &worker{reader: reader{options: &w.disk.options}, emit: w.emit}
	})
	report := Report{Reasons: map[file.Reason]int{}}
	for _, o := range workers {
		r := o.report
		report.Files += r.Files
		report.Of += r.Of
		report.Bytes += r.Bytes
		report.Skipped = append(report.Skipped, r.Skipped...)
		for reason, n := range r.Reasons {
			report.Reasons[reason] += n
		}
	}
	slices.SortFunc(report.Skipped, func(a, b file.Skip) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Reason, b.Reason))
	})
	report.Skipped = report.Skipped[:min(len(report.Skipped), MaxSkipped)]
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
	folder *os.Root // of the workspace folder, open during the whole walk
	tasks  atomic.Int32
}

// release ends a task of the directory.
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
	skip := func(err error) {
		if reason := readError(err); reason != gone {
			o.skip(w.display(at), reason)
		}
	}
	sub, err := root.OpenRoot(at.inRoot())
	if err != nil {
		skip(err)
		return
	}
	dir := &openDir{place: at, root: sub, folder: root}
	dir.tasks.Store(1)
	defer dir.release()
	listing, err := sub.Open(".")
	if err != nil {
		skip(err)
		return
	}
	entries, err := listing.ReadDir(-1) // in no order
	listing.Close()
	if err != nil {
		skip(err) // A part of the entries may have been read.
	}
	var has ruleFiles
	for _, entry := range entries {
		has.add(entry.Name())
	}
	rules := w.readRules(dir.root, at, has, above)
	var files []fs.DirEntry
	for _, entry := range entries {
		child := at.child(entry.Name())
		switch reason := w.admit(root, child, entry.Type(), rules); {
		case reason == elsewhere:
		case reason != "":
			if entry.Type().IsRegular() && !isRule(reason) {
				o.report.Of++
			}
			o.skip(w.display(child), reason)
		case entry.IsDir():
			w.unlisted.Add(1)
			w.tasks.push(func(o *worker) { w.list(o, root, child, rules) })
		default:
			files = append(files, entry)
		}
	}
	w.pushFiles(dir, files)
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
				if !w.fresh {
					// A file with the size and times of its last version need
					// not be read.
					at := dir.child(entry.Name())
					if info, err := entry.Info(); err == nil &&
						w.disk.known.unchanged(at.uri(), w.display(at), stampOf(info, w.started), w.number) {
						o.take(info.Size())
						w.unread.Add(-1)
						continue
					}
				}
				w.readOrWait(o, dir, entry.Name())
			}
		})
	}
}

// readOrWait reads one file that the rules let in. A document waits until all texts
// are emitted, and is emitted alone, since extracting its text takes seconds; its
// directory is not kept open for so long.
func (w *walk) readOrWait(o *worker, dir *openDir, name string) {
	at := dir.child(name)
	if !isDocument(name) {
		w.read(o, dir.root, name, at)
		w.unread.Add(-1)
		return
	}
	root := dir.folder
	w.tasks.pushLate(func(o *worker) {
		defer w.unread.Add(-1)
		if w.ctx.Err() == nil {
			w.read(o, root, at.inRoot(), at)
			o.flush()
		}
	})
}

// read reads the file of that name in dir, and adds it to the worker's batch if it
// changed.
func (w *walk) read(o *worker, dir *os.Root, name string, at place) {
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
	if changed := w.disk.known.record(f, stamp, w.number); !changed && !w.fresh {
		return
	}
	// Large files are emitted at once, so that little memory waits.
	const most, mostBytes = 32, 1 << 20
	o.batch = append(o.batch, file.Change{Kind: file.Written, File: f})
	o.bytes += int64(len(f.Content))
	if len(o.batch) >= most || o.bytes >= mostBytes {
		o.flush()
	}
}
