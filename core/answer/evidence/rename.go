package evidence

import (
	"context"
	"path"
	"slices"
	"strings"

	"docuquest/core/agent/view"
	"docuquest/core/answer/ground"
	"docuquest/core/answer/replies"
	"docuquest/core/file"
	"docuquest/core/language/text"
)

// A Renaming is a file or a folder that gets another name.
type Renaming struct{ Old, New file.URI }

// Renamed gives the new name of a file, which is the old one for most.
func Renamed(renames []Renaming, u file.URI) file.URI {
	for _, r := range renames {
		if u == r.Old {
			return r.New
		}
		if rest, ok := strings.CutPrefix(string(u), string(r.Old)+"/"); ok {
			return file.URI(string(r.New) + "/" + rest)
		}
	}
	return u
}

// FileChanges are changes of one file, which do not overlap, in their order.
type FileChanges struct {
	File    file.File // as it was read
	Changes []replies.Change
}

// Following gives the changes that have the Markdown files of the workspace follow
// files that are about to be renamed: links to them, paths with a line that name them,
// and the relative links of files that are renamed into another folder. It names the
// files as they are called now. The error is that of ctx.
func Following(ctx context.Context, v *view.View, renames []Renaming, e text.Encoding) ([]FileChanges, error) {
	c := NewChecking(ctx, v, e)
	known := map[file.URI]bool{}
	var markdown []file.URI
	for entry := range v.Snapshot.All {
		known[entry.URI] = true
		if entry.Language == "markdown" {
			markdown = append(markdown, entry.URI)
		}
	}
	slices.Sort(markdown)
	var all []FileChanges
	for _, u := range markdown {
		f, err := v.Files.Read(ctx, u)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		mayName := slices.ContainsFunc(renames, func(r Renaming) bool {
			return strings.Contains(f.Content, path.Base(string(r.Old))) || strings.Contains(f.Content, path.Base(r.Old.Path()))
		})
		if err != nil || Renamed(renames, u) == u && !mayName {
			continue
		}
		if changes := c.following(f, renames, known); len(changes) > 0 {
			all = append(all, FileChanges{f, changes})
		}
	}
	return all, nil
}

// following are the changes of one file.
func (c *Checking) following(f file.File, renames []Renaming, known map[file.URI]bool) []replies.Change {
	d := c.Parser.Parse(f)
	lines := text.NewLines(d.Text)
	var changes []replies.Change
	for _, cited := range ground.Citations(d) {
		at, ok := c.meant(f.URI, cited, renames, known)
		if !ok {
			continue
		}
		citing, target := Renamed(renames, d.URI), Renamed(renames, at.uri)
		moves := path.Dir(string(citing)) != path.Dir(string(d.URI)) && at.from == fromText
		if target == at.uri && !moves || at.from == ourText {
			continue
		}
		for _, part := range cited.Addresses {
			with := address{citing, target, c.Name(target), at.page, at.from, part.InLink}.String()
			if part.Span.Of(d.Text) != with {
				changes = append(changes, replies.Change{Range: replies.NewRange(lines.Range(part.Span, c.locator.Encoding)), Text: with})
			}
		}
	}
	sortChanges(changes)
	return changes
}

// meant is the file that a citation means: the first that there is, or else that is
// renamed. In a folder that is renamed there seems to be a file of every name, so one
// that is known comes first. Of pictures and other files that are not indexed a link
// names the one beside it.
func (c *Checking) meant(citing file.URI, cited ground.Cited, renames []Renaming, known map[file.URI]bool) (resolved, bool) {
	candidates := c.candidates(citing, cited)
	isKnown := func(at resolved) bool { return known[at.uri] }
	isRenamed := func(at resolved) bool { return Renamed(renames, at.uri) != at.uri }
	for _, isMeant := range []func(resolved) bool{isKnown, isRenamed} {
		if i := slices.IndexFunc(candidates, isMeant); i >= 0 {
			return candidates[i], true
		}
	}
	if cited.IsLink && len(candidates) > 0 && candidates[0].from == fromText {
		return candidates[0], true
	}
	return resolved{}, false
}
