package agent

import (
	"iter"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

// linksOf gives what a renderer would follow or load in Markdown: the targets of
// links and images, addresses, and HTML.
func linksOf(markdown string) iter.Seq[string] {
	return func(yield func(string) bool) {
		source := []byte(markdown)
		tree := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(source))
		_ = ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if !entering {
				return ast.WalkContinue, nil
			}
			target, found := "", true
			switch n := n.(type) {
			case *ast.Link:
				target = string(n.Destination)
			case *ast.Image:
				target = "image " + string(n.Destination)
			case *ast.AutoLink:
				target = string(n.URL(source))
			case *ast.RawHTML, *ast.HTMLBlock:
				target = "HTML"
			default:
				found = false
			}
			if found && !yield(target) {
				return ast.WalkStop, nil
			}
			return ast.WalkContinue, nil
		})
	}
}
