package pdf_test

import "strings"

// bombs are small files that ask for a great deal of memory or time, by what their
// second page does.
var bombs = []struct {
	name string
	make func() string
}{
	{"spaces", func() string { return bomb("/Filter /FlateDecode", packed(mebibyteOfSpaces, 900)) }},
	{"spaces packed twice", func() string {
		return bomb("/Filter [/FlateDecode /FlateDecode]", packed(packed(mebibyteOfSpaces, 900), 1))
	}},
	{"text operators", func() string {
		return bomb("/Filter /FlateDecode", packed("BT /F1 9 Tf 100 600 Td "+strings.Repeat("(x) Tj ", 20_000)+"ET ", 100))
	}},
	{"saved states", func() string { return bomb("/Filter /FlateDecode", packed(strings.Repeat("q ", 200_000), 100)) }},
	{"nested forms", func() string { return nestedForms(10) }},
}

var mebibyteOfSpaces = strings.Repeat(" ", 1<<20)

// bomb writes a file whose second page has the drawing, as threePages does.
func bomb(keys, drawing string) string { return threePages("6 0 R", keys, drawing) }
