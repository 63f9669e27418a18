package settings

import (
	"errors"
	"fmt"
	"strconv"
)

// Count is a number of things, within the range of its field.
type Count int

// parseCount reads a whole number within the field's range. An empty text means
// the default.
func (f Field) parseCount(text string) (Count, error) {
	if text == "" {
		text = f.Default
	}
	var least, most int
	if _, err := fmt.Sscanf(f.Range, "%d to %d", &least, &most); err != nil {
		panic("settings: " + f.Name + " has no range: " + err.Error()) // The tests load the defaults.
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || most < n {
		return 0, errors.New(f.numberForm())
	}
	return Count(n), nil
}
