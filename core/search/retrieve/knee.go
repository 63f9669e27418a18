package retrieve

import "time"

// Where the scores of passages fall off, the rest says little. Of fewer than fewest
// none is cut, and none where the fall is less than a clear one.
const (
	fewest    = 5
	clearFall = 0.45
)

// knee is how many of some falling scores stand in front of their knee: the place that
// is the farthest below the line from the first to the last one (Satopaa et al., Finding
// a "Kneedle" in a Haystack, 2011), as a share of their range. Where no place is far
// below it, all of them do.
func knee(scores []float64) int {
	n := len(scores)
	if n <= fewest || scores[0] <= scores[n-1] {
		return n
	}
	at, deepest := n, clearFall
	for i, s := range scores {
		line := 1 - float64(i)/float64(n-1)
		height := (s - scores[n-1]) / (scores[0] - scores[n-1])
		if depth := line - height; depth > deepest {
			at, deepest = i, depth
		}
	}
	return max(fewest, at)
}

// cutAtKnee leaves out the passages behind the knee of their scores.
func (r *Result) cutAtKnee() {
	start := time.Now()
	scores := make([]float64, len(r.Hits))
	for i, h := range r.Hits {
		scores[i] = h.Score
	}
	if kept := knee(scores); kept < len(r.Hits) {
		r.step("knee", start, "%d of %d passages are far behind the others", len(r.Hits)-kept, len(r.Hits))
		r.Hits = r.Hits[:kept]
	}
}
