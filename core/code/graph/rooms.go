package graph

import (
	"cmp"
	"slices"
	"strings"
)

// How many files of a folder are rooms in its place.
const (
	mostFileRooms   = 120 // the largest of them
	fewestFileRooms = 4   // fewer tell no more than the folder, unless they are all there is
)

// A division says what the rooms of a folder are: the folders in it and, in place of one
// that is most of its code, those in that, and so on. One that is most of it by what lies
// right in it gives way to its files.
type division struct {
	open    string       // the innermost folder that gave way; all around it did too
	byFile  bool         // the files that lie right in it are rooms
	largest map[int]bool // those of them, where they are more than mostFileRooms; else nil
}

// divide chooses the rooms.
func (v *surveying) divide() division {
	var files []int
	var whole Size
	for i, s := range v.files {
		if v.isWithin(s) {
			files = append(files, i)
			whole.add(sizeOf(s))
		}
	}
	d := division{open: v.Folder}
	for next, ok := v.mostOf(files, whole, d.open); ok; next, ok = v.mostOf(files, whole, d.open) {
		d.open = next
		files = slices.DeleteFunc(files, func(i int) bool { return !isBelow(v.files[i].folder, next) })
	}
	files = slices.DeleteFunc(files, func(i int) bool { return v.files[i].folder != d.open })
	isEnough := len(files) >= fewestFileRooms || len(files) == whole.Files
	if d.byFile = isEnough && isMost(v.sizeOf(files), whole); d.byFile && len(files) > mostFileRooms {
		d.largest = v.largestFiles(files)
	}
	return d
}

// isWithin says whether a file counts: it lies in the folder, and is a program.
func (v *surveying) isWithin(s source) bool {
	return isBelow(s.folder, v.Folder) && s.Facts.Module == ""
}

// mostOf is the folder right in another one that is most of a whole. The files are those
// in that other one.
func (v *surveying) mostOf(files []int, whole Size, folder string) (string, bool) {
	sizes := map[string]*Size{}
	for _, i := range files {
		s := v.files[i]
		if s.folder == folder {
			continue
		}
		name := nextFolder(s.folder, folder)
		if sizes[name] == nil {
			sizes[name] = &Size{}
		}
		sizes[name].add(sizeOf(s))
	}
	for name, size := range sizes {
		if isMost(*size, whole) {
			return name, true
		}
	}
	return "", false
}

// nextFolder is the folder right in another one that a path below that leads through.
func nextFolder(below, folder string) string {
	at := 0
	if folder != "" {
		at = len(folder) + 1
	}
	if next := strings.IndexByte(below[at:], '/'); next >= 0 {
		return below[:at+next]
	}
	return below
}

func (v *surveying) sizeOf(files []int) Size {
	var size Size
	for _, i := range files {
		size.add(sizeOf(v.files[i]))
	}
	return size
}

// isMost says whether a part is more than half of a whole. All files are that in any case,
// even where they are empty.
func isMost(part, whole Size) bool {
	return 2*part.Lines > whole.Lines || part.Files == whole.Files
}

// largestFiles are those with the most lines.
func (v *surveying) largestFiles(files []int) map[int]bool {
	files = slices.Clone(files)
	slices.SortStableFunc(files, func(a, b int) int {
		return cmp.Compare(v.files[b].Facts.Lines, v.files[a].Facts.Lines)
	})
	largest := map[int]bool{}
	for _, i := range files[:mostFileRooms] {
		largest[i] = true
	}
	return largest
}

// part makes the rooms of a division, and says of each file in which it is.
func (v *surveying) part(d division) {
	rooms := map[string]*Room{}
	for i, s := range v.files {
		v.roomOf[i] = noRoom
		if !v.isWithin(s) {
			continue
		}
		name := v.roomName(s, d)
		if rooms[name] == nil {
			rooms[name] = &Room{Path: name, IsFile: name == s.Path}
		}
		rooms[name].add(sizeOf(s))
		v.Size.add(sizeOf(s))
	}
	number := map[string]int{}
	for _, r := range rooms {
		v.Rooms = append(v.Rooms, *r)
	}
	slices.SortFunc(v.Rooms, func(a, b Room) int { return cmp.Compare(a.Path, b.Path) })
	for i, r := range v.Rooms {
		number[r.Path] = i
	}
	for i, s := range v.files {
		if v.isWithin(s) {
			v.roomOf[i] = number[v.roomName(s, d)]
		}
	}
}

// roomName is the path of the room that a file is in.
func (v *surveying) roomName(s source, d division) string {
	if d.byFile && s.folder == d.open && (d.largest == nil || d.largest[s.index]) {
		return s.Path
	}
	if isBelow(d.open, s.folder) {
		return s.folder
	}
	name := v.Folder
	for isBelow(d.open, name) {
		name = nextFolder(s.folder, name)
	}
	return name
}
