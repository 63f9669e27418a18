package disk

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"docuquest/core/file"
)

// A catalog remembers what was reported of each file, so that a later walk can
// report what changed. Its methods may be called at the same time.
type catalog struct {
	mu    sync.Mutex // guards files
	files map[file.URI]record
}

type record struct {
	hash  file.Hash
	path  string
	stamp stamp
	walk  uint64 // the last walk that found the file
}

// unchanged reports whether the file still has the stamp and the path that it was
// recorded with, and if so notes that this walk found it.
func (c *catalog) unchanged(u file.URI, path string, now stamp, walk uint64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, ok := c.files[u]
	if !ok || r.path != path || !r.stamp.same(now) {
		return false
	}
	r.walk = walk
	c.files[u] = r
	return true
}

// record keeps a file that was read and reports whether it is new or differs
// from what was recorded.
func (c *catalog) record(f file.File, s stamp, walk uint64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	old, ok := c.files[f.URI]
	c.files[f.URI] = record{hash: f.Hash, path: f.Path, stamp: s, walk: walk}
	return !ok || old.hash != f.Hash || old.path != f.Path
}

func (c *catalog) has(u file.URI) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, ok := c.files[u]
	return ok
}

// forget drops the files inside the scope that the walk did not find, and
// returns them as removed, sorted by URI.
func (c *catalog) forget(in scope, walk uint64) []file.Change {
	c.mu.Lock()
	defer c.mu.Unlock()
	var removed []file.Change
	drop := func(u file.URI, r record) {
		if r.walk == walk {
			return
		}
		delete(c.files, u)
		removed = append(removed, file.Change{
			Kind: file.Removed,
			File: file.File{Identity: file.Identity{URI: u}, Path: r.path},
		})
	}
	for u := range in.files {
		if r, ok := c.files[u]; ok {
			drop(u, r)
		}
	}
	if in.all || len(in.trees) > 0 {
		for u, r := range c.files {
			if in.all || in.insideTree(u) {
				drop(u, r)
			}
		}
	}
	slices.SortFunc(removed, func(a, b file.Change) int { return cmp.Compare(a.File.URI, b.File.URI) })
	return removed
}

// A scope is the part of the folders that a walk covers: everything, or some
// files and some directories with their contents.
type scope struct {
	all   bool
	files map[file.URI]bool
	trees map[file.URI]bool // without a slash at the end
}

// addTree adds a directory with its contents to the scope.
func (s *scope) addTree(u file.URI) {
	if s.trees == nil {
		s.trees = map[file.URI]bool{}
	}
	s.trees[file.URI(strings.TrimSuffix(string(u), "/"))] = true
}

// insideTree reports whether u is one of the trees or lies in one.
func (s scope) insideTree(u file.URI) bool {
	for name := string(u); ; {
		if s.trees[file.URI(name)] {
			return true
		}
		slash := strings.LastIndexByte(name, '/')
		if slash < 0 {
			return false
		}
		name = name[:slash]
	}
}
