package quantity_test

import (
	"fmt"

	"docuquest/core/language/quantity"
)

func ExampleFind() {
	for _, q := range quantity.Find("On 12 March 1950 it weighed 1.2 t and cost 1.5 million euros.") {
		fmt.Printf("%v: %q\n", q.Kind, q.Text)
	}
	// Output:
	// date: "12 March 1950"
	// measure: "1.2 t"
	// measure: "1.5 million euros"
}

// Two quantities are compared after conversion. Where they have no order, the error says
// why.
func ExampleCompare() {
	for _, pair := range [][2]string{
		{"1.2 t", "900 kg"},
		{"5 km", "7 kilometres"},
		{"1949", "12 March 1950"},
		{"5 kg", "5 km"},
	} {
		a, _ := quantity.Parse(pair[0])
		b, _ := quantity.Parse(pair[1])
		order, err := quantity.Compare(a, b)
		fmt.Println(pair, order, err)
	}
	// Output:
	// [1.2 t 900 kg] 1 <nil>
	// [5 km 7 kilometres] -1 <nil>
	// [1949 12 March 1950] -1 <nil>
	// [5 kg 5 km] 0 "5 kg" is a mass, and "5 km" is a length
}

func ExampleEqual() {
	for _, pair := range [][2]string{
		{"2048 bytes", "2 KiB"},
		{"12 March 1950", "1950-03-12"},
		{"5 pm", "17:00"},
		{"3.11", "v3.11.0"},
		{"3 kg", "3 km"},
	} {
		a, _ := quantity.Parse(pair[0])
		b, _ := quantity.Parse(pair[1])
		fmt.Println(pair, quantity.Equal(a, b))
	}
	// Output:
	// [2048 bytes 2 KiB] true
	// [12 March 1950 1950-03-12] true
	// [5 pm 17:00] true
	// [3.11 v3.11.0] true
	// [3 kg 3 km] false
}
