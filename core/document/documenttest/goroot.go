package documenttest

import (
	"os/exec"
	"strings"
	"testing"
)

// GoRoot returns the folder of the Go distribution that runs a test: some ten
// thousand real files that are there wherever the tests are.
func GoRoot(tb testing.TB) string {
	tb.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		tb.Fatalf("asking go for its folder: %v", err)
	}
	return strings.TrimSpace(string(out))
}
