package gauge

import (
	"context"
	"slices"
)

// A Radar is a sensor that measures the distance to the water from above.
type Radar struct {
	Height float64 // above datum, in metres
	echo   func(context.Context) (float64, error)
}

// Read takes sixty distances and returns the level of the median one.
func (r *Radar) Read(ctx context.Context) (Reading, error) {
	const samples = 60
	distances := make([]float64, 0, samples)
	for range samples {
		d, err := r.echo(ctx)
		if err != nil {
			return Reading{}, err
		}
		distances = append(distances, d)
	}
	slices.Sort(distances)
	return Reading{Level: r.Height - distances[samples/2]}, nil
}
