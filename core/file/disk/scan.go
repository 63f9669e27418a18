package disk

import (
	"cmp"
	"context"
	"io/fs"
	"slices"
	"time"

	"docuquest/core/file"
)

// A Report says what a walk over all folders found.
type Report struct {
	// Files counts the files that were taken, of Of regular files that no rule
	// ignores.
	Files, Of int
	// Bytes is the size of the files that were taken.
	Bytes int64
	// Skipped are files and folders that were left out, sorted by path. An
	// ignored folder stands for all that is in it. At most MaxSkipped are kept;
	// Reasons counts all of them, by the kind of the reason.
	Skipped []file.Skip
	Reasons map[file.Reason]int
	Elapsed time.Duration
}

// MaxSkipped is how many of the skipped files a Report names.
const MaxSkipped = 1000

// Scan walks all folders and gives every file as Written, and as Removed those
// that came out before and are gone. The files come in no order. Emit is called
// by several goroutines at once, one for each processor, so that a caller can
// work on the files where they were read; what it gets is its own. The batches
// are small enough to be shown as progress.
//
// Documents, such as .pdf and .docx, come out one by one after all texts, since
// finding the text in one takes so long: whoever asks of the texts meanwhile does
// not wait for it.
//
// The error is that of ctx, when it ended before the walk. Files that cannot be
// read are no error but stand in the Report.
func (d *Disk) Scan(ctx context.Context, emit func(batch []file.Change)) (Report, error) {
	return d.walkAll(ctx, true, emit)
}

// Rescan is Scan without the files that are as they were when they last came
// out. It reads those alone whose size or times have changed, or changed so
// recently that the times cannot tell.
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

// Left is how many files the Scan or Rescan that is under way has still to let out, as far as
// it knows by now: it knows all once it has listed every directory. It is 0 where none is.
func (d *Disk) Left() (files int, all bool) {
	w := d.walking.Load()
	if w == nil {
		return 0, true
	}
	return int(w.unread.Load()), w.unlisted.Load() == 0
}

// A worker is what one goroutine of a walk has for itself.
type worker struct {
	reader reader
	emit   func([]file.Change)
	batch  []file.Change
	bytes  int64 // in batch
	report Report
}

// add puts a change into the batch and lets the batch go when it is full. Large
// files go at once, so that little memory waits.
func (w *worker) add(c file.Change) {
	const most, mostBytes = 32, 1 << 20
	w.batch = append(w.batch, c)
	w.bytes += int64(len(c.File.Content))
	if len(w.batch) >= most || w.bytes >= mostBytes {
		w.flush()
	}
}

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

// take counts a file that was taken.
func (w *worker) take(size int64) {
	w.report.Files++
	w.report.Of++
	w.report.Bytes += size
}

// skipEntry notes that an entry of a directory was left out.
func (w *worker) skipEntry(path string, reason file.Reason, kind fs.FileMode) {
	if kind.IsRegular() && !isRule(reason) {
		w.report.Of++
	}
	w.skip(path, reason)
}

// merge adds up the reports of all workers.
func merge(workers []*worker) Report {
	total := Report{Reasons: map[file.Reason]int{}}
	for _, w := range workers {
		r := w.report
		total.Files += r.Files
		total.Of += r.Of
		total.Bytes += r.Bytes
		total.Skipped = append(total.Skipped, r.Skipped...)
		for reason, n := range r.Reasons {
			total.Reasons[reason] += n
		}
	}
	slices.SortFunc(total.Skipped, func(a, b file.Skip) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Reason, b.Reason))
	})
	total.Skipped = total.Skipped[:min(len(total.Skipped), MaxSkipped)]
	return total
}
