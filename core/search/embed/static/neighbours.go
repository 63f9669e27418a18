package static

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"docuquest/core/search/embed"
)

// neighbours are the pieces with similar vectors, as their file has them:
//
//	"SVN1", uint32 rows, little-endian
//	for each row: uvarint bytes of its list, then the list
//	in a list, for each neighbour by rising number: uvarint distance from the one
//	before it, or from -1; a byte with its cosine
//
// A cosine of .5 to 1 is kept in 255 steps. Lists are read when they are asked for;
// only where each begins is kept.
type neighbours struct {
	file   string
	starts []uint32 // where the size of each row's list is; nil without lists
}

const (
	neighboursMagic  = "SVN1"
	neighboursHeader = 8

	leastCosine = 0.5
	cosineSteps = 255
)

// readNeighbours checks the whole file, so that reading a list cannot fail.
func readNeighbours(file string, rows int) (neighbours, error) {
	if file == "" {
		return neighbours{}, nil
	}
	if len(file) < neighboursHeader || file[:len(neighboursMagic)] != neighboursMagic {
		return neighbours{}, errors.New("no header")
	}
	if n := word(file, 4); int64(n) != int64(rows) {
		return neighbours{}, fmt.Errorf("%d lists for %d rows", n, rows)
	}
	n := neighbours{file: file, starts: make([]uint32, rows)}
	at := neighboursHeader
	for row := range rows {
		n.starts[row] = uint32(at)
		size, width := uvarint(file[at:])
		if width <= 0 || size > uint64(len(file)-at-width) {
			return neighbours{}, fmt.Errorf("list %d is cut short", row)
		}
		end := at + width + int(size)
		if err := checkList(file[at+width:end], rows); err != nil {
			return neighbours{}, fmt.Errorf("list %d: %w", row, err)
		}
		at = end
	}
	if at != len(file) {
		return neighbours{}, fmt.Errorf("%d bytes too many", len(file)-at)
	}
	return n, nil
}

// checkList reports whether all rows that a list names exist.
func checkList(list string, rows int) error {
	for id := -1; list != ""; {
		distance, width := uvarint(list)
		if width <= 0 || len(list) == width || distance == 0 || distance > uint64(rows-1-id) {
			return errors.New("no such neighbour")
		}
		id += int(distance)
		list = list[width+1:]
	}
	return nil
}

// of returns the list of a row, nearest first.
func (n neighbours) of(row int) []embed.Neighbour {
	if n.starts == nil {
		return nil
	}
	list := n.file[n.starts[row]:]
	size, width := uvarint(list)
	list = list[width : width+int(size)]
	var all []embed.Neighbour
	for id := -1; list != ""; {
		distance, width := uvarint(list)
		id += int(distance)
		all = append(all, embed.Neighbour{ID: id, Cosine: leastCosine + float32(list[width])*((1-leastCosine)/cosineSteps)})
		list = list[width+1:]
	}
	slices.SortStableFunc(all, func(a, b embed.Neighbour) int { return cmp.Compare(b.Cosine, a.Cosine) })
	return all
}

// uvarint reads a number below 2^32 and returns its width in bytes, none or fewer if there
// is no such number.
func uvarint(s string) (n uint64, width int) {
	return binary.Uvarint([]byte(s[:min(len(s), binary.MaxVarintLen32)]))
}
