package disk

import (
	"context"
	"time"

	"docuquest/core/file"
)

// A Report is the result of a walk over all folders.
type Report struct {
	// Files counts the files that were read, among Of regular files that no
	// rule ignores.
	Files, Of int
	// Bytes is the size of the files that were read.
	Bytes int64
	// Skipped are files and folders that were left out, sorted by path; an
	// ignored folder counts once, with its contents. At most MaxSkipped are
	// kept. Reasons counts all of them, by the kind of the reason.
	Skipped []file.Skip
	Reasons map[file.Reason]int
	Elapsed time.Duration
}

// MaxSkipped is how many of the skipped files a Report names.
const MaxSkipped = 1000

// Scan walks all folders and emits every file as Written, and as Removed every
// file that was emitted before and is gone. The files come in no order. Emit is
// called by several goroutines at once, one for each processor, so that a caller
// can work on the files where they were read; the batch belongs to the caller.
// The batches are small enough to show progress.
//
// Documents, such as .pdf and .docx, are emitted one by one after all texts:
// extracting their text takes long, and questions about the texts do not wait
// for it.
//
// The error is the error of ctx, if it ended before the walk. Files that cannot
// be read cause no error; the Report lists them.
func (d *Disk) Scan(ctx context.Context, emit func(batch []file.Change)) (Report, error) {
	return d.walkAll(ctx, true, emit)
}

// Rescan is Scan without the files that are unchanged since they were last
// emitted. It reads only files whose size or times have changed, or changed so
// recently that the times are not reliable.
func (d *Disk) Rescan(ctx context.Context, emit func(batch []file.Change)) (Report, error) {
	return d.walkAll(ctx, false, emit)
}

func (d *Disk) walkAll(ctx context.Context, fresh bool, emit func([]file.Change)) (Report, error) {
	d.order.Lock()
	defer d.order.Unlock()
	w := d.newWalk(ctx)
	w.fresh, w.emit = fresh, emit
	d.walking.Store(w)
	defer d.walking.Store(nil)
	w.startAll()
	return w.run()
}

// Left returns how many files the running Scan or Rescan has still to emit, as far as it
// knows, and whether that is final: it is once every directory is listed. Without a running
// one it returns 0 and true.
func (d *Disk) Left() (files int, all bool) {
	w := d.walking.Load()
	if w == nil {
		return 0, true
	}
	return int(w.unread.Load()), w.unlisted.Load() == 0
}

// A worker is the state of one goroutine of a walk.
type worker struct {
	reader reader
	emit   func([]file.Change)
	batch  []file.Change
	bytes  int64 // in batch
	report Report
}

// flush emits the batch, unless it is empty.
func (w *worker) flush() {
	if len(w.batch) == 0 {
		return
	}
	batch := w.batch
	w.batch, w.bytes = nil, 0
	w.emit(batch)
}

// skip notes that something was left out.
func (w *worker) skip(path string, reason file.Reason) {
	r := &w.report
	if r.Reasons == nil {
		r.Reasons = map[file.Reason]int{}
	}
	r.Reasons[reason.Kind()]++
	if len(r.Skipped) < MaxSkipped {
		r.Skipped = append(r.Skipped, file.Skip{Path: path, Reason: reason})
	}
}

// take counts a file that was read or is known to be unchanged.
func (w *worker) take(size int64) {
	w.report.Files++
	w.report.Of++
	w.report.Bytes += size
}
