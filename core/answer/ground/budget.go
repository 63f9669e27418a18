package ground

// The work of one draft. Nobody waits for the inventions of a model, and neither
// their number nor the size of the documents is anybody's choice.
const (
	// mostRead in bytes is how much text is searched: what 15 quotes that occur
	// nowhere cost in ten documents of 2 MiB. Quotes beyond are searched for in the
	// passages alone.
	mostRead = 1 << 30
	// foldPrice is what a byte costs whose normal form is made.
	foldPrice = 16
	// likePrice is what a byte costs in which a likeness is searched for.
	likePrice = 16
	// mostLiked is how many quotes are searched for by likeness, and mostLikes the sum
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

// read takes so many bytes off and reports whether there were as many.
func (b *budget) read(n int) bool {
	if b.bytes < n {
		return false
	}
	b.bytes -= n
	return true
}

// priceOfFolding is what the normal form of a region costs now.
func (s *region) priceOfFolding() int {
	if s.normal != nil {
		return 0
	}
	return foldPrice * len(s.text)
}
