package outside

import "testing"

// A proxy would connect where Admit cannot see it.
func TestWebHasNoProxy(t *testing.T) {
	if (Options{Web: &Web{}}).proxy() != nil {
		t.Error("a client of the web uses a proxy of the environment")
	}
	if (Options{}).proxy() == nil {
		t.Error("a client of a service uses none")
	}
}
