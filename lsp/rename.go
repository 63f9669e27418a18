package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"docuquest/core/answer/evidence"
)

// willRenameFiles returns the edits that have Markdown files follow files and folders
// that are about to be renamed; null where none names them.
func (s *server) willRenameFiles(ctx context.Context, p *protocol.RenameFilesParams) (*protocol.WorkspaceEdit, error) {
	release(ctx)
	renames := renamesOf(p)
	if len(renames) == 0 {
		return nil, nil
	}
	all, err := s.agent.Following(ctx, renames, s.encoding)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	edit := s.changesOf(all...)
	return &edit, nil
}

// didRenameFiles has the kept answers follow.
func (s *server) didRenameFiles(_ context.Context, p *protocol.RenameFilesParams) error {
	if renames := renamesOf(p); len(renames) > 0 {
		s.background("following renamed files", func() {
			s.problem("a kept answer does not follow a renamed file", s.agent.Renamed(renames))
		})
	}
	return nil
}

// renamesOf are the renames of files of this machine.
func renamesOf(p *protocol.RenameFilesParams) []evidence.Renaming {
	var all []evidence.Renaming
	for _, f := range p.Files {
		old, known := fileURI(f.OldURI)
		next, ok := fileURI(f.NewURI)
		if known && ok {
			all = append(all, evidence.Renaming{Old: old, New: next})
		}
	}
	return all
}
