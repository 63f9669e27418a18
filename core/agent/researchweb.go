package agent

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"docuquest/core/answer/ground"
	"docuquest/core/answer/research"
	"docuquest/core/document"
	"docuquest/core/file"
	"docuquest/core/language/text"
	"docuquest/core/services/websearch"
)

// A WebSearch searches the web for research; *web.Search is one, and says what its methods
// promise.
type WebSearch interface {
	Begin(ctx context.Context) (research.Source, error)
	Services() []string
}

// errNoWeb says what searching the web needs.
var errNoWeb = errors.New("the web cannot be searched, since no service for it is set: set SERPAPI_API_KEY, or searxng_url in config.toml")

// usesWeb says whether a question is to be put to the web, too.
func (a *Agent) usesWeb(q Question) bool {
	if q.Web != nil {
		return *q.Web
	}
	return a.options.WebOn
}

// beside are the sources beside the workspace for the question at hand. Where the user
// does not allow the web, research goes on without it, and the answer says so.
func (a *asking) beside(ctx context.Context) (sources []research.Source, refused []string) {
	if !a.usesWeb(a.question) {
		return nil, nil
	}
	web, err := a.options.Web.Begin(ctx)
	if err != nil {
		return nil, []string{"The web was not searched: " + err.Error()}
	}
	return []research.Source{web}, nil
}

// notFound says where nothing was found.
func (a *asking) notFound() string {
	if a.onWeb {
		return "Not in your files, nor on the pages of the web that were read"
	}
	return "Not in your files"
}

// A WebState says with what research searches the web.
type WebState struct {
	Services []string `json:"services"`
	On       bool     `json:"on"` // where a question does not say otherwise
}

// webState is nil where nothing searches the web.
func (a *Agent) webState() *WebState {
	if a.options.Web == nil {
		return nil
	}
	return &WebState{a.options.Web.Services(), a.options.WebOn}
}

// OnWeb reports whether the URI of a citation is the address of a page of the web. Its
// fragment leads browsers to the quote.
func OnWeb(u file.URI) bool {
	return strings.HasPrefix(string(u), "https://") || strings.HasPrefix(string(u), "http://")
}

// onWeb is where a span of a page of the web stands: the lines are those of its text, and
// the URI leads to the words themselves or, in a PDF, to their page.
func (s *spots) onWeb(page *document.Document, span text.Span) spot {
	address := linkable(string(page.URI))
	at := s.in(leaf{document: page}, page.Text, span, spot{})
	if block, ok := pageOf(page, span); ok {
		at.URI = file.URI(address + "#page=" + strconv.Itoa(block.Box.Page))
		return at
	}
	at.URI = file.URI(websearch.FragmentLink(address, page.Text, span.Start, span.End))
	return at
}

// linkable encodes what of an address could end a link of Markdown, or would be read as a
// mark or an entity in one.
func linkable(address string) string {
	var b strings.Builder
	for i := range len(address) {
		switch c := address[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-._~:/?#@!$&+,=%", c) >= 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// titlesOf are the titles above a citation. Those of a page of the web begin with its own.
func titlesOf(c ground.Citation) []string {
	title := c.Document.Title
	if !OnWeb(c.Document.URI) || title == "" || slices.Contains(c.Titles, title) {
		return c.Titles
	}
	return append([]string{title}, c.Titles...)
}

// locatedOnWeb is where a citation of a page of the web stands: nobody asks for the page
// again, so that it is as it was read.
func locatedOnWeb(c Citation) Located {
	return Located{Range: c.Range, Holds: true, Context: c.Quote, Quote: text.Span{End: len(c.Quote)}}
}

// said is how many bytes a request told its host: those of its body and of the query in
// its address, or all of the address where there is nothing but that.
func said(body int64, target string) int64 {
	path, query, _ := strings.Cut(target, "?")
	if body == 0 && query == "" {
		return int64(len(path))
	}
	return body + int64(len(query))
}

// searchedFor is what a request asked a service to search for, "" for any other request.
func searchedFor(target string) string {
	u, err := url.Parse(target)
	if err != nil {
		return ""
	}
	return u.Query().Get("q")
}
