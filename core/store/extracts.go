package store

import (
	"bytes"
	"encoding/gob"
	"encoding/hex"
	"slices"

	"docuquest/core/document"
	"docuquest/core/file"
)

// Extracts is a parser that keeps what another parser takes out of files, so that
// a PDF is read once and not once a session. What could go better another time
// is not kept. It may be used by any number of goroutines.
type Extracts struct {
	// Parser reads a file for the first time.
	Parser document.Parser
	// Blobs keeps the documents, under Kind: a name for the parser with its
	// version, in lower-case letters and digits. What another version made is not
	// looked at any more.
	Blobs *Blobs
	Kind  string
}

// Parse gives the document of a file. A cache that cannot be read or written
// costs time and nothing else.
func (e Extracts) Parse(f file.File) *document.Document {
	key := hex.EncodeToString(f.Hash[:])
	if d := e.load(key); d != nil {
		d.Identity, d.Path, d.Language = f.Identity, f.Path, f.Language
		return d
	}
	d := e.Parser.Parse(f)
	mayChange := slices.ContainsFunc(d.Problems, func(p document.Problem) bool { return p.Passing })
	if !mayChange {
		var raw bytes.Buffer
		if err := gob.NewEncoder(&raw).Encode(d); err == nil {
			_ = e.Blobs.Put(e.Kind, key, raw.Bytes())
		}
	}
	return d
}

func (e Extracts) load(key string) *document.Document {
	raw, err := e.Blobs.Get(e.Kind, key)
	if err != nil {
		return nil
	}
	d := &document.Document{}
	if err := gob.NewDecoder(bytes.NewReader(raw)).Decode(d); err != nil {
		return nil
	}
	return d
}
