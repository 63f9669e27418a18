package gauge

import (
	"context"
	"time"
)

const (
	// maxTries is how often a silent gauge is asked.
	maxTries = 4
	// pause is the time before a gauge is asked again. It doubles each time.
	pause = 750 * time.Millisecond
)

// ReadPatiently reads a sensor, and again if it is silent, since radio links of gauges fail for
// seconds when a ferry passes.
func ReadPatiently(ctx context.Context, s Sensor) (r Reading, err error) {
	wait := pause
	for range maxTries {
		if r, err = s.Read(ctx); err == nil {
			return r, nil
		}
		select {
		case <-time.After(wait):
			wait *= 2
		case <-ctx.Done():
			return r, ctx.Err()
		}
	}
	return r, ErrSilent
}
