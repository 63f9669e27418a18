package main

import (
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"docuquest/core/document/documenttest"
	"docuquest/core/language/thesaurus"
)

// asked are the nouns that are looked up in what was built.
var asked = []string{"gem", "object", "jade", "gemmata", "precious lithoi", "geese", "koh-i-noor", "muffin"}

func TestBuild(t *testing.T) {
	documenttest.GoldenArchives(t, "testdata/*.txt", func(t *testing.T, files []txtar.File) string {
		data, err := build(folderOf(files), io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		built, err := thesaurus.Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		return describe(built) + hex.Dump([]byte(data))
	})
}

func folderOf(files []txtar.File) fstest.MapFS {
	folder := fstest.MapFS{}
	for _, f := range files {
		folder[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	return folder
}

func describe(built *thesaurus.Thesaurus) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%q\n", built.Notice())
	for _, noun := range asked {
		fmt.Fprintf(&out, "%s, noun %v:", noun, built.Noun(noun))
		for _, w := range built.Lookup(noun) {
			fmt.Fprintf(&out, " %d %s", w.Depth, w.Text)
		}
		out.WriteString("\n")
	}
	return out.String()
}

// small is the least that can be built; each test of what is refused changes a part of it.
var small = map[string]string{
	dataFile:       "00000100 03 n 01 gem 0 000 | a stone\n",
	indexFile:      "gem n 1 0 1 0 00000100  \n",
	exceptionsFile: "gemmata gem\n",
}

func TestWhatIsRefused(t *testing.T) {
	tests := []struct{ name, file, content, want string }{
		{"empty line", dataFile, small[dataFile] + "\n", "data.noun:2: the line is too short"},
		{"only an offset", dataFile, "00000100\n", "data.noun:1: the line is too short"},
		{"count of words", dataFile, "00000100 03 n xx gem 0 000\n", `data.noun:1: "xx" is no number`},
		{"negative count", dataFile, "00000100 03 n -1 gem 0 000\n", `data.noun:1: "-1" is no number`},
		{"fewer words", dataFile, "00000100 03 n 02 gem 0 000\n", "data.noun:1: the line is too short"},
		{"far fewer words", dataFile, "00000100 03 n ff gem 0 000\n", "data.noun:1: the line is too short"},
		{"fewer pointers", dataFile, "00000100 03 n 01 gem 0 002 ~ 00000100 n 0000\n", "data.noun:1: the line is too short"},
		{"unknown kind", dataFile, "00000100 03 n 01 gem 0 001 ~ 00000200 n 0000\n", `data.noun:1: no synset has the offset "00000200"`},
		{"word without a lemma", dataFile, "00000100 03 n 02 gem 0 jade 0 000\n", `synset 0: "jade" is no noun`},
		{"unknown sense", indexFile, "gem n 1 0 1 0 00000200\n", `index.noun:1: no synset has the offset "00000200"`},
		{"fewer senses", indexFile, "gem n 2 0 2 0 00000100\n", "index.noun:1: the line is too short"},
		{"empty exception", exceptionsFile, "gemmata gem\n\n", "noun.exc:2: the line is too short"},
	}
	for _, test := range tests {
		folder := fstest.MapFS{}
		for name, content := range small {
			folder[name] = &fstest.MapFile{Data: []byte(content)}
		}
		folder[test.file] = &fstest.MapFile{Data: []byte(test.content)}
		if data, err := build(folder, io.Discard); err == nil || err.Error() != test.want || data != "" {
			t.Errorf("%s: %d bytes, error %v, want %s", test.name, len(data), err, test.want)
		}
	}
}

func TestRun(t *testing.T) {
	in, out := t.TempDir(), t.TempDir()
	for name, content := range small {
		if err := os.WriteFile(filepath.Join(in, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var told strings.Builder
	if err := run([]string{in, out}, &told); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(out, "wordnet.bin"))
	if err != nil {
		t.Fatal(err)
	}
	if built, err := thesaurus.Decode(string(data)); err != nil || !built.Noun("gemmata") {
		t.Errorf("what was written is no thesaurus with gems: %v", err)
	}
	if lines := strings.Count(told.String(), "\n"); lines != 4 {
		t.Errorf("%d lines were told, want one a file:\n%s", lines, &told)
	}
	for _, args := range [][]string{nil, {in}, {in, out, out}, {out, in}, {in, filepath.Join(out, "no", "folder")}} {
		if err := run(args, io.Discard); err == nil {
			t.Errorf("run(%q) gave no error", args)
		}
	}
}
