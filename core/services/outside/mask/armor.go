package mask

import "strings"

// privateKey is what the label of an armored private key contains.
const privateKey = "PRIVATE KEY"

const (
	armorBegin = "-----BEGIN "
	armorEnd   = "-----END "
	armorDash  = "-----"
	// longestArmor is how far from its beginning the end of a block is searched, in bytes:
	// far more than a key of 16,384 bits needs.
	longestArmor = 32 << 10
	// longestArmorLine is more than any line of a block has, in bytes.
	longestArmorLine = 1 << 10
)

// An armored is a block of PEM: a key, a certificate, a message.
type armored struct {
	stretch
	private bool
}

// armoredBlocks finds the blocks of a text, in order, also those of which only the
// beginning or only the end is there.
func armoredBlocks(text string) []armored {
	var blocks []armored
	for from, done := 0, 0; ; {
		at := strings.Index(text[from:], armorDash)
		if at < 0 {
			return blocks
		}
		at += from
		from = at + 1
		var block armored
		switch {
		case strings.HasPrefix(text[at:], armorBegin):
			block = blockFrom(text, at)
		case strings.HasPrefix(text[at:], armorEnd):
			block = blockUpTo(text, done, at)
		default:
			continue
		}
		blocks = append(blocks, block)
		from, done = block.end, block.end
	}
}

// blockFrom returns the block whose first line begins at start. Lines that are written \n
// inside a string count, too.
func blockFrom(text string, start int) armored {
	label, body := armorLabel(text, start+len(armorBegin))
	block := armored{stretch{start, body}, strings.Contains(label, privateKey)}
	window, _, _ := strings.Cut(text[body:min(len(text), body+longestArmor)], armorBegin)
	if end := strings.Index(window, armorEnd); end >= 0 {
		block.private = block.private && holdsKey(window[:end])
		_, block.end = armorLabel(text, body+end+len(armorEnd))
		return block
	}
	for block.end < len(text) {
		line := text[block.end:min(len(text), block.end+longestArmorLine)]
		for _, mark := range []string{"\n", `\n`} {
			if i := strings.Index(line, mark); i >= 0 {
				line = line[:i+len(mark)]
			}
		}
		if !isArmored(line) {
			break
		}
		block.end += len(line)
	}
	block.private = block.private && holdsKey(text[body:block.end])
	return block
}

// holdsKey reports whether a body contains a piece of a key: a text that only speaks of
// blocks has none.
func holdsKey(body string) bool {
	const least = 12 // bytes of base64 in a row
	for at := 0; at < len(body); at++ {
		end := run(body, at, tokenBytes)
		if end-at >= least {
			return true
		}
		at = end
	}
	return false
}

// blockUpTo returns the block whose last line begins at end, where its first is missing; it
// reaches back as far as its lines do, and not before from.
func blockUpTo(text string, from, end int) armored {
	label, after := armorLabel(text, end+len(armorEnd))
	block := armored{stretch{end, after}, strings.Contains(label, privateKey)}
	for block.start > from {
		base := max(from, block.start-longestArmorLine)
		lines := strings.TrimSuffix(strings.TrimSuffix(text[base:block.start], "\n"), `\n`)
		last := strings.LastIndex(lines, "\n") + 1
		if at := strings.LastIndex(lines[last:], `\n`); at >= 0 {
			last += at + len(`\n`)
		}
		if last == 0 && base > from || !isArmored(text[base+last:block.start]) {
			break
		}
		block.start = base + last
	}
	return block
}

// armorLabel reads the label of a line of dashes and returns the place behind these.
func armorLabel(text string, at int) (label string, end int) {
	const longest = 80
	window := text[at:min(len(text), at+longest)]
	dash := strings.Index(window, armorDash)
	if dash < 0 {
		return "", at // a program that reads or writes such lines
	}
	return window[:dash], at + dash + len(armorDash)
}

// isArmored reports whether a line may belong to the body of a block: nothing, one token of
// base64, or a header such as "DEK-Info: AES-256-CBC,...".
func isArmored(line string) bool {
	line = strings.TrimSuffix(strings.TrimSpace(line), `\n`)
	line = strings.Trim(line, " \t\r\"'`+,;#>|*")
	if name, _, isHeader := strings.Cut(line, ": "); isHeader {
		return name == "DEK-Info" || name == "Proc-Type" || name == "Version" || name == "Comment"
	}
	return run(line, 0, tokenBytes) == len(line)
}
