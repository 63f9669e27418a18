package searxng

import "testing"

// Whatever the service replies, there are numbered results or an error of words.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"results":[{"url":"https://h/","title":"t","content":"c","publishedDate":"2022-12-18T18:05:00"},7,null]}`,
		`{"results":[],"unresponsive_engines":[["a","b"],[],{}]}`, `{"results":null}`, `{"results":{}}`, `[]`, `null`, ``, `<html>`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		results, err := parse(body)
		if err != nil && (results != nil || err.Error() == "") {
			t.Fatalf("%v beside %d results", err, len(results))
		}
		for i, r := range results {
			if r.Position != i+1 {
				t.Fatalf("result %d has the position %d", i, r.Position)
			}
		}
	})
}
