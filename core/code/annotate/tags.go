package annotate

import (
	"path"
	"strings"
)

const (
	mostFolders  = 4 // above the file, the nearest ones
	mostImported = 8 // packages among the tags of a file
)

// tags say where a node stands and what it is.
func (p *page) tags(n node) []string {
	tags := append(foldersOf(p.doc.Path), p.doc.Language, n.info)
	if len(n.titles) > 1 {
		tags = append(tags, spaced(n.titles[len(n.titles)-2]))
	}
	if n.info != "file" {
		return tags
	}
	for _, imported := range p.imports[:min(len(p.imports), mostImported)] {
		tags = append(tags, spaced(lastName(imported)))
	}
	return tags
}

// foldersOf are the name of a file without its extension, and those of its folders, the
// nearest first.
func foldersOf(name string) []string {
	var all []string
	folder, base := path.Split(path.Clean(name))
	if base = strings.TrimSuffix(base, path.Ext(base)); base != "" {
		all = append(all, spaced(base))
	}
	parts := strings.Split(strings.Trim(folder, "/"), "/")
	for i := len(parts) - 1; i >= 0 && len(all) <= mostFolders; i-- {
		all = append(all, spaced(parts[i]))
	}
	return all
}

// spaced is a name with blanks where it has other marks.
func spaced(name string) string {
	return oneLine(strings.Map(func(r rune) rune {
		if strings.ContainsRune("-_./\\:", r) {
			return ' '
		}
		return r
	}, name))
}

// lastName is the last part of what is imported: "http" of net/http, "List" of
// java.util.List.
func lastName(imported string) string {
	imported = strings.TrimRight(imported, "/.:*")
	if i := strings.LastIndexAny(imported, "/.:\\"); i >= 0 {
		return imported[i+1:]
	}
	return imported
}
