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
			switch {
			case !slices.Contains(d.Rooms, need.Room):
			case s.follows(from, need.Room, reach):
				d.Implied++
			case drawn == mostArrows:
				d.Weak++
			default:
				drawn++
				d.Arrows = append(d.Arrows, Arrow{from, need.Room, need.References})
			}
		}
	}
	return d
}

// reaching says of pairs of rooms that one needs the other, itself or by way of others.
type reaching map[flow]bool

// reach looks at some rooms, which are few, and at ways through these alone.
func (s *Survey) reach(rooms []int) reaching {
	among := map[int][]int{} // what each of them needs of the others
	for _, from := range rooms {
		for _, need := range s.Rooms[from].Needs {
			if slices.Contains(rooms, need.Room) {
				among[from] = append(among[from], need.Room)
			}
		}
	}
	r := reaching{}
	for _, start := range rooms {
		next := []int{start}
		for len(next) > 0 {
			at := next[len(next)-1]
			next = next[:len(next)-1]
			for _, to := range among[at] {
				if f := (flow{start, to}); !r[f] {
					r[f] = true
					next = append(next, to)
				}
			}
		}
	}
	return r
}

// follows says whether a need follows from another one: from that of a room that needs the
// same. One in a circle with either end does not count, since of the arrows there each
// would follow from another one.
func (s *Survey) follows(from, to int, reach reaching) bool {
	return slices.ContainsFunc(s.Rooms[from].Needs, func(n Need) bool {
		return n.Room != to && reach[flow{n.Room, to}] && !reach[flow{n.Room, from}] && !reach[flow{to, n.Room}]
	})
}
