package disk

import (
	"math"
	"os"
	"strconv"
	"strings"
)

// watchBudget is how many directories may be watched. The limit is one for all
// programs of the user, so half of it is left to them.
func watchBudget() int {
	text, err := os.ReadFile("/proc/sys/fs/inotify/max_user_watches")
	if err != nil {
		return math.MaxInt
	}
	limit, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		return math.MaxInt
	}
	return limit / 2
}
