// Command wordnettable makes the data of core/language/thesaurus out of WordNet:
//
//	go run ./cmd/wordnettable /usr/share/wordnet OUT
//
// It reads data.noun, index.noun and noun.exc, writes wordnet.bin into the folder OUT,
// and prints the checksums of what it read and wrote. The file in the repository was
// made from WordNet 3.0 as Debian's package wordnet-base 1:3.0-37 has it, with the
// SHA-256
//
//	fea17d2f9656611334eac790e5d69e47645fa180c4aa481fb4cd9b3520754ca2  data.noun
//	a490d99d93d017bf4822fe2f0ffa51fd73911ce271dc7535fade21f8814b5a04  index.noun
//	2b5d675c380b39ecf595af9fa9d4e7feb1d58c643b0bff08c40ed5bfe41fab7a  noun.exc
//
// The same input makes the same bytes on every machine, in about a second.
package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"docuquest/core/language/thesaurus"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "wordnettable:", err)
		os.Exit(1)
	}
}

// run is the whole program; it reports what it does on out.
func run(args []string, out io.Writer) error {
	if len(args) != 2 {
		return errors.New("usage: wordnettable WORDNET OUT, two folders")
	}
	data, err := build(os.DirFS(args[0]), out)
	if err != nil {
		return err
	}
	tell(out, "write", "wordnet.bin", data)
	return os.WriteFile(filepath.Join(args[1], "wordnet.bin"), []byte(data), 0o644)
}

// build makes the data of a thesaurus out of a folder with WordNet's files.
func build(folder fs.FS, out io.Writer) (string, error) {
	files := map[string]string{}
	for _, name := range []string{dataFile, indexFile, exceptionsFile} {
		content, err := fs.ReadFile(folder, name)
		if err != nil {
			return "", err
		}
		files[name] = string(content)
		tell(out, "read", name, files[name])
	}
	source, err := parse(files)
	if err != nil {
		return "", err
	}
	data, err := thesaurus.Encode(source)
	if err != nil {
		return "", err
	}
	_, err = thesaurus.Decode(data)
	return data, err
}

func tell(out io.Writer, verb, name, content string) {
	fmt.Fprintf(out, "%-5s %x %9d %s\n", verb, sha256.Sum256([]byte(content)), len(content), name)
}
