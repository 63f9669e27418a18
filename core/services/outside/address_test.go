package outside

import "testing"

// However an address is written it has one form, and what is wrong with one is said
// without it.
func TestAddress(t *testing.T) {
	a := Address{What: "the address", Like: "https://example.org/v1", Operation: "/rerank"}
	for typed, want := range map[string]string{
		"https://h/v1":             "https://h/v1",
		" https://h/v1/ ":          "https://h/v1",
		"https://h/v1/rerank/":     "https://h/v1",
		"http://localhost:1":       "http://localhost:1",
		"":                         "the address must be like https://example.org/v1",
		"localhost":                "the address must be like https://example.org/v1",
		"file:///etc":              "the address must be like https://example.org/v1",
		"http://a b/secret":        "the address is not an address",
		"http://me:secret@h/":      "the address holds a user name; set the key instead",
		"http://h/?key=secret":     "the address holds a query or a fragment",
		"http://h/#secret":         "the address holds a query or a fragment",
		"https://h/rerank/v1//":    "https://h/rerank/v1",
		"https://h/v1/rerank/more": "https://h/v1/rerank/more",
	} {
		u, err := a.Parse(typed)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = u.String()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}
