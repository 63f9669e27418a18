package agent

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"docuquest/core/answer"
	"docuquest/core/answer/history"
	"docuquest/core/answer/replies"
	"docuquest/core/answer/research"
	"docuquest/core/answer/research/web"
	"docuquest/core/answer/sent"
	"docuquest/core/document"
	"docuquest/core/document/html"
	"docuquest/core/document/plain"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/services/llm/llmtest"
	"docuquest/core/services/outside"
	"docuquest/core/services/websearch"
	"docuquest/core/services/websearch/fetch"
	"docuquest/core/services/websearch/serpapi"
	"docuquest/core/services/websearch/webtest"
	"docuquest/core/store"
)

// The files and the pages of a question whose answer stands on one of each.
var (
	bridgeFile  = map[string]string{"bridge.md": "# The north bridge\n\nThe engineer Ann Bee designed the north bridge in 1931.\n\n## Ann Bee\n"}
	bridgePages = map[string]webtest.Page{
		"/people(old)/bee": {For: "bee", Body: `<html><head><title>People &amp; places</title></head><body><h1>Ann Bee</h1><p>Since 1960 Ann Bee has lived in <b>Oslo</b>.</p></body></html>`},
		"/stones":          {Body: "<h1>Stones</h1><p>Jade and ruby are stones."},
	}
	yes, no = true, false
)

// What the web is asked for it.
const (
	whereBee = "In which city does the engineer who designed the north bridge live?"
	wordsBee = "city engineer designed north bridge live"
	toldBee  = wordsBee + " place location"
)

// searching is a search of the web as a server plays it, by SerpAPI.
func searching(t *testing.T, s *webtest.Server, consent func(context.Context, string) error) WebSearch {
	t.Helper()
	client := outside.Options{Retries: outside.Retries{Tries: 1}}
	provider, err := serpapi.New(serpapi.Options{Key: outside.NewSecret("serp-canary-4nary"), BaseURL: s.URL, Outside: client})
	if err != nil {
		t.Fatal(err)
	}
	pages, err := fetch.New(fetch.Options{
		Parsers: document.Parsers{ByLanguage: map[string]document.Parser{"html": html.Parser{}}, Fallback: plain.Parser{}},
		Trusted: []netip.AddrPort{s.Address()}, Outside: client,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(provider.Close)
	t.Cleanup(pages.Close)
	search, err := web.New(web.Options{Services: []web.Service{{Provider: provider, Host: "serp.example"}}, Pages: pages, Consent: consent})
	if err != nil {
		t.Fatal(err)
	}
	return search
}

// The first round brings a name from a file, which is a heading of it, too, the second one what a page says of it. The
// answer cites both, the page by an address that leads to the quote.
func TestResearchWeb(t *testing.T) {
	server := webtest.New(t, webtest.Web{Pages: bridgePages})
	a := start(t, folderOf(t, bridgeFile), Options{Web: searching(t, server, nil), Sent: store.NewSent(filepath.Join(t.TempDir(), "sent"))})
	r, err := a.Research(t.Context(), Request{Text: whereBee, Web: &yes}, nil)
	if err != nil {
		t.Fatal(err)
	}
	checkSame(t, "queries", []string{"Ann Bee city live", whereBee, wordsBee, toldBee}, server.Queries())
	checkSame(t, "open", []string{}, r.Research.Open)
	i := slices.IndexFunc(r.Citations, func(c replies.Citation) bool { return replies.OnWeb(c.URI) })
	if i < 0 {
		t.Fatalf("no page is cited: %+v", r.Citations)
	}
	c := r.Citations[i]
	checkSame(t, "quote", "Since 1960 Ann Bee has lived in Oslo.", c.Quote)
	checkSame(t, "titles", []string{"People & places", "Ann Bee"}, c.Titles)
	checkSame(t, "address", server.URL+"/people%28old%29/bee#:~:text=Since%201960%20Ann%20Bee%20has%20lived%20in%20Oslo.", string(c.URI))
	if !strings.Contains(r.Document, "]("+string(c.URI)+")") {
		t.Errorf("no link to the page in\n%s", r.Document)
	}
	at, err := a.Locate(t.Context(), c, text.UTF8, text.UTF16)
	if err != nil || !at.Holds || at.Quote.Of(at.Context) != c.Quote {
		t.Errorf("%+v, %v", at, err)
	}
	checkSent(t, a, r)
	x, err := a.Explain(t.Context(), r.ID)
	if err != nil || !strings.Contains(x.Markdown(), "]("+server.URL+"/people%28old%29/bee#:~:text=") {
		t.Errorf("%v\n%s", err, x.Markdown())
	}
}

// checkSent wants each query and page in the record of what was sent, without the key.
func checkSent(t *testing.T, a *Agent, r *replies.Answer) {
	t.Helper()
	record, err := a.Sent(r.ID)
	if err != nil {
		t.Fatal(err)
	}
	shown := record.Text(sent.SetOut)
	for _, want := range []string{"Query:    Ann Bee city live\n", "Query:    " + whereBee + "\n", "/people(old)/bee\nFor:      web page\nBody:     none\n", "api_key=***"} {
		if !strings.Contains(shown, want) {
			t.Errorf("no %q in\n%s", want, shown)
		}
	}
	if strings.Contains(shown, "4nary") {
		t.Errorf("the key stands in\n%s", shown)
	}
	least := int64(len(url.QueryEscape(whereBee)))
	if len(r.Sent) != 1 || r.Sent[0].Bytes < least || r.Sent[0].Bytes != record.Bytes() || len(r.SentLines()) != 1 {
		t.Errorf("sent %+v, in the record %d bytes", r.Sent, record.Bytes())
	}
}

// The web is asked nothing unless the user turned it on, for the question or for all.
func TestResearchWebIsOff(t *testing.T) {
	for name, c := range map[string]struct {
		on   bool
		web  *bool
		asks bool
	}{
		"off":                          {false, nil, false},
		"on for the question":          {false, &yes, true},
		"on":                           {true, nil, true},
		"on, and off for the question": {true, &no, false},
	} {
		t.Run(name, func(t *testing.T) {
			server := webtest.New(t, webtest.Web{Pages: bridgePages})
			a := start(t, folderOf(t, bridgeFile), Options{Web: searching(t, server, nil), WebOn: c.on})
			if _, err := a.Ask(t.Context(), Request{Text: whereBee, Web: c.web, Conversation: history.NoConversation}, nil); err != nil || len(server.Queries()) > 0 {
				t.Errorf("Ask: %v, asked %q", err, server.Queries())
			}
			r, err := a.Research(t.Context(), Request{Text: whereBee, Web: c.web}, nil)
			if err != nil || (len(server.Queries()) > 0) != c.asks || (len(r.Sent) > 0) != c.asks {
				t.Errorf("%v, asked %q", err, server.Queries())
			}
			checkSame(t, "status", &WebState{[]string{"SerpAPI"}, c.on}, a.Status().Web)
		})
	}
}

// Without a service the web cannot be searched, and a user who refuses it is told that
// it was not.
func TestResearchWebRefused(t *testing.T) {
	a := start(t, lamp(t), Options{})
	if _, err := a.Research(t.Context(), Request{Text: "When was the lamp made?", Web: &yes}, nil); err == nil || err.Error() != errNoWeb.Error() {
		t.Error(err)
	}
	server := webtest.New(t, webtest.Web{Pages: bridgePages})
	refuse := func(context.Context, string) error { return errors.New("you have not allowed it") }
	a = start(t, lamp(t), Options{Web: searching(t, server, refuse)})
	r, err := a.Research(t.Context(), Request{Text: "When was the lamp made?", Web: &yes}, nil)
	if err != nil {
		t.Fatal(err)
	}
	checkSame(t, "failed", []string{"The web was not searched: SerpAPI was not asked: you have not allowed it"}, r.Failed)
	if r.Refused || len(server.Queries()) > 0 {
		t.Errorf("%+v, asked %q", r, server.Queries())
	}
}

// Where the files say nothing the web answers; where neither does, the refusal names both.
func TestResearchWebAlone(t *testing.T) {
	server := webtest.New(t, webtest.Web{Pages: bridgePages})
	for folder, files := range map[string]map[string]string{"empty": nil, "of other things": {"pots.txt": "Clay pots break.\n"}} {
		a := start(t, folderOf(t, files), Options{Web: searching(t, server, nil)})
		r, err := a.Research(t.Context(), Request{Text: "Where has Ann Bee lived since 1960?", Web: &yes, Conversation: history.NoConversation}, nil)
		if err != nil || r.Refused || len(r.Citations) == 0 || !replies.OnWeb(r.Citations[0].URI) {
			t.Errorf("%s: %+v, %v", folder, r, err)
		}
		r, err = a.Research(t.Context(), Request{Text: "Which zebra won the election?", Web: &yes, Conversation: history.NoConversation}, nil)
		if err != nil || !r.Refused || !strings.HasPrefix(r.Answer, "Not in your files, nor on the pages of the web that were read: ") {
			t.Errorf("%s: %+v, %v", folder, r, err)
		}
	}
}

// A model plans and reflects over the web as over files: what it wants is searched for,
// within the budget, and a reply of it that makes no sense costs itself alone.
func TestResearchWebByModel(t *testing.T) {
	const (
		plan  = `{"queries":["north bridge engineer"],"slots":[{"type":"place","asked":"where she lives"}]}`
		gap   = `{"filled":[],"queries":["Ann Bee city"]}`
		more  = `{"filled":[],"queries":["Ann Bee%s"]}`
		found = `{"filled":[{"slot":1,"passage":2,"quote":"Since 1960 Ann Bee has lived in Oslo."}],"queries":[]}`
		said  = `{"statements":[{"text":"She has lived in Oslo since 1960.","quotes":[{"passage":2,"quote":"Since 1960 Ann Bee has lived in Oslo."}]}],"missing":""}`
	)
	var always []llmtest.Act
	for i := range 20 {
		always = append(always, llmtest.Reply(fmt.Sprintf(more, strings.Repeat(" city", i))))
	}
	for name, c := range map[string]struct {
		plan, reflect []llmtest.Act
		act           http.HandlerFunc // of the service that searches
		rounds        int
		stopped       string
		open          int
		queries       []string
	}{
		"a gap that the second round fills": {
			plan: []llmtest.Act{llmtest.Reply(plan)}, reflect: []llmtest.Act{llmtest.Reply(gap), llmtest.Reply(found)},
			rounds: 2, queries: []string{"Ann Bee city", whereBee, toldBee, "north bridge engineer"},
		},
		"replies that are no JSON": {
			plan: []llmtest.Act{llmtest.Reply("I would rather talk.")}, reflect: []llmtest.Act{llmtest.Reply("So would I.")},
			rounds: 3, queries: []string{"Ann Bee city live", whereBee, wordsBee, toldBee},
		},
		"a model that always wants more": {
			plan: []llmtest.Act{llmtest.Reply(plan)}, reflect: always, rounds: 3, stopped: "the limit of 3 rounds", open: 1,
			queries: []string{"Ann Bee", "Ann Bee city", whereBee, toldBee, "north bridge engineer"},
		},
		"a service that wants fewer requests": {
			plan: []llmtest.Act{llmtest.Reply(plan)}, reflect: []llmtest.Act{llmtest.Reply(`{"filled":[],"queries":[]}`)}, act: webtest.TooMany(60),
			rounds: 1, open: 1, queries: []string{whereBee, toldBee, "north bridge engineer"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			played := webtest.Web{Pages: bridgePages}
			if c.act != nil {
				played.Act = func(string, string) http.HandlerFunc { return c.act }
			}
			server := webtest.New(t, played)
			model := served(t, map[string][]llmtest.Act{
				research.PlanCategory: c.plan, research.ReflectCategory: c.reflect, answer.StatementsCategory: {llmtest.Reply(said)},
			})
			limits := research.Limits{Rounds: 3, Time: time.Minute}
			a := start(t, folderOf(t, bridgeFile), Options{Model: model, TermsModel: model, Web: searching(t, server, nil), Research: limits})
			r, err := a.Research(t.Context(), Request{Text: whereBee, Web: &yes}, nil)
			if err != nil {
				t.Fatal(err)
			}
			checkSame(t, "queries", c.queries, server.Queries())
			checkSame(t, "stopped", c.stopped, r.Research.Stopped)
			if len(r.Research.Open) != c.open || r.Research.Rounds != c.rounds {
				t.Errorf("%+v", r.Research)
			}
			if c.act != nil && (len(r.Failed) != 1 || !strings.HasSuffix(r.Failed[0], "wants fewer requests (429), try again in 1m0s")) {
				t.Errorf("failed: %q", r.Failed)
			}
		})
	}
}

// What a page says can change: an answer that cites one is not given again for the same
// question without asking.
func TestAnsweredOnWeb(t *testing.T) {
	a := start(t, lamp(t), Options{})
	kept := &replies.Answer{ID: "a", Question: "Where?", Writer: "m", Encoding: "utf-8", Citations: []replies.Citation{{Number: 1, URI: "https://a.example/#:~:text=x", Path: "https://a.example/", Quote: "x"}}}
	if err := a.Keep(kept); err != nil {
		t.Fatal(err)
	}
	if r, ok := a.ModelAnswer(t.Context(), "Where?", text.UTF8); ok {
		t.Errorf("%+v", r)
	}
}

// Whatever stands in an address, the link is one link to it.
func FuzzLinkable(f *testing.F) {
	f.Add("https://a.example/x_(y)?q=[1]&lt;&amp;z#:~:text=a")
	f.Add("http://a.example/<w>'\"`*\\ é")
	f.Fuzz(func(t *testing.T, address string) {
		u, err := websearch.ParseAddress(address)
		if err != nil {
			return
		}
		link := replies.Linkable(u.String())
		targets := slices.Collect(linksOf("[page](" + link + ")"))
		if len(targets) != 1 || targets[0] != link {
			t.Errorf("%q is %q: %q", address, link, targets)
		}
	})
}

// The link of a page leads to its words, in a PDF to its page, and ends no Markdown.
func TestLinkOfPage(t *testing.T) {
	page := func(address string) *document.Document {
		d := &document.Document{Path: address, Text: "one\ntwo words\n"}
		d.URI = file.URI(address)
		return d
	}
	paged := page("https://a.example/a.pdf")
	paged.Blocks = []document.Block{
		{Kind: document.Page, Span: text.Span{End: 4}, Box: &document.Box{Page: 1}},
		{Kind: document.Page, Span: text.Span{Start: 4, End: 14}, Box: &document.Box{Page: 2}},
	}
	for _, c := range []struct {
		page *document.Document
		want string
	}{
		{page("https://a.example/a?b=c&d=%20"), "https://a.example/a?b=c&d=%20#:~:text=two%20words"},
		{page("https://a.example/x_(y)[z]<w>;\\é"), "https://a.example/x_%28y%29%5Bz%5D%3Cw%3E%3B%5C%C3%A9#:~:text=two%20words"},
		{paged, "https://a.example/a.pdf#page=2"},
	} {
		at := replies.NewLocator(text.UTF8).Locate(c.page, text.Span{Start: 4, End: 13})
		checkSame(t, "address", c.want, string(at.URI))
		checkSame(t, "text", "two words", at.Text)
		checkSame(t, "range", replies.Range{Start: replies.Position{Line: 1, Character: 0}, End: replies.Position{Line: 1, Character: 9}}, at.Range)
		checkSame(t, "line", c.want, replies.LineURI(at.URI, 1))
	}
}
