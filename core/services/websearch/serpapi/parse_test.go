package serpapi

import "testing"

// Whatever the service replies, there are results with a position or an error of words.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"search_metadata":{"status":"Success"},"organic_results":[{"position":1,"title":"t","link":"https://h/","snippet":"s","date":"d"}]}`,
		`{"search_metadata":{"status":"Success"},"answer_box":{"answer":"a","link":"https://h/"},"organic_results":[7,null,{"position":-1}]}`,
		`{"error":"Google hasn't returned any results for this query."}`, `{"error":"e"}`, `{"search_metadata":{"status":"Error"}}`,
		`{}`, `[]`, `null`, ``, `<html>`, `{"organic_results":{}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		results, err := parse(body)
		if err != nil && (results != nil || err.Error() == "") {
			t.Fatalf("%v beside %d results", err, len(results))
		}
		for i, r := range results {
			if r.Position < 0 || r.Position == 0 && i > 0 {
				t.Fatalf("result %d has the position %d", i, r.Position)
			}
		}
	})
}
