package graph

import "slices"

// Circles are the rooms that need one another, each once, in the order of the survey. The
// time is linear in the rooms and their needs.
func (s *Survey) Circles() [][]int {
	c := circling{rooms: s.Rooms, met: make([]int, len(s.Rooms)), lowest: make([]int, len(s.Rooms)), open: make([]bool, len(s.Rooms))}
	for i := range s.Rooms {
		if c.met[i] == 0 {
			c.visit(i)
		}
	}
	for _, circle := range c.circles {
		slices.Sort(circle)
	}
	slices.SortFunc(c.circles, func(a, b []int) int { return a[0] - b[0] })
	return c.circles
}

// circling finds circles as Tarjan does: the strongly connected components of the needs,
// in one walk.
type circling struct {
	rooms   []Room
	met     []int  // by room, when it was met, from 1; 0 where it was not yet
	lowest  []int  // by room, the earliest open room that a way leads back to
	open    []bool // by room, whether it is on the way
	way     []int  // rooms that were met and belong to no finished circle
	count   int    // of the rooms that were met
	circles [][]int
}

func (c *circling) visit(i int) {
	c.count++
	c.met[i], c.lowest[i], c.open[i] = c.count, c.count, true
	c.way = append(c.way, i)
	for _, need := range c.rooms[i].Needs {
		switch to := need.Room; {
		case c.met[to] == 0:
			c.visit(to)
			c.lowest[i] = min(c.lowest[i], c.lowest[to])
		case c.open[to]:
			c.lowest[i] = min(c.lowest[i], c.met[to])
		}
	}
	if c.lowest[i] == c.met[i] {
		c.finish(i)
	}
}

// finish takes off the way what was met since a room that no way leads back from. Alone
// that is no circle.
func (c *circling) finish(i int) {
	at := len(c.way) - 1
	for c.way[at] != i {
		at--
	}
	circle := slices.Clone(c.way[at:])
	c.way = c.way[:at]
	for _, room := range circle {
		c.open[room] = false
	}
	if len(circle) > 1 {
		c.circles = append(c.circles, circle)
	}
}
