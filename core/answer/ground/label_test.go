package ground_test

import (
	"strings"
	"testing"

	"docuquest/core/answer"
	"docuquest/core/answer/ground"
	"docuquest/core/document/markdown"
	"docuquest/core/language/text"
	"docuquest/core/search/retrieve"
)

// The label of a sentence is what it is about: the version of a list of changes,
// the title of the document, or else the part that the sentence is in.
func TestExcerptsNameTheirParts(t *testing.T) {
	const said = "It was removed."
	for _, c := range []struct{ about, path, content, want string }{
		{"versions of one rank", "a.rst", "2.7.0 (2026-05-07)\n=====\n\nNew.\n\n2.0.0 (2023-04-26)\n=====\n\nRemoved\n-----\n\n* " + said, "2.0.0 (2023-04-26)"},
		{"versions below a title", "a.md", "# Changelog\n\n## [Unreleased]\n\nNew.\n\n## [1.2.0] - 2024-01-05\n\n### Removed\n\n" + said, `\[1.2.0\] - 2024-01-05`},
		{"what has no version yet", "a.md", "# Changelog\n\n## [Unreleased]\n\n" + said, `\[Unreleased\]`},
		{"a word in front", "a.md", "# News\n\n## Version 3.1\n\n" + said, "Version 3.1"},
		{"a candidate", "a.md", "# News\n\n## v3.1.0rc1\n\n" + said, "v3.1.0rc1"},
		{"numbers of sections", "a.md", "# The protocol\n\n## 1.2 Scope\n\n" + said, "The protocol"},
		{"a year", "a.md", "# The protocol\n\n## 2024\n\n" + said, "The protocol"},
		{"one title above all", "a.md", "# Guide\n\nText.\n\n## Install\n\n" + said, "Guide"},
		{"above the title", "a.md", said + "\n\n# Guide\n\nText.", "Guide"},
		{"a header with a title", "a.rst", "PEP: 540\nTitle: Add a Mode\n\nAbstract\n=====\n\nText.\n\nRationale\n=====\n\n" + said, "Add a Mode"},
		{"front matter", "a.md", "---\ntitle: All of it\n---\n\n# One\n\nText.\n\n# Two\n\n" + said, "All of it"},
		{"the first of several parts", "a.md", "# One\n\n" + said + "\n\n# Two\n\nText.", "One"},
		{"another one of them", "a.md", "# One\n\nText.\n\n# Two\n\n## Deep\n\n" + said, "Two"},
		{"above all of them", "a.md", said + "\n\n# One\n\nText.\n\n# Two\n\nText.", "a.md"},
		{"versions without headings", "a.txt", "Version 5.2\n-----------\n- New.\n\nVersion 5.1\n-----------\n- " + said, "a.txt"},
		{"a log of packages", "changelog", "lamp (1.2-3) unstable; urgency=low\n\n  * New.\n\nlamp (1.1-1) unstable; urgency=low\n\n  * " + said, "changelog"},
		{"no headings", "a.txt", "The gate\n\n" + said, "The gate"},
	} {
		found := &retrieve.Result{}
		if strings.HasSuffix(c.path, ".md") {
			addParsed(found, markdown.New(), c.path, c.content)
		} else {
			addDocument(found, c.path, c.content)
		}
		start := strings.Index(c.content, said)
		quote := answer.Quote{Text: said, Hit: answer.NoHit, Span: text.Span{Start: start, End: start + len(said)}}
		got := ground.Check(answer.Draft{Form: answer.Excerpts, Statements: []answer.Statement{{Text: said, Quotes: []answer.Quote{quote}}}}, found)
		if want := "- **" + c.want + "**: " + said + " [1]"; got.Text != want {
			t.Errorf("%s: %s, want %s", c.about, got.Text, want)
		}
	}
}
