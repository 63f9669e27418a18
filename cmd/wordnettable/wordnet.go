package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"docuquest/core/language/thesaurus"
)

// The files of WordNet that are read. Their format is described in its manual page
// wndb(5WN).
const (
	dataFile       = "data.noun"  // the synsets
	indexFile      = "index.noun" // the lemmas, with their synsets by frequency
	exceptionsFile = "noun.exc"   // plurals that follow no rule
)

// kindPointer is the sign of a pointer from a synset to a kind of it, its hyponym.
const kindPointer = "~"

// licenceIndent is what the lines of the licence begin with, and no others.
const licenceIndent = " "

// parse makes a thesaurus of the contents of WordNet's files, by their names.
func parse(files map[string]string) (thesaurus.Source, error) {
	p := parser{indexes: map[string]int{}}
	for line := range strings.Lines(files[dataFile]) { // the licence, without the numbers of its lines
		if !strings.HasPrefix(line, licenceIndent) {
			break
		}
		_, line, _ = strings.Cut(strings.TrimLeft(line, " "), " ")
		p.source.Notice += strings.TrimRight(line, " \n") + "\n"
	}
	p.source.Senses = map[string][]int{}
	p.source.Exceptions = map[string][]string{}
	for _, pass := range []struct {
		file  string
		parse func(*fields)
	}{
		{dataFile, func(f *fields) { p.indexes[f.next()] = len(p.indexes) }}, // pointers go forwards as well
		{dataFile, p.synset},
		{indexFile, p.lemma},
		{exceptionsFile, p.exception},
	} {
		number := 0
		for line := range strings.Lines(files[pass.file]) {
			number++
			if strings.HasPrefix(line, licenceIndent) {
				continue
			}
			line, _, _ := strings.Cut(line, "|") // the gloss
			f := &fields{left: strings.Fields(line)}
			if pass.parse(f); f.err != nil {
				return p.source, fmt.Errorf("%s:%d: %w", pass.file, number, f.err)
			}
		}
	}
	return p.source, nil
}

// A parser collects what the lines say.
type parser struct {
	source  thesaurus.Source
	indexes map[string]int // of the synsets, by the offsets that are their names
}

// synset parses: offset lex_filenum ss_type w_cnt (word lex_id)* p_cnt (symbol offset pos
// source/target)*.
func (p *parser) synset(f *fields) {
	f.skip(3)
	var s thesaurus.Synset
	for range f.count(16) {
		s.Words = append(s.Words, plain(f.next()))
		f.skip(1)
	}
	for range f.count(10) {
		symbol, offset := f.next(), f.next()
		f.skip(2)
		if symbol == kindPointer {
			s.Kinds = append(s.Kinds, p.index(offset, f))
		}
	}
	p.source.Synsets = append(p.source.Synsets, s)
}

// lemma parses: lemma pos synset_cnt p_cnt symbol* sense_cnt tagsense_cnt offset*.
func (p *parser) lemma(f *fields) {
	lemma := plain(f.next())
	f.skip(1)
	synsets := f.count(10)
	f.skip(f.count(10))
	f.skip(2)
	for range synsets {
		p.source.Senses[lemma] = append(p.source.Senses[lemma], p.index(f.next(), f))
	}
}

// exception parses: plural singular+.
func (p *parser) exception(f *fields) {
	plural := plain(f.next())
	for _, singular := range f.left {
		p.source.Exceptions[plural] = append(p.source.Exceptions[plural], plain(singular))
	}
}

func (p *parser) index(offset string, f *fields) int {
	index, ok := p.indexes[offset]
	if !ok {
		f.fail(fmt.Errorf("no synset has the offset %q", offset))
	}
	return index
}

// plain is a word as the thesaurus has it: WordNet writes underscores for spaces,
// and names with capitals.
func plain(word string) string {
	return strings.ToLower(strings.ReplaceAll(word, "_", " "))
}

// fields are the fields of a line that are left. The first error stays, and from then on
// all fields are empty.
type fields struct {
	left []string
	err  error
}

func (f *fields) fail(err error) {
	if f.err == nil {
		f.err = err
	}
	f.left = nil
}

func (f *fields) next() string {
	if len(f.left) == 0 {
		f.fail(errors.New("the line is too short"))
		return ""
	}
	field := f.left[0]
	f.left = f.left[1:]
	return field
}

func (f *fields) skip(n int) {
	for range n {
		f.next()
	}
}

// count reads how many things follow, each of at least one field.
func (f *fields) count(base int) int {
	field := f.next()
	n, err := strconv.ParseUint(field, base, 16)
	if err != nil {
		f.fail(fmt.Errorf("%q is no number", field))
		return 0
	}
	if int(n) > len(f.left) {
		f.fail(errors.New("the line is too short"))
		return 0
	}
	return int(n)
}
