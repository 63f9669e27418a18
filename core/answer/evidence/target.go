package evidence

import (
	"cmp"
	"errors"
	"net/url"
	"path"
	"slices"
	"strings"

	"docuquest/core/answer/ground"
	"docuquest/core/answer/render"
	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/index"
	"docuquest/core/language/text"
)

// A resolved is the file that a citation names.
type resolved struct {
	uri  file.URI
	path string // as people see it
	page int
	// from says how the path was written, so that another one can be written so.
	from pathStyle
}

// pathStyle is what a path in a text starts at.
type pathStyle uint8

const (
	fromText     pathStyle = iota // the folder of the text that has it
	fromFolder                    // a folder of the workspace
	wholeAddress                  // an address with its scheme, or an absolute path
	ourText                       // an address of a text that was taken out of a file
)

// resolve finds the file of a citation; false for what is none of the workspace, or
// is left out of it. A path in running text that names no file is taken for one only
// where it has the name of a text and a quote.
func (c *Checking) resolve(citing file.URI, cited ground.Cited) (resolved, bool) {
	candidates := c.candidates(citing, cited)
	for _, r := range candidates {
		if c.source(r.uri).err == nil {
			return c.named(r), true
		}
	}
	for _, r := range candidates {
		if skipped := new(file.Skip); errors.As(c.source(r.uri).err, skipped) {
			continue
		}
		if cited.IsLink || cited.Quote != "" && file.LanguageOf(cited.Target) != "" {
			return c.named(r), true
		}
	}
	return resolved{}, false
}

// named gives a file its name for people.
func (c *Checking) named(r resolved) resolved {
	r.path = c.Name(r.uri)
	if s := c.source(r.uri); s.err == nil {
		r.path = s.document.Path
	}
	return r
}

// candidates are the files that a citation may name, the likeliest first.
func (c *Checking) candidates(citing file.URI, cited ground.Cited) []resolved {
	target := cited.Target
	if strings.HasPrefix(target, replies.TextScheme) {
		// The text was taken out of a file. The page may be in the query, as in [replies.LineURI].
		name, page, err := replies.ParseTextURI(file.URI(strings.Replace(target, "?p=", "#p=", 1)))
		if err != nil {
			return nil
		}
		f, err := c.ByPath(c.ctx, name)
		if err != nil {
			return nil
		}
		return []resolved{{uri: f.URI, page: page, from: ourText}}
	}
	var all []resolved
	add := func(u file.URI, from pathStyle) { all = append(all, resolved{uri: u, page: cited.Page, from: from}) }
	switch {
	case strings.HasPrefix(target, "file:"):
		if u, err := file.ParseURI(target); err == nil {
			add(u, wholeAddress)
		}
	case target == "" || strings.Contains(target, "://") || !cited.IsLink && strings.Contains(target, ":"):
	case strings.HasPrefix(target, "/"):
		add(file.FromPath(target), wholeAddress)
	default:
		if strings.HasPrefix(string(citing), "file:") {
			add(file.FromPath(path.Join(path.Dir(citing.Path()), target)), fromText)
		}
		for _, root := range c.Folders {
			add(file.FromPath(path.Join(root, target)), fromFolder)
			if rest, ok := strings.CutPrefix(target, path.Base(root)+"/"); ok && len(c.Folders) > 1 {
				add(file.FromPath(path.Join(root, rest)), fromFolder)
			}
		}
	}
	return all
}

// mostElsewhere is how many files are read for one that is gone.
const mostElsewhere = 20

// elsewhere searches the quote of a file that is gone in the files that may be it under another
// name: the ones with its name in another folder, and the ones that have all words of
// the quote.
func (c *Checking) elsewhere(e *replies.Evidence) {
	if e.Quote == "" {
		return
	}
	tokens := slices.Compact(slices.Sorted(text.Classic(e.Quote)))
	entries, snap := c.Library.Match([][]string{tokens})
	name := path.Base(e.Path)
	for entry := range snap.All {
		if path.Base(entry.Path) == name {
			entries = append(entries, entry)
		}
	}
	slices.SortFunc(entries, func(a, b *index.Entry) int {
		if isNamed := path.Base(a.Path) == name; isNamed != (path.Base(b.Path) == name) {
			if isNamed {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.Path, b.Path)
	})
	entries = slices.CompactFunc(entries, func(a, b *index.Entry) bool { return a.URI == b.URI })
	for _, entry := range entries[:min(mostElsewhere, len(entries))] {
		s := c.source(entry.URI)
		if s.err != nil {
			continue
		}
		if found := s.anchorage.Find(e.Quote, text.Span{}); e.Ratio < found.Ratio {
			c.take(e, s, found)
		}
		if e.Ratio == 1 {
			return
		}
	}
}

// RelativeURI gives the address of a file as a link in another one writes it. Files
// without a common folder have none but their own.
func RelativeURI(from, to file.URI) string {
	source := strings.Split(string(from), "/")
	target := strings.Split(string(to), "/")
	common := 0
	for common < len(source)-1 && common < len(target)-1 && source[common] == target[common] {
		common++
	}
	const scheme = 3 // "file:", "" and ""
	if common <= scheme {
		return string(to)
	}
	up := strings.Repeat("../", len(source)-1-common)
	rest := strings.Join(target[common:], "/")
	if up == "" && strings.Contains(target[common], ":") { // it would be taken for a scheme
		up = "./"
	}
	return up + rest
}

// An address is a file as a citation in a text writes it.
type address struct {
	citing, uri file.URI
	path        string // for people
	page        int
	from        pathStyle
	inLink      bool
}

// String writes it in the style that it has.
func (a address) String() string {
	switch {
	case a.from == ourText && a.inLink:
		return strings.Replace(string(replies.TextURI(a.path, a.page)), "#", "?", 1)
	case a.inLink && a.from == wholeAddress:
		return string(a.uri)
	case a.inLink && a.from == fromText:
		return RelativeURI(a.citing, a.uri)
	case a.inLink:
		return (&url.URL{Path: a.path}).EscapedPath()
	case a.from == fromText:
		if plain, err := url.PathUnescape(RelativeURI(a.citing, a.uri)); err == nil {
			return render.Inline(strings.TrimPrefix(plain, "./"))
		}
	}
	return render.Inline(a.path)
}
