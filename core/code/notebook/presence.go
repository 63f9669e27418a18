package notebook

import (
	"context"
	"iter"
	"strings"

	"docuquest/core/agent/view"
	"docuquest/core/code/annotate"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/index"
)

// annotateJob is the notes of a folder, as far as the files say what it is.
func (n *Notebook) annotateJob(ctx context.Context, v *view.View, folder string) annotate.Job {
	p := newPresence(n.Disk, v)
	return annotate.Job{
		Files: n.documentsIn(ctx, v, folder), In: isIn(v, folder),
		Gone: p.isGone, Renamed: p.renamed,
		Still: func(id file.Identity) bool { return n.isStill(ctx, id) },
	}
}

// documentsIn reads the files in a folder that are worth notes, as they are on the disk
// when it is walked.
func (n *Notebook) documentsIn(ctx context.Context, v *view.View, folder string) iter.Seq[*document.Document] {
	saved := func(u file.URI) (file.File, error) { return n.Disk.Read(ctx, u) }
	return func(yield func(*document.Document) bool) {
		documentsOf(ctx, v.Parser, v.Entries(folder, annotate.IsWorth), saved)(yield)
	}
}

// documentsOf reads the files of entries, one after the other. One that cannot be read any
// more is left out.
func documentsOf(ctx context.Context, p *view.Parser, entries []*index.Entry, read func(file.URI) (file.File, error)) iter.Seq[*document.Document] {
	return func(yield func(*document.Document) bool) {
		for _, e := range entries {
			if ctx.Err() != nil {
				return
			}
			f, err := read(e.URI)
			if err != nil {
				continue
			}
			f.Path = e.Path
			if !yield(p.ParseOnce(f)) {
				return
			}
		}
	}
}

// isStill reports whether a file says on the disk what it did, and may be read, by the
// rules as they are at this moment: a walk that knows of new ones may be yet to come.
func (n *Notebook) isStill(ctx context.Context, id file.Identity) bool {
	f, err := n.Disk.Read(ctx, id.URI)
	if err != nil || f.Hash != id.Hash {
		return false
	}
	return n.Disk.IgnoredBy(id.URI) == ""
}

// A presence tells which files are there. One goroutine uses it at a time, and for no
// longer than a run.
type presence struct {
	disk Disk
	tops []*top
	says map[file.Hash]file.URI // a file that says it
}

// A top is a folder of the workspace, with the files in it that were indexed and may be
// there.
type top struct {
	prefix string // of their URIs
	files  []file.URI
}

func newPresence(d Disk, v *view.View) *presence {
	p := &presence{disk: d, says: map[file.Hash]file.URI{}}
	for _, folder := range v.Folders {
		p.tops = append(p.tops, &top{prefix: strings.TrimSuffix(string(file.FromPath(folder)), "/") + "/"})
	}
	for e := range v.Snapshot.All {
		p.says[e.Hash] = e.URI
		if t := p.topOf(e.URI); t != nil {
			t.files = append(t.files, e.URI)
		}
	}
	return p
}

// topOf is the innermost folder of the workspace that holds a file; nil for none.
func (p *presence) topOf(u file.URI) (in *top) {
	for _, t := range p.tops {
		if strings.HasPrefix(string(u), t.prefix) && (in == nil || len(in.prefix) < len(t.prefix)) {
			in = t
		}
	}
	return in
}

// isGone reports whether a file of the workspace is not there any more. One that is left
// out or cannot be read is there. As long as there is none of the files of a folder of the
// workspace, nothing of it is gone: the folder may be where a disk belongs that is away.
func (p *presence) isGone(u file.URI) bool {
	if holds, err := p.disk.Holds(u); holds || err != nil {
		return false
	}
	// Only now, since a disk may go at any moment.
	t := p.topOf(u)
	return t != nil && t.isThere(p.disk)
}

// isThere reports whether there is any file of a folder.
func (t *top) isThere(d Disk) bool {
	for ; len(t.files) > 0; t.files = t.files[1:] {
		if holds, err := d.Holds(t.files[0]); holds && err == nil {
			return true
		}
	}
	return false
}

// renamed finds a file by what it says.
func (p *presence) renamed(hash file.Hash) (file.URI, bool) {
	u, ok := p.says[hash]
	return u, ok
}
