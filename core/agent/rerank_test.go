package agent

import (
	"context"
	"errors"
	"strings"
	"testing"

	"docuquest/core/search/rerank"
)

// A named reranker puts passages in the order in which they hold its name.
type namedReranker string

func (n namedReranker) Name() string { return string(n) }

func (n namedReranker) Rerank(_ context.Context, _ string, passages []rerank.Passage) ([]float64, error) {
	scores := make([]float64, len(passages))
	for i, p := range passages {
		if strings.Contains(p.Text, string(n)) {
			scores[i] = 1
		}
	}
	return scores, nil
}

// Who reads the passages once more follows from the settings and from the question, and
// nothing is sent for an answer of which that was chosen.
func TestReranker(t *testing.T) {
	folder := folderOf(t, map[string]string{
		"a.md": "Amber, amber and amber.", "b.md": "Amber by local.", "c.md": "Amber by service.",
	})
	for _, c := range []struct {
		name    string
		options Options
		search  Search
		want    string // the first file
		err     string
	}{
		{"on unless said otherwise", Options{}, Search{}, "c.md", ""},
		{"off by setting", Options{Preferences: Preferences{Rerank: "off"}}, Search{}, "a.md", ""},
		{"off by question", Options{Preferences: Preferences{Rerank: "on"}}, Search{Rerank: "off"}, "a.md", ""},
		{"the question wins", Options{Preferences: Preferences{Rerank: "off"}}, Search{Rerank: "on"}, "c.md", ""},
		{"nothing is sent where the text itself answers", Options{Preferences: Preferences{Writer: extractive}}, Search{}, "b.md", ""},
		{"the best passage may be of another document than the best", Options{}, Search{Limit: 1}, "c.md", ""},
		{"another word", Options{}, Search{Rerank: "maybe"}, "", `rerank "maybe" is not known: it is on or off`},
		{"a threshold above 1", Options{}, Search{Threshold: 1.5}, "", "threshold is 1.5: it may be 0 to 1"},
		{"a threshold below 0", Options{}, Search{Threshold: -0.1}, "", "threshold is -0.1: it may be 0 to 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.options.Reranker, c.options.LocalReranker = namedReranker("service"), namedReranker("local")
			a := start(t, folder, c.options)
			c.search.Query = "amber"
			found, err := a.Search(t.Context(), c.search)
			checkRerankError(t, err, c.err)
			if err == nil && found.Hits[0].Path != c.want {
				t.Errorf("the first passage is of %s, want %s", found.Hits[0].Path, c.want)
			}
			_, err = a.Ask(t.Context(), Question{Text: "amber", Rerank: c.search.Rerank, Threshold: c.search.Threshold}, nil)
			checkRerankError(t, err, c.err)
		})
	}
}

func checkRerankError(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil && want == "" || err != nil && err.Error() == want {
		return
	}
	t.Errorf("error %v, want %q", err, want)
}

// An answer says who put its passages in order, and that of the text itself is never
// preceded by a service, whoever asks for it.
func TestRerankedAnswer(t *testing.T) {
	folder := folderOf(t, map[string]string{"a.md": "Amber is old.", "b.md": "Amber is by local and service."})
	a := start(t, folder, Options{Reranker: namedReranker("service"), LocalReranker: namedReranker("local")})
	for writer, want := range map[string]string{"": "2 passages by service", extractive: "2 passages by local"} {
		answer, err := a.Ask(t.Context(), Question{Text: "amber", Writer: writer}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := stepDetail(answer, "rerank"); got != want {
			t.Errorf("writer %q: the step says %q, want %q", writer, got, want)
		}
	}
}

// failingReranker is a service that is not there.
type failingReranker struct{}

func (failingReranker) Name() string { return "m" }

func (failingReranker) Rerank(context.Context, string, []rerank.Passage) ([]float64, error) {
	return nil, errors.New("rerank: host cannot be reached")
}

// A reranker that fails costs an answer nothing but the better order.
func TestRerankerFails(t *testing.T) {
	folder := folderOf(t, map[string]string{"a.md": "Amber is old.", "b.md": "Amber is young and small."})
	answer, err := start(t, folder, Options{Reranker: failingReranker{}}).Ask(t.Context(), Question{Text: "amber"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := stepDetail(answer, "rerank"), "m: rerank: host cannot be reached"; answer.Refused || got != want {
		t.Errorf("refused %v, the step says %q, want %q", answer.Refused, got, want)
	}
}

func stepDetail(a *Answer, name string) string {
	for _, s := range a.Steps {
		if s.Name == name {
			return s.Detail
		}
	}
	return ""
}

// A threshold that no passage reaches makes a refusal, which says how many there were.
func TestThreshold(t *testing.T) {
	folder := folderOf(t, map[string]string{"a.md": "Amber is old.", "b.md": "Copal is young."})
	a := start(t, folder, Options{})
	for _, c := range []struct {
		threshold float64
		rejected  int
		refused   bool
	}{{0, 0, false}, {0.4, 0, false}, {1, 2, true}} {
		const question = "amber and copal"
		answer, err := a.Ask(t.Context(), Question{Text: question, Threshold: c.threshold}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if answer.Refused != c.refused || answer.Rejected != c.rejected {
			t.Errorf("threshold %v: refused %v, rejected %d; want %v, %d", c.threshold, answer.Refused, answer.Rejected, c.refused, c.rejected)
		}
		if said := strings.Join(answer.Remarks(), " "); strings.Contains(said, "2 passages are left out") != (c.rejected > 0) {
			t.Errorf("threshold %v: the remarks are %q", c.threshold, said)
		}
		found, err := a.Search(t.Context(), Search{Query: question, Threshold: c.threshold})
		if err != nil || len(found.Hits)+found.Rejected != 2 || found.Rejected != c.rejected {
			t.Errorf("threshold %v: %d hits, %d rejected, error %v", c.threshold, len(found.Hits), found.Rejected, err)
		}
	}
}
