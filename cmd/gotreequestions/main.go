// Command gotreequestions makes testdata/questions/gotree.jsonl out of the source of Go:
//
//	go run ./cmd/gotreequestions "$(go env GOROOT)/src" > testdata/questions/gotree.jsonl
//
// Each question asks for a package of the standard library by the first sentence of its
// comment, from which the package's name and the parts of its path were taken out, so
// that it cannot be found by its name. What is wanted is any file of the package's own
// folder. The file in the repository was made from go1.26.8.
//
// The same tree makes the same bytes on every machine.
package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"go/doc"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "gotreequestions:", err)
		os.Exit(1)
	}
}

// wanted is how many questions are made.
const wanted = 40

// run is the whole program; the questions go to out.
func run(args []string, out io.Writer) error {
	if len(args) != 1 {
		return errors.New("usage: gotreequestions SRC, the folder of the source of Go")
	}
	found, err := packages(args[0])
	if err != nil {
		return err
	}
	var asked []question
	for _, p := range found {
		if q, ok := p.question(); ok {
			asked = append(asked, q)
		}
	}
	if len(asked) < wanted {
		return fmt.Errorf("%s: %d packages say enough in their first sentence, %d are needed", args[0], len(asked), wanted)
	}
	// As many as are wanted, as if by chance and always the same: those whose folders have the
	// least hashes, in the order of their folders.
	slices.SortFunc(asked, func(a, b question) int {
		x, y := sha256.Sum256([]byte(a.Want[0].Path)), sha256.Sum256([]byte(b.Want[0].Path))
		return slices.Compare(x[:], y[:])
	})
	asked = asked[:wanted]
	slices.SortFunc(asked, func(a, b question) int { return strings.Compare(a.Want[0].Path, b.Want[0].Path) })

	buffered := bufio.NewWriter(out)
	lines := json.NewEncoder(buffered)
	lines.SetEscapeHTML(false)
	for _, q := range asked {
		if err := lines.Encode(q); err != nil {
			return err
		}
	}
	return buffered.Flush()
}

// A question is a line of a question file.
type question struct {
	Question string `json:"question"`
	Want     []want `json:"want"`
}

// A want is what answers: a folder, whose files are all as good.
type want struct {
	Path string `json:"path"`
}

// A pack is a package and the first sentence of its comment.
type pack struct {
	path     string // its import path, which is its folder below SRC
	sentence string
}

// packages lists those that anybody can import, in the order of their paths.
func packages(src string) ([]pack, error) {
	var found []pack
	err := filepath.WalkDir(src, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if strings.HasPrefix(d.Name(), "_") || slices.Contains([]string{"cmd", "internal", "testdata", "vendor"}, d.Name()) {
			return fs.SkipDir // it cannot be imported, or is the source of commands
		}
		sentence, err := firstSentence(name)
		if err != nil || sentence == "" {
			return err
		}
		rel, err := filepath.Rel(src, name)
		found = append(found, pack{path: filepath.ToSlash(rel), sentence: sentence})
		return err
	})
	return found, err
}

// firstSentence is that of the comment of the package in a folder, "" if there is none.
// Of several files with one, the first by name counts.
func firstSentence(folder string) (string, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return "", err
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.PackageClauseOnly|parser.ParseComments)
		if err != nil {
			return "", err
		}
		if parsed.Doc != nil && parsed.Name.Name == path.Base(filepath.ToSlash(folder)) {
			return new(doc.Package).Synopsis(parsed.Doc.Text()), nil
		}
	}
	return "", nil
}
