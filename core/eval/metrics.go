package eval

import (
	"maps"
	"math"
	"slices"
)

// metrics of the ranking that one question got.
type metrics struct {
	ndcg float64 // with the grades as gains (Järvelin and Kekäläinen, 2002)
	// recall is the share of the relevant documents among the first ten.
	recall float64
	// mrr is one divided by the rank of the first relevant document, 0 if none
	// is among the first ten.
	mrr float64
	// complete is 1 if every relevant document is among the first ten: a question
	// that needs several is answered in part without one of them. It is 0 where
	// there are more than ten.
	complete float64
}

// depth is how many documents are judged for each question.
const depth = 10

// judge compares a ranking of document names with the grades of the relevant
// ones.
func judge(ranked []string, grades map[string]float64) metrics {
	m := metrics{recall: recall(ranked, grades, depth), complete: complete(ranked, grades, depth)}
	var gain float64
	for i, name := range ranked[:min(depth, len(ranked))] {
		grade := grades[name]
		if grade <= 0 {
			continue
		}
		gain += grade / discount(i)
		if m.mrr == 0 {
			m.mrr = 1 / float64(i+1)
		}
	}
	best := slices.Sorted(maps.Values(grades))
	slices.Reverse(best)
	var ideal float64 // the gain of the best order of the relevant documents
	for i, grade := range best[:min(depth, len(best))] {
		ideal += grade / discount(i)
	}
	if ideal > 0 {
		m.ndcg = gain / ideal
	}
	return m
}

func discount(rank int) float64 { return math.Log2(float64(rank + 2)) }

// macro returns the plain means over the sets that judge documents.
func macro(sets []Set) []Figure {
	judging := slices.DeleteFunc(slices.Clone(sets), func(s Set) bool { return len(s.Documents) == 0 })
	if len(judging) == 0 {
		return nil
	}
	var means []Figure
	for i, f := range judging[0].Documents {
		value := average(values(judging, func(s Set) float64 { return s.Documents[i].Value }))
		means = append(means, Figure{Name: f.Name, Value: value, Questions: len(judging)})
	}
	return means
}

// found counts the relevant ones among the first k of a ranking.
func found(ranked []string, grades map[string]float64, k int) float64 {
	n := 0.0
	for _, name := range ranked[:min(k, len(ranked))] {
		if grades[name] > 0 {
			n++
		}
	}
	return n
}

// hit is 1 if a relevant one is among the first k of a ranking.
func hit(ranked []string, grades map[string]float64, k int) float64 {
	return min(1, found(ranked, grades, k))
}

// recall is the share of the relevant ones among the first k of a ranking.
func recall(ranked []string, grades map[string]float64, k int) float64 {
	return found(ranked, grades, k) / float64(len(grades))
}

// complete is 1 if all relevant ones are among the first k of a ranking.
func complete(ranked []string, grades map[string]float64, k int) float64 {
	if found(ranked, grades, k) < float64(len(grades)) {
		return 0
	}
	return 1
}

// f1 is the harmonic mean of recall and precision of the first k of a ranking.
func f1(ranked []string, grades map[string]float64, k int) float64 {
	taken := min(k, len(ranked))
	if taken == 0 {
		return 0
	}
	return 2 * found(ranked, grades, k) / float64(taken+len(grades))
}

// separation returns how often a value of above is greater than one of below, equal
// ones counting half: the area under the curve of a threshold that separates them. 0.5 is chance.
func separation(above, below []float64) float64 {
	if len(above) == 0 || len(below) == 0 {
		return 0
	}
	below = slices.Sorted(slices.Values(below))
	sum := 0.0
	for _, v := range above {
		less, _ := slices.BinarySearch(below, v)
		equal, _ := slices.BinarySearchFunc(below[less:], v, func(b, v float64) int {
			if b <= v {
				return -1
			}
			return 1
		})
		sum += float64(less) + float64(equal)/2
	}
	return sum / float64(len(above)*len(below))
}

// values takes one value out of each.
func values[T, V any](all []T, of func(T) V) []V {
	taken := make([]V, len(all))
	for i, one := range all {
		taken[i] = of(one)
	}
	return taken
}

// average is the plain mean, 0 of nothing.
func average(numbers []float64) float64 {
	sum := 0.0
	for _, n := range numbers {
		sum += n
	}
	return sum / math.Max(1, float64(len(numbers)))
}

// share is a part of a whole, 0 of nothing.
func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// shareOf is the share of all for which it holds, 0 of nothing.
func shareOf[T any](all []T, holds func(T) bool) float64 {
	n := 0
	for _, one := range all {
		if holds(one) {
			n++
		}
	}
	return share(n, len(all))
}
