package eval

import (
	"math"
	"slices"
)

// Metrics of one question, or their means over many.
type Metrics struct {
	NDCG float64 // nDCG@10 with the grades as gains (Järvelin and Kekäläinen, 2002)
	// Recall is R@10: the share of the relevant documents among the first ten.
	Recall float64
	// MRR is one divided by the rank of the first relevant document, 0 if none
	// is among the first ten.
	MRR float64
}

// depth is how many documents are judged for each question.
const depth = 10

// judge compares a ranking of document names with the grades of the relevant
// ones.
func judge(ranked []string, grades map[string]float64) Metrics {
	var m Metrics
	var gain float64
	for i, name := range ranked[:min(depth, len(ranked))] {
		grade := grades[name]
		if grade <= 0 {
			continue
		}
		gain += grade / discount(i)
		m.Recall += 1 / float64(len(grades))
		if m.MRR == 0 {
			m.MRR = 1 / float64(i+1)
		}
	}
	if ideal := idealGain(grades); ideal > 0 {
		m.NDCG = gain / ideal
	}
	return m
}

// idealGain is what the best order of the relevant documents would give.
func idealGain(grades map[string]float64) float64 {
	var sorted []float64
	for _, g := range grades {
		sorted = append(sorted, g)
	}
	slices.Sort(sorted)
	slices.Reverse(sorted)
	var gain float64
	for i, g := range sorted[:min(depth, len(sorted))] {
		gain += g / discount(i)
	}
	return gain
}

func discount(rank int) float64 { return math.Log2(float64(rank + 2)) }

// mean gives the means over questions or sets.
func mean(all []Metrics) Metrics {
	return Metrics{
		NDCG:   average(values(all, func(m Metrics) float64 { return m.NDCG })),
		Recall: average(values(all, func(m Metrics) float64 { return m.Recall })),
		MRR:    average(values(all, func(m Metrics) float64 { return m.MRR })),
	}
}

func macro(sets []Set) Metrics {
	var all []Metrics
	for _, s := range sets {
		if s.Documents != nil {
			all = append(all, *s.Documents)
		}
	}
	return mean(all)
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

// f1 is the harmonic mean of recall and precision of the first k of a ranking.
func f1(ranked []string, grades map[string]float64, k int) float64 {
	taken := min(k, len(ranked))
	if taken == 0 {
		return 0
	}
	return 2 * found(ranked, grades, k) / float64(taken+len(grades))
}

// separation says how often a value of above is greater than one of below, equal
// ones counting half: the area under the curve of a threshold that tells them
// apart. 0.5 is chance.
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

// values takes one number out of each.
func values[T any](all []T, of func(T) float64) []float64 {
	numbers := make([]float64, len(all))
	for i, one := range all {
		numbers[i] = of(one)
	}
	return numbers
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
