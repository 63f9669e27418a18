package splay_test

import (
	"cmp"
	"fmt"

	"docuquest/core/index/splay"
)

// A dictionary from words to the numbers of the documents that contain them. Values are kept
// sorted and once each.
func Example() {
	words := splay.New(cmp.Compare[int])
	words.Put("jade", 7)
	words.Put("gold", 2)
	words.Put("gold", 1)
	words.Put("golden", 3)
	words.Put("gold", 2) // is there already

	for document := range words.Get("gold").All() {
		fmt.Println("gold:", document)
	}
	for word, documents := range words.Ascend("gol") {
		fmt.Println(word, documents)
	}
	words.Remove("jade", 7)
	fmt.Println(words.Keys(), "words,", words.Size(), "values")
	// Output:
	// gold: 1
	// gold: 2
	// gold [1 2]
	// golden [3]
	// 2 words, 3 values
}

// Many changes under one lock, and many look-ups under another.
func ExampleMultimap_Update() {
	words := splay.New(cmp.Compare[int])
	words.Update(func(b *splay.Batch[int]) {
		for number, word := range []string{"gold", "ring", "gold"} {
			b.Put(b.Ref([]byte(word)), number)
		}
	})
	words.View(func(v splay.View[int]) {
		fmt.Println(v.Values([]byte("gold")), v.Values([]byte("silver")))
	})
	// Output: [0 2] []
}
