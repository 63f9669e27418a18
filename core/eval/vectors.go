package eval

import (
	"context"

	"docuquest/core/file"
	"docuquest/core/search/meaning"
)

// groupPassages is about how many passages get their vectors together.
const groupPassages = 256

// makeVectors makes the vectors that the documents of a collection lack. The error is
// that of the service, or of the place where they are kept.
func (o Options) makeVectors(ctx context.Context, docs *corpus) error {
	if o.Passages == nil {
		return nil
	}
	var group []*meaning.Draft
	passages := 0
	for _, f := range docs.files {
		if o.Passages.Has(f.Language, f.Hash) {
			continue
		}
		d := o.Passages.Draft(o.Parsers.Parse(f), file.Hash{})
		group, passages = append(group, d), passages+d.Missing()
		if passages < groupPassages {
			continue
		}
		if err := o.keepVectors(ctx, group); err != nil {
			return err
		}
		group, passages = nil, 0
	}
	return o.keepVectors(ctx, group)
}

func (o Options) keepVectors(ctx context.Context, group []*meaning.Draft) error {
	if err := o.Passages.Fill(ctx, group...); err != nil {
		return err
	}
	for _, d := range group {
		if err := o.Passages.Keep(d); err != nil {
			return err
		}
	}
	return nil
}
