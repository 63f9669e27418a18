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

// An Overlay has the buffers that an editor has open, over a Source for all
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
	file   File // without its hash
	hash   func() Hash
	opened int32 // the version with which it was opened
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
		path = NameOf(o.base, u)
	}
	language = chooseLanguage(language, path)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.put(File{
		Identity: Identity{URI: u}, Path: path, Content: text,
		Language: language, Version: version, Open: true,
	}, version)
}

// Edit gives an open buffer a new text. It is an error, and the text is left as it is,
// when the buffer is not open or when version is older than the present one.
func (o *Overlay) Edit(u URI, version int32, text string) error {
	return o.Change(u, version, func(old File) File {
		old.Content, old.OutOfStep = text, ""
		return old
	})
}

// Change is Edit with the new text made of the present one, while nobody else can
// change it. edit changes Content and OutOfStep alone.
//
// After an older version, which is not taken, the buffer is out of step. So it is after one
// that came twice, which is taken, unless the editor has never counted: some do not.
// A version may be left out; the protocol allows it, and editors that put
// keystrokes together do it all the time.
func (o *Overlay) Change(u URI, version int32, edit func(old File) File) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	old, ok := (*o.buffers.Load())[u]
	if !ok {
		return fmt.Errorf("edit of %s: the file is not open", u)
	}
	next := old.file
	if version < next.Version {
		next.OutOfStep = fmt.Sprintf("version %d came after version %d", version, next.Version)
		o.put(next, old.opened)
		return fmt.Errorf("edit of %s: %s", u, next.OutOfStep)
	}
	if version == next.Version && version != old.opened {
		next.OutOfStep = fmt.Sprintf("version %d came twice", version)
	}
	next = edit(next)
	next.Version = version
	o.put(next, old.opened)
	return nil
}

// Save gives an open buffer the text that its editor has written to the disk, which brings
// it in step. What is not open is left alone.
func (o *Overlay) Save(u URI, text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	old, ok := (*o.buffers.Load())[u]
	if !ok || old.file.Content == text && old.file.OutOfStep == "" {
		return
	}
	next := old.file
	next.Content, next.OutOfStep = text, ""
	o.put(next, old.opened)
}

// OutOfStep is that of an open buffer, "" for one that is not open. Unlike Get it needs no
// hash of the text.
func (o *Overlay) OutOfStep(u URI) string {
	if b := (*o.buffers.Load())[u]; b != nil {
		return b.file.OutOfStep
	}
	return ""
}

// AllOutOfStep are the paths of the open buffers that are out of step, sorted.
func (o *Overlay) AllOutOfStep() (paths []string) {
	for _, b := range *o.buffers.Load() {
		if b.file.OutOfStep != "" {
			paths = append(paths, b.file.Path)
		}
	}
	slices.Sort(paths)
	return paths
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
func (o *Overlay) put(f File, opened int32) {
	next := maps.Clone(*o.buffers.Load())
	hash := sync.OnceValue(func() Hash { return HashOf(f.Content) })
	next[f.URI] = &buffer{file: f, hash: hash, opened: opened}
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

// Snapshot returns the buffers as they are now. It costs nothing.
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

// Get returns the buffer of u, and false when it was not open.
func (v *View) Get(u URI) (File, bool) {
	b, ok := v.buffers[u]
	if !ok {
		return File{}, false
	}
	return b.complete(), true
}

// Buffers returns all buffers that were open, sorted by URI. The slice is the
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
