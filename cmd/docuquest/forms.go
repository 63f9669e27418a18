package main

import (
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"docuquest/core/agent"
	"docuquest/core/answer/render"
	"docuquest/core/file"
)

// The forms in which an answer is printed, besides the one for a person at a terminal.
const (
	formMarkdown = "md"
	formJSON     = "json"
	formHTML     = "html"
	formText     = "text"
)

// formatFlag defines --format. The last of it and --json counts.
func (c *common) formatFlag(flags *flag.FlagSet) {
	const usage = "`md|json|html|text`\nprint the answer as Markdown with links to its sources, as JSON like --json, as one page of HTML, or as plain text without line wrapping, in which a source is path:line:column as seen from where you are"
	flags.Func("format", usage, func(value string) error {
		switch value {
		case formMarkdown, formJSON, formHTML, formText:
			c.form, c.json = value, value == formJSON
			return nil
		}
		return fmt.Errorf("it may be md, json, html or text")
	})
}

// writeReply prints an answer in the form that was asked for.
func (p *program) writeReply(out *output, c *common, answer printed) error {
	switch {
	case c.json:
		return writeJSON(out, answer.Answer)
	case c.form == formMarkdown:
		return writeRendered(out, render.Markdown, answer.relinked(lineInFile))
	case c.form == formHTML:
		return writeRendered(out, render.HTML, answer.relinked(wholeFile))
	case c.form == formText:
		answer.plain = true
		return writeAnswer(out, answer, math.MaxInt)
	}
	if !p.screens.stdout {
		answer.source = target{} // a path as --json has it
	}
	return writeAnswer(out, answer, p.screens.width)
}

// A linkedDocument is the document of an answer with the destinations of its links.
type linkedDocument struct {
	markdown string
	links    map[string]bool
}

// writeRendered prints a document. Only what we linked is a link in it.
func writeRendered(to io.Writer, form func(string, func(string) bool) string, d linkedDocument) error {
	text := form(d.markdown, func(destination string) bool { return d.links[destination] })
	_, err := io.WriteString(to, strings.TrimSuffix(text, "\n")+"\n")
	return err
}

// relinked is the document of an answer in which each link to a place leads to where a
// program other than an editor can go.
func (a printed) relinked(destination func(name file.URI, line, page int) string) linkedDocument {
	d := linkedDocument{links: map[string]bool{}}
	var pairs []string
	link := func(uri file.URI, path string, r agent.Range, page int) {
		to := string(uri)
		if !agent.OnWeb(uri) {
			to = destination(file.FromPath(a.source.pathOf(uri, path)), r.Start.Line, page)
		}
		d.links[to] = true
		pairs = append(pairs, "]("+agent.LineURI(uri, r.Start.Line)+")", "]("+to+")")
	}
	for _, c := range a.Citations {
		link(c.URI, c.Path, c.Range, c.Page)
	}
	for _, n := range a.Nearest {
		link(n.URI, n.Path, n.Range, n.Page)
	}
	d.markdown = strings.NewReplacer(pairs...).Replace(a.Document)
	return d
}

// lineInFile is a link to a line of a file, as editors know it, or to a page.
func lineInFile(name file.URI, line, page int) string {
	if page > 0 {
		return wholeFile(name, line, page)
	}
	return agent.LineURI(name, line)
}

// wholeFile is a link that browsers can follow, who know pages and no lines.
func wholeFile(name file.URI, _, page int) string {
	if page > 0 && file.LanguageOf(name.Path()) == "pdf" {
		return string(name) + "#page=" + strconv.Itoa(page)
	}
	return string(name)
}

// pathOf is the absolute path of the file that a place is in: its URI may name a text
// that was taken out of the file.
func (t target) pathOf(uri file.URI, path string) string {
	if t.file != "" {
		return t.file.Path()
	}
	if named, err := file.ParseURI(string(uri)); err == nil {
		return named.Path()
	}
	return filepath.Join(t.folder, filepath.FromSlash(path))
}

// placeOf is where a citation stands, as a person can open it: a place in a file, or the
// address of a page of the web that leads to the quote.
func (t target) placeOf(c agent.Citation) string {
	if agent.OnWeb(c.URI) {
		return string(c.URI)
	}
	return place(t.openable(c), c.Range, c.Page)
}

// openable is the path of a citation as it can be opened from the current folder. Without
// a target it is the path in the folder that was asked.
func (t target) openable(c agent.Citation) string {
	if t == (target{}) {
		return c.Path
	}
	abs := t.pathOf(c.URI, c.Path)
	here, err := os.Getwd()
	if err != nil {
		return abs
	}
	if near, err := filepath.Rel(here, abs); err == nil && filepath.IsLocal(near) {
		return near
	}
	return abs
}
