package graph

import (
	"cmp"
	"slices"
)

// A Drawing is what of a survey fits into one picture.
type Drawing struct {
	Rooms  []int   // in the rooms of the survey, in their order
	Arrows []Arrow // from who needs to who is needed
	// Implied is how many arrows are left out since they follow from others: who needs a
	// room needs what that needs.
	Implied int
	Weak    int // arrows that are left out since their rooms have many stronger ones
	Hidden  int // rooms that are left out
}

// mostArrows is how many arrows begin at one room.
const mostArrows = 4

// An Arrow is a need between two rooms of a survey.
type Arrow struct {
	From, To   int
	References int
}

// Drawing chooses the largest rooms that are not tests alone, at most most of them, and the
// arrows between them.
func (s *Survey) Drawing(most int) Drawing {
	var largest []int
	for i, r := range s.Rooms {
		if r.Tests < r.Files {
			largest = append(largest, i)
		}
	}
	slices.SortStableFunc(largest, func(a, b int) int { return cmp.Compare(s.Rooms[b].Lines, s.Rooms[a].Lines) })
	d := Drawing{Rooms: largest[:min(most, len(largest))]}
	d.Hidden = len(largest) - len(d.Rooms)
	slices.Sort(d.Rooms)
	reach := s.reach(d.Rooms)
	for _, from := range d.Rooms {
		drawn := 0
		for _, need := range s.Rooms[from].Needs {
			to := need.Room
			if !slices.Contains(d.Rooms, to) {
				continue
			}
			// It follows from the need of a room that needs the same. One in a circle with either
			// end does not count, since each of the arrows there would follow from another one.
			follows := slices.ContainsFunc(s.Rooms[from].Needs, func(n Need) bool {
				return n.Room != to && reach[flow{n.Room, to}] && !reach[flow{n.Room, from}] && !reach[flow{to, n.Room}]
			})
			switch {
			case follows:
				d.Implied++
			case drawn == mostArrows:
				d.Weak++
			default:
				drawn++
				d.Arrows = append(d.Arrows, Arrow{from, to, need.References})
			}
		}
	}
	return d
}

// reach finds the pairs of some rooms, which are few, of which one needs the other, itself or by
// way of others of them.
func (s *Survey) reach(rooms []int) map[flow]bool {
	among := map[int][]int{} // what each of them needs of the others
	for _, from := range rooms {
		for _, need := range s.Rooms[from].Needs {
			if slices.Contains(rooms, need.Room) {
				among[from] = append(among[from], need.Room)
			}
		}
	}
	found := map[flow]bool{}
	for _, start := range rooms {
		next := []int{start}
		for len(next) > 0 {
			at := next[len(next)-1]
			next = next[:len(next)-1]
			for _, to := range among[at] {
				if f := (flow{start, to}); !found[f] {
					found[f] = true
					next = append(next, to)
				}
			}
		}
	}
	return found
}

// Circles are the rooms that need one another, each once, in the order of the survey. The
// time is linear in the rooms and their needs: they are the strongly connected components,
// found in one walk as Tarjan does.
func (s *Survey) Circles() [][]int {
	met := make([]int, len(s.Rooms))    // when a room was met, from 1; 0 where it was not yet
	lowest := make([]int, len(s.Rooms)) // the earliest open room that a way leads back to
	open := make([]bool, len(s.Rooms))  // whether a room is on the way
	var way []int                       // rooms that were met and belong to no finished circle
	count := 0
	var circles [][]int
	var visit func(i int)
	visit = func(i int) {
		count++
		met[i], lowest[i], open[i] = count, count, true
		way = append(way, i)
		for _, need := range s.Rooms[i].Needs {
			switch to := need.Room; {
			case met[to] == 0:
				visit(to)
				lowest[i] = min(lowest[i], lowest[to])
			case open[to]:
				lowest[i] = min(lowest[i], met[to])
			}
		}
		if lowest[i] < met[i] {
			return
		}
		at := len(way) - 1 // no way leads back from what was met since
		for way[at] != i {
			at--
		}
		circle := slices.Clone(way[at:])
		way = way[:at]
		for _, room := range circle {
			open[room] = false
		}
		if len(circle) > 1 {
			slices.Sort(circle)
			circles = append(circles, circle)
		}
	}
	for i := range s.Rooms {
		if met[i] == 0 {
			visit(i)
		}
	}
	slices.SortFunc(circles, func(a, b []int) int { return a[0] - b[0] })
	return circles
}
