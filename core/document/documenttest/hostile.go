//go:build !race

package documenttest

// HostileSize is how many bytes a text that is made to be slow has. What takes
// time in its square takes minutes with so many, and a test runs into the time
// limit of go test. Under the race detector, which is there for other faults,
// it is less.
const HostileSize = 1 << 20
