package agent

import (
	"strings"
	"testing"

	"docuquest/core/answer/replies"
	"docuquest/core/answer/why"
)

func explain(t *testing.T, a *Agent, id string) *why.Account {
	t.Helper()
	x, err := a.Explain(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// What the index was believed in, or is a lower bound, is not said to have been read.
func TestSaidOfCounts(t *testing.T) {
	for _, c := range []struct {
		exact *replies.Exact
		want  string
	}{
		{&replies.Exact{}, "It was counted, and every row was read in its file."},
		{&replies.Exact{ByIndex: true}, "It was counted by the index, since too many files would have to be read; every row that is shown was read in its file."},
		{&replies.Exact{ByIndex: true, AtLeast: true}, "It was counted in as many files as are read for that, so that it may be more; every row that is shown was read in its file."},
	} {
		x := &why.Account{Exact: c.exact, Written: why.Written{Writer: replies.ExactWriter}}
		if md := x.Markdown(); !strings.Contains(md, "## The answer\n\n"+c.want+"\n") {
			t.Errorf("%q is not in\n%s", c.want, md)
		}
	}
}

// An account is made with its answer, and holds nothing that may change.
func TestExplainAtOnce(t *testing.T) {
	a := start(t, lamp(t), Options{})
	r, err := a.Ask(t.Context(), Request{Text: "What was the lamp made of?"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Citations = nil
	if x := explain(t, a, r.ID); len(x.Cited) != 1 || x.Cited[0].URI == "" {
		t.Errorf("it cites %+v", x.Cited)
	}
}
