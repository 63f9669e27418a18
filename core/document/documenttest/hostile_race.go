//go:build race

package documenttest

// HostileSize is less than without the race detector, see there.
const HostileSize = 1 << 15
