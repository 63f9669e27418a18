package notebook

import (
	"docuquest/core/code/notes"
	"docuquest/core/file"
)

// mostNotes is how many distinct notes there is room for unless somebody says otherwise:
// half a gigabyte, which is what some ten thousand programs have.
const mostNotes = 500_000

// fit returns what there is room for of the notes on a file: all, or what says of the file
// itself where the room is taken, or nothing where that much is taken and half of it again.
// A file that is noted in full keeps its place as long as there is any.
func (n *noted) fit(u file.URI, all []notes.Noted) []notes.Noted {
	taken := n.index.Sizes().Distinct()
	n.mu.Lock()
	defer n.mu.Unlock()
	_, isNoted := n.known[u]
	fits := all
	switch {
	case taken >= n.room+n.room/2:
		fits = nil
	case taken >= n.room && (n.brief[u] || !isNoted):
		fits = all[:min(1, len(all))]
	}
	delete(n.brief, u)
	if len(fits) < len(all) {
		n.brief[u] = true
	}
	return fits
}

// hasRoom reports whether files that were noted in brief may be noted in full by now.
func (n *noted) hasRoom() bool { return n.index.Sizes().Distinct() < n.room-n.room/10 }

// inBrief is how many files are noted less than they could be, for want of room.
func (n *noted) inBrief() int {
	if n == nil {
		return 0
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	return len(n.brief)
}
