package settings

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Size is a number of bytes, 1 to 1 GiB; 0 if unset.
type Size int64

// largestSize keeps a typing error from using all memory.
const largestSize = 1 << 30

const sizeForm = "it must be a size from 1 byte to 1 GiB, such as 500000 or 2 MiB"

// units of a Size, the largest first.
var units = []struct {
	name  string
	bytes int64
}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"B", 1}}

// String returns the size in the largest unit that it is a multiple of.
func (s Size) String() string {
	for _, u := range units {
		if int64(s)%u.bytes == 0 && s != 0 {
			return fmt.Sprintf("%d %s", int64(s)/u.bytes, u.name)
		}
	}
	return "0 B"
}

// parseSize reads a whole number of bytes or of one of the units.
func parseSize(text string) (Size, error) {
	if text == "" {
		return 0, nil
	}
	unit := int64(1)
	for _, u := range units {
		if number, ok := strings.CutSuffix(text, u.name); ok {
			text, unit = strings.TrimSpace(number), u.bytes
			break
		}
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 || n > largestSize/unit {
		return 0, errors.New(sizeForm)
	}
	return Size(n * unit), nil
}
