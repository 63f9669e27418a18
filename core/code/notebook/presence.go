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

// annotateJob returns a job that writes the notes of a folder.
func (n *Notebook) annotateJob(ctx context.Context, v *view.View, folder string) annotate.Job {
	p := newPresence(n.Disk, v)
	saved := func(u file.URI) (file.File, error) { return n.Disk.Read(ctx, u) }
	return annotate.Job{
		Files: func(yield func(*document.Document) bool) { // which are worth notes when they are walked
			documentsOf(ctx, v.Parser, v.Entries(folder, annotate.IsWorth), saved)(yield)
		},
		In: isIn(v, folder), Gone: p.isGone,
		Renamed: func(hash file.Hash) (file.URI, bool) {
			u, ok := p.says[hash]
			return u, ok
		},
		// A file may be read by the rules as they are at this moment: a walk that knows of new
		// ones may be yet to come.
		Still: func(id file.Identity) bool {
			f, err := saved(id.URI)
			return err == nil && f.Hash == id.Hash && n.Disk.IgnoredBy(id.URI) == ""
		},
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

// A presence knows which files exist. One goroutine uses it at a time, and for no
// longer than a run.
type presence struct {
	disk Disk
	tops []*top
	says map[file.Hash]file.URI // a file with this content
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

// topOf returns the innermost folder of the workspace that contains a file; nil for none.
func (p *presence) topOf(u file.URI) (in *top) {
	for _, t := range p.tops {
		if strings.HasPrefix(string(u), t.prefix) && (in == nil || len(in.prefix) < len(t.prefix)) {
			in = t
		}
	}
	return in
}

// isGone reports whether a file of the workspace is not there any more. One that is left out
// or cannot be read is there. As long as no file of a folder of the workspace is there, none of
// them is gone: the folder may be where a disk belongs that is away.
func (p *presence) isGone(u file.URI) bool {
	if holds, err := p.disk.Holds(u); holds || err != nil {
		return false
	}
	// Only now, since a disk may go at any moment.
	t := p.topOf(u)
	if t == nil {
		return false
	}
	for ; len(t.files) > 0; t.files = t.files[1:] {
		if holds, err := p.disk.Holds(t.files[0]); holds && err == nil {
			return true
		}
	}
	return false
}
