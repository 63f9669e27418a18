package file

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
)

// An Overlay holds the buffers that an editor has open, over a Source for all
// other files. An open buffer wins over the disk from Open until Close.
//
// All methods may be called at the same time. A change costs a copy of the map
// of open buffers, which is small, and never the length of a text: the hash of
// a buffer is computed by whoever reads it first. Readers take no lock.
type Overlay struct {
	base Source

	// mu is held by writers, so that none of them loses another's change.
	mu sync.Mutex
	// buffers is replaced by each change. The map is never written in place.
	buffers atomic.Pointer[map[URI]*buffer]
}

// A buffer is one version of an open file, immutable like a File.
type buffer struct {
	file File // without its hash
	hash func() Hash
}

// NewOverlay makes an Overlay without any open buffer. If base is a Namer as
// well, it names the open files.
func NewOverlay(base Source) *Overlay {
	o := &Overlay{base: base}
	o.buffers.Store(&map[URI]*buffer{})
	return o
}

// Open starts a buffer, or replaces the one that is there: an editor that opens
// a file twice means the second text. A language that is empty or no identifier of
// LSP is found by the name.
func (o *Overlay) Open(u URI, path, language string, version int32, text string) {
	if path == "" {
		path = o.nameOf(u)
	}
	language = chooseLanguage(language, path)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.put(File{
		Identity: Identity{URI: u}, Path: path, Content: text,
		Language: language, Version: version, Open: true,
	})
}

// Edit gives an open buffer a new text. It is an error, and nothing changes,
// when the buffer is not open or when version is older than the present one. An
// equal version is taken, since some editors do not count.
func (o *Overlay) Edit(u URI, version int32, text string) error {
	return o.Change(u, version, func(string) string { return text })
}

// Change is Edit with the new text made of the present one, while nobody else can
// change it.
func (o *Overlay) Change(u URI, version int32, edit func(text string) string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	old, ok := (*o.buffers.Load())[u]
	if !ok {
		return fmt.Errorf("edit of %s: the file is not open", u)
	}
	if version < old.file.Version {
		return fmt.Errorf("edit of %s: version %d is older than %d", u, version, old.file.Version)
	}
	next := old.file
	next.Version, next.Content = version, edit(old.file.Content)
	o.put(next)
	return nil
}

// Close ends a buffer; from then on the disk says what the file holds. Closing
// what is not open does nothing.
func (o *Overlay) Close(u URI) {
	o.mu.Lock()
	defer o.mu.Unlock()
	old := *o.buffers.Load()
	if _, ok := old[u]; !ok {
		return
	}
	next := maps.Clone(old)
	delete(next, u)
	o.buffers.Store(&next)
}

// put publishes a map with one buffer more or newer. The caller holds mu.
func (o *Overlay) put(f File) {
	next := maps.Clone(*o.buffers.Load())
	hash := sync.OnceValue(func() Hash { return HashOf(f.Content) })
	next[f.URI] = &buffer{file: f, hash: hash}
	o.buffers.Store(&next)
}

// Get gives the open buffer of u as it is now, and false when it is not open.
func (o *Overlay) Get(u URI) (File, bool) { return o.Snapshot().Get(u) }

// IsOpen reports whether a buffer of u is open. Unlike Get it needs no hash of the
// text.
func (o *Overlay) IsOpen(u URI) bool { return (*o.buffers.Load())[u] != nil }

// Buffers gives all open buffers as they are now, sorted by URI.
func (o *Overlay) Buffers() []File { return o.Snapshot().Buffers() }

// Read makes an Overlay a Source: the open buffer as it is now, else the base.
func (o *Overlay) Read(ctx context.Context, u URI) (File, error) {
	return o.Snapshot().Read(ctx, u)
}

// Snapshot gives the buffers as they are now. It costs nothing.
func (o *Overlay) Snapshot() *View {
	return &View{base: o.base, buffers: *o.buffers.Load()}
}

// A View is the state of an Overlay at one moment. No later edit is seen
// through it; files that are not open are read from the base, which goes on to
// change. A View is a Source.
type View struct {
	base    Source
	buffers map[URI]*buffer
}

// Read gives the buffer as it was when the View was made, else what the base
// has now.
func (v *View) Read(ctx context.Context, u URI) (File, error) {
	if err := ctx.Err(); err != nil {
		return File{}, err
	}
	if f, ok := v.Get(u); ok {
		return f, nil
	}
	return v.base.Read(ctx, u)
}

// Get gives the buffer of u, and false when it was not open.
func (v *View) Get(u URI) (File, bool) {
	b, ok := v.buffers[u]
	if !ok {
		return File{}, false
	}
	return b.complete(), true
}

// Buffers gives all buffers that were open, sorted by URI. The slice is the
// caller's.
func (v *View) Buffers() []File {
	files := make([]File, 0, len(v.buffers))
	for _, b := range v.buffers {
		files = append(files, b.complete())
	}
	slices.SortFunc(files, func(a, b File) int { return cmp.Compare(a.URI, b.URI) })
	return files
}

func (b *buffer) complete() File {
	f := b.file
	f.Hash = b.hash()
	return f
}

func (o *Overlay) nameOf(u URI) string {
	if namer, ok := o.base.(Namer); ok {
		return namer.NameOf(u)
	}
	return u.Path()
}
