package codemap

import (
	"fmt"
	"io/fs"
	"slices"

	"docuquest/core/code/graph"
	"docuquest/core/file"
)

// Imports are what a file, or the files right in a folder, import within the workspace,
// and who imports them. What an import leads to is found by paths and names, as package
// graph does, without asking the tools of the language: it is best effort.
type Imports struct {
	Path       string       `json:"path"`
	Imports    []ImportLink `json:"imports"`    // that lead to files of the workspace, each once
	ImportedBy []ImportLink `json:"importedBy"` // other files, each once for all that it says
	Outside    []string     `json:"outside"`    // what leads to no file of the workspace, sorted
}

// An ImportLink is one end of an import: what is imported, or who imports.
type ImportLink struct {
	Path string   `json:"path"`           // of the file, or of the folder where that is imported as a whole
	URI  file.URI `json:"uri,omitempty"`  // of the file, "" for a folder
	Said string   `json:"said"`           // what the import says, with slashes between its parts
	Test bool     `json:"test,omitempty"` // it is in a test, or leads to one
}

// Imports are those of a file or a folder, by its path with slashes. The error is
// fs.ErrNotExist where no program is there.
func (c *CodeBase) Imports(path string) (*Imports, error) {
	from, to, ok := c.graph.Dependences(path)
	if !ok {
		return nil, fmt.Errorf("there is no program at %q: %w", path, fs.ErrNotExist)
	}
	all := &Imports{Path: path, Imports: []ImportLink{}, ImportedBy: []ImportLink{}, Outside: []string{}}
	for _, d := range from {
		if len(d.To) == 0 {
			all.Outside = append(all.Outside, d.Said)
			continue
		}
		link := linkOf(d.To[0], d.Said)
		if d.Whole {
			link = ImportLink{Path: d.Folder, Said: d.Said}
		}
		if !slices.Contains(all.Imports, link) {
			all.Imports = append(all.Imports, link)
		}
	}
	slices.Sort(all.Outside)
	all.Outside = slices.Compact(all.Outside)
	for _, d := range to {
		all.ImportedBy = append(all.ImportedBy, linkOf(d.By, d.Said))
	}
	return all, nil
}

// ImportsOf are those of the file that a URI names; nil where that is no program of the
// code base.
func (c *CodeBase) ImportsOf(u file.URI) *Imports {
	id, ok := c.graph.Whole(u)
	if !ok {
		return nil
	}
	all, err := c.Imports(c.graph.Definition(id).Path)
	if err != nil {
		return nil
	}
	return all
}

func linkOf(f graph.File, said string) ImportLink {
	return ImportLink{Path: f.Path, URI: f.URI, Said: said, Test: graph.IsTest(f.Path)}
}
