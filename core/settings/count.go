package settings

import (
	"errors"
	"fmt"
	"strconv"
)

// Count is a number of things, within the range of its field.
type Count int

// parseCount reads a whole number within the field's range. An empty text unsets the
// field, which is its default then.
func (f Field) parseCount(text string) (Count, error) {
	if text == "" {
		text = f.Default
	}
	least, most := f.bounds()
	n, err := strconv.Atoi(text)
	if err != nil || n < least || most < n {
		return 0, errors.New(f.numberForm())
	}
	return Count(n), nil
}

// bounds are the least and the greatest value of a Count.
func (f Field) bounds() (least, most int) {
	if _, err := fmt.Sscanf(f.Range, "%d to %d", &least, &most); err != nil {
		panic("settings: " + f.Name + " has no range: " + err.Error()) // The tests load the defaults.
	}
	return least, most
}
