// Package gauge asks tide gauges for their levels.
package gauge

import (
	"context"
	"errors"
	"time"

	"example.org/tidelog/internal/store"
)

// MaxGauges is the number of gauges that one collector asks at most.
const MaxGauges = 64

// ErrSilent is the error of a gauge that did not answer.
var ErrSilent = errors.New("gauge: no answer")

// A Reading is one level of a gauge.
type Reading struct {
	Time  time.Time // in UTC
	Level float64   // in metres above datum
}

// A Sensor reads the level of the water.
type Sensor interface {
	Read(ctx context.Context) (Reading, error)
}

// A Collector asks sensors and keeps what they say.
type Collector struct {
	Sensors  []Sensor
	Interval time.Duration
	Store    *store.Store
}

// Collect asks all sensors once. A sensor that is silent does not keep the others from being
// asked.
func (c *Collector) Collect(ctx context.Context) error {
	var failed error
	for _, s := range c.Sensors {
		r, err := ReadPatiently(ctx, s)
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		if err := c.Store.Append(r.Time, r.Level); err != nil {
			return err
		}
	}
	return failed
}
