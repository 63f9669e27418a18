package outside

import "testing"

// A proxy would connect where Admit cannot see it.
func TestWebHasNoProxy(t *testing.T) {
	if New(Options{Web: &Web{}}).transport.Proxy != nil {
		t.Error("a client of the web uses a proxy of the environment")
	}
	if New(Options{}).transport.Proxy == nil {
		t.Error("a client of a service uses none")
	}
}
