package retrieve

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"docuquest/core/document"
	"docuquest/core/document/markdown"
	"docuquest/core/document/plain"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/search/question"
	"docuquest/core/services/llm/llmtest"
)

// shelf is a workspace in memory.
type shelf map[file.URI]file.File

func (s shelf) Read(_ context.Context, u file.URI) (file.File, error) {
	f, ok := s[u]
	if !ok {
		return file.File{}, fs.ErrNotExist
	}
	return f, nil
}

// newRetriever indexes texts by name.
func newRetriever(texts map[string]string) (*Retriever, shelf) {
	s := shelf{}
	r := &Retriever{
		Library: index.New(),
		Source:  s,
		Parsers: document.Parsers{
			ByLanguage: map[string]document.Parser{"markdown": markdown.New()},
			Fallback:   plain.Parser{},
		},
		Prompt: "Words for {query}",
	}
	for name, content := range texts {
		f := fileOf(name, content)
		s[f.URI] = f
		r.Library.Put(r.Parsers.Parse(f))
	}
	return r, s
}

func fileOf(name, content string) file.File {
	return file.File{
		Identity: file.Identity{URI: file.FromPath("/" + name), Hash: file.HashOf(content)},
		Path:     name,
		Content:  content,
		Language: file.LanguageOf(name),
	}
}

func find(t *testing.T, r *Retriever, q Query) *Result {
	t.Helper()
	if q.Limit == 0 {
		q.Limit = 10
	}
	if q.Passages == 0 {
		q.Passages = 10
	}
	result, err := r.Find(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func paths(r *Result) []string {
	var names []string
	for _, d := range r.Documents {
		names = append(names, d.Path)
	}
	return names
}

func same(t *testing.T, what string, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

var cave = map[string]string{
	"amber.txt": "Amber beads lay in the cave.",
	"cave.txt":  "The cave is deep. The cave is dark. Nobody dwells in the cave.",
	"ruby.txt":  "A ruby was seen in the tower.",
	"code.go":   "package cave\n\nfunc openGate() {}\n",
}

func TestBoolean(t *testing.T) {
	texts := map[string]string{}
	for i := range 15 {
		texts[fmt.Sprintf("d%02d.txt", i)] = "amber and jade"
	}
	texts["B.txt"] = "amber"
	texts["z.txt"] = "opal"
	r, _ := newRetriever(texts)
	for _, test := range []struct {
		name, terms string
		want        []string
	}{
		{
			"capitals sort before small letters, the first ten are read", "amber",
			[]string{"B.txt", "d00.txt", "d01.txt", "d02.txt", "d03.txt", "d04.txt", "d05.txt", "d06.txt", "d07.txt", "d08.txt"},
		},
		{"all terms of one group", "amber opal\nopal", []string{"z.txt"}},
		{"words are not stemmed", "ambers", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			r.Terms = llmtest.NewModel(llmtest.Script{"terms": {llmtest.Say(test.terms)}})
			same(t, "documents", test.want, paths(find(t, r, Query{Question: question.Of("q"), Mode: Boolean})))
		})
	}
	r.Terms = nil
	result := find(t, r, Query{Question: question.Of("What is the amber, the jade?"), Mode: Boolean, Limit: 2})
	same(t, "groups without a model", [][]string{{"amber", "jade"}}, result.Groups)
	same(t, "documents without a model", []string{"d00.txt", "d01.txt"}, paths(result))
	for _, d := range result.Documents {
		same(t, "confidence in "+d.Path, 1.0, d.Confidence)
	}
	r.Floor = 0.9
	if find(t, r, Query{Question: question.Of("amber jade"), Mode: Boolean}).IsStrange() {
		t.Error("a question whose rule matches is taken for one of another world")
	}
}

// A file that has gone since it was indexed is left out, and a step says so; one
// that has changed is read as it is.
func TestFilesMoveOn(t *testing.T) {
	r, s := newRetriever(cave)
	delete(s, file.FromPath("/cave.txt"))
	f := s[file.FromPath("/amber.txt")]
	f.Content = "Now the cave holds copal."
	s[f.URI] = f
	result := find(t, r, Query{Question: question.Of("cave")})
	same(t, "documents", []string{"amber.txt", "code.go"}, paths(result))
	same(t, "text", f.Content, result.Documents[0].Text)
	told := false
	for _, step := range result.Steps.All() {
		told = told || strings.Contains(step.Says, "cave.txt: is gone")
	}
	if !told {
		t.Errorf("no step tells of the missing file: %+v", result.Steps)
	}
}

// The best passage of each document comes before any second one is chosen, and
// passages are parts of their documents.
func TestPassages(t *testing.T) {
	section := func(title, body string) string { return "## " + title + "\n\n" + strings.Repeat(body+" ", 12) + "\n\n" }
	r, _ := newRetriever(map[string]string{
		"long.md":  "# Long\n\n" + section("One", "Jade lies here.") + section("Two", "Jade lies there.") + section("Three", "Nothing."),
		"short.md": "# Short\n\nJade.\n",
	})
	result := find(t, r, Query{Question: question.Of("jade"), Passages: 2})
	seen := map[string]bool{}
	for _, h := range result.Hits {
		seen[h.Document.Path] = true
		if h.Chunk.Span.Of(h.Document.Text) == "" || h.Confidence <= 0 || h.Confidence > 1 {
			t.Errorf("%+v", h)
		}
	}
	same(t, "documents of the hits", map[string]bool{"long.md": true, "short.md": true}, seen)
}

func TestCancelled(t *testing.T) {
	r, _ := newRetriever(cave)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Find(ctx, Query{Question: question.Of("cave"), Limit: 1, Passages: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
}

// Rank gives what Find reads.
func TestRankEqualsFind(t *testing.T) {
	r, _ := newRetriever(cave)
	for _, asked := range []string{"cave", "ruby tower amber", "nothing at all"} {
		ranked, err := r.Rank(t.Context(), Query{Question: question.Of(asked), Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		same(t, asked, paths(find(t, r, Query{Question: question.Of(asked)})), ranked)
	}
}
