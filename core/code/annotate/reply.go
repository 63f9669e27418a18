package annotate

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"docuquest/core/code/notes"
	"docuquest/core/language/text"
	"docuquest/core/services/llm"
)

// A wantedKind is what is taken of one kind of notes out of a reply.
type wantedKind struct {
	names   []string // by which members of an object go, in small letters
	most    int      // of one chunk
	longest int      // bytes of one
}

// wantedKinds is by notes.Kind. What a model writes beyond it is left out.
var wantedKinds = [notes.Kinds]wantedKind{
	notes.Summaries:    {[]string{"summary", "summaries", "description"}, 1, 400},
	notes.Keywords:     {[]string{"keywords", "keyword"}, 12, 60},
	notes.Tags:         {[]string{"tags", "tag", "topics"}, 8, 60},
	notes.Synonyms:     {[]string{"synonyms", "synonym"}, 12, 80},
	notes.Dependencies: {[]string{"dependencies", "dependency", "depends_on"}, 12, 120},
}

// numberNames are the names that models give the number of a chunk.
var numberNames = []string{"chunk", "number", "piece", "id"}

// A replyReader takes notes out of a reply, which should be
//
//	{"notes": [{"chunk": 1, "summary": "", "keywords": [""], ...}]}
//
// and of what models make of that: a fence or prose around it, a single text in place of
// a list, kinds that are missing, commas too many, other names. Each part that begins with
// its number is read by itself, so that a broken one costs no other. Notes about numbers that were
// not asked for, or that repeat, are left out.
type replyReader struct {
	objects func(reply string) []map[string]any
	notes   map[int][]notes.Note // by number, at least one each
}

// readReply returns the notes of a reply by the numbers of their chunks. objects reads the
// JSON objects in a text.
func readReply(reply string, objects func(string) []map[string]any) map[int][]notes.Note {
	r := replyReader{objects, map[int][]notes.Note{}}
	// What a model thinks aloud in front of its reply may have drafts. What has only begun to think
	// has no reply yet.
	reply = strings.TrimSpace(reply)
	for _, name := range []string{"think", "thinking", "reasoning"} {
		if thought, ok := strings.CutPrefix(reply, "<"+name+">"); ok {
			_, reply, _ = strings.Cut(thought, "</"+name+">")
			break
		}
	}
	starts := partStart.FindAllStringIndex(reply, -1)
	for i, start := range starts {
		end := len(reply)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		// A part without an end is what is left of a reply that was cut, and its last note may be
		// half of one.
		part := reply[start[0]:end]
		end, _ = closings(part)
		if all := objects(part[:end]); len(all) > 0 {
			r.take(numberOf(all[0]), all[0])
		}
	}
	if len(starts) == 0 {
		_, last := closings(reply)
		for _, object := range objects(reply[:last]) {
			r.search(object, 0)
		}
	}
	return r.notes
}

// bytesPerToken is more than a token of a reply has on average, in whatever language.
const bytesPerToken = 8

// partStart matches where the part of a chunk begins that is written as it was asked for.
var partStart = regexp.MustCompile(`\{\s*"chunk"\s*:\s*"?\d`)

// closings returns where, in bytes, the first object of a text ends, and where the last one
// that ends at all, whatever is around it; 0 if there is none. Braces in texts do not count.
func closings(s string) (first, last int) {
	depth, inText := 0, false
	for i := max(strings.IndexByte(s, '{'), 0); i < len(s); i++ {
		switch c := s[i]; {
		case inText && c == '\\':
			i++
		case c == '"':
			inText = !inText
		case inText:
		case c == '{':
			depth++
		case c == '}':
			last = i + 1
			if depth--; depth == 0 && first == 0 {
				first = last
			}
		}
	}
	return first, last
}

// deepestPart is how many objects and lists may be around the part of a chunk.
const deepestPart = 4

// search finds parts in an object of another form than the wanted one:
// with the number behind the notes, or as the name of a member.
func (r *replyReader) search(object map[string]any, depth int) {
	if number := numberOf(object); number > 0 {
		r.take(number, object)
		return
	}
	if depth == deepestPart {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		for _, item := range llm.ListOf(object[name]) {
			inner, isObject := item.(map[string]any)
			if number := leadingNumber(name); isObject && number > 0 {
				r.take(number, inner)
			} else if isObject {
				r.search(inner, depth+1)
			}
		}
	}
}

// take takes the notes about a chunk, each once, unless there are some already.
func (r *replyReader) take(number int, object map[string]any) {
	if number < 1 || r.notes[number] != nil {
		return
	}
	var all []notes.Note
	for k, wanted := range wantedKinds {
		kind := notes.Kind(k)
		before := len(all)
		for _, name := range wanted.names {
			for _, item := range llm.ListOf(object[name]) {
				said, _ := item.(string)
				if object, isObject := item.(map[string]any); isObject {
					name, _ := object["name"].(string)
					text, _ := object["text"].(string)
					said = cmp.Or(name, text)
				}
				texts := []string{said}
				if kind != notes.Summaries { // one text in place of a list has commas or lines between its items
					texts = strings.FieldsFunc(said, func(r rune) bool { return r == ',' || r == ';' || r == '\n' })
				}
				for _, said := range texts {
					note := notes.Note{Kind: kind, Text: clean(said, wanted.longest)}
					if note.Text != "" && len(all)-before < wanted.most && !slices.Contains(all, note) {
						all = append(all, note)
					}
				}
			}
		}
	}
	if len(all) > 0 {
		r.notes[number] = all
	}
}

// numberOf is the number of the chunk that an object is about, 0 for none.
func numberOf(object map[string]any) int {
	for _, name := range numberNames {
		if said, _ := object[name].(string); said != "" {
			return leadingNumber(said)
		}
	}
	return 0
}

// leadingNumber is the number that a text begins with, which may be in brackets; 0 for none.
func leadingNumber(said string) int {
	said = strings.TrimLeft(said, "[ ")
	end := strings.IndexFunc(said, func(r rune) bool { return r < '0' || '9' < r })
	if end >= 0 {
		said = said[:end]
	}
	n, err := strconv.Atoi(said)
	if err != nil {
		return 0
	}
	return n
}

// clean is a note on one line, without invisible characters and not longer than so
// many bytes; "" for one without a letter or a digit.
func clean(said string, longest int) string {
	said = strings.ToValidUTF8(said, "")
	said = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r) || unicode.IsControl(r):
			return ' '
		case !unicode.IsPrint(r):
			return -1
		}
		return r
	}, said)
	if !strings.ContainsFunc(said, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return ""
	}
	return strings.TrimSpace(shortened(text.OneLine(said), longest))
}

// cutReply is a reply as far as one of so many tokens goes. What a service sends beyond it
// was not asked for, and is not worth the time that it takes to read.
func cutReply(reply string, tokens int) string {
	return reply[:min(len(reply), bytesPerToken*tokens)]
}
