package annotate

import (
	"context"
	"slices"

	"docuquest/core/document"
	"docuquest/core/file"
)

// A survey is what was seen of the files before anything is asked.
type survey struct {
	Estimate
	judge   *judge
	chunks  map[file.Hash]bool
	texts   map[string][]Source // where each text stands, by its hash; in the order of the files
	orphans map[string]bool     // texts whose notes were made in a file that is gone, by their hashes
	late    []look              // files with orphans, of which it is not known yet what they lack
	named   map[file.URI]bool   // the files that were read, and records named before they were settled
}

// A look is what was seen of one file.
type look struct {
	*outline
	missing []int // its nodes that lack notes
}

// survey sees what there is, and what that lacks. The errors are those of ctx.
func (w *Writer) survey(ctx context.Context, j Job) (*survey, error) {
	s := &survey{
		judge:  &judge{j, map[file.URI]file.Hash{}, map[file.URI]bool{}},
		chunks: map[file.Hash]bool{}, texts: map[string][]Source{}, orphans: map[string]bool{}, named: map[file.URI]bool{},
	}
	s.Priced = w.Price.known()
	shelf := w.shelf()
	for d := range j.Files {
		if err := ctx.Err(); err != nil {
			return s, err
		}
		if !isWhole(d) {
			continue
		}
		s.judge.read[d.URI] = d.Hash
		if o := outlineOf(d); o != nil {
			s.see(o, shelf, w.Prompt)
		}
	}
	if err := s.enterLate(ctx, w); err != nil {
		return s, err
	}
	s.Chunks = len(s.chunks)
	s.Cost, s.Largest = w.priced(s.Cost), w.priced(s.Largest)
	return s, ctx.Err()
}

// see takes in a file.
func (s *survey) see(o *outline, shelf *Shelf, prompt string) {
	s.Files++
	for _, c := range o.chunks {
		content := c.Content.String()
		s.texts[content] = append(s.texts[content], sourceOf(c))
	}
	before := len(s.orphans)
	seen := look{o, shelf.missing(o, s.chunks, s.isOrphan)}
	if len(s.orphans) > before {
		s.late = append(s.late, seen)
		return
	}
	s.enter(seen, prompt)
}

// isOrphan reports whether the file is gone that a record was made in, and keeps that.
func (s *survey) isOrphan(r record) bool {
	_, isAstray := s.judge.origin(r.MadeIn)
	if isLost := isAstray && s.judge.In(r.MadeIn.URI); !isLost {
		return false
	}
	s.orphans[r.Content] = true
	return true
}

// enter takes in what a file lacks.
func (s *survey) enter(l look, prompt string) {
	s.Left += len(l.missing)
	for _, b := range l.batches(l.missing) {
		s.add(b, b.request(prompt))
	}
}

// enterLate takes in what files with orphans lack, now that it is known which texts stand in
// new files: these have their notes still.
func (s *survey) enterLate(ctx context.Context, w *Writer) error {
	if len(s.late) == 0 {
		return nil
	}
	for _, raw := range w.Store.All() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if r, err := decodeRecord(raw); err == nil {
			s.name(r)
		}
	}
	for _, l := range s.late {
		l.missing = slices.DeleteFunc(l.missing, func(i int) bool {
			content := l.chunks[i].Content.String()
			_, found := s.heir(content)
			return found && s.orphans[content]
		})
		s.enter(l, w.Prompt)
	}
	s.late = nil // they hold the texts of their files
	return nil
}

// isWhole reports whether a document has the pieces that its file has each time. One that
// took too long has others: whoever took these for what there is would lose notes that
// were paid for, and pay for some that nobody finds again.
func isWhole(d *document.Document) bool {
	return !slices.ContainsFunc(d.Problems, func(p document.Problem) bool { return p.Passing || p.Makeshift })
}

// name takes in which of the files that were read a record names.
func (s *survey) name(r record) {
	s.nameFile(r.MadeIn.URI)
	for _, from := range r.Sources {
		s.nameFile(from.URI)
	}
}

func (s *survey) nameFile(u file.URI) {
	if _, read := s.judge.read[u]; read {
		s.named[u] = true
	}
}

// heir finds a new file that holds a text, one that no record named so far: whoever
// renames a file and edits it, or parts it, has such ones. A file that was known before
// goes on with nothing that was made in another.
func (s *survey) heir(content string) (o Origin, found bool) {
	for _, at := range s.texts[content] {
		if !s.named[at.URI] {
			return Origin{at.URI, s.judge.read[at.URI].String()}, true
		}
	}
	return Origin{}, false
}
