//go:build !linux

package disk

import "math"

// watchBudget is how many directories may be watched: the system has no limit
// that programs share.
func watchBudget() int { return math.MaxInt }
