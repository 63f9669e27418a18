package ground

// The work of one draft. Nobody waits for the inventions of a model, and neither
// their number nor the size of the documents is anybody's choice.
const (
	// mostRead in bytes is how much text is searched: what 15 quotes that stand
	// nowhere cost in ten documents of 2 MiB. Quotes beyond are looked for in the
	// passages alone.
	mostRead = 1 << 30
	// foldPrice is what a byte costs whose normal form is made.
	foldPrice = 16
	// likePrice is what a byte costs in which a likeness is looked for.
	likePrice = 16
	// mostLiked is how many quotes are looked for by likeness, and mostLikes the sum
	// of their bytes, each times the bytes of the passages: one of 300 bytes costs
	// 20 ms in 20 passages of 1000.
	mostLiked = 32
	mostLikes = 600_000_000
)

// A budget is what is left of the work.
type budget struct {
	bytes int // to search
	liked int // quotes to look for by likeness
	likes int // bytes of them times bytes of passages
}

func newBudget() budget { return budget{bytes: mostRead, likes: mostLikes, liked: mostLiked} }

// read takes so many bytes off and says whether there were as many.
func (b *budget) read(n int) bool {
	if b.bytes < n {
		return false
	}
	b.bytes -= n
	return true
}

// like takes one quote off and says whether it was left.
func (b *budget) like() bool {
	if b.liked == 0 {
		return false
	}
	b.liked--
	return true
}

// compare takes a quote off that is compared with one passage, by their bytes, and
// says whether that was left.
func (b *budget) compare(quote, passage int) bool {
	price := quote * passage
	if b.likes < price {
		return false
	}
	b.likes -= price
	return true
}

// priceOfFolding is what the normal form of a sheet costs now.
func (s *sheet) priceOfFolding() int {
	if s.normal != nil {
		return 0
	}
	return foldPrice * len(s.text)
}
