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

// sum gives the means over questions.
func sum(all []Metrics) Metrics {
	var m Metrics
	for _, one := range all {
		m.NDCG += one.NDCG
		m.Recall += one.Recall
		m.MRR += one.MRR
	}
	n := math.Max(1, float64(len(all)))
	return Metrics{NDCG: m.NDCG / n, Recall: m.Recall / n, MRR: m.MRR / n}
}

func mean(sets []Set) Metrics {
	all := make([]Metrics, len(sets))
	for i, s := range sets {
		all[i] = s.Metrics
	}
	return sum(all)
}
