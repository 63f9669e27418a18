package document

import "docuquest/core/language/text"

// Records are what a file states under keys, as front matter, the header of a letter and
// JSON do. The zero value is that of a file without keys.
type Records struct {
	Origin Origin
	Whole  Record   // the file as one record
	Items  []Record // the largest list of records in it, empty where it has none
	Listed string   // the key of that list, "" for none
}

// Origin is the part of a file that has the keys.
type Origin string

// The origins.
const (
	OfFrontMatter Origin = "front matter"
	OfHeader      Origin = "header"
	OfKeys        Origin = "keys"
)

// A Record is one thing with what is stated of it.
type Record struct {
	Name   string  // the key that holds it: "GET" of {"GET": {...}}; "" for none
	Fields []Field // in the order of the text
}

// A Field is a key with its value. The key of a value in an object has the keys on the way to
// it: "a.b". Objects in a list have their values in one field for each key.
type Field struct {
	Key    string
	Span   text.Span // from the key to the end of the value
	IsList bool
	Values []FieldValue // none where nothing is stated
}

// A FieldValue is one value, or one of a list.
type FieldValue struct {
	Text string    // without quotes and escapes
	Span text.Span // in Document.Text
}

// A RecordReader reads the records of a document of text. It cannot fail.
type RecordReader interface {
	Records(d *Document) Records
}
