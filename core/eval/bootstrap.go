package eval

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
)

// An Estimate is what resampling the questions shows of a mean difference (the
// paired bootstrap of Efron and Tibshirani, 1993): had other questions of the
// same kind been asked, it would have been so.
type Estimate struct {
	Low  float64 `json:"low"`  // 95 of 100 samples lie from Low
	High float64 `json:"high"` // to High
	// NotAbove is the share of the samples at or below 0: small where the figure is
	// surely greater in the second run, 1 where nothing differs.
	NotAbove float64 `json:"not_above"`
}

// How chance is asked. The seed is fixed, so that the same runs compare the same
// every time.
const (
	resamples = 10_000
	seed      = 1993
)

// leastGain is the smallest difference of a score that is one; anything less comes
// from the order of a sum.
const leastGain = 1e-9

// gain is how much greater the question's score is in the second run.
func (s scorePair) gain() float64 {
	if gain := s.b - s.a; math.Abs(gain) >= leastGain {
		return gain
	}
	return 0
}

// resample returns the mean gains of many random samples of the questions of a set,
// each as large as the set. What it draws depends on the set's name and size
// alone, so that all figures of a set see the same samples.
func resample(set string, scores []scorePair) []float64 {
	gains := values(scores, scorePair.gain)
	means := make([]float64, resamples)
	if !slices.ContainsFunc(gains, func(g float64) bool { return g != 0 }) {
		return means
	}
	name := fnv.New64a()
	name.Write([]byte(set)) // never fails
	chance := rand.New(rand.NewPCG(seed, name.Sum64()))
	for i := range means {
		sum := 0.0
		for range gains {
			sum += gains[chance.IntN(len(gains))]
		}
		means[i] = sum / float64(len(gains))
	}
	return means
}

// estimate reads the interval off the samples, of which there is at least one.
func estimate(samples []float64) Estimate {
	sorted := slices.Sorted(slices.Values(samples))
	notAbove, _ := slices.BinarySearchFunc(sorted, 0, func(sample, zero float64) int {
		if sample <= zero {
			return -1
		}
		return 1
	})
	last := float64(len(sorted) - 1)
	return Estimate{
		Low:      sorted[int(math.Round(0.025*last))],
		High:     sorted[int(math.Round(0.975*last))],
		NotAbove: share(notAbove, len(sorted)),
	}
}
