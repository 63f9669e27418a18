package documenttest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"docuquest/core/file"
)

var update = flag.Bool("update", false, "write what the tests got into their golden files")

// Update reports whether golden files are to be written anew, for tests with a format of
// their own.
func Update() bool { return *update }

// Golden runs render on the first file of every txtar archive that pattern
// matches, and compares what it gives with the archive's file "want". The
// comment of an archive says in a sentence what it shows. The file's language
// comes from its name. With -update the wanted file is written instead.
func Golden(t *testing.T, pattern string, render func(t *testing.T, f file.File) string) {
	t.Helper()
	GoldenArchives(t, pattern, func(t *testing.T, files []txtar.File) string {
		if len(files) != 1 {
			t.Fatalf("%d files to read, want one", len(files))
		}
		return render(t, File(files[0].Name, string(files[0].Data)))
	})
}

// GoldenArchives is Golden for what is made of several files: render gets all of
// an archive but its last, which is the file "want".
func GoldenArchives(t *testing.T, pattern string, render func(t *testing.T, files []txtar.File) string) {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("no golden files match %s (%v)", pattern, err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txt"), func(t *testing.T) { golden(t, name, render) })
	}
}

func golden(t *testing.T, name string, render func(t *testing.T, files []txtar.File) string) {
	t.Helper()
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	last := len(archive.Files) - 1
	if len(archive.Comment) == 0 || last < 1 || archive.Files[last].Name != "want" {
		t.Fatalf("%s must hold a sentence, what to read and the file want", name)
	}
	got := render(t, archive.Files[:last])
	if *update {
		archive.Files[last].Data = []byte(got)
		if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(archive.Files[last].Data), got); diff != "" {
		t.Errorf("%s(-want +got)\n%s", archive.Comment, diff)
	}
}

// File makes a file of a name and a content; the name gives its language.
func File(name, content string) file.File {
	return file.File{
		Identity: file.Identity{URI: file.URI("file:///" + name), Hash: file.HashOf(content)},
		Path:     name,
		Content:  content,
		Language: file.LanguageOf(name),
	}
}
