package text

// unaccented returns the plain letter under a small Latin letter with an accent, and
// any other character as it is. Letters that Unicode does not see as one with a mark,
// such as ø and ß, are letters of their own.
func unaccented(r rune) rune {
	const first, firstMore = 0xE0, 0x1E00
	plain := byte('.')
	switch {
	case first <= r && r < first+rune(len(plainLatin)):
		plain = plainLatin[r-first]
	case firstMore <= r && r < firstMore+rune(len(plainMoreLatin)):
		plain = plainMoreLatin[r-firstMore]
	}
	if plain == '.' {
		return r
	}
	return rune(plain)
}

// The plain letters of U+00E0 to U+024F and of U+1E00 to U+1EFF, a dot where there is
// none.
const (
	plainLatin = "aaaaaa.ceeeeiiii.nooooo..uuuuy.y" +
		"aaaaaaccccccccdd..eeeeeeeeeegggggggghh..iiiiiiiii...jjkk.llllll." +
		"...nnnnnn...oooooo..rrrrrrsssssssstttt..uuuuuuuuuuuuwwyyyzzzzzz." +
		"................................oo.............uu..............." +
		".............aaiioouuuuuuuuuu.aaaa....ggkkoooo..j...gg..nnaa...." +
		"aaaaeeeeiiiioooorrrruuuusstt..hh......aaeeooooooooyy............" +
		"................"

	plainMoreLatin = "aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmm" +
		"mmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvv" +
		"wwwwwwwwwwxxxxyyzzzzzzhtwy......aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee" +
		"eeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy......"
)
